"""Which values of the results a text names: of people, things and their ids, misspelt or in part."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assistant.planner.english.stems import identifier_words, stem
from assistant.planner.english.typos import is_close
from assistant.planner.english.vocabulary import STOPWORDS
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.records import Record, text_values

EXACT = 1.0
SAME_STEM = 0.9
MISSPELT = 0.75
BEGINS = 0.6
MIN_BEGINNING = 4
MAX_KEPT = 4096
PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True)
class Binding:
    """Words of a text that name a value of some field."""

    field: str
    value: str
    tokens: frozenset[int]
    quality: float
    """How well the words are those of the value."""
    coverage: float
    """How much of the value is named."""
    is_name: bool
    """The field is what such a thing is called by."""
    is_in_order: bool = True
    """The words stand in the order that they have in the value: `A to B` is not `B to A`."""

    @property
    def rank(self) -> tuple[float, ...]:
        return (len(self.tokens), round(self.quality, 2), float(self.coverage == 1), float(self.is_in_order))


def bindings(found: Sequence[Token], unexplained: Collection[int], things: Iterable[Record]) -> list[Binding]:
    """The values that have to do with unexplained words, or that are named in full; the best first."""
    values: dict[tuple[str, str], bool] = {}
    for thing in things:
        for field, value in text_values(thing):
            values.setdefault((field, value), field == thing.name_field or value == thing.id)
    text = _Text(found, unexplained)
    bound = [_bind(text, field, value, is_name) for (field, value), is_name in values.items()]
    return sorted((one for one in bound if one), key=lambda one: (*(-part for part in one.rank), not one.is_name))


class _Text:
    """The words of a text, looked up by what they are alike: one word is in many values."""

    def __init__(self, found: Sequence[Token], unexplained: Collection[int]) -> None:
        self.found = found
        self.unexplained = frozenset(unexplained)
        codes = [at for at, one in enumerate(found) if one.is_id or (one.is_number and at in self.unexplained)]
        self.codes = {found[at].word: at for at in reversed(codes)}
        self._alike: dict[str, list[tuple[float, int]]] = {}
        self._by_letter: dict[str, list[tuple[int, Token]]] = {}
        for at, token in enumerate(found):
            if token.is_content:
                self._by_letter.setdefault(folded(token.text)[:1], []).append((at, token))

    def alike(self, word: str) -> list[tuple[float, int]]:
        known = self._alike.get(word)
        if known is None:
            near = self._by_letter.get(folded(word)[:1], ())
            rated = ((alike(token, word), at) for at, token in near)
            known = self._alike[word] = [one for one in rated if one[0]]
        return known


def _bind(text: _Text, field: str, value: str, is_name: bool) -> Binding | None:
    found, unexplained = text.found, text.unexplained
    code = text.codes.get(value.casefold())
    if code is not None:
        return Binding(field, value, frozenset({code}), EXACT, EXACT, is_name)
    all_words, words = _words(value)
    matched: dict[int, float] = {}
    for word in words:
        likely = [one for one in text.alike(word) if one[1] not in matched]
        if likely:
            quality, at = max(likely, key=lambda one: (one[0], one[1] in unexplained))
            matched[at] = quality
    if not matched or not words:
        return None
    coverage, places = len(matched) / len(words), list(matched)
    if coverage == 1:
        small = {at for at, token in enumerate(found) if token.is_quoted and token.word in all_words}
        matched |= dict.fromkeys(small - set(matched), EXACT)
    if coverage < 1 and all(found[at].is_common and not found[at].is_name for at in matched):
        return None
    is_named = coverage == 1 and is_name and (len(words) > 1 or min(matched.values()) == EXACT)
    if not (unexplained & set(matched) or is_named):
        return None
    quality = sum(matched.values()) / len(matched)
    return Binding(field, value, frozenset(matched), quality, coverage, is_name, places == sorted(places))


@lru_cache(MAX_KEPT)
def _words(value: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a value, and those of them that say something."""
    every = tuple(token.word for token in tokens(value))
    said = tuple(word for at, word in enumerate(every) if word not in STOPWORDS or is_last_letter(every, at))
    return every, said or every


def is_last_letter(words: Sequence[str], at: int) -> bool:
    """The `A` of `Hall A` is no article."""
    return len(words[at]) == 1 and 0 < at == len(words) - 1


@lru_cache(MAX_KEPT)
def folded(text: str) -> str:
    """In lower case and without accents, as people type names."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN_LETTERS))
    return "".join(char for char in plain if not unicodedata.combining(char))


def alike(token: Token, word: str) -> float:
    """How surely a token is that word; as the person wrote it, not as it was read."""
    if not token.is_content:
        return 0.0
    written, word = folded(token.text), folded(word)
    if written == word:
        return EXACT
    if not written.isalpha() or not word.isalpha():
        return 0.0
    if stem(written) == stem(word):
        return SAME_STEM
    if token.is_common:
        return 0.0
    if is_close(written, word):
        return MISSPELT
    is_beginning = len(written) >= MIN_BEGINNING and word.startswith(written) and len(word) > len(written) + 1
    return BEGINS if is_beginning else 0.0


def chosen(found: Sequence[Token], ranked: Sequence[Binding]) -> list[Binding]:
    """For every group of words the values that fit best: several only where they fit equally well.

    A word that is said twice names the same thing twice.
    """
    left = list(ranked)
    result: list[Binding] = []
    while left:
        top = left[0]
        result += [one for one in left if one.tokens == top.tokens and one.rank == top.rank]
        said = {found[at].stem for at in top.tokens}
        left = [
            one for one in left if not one.tokens & top.tokens and not {found[at].stem for at in one.tokens} <= said
        ]
    return result


def nearest_labels(words: str, labels: Iterable[str], limit: int = 3) -> list[str]:
    """Names that share a beginning with what was looked for, to be offered instead."""
    wanted = words.casefold()[:2]
    return [label for label in dict.fromkeys(labels) if any(w.startswith(wanted) for w in identifier_words(label))][
        :limit
    ]
