"""Values as a form holds them: texts and presences, so that no number or name is changed on its way through JavaScript.

A form holds an object as `{"p0": …}` with the number of each property that is sent, and what it can't show in `x`; a
union as `{"v1": …}` with the branch that was chosen, or `{"n": ""}` for `null`; an entry of a mapping as
`{"k": name, "v": …}`; all leaves as text, or `None` for `null`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .effort import Effort, TooCostly
from .form_leaves import FormProblem, FormValue, Inexpressible, initial_leaf, leaf_from_form, leaf_to_form
from .json_text import dumps, loads, same
from .schemas import MISSING, Field, Plan

MAX_ITEMS = 200
MAX_DEPTH = 40

EMPTY_IS_NULL = ("number", "choice")
"""Items that hold `null` until something is entered: a list has no gaps."""

Fits = Callable[[Field, Any], bool]


@dataclass(slots=True)
class Reading:
    """What a form holds, as a value."""

    value: Any
    problems: list[FormProblem] = field(default_factory=list[FormProblem])


class FormValues:
    """Takes values into the form of a plan and out of it, unless that is `TooCostly`.

    `fits` tells which branch of a union a value is for.
    """

    def __init__(self, plan: Plan, fits: Fits, effort: Effort, *, send_defaults: bool = False) -> None:
        self._plan = plan
        self._fits = fits
        self._effort = effort
        self._send_defaults = send_defaults

    # Into the form

    def to_form(self, part: Field, value: Any, depth: int = 0) -> FormValue:
        part = self._resolved(part)
        self._effort.spend(1 + len(part.options) // 10 + len(part.properties) // 10)
        if depth > MAX_DEPTH:
            raise Inexpressible
        match part.kind:
            case "object":
                return self._object_to_form(part, value, depth)
            case "list" | "tuple":
                return self._list_to_form(part, value, depth)
            case "map":
                return self._map_to_form(part, value, depth)
            case "union":
                return self._union_to_form(part, value, depth)
            case _:
                return leaf_to_form(part, value)

    def _resolved(self, part: Field) -> Field:
        return self._plan.resolve(part)

    def _object_to_form(self, part: Field, value: Any, depth: int) -> FormValue:
        if not isinstance(value, dict):
            raise Inexpressible
        form: dict[str, FormValue] = {}
        others = {key: one for key, one in value.items() if key not in part.properties}
        for number, (name, child) in enumerate(part.properties.items()):
            if name in value:
                try:
                    form[f"p{number}"] = self.to_form(child, value[name], depth + 1)
                except Inexpressible:
                    others[name] = value[name]
        return {**form, "x": dumps(others)} if others else form

    def _list_to_form(self, part: Field, value: Any, depth: int) -> FormValue:
        if not isinstance(value, list) or len(value) > MAX_ITEMS:
            raise Inexpressible
        if part.kind == "tuple" and len(value) != len(part.parts):
            raise Inexpressible
        return [self._item_to_form(self.item(part, number), one, depth + 1) for number, one in enumerate(value)]

    def _item_to_form(self, part: Field, value: Any, depth: int) -> FormValue:
        try:
            return self.to_form(part, value, depth)
        except Inexpressible:
            if value is None and self._resolved(part).kind in EMPTY_IS_NULL:
                return ""
            raise

    def item(self, part: Field, number: int) -> Field:
        """The field for one item of a list or tuple."""
        if part.kind == "tuple":
            return part.parts[number]
        assert part.items is not None
        return part.items

    def _map_to_form(self, part: Field, value: Any, depth: int) -> FormValue:
        if not isinstance(value, dict) or len(value) > MAX_ITEMS or part.items is None:
            raise Inexpressible
        return [{"k": name, "v": self.to_form(part.items, one, depth + 1)} for name, one in value.items()]

    def _union_to_form(self, part: Field, value: Any, depth: int) -> FormValue:
        if value is None and part.nullable:
            return {"n": ""}
        forms: list[FormValue] = []
        for number, branch in enumerate(part.parts):
            self._effort.spend_on(value)
            try:
                form = {f"v{number}": self.to_form(branch, value, depth + 1)}
            except Inexpressible:
                continue
            if self._contradicts(branch, value) or not same(self.from_form(part, form).value, value):
                continue
            if self._fits(branch, value):
                return form
            forms.append(form)
        if not forms:
            raise Inexpressible
        return min(forms, key=_unshown)

    def _contradicts(self, branch: Field, value: Any) -> bool:
        """Whether a constant says that this object is another one."""
        for name, child in self._resolved(branch).properties.items():
            options = self._resolved(child).options
            if len(options) == 1 and name in value and not same(value[name], options[0]):
                return True
        return False

    # Out of it

    def from_form(self, part: Field, form: FormValue) -> Reading:
        reading = Reading(MISSING)
        reading.value = self._read(part, form, "#", reading.problems)
        return reading

    def _read(self, part: Field, form: FormValue, path: str, problems: list[FormProblem]) -> Any:
        part = self._resolved(part)
        match part.kind:
            case "object":
                return self._read_object(part, form, path, problems)
            case "list" | "tuple":
                return self._read_list(part, form, path, problems)
            case "map":
                return self._read_map(part, form, path, problems)
            case "union":
                return self._read_union(part, form, path, problems)
            case _:
                return leaf_from_form(part, form, path, problems)

    def _read_object(self, part: Field, form: FormValue, path: str, problems: list[FormProblem]) -> Any:
        value: dict[str, Any] = {}
        for number, (name, child) in enumerate(part.properties.items()):
            key = f"p{number}"
            if key in form:
                one = self._read(child, form[key], f"{path}/{key}", problems)
                if one is not MISSING:
                    value[name] = one
        others = loads(form["x"]) if form.get("x") else {}
        return {**value, **{name: one for name, one in others.items() if name not in value}}

    def _read_list(self, part: Field, form: FormValue, path: str, problems: list[FormProblem]) -> Any:
        items: list[Any] = []
        for number, one in enumerate(form):
            value = self._read(self.item(part, number), one, f"{path}/{number}", problems)
            items.append(None if value is MISSING else value)
        return items

    def _read_map(self, part: Field, form: FormValue, path: str, problems: list[FormProblem]) -> Any:
        value: dict[str, Any] = {}
        assert part.items is not None
        for number, entry in enumerate(form):
            where = f"{path}/{number}"
            name = entry.get("k", "")
            if "k" not in entry:
                problems.append(FormProblem(f"{where}/k", "Give this entry a name."))
            elif name in value:
                problems.append(FormProblem(f"{where}/k", f"There is an entry “{name}” already."))
            one = self._read(part.items, entry["v"], f"{where}/v", problems) if "v" in entry else MISSING
            empty = "" if self._resolved(part.items).kind == "text" else None
            value.setdefault(name, empty if one is MISSING else one)
        return value

    def _read_union(self, part: Field, form: FormValue, path: str, problems: list[FormProblem]) -> Any:
        for number, branch in enumerate(part.parts):
            key = f"v{number}"
            if key in form:
                return self._read(branch, form[key], f"{path}/{key}", problems)
        return None if "n" in form else MISSING

    # What is there at first

    def initial(self, part: Field) -> FormValue:
        """What a field holds when it is shown, and nobody has entered anything; `MISSING` where that is nothing."""
        try:
            return self._initial(part)
        except (TooCostly, RecursionError):
            return MISSING

    def _initial(self, part: Field) -> FormValue:
        self._effort.spend()
        whole = self._resolved(part)
        for default in (part.default, whole.default):
            if default is not MISSING and (default is not None or whole.kind != "union"):
                try:
                    return self.to_form(part, default)
                except Inexpressible:
                    continue
        match whole.kind:
            case "object":
                return self._initial_object(whole)
            case "tuple":
                return [_or_empty(self._initial(one)) for one in whole.parts]
            case "list" | "map":
                return []
            case "union":
                return self._initial_union(whole)
            case _:
                return initial_leaf(whole)

    def _initial_object(self, part: Field) -> FormValue:
        form: dict[str, FormValue] = {}
        for number, (name, child) in enumerate(part.properties.items()):
            one = self._initial(child) if name in part.required or self._is_sent_unasked(child) else MISSING
            if one is not MISSING:
                form[f"p{number}"] = one
        return form

    def _is_sent_unasked(self, child: Field) -> bool:
        """A constant says which object this is; defaults are sent where it was asked for."""
        whole = self._resolved(child)
        if whole.kind == "choice" and len(whole.options) == 1 and whole.options != [None]:
            return True
        return self._send_defaults and child.default is not MISSING and child.default is not None

    def _initial_union(self, part: Field) -> FormValue:
        """The first branch, unless choosing one means a form of its own."""
        if part.parts and all(self._plan.is_leaf(branch) for branch in part.parts):
            return {"v0": _or_empty(self._initial(part.parts[0]))}
        return {}


def _unshown(form: dict[str, FormValue]) -> int:
    """How much of a union's value the branch has no field for."""
    (held,) = form.values()
    return len(loads(held["x"])) if isinstance(held, dict) and "x" in held else 0


def _or_empty(form: FormValue) -> FormValue:
    return "" if form is MISSING else form
