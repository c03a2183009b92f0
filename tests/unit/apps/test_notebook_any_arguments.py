"""Each of the notebook's tools with any arguments of its schema; and any table, written and read again."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .arguments import FEW, Calls, calls, fits, tools_of
from .loading import load_app
from .test_notebook import RememberingPage, server, working

pytestmark = pytest.mark.anyio

reading = load_app("notebook", "reading")
writing = load_app("notebook", "writing")
columns = load_app("notebook", "columns")

WORDS = ["day", "town", "temperature", "rain", "sun", "storm", "checked", "count", "2025-03-01", "Kirchau", "1", "true"]
WORDS += ["day,n\n2025-01-01,1\n2025-01-02,\n", '[{"a": 1}]']
TOOLS = ("load_data", "load_example", "describe", "query", "plot", "sql", "export", "trend", "name_clusters")


LISTED = {tool.name: tool for tool in tools_of(server.make_server(server.Notebook(RememberingPage())))}


def test_there_are_no_other_tools() -> None:
    assert sorted(LISTED) == sorted(TOOLS)


@given(calls([LISTED[name] for name in TOOLS], WORDS))
@FEW
async def test_any_arguments_give_a_result_that_fits_or_words_that_help(asked: Calls) -> None:
    async with working() as (client, _):
        for tool, some in reversed(asked):
            await fits(client, tool, some)


KINDS = {
    "integer": st.integers(-(2**53) + 1, 2**53 - 1),
    "number": st.floats(allow_nan=False, allow_infinity=False),
    "boolean": st.booleans(),
    "date": st.dates().map(str) | st.datetimes().map(str),
    "text": st.text(st.characters(exclude_categories=["Cs"]), min_size=1) | st.sampled_from(["a;b", "007", "\r", " "]),
}


@st.composite
def tables(draw: st.DrawFn) -> Any:
    kinds = draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=4))
    rows = draw(st.integers(1, 6))
    cells = [draw(st.lists(st.none() | KINDS[kind], min_size=rows, max_size=rows)) for kind in kinds]
    made = [
        columns.Column(f"column {number}", kind, one)
        for number, (kind, one) in enumerate(zip(kinds, cells, strict=True))
    ]
    return columns.Table("any", tuple(made))


@given(tables(), st.sampled_from(["csv", "json"]))
def test_any_table_is_read_as_it_was_written(table: Any, syntax: str) -> None:
    kinds = {column.name: column.kind for column in table.columns}

    async def there_and_back() -> Any:
        return await reading.read("any", await writing.write(table, syntax), syntax, kinds)

    again = asyncio.run(there_and_back())
    assert again.part(0, again.rows) == table.part(0, table.rows)
    assert all(math.isfinite(cell) for row in again.part(0, 9) for cell in row if isinstance(cell, float))
