"""Of which things all is so that is told before an order: `somebody is off on Friday and nobody covers. Put Ada on.`"""

from __future__ import annotations

import re

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.spelling import corrected
from assistant.planner.english.marks import marked
from assistant.planner.english.vocabulary import AUXILIARIES, SUPERLATIVES
from assistant.planner.english.words import tokens
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record
from assistant.planner.offer.sources import Source
from assistant.planner.readings.grasping import Grasp
from assistant.planner.selecting.focus import Focus

WHICHEVER = re.compile(r"^(?:which|who)ever(?P<of>(?: of (?:the|our|them))?)\b", re.IGNORECASE)
DESCRIBING = frozenset({"only", "whichever", "whoever", *SUPERLATIVES, "first", "last", "next", "newest", "latest"})
"""Words with which one thing is described, and not named."""


async def told_of(desk: Desk, source: Source, said: str, focus: Focus | None = None) -> list[Record]:
    """Those of a kind that a story may be about, where the readings of questions explain all of its words."""
    for text in (said, f"which {source.noun} has {said}", *_subjects(said)):
        grasp = Grasp(desk, _whole(text, desk.catalog), focus)
        reading = await grasp.read()
        if reading is not None and grasp.is_sure and reading.target.source is source and reading.conditions:
            things = [one for one in reading.things if all(any(one.values(field)) for field in reading.asked)]
            return [one.record for one in things]
    return []


def _subjects(said: str) -> list[str]:
    """`the only open one will be late`: whom or what it is told of, where that is a description."""
    found = tokens(said)
    at = next((at for at, one in enumerate(found) if at and one.word in AUXILIARIES and not one.owns), 0)
    whole = [WHICHEVER.sub(lambda one: f"which{one['of']}", said)] if WHICHEVER.match(said) else []
    return [*whole, *([said[: found[at].start].strip()] if DESCRIBING & {one.word for one in found[:at]} else [])]


def _whole(text: str, catalog: Catalog) -> Clause:
    """All that is told as one clause."""
    text = marked(text, catalog.sure)
    return Clause(text, tuple(corrected(tokens(text), catalog)), "asks" if text.startswith("which ") else "states")
