"""What is still to come: `the next appointment`, `who is coming`, and `who is coming tomorrow`, which is no order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from assistant.planner.english.dates import When
from assistant.planner.english.vocabulary import AUXILIARIES, PRONOUNS
from assistant.planner.english.words import Token
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.earliest import RUNNING_OUT
from assistant.planner.wishes.ordering import COMING
from assistant.planner.wishes.progress import not_off
from assistant.planner.wishes.wishes import Wish

PAST = frozenset({"did", "was", "were", "had"})
BESIDE = frozenset({"who", "what", "still", "all", "that", "which", "anyone", "anybody", "nobody", "not", "else"})
"""Words behind which somebody or something comes."""


def take_coming(wish: Wish, now: datetime) -> None:
    """From now on, where no other time is named; several where things come, and not the next of them is meant."""
    said = [at for at in wish.order.tokens if wish.found[at].word in COMING | RUNNING_OUT] if wish.order else []
    if wish.order is None or not wish.order.is_moment or not said:
        return
    is_told = any(_comes(wish.found, at) for at in said)
    if is_told:
        wish.limit = None
    if wish.times and (is_told or any(when.last > now for when in wish.times)):
        wish.order = wish.order if not is_told else None
        return
    ahead = When(now, now, 0, 0, has_clock=True, side="since")
    wish.conditions.append(Condition(wish.order.field, "when", when=ahead))


def take_gone(wish: Wish, now: datetime) -> None:
    """`Who did the last repair?`: the latest that is over, and neither one to come nor one that came to nothing."""
    order, words = wish.order, {token.word for token in wish.found}
    is_last = order is not None and any(wish.found[at].word == "last" for at in order.tokens)
    if (
        order is None
        or not is_last
        or not order.is_moment
        or wish.times
        or not (PAST & words or wish.found[0].word == "last")
    ):
        return
    gone = When(now, now, 0, 0, has_clock=True, side="until")
    wish.conditions.append(Condition(order.field, "when", when=gone))
    off = not_off(wish.source)
    if off is not None and all(one.field != off.field for one in wish.conditions):
        wish.conditions.append(off)


def _comes(found: Sequence[Token], at: int) -> bool:
    """`who is coming in`, and not `the coming meeting`."""
    before = found[at - 1].word if at else ""
    return found[at].word == "coming" and before in AUXILIARIES | PRONOUNS | BESIDE
