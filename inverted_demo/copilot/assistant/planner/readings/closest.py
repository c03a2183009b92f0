"""The last resort of a question: all that can be read is looked through for its words, the rare ones most of all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.vocabulary import SEARCHING, wordset
from assistant.planner.facts.things import Thing, folded
from assistant.planner.facts.world import World
from assistant.planner.offer.desk import Desk, Stuck
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase, phrase
from assistant.planner.readings.respelling import respelled
from assistant.planner.readings.telling import in_full, whole
from assistant.planner.readings.values import Values

NEAREST = "I can't say that for sure. This is the closest I can find:"
FIELD = 0.5
"""What it counts that a field is called so that has a value; what the thing is called by says less which one it is."""
KIND = 0.3
LIKE = 0.75
"""How near a word has to be."""
ENOUGH = 0.33
"""Of what the words weigh together: a thing that says less of it is another one."""
AHEAD = 1.12
"""How much more it has to say than the next one."""
LEAST_SAID = 2
MOST_DETAILS = 6
VAGUE = wordset("happen happened see saw seen got know known find found someone somebody thing things stuff name")


@dataclass(eq=False)
class _Page:
    """What is said of a thing: its values, what is in its parts, and what all that is called."""

    thing: Thing

    @cached_property
    def words(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for word, weight in _words(self.thing):
            found[word] = max(weight, found.get(word, 0.0))
        return found

    def says(self, word: str) -> float:
        if (own := self.words.get(word)) is not None:
            return own
        near = ((lexical(word, other), weight) for other, weight in self.words.items())
        return max((alike * weight for alike, weight in near if alike >= LIKE), default=0.0)


def _words(thing: Thing) -> Iterator[tuple[str, float]]:
    for field in thing.kind.fields:
        values = thing.values(field)
        yield from ((word, 1.0) for value in values for word in folded(str(value)))
        yield from ((word, FIELD) for word in field.words if values and values != [False])
    yield from ((word, KIND) for word in thing.kind.nouns)
    for parts in thing.parts.values():
        for part in parts:
            yield from _words(part)


async def closest(desk: Desk, clause: Clause) -> Reply | None:
    """The one thing that most words of a question are about, with all that is known of it."""
    try:
        return await _closest(desk, clause)
    except Stuck:  # after too many calls
        return None


async def _closest(desk: Desk, clause: Clause) -> Reply | None:
    world = World(desk)
    for kind in list(world.kinds):
        await world.read(kind)
    said = respelled(phrase(clause.text, clause.tokens, clause.begin, desk.now), world.kinds, Values(world.kinds))
    words = _counted(said)
    ranked = _ranked([_Page(one) for one in world.things if one.parent is None], words)
    if not ranked:
        return None
    await world.complete([page.thing for _, page in ranked[:MOST_DETAILS]])
    ranked = _ranked([_Page(page.thing) for _, page in ranked], words)
    best = _sure(ranked, words)
    return None if best is None else Reply(f"{NEAREST}\n\n{in_full(best.thing)}", [whole(best.thing).record])


def _counted(said: Phrase) -> dict[str, float]:
    """The words that may say which thing is meant, and how much they have to be explained."""
    found: dict[str, float] = {}
    for token, weight in zip(said.tokens, said.weights, strict=True):
        if weight > 0 and token.word not in SEARCHING | VAGUE:
            found |= dict.fromkeys(folded(token.text), weight)
    return found


def _ranked(pages: Sequence[_Page], words: dict[str, float]) -> list[tuple[float, _Page]]:
    """Those that say most of it first; a word that hardly any says weighs most."""
    says = {page: {word: page.says(word) for word in words} for page in pages}
    having: dict[str, int] = defaultdict(int)
    for own in says.values():
        for word, weight in own.items():
            having[word] += weight > FIELD
    rarity = {word: log(1 + len(pages) / (1 + having[word])) for word in words}
    scored = [(sum(rarity[word] * words[word] * own[word] for word in words), page) for page, own in says.items()]
    return sorted(scored, key=lambda one: -one[0])


def _sure(ranked: Sequence[tuple[float, _Page]], words: dict[str, float]) -> _Page | None:
    """The first, where it says enough, and more than any other."""
    (score, best), *others = ranked
    said = [word for word in words if best.says(word) > FIELD]
    if len(said) < LEAST_SAID or (others and score < AHEAD * others[0][0]):
        return None
    told = sum(weight for word, weight in words.items() if best.says(word))
    return best if told >= ENOUGH * sum(words.values()) else None
