"""What is good and what is bad: of the worst latency there is the most, of the worst uptime the least."""

from __future__ import annotations

from assistant.planner.english.degrees import BEST, WORST
from assistant.planner.english.stems import singular
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field

BAD = wordset(
    "error latency delay wait waiting failure fault defect complaint overdue late incident loss waste debt absence "
    "downtime backlog queue damage leak noise crash miss missed breach fine arrears owed turnaround churn cancelled "
    "cancellation accident injury breakage scrap reject return outage bug ping lag response price cost"
)
"""In the names of figures of which less is better."""


def is_bad(field: Field) -> bool:
    return bool(BAD & set(map(singular, field.words)))


def is_descending(word: str, field: Field) -> bool | None:
    """Whether the most of it is meant, where the word says only whether that is good."""
    if word in WORST:
        return is_bad(field)
    return not is_bad(field) if word in BEST else None
