"""How far a stretch of JSON text has whole values, so that `json` can read many of them in one go.

Strings are taken out and brackets counted, by functions that search and replace: much faster than reading. What is not
JSON may be cut anywhere: it is for `json` to find out.
"""

from __future__ import annotations

from itertools import accumulate

OPENING, CLOSING = "[{", "]}"
SIGNS = bytes.maketrans(b"[{]}", b"\1\1\xff\xff")
"""Plus and minus one, as signed bytes."""

NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
PEELED_LEVELS = 3


class TooDeep(ValueError):
    """Brackets are in each other more levels deep than they may be, if quotes are where they should be."""


def whole_values(text: str, most_levels: int) -> int:
    """How much of a text that starts with an item, or a key, has only whole ones; what follows is a comma, if anything.

    Nothing, if the first is longer than the text; all, if what is around ends here. Raises `TooDeep`.
    """
    pieces = _without_escapes(text).split('"')
    brackets = "".join(pieces[::2]).encode("ascii", "replace").translate(SIGNS, NO_BRACKETS)
    levels = _levels(brackets)
    if max(levels) > most_levels - PEELED_LEVELS and _deepest(brackets) > most_levels:
        raise TooDeep
    return len(text) if levels[-1] < 0 else _last_comma(pieces, len(text), levels[-1])


def _without_escapes(text: str) -> str:
    """As long as it was, without quotes that don't end a string."""
    return text.replace("\\\\", "__").replace('\\"', "__") if "\\" in text else text


def _levels(brackets: bytes) -> list[int]:
    """How many are open, from bracket to bracket, when the innermost are taken away."""
    for _ in range(PEELED_LEVELS):
        brackets = brackets.replace(b"\1\xff", b"")
    return list(accumulate(memoryview(brackets).cast("b"), initial=0))


def _deepest(brackets: bytes) -> int:
    return max(accumulate(memoryview(brackets).cast("b"), initial=0))


def _last_comma(pieces: list[str], end: int, level: int) -> int:
    """Where the last comma is that is in no bracket; every second piece is within a string."""
    for number in range(len(pieces) - 1, -1, -1):
        end -= len(pieces[number])
        if number % 2 == 0:
            for at in range(len(pieces[number]) - 1, -1, -1):
                sign = pieces[number][at]
                if sign == "," and level == 0:
                    return end + at
                level += (sign in CLOSING) - (sign in OPENING)
        end -= 1
    return 0
