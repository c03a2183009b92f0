"""What pronouns point at: the things that the last answer was about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assistant.conversation import Turn
from assistant.planner.catalog import Catalog, Source
from assistant.planner.clauses import Clause
from assistant.planner.conditions import Condition
from assistant.planner.mentions import spot
from assistant.planner.people import is_person
from assistant.planner.records import Record, records, structured, text_values
from assistant.planner.references import NAMING
from assistant.planner.remainders import left_words
from assistant.planner.schemas import Slot
from assistant.planner.vocabulary import AUXILIARIES, SEARCHING, SUPERLATIVES, WH, wordset
from assistant.planner.words import Token, concept, is_plural

POINTING = wordset("it its that this them they their theirs those these both he she his her him hers one ones")
WIDE = wordset("which all any every each everyone everybody anyone many most least there list total average altogether")
"""Words for more than what is talked about."""
HE = frozenset({"he", "she", "him", "her", "his", "hers"})
OTHER = frozenset({"other", "others"})
PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "former": 0, "latter": -1}


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
    asked: Sequence[Token] = ()
    """What the person has asked before, word by word."""

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


def pointing(clause: Clause, skip: set[int]) -> list[int]:
    """The tokens that stand for something said before."""
    found = clause.tokens
    places = [at for at, token in enumerate(found) if at not in skip and _points(found, at)]
    return places or [at for at in (clause.begin,) if at not in skip and _compares(found, at)]


def _compares(found: Sequence[Token], at: int) -> bool:
    """`Which is the cheapest?`, and `which has the lowest price?`: of those talked about."""
    words = [token.word for token in found[at : at + 5]]
    is_open = words[:1] == ["which"] and words[1:2] in (["is"], ["has"], ["was"])
    return is_open and "the" in words and any(word.endswith("est") or word == "most" for word in words)


def _points(found: Sequence[Token], at: int) -> bool:
    token = found[at]
    if token.is_quoted:
        return False
    after = found[at + 1].word if at + 1 < len(found) else ""
    if token.word == "there":
        return at > 0 and found[at - 1].word not in AUXILIARIES and after not in AUXILIARIES
    if token.word in OTHER:
        is_one = after in ("", "too", "to", "as", "for", "instead") or any(
            one.word in ("one", "ones", "two") for one in found[at + 1 : at + 4]
        )
        return is_one and at > 0 and found[at - 1].word == "the"
    if token.word in PLACES:
        is_bare = after in ("", "too") or (after in ("to", "as") and found[0].word not in WH)
        return (after in ("one", "ones") or is_bare) and at > 0 and found[at - 1].word in ("the", "and", "one")
    if token.word in ("one", "ones"):
        before = [token.word for token in found[max(0, at - 2) : at]]
        return bool(before) and bool({before[-1], before[0]} & {"the", "that", "this", "which", "just", *PLACES})
    if token.word == "that":
        is_relative = at > 0 and found[at - 1].is_content and (after in AUXILIARIES or is_plural(after))
        return not is_relative and after not in SEARCHING
    if token.word in ("this", "these", "those", "that"):
        return after not in ("week", "month", "year", "weekend", "morning", "afternoon", "evening", "quarter")
    return token.word in POINTING


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
        is_rest = not focus.others and any(clause.tokens[at].word in OTHER for at in places)
        return Pointer(Condition(name, "is", values, negated=is_rest, tokens=tokens, is_name=not is_rest), tokens)
    return _through(source, things, tokens)


def _besides(clause: Clause, focus: Focus, source: Source, skip: set[int]) -> Pointer | None:
    """`Which other sites …?`: but for those that are talked about."""
    kinds = {concept(noun) for noun in source.nouns}
    found = clause.tokens
    at = next((at for at, token in enumerate(found) if token.word == "other" and at not in skip and at), len(found))
    is_kind = at + 1 < len(found) and concept(found[at + 1].stem) in kinds and is_plural(found[at + 1].word)
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
    own = {concept(noun) for noun in source.nouns}
    for one in things:
        for key, value in text_values(one):
            parts = {concept(part) for part in Slot(key).key if part not in NAMING or Slot(key).key == (part,)}
            if parts <= own:
                is_id = Slot(key, "text").is_id or source.field("name") is None
                name = source.id_field.name if is_id and source.id_field else "name"
                return Pointer(Condition(name, "is", (value,), tokens=tokens, is_name=True), tokens)
    shared = (slot for slot in source.fields if slot.is_id and slot is not source.id_field)
    for slot in shared:
        values = tuple(value for one in things if (value := one.get(slot.name)) is not None)
        if values:
            return Pointer(Condition(slot.name, "is", values, tokens=tokens), tokens)
    return None


def _counted(clause: Clause, places: Sequence[int], focus: Focus) -> list[Record]:
    for at in places:
        word = clause.tokens[at].word
        if word in OTHER and focus.others:
            return focus.others
        place = PLACES.get(word)
        things = focus.listed if len(_beside(focus.things, focus.listed)) == 1 else focus.things
        if place is not None and -len(things) <= place < len(things):
            return [things[place]]
    return focus.things


def _beside(things: Sequence[Record], listed: Sequence[Record]) -> list[Record]:
    """Those of a list's kind, where the list has all of them."""
    own = [one for one in things if listed and one.source.nouns & listed[0].source.nouns]
    return own if {one.label for one in own} <= {one.label for one in listed} else []


def _definite(clause: Clause, focus: Focus, source: Source, skip: set[int]) -> list[int]:
    """`the project`, with nothing else that says which: the one talked about."""
    kinds = {concept(noun) for noun in source.nouns}
    for at, token in enumerate(clause.tokens):
        is_kind = at not in skip and concept(token.stem) in kinds and not token.is_quoted
        if is_kind and at and clause.tokens[at - 1].word == "the" and focus.is_one and not is_plural(token.word):
            same = focus.things[0].source.nouns & source.nouns
            return [at] if same and not _is_told(clause.tokens, at) else []
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


def _is_told(found: Sequence[Token], at: int) -> bool:
    """Whether a name follows: `the project Apollo`."""
    return at + 1 < len(found) and (found[at + 1].is_name or found[at + 1].word in ("of", "with", "that", "called"))


def remembered(turns: Sequence[Turn], catalog: Catalog) -> Focus:
    """What the last answer was about: the things in its calls' results that it names, in its order."""
    lists = (named for at in range(len(turns) - 1, -1, -1) if (named := _talked_about(turns[: at + 1], catalog)))
    last = next(lists, [])
    if not last:
        return Focus()
    before = next((one for one in lists if 0 < len(_beside(last, one)) < len(one)), [])
    known = {thing.label for thing in _beside(last, before)}
    said = next(turns[at].text for at in range(len(turns) - 1, -1, -1) if _talked_about(turns[: at + 1], catalog))
    others = [thing for thing in before if thing.label not in known]
    return Focus(last, people_in(said, last), others, before)


def people_in(text: str, things: Sequence[Record]) -> list[str]:
    """The persons that a text names, by the fields of things that are for persons."""
    values = [(slot, thing.get(slot.name)) for thing in things for slot in thing.source.fields if is_person(slot)]
    names = dict.fromkeys(value for _, value in values if isinstance(value, str) and value)
    return sorted((name for name in names if name in text), key=text.rfind)


def _talked_about(turns: Sequence[Turn], catalog: Catalog) -> list[Record]:
    """The things of the last of these turns: those that it names, and those that were acted on in it."""
    if turns[-1].speaker != "copilot":
        return []
    named = _named(turns[-1], catalog)
    return named + [one for one in _acted_on(turns, catalog) if not any(_is_same(one, other) for other in named)]


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
