"""`Who is it with?`: somebody who was not named yet, of all those that it names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assistant.planner.english.words import TITLES
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

WITH = "with"


def asks_with_whom(phrase: Phrase) -> bool:
    """`who with`, `with whom`, `who is her next lesson with`."""
    words = phrase.words[phrase.begin :]
    is_who = "who" in words or "whom" in words
    return is_who and (words[-1:] == [WITH] or bool({*pairwise(words)} & {(WITH, "who"), (WITH, "whom")}))


def are_named(phrase: Phrase, things: Sequence[Thing], asked: Sequence[Field]) -> bool:
    """Whether all who would be told were named by whoever asks."""
    told = [str(value) for thing in things for one in asked for value in thing.values(one)]
    told = told if asked else [thing.name or "" for thing in things]
    return all(_is_said(phrase, one) for one in told)


def unnamed(phrase: Phrase, fields: Sequence[Field], kind: Kind, chosen: Sequence[Atom]) -> list[Field]:
    """The fields for persons in which nobody stands who was named before."""
    things = {thing for one in chosen if one.role == "these" and one.kind is kind for thing in one.things}
    said = [(one, str(value)) for one in fields for thing in things for value in thing.values(one)]
    return [one for one in fields if not any(_is_said(phrase, value) for field, value in said if field is one)]


def _is_said(phrase: Phrase, name: str) -> bool:
    return bool((set(folded(name)) - TITLES) & (phrase.said | set(phrase.words)))
