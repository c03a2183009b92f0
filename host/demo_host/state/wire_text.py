"""Foreign text for a person's eyes and for files: nothing hidden, nothing that turns the line around."""

from __future__ import annotations

import re

from .amounts import visible

INDENTS = 30
"""Deeper levels are not indented further: brackets alone could fill the page otherwise."""

_HALF = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


def pretty(text: str, limit: int) -> tuple[str, bool]:
    """JSON over several lines, up to so many characters, and whether that is all.

    It is not parsed, so numbers, double keys and what is no JSON stay as they came.
    """
    pieces: list[str] = []
    size = depth = 0
    before = ""
    for match in _TOKEN.finditer(text):
        part = match[0]
        if part in "}]":
            depth = max(0, depth - 1)
        piece = _on_its_line(part, before, depth)
        if part in "{[":
            depth += 1
        before = part
        size += len(piece)
        if size > limit:
            pieces.append(piece[: limit - size] or piece)
            return visible("".join(pieces))[:limit], False
        pieces.append(piece)
    return visible("".join(pieces)), True


def _on_its_line(part: str, before: str, depth: int) -> str:
    opened = before in ("{", "[")
    closes = part in "}]"
    if before == "," or (opened and not closes) or (closes and before and not opened):
        return "\n" + "  " * min(depth, INDENTS) + part
    return ": " if part == ":" else part


def embed(text: str) -> str:
    """A JSON text as part of a line of a file."""
    return _HALF.sub(lambda half: visible(half[0]), text.replace("\r", " ").replace("\n", " "))
