"""The notebook's tools, through a client of either era; its page is one that remembers what it shows."""

from __future__ import annotations

import gc
import json
import re
import sqlite3
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, Literal
from xml.etree import ElementTree

import pytest
from mcp import Client
from mcp_types import (
    CreateMessageResult,
    ElicitResult,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)

from .loading import APPS, load_app, says_what_it_does

pytestmark = pytest.mark.anyio

server = load_app("notebook")

Mode = Literal["auto", "legacy"]
MODES: tuple[Mode, ...] = ("auto", "legacy")


class RememberingPage:
    def __init__(self) -> None:
        self.table: Any = None
        self.said = ""
        self.has_storage = True
        self.figures: list[Any] = []
        self.files: dict[str, str] = {}

    def show_table(self, table: Any) -> None:
        self.table = table

    def say(self, words: str) -> None:
        self.said = words

    async def show_figure(self, figure: Any) -> None:
        self.figures.append(figure)

    def offer_file(self, name: str, text: str, media_type: str) -> None:
        self.files[name] = text

    async def run_sql(self, table: Any, statement: str, limit: int, tell: Any) -> Any:
        found = sqlite3.connect(":memory:").execute("SELECT 1 AS one, 'two' AS two").fetchall()
        return SimpleNamespace(columns=["one", "two"], rows=[list(row) for row in found], is_all=True)


@asynccontextmanager
async def working(mode: Mode = "auto", **callbacks: Any) -> AsyncIterator[tuple[Client, RememberingPage]]:
    page = RememberingPage()
    async with Client(server.make_server(server.Notebook(page)), mode=mode, **callbacks) as client:
        yield client, page


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool gives, structured."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def problem(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


async def test_the_example_is_there_from_the_start_and_all_tools_explain_themselves() -> None:
    async with working() as (client, page):
        described = await call(client, "describe")
        kinds = {column["name"]: column["kind"] for column in described["columns"]}
        assert kinds == {
            "day": "date",
            "town": "text",
            "temperature": "number",
            "rain": "number",
            "sun": "number",
            "storm": "boolean",
            "checked": "date",
        }
        assert described["rows"] == page.table.rows == 3 * 365
        for tool in (await client.list_tools()).tools:
            assert tool.title
            assert "Example: {" in (tool.description or "")
            assert tool.output_schema
            assert says_what_it_does(tool)


async def test_every_field_of_every_result_is_described() -> None:
    async with working() as (client, _):
        for tool in (await client.list_tools()).tools:
            schema = tool.output_schema or {}
            for one in (schema, *schema.get("$defs", {}).values()):
                for name, field in one.get("properties", {}).items():
                    assert field.get("description"), (tool.name, name)


async def test_what_is_in_cells_stays_text() -> None:
    async with working() as (client, _):
        await call(client, "load_data", text="a,b,c\n*x* |y,---,true\nz,w,\n", file_format="csv")
        result = await client.call_tool("query", {})
        assert isinstance(result.content[0], TextContent)
        assert "| \\*x\\* \\|y | --- | yes |" in result.content[0].text


async def test_loaded_data_takes_the_place_of_what_was_there_and_tells_why_a_column_is_text() -> None:
    rows = "\n".join(f"{number},{number}" for number in range(30))
    async with working() as (client, page):
        seen: list[str | None] = []

        async def progressed(progress: float, total: float | None, message: str | None) -> None:
            seen.append(message)

        arguments = {"text": f"a,b\n{rows}\nx,\n", "name": "two.csv"}
        result = await client.call_tool("load_data", arguments, progress_callback=progressed)
        assert result.structured_content
        a, b = result.structured_content["columns"]
        assert (a["kind"], b["kind"], b["missing"], b["mean"]) == ("text", "integer", 1, 14.5)
        assert a["note"] == "Row 31 holds “x”, most others integers: so it is text."
        assert "31 rows read" in seen
        assert page.table.name == "two.csv"


