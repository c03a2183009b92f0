"""The one interface behind which every model is: the built-in matcher, an endpoint, the browser's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from transom_client.models.refusals import ModelError as ModelError

from assistant.conversation import Arguments, Outcome, Piece, Turn
from assistant.offer import Offer


class Server(Protocol):
    """The server that the copilot is connected to, as a model sees it."""

    @property
    def offer(self) -> Offer:
        """As it is at this moment: tools come and go."""
        ...

    async def call(self, tool: str, arguments: Arguments) -> Outcome:
        """Call a tool. What the server refuses or fails at is an `Outcome` as well. Raises `Disconnected`."""
        ...

    async def read(self, uri: str) -> str:
        """The text of a resource. Raises `Disconnected`, or `LookupError` with the server's words."""
        ...


class Disconnected(Exception):
    """There is no server any more; the text says why."""


class Model(Protocol):
    @property
    def name(self) -> str: ...

    def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        """Answer the last turn, which is the person's: the pieces as they come.

        Calls are made by the model, through `server`, which is also how the page gets to see them. Raises `ModelError`
        and `Disconnected`. Cancel the task that iterates to stop it.
        """
        ...
