"""How a JSON value reads in one line, and where it is in a larger one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import islice

from .amounts import count_words

STRING_CHARACTERS = 500
"""Of a string in a tree; the whole is there to be copied."""
PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Path = tuple[str | int, ...]


def path_text(path: Path) -> str:
    """As JSONPath: `$.items[3]["odd key"]`."""
    return "$" + "".join(_step(step) for step in path)


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if PLAIN_KEY.fullmatch(step) else f"[{json.dumps(step, ensure_ascii=False)}]"


def is_container(value: object) -> bool:
    return isinstance(value, dict | list)


def children(value: object, start: int, count: int) -> Iterable[tuple[str | int, object]]:
    """Some of the keys or positions in a value, with what is there."""
    if isinstance(value, dict):
        return islice(value.items(), start, start + count)
    if isinstance(value, list):
        return ((start + number, part) for number, part in enumerate(value[start : start + count]))
    return ()


def kind_of(value: object) -> str:
    match value:
        case None | bool():
            return "word"
        case str():
            return "string"
        case int() | float():
            return "number"
        case _:
            return "container"


def line_text(value: object) -> str:
    """A plain value as JSON, cut if it is long; how much there is in any other."""
    match value:
        case dict():
            return f"{{{count_words(len(value), 'key')}}}" if value else "{}"
        case list():
            return f"[{count_words(len(value), 'item')}]" if value else "[]"
        case str() if len(value) > STRING_CHARACTERS:
            beginning = json.dumps(value[:STRING_CHARACTERS], ensure_ascii=False)[:-1]
            return f"{beginning}… ({count_words(len(value), 'character')})"
        case _:
            return json.dumps(value, ensure_ascii=False)
