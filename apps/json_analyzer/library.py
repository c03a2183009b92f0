"""The documents of this page's session: read when the first tool needs them, and then kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from files import File, Unreadable
from reading import Document, read_document
from slices import Tell

Which = Literal["first", "second"]

FindFile = Callable[[Which], Awaitable[File | None]]
"""Gives the file, if there is one."""

Miss = Callable[[Which], None]
"""Is told that there is no file, or that it can't be read any more."""


class Library:
    """Reads each document once, also for tools that run at the same time."""

    def __init__(self, find_file: FindFile, miss: Miss = lambda which: None) -> None:
        self._find_file = find_file
        self._miss = miss
        self._documents: dict[Which, Document] = {}
        self._reading = asyncio.Lock()

    async def document(self, which: Which, tell: Tell) -> Document | None:
        """Raises `NotJson`."""
        async with self._reading:
            if which not in self._documents and (document := await self._read(which, tell)):
                self._documents[which] = document
        return self._documents.get(which)

    async def _read(self, which: Which, tell: Tell) -> Document | None:
        file = await self._find_file(which)
        try:
            if file is not None:
                return await read_document(file, tell)
        except Unreadable:
            pass  # as if it were not there
        self._miss(which)
        return None
