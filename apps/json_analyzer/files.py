"""A file as the analyzer takes it: by parts, so that no step is as long as the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Unreadable(Exception):
    """A part of a file can't be read any more. The words are for people."""


class File(Protocol):
    """Has a name and a size, and gives its bytes from one place to another."""

    @property
    def name(self) -> str: ...

    @property
    def size_bytes(self) -> int: ...

    async def part(self, start: int, end: int) -> bytes:
        """Raises `Unreadable`."""
        ...


@dataclass(frozen=True, slots=True)
class BytesFile:
    """A file that is in memory."""

    name: str
    data: bytes

    @property
    def size_bytes(self) -> int:
        return len(self.data)

    async def part(self, start: int, end: int) -> bytes:
        return self.data[start:end]
