"""What a reading has little ground for: a denial, or an empty answer, of things that nobody spoke of."""

from __future__ import annotations

from assistant.planner.readings.reading import Reading

NAMED = 0.8


def is_unfounded(reading: Reading) -> bool:
    """`has anyone picked up the parcel?`: no, of lockers, as none is open and late; nobody spoke of lockers."""
    if reading.things or reading.subjects:
        return False
    own = [one for one in reading.atoms if one.kind is reading.target]
    is_said = any(one.role == "kind" or one.is_name or one.side == "pointed" for one in own)
    others = {one.kind for one in reading.conditions if one.kind is not reading.target}
    return bool(others) and not is_said


def tells_nothing(reading: Reading) -> bool:
    """`how long has it been down?`: an empty field that nobody asked for by its name."""
    if len(reading.things) != 1 or not reading.asked:
        return False
    named = {one.field for one in reading.atoms if one.role == "field" and one.strength >= NAMED}
    thing = reading.things[0]
    is_empty = not any(thing.values(one) for one in reading.asked)
    return is_empty and not named & {*reading.asked} and not any(thing.is_masked(one) for one in reading.asked)
