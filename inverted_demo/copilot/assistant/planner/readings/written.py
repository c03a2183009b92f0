"""What is only written somewhere: that things were found by words of a text does not say that it is so."""

from __future__ import annotations

from assistant.planner.facts.things import Field
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.wants import Want


def written_in(reading: Reading) -> list[Field]:
    """The texts by words of which the things were found."""
    found = (one for one in reading.conditions if one.role == "these" and one.kind is reading.target)
    told = (one.field for one in found if not one.is_name and not one.side)
    return list(dict.fromkeys(field for field in told if field is not None and field.is_prose))


def is_only_written(reading: Reading, want: Want) -> bool:
    """`did the auditor come`, `how many testers are there`: the text says what came of it, and how many."""
    is_called = any(one.role == "kind" and one.kind is reading.target for one in reading.atoms)
    return bool(written_in(reading)) and not is_called and not want.is_there
