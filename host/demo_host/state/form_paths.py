"""Where in a form the parts of a value stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .form_leaves import FormValue
from .form_values import FormValues
from .schemas import Field, Plan


def form_path(values: FormValues, plan: Plan, form: FormValue, path: list[Any]) -> tuple[str, int]:
    """Where a part of the value stands in the form, or the nearest part around it, and how many steps that is."""
    part, steps, known = plan.resolve(plan.root), ["#"], 0
    for step in path:
        part, form = _into_union(plan, part, form, steps)
        found = _step(values, part, form, step)
        if found is None:
            break
        part, form, more = plan.resolve(found[0]), found[1], found[2]
        steps.extend(more)
        known += 1
    _into_union(plan, part, form, steps)
    return "/".join(steps), known


def _into_union(plan: Plan, part: Field, form: FormValue, steps: list[str]) -> tuple[Field, FormValue]:
    while part.kind == "union" and isinstance(form, Mapping):
        chosen = next((number for number in range(len(part.parts)) if f"v{number}" in form), None)
        if chosen is None:
            break
        steps.append(f"v{chosen}")
        part, form = plan.resolve(part.parts[chosen]), form[f"v{chosen}"]
    return part, form


def _step(values: FormValues, part: Field, form: FormValue, step: Any) -> tuple[Field, FormValue, list[str]] | None:
    if part.kind == "object" and step in part.properties:
        key = f"p{list(part.properties).index(step)}"
        return part.properties[step], (form or {}).get(key), [key]
    if part.kind in ("list", "tuple") and isinstance(step, int) and isinstance(form, list) and step < len(form):
        return values.item(part, step), form[step], [str(step)]
    if part.kind == "map" and part.items is not None:
        for number, entry in enumerate(form or []):
            if entry.get("k") == step:
                return part.items, entry.get("v"), [str(number), "v"]
    return None
