"""What the two machines of one side have in common, whatever the phase."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from transom.errors import NoAnswer, OriginNotAllowed, PageFailed, SpeaksOtherwise, TransomError
from transom.handshake.machine import ANSWER_SECONDS, Actions, Machine, Received, Send, SetTimer
from transom.handshake.reasons import turned_down_text
from transom.origins import ANY, OPAQUE
from transom.protocol import Failure, Message, Stage, StageReached


@dataclass(slots=True)
class InnerMachine(Machine):
    """Answers the page above, which it does not know before that has replied."""

    REPLY: ClassVar[type[Message]]

    def stray(self, event: Received) -> Actions:
        if self.origin is not None:
            return Machine.stray(self, event)
        if not isinstance(event.message, self.REPLY):
            return ()
        return self.turn_down(OriginNotAllowed(event.origin, self.allow), event.origin)

    def turn_down(self, error: TransomError, origin: str) -> Actions:
        """Tell a page that is not pinned why there will be no session; it learns nothing else."""
        failure = Failure(code=error.code, message=turned_down_text(error))
        return (Send(failure, ANY if origin == OPAQUE else origin), *self._end(error))


@dataclass(slots=True)
class OuterMachine(Machine):
    """Waits for the page that it has loaded."""

    session_id: str
    answer_seconds: float = field(default=ANSWER_SECONDS, kw_only=True)
    stages: set[Stage] = field(default_factory=set[Stage], init=False)

    def progress(self, event: Received) -> Actions:
        """The page is still starting: it has the whole time again, once for each stage."""
        assert isinstance(event.message, StageReached)
        if event.message.stage == "failed":
            return self._end(PageFailed())
        if event.message.stage in self.stages:
            return ()
        self.stages.add(event.message.stage)
        return (SetTimer("answer", self.answer_seconds),)

    def no_page(self, seconds: float | None) -> TransomError:
        """Why there was no answer in time; `seconds` is that time, if it was not the whole."""
        who, seconds = f"The page from {self.allow}", seconds or self.answer_seconds
        if self.heard_foreign:
            return SpeaksOtherwise(who, seconds)
        return NoAnswer(who, seconds, "Check its address, and that it is an MCP server page.")
