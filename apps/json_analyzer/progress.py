"""Tells the client how far a tool is, in stages that follow each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from mcp.server.mcpserver import Context

from slices import Tell


class Progress:
    """Counts stages: half of the second one is 1.5."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._stages = 0

    def stage(self, words: str) -> Tell:
        before = self._stages
        self._stages += 1

        async def tell(done: float) -> None:
            await self._context.report_progress(before + done, None, f"{words}: {done:.0%}" if done else f"{words} …")

        return tell

    def count(self, words: str) -> Callable[[int], Awaitable[None]]:
        """A stage whose end nobody knows."""
        before = self._stages
        self._stages += 1

        async def tell(count: int) -> None:
            await self._context.report_progress(before + count, None, f"{words}: {count:,}")

        return tell
