"""In which lists words are names, as far as is known."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.names import alike, folded
from assistant.planner.offer.sources import Source


def naming(catalog: Catalog, found: Iterable[Token]) -> list[Source]:
    """The lists in which these words are names, as far as is known; and those that were not looked at yet."""
    words = [token for token in found if token.is_content or token.is_number]
    letters = {folded(token.text)[:1] for token in words}
    named = {
        value.source
        for word, places in catalog.names.items()
        if word[:1] in letters and any(alike(one, word) for one in words)
        for value, _ in places
    }
    listed = catalog.listed()
    return [one for one in listed if one in named] or [one for one in listed if one not in catalog.looked]
