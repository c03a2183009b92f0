"""`is it on track`, `which are not on schedule`: by their state, and by whether they are late."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.faults import can_be_faulty, faults, is_lateness, is_on_track
from assistant.planner.offer.records import Record
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

CLEAR = wordset("track well fine smoothly")
PLANS = wordset("track schedule course time")
"""On which something may be; what is said by all but the first has to do with days."""
ON = wordset("on off")
GOING, WELL = wordset("going doing progressing"), wordset("well fine smoothly")
WHICH = ("which", "what", "list", "show", "how", "give", "any")
STRENGTH = 1.05


def track_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    at = next((at for at in range(phrase.begin + 1, len(phrase.tokens)) if _is_said(phrase, at)), None)
    if at is None or any(phrase.weights[at + 1 :]):  # `on course B`
        return
    no = phrase.negated(at - 1)
    is_wrong = (no is not None) != (phrase.words[at - 1] == "off")
    span = range(at - 1 if no is None else no, at + 1)
    for kind in kinds:
        field = _telling(kind)
        is_called = any(phrase.words[at] in one.words for one in kind.fields)  # `on time`, of what has a time
        if field is not None and not is_called and (phrase.words[at] in CLEAR or is_lateness(field.slot)):
            things = frozenset(one for one in kind.things if _fits(one.flat_record, is_wrong, phrase.has(*WHICH)))
            yield Atom(span, "these", kind, STRENGTH, field, things, side="state")


def _is_said(phrase: Phrase, at: int) -> bool:
    before, word = phrase.words[at - 1], phrase.words[at]
    return (before in ON and word in PLANS) or (before in GOING and word in WELL)


def _fits(thing: Record, is_wrong: bool, is_sought: bool) -> bool:
    """Nobody who looks for what is on track looks for what is done; and it is not behind, if somebody asks."""
    if is_wrong:
        return bool(faults(thing))
    return is_on_track(thing) if is_sought else not faults(thing)


def _telling(kind: Kind) -> Field | None:
    """What shows it: by how much things are late, where all are that something is wrong with."""
    late = next((one for one in kind.fields if is_lateness(one.slot)), None)
    state = next((one for one in kind.fields if can_be_faulty(one.slot)), None)
    is_late = late is not None and all(
        any(map(is_lateness, slots)) for one in kind.things if (slots := faults(one.flat_record))
    )
    return late if is_late else state
