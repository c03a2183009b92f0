"""The words of an order that are its own, and say nothing of which thing it is about."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import concept
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import Form
from assistant.planner.filling.texts import leading
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.references import roles_in
from assistant.planner.offer.sources import Source

PARTICLES = frozenset({"down", "up", "in", "out", "off", "over", "back", "along"})
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
    besides = _on_page(found) | _told(form, source)
    made = {at for at, token in enumerate(found[: form.clause.begin + 3]) if token.word == "new" and at}
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


def _on_page(found: Sequence[Token]) -> set[int]:
    """`… on the screen`: where the person looks, and no name."""
    places = {at for at, token in enumerate(found) if token.word in PAGES and leading(found, at) in ("on", "in", "of")}
    return {here for at in places for here in range(at - 2, at + 1) if not found[here].is_content or here == at}


def _is_kind(key: str, source: Source) -> bool:
    return concept(key) in source.concepts
