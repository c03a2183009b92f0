"""What pronouns point at: the things that the last answer was about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import OTHER, PLACES, pointing
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import SUPERLATIVES, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.records import Record, text_values
from assistant.planner.offer.references import NAMING
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.remainders import left_words

WIDE = wordset("which all any every each everyone everybody anyone many most least there list total average altogether")
"""Words for more than what is talked about."""
ELSE = frozenset({"what", "who", "which", "anything", "anyone", "something", "someone", "anybody", "somebody"})
"""Before `else`: but for those that were told."""


PAIR = 2


@dataclass
class Focus:
    """The things talked about, in the order in which they were named."""

    things: list[Record] = field(default_factory=list[Record])
    people: list[str] = field(default_factory=list[str])
    """Persons who were named, the latest last."""
    others: list[Record] = field(default_factory=list[Record])
    """What stood beside them in a list before."""
    listed: list[Record] = field(default_factory=list[Record])
    """The list that they were in."""
    earlier: Sequence[Sequence[Record]] = ()
    """Of which things was talked in the answers before, the last ones first."""
    asked: Sequence[Token] = ()
    """What the person has asked before, word by word."""
    question: Sequence[Token] = ()
    """What was asked last."""
    said: str = ""
    """The last answer."""
    is_inner: bool = False
    """The things are what a part of the same sentence means."""

    @property
    def nouns(self) -> frozenset[str]:
        return frozenset(noun for one in self.things for noun in one.source.nouns)

    @property
    def is_one(self) -> bool:
        return len(self.things) == 1


@dataclass(frozen=True)
class Pointer:
    condition: Condition
    tokens: frozenset[int]


def pointed_at(clause: Clause, focus: Focus, source: Source, skip: set[int]) -> Pointer | None:
    """The condition that pronouns, or `the project`, come to for things of this source."""
    places = pointing(clause, skip)
    if not focus.things:
        return None
    if rest := _besides(clause, focus, source, skip):
        return rest
    if not places:
        places = _definite(clause, focus, source, skip)
    if not places and not _is_implied(clause, focus, source, skip):
        return None
    things = _counted(clause, places, focus)
    if not things:
        return None
    tokens = frozenset(places)
    same = [one for one in things if one.source is source or one.source.nouns & source.nouns]
    if same:
        field_ = "id" if same[0].id is not None else same[0].name_field or ""
        own = source.id_field
        name = own.name if own and same[0].id is not None else same[0].name_field or field_
        values = tuple(one.id if own and same[0].id is not None else one.label for one in same)
        is_rest = things is focus.things and not focus.others and any(clause.tokens[at].word in OTHER for at in places)
        return Pointer(Condition(name, "is", values, negated=is_rest, tokens=tokens, is_name=not is_rest), tokens)
    return _through(source, things, tokens)


def _besides(clause: Clause, focus: Focus, source: Source, skip: set[int]) -> Pointer | None:
    """`Which other sites …?`: but for those that are talked about."""
    kinds = source.concepts
    found = clause.tokens
    at = next((at for at, token in enumerate(found) if token.word == "other" and at not in skip and at), len(found))
    is_kind = at + 1 < len(found) and concept(found[at + 1].stem) in kinds and is_plural(found[at + 1].word)
    else_ = next((at for at, token in enumerate(found) if token.word == "else" and at not in skip and at), len(found))
    if else_ < len(found) and found[else_ - 1].word in ELSE:
        at, is_kind = else_, True
    same = [one for one in focus.things if one.source.nouns & source.nouns and one.id is not None]
    if not is_kind or found[at - 1].word == "the" or not same or source.id_field is None:
        return None
    values = tuple(one.id for one in same)
    tokens = frozenset({at})
    return Pointer(Condition(source.id_field.name, "is", values, negated=True, tokens=tokens), tokens)


def _through(source: Source, things: Sequence[Record], tokens: frozenset[int]) -> Pointer | None:
    """Things of another kind: by the fields of this source that could name them, or theirs that could name its."""
    labels = tuple(value for one in things for value in (one.label, one.id) if value is not None)
    nouns = {concept(noun) for one in things for noun in one.source.nouns}
    for slot in source.fields:
        if slot.form == "text" and {concept(key) for key in slot.key} <= nouns:
            return Pointer(Condition(slot.name, "is", labels, tokens=tokens), tokens)
    named = [(key, value) for one in things for key, value in text_values(one) if _is_for(key, source)]
    if named:
        key = named[0][0]
        is_id = Slot(key, "text").is_id or source.field("name") is None
        name = source.id_field.name if is_id and source.id_field else "name"
        values = tuple(dict.fromkeys(value for other, value in named if other == key))
        return Pointer(Condition(name, "is", values, tokens=tokens, is_name=True), tokens)
    shared = (slot for slot in source.fields if slot.is_id and slot is not source.id_field)
    for slot in shared:
        values = tuple(value for one in things if (value := one.get(slot.name)) is not None)
        if values:
            return Pointer(Condition(slot.name, "is", values, tokens=tokens), tokens)
    return None


def _is_for(key: str, source: Source) -> bool:
    """Whether a field says which thing of that kind it is about: `bed_id`."""
    parts = {concept(part) for part in Slot(key).key if part not in NAMING or Slot(key).key == (part,)}
    return parts <= source.concepts


def _counted(clause: Clause, places: Sequence[int], focus: Focus) -> list[Record]:
    together = told_one_by_one(focus)
    for at in places:
        word = clause.tokens[at].word
        if word in OTHER and focus.others:
            return focus.others
        if word in OTHER and len(together) == PAIR:
            return [one for one in together if one is not focus.things[0]]
        place = PLACES.get(word)
        things = focus.listed if len(those_beside(focus.things, focus.listed)) == 1 else focus.things
        things = things if len(things) > 1 or len(together) < PAIR else together
        if place is not None and -len(things) <= place < len(things):
            return [things[place]] if len(things) > 1 or place < 0 else []  # the first of which?
        if place is not None:
            return []
    return focus.things


def picks_one(clause: Clause) -> bool:
    """`the second one`: one of several, by its place."""
    return any(clause.tokens[at].word in PLACES for at in pointing(clause, set()))


def told_one_by_one(focus: Focus) -> list[Record]:
    """The single things of one kind that the last answers were about, as they were told."""
    if not focus.is_one:
        return []
    [last] = focus.things
    found = [last]
    for things in focus.earlier:
        same = [one for one in things if is_alike(one.source, last.source)]
        if len(same) > 1:
            break
        found += [one for one in same if one.label not in [other.label for other in found]]
    return found[::-1]


def is_alike(one: Source, other: Source) -> bool:
    """Whether they tell of things of one kind; what everybody says, as `people`, is no noun of a kind."""
    return one is other or bool(one.nouns & other.nouns)


def those_beside(things: Sequence[Record], listed: Sequence[Record]) -> list[Record]:
    """Those of a list's kind, where the list has all of them."""
    own = [one for one in things if listed and is_alike(one.source, listed[0].source)]
    return own if {one.label for one in own} <= {one.label for one in listed} else []


