"""When something begins and how long it takes, where a text tells from when to when: `from 2:00 to 2:45 on Friday`."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from assistant.planner.english.dates import When, moments
from assistant.planner.filling.arguments import whole
from assistant.planner.offer.periods import written
from assistant.planner.offer.schemas import Slot

if TYPE_CHECKING:
    from assistant.planner.filling.filling import Form


def take_stretch(form: Form, now: datetime, length: Slot, unit: float) -> None:
    """The beginning, and how many of such units it takes; for a tool that takes one moment, and not its end."""
    begins = [one for one in form.deed.params if one.is_moment]
    told = stretch_in(form.clause.text, now) if len(begins) == 1 and begins[0].form == "datetime" else None
    if told is None or begins[0].name in form.arguments:
        return
    minutes = (told.last - told.first).total_seconds() / 60
    form.take(begins[0], written(told.first, begins[0]), told.start, told.end)
    form.arguments[length.name] = whole(round(minutes / unit, 4), length)


def stretch_in(text: str, now: datetime) -> When | None:
    """The only stretch of a day that a text tells by both of its ends."""
    found = [one for one in moments(text, now, with_ends=True) if one.has_clock and one.last > one.first]
    return found[0] if len(found) == 1 else None
