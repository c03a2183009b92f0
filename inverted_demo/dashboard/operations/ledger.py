"""Every call that the copilot has made, for the person to see."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from operations.changes import Change
from operations.limits import Clock
from operations.observers import Observers

MOST_CALLS = 300
MOST_CHARS = 2000
MOST_ITEMS = 200
MOST_DEPTH = 8

Kind = Literal["tool", "resource", "prompt"]
CallState = Literal["running", "asking", "done", "refused", "failed", "stopped"]


@dataclass(slots=True)
class Call:
    number: int
    kind: Kind
    name: str
    """Of the tool or prompt, or the resource's address; foreign text where there is no such thing."""
    title: str
    arguments: dict[str, Any]
    """As they came, but not larger than what can be shown."""
    started: datetime
    began: float
    state: CallState = "running"
    result: Any = None
    """What the copilot got: structured for a tool, text for a resource or prompt."""
    what: tuple[str, ...] = ()
    """What a refusal of it names, in our words and in those of the copilot."""
    text: str = ""
    """A sentence: what was done, or why not."""
    seconds: float | None = None
    change: Change | None = None
    """What it has done: something that can be undone, or an undo."""
    is_undone: bool = False
    was_turned_away: bool = False
    """By the rate limit or the switch, whatever it was."""
    times: int = 1
    """How many calls this line stands for: those that were turned away one after the other, from this one on."""

    @property
    def can_undo(self) -> bool:
        return self.change is not None and self.change.undoes is None and not self.is_undone


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Ledger:
    """Bounded: what can be undone is kept longest."""

    clock: Clock
    now: Callable[[], datetime] = _now
    """What a person's clock says. `clock` only measures."""
    forgotten: int = 0
    """How many older calls are not kept any more."""
    observers: Observers[Literal["calls"]] = field(default_factory=Observers[Literal["calls"]])
    _calls: deque[Call] = field(default_factory=deque[Call])
    _count: int = 0

    def __iter__(self) -> Iterator[Call]:
        """The newest first."""
        return reversed(self._calls)

    def __len__(self) -> int:
        return len(self._calls)

    def __getitem__(self, number: int) -> Call:
        for call in self._calls:
            if call.number == number:
                return call
        raise KeyError(number)

    def begin(self, kind: Kind, name: str, title: str, arguments: dict[str, Any]) -> Call:
        self._count += 1
        call = Call(
            number=self._count,
            kind=kind,
            name=name[:MOST_CHARS],
            title=title,
            arguments=bounded(arguments),
            started=self.now(),
            began=self.clock(),
        )
        self._make_room()
        self._calls.append(call)
        self.tell()
        return call

    def end(self, call: Call, state: CallState, text: str = "", result: Any = None) -> None:
        """Note what came of a call, once."""
        if call.seconds is not None:
            return
        call.state, call.text, call.result = state, text[:MOST_CHARS], bounded(result)
        call.seconds = self.clock() - call.began
        self.tell()

    def turn_away(self, call: Call, text: str) -> None:
        """End a call that was not looked at. A flood of such calls is one line, and pushes nothing else out."""
        *others, newest = self._calls
        turned_away = itertools.takewhile(lambda one: one.was_turned_away, reversed(others))
        same = next((one for one in turned_away if one.text == text), None)
        if same is not None and newest is call:
            self._calls.pop()
            same.times += 1
        call.was_turned_away = True
        self.end(call, "refused", text)

    def observe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call `observer` whenever a call begins, changes or ends, until what is returned is called."""
        return self.observers.add("calls", observer)

    def tell(self) -> None:
        self.observers.tell("calls")

    def _make_room(self) -> None:
        if len(self._calls) >= MOST_CALLS:
            needless = (call for call in self._calls if call.seconds is not None and not call.can_undo)
            oldest = next(needless, self._calls[0])
            self._calls.remove(oldest)
            self.forgotten += 1


def bounded(value: Any, depth: int = 0) -> Any:
    """A JSON value of a size that a page can show."""
    match value:
        case str() if len(value) > MOST_CHARS:
            return f"{value[:MOST_CHARS]}… ({len(value):,} characters)"
        case dict() | list() if depth >= MOST_DEPTH:
            return "…"
        case dict():
            shown = list(value.items())[:MOST_ITEMS]
            return {str(key)[:MOST_CHARS]: bounded(one, depth + 1) for key, one in shown}
        case list():
            return [bounded(one, depth + 1) for one in value[:MOST_ITEMS]]
        case _:
            return value
