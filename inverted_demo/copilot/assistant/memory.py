"""The conversation as it is kept in the browser: of one dashboard, in one tab, and not without bounds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pydantic import BaseModel, ValidationError

from assistant.chat import Entry
from assistant.conversation import Call, Outcome, Row, Turn
from assistant.outcomes import cut

PREFIX = "copilot.conversation."
MAX_TURNS = 60
MAX_CHARACTERS = 300_000
"""Of one conversation; its oldest turns go first."""
MAX_RESULT_CHARACTERS = 20_000
"""Of what is kept of one result. Its data is kept whole, or not at all."""
MAX_ROWS_CHARACTERS = 100_000
"""Of what is kept of the things that one answer tells of; the first ones."""
MAX_CONVERSATIONS = 10


class Kept(Protocol):
    """What outlives the page: `localStorage`."""

    def get(self, key: str, /) -> str | None: ...
    def set(self, key: str, value: str, /) -> None:
        """Raises `OSError` where there is no room."""
        ...

    def delete(self, key: str, /) -> None: ...
    def names(self) -> Iterator[str]: ...


class Record(BaseModel):
    """How a conversation is written down."""

    version: int = 1
    time: float
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class Memory:
    """Of one place: the origin of a dashboard, and the tab that it is in."""

    kept: Kept
    origin: str
    tab: str

    @property
    def _key(self) -> str:
        return f"{PREFIX}{self.tab}.{self.origin}"

    def load(self) -> list[Entry]:
        """Nothing where nothing was kept, or somebody else wrote it."""
        try:
            record = Record.model_validate_json(self.kept.get(self._key) or "")
        except ValidationError:
            return []
        return [_stopped(entry) for entry in record.entries]

    def save(self, entries: Sequence[Entry], time: float) -> None:
        """`time` is in seconds. Raises `OSError` where the browser has no room for it, or it can't be written down."""
        if not entries:
            self.kept.delete(self._key)
            return
        try:
            text = Record(time=time, entries=bounded(entries)).model_dump_json()
        except ValueError as error:
            raise OSError("The conversation can't be written down.") from error
        self._forget_oldest()
        self.kept.set(self._key, text)

    def _forget_oldest(self) -> None:
        """Tabs are closed without a word, so that what they kept has to be let go some day."""
        others = [name for name in self.kept.names() if name.startswith(PREFIX) and name != self._key]
        if len(others) < MAX_CONVERSATIONS:
            return
        others.sort(key=lambda name: _time(self.kept.get(name)), reverse=True)
        for name in others[MAX_CONVERSATIONS - 1 :]:
            self.kept.delete(name)


def bounded(entries: Sequence[Entry]) -> list[Entry]:
    """The last of them, with results that are not too long."""
    found: list[Entry] = []
    left = MAX_CHARACTERS
    for entry in reversed(entries[-MAX_TURNS:]):
        small = replace(entry, turn=_smaller_turn(entry.turn))
        left -= len(Record(time=0, entries=[small]).model_dump_json())
        if found and left < 0:
            break
        found.append(small)
    return found[::-1]


def _smaller_turn(turn: Turn) -> Turn:
    rows: list[Row] = []
    left = MAX_ROWS_CHARACTERS
    for row in turn.rows:
        left -= len(json.dumps([row.title, row.telling, row.rest], default=str))
        if left < 0:
            break
        rows.append(row)
    return replace(turn, calls=[_smaller(call) for call in turn.calls], rows=rows)


def _smaller(call: Call) -> Call:
    outcome = call.outcome
    if outcome is None:
        return replace(call)
    fits = outcome.data is not None and len(json.dumps(outcome.data, default=str)) <= MAX_RESULT_CHARACTERS
    small = replace(outcome, text=cut(outcome.text, MAX_RESULT_CHARACTERS), data=outcome.data if fits else None)
    return replace(call, outcome=small)


def _stopped(entry: Entry) -> Entry:
    """What was being written when the page was left has stopped."""
    turn = entry.turn
    for call in turn.calls:
        if call.outcome is None:
            call.outcome = Outcome("stopped", "The page was left before the answer came.")
    if turn.state == "writing":
        turn.state = "stopped"
        entry.problem = "The page was left while this was being written."
    return entry


def _time(text: str | None) -> float:
    try:
        return Record.model_validate_json(text or "").time
    except ValidationError:
        return 0.0
