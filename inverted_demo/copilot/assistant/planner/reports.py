"""What a person tells has happened, where a tool writes that down: `Ada has paid 40 in cash`, `… put it in, please`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.assigning import things_told
from assistant.planner.catalog import Catalog
from assistant.planner.clauses import REPORTING, Clause, clauses
from assistant.planner.stems import IRREGULAR, concept, stem
from assistant.planner.tools import Deed
from assistant.planner.vocabulary import NEGATIONS, PRONOUNS, WH, wordset
from assistant.planner.words import Token

RECORDING = wordset("record log mark note enter add report write register")
"""With what tools begin that write down what has happened."""
WRITE_IT = re.compile(
    r"^(?:(?:and|so|then|please|pls|can you|could you|would you|will you|just|now)[\s,]+)*"
    r"(?:put|record|log|note|enter|add|book|register|mark|write|get|do)\s+(?:it|that|this)"
    r"(?:\s+(?:in|down|on|through|up|for me|please|pls|now|thanks|thank you))*\W*$",
    re.IGNORECASE,
)
DOUBTFUL = REPORTING | NEGATIONS | WH | {"if", "will", "going", "would", "maybe", "perhaps", "probably", "tomorrow"}


def with_reports(found: Sequence[Clause], catalog: Catalog) -> list[Clause]:
    """The clauses, with what is told to be written down as orders to do so."""
    result: list[Clause] = []
    for at, clause in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        is_ordered = after is not None and WRITE_IT.match(after.text) is not None
        before = found[at - 1] if at else None
        if before is not None and WRITE_IT.match(clause.text) and _told(before, catalog, True):
            continue
        deed = _told(clause, catalog, is_ordered)
        result.append(_order(clause, deed, catalog) if deed else clause)
    return result


def _told(clause: Clause, catalog: Catalog, is_ordered: bool) -> Deed | None:
    """The only tool that writes down what was told; unless that was ordered, with all that it takes."""
    words = set(clause.words)
    if clause.mood != "states" or clause.condition or clause.is_unsure or DOUBTFUL & words:
        return None
    verbs = {concept(token.stem) for token in clause.tokens if _is_past(token)}
    able = [one for one in catalog.acts if one.name_words[:1] and one.name_words[0] in RECORDING]
    able = [one for one in able if verbs & set(map(concept, one.nouns)) and _is_named(clause, one, catalog, is_ordered)]
    return able[0] if len(able) == 1 else None


def _is_past(token: Token) -> bool:
    return not token.is_quoted and (token.word.endswith("ed") or token.word in IRREGULAR)


def _is_named(clause: Clause, deed: Deed, catalog: Catalog, is_ordered: bool) -> bool:
    is_known = bool(things_told(deed, clause.tokens, catalog))
    if is_ordered:
        return is_known or bool(PRONOUNS & set(clause.words)) or _has_name(clause)
    return is_known and any(token.is_number for token in clause.tokens)


def _has_name(clause: Clause) -> bool:
    return any(token.is_content and token.text[:1].isalpha() for token in clause.tokens[:2])


def _order(clause: Clause, deed: Deed, catalog: Catalog) -> Clause:
    [first, *_] = clauses(f"{deed.name_words[0]} {clause.text}", catalog)
    verb = first.tokens[0]
    return replace(first, mood="orders", verb=replace(verb, stem=stem(verb.word)), begin=0)
