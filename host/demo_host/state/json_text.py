"""JSON as people write it: exact numbers, and errors that say where."""

from __future__ import annotations

import json
import math
from typing import Any

NO_NUMBER = "JSON has no NaN and no Infinity."


class NotJson(ValueError):
    """A text that is no JSON; the message says at which line and column."""


def dumps(value: Any, indent: int | None = None) -> str:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which no page can show
        return json.dumps(value, indent=indent)
    return text


def loads(text: str) -> Any:
    """The value of a JSON text; `NotJson` says where it is none."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise NotJson(f"Line {error.lineno}, column {error.colno}: {_words(error)}") from error
    except RecursionError as error:
        raise NotJson("This is nested too deeply.") from error


def _words(error: json.JSONDecodeError) -> str:
    if error.pos >= len(error.doc.rstrip()):
        return "something is missing at the end."
    return {
        "Extra data": "there is something after the end.",
        "Expecting value": "a value is expected here.",
        "Expecting ',' delimiter": "a comma is expected here.",
        "Expecting ':' delimiter": "a colon is expected here.",
        "Expecting property name enclosed in double quotes": "a name in double quotes is expected here.",
    }.get(error.msg, f"{error.msg[0].lower()}{error.msg[1:].removesuffix('at')}.")


def _no_constant(_: str) -> Any:
    raise NotJson(NO_NUMBER)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise NotJson(f"{text[:20]} is too large for a number.")
    return number


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 and 1.0 and true are three values."""
    return canonical(one) == canonical(other)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=id)
