"""On whose account something is done: `the van broke down`, where `vehicle` is a reason to choose."""

from __future__ import annotations

from assistant.conversation import Arguments
from assistant.planner.clauses.pointing import HE
from assistant.planner.english.everyday import may_mean
from assistant.planner.english.stems import concept, content_stems
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import Form
from assistant.planner.filling.written import REASONS
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.sources import Source


def why(form: Form, catalog: Catalog) -> Arguments:
    """The choice for a reason that is missing, where just one is what the reason's subject is."""
    params = [one for one in form.missing if one.choices and REASONS & set(one.all_words)]
    found = form.clause.tokens
    begin = next((at + 1 for at, token in enumerate(found) if token.word in REASONS | {"because"} and at), len(found))
    if len(params) != 1 or begin >= len(found) or form.deed.reads:
        return {}
    kinds = _subject(form, catalog, begin)
    nouns = {concept(noun) for kind in kinds for noun in kind.nouns}
    fits = [one for one in params[0].choices if nouns & {concept(key) for key in content_stems(one)}]
    fits = fits or [one for one in params[0].choices if any(_is_said(token, one) for token in found[begin:])]
    return {params[0].name: fits[0]} if len(fits) == 1 else {}


def _subject(form: Form, catalog: Catalog, begin: int) -> set[Source]:
    """The kinds of what is named first in the reason; of a pronoun whom the order names."""
    found = form.clause.tokens
    named = sorted(catalog.named(found), key=lambda one: one[0].start)
    told = [known.own or known.others for span, known in named if span.start >= begin]
    if told:
        return set(told[0])
    is_person = any(token.word in HE for token in found[begin : begin + 2])
    before = {kind for span, known in named if span.start < begin for kind in known.own}
    return before if is_person and len(before) == 1 else set()


def _is_said(token: Token, choice: str) -> bool:
    return token.is_content and may_mean(token.word, frozenset(content_stems(choice)))
