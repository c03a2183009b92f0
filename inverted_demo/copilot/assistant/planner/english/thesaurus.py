"""How near words of general English are in meaning: by groups that share words, and not from group to group.

`thesaurus.txt` has a group a line. Words that stand side by side may be said for each other; `=` before them says that
they are one word, written otherwise. What is before `>` is said of what is after it, or leads to it: `heavy > weight`.
What is before `!` is the opposite of what is after it, and what is before `~` only looks like it. `_` joins words of a
phrase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from assistant.planner.english.stems import IRREGULAR, MAX_KEPT, stem

FILE = Path(__file__).with_name("thesaurus.txt")
SAME = 1.0
WRITTEN_OTHERWISE = 0.95
SAID_FOR = 0.8
LEADS_TO = 0.6
NEVER = 0.0
INFLECTED = 0.9
"""Of a word that is listed in another form only: `cancelling`, where `cancel` is."""
OTHERWISE_LISTED = 0.6
"""Of another form of a word that is listed itself: what is `broken` is hardly a `break`."""
ALIKE_INFLECTED = 0.8
"""Of two words whose plain forms are listed together: `inspected` is `checked`."""
OPPOSITE = "!"
SIDES = {">": LEADS_TO, OPPOSITE: NEVER, "~": NEVER}
BEGINNING = 2
"""So many letters of a word are the same in all its forms, but for irregular ones."""
ENDINGS = {"ed": "ed", "ing": "ing", "er": "er", "or": "er", "ment": "ment"}
DERIVED = frozenset({"er", "ment"})
"""Endings of who does a thing, or what is done: words of their own, and no forms of the verb."""
PLURALS = frozenset({"child", "man", "woman", "mouse"})
LONGEST = 4
"""Words in a phrase."""


class Phrase(NamedTuple):
    """A phrase that is listed, and where it stands in a list of words."""

    start: int
    end: int
    listed: str


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """The groups by number, and for each word the groups that it is in, with its side there."""

    grades: list[float] = field(default_factory=list)
    sided: list[bool] = field(default_factory=list)
    opposing: set[int] = field(default_factory=set[int])
    groups: dict[str, dict[int, int]] = field(default_factory=dict)
    by_beginning: dict[str, list[str]] = field(default_factory=dict)

    def add(self, line: str) -> None:
        grade, sides = parsed(line)
        for side, words in enumerate(sides):
            for word in words:
                if word not in self.groups:
                    self.groups[word] = {}
                    self.by_beginning.setdefault(_beginning(word), []).append(word)
                self.groups[word][len(self.grades)] = side
        if OPPOSITE in line:
            self.opposing.add(len(self.grades))
        self.grades.append(grade)
        self.sided.append(len(sides) > 1)

    def grade(self, one: str, other: str) -> float | None:
        """The best of the groups that two listed words share, if none of them parts the two."""
        here, there = self.groups[one], self.groups[other]
        shared = [group for group in here if group in there and (not self.sided[group] or here[group] != there[group])]
        grades = [self.grades[group] for group in shared]
        return None if not grades else NEVER if NEVER in grades else max(grades)

    def opposes(self, one: str, other: str) -> bool:
        """Whether two listed words are opposites."""
        here, there = self.groups[one], self.groups[other]
        return any(group in there and here[group] != there[group] for group in self.opposing & here.keys())


def parsed(line: str) -> tuple[float, list[list[str]]]:
    """How near the words of a line are, and its words by sides: one side, where all are said for each other."""
    words = line.split() if "_" not in line else [word.replace("_", " ") for word in line.split()]
    if words[0] == "=":
        return WRITTEN_OTHERWISE, [words[1:]]
    for mark, grade in SIDES.items():
        if mark in words:
            at = words.index(mark)
            return grade, [words[:at], words[at + 1 :]]
    return SAID_FOR, [words]


@cache
def thesaurus() -> Thesaurus:
    loaded = Thesaurus()
    for line in lines(FILE.read_text(encoding="utf-8")):
        loaded.add(line)
    return loaded


def lines(text: str) -> list[str]:
    """Without headings and empty lines."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _beginning(word: str) -> str:
    first = word.partition(" ")[0]
    return IRREGULAR.get(first, first)[:BEGINNING]


