"""`how many ms does it need`, `how many degrees is it in there`: the figure that is in the unit that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.facts.things import Kind
from assistant.planner.offer.units import SAME_UNIT, is_of_unit
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

CALLED = 0.95
DESCRIBED = 0.8
OPEN = 0.3
"""So much less, where several figures of a kind are in that unit."""


def unit_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    at = phrase.unit_asked
    group = next((one for one in SAME_UNIT if at is not None and phrase.words[at] in one), frozenset[str]())
    for kind in kinds if at is not None else ():
        own = [one for one in kind.fields if one.is_number and not one.slot.is_id and one.less is None]
        called = [one for one in own if group & set(one.words)]
        described = [one for one in own if is_of_unit(one.slot, phrase.words[at or 0])]
        bare = [one for one in called if set(one.words) <= group]  # `celsius`, and not `target_celsius`
        for field in called or described:
            strength = CALLED if called else DESCRIBED
            strength -= OPEN * (len(called or described) > 1 and field not in bare)
            yield Atom(range(at or 0, (at or 0) + 1), "field", kind, strength, field)
