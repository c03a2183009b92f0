"""Tools that the server has offered before, and does not any more: what they did is not done, or told, by others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import mcp_types as types

from assistant.conversation import Turn
from assistant.offer import Offer
from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.deeds import find_deed
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.ranking import rank
from assistant.planner.wishes.wording import bold


def withdrawn(turns: Sequence[Turn], seen: Iterable[types.Tool], offer: Offer) -> tuple[Deed, ...]:
    """Those that were seen in an offer, and of those that were called in this conversation the names."""
    called = (call.tool for turn in turns for call in turn.calls if call.state == "done")
    known = {name: types.Tool(name=name, input_schema={"type": "object"}) for name in called}
    known |= {tool.name: tool for tool in seen}
    return tuple(Deed(tool) for name, tool in known.items() if offer.tool(name) is None)


def missed(clause: Clause, catalog: Catalog, focus: Focus) -> str:
    """That the tool for it is gone; empty where another one is meant."""
    if not catalog.gone or clause.mood == "forbids":
        return ""
    before = Catalog(replace(catalog.offer, tools=(*catalog.offer.tools, *(one.tool for one in catalog.gone))))
    deed = _meant(clause, before, focus)
    if deed is None or all(one.name != deed.name for one in catalog.gone):
        return ""
    what = "do that" if clause.mood == "orders" else "say"
    return f"This server has offered {bold(deed.title)} before, and does not any more, so I can't {what}."


def _meant(clause: Clause, catalog: Catalog, focus: Focus) -> Deed | None:
    """The tool for a clause; of several that are as good one that is still there."""
    places = pointing(clause, set())
    if clause.mood == "orders":
        return find_deed(clause, catalog, focus.nouns if places else ())
    ranked = rank(clause.tokens, catalog, clause.begin, places if focus.things else [], focus.nouns)
    return ranked[0].source.deed if ranked else None
