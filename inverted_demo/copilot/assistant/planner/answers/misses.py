"""That a thing is not there, in words."""

from __future__ import annotations

from assistant.planner.answers.criteria import phrase
from assistant.planner.clauses.clauses import Clause
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import nearest_labels
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wording import joined, plain


def not_found(selection: Selection) -> str:
    words = " ".join(token.text for token in selection.unknown)
    near = nearest_labels(words, (thing.label for thing in selection.things)) if selection.things else []
    hint = f" Did you mean {joined([called_name(name) for name in near], 'or')}?" if near else ""
    return f"I can't find any {selection.source.noun} for “{words}”.{hint}"


def called_name(name: str) -> str:
    return f"**{name}**"


def nothing_fits(selection: Selection) -> str:
    parts = [phrase(condition.field, condition.values) for condition in selection.wish.conditions]
    return f"No {selection.source.noun} fits that{f' ({joined(parts)})' if parts else ''}."


def nothing_for(desk: Desk, clause: Clause) -> str:
    topics = desk.catalog.topics
    has = f" What it can tell about: {joined(topics)}." if topics else ""
    name = plain(desk.catalog.offer.server or "This server")
    return f"{name} has nothing for that (“{plain(clause.text.strip(' ?.!'))}”), so I can't say.{has}"
