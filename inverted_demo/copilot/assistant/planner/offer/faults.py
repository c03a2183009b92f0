"""What looks wrong by what a server says of it: states that are bad, and days that something is late."""

from __future__ import annotations

from assistant.planner.english.stems import identifier_words, singular
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source

FAULTY = wordset(
    "down degraded broken failed failing faulty dead offline unhealthy blocked stuck overdue late expired leaking "
    "damaged missing delayed impaired jammed outage error alarm unsafe crashed"
)
FAULTY_PHRASES = frozenset({("at", "risk"), ("out", "of", "order"), ("out", "of", "service"), ("off", "track")})
STATES = wordset("status state health condition overall")
"""How something is: a shift whose kind is `late` is not."""
EXAMS = wordset("test exam attempt")
"""What has failed once has failed for ever, and wants nothing of anybody."""
TROUBLES = wordset("incident fault defect alarm alert outage breakdown emergency")
"""What is wrong by what it is, as long as it is not over."""
OVER = wordset("resolved closed done fixed solved ended cancelled repaired finished completed cleared")
HALTED = wordset("hold paused planned draft idea backlog suspended archived")
UNITS = wordset("days day hours hour minutes weeks")
LATE = wordset("overdue late")


def can_be_wrong(source: Source) -> bool:
    return any(map(can_be_faulty, source.fields)) or any(map(is_lateness, source.fields)) or is_trouble(source)


def is_trouble(source: Source) -> bool:
    """Whether such things are troubles, of which is told whether they are over."""
    return singular(source.noun) in TROUBLES and any(
        slot.choices and STATES & {*slot.all_words} for slot in source.fields
    )


def can_be_faulty(slot: Slot) -> bool:
    return bool(STATES & {*slot.all_words}) and any(map(_is_faulty, slot.choices))


def _is_faulty(choice: str) -> bool:
    words = identifier_words(choice)
    return tuple(words) in FAULTY_PHRASES or bool({*words} & FAULTY)


def is_lateness(slot: Slot) -> bool:
    """`days_overdue`."""
    words = {*slot.all_words}
    return bool(words & LATE and words & UNITS)


def faults(thing: Record) -> list[Slot]:
    """The fields that say so."""
    if singular(thing.source.noun) in EXAMS:
        return []
    return [slot for slot in fields_of(thing) if _is_wrong(slot, thing.get(slot.name))]


def is_over(thing: Record) -> bool:
    return _is_in(thing, OVER)


def is_on_track(thing: Record) -> bool:
    """`on track`: on its way, and nothing is wrong with it."""
    return not (faults(thing) or _is_in(thing, OVER | HALTED))


def _is_wrong(slot: Slot, value: object) -> bool:
    if slot.choices:
        return can_be_faulty(slot) and isinstance(value, str) and _is_faulty(value)
    return is_lateness(slot) and isinstance(value, int | float) and value > 0


def _is_in(thing: Record, states: frozenset[str]) -> bool:
    values = (thing.get(slot.name) for slot in fields_of(thing) if slot.choices)
    return any({*identifier_words(value)} & states for value in values if isinstance(value, str))
