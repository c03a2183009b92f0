"""Server-sent events out of bytes as they come, cut anywhere."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

MAX_EVENT_CHARACTERS = 2_000_000


class TooLong(ValueError):
    """An event without an end."""


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    """What the field `event` said; `message` without one."""
    data: str


class EventReader:
    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        """A line that has not ended yet."""
        self._after_return = False
        self._is_first = True
        self._kind = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that end in this piece. Raises `TooLong`."""
        return self._take(self._decoder.decode(chunk))

    def finish(self) -> list[Event]:
        """An event that the end of the stream cut off: many servers leave the last empty line out."""
        return self._take(self._decoder.decode(b"", final=True) + "\n\n")

    def _take(self, text: str) -> list[Event]:
        if self._is_first and text:
            self._is_first = False
            text = text.removeprefix("\ufeff")
        if self._after_return and text:  # a line's end of two characters, cut between them
            text = text.removeprefix("\n")
            self._after_return = False
        if not text:
            return []
        self._after_return = text.endswith("\r")
        lines = (self._rest + text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = lines.pop()
        events = [event for line in lines if (event := self._line(line))]
        if len(self._rest) + sum(map(len, self._data)) > MAX_EVENT_CHARACTERS:
            raise TooLong(f"An event of more than {MAX_EVENT_CHARACTERS} characters.")
        return events

    def _line(self, line: str) -> Event | None:
        if not line:
            return self._dispatch()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._kind = value
        return None  # a comment, which has no name, or a field that nobody here needs

    def _dispatch(self) -> Event | None:
        event = Event(self._kind or "message", "\n".join(self._data)) if self._data else None
        self._kind, self._data = "", []
        return event
