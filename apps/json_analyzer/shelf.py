"""The files of each session, in the browser's IndexedDB: it has room for what is too large for `session.storage`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from js import console, indexedDB
from pyodide.ffi import JsException, create_proxy, to_js

from files import Unreadable
from library import Which

DATABASE = "json-analyzer"
FILES = "files"


class NotKept(Exception):
    """The browser did not keep a file."""


class PageFile:
    """A `File` of the browser, which is in memory only by the parts that are read."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.name = str(file.name)
        self.size_bytes = int(file.size)

    async def part(self, start: int, end: int) -> bytes:
        try:
            return (await self._file.slice(start, end).arrayBuffer()).to_bytes()
        except JsException as error:  # it was changed or removed on the disk
            raise Unreadable(f"It can't be read any more. Choose it again. ({error.name})") from error


async def _heard(target: Any, good: str, *bad: str) -> None:
    """Wait for an event of an IndexedDB request or transaction."""
    heard: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def hear(event: Any) -> None:
        if not heard.done():
            heard.set_result(str(event.type))

    proxy = create_proxy(hear)
    for name in (good, *bad):
        target.addEventListener(name, proxy)
    try:
        if await heard != good:
            raise NotKept(str(target.error.message) if target.error else "The browser gave no reason.")
    finally:
        for name in (good, *bad):
            target.removeEventListener(name, proxy)
        proxy.destroy()


async def _open() -> Any:
    request = indexedDB.open(DATABASE, 1)
    proxy = create_proxy(lambda event: request.result.createObjectStore(FILES))
    request.addEventListener("upgradeneeded", proxy)
    try:
        await _heard(request, "success", "error")
    finally:
        request.removeEventListener("upgradeneeded", proxy)
        proxy.destroy()
    return request.result


async def keep(session_id: str, files: Mapping[Which, Any]) -> None:
    """Keep a session's files, `File` or `Blob`, in place of those that it had. Raises `NotKept`."""
    database = await _open()
    try:
        transaction = database.transaction(FILES, "readwrite")
        store = transaction.objectStore(FILES)
        for which in ("first", "second"):
            key = to_js([session_id, which])
            if which in files:
                store.put(files[which], key)
            else:
                store.delete(key)
        await _heard(transaction, "complete", "abort", "error")
    finally:
        database.close()


async def find(session_id: str, which: Which) -> PageFile | None:
    """A file that is kept, and can be had."""
    try:
        return await _find(session_id, which)
    except (NotKept, JsException) as error:  # the browser has lost its storage, or denies it by now
        console.warn(f"No file from the storage: {error}")
        return None


async def _find(session_id: str, which: Which) -> PageFile | None:
    database = await _open()
    try:
        request = database.transaction(FILES, "readonly").objectStore(FILES).get(to_js([session_id, which]))
        await _heard(request, "success", "error")
        file = request.result
    finally:
        database.close()
    return PageFile(file) if file else None
