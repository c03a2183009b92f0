"""What a choice of a parameter means, where its description says so: `paused: stop sales for now`."""

from __future__ import annotations

import re
from functools import lru_cache

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, content_stems, stem, stems
from assistant.planner.english.vocabulary import ARTICLES
from assistant.planner.offer.mentions import DESCRIBED, Mention, spot
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.verdicts import decided

EXPLAINED = re.compile(r"\b(?P<choice>\w+)(?:: | = | \()(?P<meaning>[^;)\n]+)")
ENOUGH = 2


RESULTS: tuple[tuple[str, str], ...] = (
    ("start begin", "progress started begun active running underway ongoing"),
    ("finish complete", "finished completed complete done"),
    ("close", "closed resolved done"),
    ("stop halt", "stopped halted"),
)
"""Verbs, and what something is called afterwards, where that is another word."""
BECOMES = {stem(verb): frozenset(map(stem, after.split())) for verbs, after in RESULTS for verb in verbs.split()}
OBJECTS = ARTICLES | {"it", "this", "that", "them", "his", "her", "their"}


def told_choice(clause: Clause, param: Slot) -> Mention | None:
    """The only choice that means what the verb of an order says, of the things that it says it of."""
    found, begin = clause.tokens, clause.begin
    if said := decided(clause.text, found, param):
        return Mention(param, min(said[1]), min(said[1]) + 1, DESCRIBED, said[0])
    if not param.choices or clause.verb is None or begin >= len(found):
        return None
    keys = {concept(token.stem) for token in found[begin:] if token.is_content and not token.is_quoted}
    verb = concept(found[begin].stem)
    fits = {one: len(keys & words) for one, words in _meanings(param) if verb in words}
    most = max(fits.values(), default=0)
    best = [one for one, count in fits.items() if count == most]
    if most >= ENOUGH and len(best) == 1:
        return Mention(param, begin, begin + 1, DESCRIBED, best[0])
    after = _becoming(clause, param)
    return Mention(param, begin, begin + 1, DESCRIBED, after) if after else None


def _becoming(clause: Clause, param: Slot) -> str | None:
    """`start J-3`, for a tool that can make it `in_progress`."""
    found, begin = clause.tokens, clause.begin
    after = found[begin + 1] if begin + 1 < len(found) else None
    if after is None or not (after.is_id or after.is_number or after.is_known or after.word in OBJECTS):
        return None
    if any(one.choice for one in spot(found[begin:], [param])):
        return None
    keys = BECOMES.get(found[begin].stem, frozenset[str]())
    fits = [one for one in param.choices if keys & {*stems(one)}]
    return fits[0] if len(fits) == 1 else None


@lru_cache(256)
def _meanings(param: Slot) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple(
        (one["choice"], frozenset(map(concept, content_stems(one["meaning"]))))
        for one in EXPLAINED.finditer(param.description)
        if one["choice"] in param.choices
    )
