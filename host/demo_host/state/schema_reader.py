"""JSON Schemas as the fields of a form: what pydantic writes, and whatever else a server may send."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from .schema_words import TYPE_WORDS, hint_of
from .schemas import LEAVES, MISSING, Field, Plan, end_endless_parts

MAX_FIELDS = 1500
MAX_DEPTH = 40
MAX_OPTIONS = 500

ENTRIES = {"date": "date", "email": "email", "uri": "url", "textarea": "long"}
ANNOTATIONS = ("title", "description", "default", "examples", "example")
UNIONS = ("anyOf", "oneOf")
EXAMPLE = re.compile(r"\b[Ee]xamples?:\s*(.+)")


def plan_of(schema: Any) -> Plan:
    """The form for a schema. It never fails: what can't be a form becomes a field for JSON."""
    reader = _Reader(schema)
    try:
        root = reader.read(schema, "")
    except RecursionError:
        root = Field("json", schema, hint="This schema is nested too deeply for a form.")
    plan = Plan(schema, root, reader.definitions)
    end_endless_parts(plan)
    return plan


class _Reader:
    def __init__(self, document: Any) -> None:
        self._document = document
        self._count = 0
        self.definitions: dict[str, Field] = {}

    def read(self, schema: Any, name: str, depth: int = 0) -> Field:
        self._count += 1
        if self._count > MAX_FIELDS or depth > MAX_DEPTH:
            return Field("json", schema, name, hint="This schema is too large for a form. Enter JSON.")
        if schema is False:
            return Field("json", schema, name, hint="The schema allows no value here.")
        if not isinstance(schema, Mapping):
            return Field("json", schema, name)
        found = self._read_mapping(dict(schema), name, depth)
        return _annotated(found, schema, name)

    def _read_mapping(self, schema: dict[str, Any], name: str, depth: int) -> Field:
        if "$ref" in schema:
            return self._read_ref(schema, name, depth)
        if isinstance(schema.get("allOf"), Sequence):
            merged = self._merge_all(schema)
            return _unreadable(schema, name) if merged is None else self.read(merged, name, depth + 1)
        for keyword in UNIONS:
            if isinstance(schema.get(keyword), list) and schema[keyword]:
                return self._read_union(schema, keyword, name, depth)
        if "const" in schema:
            return _choice(schema, [schema["const"]], [])
        if isinstance(schema.get("enum"), list) and 0 < len(schema["enum"]) <= MAX_OPTIONS:
            return _choice(schema, schema["enum"], schema.get("enumNames") or [])
        return self._read_type(schema, name, depth)

    def _read_ref(self, schema: dict[str, Any], name: str, depth: int) -> Field:
        target = schema["$ref"]
        found = self._lookup(target)
        if found is MISSING:
            return Field("json", schema, name, hint="The form can't follow this part of the schema. Enter JSON.")
        if target not in self.definitions:
            self.definitions[target] = Field("json", found)
            self.definitions[target] = self.read(found, "", depth + 1)
        return Field("ref", schema, target=target)

    def _lookup(self, target: Any) -> Any:
        if not isinstance(target, str) or not (target == "#" or target.startswith("#/")):
            return MISSING
        found = self._document
        for step in target.split("/")[1:]:
            step = unquote(step).replace("~1", "/").replace("~0", "~")
            if isinstance(found, Mapping) and step in found:
                found = found[step]
            elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
                found = found[int(step)]
            else:
                return MISSING
        return found

    def _merge_all(self, schema: dict[str, Any]) -> dict[str, Any] | None:
        """One schema for an `allOf`, or `None` where that takes more than putting keywords together."""
        merged = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema["allOf"]:
            for _ in range(MAX_DEPTH):
                if not isinstance(part, Mapping) or "$ref" not in part:
                    break
                part = self._lookup(part["$ref"])
            if not isinstance(part, Mapping) or "$ref" in part or not _put_together(merged, part):
                return None
        return merged

    def _read_union(self, schema: dict[str, Any], keyword: str, name: str, depth: int) -> Field:
        branches = schema[keyword]
        if all(isinstance(branch, Mapping) and "const" in branch for branch in branches):
            options = [branch["const"] for branch in branches]
            return _choice(schema, options, [branch.get("title", "") for branch in branches])
        outer = {key: value for key, value in schema.items() if key not in (*ANNOTATIONS, keyword, "discriminator")}
        given = [branch for branch in branches if not _is_null(branch)]
        parts: list[Field] = []
        for branch in given:
            merged = {**outer, **branch} if isinstance(branch, Mapping) and "$ref" not in branch else branch
            parts.append(self.read(merged, "", depth + 1))
        return self._joined(schema, parts, len(given) < len(branches), name)

    def _joined(self, schema: Any, parts: list[Field], nullable: bool, name: str) -> Field:
        """A union of parts; where it is one leaf or `null`, that leaf."""
        if not parts:
            return _choice(schema, [None], [])
        if len(parts) == 1:
            if not nullable or parts[0].kind == "json":
                return parts[0]
            if parts[0].kind in LEAVES:
                return _nullable(parts[0])
        for number, part in enumerate(parts):
            part.title = part.title or self._branch_title(part, number)
        return Field("union", schema, name, nullable=nullable, parts=parts)

    def _branch_title(self, part: Field, number: int) -> str:
        if part.kind == "ref":
            target = self.definitions[part.target]
            return target.title or part.target.rpartition("/")[2]
        if part.kind == "choice":
            return " or ".join(part.labels[:3])
        kind = part.schema.get("type") if isinstance(part.schema, Mapping) else None
        return TYPE_WORDS.get(kind, f"Kind {number + 1}") if isinstance(kind, str) else f"Kind {number + 1}"

    def _read_type(self, schema: dict[str, Any], name: str, depth: int) -> Field:
        kind = schema.get("type", _guessed_type(schema))
        if isinstance(kind, list):
            names = [one for one in kind if isinstance(one, str)]
            parts = [self.read({**schema, "type": one}, "", depth + 1) for one in names if one != "null"]
            for part, one in zip(parts, [one for one in names if one != "null"], strict=True):
                part.title = TYPE_WORDS.get(one, one)
            return self._joined(schema, parts, "null" in names, name)
        if kind == "object":
            return self._read_object(schema, name, depth)
        if kind == "array":
            return self._read_array(schema, name, depth)
        return _leaf(schema, name, kind)

    def _read_object(self, schema: dict[str, Any], name: str, depth: int) -> Field:
        properties, others = schema.get("properties"), schema.get("additionalProperties")
        if isinstance(properties, Mapping) and properties:
            fields = {str(key): self.read(part, str(key), depth + 1) for key, part in properties.items()}
            wanted = schema.get("required")
            required = frozenset(one for one in wanted if isinstance(one, str)) if isinstance(wanted, list) else ()
            return Field("object", schema, name, properties=fields, required=frozenset(required))
        if isinstance(others, Mapping) and others:
            return Field("map", schema, name, items=self.read(others, "", depth + 1))
        if others is False or depth == 0:
            return Field("object", schema, name)
        return Field("json", schema, name, hint="Any object.")

    def _read_array(self, schema: dict[str, Any], name: str, depth: int) -> Field:
        places, items = schema.get("prefixItems"), schema.get("items")
        if isinstance(items, list):  # as drafts before 2020-12 write it
            places, items = items, schema.get("additionalItems")
        if isinstance(places, list) and places:
            if isinstance(items, Mapping) or len(places) > MAX_OPTIONS:
                return Field("json", schema, name, hint="A list.")
            parts = [self.read(part, str(number + 1), depth + 1) for number, part in enumerate(places)]
            return Field("tuple", schema, name, parts=parts)
        return Field("list", schema, name, items=self.read(True if items is None else items, "", depth + 1))


