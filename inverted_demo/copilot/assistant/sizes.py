"""How large things are in a request, in bytes as they are sent."""

from __future__ import annotations

import json


def size_of(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def head(text: str, most: int) -> str:
    """The beginning of a text that has at most so many bytes inside of a JSON string."""
    part = text[: max(most, 0)]
    while (size := size_of(part) - 2) > most:
        part = part[: min(len(part) - 1, len(part) * most // size)]
    return part
