"""The plan of a form in the words of `forms/`: a schema of texts, lists and objects, and the editor for each."""

from __future__ import annotations

from typing import Any

from .effort import TooCostly
from .form_leaves import Inexpressible
from .form_values import FormValues
from .schema_words import shown
from .schemas import LEAVES, MISSING, Field, Plan

BOOLEAN = [True, False]
MAX_CHECKBOXES = 24


def form_schema(plan: Plan, values: FormValues) -> dict[str, Any]:
    """What `forms/` builds the form from."""
    writer = _Writer(plan, values)
    return {
        "schema": writer.write(plan.root, optional=False),
        "definitions": {name: writer.write(part, optional=False) for name, part in plan.definitions.items()},
    }


class _Writer:
    def __init__(self, plan: Plan, values: FormValues) -> None:
        self._plan = plan
        self._values = values

    def write(self, part: Field, *, optional: bool, boxed: bool = True) -> dict[str, Any]:
        """`boxed` where a truth value may be a checkbox: it has no third state there."""
        about = self._about(part, optional)
        if part.kind == "ref":
            return {"$ref": part.target, **about}
        if part.kind in LEAVES:
            return {"type": "string", "x-editor": "text", **about, **self._leaf(part, boxed and not optional)}
        return {**about, **self._container(part)}

    def _about(self, part: Field, optional: bool) -> dict[str, Any]:
        about: dict[str, Any] = {"x-optional": optional}
        whole = self._plan.resolve(part)
        about |= {key: one for key, one in self._words(part).items() if one}
        lazy = optional and whole.kind not in (*LEAVES, "union")
        about |= {"x-defaultProperty": False} if lazy else {}
        initial = self._values.initial(part)
        if initial is not MISSING and initial is not None:
            about["x-initial"] = initial
        if part.example is not MISSING and part.example != part.default:
            about |= self._example(part)
        return about

    def _words(self, part: Field) -> dict[str, str]:
        name, title = part.name, part.title
        has_own_title = bool(title) and title.lower().replace(" ", "") != name.lower().replace("_", "").replace(" ", "")
        return {
            "x-title": title if has_own_title or not name else name,
            "x-name": name if has_own_title and not name.isdecimal() else "",
            "x-description": part.description,
            "x-hint": part.hint,
            "x-default": "" if part.default is MISSING or part.default is None else f"Default: {shown(part.default)}",
        }

    def _example(self, part: Field) -> dict[str, Any]:
        try:
            return {"x-example": {"text": shown(part.example), "value": self._values.to_form(part, part.example)}}
        except (Inexpressible, TooCostly):
            return {}

    def _leaf(self, part: Field, boxed: bool) -> dict[str, Any]:
        if part.kind == "choice":
            options = {"x-editor": "choice", "x-labels": part.labels}
            return {**options, "x-editor": "check"} if boxed and part.options == BOOLEAN else options
        entry = "json" if part.kind == "json" else part.entry
        return {"x-entry": entry, "x-nullable": part.nullable}

    def _container(self, part: Field) -> dict[str, Any]:
        match part.kind:
            case "object":
                children = {
                    f"p{number}": self.write(child, optional=name not in part.required)
                    for number, (name, child) in enumerate(part.properties.items())
                }
                return {"type": "object", "x-editor": "object", "properties": {**children, "x": OTHERS}}
            case "union":
                branches = {f"v{number}": self._branch(one) for number, one in enumerate(part.parts)}
                null = {"n": {"type": "string", "x-editor": "nothing", "x-defaultProperty": False}}
                return {
                    "type": "object",
                    "x-editor": "union",
                    "properties": {**branches, **(null if part.nullable else {})},
                }
            case "tuple":
                places = [self.write(one, optional=False) for one in part.parts]
                return {"type": "array", "x-editor": "list", "prefixItems": places, "items": {"type": "string"}}
            case _:
                return {"type": "array", **self._many(part), "items": self._item(part)}

    def _many(self, part: Field) -> dict[str, Any]:
        """A list of a few words is a row of checkboxes."""
        assert part.items is not None
        item = self._plan.resolve(part.items)
        if part.kind == "list" and item.kind == "choice" and 1 < len(item.options) <= MAX_CHECKBOXES:
            return {"x-editor": "checks", "x-labels": item.labels}
        return {"x-editor": "list"}

    def _branch(self, part: Field) -> dict[str, Any]:
        return {**self.write(part, optional=False, boxed=False), "x-defaultProperty": False, "x-branch": True}

    def _item(self, part: Field) -> dict[str, Any]:
        assert part.items is not None
        item = self.write(part.items, optional=False)
        if part.kind == "list":
            return item
        key = {"type": "string", "x-editor": "text", "x-title": "Name", "x-entry": "text"}
        pair = {"k": key, "v": {"x-title": "Value", **item, "x-optional": None}}
        entry = {"type": "object", "x-editor": "object", "x-branch": True, "x-pair": True, "properties": pair}
        first = self._values.initial(part.items)
        return {**entry, "x-initial": {} if first is MISSING else {"v": first}}


OTHERS = {"type": "string", "x-editor": "others", "x-defaultProperty": False}
