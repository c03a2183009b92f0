"""Reads documents, or only checks them: which are small enough, and JSON."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from files import File
from reader import Reader
from slices import Pace, Tell
from text import NotJson, Text

LIMIT_BYTES = 50 * 1024 * 1024
LARGE_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document that was read."""

    name: str
    value: Any
    size_bytes: int
    encoding: str
    duplicates: list[str] = field(default_factory=list[str])
    """Keys that are in one object more than once: the last one counts."""


class _LargePace(Pace[float]):
    """For a large document: what is new by each pause is not looked through for garbage, then or later."""

    async def pause(self, done: float) -> None:
        if self.is_due:
            gc.freeze()
        await super().pause(done)


async def read_document(file: File, tell: Tell) -> Document:
    """Raises `NotJson`."""
    text = Text(file)
    reader, value = await _read(file, text, tell, keeps=True)
    return Document(file.name, value, file.size_bytes, text.encoding, reader.duplicates)


async def check_document(file: File, tell: Tell) -> None:
    """Read a file and keep nothing of it, which takes less time and memory. Raises `NotJson`."""
    await _read(file, Text(file), tell, keeps=False)


async def _read(file: File, text: Text, tell: Tell, *, keeps: bool) -> tuple[Reader, Any]:
    _refuse_beyond_limit(file)
    is_large = file.size_bytes > LARGE_BYTES
    reader = Reader(text, _LargePace(tell) if is_large else Pace(tell), keeps=keeps)
    with _no_collections() if is_large else nullcontext():
        return reader, await reader.read()


@contextmanager
def _no_collections() -> Iterator[None]:
    """There are millions of new objects, and no cycles: to look for some would take longer than to read the file."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _refuse_beyond_limit(file: File) -> None:
    if file.size_bytes > LIMIT_BYTES:
        words = f"{file.name} has {size_words(file.size_bytes)}, and {size_words(LIMIT_BYTES)} is the limit."
        raise NotJson(f"{words} Choose a smaller file, or a part of this one.")


def size_words(size_bytes: int) -> str:
    for unit, size in (("MB", 1024 * 1024), ("KB", 1024)):
        if size_bytes >= size:
            return f"{size_bytes / size:.1f} {unit}".replace(".0 ", " ")
    return f"{size_bytes} bytes"
