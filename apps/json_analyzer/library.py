"""The documents of this page's session: read when the first tool needs them, and then kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from files import File
from reading import Document, read_document
from slices import Tell

Which = Literal["first", "second"]

FindFile = Callable[[Which], Awaitable[File | None]]
"""Gives the file, if there is one."""


class Library:
    """Reads each document once, also for tools that run at the same time."""

    def __init__(self, find_file: FindFile) -> None:
        self._find_file = find_file
        self._documents: dict[Which, Document] = {}
        self._reading = asyncio.Lock()

    async def document(self, which: Which, tell: Tell) -> Document | None:
        """Raises `NotJson`."""
        async with self._reading:
            if which not in self._documents:
                file = await self._find_file(which)
                if file is None:
                    return None
                self._documents[which] = await read_document(file, tell)
        return self._documents[which]
