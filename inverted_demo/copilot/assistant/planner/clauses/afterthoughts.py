"""What is asked after a question in two words more: `have we any rope left, how many?`, `is somebody free? who?`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.english.vocabulary import AUXILIARIES, PERSONAL, wordset
from assistant.planner.offer.catalog import Catalog

COUNTING = (["how", "many"], ["how", "many", "are", "there"], ["how", "many", "of", "them"], ["how", "many", "exactly"])
NAMING = (["who"], ["which"], ["which", "one"], ["which", "ones"], ["what"], ["who", "exactly"], ["and", "who"])
OPENING = AUXILIARIES | PERSONAL | wordset("there got any some a an the they hav and so")


def with_afterthoughts(found: Sequence[Clause], catalog: Catalog) -> list[Clause]:
    """The questions, each as what its afterthought makes of it."""
    result: list[Clause] = []
    for clause in found:
        words = [token.word for token in clause.tokens]
        before = result[-1] if result and _asks_whether(result[-1]) else None
        if before is not None and words in COUNTING:
            result[-1] = _counting(before, catalog)
        elif before is None or words not in NAMING:
            result.append(clause)
    return result


def _asks_whether(clause: Clause) -> bool:
    return clause.mood == "asks" and bool(AUXILIARIES & set(clause.words[clause.begin : clause.begin + 1]))


def _counting(clause: Clause, catalog: Catalog) -> Clause:
    rest = next((token for token in clause.tokens if token.word not in OPENING), None)
    if rest is None:
        return clause
    counted = clauses(f"how many {clause.text[rest.start :].rstrip(' ?,')} are there", catalog)
    return counted[0] if len(counted) == 1 else clause
