"""Questions made from a server's own data: what its fields alone allow to be asked, with what the answer is.

Whoever writes questions writes what people say; this asks, over and over, what every planner has to be able to do.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from assistant.planner.english.stems import singular
from benchmarks.copilot.questions import Question
from benchmarks.copilot.servers import Connected, MakeServer, connected

SEED = 7
MOST_SAID = 8
"""So many things at most are the right answer, so that an answer can name them all."""
LEAST_THINGS = 4
SHOWN_WRONG = 3
EACH = 2
"""So many questions of each template at most, for a server."""
DAY = re.compile(r"\d{4}-\d\d-\d\d")

Values = list[tuple[str, Any]]
"""What things have in one field, each with the name of the thing."""


@dataclass(frozen=True)
class Table:
    """A list that a tool gives unasked."""

    things: str
    """What they are called: `repair requests`."""
    rows: Sequence[dict[str, Any]]
    choices: frozenset[str]

    @property
    def thing(self) -> str:
        return singular(self.things)

    def name(self, row: dict[str, Any]) -> str:
        return str(row.get("name") or row.get("title") or row["id"])

    def values(self, field: str) -> Values:
        return [(self.name(row), row[field]) for row in self.rows if row.get(field) is not None]

    def fields(self, test: type | tuple[type, ...]) -> list[str]:
        names = [name for name in self.rows[0] if name != "id" and not name.endswith("_id")]
        return [name for name in names if (told := self.values(name)) and all(_is(value, test) for _, value in told)]


def _is(value: Any, test: type | tuple[type, ...]) -> bool:
    return isinstance(value, test) and not isinstance(value, bool)


async def drills(make: MakeServer) -> list[Question]:
    """Some of each template, the same each time."""
    random = Random(SEED)  # noqa: S311 (the same questions each time)
    async with connected(make({})) as connection:
        tables = [table async for table in _tables(connection)]
    made: dict[str, list[Question]] = {}
    for table in tables:
        for template, turns, has, lacks in (*_of_figures(table), *_of_days(table), *_of_choices(table, random)):
            asked = [{"ask": text} for text in turns[:-1]]
            last = {"ask": turns[-1], "answer": {"has": has, "lacks": lacks}}
            kind = "conversation" if asked else "plain"
            found = made.setdefault(template, [])
            id_ = f"{template}-{table.things.replace(' ', '-')}-{len(found)}"
            found.append(Question.model_validate({"id": id_, "kind": kind, "turns": [*asked, last]}))
    return [one for found in made.values() for one in random.sample(found, min(EACH, len(found)))]


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
        table = Table(" ".join(tool.name.split("_")[1:]), rows, frozenset(_choices(tool.output_schema)))
        if len({table.name(row) for row in rows}) == len(rows):
            yield table


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


Drill = tuple[str, list[str], list[str], list[str]]
"""A template, the turns, and what the last answer says, and what it does not."""


def _said(text: str) -> str:
    return text.replace("_", " ")


def _of_figures(table: Table) -> Iterator[Drill]:
    for field in table.fields((int, float)):
        told = sorted(table.values(field), key=lambda one: one[1])
        (lowest, _), (second, below), (highest, top) = told[0], told[-2], told[-1]
        if below == top:
            continue
        named = _said(field)
        yield "most", [f"Which {table.thing} has the highest {named}?"], [highest], [lowest]
        turns = [f"What is the {named} of {second}?", f"And of {highest}?", f"Which of the two has the higher {named}?"]
        yield "of two", turns, [highest], []
        low, high = told[len(told) // 3][1], told[2 * len(told) // 3][1]
        inside = [name for name, value in told if low <= value <= high]
        outside = [name for name, value in told if not low <= value <= high]
        if low < high and len(inside) <= MOST_SAID:
            text = f"Which {table.things} have the {named} between {low} and {high}?"
            yield "between figures", [text], inside, outside[:SHOWN_WRONG]


def _of_days(table: Table) -> Iterator[Drill]:
    for field in table.fields(str):
        told = sorted((str(value)[:10], name) for name, value in table.values(field))
        if len(told) < LEAST_THINGS or not all(DAY.fullmatch(day) for day, _ in told):
            continue
        low, high = told[len(told) // 3][0], told[2 * len(told) // 3][0]
        inside = [name for day, name in told if low <= day <= high]
        outside = [name for day, name in told if not low <= day <= high]
        if low < high and outside and len(inside) <= MOST_SAID:
            for template, words in (
                ("from to", f"from {low} to {high}"),
                ("between days", f"between {low} and {high}"),
            ):
                text = f"Show me the {table.things} with the {_said(field)} {words}."
                yield template, [text], inside, outside[:SHOWN_WRONG]


def _of_choices(table: Table, random: Random) -> Iterator[Drill]:
    for field in table.fields(str):
        told = table.values(field)
        if not {value for _, value in told} <= table.choices:
            continue
        for choice in random.sample(sorted({value for _, value in told}), 1):
            those = [name for name, value in told if value == choice]
            others = [name for name, value in told if value != choice]
            named, said = _said(field), _said(choice)
            yield "how many", [f"How many {table.things} have the {named} {said}?"], [str(len(those))], []
            if not others or len(those) > MOST_SAID:
                continue
            yield "such", [f"Which {table.things} have the {named} {said}?"], those, others[:SHOWN_WRONG]
            text = f"Which {table.things} do not have the {named} {said}?"
            yield "no such", [text], others[:MOST_SAID], those[:SHOWN_WRONG]