def _definite(clause: Clause, focus: Focus, source: Source, skip: set[int]) -> list[int]:
    """`the project`, with nothing else that says which: the one talked about."""
    kinds = source.concepts
    for at, token in enumerate(clause.tokens):
        is_kind = at not in skip and concept(token.stem) in kinds and not token.is_quoted
        if is_kind and at and clause.tokens[at - 1].word == "the" and focus.is_one and not is_plural(token.word):
            same = focus.things[0].source.nouns & source.nouns
            return [at] if same and not is_told(clause.tokens, at) else []
    return []


def _is_implied(clause: Clause, focus: Focus, source: Source, skip: set[int]) -> bool:
    """`And who is on call?`: a field alone is one of the thing talked about."""
    found = clause.tokens
    if not focus.is_one or not focus.things[0].source.nouns & source.nouns or skip or clause.has(*WIDE):
        return False
    fields = [one for one in spot(found, source.fields) if one.choice is None and one.strength > 0.5]
    explained = {at for one in fields for at in one.span} | left_words(found, source.fields)
    return bool(explained) and all(
        at in explained or not (token.is_content or token.is_number or token.word in SUPERLATIVES)
        for at, token in enumerate(found)
    )


def is_told(found: Sequence[Token], at: int) -> bool:
    """Whether a name follows: `the project Apollo`."""
    return at + 1 < len(found) and (found[at + 1].is_name or found[at + 1].word in ("of", "with", "that", "called"))
