"""What words stand for that point back: the things and persons of the last answer, and those that are named in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from assistant.planner.clauses.pointing import PLACES
from assistant.planner.english.degrees import superlative
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import AUXILIARIES, wordset
from assistant.planner.english.words import Token
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.facts.world import World
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import Record
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.people import is_persons
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.together import (
    THOSE,
    called_in,
    held_together,
    is_bare_extreme,
    is_other,
    named_before,
    numbered,
    of_several,
    other_of_two,
    picked,
)
from assistant.planner.selecting.focus import WIDE, Focus, told_one_by_one

HE = wordset("he him his she her hers")
THEY = wordset("they them their theirs")
POINTING = wordset("it its that this those these ones one there both two three") | HE | THEY
PLAIN = wordset("it its those these ones") | HE | THEY
"""Those that always point back."""
COUNTS = {"both": 2, "two": 2, "three": 3}
WHO = wordset("who whom anyone anybody someone somebody")
OTHERS = wordset("other others else rest")
NAMED = 0.97
"""How much less sure it is that something is meant which the answer only names."""

ALL = WIDE - {"which"}
MOST = wordset("most least")
EITHER = PAIR = 2
"""So many things at least have one that is the most of them."""
TELLING = wordset("of with that which who whose called named for in at on from to by")
"""Behind a noun, these say which one."""
OPENING = wordset("by on in at for from to with since until under")
MAX_IMPLYING = 1.5
"""So much is said at most in a question that names nothing because it goes on with what was told."""


@dataclass(frozen=True)
class Talked:
    """What was talked about."""

    things: Sequence[Thing] = ()
    """Of which the last answer was, in its order."""
    listed: Sequence[Thing] = ()
    """The list in which these were."""
    people: Sequence[str] = ()
    """Persons that were named, the one that is likeliest meant last."""
    named: Sequence[Thing] = ()
    """What else the questions before have named, where the last answer was somebody: the latest."""
    persons: Sequence[Thing] = ()
    """Those whom the last answer names."""
    together: Sequence[Thing] = ()
    """Those of one kind that were told one after the other, by as many answers."""
    held: Sequence[Thing] = ()
    """What the last question names."""
    holders: dict[str, list[tuple[Kind, Field, frozenset[Thing]]]] = field(default_factory=dict)
    """The things in which a person is named, for each."""


def talked(world: World, focus: Focus) -> Talked:
    things = _again(world, focus.things)
    people = _people(world, focus, things)
    before = focus.listed or next((one for one in focus.earlier if len(one) > 1), [])
    listed = held_together(focus.question, things, world.things) or (_again(world, before) if len(things) == 1 else [])
    together = _again(world, told_one_by_one(focus))
    holders = {name: list(_holding(world, name)) for name in people[-1:]}
    is_of_persons = bool(things) and all(is_persons(one.kind) for one in things)
    named = named_before(focus.asked, world.things) if is_of_persons else []
    held = called_in(focus.question, world.things)
    return Talked(things, listed, people, named, _persons_named(world, focus.said), together, held, holders)


def _persons_named(world: World, said: str) -> list[Thing]:
    found = {one: said.find(one.name) for one in world.things if one.name and one.parent is None and one.name in said}
    return sorted((one for one in found if is_persons(one.kind)), key=lambda one: found[one])


def _again(world: World, told: Sequence[Record]) -> list[Thing]:
    """The things of the records that were told."""
    found: list[Thing] = []
    for record in told:
        own = str(record.id if record.id is not None else record.label)
        same = (one for one in world.things if one.kind.source is record.source or one.kind.nouns & record.source.nouns)
        thing = next((one for one in same if own in (one.id, one.label) and one not in found), None)
        found += [thing] if thing else []
    return found


def _people(world: World, focus: Focus, things: Sequence[Thing]) -> list[str]:
    """Those whom the answer names, in its order; who is its only thing comes last."""
    names = dict.fromkeys(name for thing in world.things for name in _names_in(thing) if name in focus.said)
    found = [*focus.people, *sorted(names, key=focus.said.rfind)]
    if len(things) == 1 and is_persons(things[0].kind) and things[0].name:
        found.append(things[0].name)
    return found


def _names_in(thing: Thing) -> Iterator[str]:
    if is_persons(thing.kind) and thing.name:
        yield thing.name
    for one in thing.kind.fields:
        if _names_persons(one):
            yield from (value for value in thing.values(one) if isinstance(value, str) and not value.islower())


def _names_persons(one: Field) -> bool:
    return not one.slot.is_id and not one.slot.choices and not one.is_prose and is_person(one.slot)


def _holding(world: World, name: str) -> Iterator[tuple[Kind, Field, frozenset[Thing]]]:
    """The person, where persons are things themselves; else what names them."""
    found = list(_naming(world.kinds, name))
    own = [one for one in found if is_persons(one[0]) and one[1].path == ("name",)]
    yield from own or found


def _naming(kinds: Iterable[Kind], name: str) -> Iterator[tuple[Kind, Field, frozenset[Thing]]]:
    words = folded(name)
    for kind in kinds:
        for one in kind.fields:
            if one.is_text and not one.is_prose:
                things = frozenset(
                    thing for thing in kind.things if any(folded(str(value)) == words for value in thing.values(one))
                )
                if things:
                    yield kind, one, things


def pointed_atoms(phrase: Phrase, about: Talked) -> Iterator[Atom]:
    """What the words for things and persons that were talked about may stand for."""
    for at in range(phrase.begin, len(phrase.tokens)):
        if is_bare_extreme(phrase.tokens, at) and not _says_kind(phrase, about.things):
            yield from _atoms(range(at, at + 1), _in_order(about), 1.0)
        if rest := other_of_two(phrase.tokens, at, about.things, _in_order(about)):
            yield from _atoms(range(at - 1, min(at + 2, len(phrase.tokens))), rest, 1.0)
        if things := numbered(phrase.tokens, at, _in_order(about)):
            yield from _atoms(range(at, at + 2), things, 1.0)
        if not _points(phrase.tokens, at):
            continue
        word = phrase.words[at]
        is_choice = word in THEY and at > phrase.begin and phrase.words[at - 1] == "of"
        if word in HE | THEY and not (is_choice and max(len(about.things), len(about.together)) > 1):
            yield from _of_person(phrase, at, word, about)
        yield from _of_things(phrase, at, word, about)


def _says_kind(phrase: Phrase, things: Sequence[Thing]) -> bool:
    """`which boat is the biggest?`: of all boats."""
    return any(noun in phrase.stems for one in things for noun in one.kind.nouns)


def other_atoms(phrase: Phrase, about: Talked) -> Iterator[Atom]:
    """`which other fields does he have`, `who else`, `and the rest?`: all but those that were told."""
    at = next(
        (
            at
            for at in range(phrase.begin, len(phrase.tokens))
            if phrase.words[at] in OTHERS and not (is_other(phrase.tokens, at) or _is_who_else(phrase, at))
        ),
        None,
    )
    told = [one for one in about.things if not is_persons(one.kind)] or about.things
    for kind in dict.fromkeys(one.kind for one in told) if at is not None else ():
        among = [one for one in about.listed if one.kind is kind] if _is_bare(phrase, at or 0) else []
        others = frozenset(among or kind.things) - {*told}
        yield Atom(range(at or 0, (at or 0) + 1), "these", kind, 1.0, None, others, side="pointed")


def _is_who_else(phrase: Phrase, at: int) -> bool:
    """`who else is on that one`: other persons, of the same thing."""
    is_who = phrase.words[at] == "else" and at > 0 and phrase.words[at - 1] in WHO
    return is_who and any(_points(phrase.tokens, here) for here in range(at + 1, len(phrase.tokens)))


def _is_bare(phrase: Phrase, at: int) -> bool:
    """`the others`, `the rest`; and not `other fields`."""
    return phrase.words[at] in ("others", "rest") and at > 0 and phrase.words[at - 1] == "the"


def places(phrase: Phrase, atoms: Iterable[Atom]) -> frozenset[int]:
    """Where a word points back for sure."""
    return frozenset(at for one in atoms for at in one.span if phrase.words[at] in PLAIN or _is_placed(phrase, at))


def _is_placed(phrase: Phrase, at: int) -> bool:
    """`the second one`, `the last`"""
    is_bare = phrase.words[at] in PLACES and at + 1 == len(phrase.words) and phrase.words[at - 1] == "the"
    return is_bare or (phrase.words[at] == "one" and at > 0 and phrase.words[at - 1] in PLACES)


def _of_told(phrase: Phrase, kind: Kind, things: frozenset[Thing], about: Talked) -> frozenset[Thing]:
    """`which horse is she on?`, of the lesson that was told; but `which lessons does she have?`."""
    told = things & {*about.things}
    is_wide = phrase.has(*OTHERS, *ALL) or bool(kind.nouns & phrase.stems)
    return things if is_wide or len(told) != len([one for one in about.things if one.kind is kind]) else told or things


def _of_person(phrase: Phrase, at: int, word: str, about: Talked) -> Iterator[Atom]:
    """`her number`: who was told; `their number` may be asked of a single person too."""
    for name in about.people[-1:]:
        for kind, one, things in about.holders.get(name, ()):
            things = _of_told(phrase, kind, things, about)
            strength = 1.0 if word in HE else NAMED
            yield Atom(range(at, at + 1), "these", kind, strength, one, things, is_name=True, side="pointed")


def _of_things(phrase: Phrase, at: int, word: str, about: Talked) -> Iterator[Atom]:
    if word not in POINTING:
        yield from _atoms(range(at - 1, at + 1), picked(phrase.tokens, at, _in_order(about)), 1.0)
        return
    fitting = _fitting(word, about)
    if word == "one" and phrase.words[at - 1] == "which" and len(fitting) == 1:
        fitting = list(about.together if len(about.together) > 1 else about.listed) or fitting
    if word == "ones" and len(fitting) == 1 and "than" in phrase.words:
        fitting = fitting[0].kind.things  # `which ones are cheaper than that?`
    elif word in THEY and len(about.together) > 1 and not any(is_persons(one.kind) for one in fitting):
        fitting = list(about.together)  # `and their prices?`, of what was told one by one
    span, things = _counted(phrase, at, fitting, about.listed or about.together)
    if len(things) != COUNTS.get(word, len(things)) or (len(things) == 1 and word in THOSE):
        things = of_several(phrase.tokens, at, about.together, COUNTS.get(word)) or things
    if len(things) != COUNTS.get(word, len(things)):
        things = about.persons if len(about.persons) == COUNTS[word] else []
    yield from _atoms(span, things, NAMED if word in HE and about.people else 1.0)


def _in_order(about: Talked) -> Sequence[Thing]:
    """Several that were told, of which one may be picked by its place."""
    return about.listed or (about.things if len(about.things) > 1 else about.together)


def _fitting(word: str, about: Talked) -> list[Thing]:
    """`it` is no person, where something else was told as well; `he` is one."""
    persons = [one for one in about.things if is_persons(one.kind)]
    others = [one for one in about.things if not is_persons(one.kind)]
    if word in ("it", "its"):
        return others or list(about.named) or persons
    return (persons or others) if word in HE else list(about.things)


def _counted(phrase: Phrase, at: int, things: list[Thing], listed: Sequence[Thing]) -> tuple[range, list[Thing]]:
    """`the second one`: by its place in the answer, or in the list before it."""
    before = phrase.words[at - 1] if at > phrase.begin else ""
    place = PLACES.get(before)
    if place is not None and listed:
        things = list(listed)
    if phrase.words[at] in ("one", "ones") and place is not None and -len(things) <= place < len(things):
        return range(at - 1, at + 1), [things[place]]
    return range(at, at + 1), things


def _points(found: Sequence[Token], at: int) -> bool:
    word = found[at].word
    if word in PLACES and at and found[at - 1].word == "the" and not found[at].is_quoted:
        return True
    if word not in POINTING or found[at].is_quoted or _is_relative(found, at) or _is_of_named(found, at):
        return False
    before = found[at - 1].word if at else ""
    after = found[at + 1].word if at + 1 < len(found) else ""
    if word in ("two", "three"):
        is_choice = at > 1 and found[at - 2].word == "of"
        is_bare = after in ("", "of") or not found[at + 1].is_content
        return before in ("the", "those", "these", "them") and (is_bare or is_choice)
    if word == "there" and after == "" and [one.word for one in found[-4:-1]] == ["how", "many", "are"]:
        return True  # `how many are there?`
    if word == "there":
        return after not in ("is", "are") and before not in ("is", "are", "was", "were")
    return True


def _is_of_named(found: Sequence[Token], at: int) -> bool:
    """`can Ada pay for her booking`: hers who is named before."""
    owned = found[at + 1 : at + 2]
    return (
        found[at].word in ("his", "her", "their")
        and any(one.is_content for one in owned)
        and any((one.is_name or one.is_known or one.is_quoted) and not one.is_id for one in found[:at])
    )


def _is_relative(found: Sequence[Token], at: int) -> bool:
    """`the suit that is late`: it says which suit."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    return found[at].word == "that" and at > 0 and found[at - 1].is_content and after in AUXILIARIES