def _annotated(found: Field, schema: Mapping[str, Any], name: str) -> Field:
    """Give a field the words that its own schema has."""
    title, description = schema.get("title"), schema.get("description")
    if isinstance(title, str) and title.strip():
        found.title = title
    if isinstance(description, str):
        found.description = description
    found.name = name
    found.hint = found.hint or ("" if found.kind in ("tuple", "ref") else hint_of(schema))
    found.default = schema.get("default", found.default)
    found.example = _example_of(schema, found)
    return found


def _example_of(schema: Mapping[str, Any], found: Field) -> Any:
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return examples[0]
    if "example" in schema:
        return schema["example"]
    match = EXAMPLE.search(schema["description"]) if isinstance(schema.get("description"), str) else None
    if match is None:
        return found.example
    words = match[1].strip().removesuffix(".").strip("`\"'“”")
    if found.kind == "text" or words in found.options:
        return words
    try:
        return json.loads(match[1].strip().removesuffix(".").strip("`"))
    except ValueError:
        return found.example


def _unreadable(schema: Any, name: str) -> Field:
    return Field("json", schema, name, hint="The form can't show this part of the schema. Enter JSON.")


def _put_together(merged: dict[str, Any], part: Mapping[str, Any]) -> bool:
    for key, value in part.items():
        if key not in merged or key in ANNOTATIONS:
            merged.setdefault(key, value)
        elif key == "properties" and isinstance(merged[key], Mapping) and isinstance(value, Mapping):
            merged[key] = {**merged[key], **value}
        elif key == "required" and isinstance(merged[key], list) and isinstance(value, list):
            merged[key] = [*merged[key], *value]
        elif merged[key] != value:
            return False
    return True


def _is_null(schema: Any) -> bool:
    return isinstance(schema, Mapping) and (schema.get("type") == "null" or schema.get("const", ...) is None)


def _nullable(leaf: Field) -> Field:
    if leaf.kind == "choice":
        return replace(leaf, options=[*leaf.options, None], labels=[*leaf.labels, "null"])
    return replace(leaf, nullable=True)


def _choice(schema: Any, options: Sequence[Any], titles: Any) -> Field:
    named = list(titles) if isinstance(titles, list) else []
    labels = [_label(option) for option in options]
    for number, title in enumerate(named[: len(labels)]):
        if isinstance(title, str) and title and title != labels[number]:
            labels[number] = f"{title} ({labels[number]})"
    return Field("choice", schema, options=list(options), labels=labels)


def _label(option: Any) -> str:
    return option if isinstance(option, str) and option else json.dumps(option, ensure_ascii=False)


def _guessed_type(schema: Mapping[str, Any]) -> str | None:
    if isinstance(schema.get("properties"), Mapping):
        return "object"
    return "array" if "items" in schema or "prefixItems" in schema else None


def _leaf(schema: dict[str, Any], name: str, kind: Any) -> Field:
    if kind == "string":
        form = schema.get("format")
        long = isinstance(schema.get("default"), str) and "\n" in schema["default"]
        entry = ENTRIES.get(form, "text") if isinstance(form, str) else "text"
        return Field("text", schema, name, entry="long" if long else entry)
    if kind in ("integer", "number"):
        return Field("number", schema, name, entry=kind)
    if kind == "boolean":
        return Field("choice", schema, name, options=[True, False], labels=["true", "false"])
    if kind == "null":
        return _choice(schema, [None], [])
    return Field("json", schema, name)
