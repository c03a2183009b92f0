"""What things were chosen by, in words."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wording import joined, plain, spoken


def phrase(field: str, values: Sequence[object]) -> str:
    words = joined(list(dict.fromkeys(spoken(str(one)) for one in values if not isinstance(one, bool))), "or")
    return f"{spoken(field)} {words}".strip()


MAX_TOLD = 3


def fitting(selection: Selection) -> str:
    """The conditions in words."""
    own = selection.source.id_field
    told = [one for one in selection.wish.conditions if len(one.values) <= MAX_TOLD]
    told = [one for one in told if not (one.negated and own is not None and one.field == own.name)]
    parts = [_in_words(one) for one in told if one.test in ("is", "flag") and not one.is_name]
    named = [one for one in told if one.is_name and one.test == "is"]
    names = [_in_words(one) for one in named if own is None or one.field != own.name]
    parts = [part for part in dict.fromkeys(parts + names) if part]
    return f" ({', '.join(parts)})" if parts else ""


def _in_words(condition: Condition) -> str:
    text = _flag(condition.field) if condition.test == "flag" else phrase(condition.field, condition.values)
    return plain(f"not {text}" if condition.negated else text)


def _flag(name: str) -> str:
    return spoken(name.removeprefix("days_").removeprefix("is_").removeprefix("has_"))


def nothing(selection: Selection) -> str:
    return f"There is no {selection.source.noun} like that{fitting(selection)}."
