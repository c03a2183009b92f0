"""What is said of a thing of another kind, to which the things that are meant belong: `repairs on the third floor`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import concept, is_plural
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.links import shared
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.understanding import understand


async def join(desk: Desk, selection: Selection, things: Sequence[Record], text: str) -> None:
    """Take words for conditions on what the things refer to, where they say nothing of the things themselves."""
    wish = selection.wish
    for other in desk.catalog.listed():
        left = {*wish.unexplained, *wish.codes}
        slot = _reference(wish.source, other)
        if slot is None or not wish.unexplained:
            continue
        inner = understand(other, wish.found, text, desk.now, desk.catalog, wish.explained - left)
        new = [one for one in inner.conditions if not one.is_settled and not one.tokens & (wish.explained - left)]
        told = [one for one in new if one.tokens & left]
        if not told or not set(wish.unexplained) & inner.explained:
            continue
        theirs, is_complete, _ = await desk.all(other, {})
        entities = [one for one in theirs if all(condition.holds(one) for condition in told)]
        if is_complete:
            tokens = frozenset(left & inner.explained)
            found = shared(wish.source, things, entities, strict=True)
            wish.conditions.append(found or Condition(slot.name, "is", (), tokens=tokens))
            wish.explained |= tokens | _kind_words(selection, other)


def _reference(source: Source, other: Source) -> Slot | None:
    """The field that says to which thing of another kind something belongs."""
    if other is source or other.nouns & source.nouns:
        return None
    nouns = other.concepts
    texts = (slot for slot in source.fields if slot.form == "text" and not slot.choices)
    return next((slot for slot in texts if nouns & {concept(key) for key in slot.key}), None)


def _kind_words(selection: Selection, other: Source) -> set[int]:
    nouns = other.concepts
    found = enumerate(selection.wish.found)
    return {at for at, token in found if concept(token.stem) in nouns and (is_plural(token.word) or not token.is_name)}
