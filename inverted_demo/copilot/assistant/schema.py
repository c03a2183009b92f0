"""JSON Schemas of a server, in the part that forms and matching need. Nothing of them is believed to be well made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MOST_PROPERTIES = 200
MAX_STEPS = 16
"""From a schema to what it refers to, and on."""
WRAPPINGS = ("anyOf", "oneOf", "allOf")


@dataclass(frozen=True, slots=True)
class Property:
    """An argument of a tool, or a field of its result."""

    name: str
    schema: dict[str, Any]
    """Without references and without “or null”."""
    is_required: bool

    @property
    def description(self) -> str:
        found = self.schema.get("description")
        return found if isinstance(found, str) else ""

    @property
    def type(self) -> str:
        """Its one type; empty where it has several, or says none."""
        found = self.schema.get("type")
        real = [one for one in found if one != "null"] if isinstance(found, list) else [found]
        return real[0] if len(real) == 1 and isinstance(real[0], str) else ""

    @property
    def is_text(self) -> bool:
        """Whether it is any text."""
        return self.type == "string" and not self.choices and not self.schema.get("format")

    @property
    def choices(self) -> list[str]:
        """The values of a closed set of texts."""
        values = self.schema.get("enum", [self.schema.get("const")])
        return [one for one in values if isinstance(one, str) and one] if isinstance(values, list) else []


def properties(schema: object, root: object = None) -> Iterator[Property]:
    """Those of an object; `root` is the schema that references are of, if it is another."""
    root = schema if root is None else root
    plain = resolved(schema, root)
    found, required = plain.get("properties"), plain.get("required")
    for name, one in list(found.items())[:MOST_PROPERTIES] if isinstance(found, dict) else ():
        yield Property(str(name), resolved(one, root), isinstance(required, list) and name in required)


def resolved(schema: object, root: object) -> dict[str, Any]:
    """A schema without references and without what only says that it may be null: the outer words hold before inner."""
    found: dict[str, Any] = {}
    for _ in range(MAX_STEPS):
        if not isinstance(schema, dict):
            break
        key, inner = _inside(schema, root)
        found = {**{name: value for name, value in schema.items() if name != key}, **found}
        if not key:
            break
        schema = inner
    return found


def _inside(schema: dict[Any, Any], root: object) -> tuple[str, object]:
    if isinstance(address := schema.get("$ref"), str):
        return "$ref", _pointed(address, root)
    for key in WRAPPINGS:
        parts = schema.get(key)
        if isinstance(parts, list):
            real = [part for part in parts if not (isinstance(part, dict) and part.get("type") == "null")]
            if len(real) == 1:
                return key, real[0]
    return "", None


def _pointed(address: str, root: object) -> object:
    """What a reference within the schema means; nothing, if it leads anywhere else."""
    node = root if address.startswith("#") else None
    for part in address.split("/")[1:]:
        node = node.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(node, dict) else None
    return node
