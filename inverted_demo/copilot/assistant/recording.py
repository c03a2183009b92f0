"""The server as a model gets it: what it calls and reads is written down in the turn, as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from assistant.characters import whole, whole_values
from assistant.conversation import Arguments, Call, Outcome, Turn
from assistant.model import Disconnected, ModelError, Server
from assistant.offer import Offer
from assistant.outcomes import failure
from assistant.suggestions import only_reads, title_of

READ = "resources/read"
"""Stands where the name of a tool would, in a call that has read a resource: MCP's own name for that."""
MAX_CALLS = 100
"""In one turn, of any model."""
LONGEST_PAUSE_SECONDS = 15
MAX_PAUSES = 2
"""That one call waits, where the server wants to be called again later."""


class Recorder:
    """A `Server`."""

    def __init__(
        self,
        server: Server,
        turn: Turn,
        changed: Callable[[], None],
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """`changed` is called when a call begins, waits, goes on and ends; `now` gives seconds."""
        self._server = server
        self._turn = turn
        self._changed = changed
        self._now = now
        self._sleep = sleep

    @property
    def offer(self) -> Offer:
        return self._server.offer

    async def call(self, tool: str, arguments: Arguments) -> Outcome:
        title = whole(title_of(tool, self.offer))
        call = Call(self._next(), tool, whole_values(arguments), title=title, reads=only_reads(self.offer.tool(tool)))
        return await self._record(call, self._patiently(call))

    async def _patiently(self, call: Call) -> Outcome:
        """The outcome; what the server wants to be asked later is asked later. Whoever acts is told instead."""
        outcome = await self._server.call(call.tool, call.arguments)
        for _ in range(MAX_PAUSES):
            if not call.reads or not 0 < outcome.retry_after <= LONGEST_PAUSE_SECONDS:
                break
            call.waits = outcome.retry_after
            self._changed()
            try:
                await self._sleep(call.waits)
            finally:
                call.waits = 0.0
            self._changed()
            outcome = await self._server.call(call.tool, call.arguments)
        return outcome

    async def read(self, uri: str) -> str:
        call = Call(self._next(), READ, {"uri": uri}, title=f"Read {whole(uri)}", reads=True)
        outcome = await self._record(call, self._read(uri))
        if outcome.state != "done":
            raise LookupError(outcome.text)
        return outcome.text

    async def _read(self, uri: str) -> Outcome:
        try:
            return Outcome("done", await self._server.read(uri))
        except LookupError as error:
            return failure(str(error.args[0] if error.args else error))

    def _next(self) -> int:
        number = len(self._turn.calls) + 1
        if number > MAX_CALLS:
            raise ModelError(f"The answer needed more than {MAX_CALLS} calls, and was stopped. Ask for less at once.")
        return number

    async def _record(self, call: Call, work: Awaitable[Outcome]) -> Outcome:
        self._turn.calls.append(call)
        self._changed()
        started = self._now()
        try:
            call.outcome = _kept(await work)
        except asyncio.CancelledError:
            call.outcome = Outcome("stopped", "Stopped before the answer came.")
            raise
        except Disconnected as error:
            call.outcome = Outcome("failed", str(error))
            raise
        finally:
            call.seconds = self._now() - started
            self._changed()
        return call.outcome


def _kept(outcome: Outcome) -> Outcome:
    return replace(outcome, text=whole(outcome.text), data=whole_values(outcome.data))
