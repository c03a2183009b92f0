"""Turns that go on with the one before: an answer to what was asked back, and `what about …?`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.conversation import Turn
from assistant.planner.arranging import Arranged
from assistant.planner.catalog import Catalog
from assistant.planner.clauses import Clause, clauses
from assistant.planner.deeds import find_deed
from assistant.planner.focus import POINTING, remembered
from assistant.planner.names import alike
from assistant.planner.words import identifier_words, tokens

YES = re.compile(
    r"^\W*(?:yes|yeah|yep|sure|ok|okay|please do|do it|go ahead|right|correct|exactly)\b[\s,.!]*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
NO = re.compile(
    r"^\W*(?:no|nope|wait|hold on|never ?mind|cancel|forget it|stop|leave it|none|neither)"
    r"(?:\W+(?:no|wait|never ?mind|cancel|that|it|this|thanks|thank you|please|of them|of those|leave|forget|stop))*"
    r"\W*$",
    re.IGNORECASE,
)
MEANT = 0.75
WHAT_ABOUT = re.compile(
    r"^\W*(?:(?:and |so |ok )?(?:what|how) about|and(?: for| of)?|same for|the same for)\s+(?P<rest>.{1,80}?)[?.!\s]*$",
    re.IGNORECASE,
)


def is_refusal(text: str) -> bool:
    return NO.match(text) is not None


def continued(turns: Sequence[Turn], text: str, catalog: Catalog) -> Arranged | None:
    """The clauses of the turn before together with this one, where this one does not stand by itself."""
    if len(turns) < 3 or turns[-2].speaker != "copilot" or turns[-3].speaker != "person":
        return None
    if is_refusal(text):
        return None
    if turns[-2].text.rstrip().endswith("?"):
        return _answered(turns, text, catalog)
    about = WHAT_ABOUT.match(text)
    return _about(turns, about["rest"], catalog) if about and not _stands_alone(about["rest"], catalog) else None


def _answered(turns: Sequence[Turn], text: str, catalog: Catalog) -> Arranged | None:
    yes = YES.match(text)
    if not yes and _stands_alone(text, catalog):
        return None
    done = [(call.tool, call.arguments) for call in turns[-2].calls if call.state == "done"]
    before = _open_clauses(turns, catalog, {tool for tool, _ in done})
    if not before:
        return None
    rest = yes["rest"] if yes else text
    asked = before[0].text.rstrip(" ?.!")
    first = clauses(f"{asked} {rest}".strip(), catalog)
    again = [replace(clause, is_unsure=False) for clause in (*first, *before[1:])]
    return Arranged(again, done=done)


def _stands_alone(text: str, catalog: Catalog) -> bool:
    """Whether it is a question or an order itself."""
    found = clauses(text, catalog)
    if not found:
        return False
    first = found[0]
    if first.mood == "orders":
        return first.verb is not None and find_deed(first, catalog) is not None
    return first.mood in ("asks", "forbids") or (first.mood == "reads" and len(first.tokens) > 2)


def _open_clauses(turns: Sequence[Turn], catalog: Catalog, done: set[str]) -> list[Clause]:
    """The clauses of the person's turn before, from the one on that something was asked about."""
    before = clauses(_whole(turns[:-2], catalog), catalog)
    for at, clause in enumerate(before):
        deed = find_deed(clause, catalog) if clause.mood == "orders" else None
        if deed is not None and deed.name not in done:
            return before[at:]
    return before[-1:]


def _whole(turns: Sequence[Turn], catalog: Catalog) -> str:
    """A turn of the person's with those before that it went on with."""
    text = turns[-1].text
    if len(turns) >= 3 and turns[-2].text.rstrip().endswith("?") and not _stands_alone(text, catalog):
        return f"{_whole(turns[:-2], catalog).rstrip(' ?.!')} {text}"
    return text


def _about(turns: Sequence[Turn], rest: str, catalog: Catalog) -> Arranged | None:
    """The question before, about something else."""
    before = clauses(turns[-3].text, catalog)
    if not before or before[-1].mood == "orders":
        return None
    names = {word for thing in remembered(turns[:-1], catalog).things for word in identifier_words(thing.label)}
    text = before[-1].text
    ids = {str(thing.id).casefold() for thing in remembered(turns[:-1], catalog).things}
    kept = [
        one
        for one in tokens(text)
        if one.word not in ids | POINTING and not any(alike(one, word) >= MEANT for word in names)
    ]
    question = " ".join(one.text + ("'s" if one.owns else "") for one in kept)
    return Arranged(clauses(f"{question} {rest}", catalog))
