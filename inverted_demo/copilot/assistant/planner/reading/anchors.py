"""Which one thing a question is about: by its name or id, by words that say which it is, or by a pronoun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.dates import moments
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import EXACT, SAME_STEM, Binding, bindings, chosen
from assistant.planner.offer.naming import naming
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.reading.chains import article_of, ends_of, only_thing
from assistant.planner.reading.recognizing import is_strange
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.conditions import as_moment, within
from assistant.planner.wishes.wishes import is_naming

SURE = 0.7
MIN_NUMBER = 3
MAX_BARE = 2
OF_VALUE = 0.5
ONE = wordset("it its that this him her his she he their they them there")
BETWEEN = ARTICLES | {"of", "for", "on", "in", "at", "our", "called", "named", "no", "nr", "number"}


@dataclass(frozen=True)
class Anchor:
    """A thing, and the words that say that it is meant."""

    thing: Record
    tokens: frozenset[int]
    coverage: float

    @property
    def kinds(self) -> frozenset[str]:
        """What such things are called."""
        return self.thing.source.concepts


async def anchors(desk: Desk, clause: Clause, focus: Focus) -> list[Anchor]:
    """The things that may be meant, those first that are named most fully."""
    found = await _named(desk, clause)
    if all(one.coverage == OF_VALUE for one in found):
        found = await _described(desk, clause) or found
    if not found and focus.is_one:
        places = [at for at in pointing(clause, set()) if clause.tokens[at].word in ONE] or _there(clause)
        found = [Anchor(focus.things[0], frozenset(places), 1.0)] if places or _goes_on(desk, clause) else []
    return sorted(found, key=lambda one: (-one.coverage, -len(one.tokens)))


def _there(clause: Clause) -> list[int]:
    """`how much is there`, `how much is left`: of what is talked about."""
    words = clause.words[clause.begin :]
    is_bare = words[:2] == ["how", "much"] and len(words) == 4 and words[3] in ("there", "left")
    return [len(clause.tokens) - 1] if is_bare else []


def _goes_on(desk: Desk, clause: Clause) -> bool:
    """`Allergies or so?`: a word or two with nothing that says of what."""
    words = [token for token in clause.tokens[clause.begin :] if token.is_content]
    is_bare = clause.mood == "states" and 0 < len(words) <= MAX_BARE
    return is_bare and not any(concept(one.stem) in desk.catalog.concepts or _may_name(desk, one) for one in words)


async def _named(desk: Desk, clause: Clause) -> list[Anchor]:
    found = clause.tokens
    places = [at for at, token in enumerate(found) if at >= clause.begin and (is_naming(token) or token.is_number)]
    places = places if any(_may_name(desk, found[at]) for at in places) else []
    result: list[Anchor] = []
    likely = naming(desk.catalog, [found[at] for at in places]) if places else []
    others = [one for one in desk.catalog.listed() if one not in likely] if places else []
    for source in (*likely, *others):
        if result and source in others:
            break
        things = (await desk.all(source, {}))[0]
        every = chosen(found, bindings(found, places, things))
        result += _by_value(desk, clause, every, things)
        bound = [one for one in every if _is_sure(desk, clause, one)]
        for one in bound:
            same = [other for other in bound if other.tokens == one.tokens]
            meant = [thing for thing in things if any(thing.get(other.field) == other.value for other in same)]
            tokens = one.tokens
            if len(meant) > 1 and (dated := _of_day(desk, clause, meant)):
                meant, tokens = dated[0], tokens | dated[1]
            if len(meant) == 1 and one is same[0]:
                result.append(Anchor(meant[0], tokens, max(other.coverage for other in same)))
        result += _by_number(clause, places, things)
    return result


def _of_day(desk: Desk, clause: Clause, things: Sequence[Record]) -> tuple[list[Record], frozenset[int]] | None:
    """`the Ghost on the 27th`: of several that are called so, the one of that time."""
    found = clause.tokens
    for when in moments(clause.text, desk.now):
        slots = [slot for slot in fields_of(things[0]) if slot.is_moment]
        told = [(one, as_moment(one.get(slot.name))) for one in things for slot in slots]
        meant = [one for one, moment in told if moment is not None and within(moment, when)]
        tokens = frozenset(at for at, one in enumerate(found) if when.start <= one.start < when.end)
        if len(meant) == 1:
            return meant, tokens
    return None


def _by_value(desk: Desk, clause: Clause, bound: Sequence[Binding], things: Sequence[Record]) -> list[Anchor]:
    """`the notes on the Volvo`: what only one thing says of itself, where it names no other kind of things."""
    result: list[Anchor] = []
    for one in bound:
        slot = next((slot for slot in fields_of(things[0]) if slot.name == one.field), None)
        keys = {concept(key) for key in slot.key} if slot else set[str]()
        is_own = slot is not None and not slot.choices and not is_person(slot) and not keys & desk.catalog.concepts
        meant = [thing for thing in things if thing.get(one.field) == one.value]
        tokens = one.tokens
        if len(meant) > 1 and is_own and (dated := _of_day(desk, clause, meant)):
            meant, tokens = dated[0], tokens | dated[1]
        if is_own and not one.is_name and one.coverage == 1 and one.quality == EXACT and len(meant) == 1:
            result.append(Anchor(meant[0], tokens, OF_VALUE))
    return result


def _may_name(desk: Desk, token: Token) -> bool:
    return token.is_name or token.is_known or token.is_number or is_strange(token, desk.catalog)


def _is_sure(desk: Desk, clause: Clause, binding: Binding) -> bool:
    if not binding.is_name or binding.quality < SURE:
        return False
    own = [clause.tokens[at] for at in binding.tokens]
    if binding.coverage == 1:
        return True
    is_inflected = len(own) == 1 and binding.quality == SAME_STEM
    return not is_inflected and any(_may_name(desk, one) for one in own)


async def _described(desk: Desk, clause: Clause) -> list[Anchor]:
    """`the heaviest open order`, `that guest from Norway`: where the words fit only one."""
    found = clause.tokens
    whole = replace(clause, begin=-1)
    for at in range(len(found) - 1, 0, -1):
        start = article_of(whole, at)
        kinds = [one for one in desk.catalog.listed() if concept(found[at].stem) in one.concepts]
        for source in kinds if start is not None else ():
            for end in ends_of(clause, at):
                thing = await only_thing(desk, clause, source, start or 0, end)
                if thing is not None:
                    return [Anchor(thing, frozenset(range(start or 0, end)), 1.0)]
    return []


def _by_number(clause: Clause, places: Sequence[int], things: Sequence[Record]) -> list[Anchor]:
    """`the note on 7015`, where only one id ends so."""
    result: list[Anchor] = []
    for at in places:
        number = clause.tokens[at].word
        end = clause.tokens[at].end
        if number.isdigit() and len(number) >= MIN_NUMBER and not clause.text[end : end + 1].isalnum():
            meant = [one for one in things if isinstance(one.id, str) and one.id.endswith(f"-{number}")]
            result += [Anchor(meant[0], frozenset({at}), 1.0)] if len(meant) == 1 else []
    return result


def beside(clause: Clause, anchor: Anchor) -> set[int]:
    """`job J-215`, `the golf job`: the words for what kind of thing it is."""
    kinds = anchor.thing.source.concepts
    if not anchor.tokens:
        return set()
    first, last = min(anchor.tokens), max(anchor.tokens)
    at = first - 1
    while at >= clause.begin and clause.tokens[at].word in BETWEEN:
        at -= 1
    places = [at] if at >= clause.begin else []
    places += [last + 1] if last + 1 < len(clause.tokens) else []
    plain = [here for here, one in enumerate(clause.tokens) if not is_plural(one.word) and here >= clause.begin]
    return {here for here in (*places, *plain) if concept(clause.tokens[here].stem) in kinds} - anchor.tokens
