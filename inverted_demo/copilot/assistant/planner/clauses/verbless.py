"""Orders without a verb of their own: a tool's name, a wish for it, or all the things that it takes."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import concept, stem
from assistant.planner.english.vocabulary import ARTICLES
from assistant.planner.english.words import Token
from assistant.planner.offer.assigning import things_told
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of


def names_deed(found: Sequence[Token], catalog: Catalog) -> bool:
    """`wake-up call for 305 at six, please`: begins with what only a tool is called, and no thing is."""
    kinds = catalog.concepts
    for deed in catalog.acts:
        name = "".join(deed.name_words[1:])
        said = ("".join(token.word for token in found[:count]) for count in range(1, 4))
        if name and concept(stem(deed.name_words[-1])) not in kinds and name in said:
            return True
    return False


def wishes_deed(found: Sequence[Token], catalog: Catalog) -> bool:
    """`305 wants a wake-up call`: told, but nothing else could be meant by it."""
    for at, token in enumerate(found):
        if token.word in ("wants", "needs") and not token.is_quoted and found[at + 1 : at + 2]:
            return names_deed(found[at + 1 + (found[at + 1].word in ARTICLES) :], catalog)
    return False


def says_all(found: Sequence[Token], catalog: Catalog) -> bool:
    """`2 seats at the concert for Ada, please`: all the things that a tool takes, how many, and no verb."""
    for deed in catalog.acts:
        things = {param.name for param in deed.required if kinds_of(param, deed, catalog)}
        counted = {key for param in deed.params if param.is_measure for key in param.key}
        is_counted = len(found) > 1 and found[0].is_number and found[1].stem in counted | deed.nouns
        if is_counted and things and things <= things_told(deed, found, catalog):
            return True
    return False
