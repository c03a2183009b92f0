"""Which choice of a tool is what somebody tells has happened: `they brought it back`, of `out` and `in`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from assistant.planner.english.events import EVENTS
from assistant.planner.english.phrasal import asked_for, is_firm
from assistant.planner.english.state import State
from assistant.planner.english.stems import content_stems, identifier_words
from assistant.planner.english.vocabulary import NEGATIONS, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.choices import is_called
from assistant.planner.offer.mentions import DESCRIBED, Mention
from assistant.planner.offer.schemas import Slot

DOUBTS = NEGATIONS | wordset("if whether unless until should might may would before")
FAR = 3
SHORT = wordset("in out on off")
"""They are in too many names of choices to stand for one that has other words, too."""


def event_told(found: Sequence[Token], param: Slot) -> Mention | None:
    """The only choice that comes of what is told."""
    return next(iter(events_told(found, param)), None)


def events_told(found: Sequence[Token], param: Slot) -> list[Mention]:
    """Where that choice is told of; nowhere, where the words tell of several, or that it is not so."""
    if not param.choices or param.form == "list":
        return []
    words = tuple("\0" if token.is_quoted and not token.is_known else token.word for token in found)
    hits = [(choice, span) for event, span in _told(words) if (choice := _choice_of(event, param))]
    hits = [(choice, span) for choice, span in hits if not any(set(span) < set(other) for _, other in hits)]
    hits = [(choice, span) for choice, span in hits if not DOUBTS & set(words[max(0, span.start - FAR) : span.start])]
    if len({choice for choice, _ in hits}) != 1:
        return []
    return [Mention(param, span.start, span.stop, DESCRIBED, choice) for choice, span in hits]


def phrased(found: Sequence[Token], begin: int, param: Slot) -> list[Mention]:
    """`let her off it`, of `paid` and `waived`: what a verb asks for together with its small word."""
    meant = asked_for(found, begin) if begin < len(found) and is_firm(found, begin) else frozenset[str]()
    fits = [one for one in param.choices if meant & {*content_stems(one)}]
    return [Mention(param, begin, begin + 1, DESCRIBED, fits[0])] if len(fits) == 1 else []


def happened(found: Sequence[Token]) -> list[tuple[str, ...]]:
    """What things may be called of which that is told which has happened."""
    told = _told(tuple("\0" if token.is_quoted else token.word for token in found))
    return [event.choices[0] for event, _ in told if event.choices]


def _choice_of(event: State, param: Slot) -> str | None:
    for group in map(frozenset, event.choices):
        fits = [one for one in param.choices if " ".join(identifier_words(one)) in group]
        fits = fits or [one for one in param.choices if any(is_called(one, phrase) for phrase in group - SHORT)]
        if fits:
            return fits[0] if len(fits) == 1 else None
    return None


@lru_cache(512)
def _told(words: tuple[str, ...]) -> tuple[tuple[State, range], ...]:
    """What is told to have happened, and where."""
    text = " ".join(words)
    starts = [0, *accumulate(len(word) + 1 for word in words)]
    return tuple(
        (event, range(starts.index(match.start()), starts.index(match.end() + 1)))
        for event in EVENTS
        for match in event.said.finditer(text)
        if match.start() in starts and match.end() + 1 in starts
    )
