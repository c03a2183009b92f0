"""Which parameter the things that a text names are for: by their names and ids, and what parameters take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of, literals
from assistant.planner.offer.tools import Deed


def assigned(deed: Deed, found: Sequence[Token], catalog: Catalog, used: set[int]) -> Mapping[str, frozenset[int]]:
    """The tokens of the known names that can only be meant by one parameter, by its name."""
    kinds = {param.name: frozenset(kinds_of(param, deed, catalog)) for param in deed.params}
    kinds = {
        param.name: kinds[param.name]
        for param in deed.params
        if not literals(param, list(kinds[param.name]), found, used)
    }
    result: dict[str, frozenset[int]] = {}
    for span, known in catalog.named(found):
        takers = [name for name, sources in kinds.items() if sources & known.own]
        if len(takers) == 1 and not set(span) & used:
            result[takers[0]] = result.get(takers[0], frozenset()) | frozenset(span)
    return result


def things_told(deed: Deed, found: Sequence[Token], catalog: Catalog) -> set[str]:
    """The parameters for things whose names or ids are there."""
    told = set(assigned(deed, found, catalog, set()))
    for param in deed.params:
        kinds = kinds_of(param, deed, catalog)
        if kinds and param.name not in told and literals(param, kinds, found, set()):
            told.add(param.name)
    return told
