"""What a choice of a parameter means, where its description says so: `paused: stop sales for now`."""

from __future__ import annotations

import re
from functools import lru_cache

from assistant.planner.clauses import Clause
from assistant.planner.mentions import DESCRIBED, Mention
from assistant.planner.schemas import Slot
from assistant.planner.stems import concept, content_stems

EXPLAINED = re.compile(r"\b(?P<choice>\w+)(?:: | = | \()(?P<meaning>[^;)\n]+)")
ENOUGH = 2


def told_choice(clause: Clause, param: Slot) -> Mention | None:
    """The only choice that means what the verb of an order says, of the things that it says it of."""
    found, begin = clause.tokens, clause.begin
    if not param.choices or clause.verb is None or begin >= len(found):
        return None
    keys = {concept(token.stem) for token in found[begin:] if token.is_content and not token.is_quoted}
    verb = concept(found[begin].stem)
    fits = {one: len(keys & words) for one, words in _meanings(param) if verb in words}
    most = max(fits.values(), default=0)
    best = [one for one, count in fits.items() if count == most]
    return Mention(param, begin, begin + 1, DESCRIBED, best[0]) if most >= ENOUGH and len(best) == 1 else None


@lru_cache(256)
def _meanings(param: Slot) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple(
        (one["choice"], frozenset(map(concept, content_stems(one["meaning"]))))
        for one in EXPLAINED.finditer(param.description)
        if one["choice"] in param.choices
    )
