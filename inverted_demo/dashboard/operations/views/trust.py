"""The trust between the person and the copilot, as the page shows and keeps it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from operations.board import Board, Proposal
from operations.ledger import Call
from operations.views.calls import CallsView
from operations.views.kept import Kept
from operations.views.proposals import facts, reason
from operations.views.question import Question, QuestionDialog
from operations.views.rules import Meter, RulesView
from operations.views.soon import PAUSE_SECONDS, soon
from operations.views.toasts import Toasts
from operations.views.words import clip

WORDS_CHARACTERS = 200

KEPT = "The rules are kept in this browser, for this copilot. Another tab with this dashboard takes them over at once."
NOT_KEPT = "This browser keeps nothing for this page: the rules last until it is closed or loaded again."


class TrustView:
    """`origin` is the copilot's: rules that were made for one hold for no other."""

    def __init__(
        self,
        board: Board,
        kept: Kept,
        origin: str,
        titles: Mapping[str, str],
        toasts: Toasts,
        undo: Callable[[int], None],
    ) -> None:
        self._board, self._kept, self._toasts, self._undo = board, kept, toasts, undo
        self._key = f"rules:{origin}"
        self._told: dict[int, Callable[[], None]] = {}
        """The changes that the person has heard of, and how to take that back."""
        self._restore(kept.get(self._key) or "")
        self._dialog = QuestionDialog(origin)
        board.asking.ask = self._ask
        self.calls = CallsView(board.trust.ledger, undo)
        self._meter = Meter(board.trust)
        RulesView(board.trust, titles, KEPT if kept.lasts else NOT_KEPT)
        for topic in ("policy", "fields"):
            board.trust.observe(topic, soon(self._keep))
        kept.on_change(self._key, self._take_over)
        board.trust.ledger.observe(soon(self._called, pause=PAUSE_SECONDS))

    def draw_limits(self) -> None:
        """From time to time: there is room again by itself."""
        self._meter.draw()

    # Rules

    def _restore(self, text: str) -> None:
        try:
            self._board.trust.restore(json.loads(text or "{}"))
        except ValueError:  # somebody else's, or half of it: the defaults are the careful ones
            self._toasts.say("The rules that were kept can't be read. The defaults are in force.", kind="problem")

    def _keep(self) -> None:
        text = json.dumps(self._board.trust.settings())
        if text == self._kept.get(self._key):
            return
        if not self._kept.set(self._key, text) and self._kept.lasts:
            self._toasts.say("The browser has no room left. The rules last until this page is closed.", kind="problem")

    def _take_over(self, text: str) -> None:
        self._restore(text)
        self._toasts.say("The rules were changed in another tab. They hold here as well.")

    # Calls

    def _called(self) -> None:
        self.calls.draw()
        self._meter.draw()
        asking = sum(call.state == "asking" for call in self._board.trust.ledger)
        self._dialog.say_more(asking - 1)
        for call in self._board.trust.ledger:
            if call.is_undone:
                self._told.pop(call.number, _nothing)()
            elif call.change and call.number not in self._told and call.state != "running":
                self._told[call.number] = self._tell(call)

    def _tell(self, call: Call) -> Callable[[], None]:
        if call.change is None or call.change.table == "highlight":  # which tells of itself
            return _nothing
        words = f"The copilot did this: {clip(call.change.done, WORDS_CHARACTERS)}"
        undo = [("Undo", lambda: self._undo(call.number))] if call.can_undo else []
        return self._toasts.say(words, *undo)

    async def _ask(self, proposal: Proposal) -> bool:
        known = facts(self._board.state, proposal)
        question = Question(proposal.sentence, known, reason(proposal), proposal.seconds)
        answer = await self._dialog.ask(question)
        if answer == "always":
            self._board.trust.set_policy(proposal.tool, "always")
        return answer != "refuse"


def _nothing() -> None:
    pass
