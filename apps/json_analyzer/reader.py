"""Reads a JSON text as RFC 8259 has it, many small values at a time, and says where it is wrong.

`json` reads what is whole within a stretch of the text. What is longer is opened, and read by the values in it. Where
`json` finds a mistake, value after value is read, so that the mistake has its place, and what is around it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from batches import whole_values
from slices import Pace
from text import NotJson, Place, Text

BATCH_CHARS = 64 * 1024
DEEPEST = 200
CUT_CHARS = 16
"""What ends so near to the end of what is ahead may go on behind it."""

CLOSING = {"[": "]", "{": "}"}
WORDS = {"Expecting value": "A value is missing"}
"""For what Python says of a mistake."""


class _Constant(ValueError):
    """One that Python takes, and JSON does not have."""


@dataclass(slots=True)
class _Around:
    """An array or object that is being read."""

    opening: str
    place: Place
    values: Any
    key: str = ""


class Reader:
    def __init__(self, text: Text, pace: Pace, *, keeps: bool) -> None:
        self._text, self._pace, self._keeps = text, pace, keeps
        self._json = json.JSONDecoder(object_pairs_hook=self._object, parse_constant=self._refuse_constant)
        self._around: list[_Around] = []
        self._careful_until = -1
        self._value: Any = None
        self.duplicates: list[str] = []

    async def read(self) -> Any:
        """The whole text's value, or, where nothing is kept, one of its kind. Raises `NotJson`."""
        text = self._text
        await text.skip_blank()
        if text.at == len(text.ahead):
            raise NotJson("It is empty: there is no JSON in it.")
        await self._read_one()
        while self._around:
            await self._pace.pause(text.share_read)
            await text.take(BATCH_CHARS)
            if not await self._read_batch(self._around[-1]):
                await self._read_key()
                await self._read_one()
        await text.skip_blank()
        if text.at < len(text.ahead):
            raise text.wrong("The document ends before this", text.at)
        return self._value

    async def _read_batch(self, around: _Around) -> bool:
        """Whether there were whole values to read, and they are right."""
        text, closing = self._text, CLOSING[around.opening]
        if text.position < self._careful_until or text.goes_on_with(closing):
            return False
        batch = text.ahead[text.at : text.at + BATCH_CHARS]
        # What comes before a bracket decides what it ends: if `json` takes the cut text with ours, the cut was right
        try:
            size = whole_values(batch, DEEPEST - len(self._around))
            if not size:
                return False
            values, end = self._json.raw_decode(f"{around.opening}{batch[:size]}{closing}")
        except ValueError:
            self._careful_until = text.position + BATCH_CHARS
            return False
        self._keep_all(around, values)
        text.at += end - 1
        if end <= size + 1:
            await self._goes_on(self._around.pop().values)
        else:
            text.at -= 1
            await self._after_value(around)
        return True

    async def _read_key(self) -> None:
        text, around = self._text, self._around[-1]
        if around.opening == "[":
            return
        if not text.goes_on_with('"'):
            raise text.wrong("A key in double quotes is missing", text.at)
        around.key = await self._leaf()
        await text.skip_blank()
        if not text.pass_over(":"):
            raise text.wrong("A colon is missing after a key", text.at)
        await text.skip_blank()

    async def _read_one(self) -> None:
        """Read a value, or open it."""
        text = self._text
        await text.take(CUT_CHARS)
        opening = text.ahead[text.at : text.at + 1]
        if opening not in CLOSING:
            await self._goes_on(await self._leaf())
            return
        if len(self._around) == DEEPEST:
            raise NotJson(f"It is nested more than {DEEPEST} levels deep. Choose a part of it that is not.")
        around = _Around(opening, text.place(text.at), [] if opening == "[" else {})
        text.at += 1
        await text.skip_blank()
        if text.pass_over(CLOSING[opening]):
            await self._goes_on(around.values)
        else:
            self._around.append(around)

    async def _goes_on(self, value: Any) -> None:
        """Put a value into what is around it, which may end with it."""
        ended = True
        while ended and self._around:
            around = self._around[-1]
            self._keep(around, value)
            value = around.values
            ended = await self._after_value(around)
        if not self._around:
            self._value = value

    async def _after_value(self, around: _Around) -> bool:
        """Go to the next value; whether there is none, and what is around them has ended."""
        text, closing = self._text, CLOSING[around.opening]
        await text.skip_blank()
        if text.pass_over(","):
            await text.skip_blank()
            return False
        if not text.pass_over(closing):
            line, column = around.place
            raise text.wrong(f"A comma or the {closing} for line {line}, column {column} is missing", text.at)
        self._around.pop()
        return True

    async def _leaf(self) -> Any:
        text = self._text
        while True:
            try:
                value, end = self._json.raw_decode(text.ahead, text.at)
            except json.JSONDecodeError as error:
                if not text.is_complete and self._is_cut(error):
                    await text.take(2 * (len(text.ahead) - text.at))
                    continue
                raise text.wrong(WORDS.get(error.msg, error.msg), error.pos) from None
            except _Constant as constant:
                raise text.wrong(f"{constant} is not JSON: use null or a number", text.at) from None
            except ValueError:  # Python's own limit for the digits of an integer
                raise text.wrong("This number has too many digits", text.at) from None
            if end <= len(text.ahead) - CUT_CHARS or text.is_complete:
                text.at = end
                return value
            await text.take(2 * (len(text.ahead) - text.at))

    def _is_cut(self, error: json.JSONDecodeError) -> bool:
        is_open = error.msg.startswith("Unterminated string")
        return is_open or error.pos > len(self._text.ahead) - CUT_CHARS

    def _keep(self, around: _Around, value: Any) -> None:
        self._keep_all(around, [value] if around.opening == "[" else {around.key: value})

    def _keep_all(self, around: _Around, values: Any) -> None:
        if around.opening == "[":
            around.values += values if self._keeps else ()
            return
        self.duplicates += [key for key in values if key in around.values]
        around.values |= values if self._keeps else dict.fromkeys(values)

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            seen: set[str] = set()
            self.duplicates += [key for key, _ in pairs if key in seen or seen.add(key)]
        return members

    def _refuse_constant(self, constant: str) -> None:
        raise _Constant(constant)
