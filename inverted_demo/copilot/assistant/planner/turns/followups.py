"""Turns that go on with the one before: an answer to what was asked back, and `what about …?`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.conversation import Turn
from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.pointing import pointing
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.records import Record
from assistant.planner.orders.arranging import Arranged
from assistant.planner.orders.deeds import find_deed
from assistant.planner.orders.refusals import is_refusal
from assistant.planner.orders.reports import with_reports
from assistant.planner.reading.reading import read
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.remembering import remembered
from assistant.planner.turns.resuming import is_correction, resumed
from assistant.planner.turns.varying import varied

YES = re.compile(
    r"^\W*(?:yes|yeah|yep|sure|ok|okay|please do|do it|go ahead|right|correct|exactly)\b[\s,.!]*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
COURTESY = re.compile(r"^(?:please|pls|thanks|thank you|do it|do that|do so|go ahead|\W)+$", re.IGNORECASE)
THEM = frozenset({"them", "those", "these"})


def is_yes(turns: Sequence[Turn], text: str) -> bool:
    """Whether it says yes to what was asked back."""
    return _goes_on(turns) and turns[-2].text.rstrip().endswith("?") and YES.match(text) is not None


async def continued(desk: Desk, turns: Sequence[Turn], text: str) -> Arranged | None:
    """The clauses of the turn before together with this one, where this one does not stand by itself."""
    if not _goes_on(turns) or is_refusal(text):
        return None
    if turns[-2].text.rstrip().endswith("?"):
        return _answered(turns, text, desk.catalog, (await _before(desk, turns)).text)
    whole = await _resumed(desk, turns, text)
    if whole is None:
        return None
    done = [call for call in turns[-2].calls if call.state == "done"] if is_correction(text) else []
    return Arranged(clauses(whole.text, desk.catalog), corrected=done, behind=whole.behind)


def _goes_on(turns: Sequence[Turn]) -> bool:
    return len(turns) > 2 and turns[-2].speaker == "copilot" and turns[-3].speaker == "person"


@dataclass(frozen=True)
class Whole:
    """What a turn says with what those before it said."""

    text: str
    behind: Sequence[Turn]
    """The turns that it points back to."""


async def _resumed(desk: Desk, turns: Sequence[Turn], text: str) -> Whole | None:
    """The turn before, which may go on with others itself, changed by this one."""
    if not _goes_on(turns):
        return None
    before = await _before(desk, turns)
    asked = clauses(before.text, desk.catalog)
    if asked and asked[-1].mood not in ("orders", "forbids") and (again := varied(desk.catalog, asked[-1], text)):
        return Whole(again, before.behind)
    told = await resumed(desk, before.text, text, remembered(turns[:-1], desk.catalog))
    return Whole(told.text, before.behind if told.is_again else turns[:-1]) if told else None


async def _before(desk: Desk, turns: Sequence[Turn]) -> Whole:
    found = await _resumed(desk, turns[:-2], turns[-3].text)
    return found or Whole(_whole(turns[:-2], desk.catalog), turns[:-3])


def _answered(turns: Sequence[Turn], text: str, catalog: Catalog, asked: str) -> Arranged | None:
    yes = YES.match(text)
    if not yes and _stands_alone(text, catalog):
        return None
    done = [(call.tool, call.arguments) for call in turns[-2].calls if call.state == "done"]
    before = _open_clauses(asked, catalog, {tool for tool, _ in done})
    if not before:
        return None
    rest = COURTESY.sub("", yes["rest"]) if yes else text
    first = clauses(_joined(before[0].text.rstrip(" ?.!"), rest), catalog)
    again = [replace(clause, is_unsure=False) for clause in with_reports([*first, *before[1:]], catalog)]
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


def _open_clauses(asked: str, catalog: Catalog, done: set[str]) -> list[Clause]:
    """The clauses of the person's turn before, from the one on that something was asked about."""
    before = clauses(asked, catalog)
    for at, clause in enumerate(before):
        deed = find_deed(clause, catalog) if clause.mood == "orders" else None
        if deed is not None and deed.name not in done:
            return before[at:]
    return before[-1:]


def _whole(turns: Sequence[Turn], catalog: Catalog) -> str:
    """A turn of the person's with those before that it went on with."""
    text = turns[-1].text
    if len(turns) >= 3 and turns[-2].text.rstrip().endswith("?") and not _stands_alone(text, catalog):
        return _joined(_whole(turns[:-2], catalog).rstrip(" ?.!"), text)
    return text


def _joined(asked: str, rest: str) -> str:
    """What was asked, with what was left open; two figures beside each other are not one."""
    parts = asked[-1:].isdigit() and rest[:1].isdigit()
    return f"{asked}{',' if parts else ''} {rest}".strip()


async def counted(desk: Desk, turns: Sequence[Turn], text: str) -> list[Record]:
    """What `them` means after an answer that named nothing, but only said how many there are."""
    is_about = bool(THEM & set(re.findall(r"[a-z]+", text.casefold())))
    if not is_about or not _goes_on(turns) or turns[-2].text.rstrip().endswith("?"):
        return []
    before = clauses(turns[-3].text, desk.catalog)
    if not before or before[-1].mood in ("orders", "forbids") or pointing(before[-1], set()):
        return []
    try:
        return (await read(desk, before[-1], Focus())).things
    except (Asking, Stuck):
        return []
