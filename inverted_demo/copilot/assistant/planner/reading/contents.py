"""What is in a thing: `what is in the blue box`, `what does it contain`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, identifier_words
from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.offer.views import Place, View
from assistant.planner.reading.anchors import Anchor

OPEN = wordset("what anything something")
INSIDE = wordset("in inside within")
CONTAINING = wordset("contain contains containing include includes hold holds")
CONTENTS = wordset("contents content contains lines line items item parts products goods ingredients pieces")


def asks_contents(clause: Clause, anchor: Anchor) -> bool:
    """`what is in the blue box`, `what does it contain`."""
    found, first = clause.tokens, min(anchor.tokens, default=0)
    while first > clause.begin and (
        found[first - 1].word in ARTICLES or concept(found[first - 1].stem) in anchor.kinds
    ):
        first -= 1
    before = found[first - 1].word if first > clause.begin else ""
    is_open = any(token.word in OPEN for token in found[clause.begin : first])
    return is_open and (before in INSIDE or bool(CONTAINING & {token.word for token in found}))


def contents(views: Sequence[View]) -> Place | None:
    """The parts that are what is in a thing: those that are called so, or the only ones."""
    parts = [one for one in views if one.name]
    called_so = [one for one in parts if CONTENTS & set(identifier_words(one.name))]
    meant = called_so or (parts if len(parts) == 1 else [])
    return Place(meant[0], [], 1.0, list(meant[0].things)) if meant else None
