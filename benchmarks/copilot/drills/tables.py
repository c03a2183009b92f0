"""The tables that a server's tools give: what drills are made from."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from assistant.planner.english.stems import singular
from benchmarks.copilot.servers import Connected

LEAST_THINGS = 4
DAY = re.compile(r"\d{4}-\d\d-\d\d")

Row = dict[str, Any]
Values = list[tuple[str, Any]]
"""What things have in one field, each with the name of the thing."""


@dataclass(frozen=True)
class Table:
    """A list that a tool gives unasked."""

    things: str
    """What they are called: `repair requests`."""
    rows: Sequence[Row]
    choices: frozenset[str]
    details: Mapping[str, Row] = field(default_factory=dict[str, Row])
    """By id what another tool tells of one thing alone."""

    @property
    def thing(self) -> str:
        return singular(self.things)

    def name(self, row: Row) -> str:
        return str(row.get("name") or row.get("title") or row["id"])

    def values(self, field: str) -> Values:
        return [(self.name(row), row[field]) for row in self.rows if row.get(field) is not None]

    def fields(self, test: type | tuple[type, ...]) -> list[str]:
        names = [name for name in self.rows[0] if name != "id" and not name.endswith("_id")]
        return [name for name in names if (told := self.values(name)) and all(_is(value, test) for _, value in told)]

    def days(self) -> list[str]:
        return [name for name in self.fields(str) if all(DAY.match(value) for _, value in self.values(name))]


def _is(value: Any, test: type | tuple[type, ...]) -> bool:
    return isinstance(value, test) and not isinstance(value, bool)


def links(table: Table, others: Sequence[Table]) -> Iterator[tuple[str, Table, dict[str, Row]]]:
    """The fields of a table that name things of another: the field, that table, and its rows by what names them."""
    for name in table.rows[0]:
        told = {str(row[name]) for row in table.rows if row.get(name) is not None}
        for other in others:
            by_name = {key: row for row in other.rows for key in (str(row["id"]), other.name(row))}
            if other is not table and name != "id" and len(told) > 1 and told <= by_name.keys():
                yield name, other, by_name


async def tables(connection: Connected) -> list[Table]:
    return [table async for table in _tables(connection)]


async def _tables(connection: Connected) -> AsyncIterator[Table]:
    for tool in connection.offer.tools:
        schema = tool.input_schema
        if tool.name not in connection.reading or schema.get("required"):
            continue
        limit = schema.get("properties", {}).get("limit", {}).get("maximum")
        outcome = await connection.call(tool.name, {"limit": limit} if limit else {})
        data = cast(dict[str, Any], outcome.data) if isinstance(outcome.data, dict) else {}
        lists = [value for value in data.values() if isinstance(value, list) and len(cast(list[Any], value)) > 1]
        rows = cast(list[Any], lists[0]) if len(lists) == 1 else []
        if len(rows) < LEAST_THINGS or not all(isinstance(row, dict) and "id" in row for row in rows):
            continue
        things = " ".join(tool.name.split("_")[1:])
        details = await _details(connection, things, [str(row["id"]) for row in rows])
        table = Table(things, rows, frozenset(_choices(tool.output_schema)), details)
        if len({table.name(row) for row in rows}) == len(rows):
            yield table


async def _details(connection: Connected, things: str, ids: Sequence[str]) -> dict[str, Row]:
    """What `get_boat(boat_id)` tells of each of the boats."""
    name = f"get_{singular(things)}".replace(" ", "_")
    tool = next((one for one in connection.offer.tools if one.name == name and name in connection.reading), None)
    needs: list[str] = tool.input_schema.get("required", []) if tool else []
    if len(needs) != 1:
        return {}
    told = [(await connection.call(name, {needs[0]: id_})).data for id_ in ids]
    return {id_: cast(Row, data) for id_, data in zip(ids, told, strict=True) if isinstance(data, dict)}


def _choices(schema: Any) -> Iterator[str]:
    """All words that a schema lets fields choose from."""
    if isinstance(schema, dict):
        told = cast(dict[str, Any], schema)
        yield from (one for one in told.get("enum", ()) if isinstance(one, str))
        for value in told.values():
            yield from _choices(value)
    elif isinstance(schema, list):
        for value in cast(list[Any], schema):
            yield from _choices(value)
