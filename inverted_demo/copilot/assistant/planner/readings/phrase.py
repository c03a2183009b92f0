"""A question as its words, with how much each of them has to be explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from assistant.planner.english.common import is_past
from assistant.planner.english.dates import When, moments, stretched
from assistant.planner.english.degrees import is_having
from assistant.planner.english.numbers import Figure, figures
from assistant.planner.english.stems import is_plural, stem
from assistant.planner.english.vocabulary import NEGATIONS, READ_VERBS, STOPWORDS, WH, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.units import SAME_UNIT
from assistant.planner.readings.denying import BESIDES, with_denied
from assistant.planner.wishes.conditions import measure

UNITS = frozenset(unit for group in SAME_UNIT for unit in group)
NAME_WEIGHT = 1.4
NUMBER_WEIGHT = 1.2
LIGHT = 0.5
LIGHT_WORDS = wordset(
    "have has had been being still yet already take takes took run runs going come coming done do doing put "
    "named called currently around stuff thing things ones one bit again today's belong belongs based happen happened "
    "tell know check checking want need give gave got keep kept say said show look book file record records list "
    "having able allowed able ready supposed available details total many often"
)
SAYING = wordset("say says said think thinks thought reckon write wrote written")
DOING = wordset("did do does has have had")
NUMBER = wordset("number numbers")
OWNING = wordset("his her their its your")
OWNED = OWNING | wordset("the these those our my")
COUNTING = wordset("two three four five 2 3 4 5")
AWAY = wordset("off away back")
STAYED, LIMITS = wordset("stayed stays stay remained kept went got"), wordset("below above under over within")
ALONG, FURTHER = wordset("along ahead"), wordset("far further furthest farther farthest")
BEING = wordset("is are was were")
WORK = wordset("work works")
WORKING = wordset("who whos which does do did")
EXCEPTING = wordset("except excluding")
NEAR_NOUN = 5
BEFORE = 4
"""So far before such a word is what says that somebody is so."""
EXTENTS = wordset("long far big large tall heavy high deep wide old")
LASTING = wordset("open stay stays run runs go goes can could may")
REMAINING = wordset("gone go goes going stood sat lain remained")
TAKING = wordset("take takes taking took last lasts lasting run runs go on")
SUBJECTS = wordset("i you we they he she it one a an the get go have")
NAMELESS = wordset("who whom whose whoever someone anyone anybody somebody nobody everyone person people")


@dataclass(frozen=True)
class Phrase:
    """The words of a clause, from the first that is not only courtesy."""

    text: str
    tokens: tuple[Token, ...]
    begin: int
    now: datetime
    pointing: frozenset[int] = frozenset()
    """Where a pronoun stands for what was talked about: as much to be explained as its name."""

    aside: frozenset[int] = frozenset()
    """What says no more than a time beside it does."""

    said: frozenset[str] = frozenset()
    """The words of what was asked before."""

    @property
    def words(self) -> list[str]:
        return [token.word for token in self.tokens]

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.words))

    @cached_property
    def weights(self) -> list[float]:
        return [0.0 if at < self.begin else self._weight(at) for at in range(len(self.tokens))]

    def _weight(self, at: int) -> float:
        if at in self.pointing:
            return NAME_WEIGHT
        if any(at in self.span(*when.clock) for _, when in self.times):
            return 0.0
        if self._is_asked(at) or self._is_being(at) or self._is_lasting(at) or self._is_saying(at):
            return 0.0
        if at > self.begin and not self.tokens[at].is_noun and is_having(self.words, at):
            return 0.0
        if self.is_count(at):
            return 0.0
        if self.words[at] in STAYED and at + 1 < len(self.words) and self.words[at + 1] in FURTHER | LIMITS:
            return 0.0
        if self.words[at] in ALONG and at and self.words[at - 1] in FURTHER:
            return 0.0
        if self.words[at] == "single" and self.words[at - 1 : at] == ["a"]:
            return 0.0  # `not a single one`
        if at == self.unit_asked:
            return 1.0
        if at in self.aside:
            return 0.0
        if self._is_away(at):
            return 1.0
        return 1.0 if self.is_telephone(at) else _weight(self.tokens[at])

    @cached_property
    def unit_asked(self) -> int | None:
        """`how many ms`: where the unit stands in which something is asked for."""
        pairs = (at for at in range(self.begin + 2, len(self.tokens)) if self.words[at - 2 : at] == ["how", "many"])
        return next((at for at in pairs if self.words[at] in UNITS and self.words[at + 1 : at + 2] != ["of"]), None)

    def is_count(self, at: int) -> bool:
        """`the cheaper of the two suites`: so many there are, and nothing is said of them by that."""
        is_known = at > 0 and (self.words[at - 1] in OWNED or self.tokens[at - 1].owns)
        is_led = is_known and self.words[at] in COUNTING
        return is_led and any(is_plural(word) for word in self.words[at + 1 : at + 1 + NEAR_NOUN])

    def _is_away(self, at: int) -> bool:
        """`who is off on Friday?`, `who works on Friday?`: small as it is, it says how they are."""
        if self.words[at] == "down":
            return at + 1 == len(self.tokens) and bool(BEING & set(self.words[max(self.begin, at - BEFORE) : at]))
        if self.words[at] not in AWAY | WORK or at <= self.begin or self.tokens[at].is_quoted:
            return False
        is_last = at + 1 == len(self.tokens) or any(bool(span) and at < span.start <= at + 2 for span, _ in self.times)
        before = set(self.words[max(self.begin, at - BEFORE) : at])
        return is_last and bool(before & (WORKING if self.words[at] in WORK else BEING))

    def _is_lasting(self, at: int) -> bool:
        """`how long does it take?`: no more than how long."""
        is_asked = any(self.words[here : here + 2] == ["how", "long"] for here in range(self.begin, at))
        return is_asked and self.words[at] in TAKING and not any(token.is_content for token in self.tokens[at + 1 :])

    def is_telephone(self, at: int) -> bool:
        """`her number`, `a number for him`; but not `the number of guests`."""
        before, after = (self.words[one] if 0 <= one < len(self.words) else "" for one in (at - 1, at + 1))
        is_of_the = at > 1 and self.words[at - 2] == "the" and before.endswith("s")  # `the drivers number`
        is_own = before in OWNING or is_of_the or self.tokens[at - 1].owns
        return self.words[at] in NUMBER and at > self.begin and after != "of" and (is_own or after == "for")

    def _is_asked(self, at: int) -> bool:
        """`how long`, `how big`: what is asked, and nothing that is so of things."""
        is_how = at > self.begin and self.tokens[at - 1].word == "how"
        return is_how and (self.tokens[at].word in EXTENTS or self.asks_until_when)

    def _is_being(self, at: int) -> bool:
        """`has gone unseen`, `sat untouched`: no more than that it is so."""
        after = self.words[at + 1 : at + 2]
        return (
            at > self.begin and self.words[at] in REMAINING and bool(after) and (after[0] == "not" or is_past(after[0]))
        )

    def _is_saying(self, at: int) -> bool:
        """`what did Ada say`: what is asked, and nothing that has to be found in it."""
        opening = self.words[self.begin : self.begin + 2]
        return opening[:1] == ["what"] and {*opening[1:]} <= DOING and self.words[at] in SAYING

    @cached_property
    def asks_until_when(self) -> bool:
        """`how late is it open?`: and not how much behind."""
        words = self.words[self.begin :]
        is_late = any(words[at : at + 2] == ["how", "late"] for at in range(len(words)))
        return is_late and self.has(*LASTING)

    @cached_property
    def times(self) -> list[tuple[range, When]]:
        found = stretched(moments(self.text, self.now), self.text)
        return [(self.span(one.start, one.end), one) for one in found]

    @cached_property
    def days(self) -> list[tuple[range, When]]:
        """The same, with both ends of a stretch apart."""
        return [(self.span(one.start, one.end), one) for one in moments(self.text, self.now)]

    @cached_property
    def figures(self) -> list[tuple[range, Figure]]:
        taken = {at for span, _ in self.times for at in span}
        found = [(self.span(one.start, one.end), one) for one in figures(self.text)]
        return [(span, one) for span, one in found if span and not taken & set(span)]

    def is_over(self, value: object) -> bool:
        """Whether a day or a time has been."""
        moment = measure(value)
        return moment is not None and moment <= self.now.timestamp()

    def span(self, start: int, end: int) -> range:
        """The tokens between two places of the text."""
        found = [at for at, token in enumerate(self.tokens) if token.start < end and start < token.end]
        return range(found[0], found[-1] + 1) if found else range(0)

    def place_of(self, said: Sequence[str]) -> range:
        """Where some words stand one after the other."""
        size = len(said)
        starts = range(self.begin, len(self.tokens) - size + 1)
        start = next((at for at in starts if self.words[at : at + size] == list(said)), None)
        return range(0) if start is None else range(start, start + size)

    def has(self, *words: str) -> bool:
        return any(token.word in words for token in self.tokens[self.begin :])

    def negated(self, at: int) -> int | None:
        """Where it is said that what stands here is not so, and nothing else."""
        for before in range(at - 1, max(self.begin - 1, at - 6), -1):
            word = self.tokens[before].word
            if before < at - 3 and word not in NEGATIONS and word not in SUBJECTS:
                return None
            if word in NEGATIONS and word != "none":
                return before
            if word in ("and", "or", "but", "with") or self.weights[before] >= 1:
                return None
        return None


def phrase(text: str, found: Sequence[Token], begin: int, now: datetime) -> Phrase:
    read = tuple(replace(one, word=BESIDES, stem=BESIDES) if one.word in EXCEPTING else one for one in found)
    begin = begin if begin < len(found) - 1 else 0
    return Phrase(text, with_denied(read, begin), begin, now)


def _weight(token: Token) -> float:
    if token.is_id or token.is_known or token.is_quoted:
        return NAME_WEIGHT
    if token.is_number:
        return NUMBER_WEIGHT
    if token.word in STOPWORDS or token.word in WH or token.word in NAMELESS:
        return 0.0
    if token.word in READ_VERBS and not token.is_noun:
        return 0.0
    return LIGHT if token.word in LIGHT_WORDS else 1.0
