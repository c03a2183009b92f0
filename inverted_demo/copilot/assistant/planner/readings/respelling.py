"""Words that are no English, read as the server's own or the English ones that they are a slip of: `wating list`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from assistant.planner.english.dictionary import english_words, is_english
from assistant.planner.english.stems import MAX_KEPT, plural, singular, stem
from assistant.planner.english.typos import distance, is_close
from assistant.planner.english.words import Token
from assistant.planner.facts.things import Kind
from assistant.planner.readings.lexical import SHORTEST
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.values import Values

MIN_SLIP = 5
MIN_ENGLISH = 6
"""Letters of a word that may be a slip of one that is not the server's."""
CUT = 3
"""So many letters at least are left out of a word that is cut short."""


def respelled(phrase: Phrase, kinds: Iterable[Kind], values: Values) -> Phrase:
    names = {word for kind in kinds for word in _called(kind)}
    known = names | values.words
    tokens = tuple(
        _read(token, names, known) if at >= phrase.begin else token for at, token in enumerate(phrase.tokens)
    )
    return phrase if tokens == phrase.tokens else replace(phrase, tokens=tokens)


def _called(kind: Kind) -> Iterator[str]:
    yield from singular(kind.source.noun).split()
    for field in kind.fields:
        yield from field.words


def _read(token: Token, names: Collection[str], known: Collection[str]) -> Token:
    word = token.word
    is_written = token.is_quoted or token.is_known or token.is_name or not word.isalpha() or not word.isascii()
    if is_written or len(word) < SHORTEST or word in known or singular(word) in known or is_english(word):
        return token
    meant = _slip(word, known) or _cut_short(word, names) or _english(word)
    return token if meant is None else replace(token, text=meant, word=meant, stem=stem(meant))


def _slip(word: str, known: Iterable[str]) -> str | None:
    """The nearest of the server's words, of which it may be the plural; none, where two are as near."""
    if len(word) < MIN_SLIP:
        return None
    near: dict[str, int] = {}
    for own in known:
        for form in (own, plural(own)) if word.endswith("s") and not own.endswith("s") else (own,):
            if form == word or is_close(word, form):
                near[own] = min(distance(word, form, 2), near.get(own, MIN_SLIP))
    return min(near, key=lambda own: (near[own], own), default=None)


def _cut_short(word: str, names: Iterable[str]) -> str | None:
    """`mic`, where only one thing or field is called by a word that begins so."""
    meant = {stem(one): one for one in names if one.startswith(word) and len(one) >= len(word) + CUT}
    return next(iter(meant.values())) if len(meant) == 1 else None


@lru_cache(MAX_KEPT)
def _english(word: str) -> str | None:
    if len(word) < MIN_ENGLISH:
        return None
    forms = (word, word.removesuffix("s")) if word.endswith("s") and len(word) > MIN_ENGLISH else (word,)
    near = [one for form in forms for one in _by_beginning().get(word[0], ()) if distance(form, one, 1) <= 1]
    return min(near, default=None)


@cache
def _by_beginning() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in english_words():
        if len(word) >= MIN_ENGLISH - 1:
            found.setdefault(word[0], []).append(word)
    return found
