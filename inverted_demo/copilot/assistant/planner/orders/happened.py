"""What is told to be so now, where a tool makes a thing just that: `B-7 was called off`, `Ada is here`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import IRREGULAR, concept
from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import CHANGING
from assistant.planner.offer.assigning import things_told
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.events_told import events_told
from assistant.planner.offer.mentions import Mention, spot
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed

FRESH = wordset("just now finally")
BEFORE_DEEDS = ARTICLES | FRESH | wordset("has have had was were been is are and already both his her their our my")
OURS = frozenset({"i", "we"})
"""Who tells it; left out at the beginning, too."""
BEING = frozenset({"is", "are"})


def made_so(clause: Clause, catalog: Catalog, doubts: Collection[str], is_ordered: bool) -> tuple[Deed, bool] | None:
    """The only tool that makes it so of what is named, and whether that may be done without asking."""
    is_new = is_ordered or bool(FRESH & set(clause.words))
    found: list[tuple[Deed, list[Mention]]] = []
    for deed in catalog.acts:
        told = _told(clause, deed)
        left = {token.word for at, token in enumerate(clause.tokens) if not any(at in one.span for one in told)}
        is_about = _is_about(clause, deed, catalog) or (is_new and any(one.is_known for one in clause.tokens))
        if len({one.choice for one in told}) == 1 and not left & {*doubts} and is_about:
            found.append((deed, told))
    named = [one for one in found if things_told(one[0], clause.tokens, catalog)]
    named = named if len(named) == 1 else [one for one in found if _has_noun(clause, one[0], catalog)]
    found = named if len(found) > 1 else found
    if len(found) != 1:
        return None
    [(deed, told)] = found
    before = clause.tokens[clause.begin : min(one.start for one in told)]
    if not is_new and not _is_subject(before, catalog):
        return None
    has_happened = any(is_past(clause.tokens[at]) for one in told for at in one.span)
    is_theirs = bool(before) and not OURS & {one.word for one in before}
    return deed, is_new or (has_happened and is_theirs and not BEING & set(clause.words))


def is_past(token: Token) -> bool:
    return not token.is_quoted and (token.word.endswith("ed") or token.word in IRREGULAR)


def _told(clause: Clause, deed: Deed) -> list[Mention]:
    """The choices that are told of, in their own words or in others."""
    is_change = bool(CHANGING & deed.verbs)
    params = [one for one in deed.params if one.choices and (one.required or is_change)]
    chosen = [one for param in params for one in spot(clause.tokens, [param]) if one.choice]
    chosen = [one for one in chosen if any(is_past(clause.tokens[at]) for at in one.span)]
    return chosen or [one for param in params for one in events_told(clause.tokens, param)]


def _kinds(deed: Deed, catalog: Catalog) -> set[Source]:
    return {kind for param in deed.required for kind in kinds_of(param, deed, catalog)}


def _is_about(clause: Clause, deed: Deed, catalog: Catalog) -> bool:
    """Whether a thing that it takes is named, or somebody of whom such a thing tells."""
    kinds = _kinds(deed, catalog)
    is_told = any(kinds & (known.own | known.others) for _, known in catalog.named(clause.tokens))
    return is_told or bool(things_told(deed, clause.tokens, catalog))


def _has_noun(clause: Clause, deed: Deed, catalog: Catalog) -> bool:
    own = {one for kind in _kinds(deed, catalog) for one in kind.concepts}
    return any(concept(token.stem) in own for token in clause.tokens)


def _is_subject(before: Sequence[Token], catalog: Catalog) -> bool:
    """`Ada has brought it back`, `rang Ada`, and no `lamps brought back`: who or what did it stands before it."""
    if not before or before[0].word in OURS:
        return True
    named = [one for one in before if one.is_id or one.is_known]
    plain = (one for one in before if one not in named)
    return bool(named) and all(one.word in BEFORE_DEEDS or concept(one.stem) in catalog.concepts for one in plain)
