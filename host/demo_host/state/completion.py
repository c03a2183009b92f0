"""What a server suggests for a field: asked for after a pause in the typing, and only the last answer counts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import mcp_types as types
from mcp import MCPError
from pydantic import ValidationError
from transom import TransomError

from .live import LiveServer

PAUSE_SECONDS = 0.15
MAX_VALUES = 100

Suggest = Callable[[str], Awaitable[list[str]]]
Sleep = Callable[[float], Awaitable[None]]


class Suggestions:
    def __init__(self, suggest: Suggest, shown: Callable[[list[str]], None], sleep: Sleep = asyncio.sleep) -> None:
        """`shown` gets the values each time that some have come."""
        self._suggest = suggest
        self._shown = shown
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None

    def typed(self, text: str) -> None:
        self.close()
        self._task = asyncio.ensure_future(self._ask(text))

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def _ask(self, text: str) -> None:
        await self._sleep(PAUSE_SECONDS)
        try:
            values = await self._suggest(text)
        except (MCPError, TransomError, ValidationError, RuntimeError, TimeoutError):
            values = []  # a field works without: the person types on
        self._shown(values)


def suggest_for(
    live: LiveServer,
    ref: types.PromptReference | types.ResourceTemplateReference,
    name: str,
    others: Callable[[], Mapping[str, str]],
) -> Suggest | None:
    """How to ask a server for values of one argument, given those of the others; `None` where it suggests nothing."""
    if live.capabilities is None or live.capabilities.completions is None:
        return None

    async def suggest(text: str) -> list[str]:
        if live.client is None:
            return []
        given = {key: value for key, value in others().items() if value and key != name}
        result = await live.client.complete(ref, {"name": name, "value": text}, given or None)
        return result.completion.values[:MAX_VALUES]

    return suggest
