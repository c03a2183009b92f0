"""A browser's model without a browser: says what a test has written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from transom_client.models.browser import Availability
from transom_client.models.model import Message, Progress


class StandIn:
    """A `LanguageModel`, and the `Talk` with it."""

    def __init__(self, *said: str | OSError | None, availability: Availability = "available") -> None:
        """`None` is a silence without an end."""
        self._said = list(said)
        self._availability: Availability = availability
        self.asked: list[str] = []
        self.forms: list[dict[str, Any] | None] = []
        self.told: Sequence[Message] = ()
        self.is_open = False

    async def availability(self) -> Availability:
        return self._availability

    @asynccontextmanager
    async def talk(self, messages: Sequence[Message], progress: Progress | None = None) -> AsyncGenerator[StandIn]:
        self.told = messages
        if progress:
            progress(0.5)
        self.is_open = True
        try:
            yield self
        finally:
            self.is_open = False

    async def prompt(self, text: str, form: dict[str, Any] | None = None) -> AsyncIterator[str]:
        self.asked.append(text)
        self.forms.append(form)
        said = self._said.pop(0)
        if said is None:
            await asyncio.Event().wait()
        elif isinstance(said, OSError):
            raise said
        else:
            middle = len(said) // 2
            yield said[:middle]
            yield said[middle:]
