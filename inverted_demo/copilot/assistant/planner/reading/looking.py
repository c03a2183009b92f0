"""The last resort of a question: all that the lists show is looked through for its words, the rare ones most of all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any, cast

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, stems
from assistant.planner.english.vocabulary import SEARCHING, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.reply import Reply
from assistant.planner.reading.entities import describe

DATE = re.compile(r"\b\d{4}-\d\d-\d\d")
ENOUGH = 0.6
"""Of what the words weigh together: a thing that says less of it is another one."""
ENOUGH_FOR_ONE = 0.8
"""Where only one of the words is among its values."""
LIGHT = wordset("happen happened see seen saw get got give gave go goes going went know known find found take took")
"""Verbs that say little about what is meant."""
FIELD_WEIGHT = 0.5
KIND_WEIGHT = 0.4
"""What it is called by says little about which one is meant."""
MOST_SHOWN = 3
NEAREST = "This is what I can find:"


@dataclass(frozen=True)
class _Page:
    """What a thing says of itself, as words to compare."""

    record: Record

    @cached_property
    def values(self) -> frozenset[str]:
        return frozenset(_keys(_texts(self.record.data)))

    @cached_property
    def fields(self) -> frozenset[str]:
        known = (slot for slot in fields_of(self.record) if self.record.get(slot.name) not in (None, "", []))
        return frozenset(concept(key) for slot in known for key in (*slot.key, *stems(slot.name)))

    @cached_property
    def kinds(self) -> frozenset[str]:
        return self.record.source.concepts

    def weight(self, key: str) -> float:
        if key in self.values:
            return 1.0
        if key in self.fields:
            return FIELD_WEIGHT
        return KIND_WEIGHT if key in self.kinds else 0.0

    def says(self, key: str) -> bool:
        return bool(self.weight(key))


async def look(desk: Desk, clause: Clause) -> Reply | None:
    """The things that nearly all words of a question are about, with all that is known of them."""
    keys = list(dict.fromkeys(concept(token.stem) for token in clause.tokens[clause.begin :] if _counts(token)))
    pages = [_Page(thing) for source in desk.catalog.listed() for thing in (await desk.all(source, {}))[0]]
    if not keys or not pages:
        return None
    rarity = _rarity(keys, pages)
    found = _best(keys, pages, rarity)
    if not found:
        return None
    told = [await describe(desk, page.record) for page in found]
    return Reply("\n\n".join([NEAREST, *told]), [page.record for page in found])


def _best(keys: Sequence[str], pages: Sequence[_Page], rarity: Mapping[str, float]) -> list[_Page]:
    """Those that say most; none where that is too little, or where it is said by many."""
    scores = [sum(rarity[key] * page.weight(key) for key in keys) for page in pages]
    most = max(scores)
    found = [page for page, score in zip(pages, scores, strict=True) if score == most]
    if not most or len(found) > MOST_SHOWN:
        return []
    [first, *_] = found
    said = sum(rarity[key] for key in keys if first.says(key))
    own = sum(key in first.values for key in keys)
    share = said / sum(rarity.values())
    return found if own and share >= (ENOUGH if own > 1 else ENOUGH_FOR_ONE) else []


def _rarity(keys: Iterable[str], pages: Sequence[_Page]) -> dict[str, float]:
    """A word that nothing here has weighs most."""
    having = Counter(key for page in pages for key in keys if key in page.values)
    return {key: log(1 + len(pages) / (1 + having[key])) for key in keys}


def _counts(token: Token) -> bool:
    return token.is_content and token.word not in SEARCHING | LIGHT


def _keys(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        yield from map(concept, stems(text))
        yield from DATE.findall(text)


def _texts(value: Any) -> Iterable[str]:
    match value:
        case str():
            yield value
        case list():
            for one in cast(list[Any], value):
                yield from _texts(one)
        case dict():
            for one in cast(dict[str, Any], value).values():
                yield from _texts(one)
        case _:
            pass
