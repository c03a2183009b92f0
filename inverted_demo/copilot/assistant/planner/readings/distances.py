"""How many steps one kind of things is from another."""

from __future__ import annotations

from assistant.planner.facts.things import Field, Kind
from assistant.planner.facts.world import World

FAR = (1.0, 0.93, 0.82, 0.7)
"""How much words count that are said of things so many steps away."""


class Distances:
    """How many steps one kind of things is from another."""

    def __init__(self, world: World) -> None:
        self._beside: dict[Kind, set[Kind]] = {}
        for thing in world.things:
            own = self._beside.setdefault(thing.kind, set())
            own.update(other.kind for other in world.neighbours(thing))
        self._known: dict[Kind, dict[Kind, int]] = {}
        self._leads: dict[tuple[Field, Kind], bool] = {}

    def of(self, kind: Kind, other: Kind) -> int | None:
        if kind not in self._known:
            self._known[kind] = self._from(kind)
        return self._known[kind].get(other)

    def leads(self, field: Field, kind: Kind) -> bool:
        """Whether what a field names are things of a kind."""
        if (field, kind) not in self._leads:
            said = {str(one).casefold() for one in field.values}
            names = {name.casefold() for thing in kind.things for name in (thing.id, thing.name) if name}
            self._leads[field, kind] = bool(said & names)
        return self._leads[field, kind]

    def _from(self, kind: Kind) -> dict[Kind, int]:
        found, border = {kind: 0}, [kind]
        for steps in range(1, len(FAR)):
            border = [two for one in border for two in self._beside.get(one, ()) if two not in found]
            found |= dict.fromkeys(border, steps)
        return found
