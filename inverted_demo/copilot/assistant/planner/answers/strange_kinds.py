"""Words for kinds of things that nothing here is called by: known by the state that only one kind can be in."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, is_plural, stem
from assistant.planner.english.vocabulary import AUXILIARIES
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.wishes.states_said import told_states


def without_strange_kind(clause: Clause, catalog: Catalog) -> Clause:
    """`Which trucks should have been here by now?`, where only deliveries are due to arrive."""
    found, at = clause.tokens, clause.begin + 1
    is_asked = clause.words[clause.begin : at] in (["which"], ["what"]) and at + 1 < len(found)
    if not is_asked or found[at + 1].word not in AUXILIARIES or not _is_strange(found[at], catalog):
        return clause
    rest = (*found[:at], *found[at + 1 :])
    told = {one.nouns: sum(len(each.span) for each in told_states(rest, one)) for one in catalog.listed()}
    most = max(told.values(), default=0)
    return replace(clause, tokens=rest) if most and list(told.values()).count(most) == 1 else clause


def _is_strange(token: Token, catalog: Catalog) -> bool:
    is_plain = token.is_content and token.word.isalpha() and is_plural(token.word)
    named = {concept(stem(one)) for one in (*catalog.named_words, *catalog.said)}
    return is_plain and not (token.is_name or token.is_quoted or token.is_known or concept(token.stem) in named)
