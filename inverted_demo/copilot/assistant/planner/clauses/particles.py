"""Verbs of which only the small word is said: `when is that trip back?`, `when's her lease up?`"""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import AUXILIARIES, wordset
from assistant.planner.offer.catalog import Catalog

MEANT = {"back": "returns", "up": "ends", "over": "ends"}
ENDS = wordset("end ends ended until till expires expiry")
BACK = wordset("return returns returned returning")


def with_verb(clause: Clause, catalog: Catalog) -> Clause:
    """The clause with the verb, where fields are called by it, and none by the small word."""
    found, words = clause.tokens, clause.words
    is_when = words[clause.begin : clause.begin + 1] == ["when"] or words[clause.begin : clause.begin + 2] in (
        ["what", "time"], ["what", "day"], ["what", "date"],
    )  # fmt: skip
    if not is_when or not words or words[-1] not in MEANT or not AUXILIARIES & set(words):
        return clause
    own = {source for _, known in catalog.named(found) for source in known.own} or {*catalog.listed()}
    fields = {word for source in own for slot in source.fields if slot.is_moment for word in slot.all_words}
    told = BACK & fields if words[-1] == "back" else ENDS & fields
    if not told or words[-1] in fields:
        return clause
    verb = MEANT[words[-1]]
    last = replace(found[-1], text=verb, word=verb, stem=stem(verb), is_noun=False)
    return replace(clause, tokens=(*found[:-1], last))
