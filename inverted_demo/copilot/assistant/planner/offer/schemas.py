"""What a JSON schema says about the values of an object: any schema, as servers are foreign."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias, cast

from assistant.planner.english.stems import identifier_words, stem
from assistant.planner.english.vocabulary import LIMIT_WORDS, PAGE_WORDS, SORT_WORDS, UNIT_WORDS
from assistant.planner.offer.shapes import fits, form_told, sample_of

Form = Literal["text", "whole", "number", "truth", "date", "datetime", "time", "list", "object", "any"]
JsonObject: TypeAlias = Mapping[str, Any]

MAX_DEPTH = 6
MAX_KEPT = 4096
FORMS: dict[str, Form] = {
    "string": "text",
    "integer": "whole",
    "number": "number",
    "boolean": "truth",
    "array": "list",
    "object": "object",
}
FORMATS: dict[str, Form] = {"date": "date", "date-time": "datetime", "time": "time"}
IDS = frozenset({"id", "ids", "key", "code", "isbn", "sku", "slug"})
NO_IDS = frozenset({"phone", "fax", "house", "telephone", "mobile"})
SAMPLE = re.compile(r"\b(?:[A-Z]{1,6}-\d+|[A-Z]{1,3}\d{3,})\b")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value: a parameter of a tool, or a field of what it gives."""

    name: str
    form: Form = "any"
    description: str = ""
    choices: tuple[str, ...] = ()
    required: bool = False
    default: Any = field(default=None, hash=False)
    lowest: float | None = None
    highest: float | None = None
    pattern: str = ""
    samples: tuple[str, ...] = ()
    parts: tuple[Slot, ...] = ()
    """The fields of an object, or of the objects in a list."""
    of_objects: bool = False
    is_nullable: bool = False
    """There may be nothing in it."""

    @property
    def all_words(self) -> tuple[str, ...]:
        return identifier_words(self.name)

    @property
    def key(self) -> tuple[str, ...]:
        """The stems of the name, without its units."""
        return _key(self.name)

    @property
    def is_measure(self) -> bool:
        return self.form in ("whole", "number") and not self.is_id

    @property
    def is_paging(self) -> bool:
        """It says in which order or how many, and nothing of the things."""
        words = set(self.all_words)
        is_number = self.is_measure and len(words) == 1
        is_order = words <= SORT_WORDS and (bool(self.choices) or "sort" in words)
        return is_order or (is_number and bool(words & (LIMIT_WORDS | PAGE_WORDS)))

    @property
    def is_moment(self) -> bool:
        return self.form in ("date", "datetime")

    @property
    def is_id(self) -> bool:
        return _is_id(self.name, self.form)

    def takes(self, value: object) -> bool:
        """Whether a text is written as it has to be."""
        return not self.pattern or not isinstance(value, str) or fits(value, self.pattern)


@lru_cache(MAX_KEPT)
def _is_id(name: str, form: Form) -> bool:
    words = identifier_words(name)
    is_number = words[-1:] in (("number",), ("no",), ("nr",)) and not set(words) & NO_IDS
    is_told = form in ("whole", "text", "any")
    return (is_number and is_told) or bool(IDS & set(words[-1:]))


@lru_cache(MAX_KEPT)
def _key(name: str) -> tuple[str, ...]:
    words = identifier_words(name)
    return tuple(stem(word) for word in words if word not in UNIT_WORDS) or tuple(map(stem, words))


def slots_of(schema: object) -> tuple[Slot, ...]:
    """The properties of an object's schema."""
    root = _mapping(schema)
    return _properties(root, root, MAX_DEPTH)


def _properties(schema: JsonObject, root: JsonObject, depth: int) -> tuple[Slot, ...]:
    if depth <= 0:
        return ()
    required = schema.get("required")
    needed = set(required) if isinstance(required, list) and all(isinstance(one, str) for one in required) else set()
    properties = _mapping(schema.get("properties"))
    return tuple(_slot(str(name), value, str(name) in needed, root, depth) for name, value in properties.items())


def _slot(name: str, value: object, is_required: bool, root: JsonObject, depth: int) -> Slot:
    outer = _mapping(value)
    schema = _resolved(outer, root)
    form = _form(schema)
    content = _resolved(_mapping(schema.get("items")), root) if form == "list" else schema
    parts = _properties(content, root, depth - 1)
    description = " ".join(dict.fromkeys(str(one["description"]) for one in (outer, schema) if one.get("description")))
    samples = [one for one in _list(schema.get("examples")) + _list(outer.get("examples")) if isinstance(one, str)]
    pattern, choices = str(schema.get("pattern", "")), _choices(content if form == "list" else schema)
    return Slot(
        name,
        (form_told(pattern, description) or form) if form == "text" and not choices else form,
        description,
        choices,
        is_required,
        outer.get("default", schema.get("default")),
        _limit(schema, "minimum", "exclusiveMinimum"),
        _limit(schema, "maximum", "exclusiveMaximum"),
        pattern,
        (*samples, *SAMPLE.findall(description), *sample_of(pattern)),
        parts,
        form == "list" and (bool(parts) or content.get("type") == "object"),
        _may_be_null(outer),
    )


def _resolved(schema: JsonObject, root: JsonObject) -> JsonObject:
    """Behind references, and behind the choice of nothing."""
    for _ in range(MAX_DEPTH):
        reference = schema.get("$ref")
        options = [_mapping(one) for one in _list(schema.get("anyOf")) + _list(schema.get("oneOf"))]
        present = [one for one in options if one.get("type") != "null"]
        if isinstance(reference, str):
            schema = _mapping(_mapping(root.get("$defs")).get(reference.rpartition("/")[2]))
        elif present:
            schema = present[0]
        elif (parts := _list(schema.get("allOf"))) and len(parts) == 1:
            schema = _mapping(parts[0])
        else:
            break
    return schema


def _may_be_null(schema: JsonObject) -> bool:
    kinds = [schema.get("type"), *(_mapping(one).get("type") for one in _list(schema.get("anyOf")))]
    return any(kind == "null" or "null" in _list(kind) for kind in kinds)


def _form(schema: JsonObject) -> Form:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), None)
    if kind == "string" or (kind is None and _choices(schema)):
        return FORMATS.get(str(schema.get("format")), "text")
    return FORMS.get(str(kind), "any")


def _choices(schema: JsonObject) -> tuple[str, ...]:
    values = [schema["const"]] if "const" in schema else _list(schema.get("enum"))
    return tuple(one for one in values if isinstance(one, str))


def _limit(schema: JsonObject, *names: str) -> float | None:
    found = (schema.get(name) for name in names)
    return next((float(one) for one in found if isinstance(one, int | float) and not isinstance(one, bool)), None)


def _mapping(value: object) -> JsonObject:
    return cast(JsonObject, value) if isinstance(value, Mapping) else {}


def _list(value: object) -> list[Any]:
    return cast(list[Any], value) if isinstance(value, list) else []