@lru_cache(MAX_KEPT)
def related(one: str, other: str) -> float:
    """How well one word or phrase may be said for another: 1 for forms of one word, 0 where nothing says so.

    From a half on, one of the two is hardly of another meaning.
    """
    one, other = _plain(one), _plain(other)
    if one == other:
        return SAME
    best = _akin(one, other)
    least = ALIKE_INFLECTED if _form(one) == _form(other) else NEVER
    for mine, factor in _listed(one).items():
        for theirs, other_factor in _listed(other).items():
            grade = thesaurus().grade(mine, theirs)
            if grade == NEVER:
                return NEVER
            both = max(factor * other_factor, least if _form(mine) == _form(theirs) else NEVER)
            best = max(best, (grade or 0.0) * both)
    return best


@lru_cache(MAX_KEPT)
def opposed(one: str, other: str) -> bool:
    """Whether a word or phrase says that it is not as another says."""
    known, others = thesaurus(), _listed(_plain(other))
    return any(known.opposes(mine, theirs) for mine in _listed(_plain(one)) for theirs in others)


def phrases_at(words: Sequence[str], at: int) -> Iterator[Phrase]:
    """The listed phrases of several words that begin there, the longest first."""
    for length in range(min(LONGEST, len(words) - at), 1, -1):
        said = " ".join(words[at : at + length])
        listed = said if said in thesaurus().groups else next(iter(_forms(_beginning(said)).get(_key(said), ())), None)
        if listed:
            yield Phrase(at, at + length, listed)


def _plain(word: str) -> str:
    """As it is listed: `can't make it` as `can not make it`."""
    plain = word.replace("_", " ").replace("-", " ")
    return plain.replace("can't", "can not").replace("n't", " not") if "n't" in plain else plain


def _akin(one: str, other: str) -> float:
    """Of two forms of one word; who does a thing is not the deed, but of it."""
    if _key(one) != _key(other):
        return NEVER
    form, other_form = _form(one), _form(other)
    if form == other_form:
        return SAME
    return LEADS_TO if {form, other_form} & DERIVED else INFLECTED


@lru_cache(MAX_KEPT)
def _listed(word: str) -> dict[str, float]:
    """The listed words that are forms of it, and how near they are; `goods` are no form of `good`."""
    known, own = thesaurus(), _form(word)
    forms = {one: _form(one) for one in _forms(_beginning(word)).get(_key(word), ())}
    if word in known.groups:
        forms = {one: form for one, form in forms.items() if known.grade(word, one) != NEVER}
    other = OTHERWISE_LISTED if own in forms.values() else INFLECTED
    near = {one: SAME if form == own else other for one, form in forms.items()}
    return {one: factor for one, factor in near.items() if factor == SAME or not {forms[one], own} & DERIVED}


@cache
def _forms(beginning: str) -> dict[str, list[str]]:
    """The listed words that begin so, by their key."""
    found: dict[str, list[str]] = {}
    for word in thesaurus().by_beginning.get(beginning, ()):
        found.setdefault(_key(word), []).append(word)
    return found


def _key(word: str) -> str:
    return " ".join(map(stem, word.split()))


def is_done(word: str) -> bool:
    """Whether it is said of what has been done: `lived in`, of a phrase its first word."""
    return _form(word) == "ed"


def _form(word: str) -> str:
    """Which form of a word it is, by the first of several words; with or without an `s` is the same."""
    first = word.partition(" ")[0]
    if first in IRREGULAR:
        return "" if IRREGULAR[first] in PLURALS else "ed"
    bare = first.removesuffix("s")
    return next((form for ending, form in ENDINGS.items() if bare.endswith(ending) and bare != ending), "")
