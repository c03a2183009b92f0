"""Times as the parameters of a tool take them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from assistant.conversation import Arguments
from assistant.planner.english.dates import When
from assistant.planner.english.likeness import likeness
from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import Deed

BEGIN_WORDS = wordset("since from start after begin starting earliest newer")
END_WORDS = wordset("until to end before till latest older")
DAY_WORDS = wordset("date day time on at when")


def spanned(deed: Deed, when: When, field: Slot | None = None) -> Arguments:
    """`since` and `until`, or the like; `date` where one day is meant."""
    result: Arguments = {}
    for param in deed.params:
        words = set(param.all_words)
        takes = param.is_moment or (param.form == "text" and "date" in param.description.casefold())
        if not takes or param.choices or (field is not None and _is_of_another(param, field)):
            continue
        if words & BEGIN_WORDS and when.side in ("since", "within", "after"):
            result[param.name] = written(when.first if when.side != "after" else when.last, param)
        elif words & END_WORDS and when.side in ("until", "within", "before"):
            is_beyond = bool(words & {"before", "older"}) and when.side != "before"
            last = when.last + timedelta(days=1) if is_beyond and param.form == "date" else when.last
            result[param.name] = written(when.first if when.side == "before" else last, param)
        elif words & {"date", "day", "on", "when"} and when.side == "within" and _is_one_day(when):
            result[param.name] = written(when.first, param)
    return result


def _is_one_day(when: When) -> bool:
    return when.last - when.first <= timedelta(days=1)


def _is_of_another(param: Slot, field: Slot) -> bool:
    """`arriving_from` says nothing of when somebody leaves."""
    own = [stem(word) for word in param.all_words if word not in BEGIN_WORDS | END_WORDS | DAY_WORDS]
    return bool(own) and not any(likeness(word, key) for word in own for key in field.key)


def written(moment: datetime, param: Slot) -> str:
    """As the schema has it: a date, a time, or both."""
    if param.form == "date" or (param.form == "text" and "date" in param.all_words and "time" not in param.all_words):
        return moment.date().isoformat()
    if param.form == "time":
        times = moment.time().replace(microsecond=0, tzinfo=None)
        return _fitting(param, [times.isoformat(timespec="minutes"), times.isoformat()])
    exact = moment.replace(microsecond=0)
    plain = exact.replace(tzinfo=None)
    short = plain.isoformat(timespec="minutes")
    zoned = [exact.isoformat(), f"{plain.isoformat()}Z", f"{short}Z"]
    return _fitting(param, [*zoned, plain.isoformat(), short, short.replace("T", " ")])


def _fitting(param: Slot, ways: Sequence[str]) -> str:
    """The first way to write it that a parameter takes."""
    return next((one for one in ways if param.takes(one)), ways[0])
