"""Calls that act, made from the data and tried on a fresh server, and how people name the things in them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Any, cast

from benchmarks.copilot.drills.drill import spoken
from benchmarks.copilot.drills.tables import DAY, Row, Table
from benchmarks.copilot.questions import ExpectedCall
from benchmarks.copilot.servers import MakeServer, connected

Schema = dict[str, Any]

CODE = re.compile(r"\b[A-Z]+-?\d+\b|\"\d+\"")
NAMED = re.compile(r"^[A-Z][a-z.'&-]+(?: (?:[A-Z]|of |the |and )[\w.'&-]+)+$")
OWNING = frozenset(
    {"animal", "band", "client", "customer", "donor", "group", "guest", "holder", "household", "owner", "patient"}
    | {"person", "pupil", "reader", "tenant"}
)
"""Fields that say whose something is."""
TRIES = 6
"""So many things are tried at most for one choice."""
EACH_CHOICE = 2


@dataclass(frozen=True)
class Act:
    """A call that the server allows, with what people say for its things."""

    tool: str
    arguments: Row
    said: Mapping[str, Sequence[str]]
    """By argument: all ways to say which thing is meant."""
    others: Row
    """Arguments that are not said: none, or what the tool takes without."""
    rows: Mapping[str, Row] = field(default_factory=dict[str, Row])
    texts: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def call(self) -> ExpectedCall:
        return ExpectedCall(tool=self.tool, arguments={**self.others, **self.arguments})


@dataclass(frozen=True)
class Taking:
    """An acting tool: its things, and what it lets choose."""

    name: str
    things: Mapping[str, Table]
    """By argument."""
    properties: Mapping[str, Schema]
    required: Sequence[str]

    @property
    def choices(self) -> dict[str, list[str]]:
        told = {name: _choices(one) for name, one in self.properties.items()}
        return {name: found for name, found in told.items() if found}

    def others(self, given: Row) -> Row:
        left = {name: one for name, one in self.properties.items() if name not in given}
        return {name: [None, one["default"]] if one.get("default") else None for name, one in left.items()}


def taking(tools: Sequence[Any], reading: frozenset[str], found: Sequence[Table]) -> Iterator[Taking]:
    for tool in tools:
        properties: dict[str, Schema] = tool.input_schema.get("properties", {})
        if tool.name in reading:
            continue
        things = {name: table for name, one in properties.items() if (table := _things(one, found))}
        yield Taking(tool.name, things, properties, tool.input_schema.get("required", []))


def _things(schema: Schema, found: Sequence[Table]) -> Table | None:
    """Those whose ids look like the one in the description."""
    example = CODE.search(str(schema.get("description", "")))
    if not example or _choices(schema):
        return None
    shape = _shape(example[0].strip('"'))
    return next((one for one in found if {_shape(str(row["id"])) for row in one.rows} == {shape}), None)


def _shape(code: str) -> str:
    return re.sub(r"\d+", "0", code)


def _choices(schema: Schema) -> list[str]:
    both = [schema, *cast(list[Schema], schema.get("anyOf", []))]
    return [one for each in both for one in each.get("enum", []) if isinstance(one, str)]


async def settings(make: MakeServer, tool: Taking, random: Random) -> AsyncIterator[Act]:
    """Calls that give one thing one choice."""
    if len(tool.things) < 1 or not tool.required or tool.required[0] not in tool.things:
        return
    thing, needed = tool.required[0], set(tool.required[1:])
    table = tool.things[thing]
    for name, choices in tool.choices.items():
        if needed - {name} or name not in table.rows[0]:
            continue
        for choice in choices:
            rows = random.sample(list(table.rows), len(table.rows))
            tried = [row for row in rows if row.get(name) != choice][:TRIES]
            passed = 0
            for row in tried:
                given = {thing: str(row["id"]), name: choice}
                if passed < EACH_CHOICE and await allows(make, tool.name, given):
                    passed += 1
                    said = {thing: ways(table, row), name: [spoken(choice)]}
                    yield Act(tool.name, given, said, tool.others(given), {thing: row})


async def allows(make: MakeServer, tool: str, arguments: Row) -> bool:
    async with connected(make({})) as connection:
        return (await connection.call(tool, arguments)).state == "done"


def ways(table: Table, row: Row) -> list[str]:
    """`F-07`, `the pump`, `Ada's booking`, `the open invoice of Ada`: what people say for one thing alone."""
    return [str(row["id"]), *names(table, row), *descriptions(table, row)]


def names(table: Table, row: Row) -> list[str]:
    name = row.get("name") or row.get("title")
    if not isinstance(name, str):
        return []
    return [name, f"the {table.thing} {name}"]


def descriptions(table: Table, row: Row) -> list[str]:
    """By who has it, and by its status or day where that alone is not enough."""
    if isinstance(row.get("name") or row.get("title"), str):
        return []
    return list(_descriptions(table, row))


def _descriptions(table: Table, row: Row) -> Iterator[str]:
    for value in _owners(row):
        same = [one for one in table.rows if value in one.values()]
        if len(same) == 1:
            yield f"{value}'s {table.thing}"
            yield f"the {table.thing} of {value}"
            continue
        for other, told in row.items():
            alike = [one for one in same if one.get(other) == told]
            if isinstance(told, str) and told in table.choices and len(alike) == 1:
                yield f"the {spoken(told)} {table.thing} of {value}"
            elif isinstance(told, str) and DAY.match(told):
                alike = [one for one in same if str(one.get(other))[:10] == told[:10]]
                if len(alike) == 1 and other not in ("issued", "received", "reported"):
                    yield f"{value}'s {table.thing} on {day_said(date.fromisoformat(told[:10]))}"


def ambiguous(table: Table, field: str, choice: str) -> Iterator[str]:
    """What several things are called by."""
    for row in (one for one in table.rows if one.get(field) != choice and not names(table, one)):
        for value in _owners(row):
            if sum(value in one.values() and one.get(field) == row.get(field) for one in table.rows) > 1:
                yield f"{value}'s {table.thing}"


def _owners(row: Row) -> list[str]:
    return [value for name, value in row.items() if name in OWNING and isinstance(value, str) and NAMED.match(value)]


def day_said(day: date) -> str:
    return f"{day.day} {day:%B}"
