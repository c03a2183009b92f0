"""The fields of a form, as they are read from a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Kind = Literal["text", "number", "json", "choice", "object", "list", "tuple", "map", "union", "ref"]
LEAVES: frozenset[Kind] = frozenset({"text", "number", "json", "choice"})

MAX_EAGER_FIELDS = 300
"""What is shown at once because all of it is required."""


class Missing:
    """No value at all, which is something else than `null`."""

    def __bool__(self) -> bool:
        return False


MISSING: Final = Missing()


@dataclass(slots=True)
class Field:
    """One part of a form. A part of kind `json` is entered as JSON, and can hold anything."""

    kind: Kind
    schema: Any = True
    name: str = ""
    title: str = ""
    description: str = ""
    hint: str = ""
    nullable: bool = False
    entry: str = "text"
    """How a text is entered: `text`, `long`, `date`, `email`, `url`, `integer` or `number`."""
    options: list[Any] = field(default_factory=list[Any])
    labels: list[str] = field(default_factory=list[str])
    properties: dict[str, Field] = field(default_factory=dict[str, "Field"])
    required: frozenset[str] = frozenset()
    items: Field | None = None
    parts: list[Field] = field(default_factory=list["Field"])
    """The branches of a union, or the places of a tuple."""
    target: str = ""
    """The definition that a `ref` stands for."""
    default: Any = MISSING
    example: Any = MISSING

    def children(self) -> Iterator[Field]:
        yield from self.properties.values()
        yield from self.parts
        if self.items is not None:
            yield self.items


@dataclass(slots=True)
class Plan:
    """All fields of a schema. Definitions may refer to each other, in circles too."""

    schema: Any
    root: Field
    definitions: dict[str, Field]

    def resolve(self, field: Field) -> Field:
        while field.kind == "ref":
            field = self.definitions[field.target]
        return field

    def is_leaf(self, field: Field) -> bool:
        return self.resolve(field).kind in LEAVES


def end_endless_parts(plan: Plan) -> None:
    """A part that requires itself, or that is huge at once, is entered as JSON: no form for it would end."""
    sizes: dict[str, int] = {}
    entered: set[str] = set()

    def size(part: Field) -> int:
        if part.kind != "ref":
            return 1 + sum(size(child) for child in _eager(part))
        if part.target not in sizes and part.target not in entered:
            entered.add(part.target)
            sizes[part.target] = size(plan.definitions[part.target])
            entered.discard(part.target)
        if sizes.get(part.target, MAX_EAGER_FIELDS) < MAX_EAGER_FIELDS:
            return sizes[part.target]
        part.kind, part.hint = "json", "This part is too large for a form. Enter JSON."
        return 1

    todo = [plan.root, *plan.definitions.values()]
    while todo:
        part = todo.pop()
        size(part)
        todo.extend(part.children())


def _eager(part: Field) -> Iterator[Field]:
    """What is shown as soon as a part is."""
    if part.kind == "tuple":
        yield from part.parts
    for name, child in part.properties.items():
        if name in part.required:
            yield child
