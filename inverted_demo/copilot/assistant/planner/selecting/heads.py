"""The noun of what is asked for: `the mobile number of …`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.vocabulary import WH
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.names import folded
from assistant.planner.selecting.ranking import Ranked, head


def asks_foreign(clause: Clause, ranked: Sequence[Ranked], catalog: Catalog) -> bool:
    """What is asked for is a plain word that nothing here has to do with: `the weather in …`."""
    if any(token.word in WH for token in clause.tokens[clause.begin + 1 :]) or clause.has("when", "where", "how"):
        return False
    return any(
        not clause.tokens[at].is_name
        and not any(at in one.explained for one in ranked)
        and folded(clause.tokens[at].text) not in catalog.names
        for at in told_head(clause)
    )


def told_head(clause: Clause) -> list[int]:
    """The noun of `the … of` that is asked for."""
    phrase = head(clause.tokens, clause.begin)
    is_told = bool(phrase) and any(
        token.word in ("the", "a", "an", "any") for token in clause.tokens[max(0, phrase[0] - 1) : phrase[0]]
    )
    return [at for at in phrase[-1:] if is_told and _is_followed(clause, at)]


def is_of(clause: Clause, at: int) -> bool:
    """`the mobile number of …`, `Lena's mobile`."""
    after = [token.word for token in clause.tokens[at + 1 : at + 3]]
    return "of" in after or any(token.owns for token in clause.tokens[max(0, at - 2) : at])


def _is_followed(clause: Clause, at: int) -> bool:
    return at + 1 < len(clause.tokens) and clause.tokens[at + 1].word in ("of", "in", "for", "at", "on", "to")
