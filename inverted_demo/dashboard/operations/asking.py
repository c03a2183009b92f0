"""Asking the person: one question at a time, each with a time limit, and no answer is no."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from operations.changes import Change
from operations.ledger import Call
from operations.trust import Refused, Trust

logger = logging.getLogger(__name__)

ASK_SECONDS = 60.0
MOST_QUESTIONS = 3


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the copilot wants to do, for the person to decide on."""

    tool: str
    arguments: dict[str, Any]
    """As the copilot gave them: foreign text, not longer than what can be shown."""
    sentence: str
    change: Change | None
    """`None` for what only reads."""
    seconds: float
    """How long the person has, from now on."""


Ask = Callable[[Proposal], Awaitable[bool]]
"""Shows a proposal; `True` is yes. Cancelled when the time is over, or the copilot is gone."""


async def nobody(proposal: Proposal) -> bool:
    """Where there is no view, nobody says yes."""
    return False


class Asking:
    def __init__(self, trust: Trust, ask: Ask, seconds: float) -> None:
        self.ask = ask
        self.seconds = seconds
        self._trust = trust
        self._turns = asyncio.Lock()
        self._waiting = 0
        self._asked: asyncio.Future[bool] | None = None
        self._switched = 0
        """How often the copilot was switched off: what was asked for before that is not asked after it."""
        trust.observe("connected", self._on_switch)

    @asynccontextmanager
    async def turn(self, call: Call) -> AsyncIterator[None]:
        """Wait until no other question is open. Raises `Refused` where too many wait."""
        if self._waiting >= MOST_QUESTIONS:
            raise Refused(f"{MOST_QUESTIONS} questions wait for the person already. Wait for their answers.")
        switched = self._switched
        self._waiting += 1
        call.state = "asking"
        self._trust.ledger.tell()
        try:
            async with self._turns:
                self._check(switched)
                yield
                self._check(switched)
        finally:
            self._waiting -= 1
        call.state = "running"

    def _check(self, switched: int) -> None:
        self._trust.check_switch()
        if switched != self._switched:
            raise Refused("The person has switched the copilot off in the meantime. Ask them before you retry.")

    async def consent(self, tool: str, call: Call, sentence: str, change: Change | None = None) -> None:
        """Raises `Refused` unless the person says yes in time."""
        self._trust.check_policy(tool)
        proposal = Proposal(tool, call.arguments, sentence, change, self.seconds)
        asked = self._asked = asyncio.ensure_future(self._put(proposal))
        asked.add_done_callback(_note_failure)
        try:
            await asyncio.wait({asked}, timeout=self.seconds)
            self._judge(asked)
        finally:
            self._asked = None
            asked.cancel()
        self._trust.check_policy(tool)

    async def _put(self, proposal: Proposal) -> bool:
        return await self.ask(proposal)

    def _judge(self, asked: asyncio.Future[bool]) -> None:
        self._trust.check_switch()
        if not asked.done():
            raise Refused(f"The person did not answer within {self.seconds:.0f} seconds. Ask them before you retry.")
        if asked.cancelled() or asked.exception() is not None:
            raise Refused("The person could not be asked, so nothing was done.")
        if asked.result() is not True:
            raise Refused("The person said no. Ask them what they would rather have.")

    def _on_switch(self) -> None:
        if not self._trust.is_connected:
            self._switched += 1
            if self._asked:
                self._asked.cancel()


def _note_failure(asked: asyncio.Future[bool]) -> None:
    if not asked.cancelled() and (error := asked.exception()) is not None:
        logger.error("The question to the person failed", exc_info=error)