@pytest.mark.parametrize(
    ("text", "more", "words"),
    [
        ("a,b\n1,2\n3\n", {}, "Row 2 has 1 cells where there are 2 columns: nothing for column “b”"),
        ("a,b\n1,2,3\n", {}, "Row 1 has 3 cells where there are 2 columns: “3” after the last column, “b”"),
        ('a,b\n1,"2\n', {}, "Line 2 cannot be read"),
        ("a\n1\nx\n", {"kinds": {"a": "number"}}, "Row 2, column “a”: “x” is no number. Correct it, or"),
        ("a\n1\n", {"kinds": {"b": "number"}}, "There is no column “b”. Choose one of: “a”."),
        ("[1]", {}, "Row 1 is “1”. Give an array of objects"),
        ('[{"a": 1}, [2]]', {}, "Row 2 is “[2]”."),
        ('{"a": 1}', {}, "The JSON holds no rows."),
        ('[{"a": 1,}]', {}, "at line 1, column 10. Correct it there."),
        ('[{"a": 1} {"a": 2}]', {}, "at line 1, column 11. Correct it there."),
        ('[{"a": 1}]\n]', {}, "at line 2, column 1. Correct it there."),
        ('[{"a": 1}', {}, "at line 1, column 10. Correct it there."),
        ('"a"', {"file_format": "json"}, "The JSON holds no rows."),
        ('[["a", "b"], [1, 2], [3]]', {}, "Row 2 has 1 cells where there are 2 columns: nothing for column “b”"),
        ('[{"a": NaN}]', {}, "Write null where a number is missing."),
        ("[" * 100_000, {}, "nests too deep"),
        (" \n", {}, "The text is empty."),
    ],
)
async def test_what_cannot_be_read_is_named_with_its_place(text: str, more: dict[str, Any], words: str) -> None:
    async with working() as (client, page):
        assert words in await problem(client, "load_data", text=text, **more)
        assert page.table.name == "weather"


async def test_a_large_json_is_read_by_and_by_as_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(server.Notebook.load.__globals__["read"].__globals__, "LARGE_CHARS", 10_000)
    rows: list[Any] = [{"n": number} for number in range(5_000)]
    rows[3_000] = {"n": 3_000, "late": "\ud83d"}
    text = json.dumps(rows)
    async with working() as (client, page):
        is_collected: dict[str | None, bool] = {}

        async def progressed(progress: float, total: float | None, message: str | None) -> None:
            is_collected[message] = gc.isenabled()

        result = await client.call_tool("load_data", {"text": text}, progress_callback=progressed)
        assert not result.is_error
        assert [column.kind for column in page.table.columns] == ["integer", "text"]
        assert page.table.part(2_999, 3) == [[2_999, None], [3_000, "?"], [3_001, None]]
        assert (is_collected["2000 rows read"], is_collected["5000 rows read"]) == (False, False)
        assert gc.isenabled()
        broken = text[:-1] + ", 7]"
        assert "Row 5001 is “7”." in await problem(client, "load_data", text=broken)
        assert gc.isenabled()


