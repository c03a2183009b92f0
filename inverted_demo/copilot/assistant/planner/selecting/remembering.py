"""What the turns before were about: the things that an answer named, or that were acted on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from assistant.conversation import Turn
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.people import are_people, is_person
from assistant.planner.offer.records import Record, records, structured
from assistant.planner.offer.reply import BY_WAY
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.focus import Focus, is_alike, those_beside

MAX_EARLIER = 4
REACHED = wordset("phone telephone mobile email")


def remembered(turns: Sequence[Turn], catalog: Catalog) -> Focus:
    """What the last answer was about: the things in its calls' results that it names, in its order."""
    lists = (named for at in range(len(turns) - 1, -1, -1) if (named := _talked_about(turns[: at + 1], catalog)))
    last = next(lists, [])
    if not last:
        return Focus()
    before = next((one for one in lists if 0 < len(those_beside(last, one)) < len(one)), [])
    known = {thing.label for thing in those_beside(last, before)}
    said = next(
        _main(turns[at]).text for at in range(len(turns) - 1, -1, -1) if _talked_about(turns[: at + 1], catalog)
    )
    others = [thing for thing in before if thing.label not in known]
    people = people_in(said, last, catalog.listed())
    return Focus(last, people, others, before, _earlier(turns, catalog)[1:], said=said)


def _earlier(turns: Sequence[Turn], catalog: Catalog) -> list[list[Record]]:
    """Of which things each of the last answers was, the last one first."""
    lists = (
        things
        for at in range(len(turns) - 1, -1, -1)
        for things in (_talked_about(turns[: at + 1], catalog), _by_way(turns[: at + 1], catalog))
    )
    return list(islice((one for one in lists if one), MAX_EARLIER))


def _main(turn: Turn) -> Turn:
    """An answer without what it was found by."""
    return replace(turn, text=turn.text.partition(BY_WAY)[0])


def _by_way(turns: Sequence[Turn], catalog: Catalog) -> list[Record]:
    """What the last answer was found by, as it says itself; it may have been read for one before."""
    if BY_WAY not in turns[-1].text:
        return []
    turn = replace(turns[-1], text=turns[-1].text.partition(BY_WAY)[2])
    return _named(turn, catalog) or _named_again([*turns[:-1], turn], catalog)


def people_in(text: str, things: Sequence[Record], lists: Sequence[Source] = ()) -> list[str]:
    """The persons that a text names, by the fields of things that are for persons, or for what can be reached."""
    reached = {one for source in lists if REACHED & {word for slot in source.fields for word in slot.all_words}
               for one in source.concepts}  # fmt: skip
    values = [
        (slot, thing.get(slot.name))
        for thing in things
        for slot in thing.source.fields
        if (is_person(slot) and not slot.is_id)
        or (slot.form == "text" and not slot.choices and {concept(key) for key in slot.key} <= reached)
    ]
    values += [(slot, thing.label) for thing in things if are_people(thing.source) for slot in thing.source.fields[:1]]
    names = dict.fromkeys(value for _, value in values if isinstance(value, str) and value and not value.islower())
    return sorted((name for name in names if name in text), key=text.rfind)


def _talked_about(turns: Sequence[Turn], catalog: Catalog) -> list[Record]:
    """The things of the last of these turns: those that it names, and those that were acted on in it."""
    if turns[-1].speaker != "copilot":
        return []
    turns = [*turns[:-1], _main(turns[-1])]
    named = _once(_named(turns[-1], catalog) or _named_again(turns, catalog))
    return named + [one for one in _acted_on(turns, catalog) if not any(_is_same(one, other) for other in named)]


def _named_again(turns: Sequence[Turn], catalog: Catalog) -> list[Record]:
    """The things of an answer for which they were not read again: what was read before had them."""
    if "**" not in turns[-1].text:
        return []
    known = {(one.source.noun, one.label, str(one.id)): one for one in known_things(turns, catalog)}
    places = [(at, one) for one in known.values() if (at := _place(turns[-1].text, one)) >= 0]
    return [one for _, one in sorted(places, key=lambda place: place[0])]


def _once(things: list[Record]) -> list[Record]:
    """Of what a list and a tool for one thing alone both tell, what the list tells."""
    first = sorted(things, key=lambda one: not one.source.is_list)
    kept: list[Record] = []
    for one in first:
        if one.id is None or not any(one.id == other.id and is_alike(one.source, other.source) for other in kept):
            kept.append(one)
    return [one for one in things if any(one is other for other in kept)]


def _is_same(one: Record, other: Record) -> bool:
    return (one.source.noun, one.label, one.id) == (other.source.noun, other.label, other.id)


def _acted_on(turns: Sequence[Turn], catalog: Catalog) -> list[Record]:
    """What the arguments of acts name, as far as it was read of before."""
    acts = {deed.name for deed in catalog.acts}
    done = [call for call in turns[-1].calls if call.tool in acts and call.state == "done"]
    values = [value for call in done for value in call.arguments.values() if isinstance(value, str)]
    if not values:
        return []
    known = {str(one.id): one for one in known_things(turns, catalog) if one.id is not None}
    return [known[value] for value in dict.fromkeys(values) if value in known]


def known_things(turns: Sequence[Turn], catalog: Catalog) -> Iterator[Record]:
    """All that was read in these turns, as it was then; what was read last comes last."""
    for turn in turns:
        for call in turn.calls:
            if call.outcome is not None and call.outcome.state == "done":
                data = structured(call.outcome)
                for source in catalog.sources:
                    if source.deed.name == call.tool:
                        yield from records(source, data)


def _named(turn: Turn, catalog: Catalog) -> list[Record]:
    places: dict[tuple[str, str, str], tuple[int, Record]] = {}
    for call in turn.calls:
        if call.outcome is None or call.outcome.state != "done":
            continue
        for source in catalog.sources:
            if source.deed.name == call.tool:
                for thing in records(source, structured(call.outcome)):
                    at = _place(turn.text, thing)
                    if at >= 0:
                        places.setdefault((source.noun, thing.label, str(thing.id)), (at, thing))
    return [thing for _, thing in sorted(places.values(), key=lambda one: one[0])]


def _place(text: str, thing: Record) -> int:
    """Where an answer names it: in bold, as answers do, else as the server has named it."""
    bold = text.find(f"**{thing.label}**")
    beside = f"**{thing.label}** ("
    if thing.id is not None and str(thing.id) != thing.label and beside in text:
        return text.find(f"{beside}{thing.id})")
    if bold >= 0 or "**" in text:
        return bold
    calls = [str(one) for one in (thing.label, thing.id) if one not in (None, "") and one != thing.source.noun]
    return min((at for one in calls if (at := text.find(one)) >= 0), default=-1)
