"""The diagram: its text, whoever wrote it last, and the picture that was drawn of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from lines import Problem, problem_of
from svg import NotDrawn, Picture, tidy

KEPT = "diagram"

Author = Literal["example", "person", "tool"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What Mermaid has made of a text."""

    svg: str
    kind: str
    ground: str
    """The colour behind it, which the colours in it go with."""


class Undrawable(Exception):
    """Mermaid can't draw a text, or the browser a picture, and says why."""


class Artist(Protocol):
    async def draw(self, code: str) -> Drawing:
        """May raise `Undrawable`."""
        ...

    async def png(self, picture: Picture, scale: int) -> bytes:
        """May raise `Undrawable`."""
        ...


class Board(Protocol):
    """What the page shows."""

    def show_code(self, code: str) -> None: ...
    def show(self, diagram: Diagram) -> None: ...


class Diagram:
    def __init__(self, artist: Artist, board: Board, code: str) -> None:
        self.code = code
        self.author: Author = "example"
        self.kind = ""
        self.picture: Picture | None = None
        self.problem: Problem | None = None
        self.tell: Callable[[], Awaitable[None]] | None = None
        """Called when the text has changed."""
        self._artist = artist
        self._board = board
        self._storage: MutableMapping[str, Any] = {}
        self._one_at_a_time = asyncio.Lock()
        self._coming = 0

    async def restore(self, storage: MutableMapping[str, Any]) -> None:
        """Draw what the session has kept, if anything, and keep what comes."""
        self._storage = storage
        kept = storage.get(KEPT)
        async with self._one_at_a_time:
            if self.author == "example" and kept:
                self.code, self.author = kept["code"], kept["author"]
                self._board.show_code(self.code)
                await self._draw()

    async def change(self, code: str, author: Author) -> None:
        """Take a text, draw it, and tell who follows it."""
        self._coming += 1
        try:
            await self._one_at_a_time.acquire()
        finally:
            self._coming -= 1
        try:
            await self._take(code, author)
            if author == "tool" or not self._coming:  # who types fast waits for the last text alone
                await self._draw()
        finally:
            self._one_at_a_time.release()

    async def _take(self, code: str, author: Author) -> None:
        is_new = code != self.code
        self.code, self.author = code, author
        if author == "tool":
            self._board.show_code(code)
        if is_new:
            with suppress(OSError):  # the browser has no room: it is drawn all the same, and gone after a reload
                self._storage[KEPT] = {"code": code, "author": author}
            if self.tell:
                await self.tell()

    async def draw(self) -> None:
        """Draw it again, in other colours for example."""
        async with self._one_at_a_time:
            await self._draw()

    async def png(self, scale: int) -> bytes:
        """Raises `Undrawable`."""
        assert self.picture
        return await self._artist.png(self.picture, scale)

    async def _draw(self) -> None:
        """What can't be drawn leaves the last picture where it is."""
        try:
            drawing = await self._artist.draw(self.code)
            self.picture = tidy(drawing.svg, drawing.ground)
            self.kind, self.problem = drawing.kind, None
        except (Undrawable, NotDrawn) as error:
            self.problem = problem_of(self.code, str(error))
        except asyncio.CancelledError:
            self.problem = Problem("It was not drawn: the call was cancelled. Change the text, and it is.")
            raise
        finally:
            self._board.show(self)
