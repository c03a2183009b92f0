"""The words of an order that are its own, and say nothing of which thing it is about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import Form
from assistant.planner.filling.texts import leading
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.references import roles_in
from assistant.planner.offer.sources import Source

PARTICLES = frozenset({"down", "up", "in", "out", "off", "over", "back", "along"})
ONES = frozenset({"one", "ones"})
OF = frozenset({"of", "in", "from", "for", "with"})
ANEW = frozenset({"new", "fresh", "second", "further", "extra", "additional", "different", "separate"})
"""Before `one`, of what is made besides what there is."""
PAGES = frozenset({"page", "screen", "dashboard", "display", "view"})


def own(source: Source, form: Form) -> set[int]:
    """Words for which this kind of things has a name or fields itself."""
    found = form.clause.tokens
    fields = {at for one in spot(found, source.fields) if one.strength > 0.5 for at in one.span}
    return fields | {at for at, token in enumerate(found) if _is_kind(token.stem, source)}


def skipped(form: Form, source: Source) -> set[int]:
    """Words that are the order's own: its verb, and what the deed is called."""
    found = form.clause.tokens
    nouns = {concept(noun) for noun in form.deed.nouns} - source.concepts
    plain = {at for at, token in enumerate(found) if concept(token.stem) in nouns and not token.is_name}
    params = {concept(key) for param in form.deed.params for key in param.key}
    named = {at for at, token in enumerate(found) if concept(token.stem) in params and not _is_kind(token.stem, source)}
    loose = {at for at, token in enumerate(found) if token.word in PARTICLES and _is_putting(form)}
    besides = on_page(found) | _told(form, source)
    made = {at for at, token in enumerate(found[: form.clause.begin + 3]) if token.word == "new" and at}
    made |= {at for at in range(1, len(found) - 1) if _is_anew(found, at)}
    others = form.used | plain | named | loose | besides | made
    return others - (roles(form, source) - form.used) | set(range(form.clause.begin + 1))


def roles(form: Form, source: Source) -> frozenset[int]:
    """`the skipper with the fewest hours`, of people of whom some are skippers by their role."""
    found = form.clause.tokens
    return frozenset(at for at, token in enumerate(found) if not token.is_known and roles_in(source, [token.stem]))


def _is_putting(form: Form) -> bool:
    """`put her down for it`, `sign them up`: verbs with small words that say nothing of which thing."""
    verb = form.clause.verb
    return verb is not None and verb.word in ("put", "sign", "write", "take", "pencil", "mark")


def _told(form: Form, source: Source) -> set[int]:
    """Of what was said before the order: words with which the tool describes itself, and which name nothing."""
    found, said = form.clause.tokens, form.clause.text.find("; ")
    named = own(source, form) if said >= 0 else set[int]()
    return {
        at
        for at, token in enumerate(found)
        if 0 <= said < token.start and token.stem in form.deed.prose and not (token.is_name or token.is_known)
    } - named


def on_page(found: Sequence[Token]) -> set[int]:
    """`… on the screen`: where the person looks, and no name."""
    places = {at for at, token in enumerate(found) if token.word in PAGES and leading(found, at) in ("on", "in", "of")}
    return {here for at in places for here in range(at - 2, at + 1) if not found[here].is_content or here == at}


def _is_anew(found: Sequence[Token], at: int) -> bool:
    """`a new one`, `a second one`"""
    return found[at].word in ANEW and found[at - 1].word in ("a", "an") and found[at + 1].word == "one"


def _is_kind(key: str, source: Source) -> bool:
    return concept(key) in source.concepts


def the_one(clause: Clause) -> int | None:
    """Where an order speaks of `the one of …` that is so, and calls it by no name."""
    pairs = enumerate(pairwise(clause.tokens))
    return next((at for at, (one, after) in pairs if one.word in ONES and after.word in OF), None)


def named_kinds(clause: Clause, kinds: Sequence[Source], used: Collection[int]) -> list[Source]:
    """Those of which an order speaks; of `the one of the night team` all but teams."""
    found = clause.tokens
    free = [token for here, token in enumerate(found) if here not in used]
    named = [one for one in kinds if any(concept(token.stem) in one.concepts for token in free)]
    return named if the_one(clause) is None else [one for one in kinds if one not in named]
