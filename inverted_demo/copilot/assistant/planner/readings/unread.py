"""What only the details of things tell is not known of those whose details were not read: it is not missing there."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.facts.things import Thing
from assistant.planner.facts.world import World
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.meaning import meant
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading

CLEAR = 0.8
CALLED = 0.95
"""A day that is not called by its name may be any other."""
SAID = frozenset({"", "no", "time", "figure", "ahead", "past", "state"})


def unread(world: World, reading: Reading, phrase: Phrase, atoms: Sequence[Atom]) -> list[Thing]:
    """Of `projects that have not started`, where no list says when they did: all that may be among them.

    `the projects that Ada works on` may be any, where only details tell who works on them.
    What is denied of a thing that is named, `has Ada paid?`, may only be unread.
    """
    target = reading.target
    if any(one.field is not None and one.field.is_detail for one in reading.atoms) and reading.subjects:
        return [one for one in reading.subjects if not one.is_whole and one.id is not None]
    told = (one for one in reading.conditions if one.kind is target and one.field is not None and one.field.is_detail)
    if target.detail is not None and any(one.side == "relative" for one in told):
        return [one for one in target.things if not one.is_whole and one.id is not None]
    is_called = any(one.role == "kind" and one.kind is target and one.strength >= CLEAR for one in reading.atoms)
    if target.detail is None or target.parent is not None or not is_called:
        return []
    open_ = [one for one in atoms if one.kind is target and _needs_details(one)]
    places = {at for one in open_ for at in one.span}
    known = [one for one in reading.atoms if one.role == "these" and not places & set(one.span)]
    things = meant(world, target, known, phrase) if open_ else []
    return [one for one in things if not one.is_whole and one.id is not None]


def with_parts(world: World, reading: Reading, phrase: Phrase) -> list[Thing]:
    """`which milestones slipped`, of which only the details of projects tell: these projects."""
    is_timed = any(one.side == "time" for one in reading.conditions)  # which may be the time of the part
    said = {token.stem for token in phrase.tokens[phrase.begin :] if not token.is_quoted}
    found: list[Thing] = []
    for kind in world.kinds:
        whole = kind.parent
        if whole is not None and whole.detail is not None and not kind.things and kind.nouns & said:
            found += reading.things if reading.target is whole and not is_timed else whole.things
    return [one for one in found if not one.is_whole and one.id is not None]


def _needs_details(atom: Atom) -> bool:
    is_told = atom.role in ("these", "extreme") and atom.field is not None and atom.field.is_detail
    least = CALLED if atom.side == "time" else CLEAR
    return is_told and not atom.is_name and atom.strength >= least and atom.side in SAID
