"""An order that is given in an idiom, with a choice of the tools in its place: `put it on ice`, mark it as on hold."""

from __future__ import annotations

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.english.idioms import hits
from assistant.planner.english.marks import unmarked
from assistant.planner.english.stems import identifier_words
from assistant.planner.offer.catalog import Catalog
from assistant.planner.readings.plainly import Names, in_words_of, put

MOODS = ("orders", "reads", "states")


def in_plain_words(clause: Clause, catalog: Catalog) -> Clause | None:
    """The same order without its idiom; none where it has none, or no tool has a word for that."""
    if clause.mood not in MOODS or clause.begin >= len(clause.tokens):
        return None
    start = clause.tokens[clause.begin].start
    hit = next((one for one in hits(clause.text, is_order=True) if one.start == start), None)
    choices = [identifier_words(one) for deed in catalog.acts for param in deed.params for one in param.choices]
    plain = next(in_words_of(hit, Names(states=choices)), None) if hit else None
    if hit is None or plain is None:
        return None
    found = clauses(unmarked(put(clause.text, hit, plain)), catalog)
    return found[0] if len(found) == 1 and found[0].mood == "orders" else None
