"""What only the server knows of the things in a list: conditions that its tool takes and its things don't tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from assistant.conversation import Arguments
from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import STOPWORDS, wordset
from assistant.planner.facts.things import Kind, Thing, folded
from assistant.planner.facts.world import World
from assistant.planner.offer.periods import written
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.switches import switched, told_so
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase

CLEAR = 0.75
SAID_SO = 0.96
DESCRIBED = 0.9
BESIDE = 3
"""So far before a day stands the word that says what is so on it."""
SEARCHED = 0.93
MENTIONING = wordset("mention mentions mentioning mentioned")
WRITING = wordset("write wrote written writes say said says comment commented comments report reported")
ABOUT = wordset("about on regarding concerning")
SMALL = wordset("on at in by from to for of is has only day date")


@dataclass(frozen=True)
class Sieve:
    """A parameter that a question says, and the words that say it."""

    kind: Kind
    param: Slot
    value: Any
    span: range
    strength: float = SAID_SO

    @property
    def arguments(self) -> Arguments:
        return {self.param.name: self.value}


def sieves(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Sieve]:
    for kind in kinds:
        if kind.parent is None and kind.source.is_list and not kind.source.needs:
            yield from _mentioned(phrase, kind)
            for param in kind.source.deed.params:
                if not param.required and not param.is_paging and not param.is_id and not _is_told(param, kind):
                    yield from _said(phrase, kind, param)


def _mentioned(phrase: Phrase, kind: Kind) -> Iterator[Sieve]:
    """`what was written about the bank`, `anything that mentions frost`: what the tool looks for in its texts."""
    query, about = kind.source.deed.query, _about(phrase)
    if query is None or query.required or about is None or not any(one.is_prose for one in kind.fields):
        return
    start, said = about
    topic = [at for at in said if phrase.weights[at] > 0]
    if topic:
        words = " ".join(phrase.tokens[at].text for at in range(topic[0], topic[-1] + 1))
        yield Sieve(kind, query, words, range(start, topic[-1] + 1), SEARCHED)


def _about(phrase: Phrase) -> tuple[int, range] | None:
    """From where on it is said, and the words of which it is."""
    for at in range(phrase.begin, len(phrase.tokens) - 1):
        word, after = phrase.words[at], phrase.words[at + 1]
        if word in MENTIONING and phrase.tokens[at + 1].is_content:
            return at, range(at + 1, len(phrase.tokens))
        if word in WRITING and after in ABOUT | {"anything", "something"}:
            about = next((here for here in range(at, len(phrase.tokens)) if phrase.words[here] in ABOUT), None)
            return (at, range(about + 1, len(phrase.tokens))) if about is not None else None
    return None


def _is_told(param: Slot, kind: Kind) -> bool:
    """Whether the things say it themselves."""
    own = set(param.all_words) - SMALL
    fields = [one for one in kind.fields if not one.is_detail]
    return any(own <= set(one.words) or param.key == one.slot.key for one in fields) if own else True


def _said(phrase: Phrase, kind: Kind, param: Slot) -> Iterator[Sieve]:
    if param.choices:
        for choice in param.choices:
            if (span := _place(phrase, folded(choice))) is not None:
                yield Sieve(kind, param, choice, span)
    elif param.form == "truth":
        span = _place(phrase, [word for word in param.all_words if word not in SMALL])
        if span is not None and phrase.negated(span.start) is None:
            yield Sieve(kind, param, True, span)
        elif span is not None and param.is_nullable:
            yield Sieve(kind, param, False, range(phrase.negated(span.start) or 0, span.stop))
        else:
            yield from _described(phrase, kind, param)
        for start, stop, value in told_so(phrase.tokens, param):
            yield Sieve(kind, param, value, range(start, stop))
    elif param.is_moment:
        yield from _on_day(phrase, kind, param)


def _described(phrase: Phrase, kind: Kind, param: Slot) -> Iterator[Sieve]:
    """`being sailed`, `at the pier`: words of what its description says of either side."""
    for at, value in switched(phrase.tokens, param):
        if at < phrase.begin or phrase.tokens[at].stem in kind.nouns:
            continue
        no = phrase.negated(at)
        yield Sieve(kind, param, value, range(at if no is None else no, at + 1), DESCRIBED)
        return


def _on_day(phrase: Phrase, kind: Kind, param: Slot) -> Iterator[Sieve]:
    """`free on Friday`: the day of what the parameter is called."""
    named = _place(phrase, [word for word in param.all_words if word not in SMALL])
    for days, when in phrase.times:
        if when.side == "within" and when.first.date() == when.last.date() and days:
            span = named or _beside(phrase, kind, param, days)
            if span is not None and phrase.negated(span.start) is None:
                strength = SAID_SO if named else DESCRIBED
                yield Sieve(kind, param, written(when.first, param), _with_day(span, days), strength)
                return


def _beside(phrase: Phrase, kind: Kind, param: Slot, days: range) -> range | None:
    """`working today`, of a day that is described as `Only those who work on this day`: the word beside the day."""
    own = [word for word in identifier_words(param.description) if word not in SMALL]
    for at in (days.stop, *range(days.start - 1, max(phrase.begin, days.start - BESIDE) - 1, -1)):
        if phrase.begin <= at < len(phrase.tokens) and phrase.weights[at] >= 1 and at not in days:
            is_kind = phrase.tokens[at].stem in kind.nouns
            is_said = not is_kind and any(lexical(phrase.words[at], word) >= CLEAR for word in own)
            return range(at, at + 1) if is_said else None
    return None


def _with_day(span: range, days: range) -> range:
    """The day too, where it stands beside."""
    whole = range(min(span.start, days.start), max(span.stop, days.stop))
    return whole if len(whole) <= len(span) + len(days) + 2 else span


def _place(phrase: Phrase, words: Iterable[str]) -> range | None:
    """Where such words stand one after the other."""
    own = [word for word in words if word]
    for at in range(phrase.begin, len(phrase.tokens) - len(own) + 1):
        span = range(at, at + len(own))
        if own and all(_is_same(phrase.words[here], word) for here, word in zip(span, own, strict=True)):
            return span
    return None


def _is_same(said: str, word: str) -> bool:
    return said == word if word in STOPWORDS else lexical(said, word) >= CLEAR


async def sieved(world: World, sieve: Sieve) -> Atom | None:
    """The things that the server gives for it."""
    records, _, outcome = await world.desk.all(sieve.kind.source, sieve.arguments)
    if outcome.state != "done" or (sieve.strength == SEARCHED and not records):
        return None
    shown = {str(one.id) if one.id is not None else one.label for one in records}
    known = {_key(thing) for thing in sieve.kind.things}
    if sieve.strength == SEARCHED:
        new = [one for one in records if (str(one.id) if one.id is not None else one.label) not in known]
        world.take(sieve.kind, new)
    things = frozenset(thing for thing in sieve.kind.things if _key(thing) in shown)
    return Atom(sieve.span, "these", sieve.kind, sieve.strength, None, things, side="state", given=sieve.arguments)


def _key(thing: Thing) -> str:
    return thing.id or thing.label
