"""The dashboard without its page: the state, the trust, the simulation, and whoever is asked."""

from __future__ import annotations

import time
from collections.abc import Callable

from operations import actions
from operations.actions import Action, Nothing
from operations.asking import ASK_SECONDS, Ask, Asking, Proposal, nobody
from operations.changes import Change, Outdated
from operations.company import Company, ProjectStatus
from operations.ledger import Call
from operations.limits import Clock
from operations.lookups import Impossible
from operations.masking import FIELDS, Masking
from operations.reading import Reader
from operations.simulation import Simulation
from operations.state import State
from operations.trust import TOOLS, Trust

__all__ = ["Ask", "Board", "Proposal"]

UNSAID = "This can't be done, or is so already. Which of both is not said: the person keeps such things to themselves."


class Board:
    def __init__(
        self,
        company: Company,
        *,
        clock: Clock = time.monotonic,
        ask: Ask = nobody,
        ask_seconds: float = ASK_SECONDS,
        trust: Trust | None = None,
        seed: int = 1,
    ) -> None:
        self.state = State(company)
        self.trust = trust or Trust(clock)
        self.trust.ledger.now = lambda: self.state.now  # a page with two clocks would tell two stories
        self.simulation = Simulation(self.state, seed)
        self.masking = Masking(company, self.trust.is_allowed)
        self.reader = Reader(self.state, self.masking)
        self.asking = Asking(self.trust, ask, ask_seconds)

    @classmethod
    def trusting(cls, company: Company) -> Board:
        """Everything is allowed, as often as one likes: for tests and benchmarks."""
        board = cls(company, trust=Trust(time.monotonic, calls=None, actions=None))
        for tool in TOOLS:
            board.trust.set_policy(tool, "always")
        for field in FIELDS:
            board.trust.allow(field)
        return board

    @property
    def user(self) -> str:
        return self.state.company.user

    # What the copilot wants

    async def permit(self, call: Call, tool: str, sentence: str) -> None:
        """Let a call have what `tool` reads. Raises `Refused` where the policy or the person does not."""
        self.trust.check_policy(tool)
        if self.trust.policy(tool) == "ask":
            async with self.asking.turn(call):
                await self.asking.consent(tool, call, sentence)

    async def carry_out(self, call: Call, tool: str, make: Callable[[], Action]) -> Action:
        """Do what `make` says, if the policy and the person have nothing against it.

        Raises `Refused`, `Impossible`, `Outdated`.
        """
        self.trust.check_policy(tool)
        action = self._thought_out(call, tool, make)
        if isinstance(action, Change) and self.trust.policy(tool) == "ask":
            async with self.asking.turn(call):
                action = await self._agreed(call, tool, make)
        if isinstance(action, Change):
            action = action.of_copilot()
            if action.undoes:
                self._take_back(action.undoes, by_copilot=True)
            else:
                self.state.apply(action, self.user)
            call.change = action
        return action

    def _thought_out(self, call: Call, tool: str, make: Callable[[], Action]) -> Action:
        """What would be done. Why nothing is done is not told to a copilot that may not read such things."""
        if self.trust.may_know(tool):
            action = make()
            call.what = (action.doing,) if isinstance(action, Change) else call.what
            return action
        try:
            action = make()
        except Impossible:
            raise Impossible(UNSAID) from None
        if isinstance(action, Nothing):
            raise Impossible(UNSAID)
        return action

    async def _agreed(self, call: Call, tool: str, make: Callable[[], Action]) -> Action:
        """What the person has agreed to. It is made once more after their answer: that is what happens, or nothing."""
        asked = self._thought_out(call, tool, make)
        if isinstance(asked, Nothing):
            return asked
        await self.asking.consent(tool, call, asked.summary, asked)
        action = make()
        if isinstance(action, Nothing) or (action.summary, action.before) != (asked.summary, asked.before):
            raise Outdated(f"{asked.name} has changed while the person was asked. Look at it again.")
        return action

    # What the person wants

    def undo(self, number: int) -> str:
        """Undo what a call has done. Returns a sentence; raises `Impossible` with why not."""
        try:
            call = self.trust.ledger[number]
        except KeyError:
            raise Impossible("This call is not kept any more.") from None
        if call.change is None:
            raise Impossible("This call has changed nothing.")
        try:
            self._take_back(call.change)
        except Outdated as outdated:
            raise Impossible(str(outdated)) from None
        return call.change.undone

    def _take_back(self, change: Change, *, by_copilot: bool = False) -> None:
        """Raises `Outdated`."""
        self.state.undo(change, self.user, by_copilot=by_copilot)
        for call in self.trust.ledger:
            if call.change is change:
                call.is_undone = True
        self.trust.ledger.tell()

    def acknowledge(self, incident_id: str, note: str = "") -> Action:
        """The person takes an incident in hand."""
        return self._do(actions.acknowledge(self.state, incident_id, note))

    def set_status(self, project_id: str, status: ProjectStatus, reason: str = "") -> Action:
        return self._do(actions.set_status(self.state, project_id, status, reason))

    def _do(self, action: Action) -> Action:
        if isinstance(action, Change):
            self.state.apply(action, self.user)
        return action
