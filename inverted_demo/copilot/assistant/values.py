"""Things, values and names of fields out of JSON, as people say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CALLED = ("name", "title", "label", "subject")
"""The fields that say what a thing is called."""
DEEPEST = 12
"""So far values are looked into."""


def named(name: str) -> str:
    """`days_overdue` as “days overdue”."""
    return name.replace("_", " ").strip()


def in_words(value: object, depth: int = 0) -> str:
    match value:
        case list() | dict() if depth > DEEPEST:
            return "…"
        case None:
            return "not given"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}" if abs(value) < 1e6 else f"{value:.2f}"
        case list():
            return ", ".join(in_words(one, depth + 1) for one in value) or "none"
        case dict():
            called = next((value[name] for name in CALLED if value.get(name)), None)
            others = [
                f"{named(str(name))} {in_words(one, depth + 1)}"
                for name, one in value.items()
                if one not in (None, called)
            ]
            return f"{called} ({', '.join(others)})" if called and others else str(called or ", ".join(others))
        case str() if "_" in value and value.replace("_", "").isalpha():  # a choice, as `at_risk`
            return named(value)
        case _:
            return str(value)


def label(row: Mapping[str, Any]) -> str:
    """What a thing is called; else its first text that is no id."""
    written = {name: value for name, value in row.items() if isinstance(value, str) and value.strip()}
    others = [name for name in written if name != "id" and not name.endswith("_id")]
    return next((written[name] for name in (*CALLED, *others) if name in written), identity(row) or "…")


def identity(row: Mapping[str, Any]) -> str:
    """Its id; empty where it has none."""
    values = [row.get("id"), *(value for name, value in row.items() if name.endswith(("_id", "Id", "ID")))]
    return next((str(value) for value in values if isinstance(value, str) or type(value) is int), "")