async def test_a_query_filters_groups_and_sorts_and_says_how_many_rows_follow() -> None:
    async with working() as (client, _):
        found = await call(
            client,
            "query",
            filters=[{"column": "rain", "op": ">", "value": 5}, {"column": "day", "op": "<", "value": "2025-07-01"}],
            group_by=["town"],
            aggregates=[{"function": "count"}, {"function": "mean", "column": "storm"}],
            sort=[{"column": "count", "descending": True}],
        )
        assert found["columns"] == ["town", "count", "mean of storm"]
        assert [row[0] for row in found["rows"]] == ["Fjordby", "Kirchau", "Sol Alto"]
        some = await call(client, "query", columns=["rain"], sort=[{"column": "rain"}], limit=2, offset=3)
        assert (len(some["rows"]), some["total"], some["more"]) == (2, 1095, 1090)
        assert some["message"] == "2 of 1095 rows. 1090 more follow: ask with `offset`."
        missing = await call(client, "query", filters=[{"column": "rain", "op": "missing"}])
        present = await call(client, "query", filters=[{"column": "rain", "op": "present"}])
        assert missing["total"] + present["total"] == 1095
        towns = await call(
            client, "query", filters=[{"column": "town", "op": "in", "value": ["Kirchau"]}], columns=["town"], limit=1
        )
        assert (towns["rows"], towns["total"]) == ([["Kirchau"]], 365)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"columns": ["wind"]}, "There is no column “wind”. Choose one of: “day”"),
        ({"filters": [{"column": "rain", "op": ">", "value": "wet"}]}, "Filter 1, column “rain”: “wet” cannot be"),
        ({"filters": [{"column": "rain", "op": "<"}]}, "needs a value. Example: 21.5"),
        ({"filters": [{"column": "day", "value": "May"}]}, "cannot be compared with dates. Give a value such as 2025"),
        ({"filters": [{"column": "rain", "value": [1]}]}, "a list goes with “in”"),
        ({"aggregates": [{"function": "mean", "column": "town"}]}, "“town” holds texts; mean needs numbers"),
        ({"aggregates": [{"function": "sum"}]}, "“sum” needs a column"),
        ({"group_by": ["town"], "columns": ["day"]}, "Choose columns, or group"),
    ],
)
async def test_a_question_that_cannot_be_answered_says_what_can(arguments: dict[str, Any], words: str) -> None:
    async with working() as (client, _):
        assert words in await problem(client, "query", **arguments)


async def test_a_plot_is_an_image_with_words_and_in_the_page() -> None:
    async with working() as (client, page):
        for kind, x, more in (("line", "day", {"by": "town"}), ("bar", "town", {}), ("scatter", "sun", {})):
            result = await client.call_tool("plot", {"kind": kind, "x": x, "y": "temperature", **more})
            image = result.content[1]
            assert isinstance(image, ImageContent)
            root = ElementTree.fromstring(b64decode(image.data))  # noqa: S314  it is ours
            title, words = root[0].text, root[1].text
            assert result.structured_content
            assert (title, words) == (result.structured_content["title"], result.structured_content["description"])
            assert page.figures[-1].kind == kind
        assert len(page.figures[0].series) == 3
        assert "too many to stand side by side" in await problem(client, "plot", kind="bar", x="day", y="rain")
        assert "needs numbers" in await problem(client, "plot", x="day", y="town")
        assert "no row" in (await problem(client, "plot", x="day", y="rain", filters=[dry()])).lower()


async def test_a_plot_begins_with_its_first_day_and_has_colours_for_a_dark_page() -> None:
    async with working() as (client, _):
        result = await client.call_tool("plot", {"x": "day", "y": "temperature", "by": "town"})
        image = result.content[1]
        assert isinstance(image, ImageContent)
        parts = list(ElementTree.fromstring(b64decode(image.data)).iter())  # noqa: S314  it is ours
        days = re.findall(r"\d{4}-\d\d-\d\d", " ".join(part.text or "" for part in parts if part.tag.endswith("text")))
        assert (days[0], max(days)[:4]) == ("2025-01-01", "2025")
        style = next(part.text or "" for part in parts if part.tag.endswith("style"))
        coloured = {part.get("class") for part in parts if part.get("color")}
        assert coloured == {"ground", "text", "grid", "series0", "series1", "series2"}
        assert "(prefers-color-scheme:dark)" in style
        assert [part for part in coloured if f".{part}{{color:" not in style] == []


def dry() -> dict[str, Any]:
    return {"column": "rain", "op": "<", "value": -1}


async def test_sql_is_asked_of_the_page() -> None:
    async with working() as (client, _):
        found = await call(client, "sql", statement="SELECT 1")
        assert (found["columns"], found["rows"], found["more"]) == (["one", "two"], [[1, "two"]], False)