def definite_atoms(phrase: Phrase, about: Talked, world: World) -> Iterator[Atom]:
    """`the client`, `the owner's phone`: the one that what was told has to do with, where nothing says which else."""
    for at in range(phrase.begin + 1, len(phrase.tokens)) if len(about.things) == 1 else ():
        token, after = phrase.tokens[at], phrase.words[at + 1] if at + 1 < len(phrase.tokens) else ""
        is_own = after != "" and (phrase.weights[at + 1] > 0 or phrase.is_telephone(at + 1))  # `the owners phone`
        is_single = not is_plural(token.text) or token.owns or is_own
        is_definite = phrase.words[at - 1] == "the" and is_single and not token.is_quoted
        if not is_definite or after in TELLING or (at + 1 < len(phrase.tokens) and _is_named(phrase.tokens[at + 1])):
            continue
        for kind in world.kinds:
            if kind.things and token.stem in kind.nouns:
                beside = world.related(about.things, kind)
                if len(beside) == 1:
                    yield Atom(range(at - 1, at + 1), "these", kind, NAMED, None, frozenset(beside), side="pointed")


def _is_named(token: Token) -> bool:
    return token.is_name or token.is_known or token.is_id or token.is_number


def implied_atoms(phrase: Phrase, about: Talked, best: Sequence[Atom]) -> Iterator[Atom]:
    """`by whom`, `and on which shelf`, `which was the heaviest`: what names nothing is about those talked about."""
    words = phrase.words[phrase.begin :]
    before = phrase.words[: phrase.begin + 1]
    is_choice = any(one.role == "extreme" for one in best)
    if is_choice and len(about.things) < EITHER and not any(one.parts for one in about.things):
        return
    is_of_two = len(about.things) == PAIR and any(superlative(word) != word for word in words)  # `which is bigger`
    is_short = (is_of_two or sum(phrase.weights) <= MAX_IMPLYING) and not (ALL - (MOST if is_choice else set())) & set(
        words
    )
    is_open = not any(one.role == "kind" for one in best) or bool(OPENING & set(before[:2]))
    if about.things and words and is_short and is_open:
        yield from _atoms(range(phrase.begin, phrase.begin + 1), about.things, NAMED)
    elif about.things and (at := _definite(phrase, about, best)) is not None:
        yield from _atoms(range(at, at + 1), about.things, NAMED)


def _definite(phrase: Phrase, about: Talked, best: Sequence[Atom]) -> int | None:
    """`the phone number of the client`, where others were told: the client whom these have to do with."""
    told = {one.kind for one in about.things}
    fields = {one.span.start for one in best if one.role == "field"}
    for one in best:
        at = one.span.start
        if one.role == "kind" and one.kind not in told and at > phrase.begin and phrase.words[at - 1] == "the":
            is_whose = one.span.stop in fields
            return at - 1 if is_whose or not is_plural(phrase.words[one.span[-1]]) else None
    return None


def _atoms(span: range, things: Sequence[Thing], strength: float) -> Iterator[Atom]:
    for kind in dict.fromkeys(one.kind for one in things):
        own = frozenset(one for one in things if one.kind is kind)
        yield Atom(span, "these", kind, strength, None, own, is_name=True, side="pointed")
