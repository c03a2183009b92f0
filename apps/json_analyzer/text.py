"""The text of a file, as much of it as is being read; and on which line and column that is."""

from __future__ import annotations

import codecs
import json
import re

from files import File

PART_BYTES = 512 * 1024
BLANK = re.compile(r"[ \t\n\r]*")
NEAR_CHARS = 20

Place = tuple[int, int]
"""A line and a column, both from 1."""


class NotJson(Exception):
    """A file or a text that is not JSON. The words are for people, and say where."""


class Text:
    """What is not read yet begins at `ahead[at]`."""

    def __init__(self, file: File) -> None:
        self.ahead = ""
        self.at = 0
        self._file = file
        self._bytes_taken = 0
        self._decoder: _Decoder | None = None
        self._chars_dropped = 0
        self._line, self._line_start, self._counted = 1, 0, 0

    @property
    def encoding(self) -> str:
        return self._decoder.name if self._decoder is not None else "utf-8"

    @property
    def is_complete(self) -> bool:
        """Whether all that follows is in `ahead`."""
        return self._bytes_taken >= self._file.size_bytes

    @property
    def position(self) -> int:
        """How many characters are before `at`."""
        return self._chars_dropped + self.at

    @property
    def share_read(self) -> float:
        ahead = len(self.ahead) - self.at
        return max(self._bytes_taken - ahead, 0) / max(self._file.size_bytes, 1)

    async def take(self, chars: int) -> None:
        """Have so many characters ahead, or all that there are."""
        while not self.is_complete and len(self.ahead) - self.at < chars:
            size = max(PART_BYTES, chars - len(self.ahead) + self.at)
            data = await self._file.part(self._bytes_taken, self._bytes_taken + size)
            if not data:
                raise NotJson("It is shorter than it was. Choose it again.")
            self._bytes_taken += len(data)
            if self._decoder is None:
                self._decoder = _Decoder(data)
            self._drop_what_is_read()
            self.ahead += self._decoder.decode(data, self.is_complete)

    def _drop_what_is_read(self) -> None:
        self._count_lines(self.at)
        self._chars_dropped += self.at
        self._line_start -= self.at
        self._counted = 0
        self.ahead, self.at = self.ahead[self.at :], 0

    async def skip_blank(self) -> None:
        """Go to the next character that is not blank, and see that it is there."""
        while True:
            match = BLANK.match(self.ahead, self.at)
            self.at = match.end() if match is not None else self.at
            if self.at < len(self.ahead) or self.is_complete:
                return
            await self.take(1)

    def goes_on_with(self, sign: str) -> bool:
        return self.ahead.startswith(sign, self.at)

    def pass_over(self, sign: str) -> bool:
        """Go on behind this sign, if it is here."""
        is_here = self.goes_on_with(sign)
        self.at += is_here
        return is_here

    def place(self, at: int) -> Place:
        """Where this is in the file; one has to ask in the order of the text."""
        self._count_lines(at)
        return self._line, at - self._line_start + 1

    def _count_lines(self, end: int) -> None:
        count = self.ahead.count("\n", self._counted, end)
        if count:
            self._line += count
            self._line_start = self.ahead.rindex("\n", self._counted, end) + 1
        self._counted = max(self._counted, end)

    def wrong(self, words: str, at: int) -> NotJson:
        line, column = self.place(at)
        near = self.ahead[at : at + NEAR_CHARS].split("\n")[0]
        where = f"here: {near}" if near else "at the end" if at >= len(self.ahead) else "at the end of the line"
        return NotJson(f"Line {line}, column {column}: {words.rstrip('.')}, {where}")


class _Decoder:
    def __init__(self, start: bytes) -> None:
        encoding = json.detect_encoding(start)
        self.name = encoding.removesuffix("-sig")
        # Python counts the bytes of a mistake from behind this mark
        self._mark = codecs.BOM_UTF8 if encoding != self.name else b""
        self._decoder = codecs.getincrementaldecoder(self.name)()
        self._decoded = 0

    def decode(self, data: bytes, is_last: bool) -> str:
        kept = self._decoder.getstate()[0]
        skipped = 0 if self._decoded else len(self._mark)
        try:
            text = self._decoder.decode(data[skipped:], is_last)
        except UnicodeDecodeError as error:
            at = self._decoded + skipped - len(kept) + error.start + 1
            name = self.name.upper()
            raise NotJson(f"Byte {at} is not {name} text. Save the file as UTF-8, and choose it again.") from None
        self._decoded += len(data)
        return text
