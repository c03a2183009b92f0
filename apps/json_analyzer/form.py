"""The setup form: a person chooses the document, which is read before it is kept."""

from __future__ import annotations

import asyncio
from typing import Any

from pyodide.ffi import JsException
from pyscript import document, when, window  # type: ignore[reportAttributeAccessIssue]
from transom import PageSession, SetupCancelled, SetupDone, SetupFailed

from examples import NAMES, example_file
from files import Unreadable
from library import Which
from reading import check_document, size_words
from shelf import NotKept, PageFile, keep
from text import NotJson

DENIED = "The browser keeps nothing for this page in this host. Allow it site data, then set the server up again."


def element(name: str) -> Any:
    return document.getElementById(name)


async def ask(session: PageSession) -> SetupDone:
    """The setup, from the form's first sight to what it says in the end."""
    if document.documentElement.getAttribute("data-storage") == "memory":
        await _refuse()
    form = _Form()
    form.say_what_is_present(session.storage.get("name"))
    while await form.pressed.get() == "use":
        files = await form.read()
        if files is None:
            continue
        try:
            await keep(session.session_id, form.files)
        except (NotKept, JsException) as error:
            form.complain(f"The browser has no room for it. Free some, or choose a smaller file. ({error})")
            continue
        first = files["first"]
        session.storage["name"] = first.name
        words = f"{first.name}, {size_words(first.size_bytes)}, is ready to be asked about. It stays in this browser."
        return SetupDone(display_name=f"JSON: {first.name}", message=words)
    raise SetupCancelled("No document was chosen. Nothing was changed.")


async def _refuse() -> None:
    closed = asyncio.Event()
    when("click", "#close")(lambda event: closed.set())
    element("setup").hidden = True
    element("setup").removeAttribute("data-when")
    element("example-address").textContent = f"{window.location.origin}{window.location.pathname}?example"
    element("denied").hidden = False
    await closed.wait()
    raise SetupFailed("CONFIG_ERROR", DENIED)


class _Form:
    def __init__(self) -> None:
        self.pressed: asyncio.Queue[str] = asyncio.Queue()
        self.files: dict[Which, Any] = {}
        self._reading: asyncio.Task[dict[Which, PageFile]] | None = None
        when("submit", "#setup")(self._submit)
        when("click", "#cancel")(self._cancel)
        when("change", "#first, #second")(self._choose_own)
        # On the whole page: the browser would open what is dropped beside the form
        for kind in ("dragenter", "dragover"):
            when(kind, "html")(lambda event: event.preventDefault())
        when("drop", "html")(self._drop)
        if element("first").files.length:  # chosen before Python was there
            element("own").checked = True
        self._status("asking")

    def say_what_is_present(self, name: str | None) -> None:
        if name:
            element("present").textContent = f"{name} is there now. What you choose takes its place."
            element("present").hidden = False

    def complain(self, words: str) -> None:
        element("problem").textContent = words
        self._status("asking")

    async def read(self) -> dict[Which, PageFile] | None:
        """Read what was chosen; `None` if that was cancelled, or has a mistake, which the form says."""
        element("problem").textContent = ""
        self._status("reading")
        self._reading = asyncio.ensure_future(self._read())
        try:
            return await self._reading
        except asyncio.CancelledError:
            self.complain("")
        except (NotJson, Unreadable, JsException) as error:
            self.complain(str(error))
        return None

    async def _read(self) -> dict[Which, PageFile]:
        self.files = _chosen() if element("own").checked else {which: await example_file(which) for which in NAMES}
        files: dict[Which, PageFile] = {which: PageFile(file) for which, file in self.files.items()}
        for file in files.values():
            element("said").textContent = f"Reading {file.name}, {size_words(file.size_bytes)} …"
            element("progress").value = 0
            try:
                await check_document(file, self._tell)
            except NotJson as error:
                raise NotJson(f"{file.name}: {error}") from error
        return files

    async def _tell(self, done: float) -> None:
        element("progress").value = done

    def _status(self, status: str) -> None:
        element("setup").setAttribute("data-status", status)
        element("use").disabled = status == "reading"
        element("cancel").disabled = False

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        self.pressed.put_nowait("use")

    def _cancel(self, event: Any) -> None:
        if self._reading is not None and not self._reading.done():
            self._reading.cancel()
        else:
            self.pressed.put_nowait("cancel")

    def _choose_own(self, event: Any) -> None:
        element("own").checked = True

    def _drop(self, event: Any) -> None:
        event.preventDefault()
        files = event.dataTransfer.files
        if element("use").disabled or not files.length:  # it is being read, or was no file
            return
        if files.length > 1:
            self.complain("Drop one file at a time: the one to compare with on the field of the second.")
            return
        target = event.target if event.target.id == "second" else element("first")
        target.files = files
        self._choose_own(event)


def _chosen() -> dict[Which, Any]:
    first, second = (element(which).files.item(0) for which in ("first", "second"))
    if not first:
        raise NotJson("Choose a file first, or the example.")
    return {"first": first, "second": second} if second else {"first": first}
