"""What is asked of a thing of another kind, which the one talked about names: `how many of that are in stock?`"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.clauses.replacing import put
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.catalog import Known
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.records import Record
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.focus import Focus, is_told
from assistant.planner.wishes.understanding import understand

SAID = wordset("that this the its their")
ONE = wordset("it its that this their they")


async def hopped(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with the name of what the thing talked about names, where the question is about that."""
    if not focus.is_one or any(token.is_known or token.is_id for token in clause.tokens[clause.begin :]):
        return clause
    thing = focus.things[0]
    others = [one for one in desk.catalog.listed() if not one.nouns & thing.source.nouns]
    start, end = _kind(clause.tokens, others)
    if end:
        kind = concept(clause.tokens[end - 1].stem)
        others = [one for one in others if kind in map(concept, one.nouns)]
    elif clause.mood != "orders" and not clause.has("which"):
        start = next((at for at in pointing(clause, set()) if clause.tokens[at].word in ONE), len(clause.tokens))
        end = start + 1
        others = _asked(desk, clause, thing, others, start) if start < len(clause.tokens) else []
    else:
        return clause
    for source in others:
        name = await _named_by(desk, thing, source)
        if name:
            owns = end == start + 1 and clause.tokens[start].word in ("its", "their")
            last = start + 1 if clause.mood == "orders" else end  # the word for the kind says which tool is meant
            return _put(desk, clause, start, last, name, source, owns)
    return clause


def _kind(found: Sequence[Token], sources: Sequence[Source]) -> tuple[int, int]:
    """Where `that tank` is, or `the tank` with nothing that says which; no end where it isn't."""
    nouns = {one for source in sources for one in source.concepts}
    for at, token in enumerate(found):
        is_kind = concept(token.stem) in nouns and not token.is_quoted and not is_plural(token.word)
        last = at + 1 == len(found) or not found[at + 1].is_noun
        if at and is_kind and found[at - 1].word in SAID and last and not is_told(found, at):
            return at - 1, at + 1
    return 0, 0


def _asked(desk: Desk, clause: Clause, thing: Record, others: Sequence[Source], pronoun: int) -> list[Source]:
    """Those that have fields for all words, where what is talked about has none for some."""
    words = {
        at
        for at, token in enumerate(clause.tokens)
        if at >= clause.begin and at != pronoun and (token.is_content or token.is_number)
    }
    own = [one for one in desk.catalog.sources if one.nouns & thing.source.nouns]
    if not words or any(_has(desk, one, clause, words) for one in own):
        return []
    return [one for one in others if _has(desk, one, clause, words)]


def _has(desk: Desk, source: Source, clause: Clause, words: set[int]) -> bool:
    """Whether its fields are called so, and nothing is said of which things are meant."""
    wish = understand(source, clause.tokens, clause.text, desk.now, desk.catalog)
    keys = {key for slot in source.fields for key in slot.key}
    called = {at for at in words if any(likeness(clause.tokens[at].stem, key) >= ALIKE for key in keys)}
    return bool(called) and words <= wish.explained | called and not wish.conditions


async def _named_by(desk: Desk, thing: Record, source: Source) -> str:
    """The one thing of this kind that it names; the one that names it, where it names none."""
    things = (await desk.all(source, {}))[0]
    meant = _among(things, thing) or _among(things, await detailed(desk, thing))
    calls = {call.casefold() for call in (thing.id, thing.label) if isinstance(call, str)}
    meant = meant or [one for one in things if _calls(one, calls)]
    if len(meant) != 1:
        return ""
    [one] = meant
    is_unique = sum(other.label == one.label for other in things) == 1
    return one.label if is_unique or one.id is None else str(one.id)


def _among(things: Sequence[Record], thing: Record | None) -> list[Record]:
    told = {value.casefold() for value in _values(thing.data.values())} if thing else set[str]()
    told |= {value.partition(" (")[0] for value in told}
    return [one for one in things if {call.casefold() for call in (one.id, one.label) if isinstance(call, str)} & told]


def _calls(thing: Record, names: set[str]) -> bool:
    return any(value.casefold().partition(" (")[0] in names for value in _values(thing.data.values()))


def _values(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _values(cast(list[Any], value))
        elif isinstance(value, Mapping):
            yield from _values(cast(Mapping[str, Any], value).values())


def _put(desk: Desk, clause: Clause, start: int, end: int, name: str, source: Source, owns: bool) -> Clause:
    words = tuple(token.word for token in tokens(name))
    desk.catalog.known[name.casefold()] = Known(words).with_source(source, is_own=True)
    return put(clause, start, end, name, owns)
