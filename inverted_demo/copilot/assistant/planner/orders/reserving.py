"""`block the hall for cleaning from 6:00 to 7:30`: by whatever verb, for when and how long a tool is wanted."""

from __future__ import annotations

from datetime import UTC, datetime

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.durations import durations
from assistant.planner.english.thesaurus import related
from assistant.planner.english.vocabulary import wordset
from assistant.planner.filling.filling import time_unit
from assistant.planner.filling.stretch_given import stretch_in
from assistant.planner.offer.tools import Deed

RESERVING = wordset("block reserve keep hold book plan arrange allow free close shut pencil slot fit earmark set take")
LIKE = 0.75
FOR = 2


def says_when_and_how_long(deed: Deed, clause: Clause) -> bool:
    """Whether it says what only such a tool takes, for what it is called by: `for cleaning`."""
    if clause.verb is None or clause.verb.word not in RESERVING or deed.reads:
        return False
    takes = any(one.is_moment for one in deed.required) and any(time_unit(one) for one in deed.required)
    if not takes or not (durations(clause.text) or stretch_in(clause.text, datetime.now(UTC))):
        return False
    places = [at for at, token in enumerate(clause.tokens) if token.word == "for"]
    behind = [token.word for at in places for token in clause.tokens[at + 1 : at + 1 + FOR]]
    return any(related(word, own) >= LIKE for word in behind for own in deed.name_words[1:])