async def test_text_from_data_is_text_in_an_image() -> None:
    async with working() as (client, _):
        await call(client, "load_data", text='<b>&"\x07,n\n</svg><script>,1\nb,2\n', file_format="csv")
        result = await client.call_tool("plot", {"kind": "bar", "x": '<b>&"\x07', "y": "n"})
        image = result.content[1]
        assert isinstance(image, ImageContent)
        root = ElementTree.fromstring(b64decode(image.data))  # noqa: S314
        assert not [one for one in root.iter() if one.tag.endswith("script")]


async def test_an_export_is_read_back_as_it_was() -> None:
    text = 'name,code,n,when\n"a,""b""\nc",007,1.5,2025-01-02\n,12,,\n'
    async with working() as (client, page):
        await call(client, "load_data", text=text, name="My data.csv", kinds={"code": "text"})
        before = page.table
        result = await client.call_tool("export", {})
        embedded = result.content[1]
        assert isinstance(embedded, EmbeddedResource)
        assert isinstance(embedded.resource, TextResourceContents)
        assert page.files == {"My-data.csv": embedded.resource.text}
        await call(client, "load_data", text=embedded.resource.text, name="again")
        assert page.table.part(0, 9) == before.part(0, 9)
        as_json = await call(client, "export", file_format="json", columns=["code"])
        assert json.loads(page.files[as_json["file"]]) == [{"code": "007"}, {"code": "12"}]
        only = [{"column": "n", "op": "missing"}]
        assert (await call(client, "export", columns=["code"], filters=only))["misread"] == ["code (integer)"]


@pytest.mark.parametrize("mode", MODES)
async def test_a_trend_asks_by_which_dates(mode: Mode) -> None:
    asked: list[Any] = []
    answers = [
        ElicitResult(action="accept", content={"column": "checked"}),
        ElicitResult(action="decline"),
    ]

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.requested_schema)
        return answers[len(asked) - 1]

    async with working(mode, elicitation_callback=answer) as (client, page):
        found = await call(client, "trend", column="temperature")
        assert asked[0]["properties"]["column"]["enum"] == ["day", "checked"]
        assert found["date_column"] == "checked"
        assert [one["period"] for one in found["periods"]][:2] == ["2025-01", "2025-02"]
        assert sum(one["rows"] for one in found["periods"]) == 1095
        assert "No column was chosen" in await problem(client, "trend", column="temperature")
        weeks = await call(client, "trend", column="rain", date_column="day", period="week", each="max")
        assert len(weeks["periods"]) == 53
        assert len(asked) == 2
        assert len(page.figures) == 2


@pytest.mark.parametrize("mode", MODES)
async def test_a_host_that_cannot_ask_is_told_what_to_give(mode: Mode) -> None:
    async with working(mode) as (client, _):
        words = await problem(client, "trend", column="temperature")
        assert "“day”, “checked”. This host cannot ask you which is meant. Call again with `date_column`" in words
        assert "holds no dates" in await problem(client, "trend", column="rain", date_column="town")
        await call(client, "load_data", text="day,n\n2025-01-01,1\n")
        assert (await call(client, "trend", column="n", period="day"))["date_column"] == "day"
        named = await call(client, "load_example")
        assert named["rows"] == 1095
        named = await call(client, "name_clusters", x="temperature", y="sun")
        assert named["named_by"] == ""
        assert named["message"] == "This host has no model to ask: the names say where they lie."
        assert "make 1 different points" in await one_point(client)


async def one_point(client: Client) -> str:
    await call(client, "load_data", text="x,y\n1,1\n1,1\n")
    return await problem(client, "name_clusters", x="x", y="y")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("text", "names"),
    [("1. Cold\n- **Mild**\n3) Hot.\n", ["Cold", "Mild", "Hot"]), ("I can't.", None)],
)
async def test_the_hosts_model_names_clusters(mode: Mode, text: str, names: list[str] | None) -> None:
    asked: list[str] = []

    async def sample(context: Any, params: Any) -> CreateMessageResult:
        asked.append(params.messages[0].content.text)
        return CreateMessageResult(role="assistant", model="tiny", content=TextContent(text=text))

    async with working(mode, sampling_callback=sample) as (client, page):
        found = await call(client, "name_clusters", x="temperature", y="sun", count=3)
        assert "3 groups" in asked[0]
        assert sum(one["rows"] for one in found["clusters"]) == 1095
        assert [one["x"] for one in found["clusters"]] == sorted(one["x"] for one in found["clusters"])
        if names:
            assert [one["name"] for one in found["clusters"]] == names
            assert found["named_by"] == "tiny"
        else:
            assert found["message"].startswith("The model gave 1 names for 3 clusters")
        assert [one.name for one in page.figures[-1].series] == [one["name"] for one in found["clusters"]]


ASKED: list[tuple[str, dict[str, Any]]] = [
    ("describe", {}),
    ("query", {"limit": 1}),
    ("plot", {"x": "day", "y": "rain"}),
    ("sql", {"statement": "SELECT 1"}),
    ("export", {}),
    ("trend", {"column": "rain", "date_column": "day"}),
    ("name_clusters", {"x": "rain", "y": "sun"}),
]


ASKED_OF_ANOTHER: list[tuple[str, dict[str, Any]]] = [
    ("query", {"columns": ["amount"]}),
    ("plot", {"x": "amount", "y": "rain"}),
    ("export", {"columns": ["amount"]}),
    ("trend", {"column": "rain"}),
    ("trend", {"column": "amount", "date_column": "amount"}),
    ("name_clusters", {"x": "amount", "y": "sun"}),
]
"""Of the table that is missed."""
WRONG = {"text": "n\n1\n", "kinds": {"amount": "number"}}


@pytest.mark.parametrize("room", [0, 1], ids=["too large", "no room"])
async def test_a_table_that_was_not_kept_is_missed_by_name_until_another_is_loaded(
    monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    class Storage(dict[str, Any]):
        def __setitem__(self, name: str, value: Any) -> None:
            if room and value["text"]:
                raise OSError("The browser's storage took no more.")
            super().__setitem__(name, value)

    module, storage = server.Notebook.load.__globals__, Storage()
    monkeypatch.setitem(module, "current_session", lambda: SimpleNamespace(storage=storage))
    text = "n\n1\n" if room else "n\n" + "1\n" * module["KEPT_CHARS"]
    async with working() as (client, _):
        loaded = await call(client, "load_data", text=text, name="sales.csv")
        assert "after a reload, load it again" in loaded["message"]
    lost = "The table “sales.csv” was too large to be kept: load it again. What is here instead is “weather”."
    for _ in range(2):  # it is not forgotten after one visit
        async with working() as (client, page):
            assert page.said == lost
            for tool, arguments in ASKED:
                assert lost in (await call(client, tool, **arguments))["message"], tool
            for tool, arguments in ASKED_OF_ANOTHER:
                said = await problem(client, tool, **arguments)
                assert said == f"{lost} Load that table, or the example, then call again.", tool
            assert "There is no column “amount”. Choose one of: “n”." in await problem(client, "load_data", **WRONG)
    async with working() as (client, page):
        assert "sales" not in (await call(client, "load_data", text="a\n1\n", name="small"))["message"]
        assert page.said == ""
        assert (await call(client, "describe"))["message"] == "small: 1 rows of a (integer)."


async def test_where_the_browser_keeps_nothing_that_is_said_when_a_table_is_loaded() -> None:
    async with working() as (client, page):
        page.has_storage = False
        assert "after a reload, load it again" in (await call(client, "load_data", text="n\n1\n"))["message"]


async def test_sessions_side_by_side_have_a_table_each() -> None:
    async with working() as (one, _), working() as (other, page):
        await call(one, "load_data", text="secret\n1\n")
        assert (await call(other, "describe"))["name"] == page.table.name == "weather"


def test_the_page_is_given_all_its_modules() -> None:
    files = json.loads((APPS / "notebook/pyscript.json").read_text())["files"]
    assert set(files) == {f"./{path.name}" for path in (APPS / "notebook").glob("*.py")} - {"./page.py"}
