"""The JSON analyzer, without its page."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonpath import JSONPathEnvironment
from mcp import Client, MCPError

from .arguments import FEW, Calls, calls, fits, tools_of
from .loading import APPS, load_app, says_what_it_does

pytestmark = pytest.mark.anyio

server = load_app("json_analyzer")
Library: Any = server.Library
EXAMPLES = [(APPS / "json_analyzer" / name).read_bytes() for name in ("example.json", "example-before.json")]

SHOP = {
    "name": "Shop",
    "books": [
        {"title": "Tides", "price": 8.5, "tags": ["sea", "moon"]},
        {"title": "Rye", "price": 12, "tags": []},
        {"title": "Ebb", "price": 7, "stock": None},
    ],
    "a/b": {"~": True},
}


def library(*files: bytes) -> Any:
    async def find_file(which: str) -> Any:
        position = ("first", "second").index(which)
        return server.BytesFile(f"{which}.json", files[position]) if position < len(files) else None

    return Library(find_file)


@asynccontextmanager
async def analyzing(*documents: Any) -> AsyncGenerator[Client]:
    """A client of the analyzer, with these values or bytes as its documents."""
    files = [document if isinstance(document, bytes) else json.dumps(document).encode() for document in documents]
    async with Client(server.make_server(library(*files))) as client:
        yield client


async def ask(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool gives, or the words of its error."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, types.CallToolResult)
    if result.is_error:
        assert isinstance(result.content[0], types.TextContent)
        return result.content[0].text
    return result.structured_content


async def test_every_tool_says_what_it_does_and_what_it_gives() -> None:
    async with analyzing(SHOP) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["describe", "query", "search", "pointer", "diff"]
    for tool in tools:
        assert tool.title
        assert "Example: " in (tool.description or "")
        assert says_what_it_does(tool)
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.output_schema is not None


async def test_a_description_has_places_types_and_counts() -> None:
    async with analyzing(SHOP) as client:
        described = await ask(client, "describe")
        short = await ask(client, "describe", limit=2)
    places = {place["path"]: place for place in described["places"]}
    assert list(places) == [
        "$",
        "$.name",
        "$.books",
        "$.books[*]",
        "$.books[*].title",
        "$.books[*].price",
        "$.books[*].tags",
        "$.books[*].tags[*]",
        "$.books[*].stock",
        '$["a/b"]',
        '$["a/b"]["~"]',
    ]
    assert places["$.books[*].price"] == {
        "path": "$.books[*].price",
        "count": 3,
        "kinds": {"number": 3},
        "most_items": None,
    }
    assert places["$.books"]["most_items"] == 3
    assert described["depth"] == 4
    assert described["kinds"] == {"object": 5, "array": 3, "string": 6, "number": 3, "null": 1, "boolean": 1}
    assert described["values"] == 19
    assert [place["path"] for place in short["places"]] == ["$", "$.name"]
    assert short["more_places"] == 9


async def test_keys_that_are_data_end_the_list_of_places() -> None:
    async with analyzing({f"id{number}": {"n": number} for number in range(3000)}) as client:
        described = await ask(client, "describe")
    assert described["has_uncounted_places"]
    assert described["values"] == 6001


async def test_a_query_selects_values_and_says_where_they_are() -> None:
    async with analyzing(SHOP) as client:
        found = await ask(client, "query", path="$.books[?@.price < 10].title")
        bounded = await ask(client, "query", path="$..*", limit=3)
        none = await ask(client, "query", path="$.books[?@.price > 100]")
    assert [one["value"]["text"] for one in found["selected"]] == ['"Tides"', '"Ebb"']
    assert found["selected"][1]["pointer"] == "/books/2/title"
    assert found["selected"][1]["path"] == "$['books'][2]['title']"
    assert (len(bounded["selected"]), bounded["total"], bounded["more"]) == (3, 18, 15)
    assert none == {"selected": [], "total": 0, "more": 0}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("$.books[?@.price < ]", "At character 20 of the query: unexpected end of expression, here: ]"),
        ("$..[", "At character 5 of the query: unexpected end of query, at the end"),
        ("books", "At character 1: a JSONPath starts with $, for the whole document. Try $..books"),
        ("", "a JSONPath starts with $"),
        ("$[?fun(@)]", "At character 4 of the query: function 'fun' is not defined, here: fun"),
        ("$" * 3000, "The limit is 2000"),
        ("$[?" + "(" * 1500, "nested too deeply"),
    ],
)
async def test_a_mistake_in_a_query_is_found(path: str, words: str) -> None:
    async with analyzing(SHOP) as client:
        assert words in await ask(client, "query", path=path)


async def test_a_search_finds_keys_and_values() -> None:
    async with analyzing(SHOP) as client:
        everywhere = await ask(client, "search", text="T")
        keys = await ask(client, "search", text="TITLE", where="keys", limit=1)
        numbers = await ask(client, "search", text="8.5", where="values")
    assert "/books/0/tags" in [one["pointer"] for one in everywhere["matches"]]
    assert [(one["pointer"], one["found_in"]) for one in keys["matches"]] == [("/books/0/title", "key")]
    assert (keys["total"], keys["more"]) == (3, 2)
    assert [one["pointer"] for one in numbers["matches"]] == ["/books/0/price"]


@pytest.mark.parametrize(
    ("pointer", "text"),
    [
        ("/books/2/title", '"Ebb"'),
        ("/a~1b/~0", "true"),
        ("/books/2/stock", "null"),
    ],
)
async def test_a_pointer_leads_to_its_value(pointer: str, text: str) -> None:
    async with analyzing(SHOP) as client:
        assert (await ask(client, "pointer", pointer=pointer))["value"]["text"] == text


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("books", 'try "/books"'),
        ("/a~2b", 'At character 3: write "~0"'),
        ("/books/3", 'an array without an item "3". Its items are 0 to 2.'),
        ("/books/01", 'an array without an item "01"'),
        ("/books/-", 'an array without an item "-"'),
        ("/books/0/author", '"/books/0" has no key "author". It has "title", "price", "tags".'),
        ("/name/0", "neither an object nor an array"),
    ],
)
async def test_a_pointer_that_leads_nowhere_says_how_far_it_came(pointer: str, words: str) -> None:
    async with analyzing(SHOP) as client:
        assert words in await ask(client, "pointer", pointer=pointer)


async def test_large_values_are_cut_and_say_how_much_more_there_is() -> None:
    document = {"numbers": list(range(10_000)), "text": "x" * 10_000, "deep": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}
    async with analyzing(document) as client:
        numbers = (await ask(client, "pointer", pointer="/numbers", max_chars=20))["value"]
        text = (await ask(client, "pointer", pointer="/text"))["value"]
        deep = (await ask(client, "pointer", pointer="/deep"))["value"]
    assert numbers == {
        "kind": "array",
        "size": 10_000,
        "text": "[0, 1, 2, 3, 4, 5, 6, … 9993 more]",
        "is_whole": False,
    }
    assert text["text"].endswith('… 9600 more characters"')
    assert "… 1 more" in deep["text"]


async def test_a_difference_is_where_the_documents_differ() -> None:
    after = json.loads(json.dumps(SHOP))
    after["books"].insert(0, {"title": "New"})
    after["name"] = "Bookshop"
    del after["a/b"]
    after["open"] = 1
    async with analyzing(SHOP, after) as client:
        chosen = await ask(client, "diff")
        given = await ask(client, "diff", other=json.dumps(SHOP))
        bounded = await ask(client, "diff", other="[]", limit=1)
    assert (chosen["added"], chosen["removed"], chosen["changed"]) == (2, 1, 1)
    assert {"pointer": "/a~1b", "change": "removed"}.items() <= chosen["differences"][-2].items()
    assert chosen["differences"][-1]["after"]["text"] == "1"
    assert given["are_equal"]
    assert (bounded["changed"], bounded["more"]) == (1, 0)


async def test_true_is_not_one() -> None:
    async with analyzing([True, 1, 1.0]) as client:
        compared = await ask(client, "diff", other="[1, 1.0, 1]")
    assert [(one["pointer"], one["change"]) for one in compared["differences"]] == [("/0", "changed")]


async def test_without_a_second_document_the_comparison_says_what_to_do() -> None:
    async with analyzing(SHOP) as client:
        assert "Give one as JSON text in `other`" in await ask(client, "diff")
        words = await ask(client, "diff", other="[1, 2")
    assert "The second document can't be read. Line 1, column 6: A comma or the ]" in words


async def test_without_a_document_every_tool_says_what_to_do() -> None:
    async with analyzing() as client:
        for tool, arguments in {"describe": {}, "query": {"path": "$"}, "pointer": {"pointer": ""}, "diff": {}}.items():
            assert "Set the server up again" in await ask(client, tool, **arguments)


async def test_a_document_that_is_gone_while_it_is_read_is_missed_as_one_that_is_not_there() -> None:
    class Gone(server.BytesFile):
        async def part(self, start: int, end: int) -> bytes:
            raise Library.document.__globals__["Unreadable"]("It can't be read any more.")

    async def find_file(which: str) -> Any:
        return Gone(f"{which}.json", b"[1]")

    missed: list[str] = []
    async with Client(server.make_server(Library(find_file, missed.append))) as client:
        assert server.NO_DOCUMENT in await ask(client, "describe")
        assert server.NO_DOCUMENT in await ask(client, "describe")
    assert missed == ["first", "first"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "It is empty"),
        (b" \n", "It is empty"),
        (b"<html>", "Line 1, column 1: A value is missing, here: <html>"),
        (b'{"a": 1,\n "b" 2}', "Line 2, column 6: A colon is missing after a key, here: 2}"),
        (b'{"a": 1,\n}', "Line 2, column 1: A key in double quotes is missing"),
        (b"[1, 2", "Line 1, column 6: A comma or the ] for line 1, column 1 is missing, at the end"),
        (b"[1] 2", "Line 1, column 5: The document ends before this, here: 2"),
        (b'["NaN", NaN]', "Line 1, column 9: NaN is not JSON: use null or a number"),
        (b"[[[[[[-Infinity]]]]]]", "Line 1, column 7: -Infinity is not JSON"),
        (b'["a\nb"]', "Line 1, column 4: Invalid control character at"),
        (b'"\xff"', "Byte 2 is not UTF-8 text"),
        (b"[" * 100_000, "more than 200 levels deep"),
        (b'{"a": ' * 201 + b"1" + b"}" * 201, "more than 200 levels deep"),
        (b"[" + b"1" * 10_000 + b"]", "too many digits"),
        (b'[{"a": [{"b": [{"c" 1}]}]}]', "Line 1, column 21: A colon is missing after a key, here: 1}"),
    ],
)
async def test_a_file_that_is_not_json_says_where_it_is_wrong(data: bytes, words: str) -> None:
    async with analyzing(data) as client:
        assert words in await ask(client, "describe")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32-be"])
async def test_every_encoding_of_json_is_read(encoding: str) -> None:
    async with analyzing('{"naïve": "日本"}'.encode(encoding)) as client:
        assert (await ask(client, "pointer", pointer="/naïve"))["value"]["text"] == '"日本"'


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


async def check(data: bytes) -> None:
    await server.read_document.__globals__["check_document"](server.BytesFile("a file", data), server.tell_nobody)


async def read(data: bytes) -> Any:
    return await server.read_document(server.BytesFile("a file", data), server.tell_nobody)


@given(st.lists(st.text() | st.sampled_from(['"', "\\", "[" * 300, '\\"[', "]" * 300])), st.integers(1, 250))
async def test_only_depth_is_too_deep_not_what_texts_look_like(texts: list[str], depth: int) -> None:
    data = ("[" * (depth - 1) + json.dumps(texts) + "]" * (depth - 1)).encode()
    if depth <= 200:
        assert (await read(data)).value == json.loads(data)
    else:
        with pytest.raises(server.NotJson, match="more than 200 levels deep"):
            await read(data)


def without_constants(data: bytes) -> Any:
    """What Python's own reader says, but for what JSON does not have."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(data, parse_constant=refuse)


MUTATIONS = st.lists(
    st.tuples(st.integers(0, 10_000), st.sampled_from(['"', ",", "]", "}", "[", "{", ":", "\\", "1", " ", ""])),
    max_size=2,
)


@given(st.lists(JSON, max_size=6), MUTATIONS, st.sampled_from([None, 1]), st.integers(4, 64), st.integers(1, 64))
async def test_a_file_that_is_read_by_parts_is_what_python_reads_at_once(
    value: Any, mutations: list[tuple[int, str]], indent: int | None, part_bytes: int, batch_chars: int
) -> None:
    written = json.dumps(value, indent=indent, ensure_ascii=False)
    for place, sign in mutations:
        at = place % (len(written) + 1)
        written = written[:at] + sign + written[at + 1 :]
    data = written.encode(errors="replace")
    reader = server.read_document.__globals__["Reader"].read.__globals__
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(reader, "BATCH_CHARS", batch_chars)
        patch.setitem(reader["Text"].take.__globals__, "PART_BYTES", part_bytes)
        try:
            expected = without_constants(data)
        except ValueError:
            with pytest.raises(server.NotJson):
                await read(data)
            with pytest.raises(server.NotJson):
                await check(data)
        else:
            assert repr((await read(data)).value) == repr(expected)
            await check(data)


async def test_a_mistake_has_its_place_in_a_file_of_many_parts() -> None:
    lines = [json.dumps({"n": number, "text": "é" * 50}, ensure_ascii=False) for number in range(20_000)]
    lines[15_000] = lines[15_000].replace(":", " ", 1)
    data = ("[" + ",\n".join(lines) + "]").encode()
    with pytest.raises(server.NotJson, match="Line 15001, column 7: A colon is missing after a key, here: 15000"):
        await read(data)
    broken = data.replace(b":", b" ").replace(b"n", b"\xff", 1)
    with pytest.raises(server.NotJson, match=r"Byte 4 is not UTF-8 text"):
        await check(broken)


async def test_unusual_json_is_read_and_can_be_sent() -> None:
    data = b'{"a": 1, "a": 2, "half": "\\ud800", "\\udc00": 1e999, "deep": [[[[{"b": 1, "b": 2}]]]]}'
    async with analyzing(data) as client:
        described = await ask(client, "describe")
        whole = await ask(client, "pointer", pointer="")
    assert (described["duplicate_keys"], described["duplicate_key_count"]) == (["b", "a"], 2)
    assert whole["value"]["text"] == '{"a": 2, "half": "\\ud800", "\\udc00": 1e999, "deep": [[[[{"b": 2}]]]]}'


async def test_a_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = server.read_document.__globals__
    monkeypatch.setitem(limit, "LIMIT_BYTES", 1024 * 1024)
    async with analyzing(b" " * 1_200_000) as client:
        assert "has 1.1 MB, and 1 MB is the limit. Choose a smaller file" in await ask(client, "describe")


LONG_JOBS: list[tuple[str, dict[str, Any], str]] = [
    ("pointer", {"pointer": "/rows"}, "Reading the document"),
    ("describe", {}, "Counting"),
    ("search", {"text": "no"}, "Searching"),
    ("diff", {}, "Reading the second document"),
    ("query", {"path": "$.rows[?@.n == -1]"}, "Values looked at"),
    ("query", {"path": "$.numbers[?@ == -1]"}, "Values looked at"),
    ("query", {"path": "$.numbers[?count($.numbers[*]) == 0]"}, "Values looked at"),
    ("query", {"path": "$..nothing"}, "Values looked at"),
    ("query", {"path": "$.numbers[::2]"}, "Values looked at"),
]


async def test_a_long_job_shows_progress_and_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(server.in_slices.__globals__, "SLICE_SECONDS", 0)
    document = {"rows": [{"n": number} for number in range(5000)], "numbers": list(range(5000))}
    heard: list[str] = []
    async with analyzing(document, document) as client:

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            heard.append(message or "")
            scope.cancel()

        for tool, arguments, words in LONG_JOBS:
            with anyio.CancelScope() as scope:
                await client.call_tool(tool, arguments, progress_callback=hear)
            assert scope.cancelled_caught
            assert heard[-1].startswith(words)
            assert (await ask(client, "query", path="$.rows[4999].n"))["selected"][0]["value"]["text"] == "4999"


PATHS = ["$..*", "$..a", "$..[0]", "$..[?@.a]", "$[*]", "$.*.*", "$[?count(@..*) > 1]", "$[?@ > 1]", "$..['a','b']"]


@given(JSON.filter(lambda value: not isinstance(value, str)), st.sampled_from(PATHS))
async def test_a_query_with_pauses_finds_what_the_package_finds_at_once(value: Any, path: str) -> None:
    expected = [match.path for match in JSONPathEnvironment(strict=True).finditer(path, value)]
    async with analyzing(value) as client:
        found = await ask(client, "query", path=path, limit=500)
    assert [one["path"] for one in found["selected"]] == [server.legible(path) for path in expected]


async def test_a_resource_has_a_limit_of_its_length() -> None:
    deep: Any = json.loads("[" * 199 + "]" * 199)
    document = {"long": ["x" * 600_000] * 2, "longer": "x" * 1_000_001, "deep": deep, "empty": [{}, []]}
    texts = {"/empty": "[{}, []]", "/long/0": f'"{"x" * 600_000}"', "/deep" + "/0" * 9: "[" * 190 + "]" * 190}
    async with analyzing(document) as client:
        for pointer in ("", "/long", "/longer"):
            with pytest.raises(MCPError, match="more than a million characters"):
                await client.read_resource(f"json://document{pointer}")
        for pointer, text in texts.items():
            content = (await client.read_resource(f"json://document{pointer}")).contents[0]
            assert isinstance(content, types.TextResourceContents)
            assert content.text == text


async def test_the_document_and_its_parts_are_resources() -> None:
    async with analyzing(SHOP) as client:
        whole = await client.read_resource("json://document")
        part = await client.read_resource("json://document/books/2/title")
        template = types.ResourceTemplateReference(uri="json://document{+pointer}")
        completed = await client.complete(template, {"name": "pointer", "value": "/books/1/t"})
        with pytest.raises(MCPError, match='has no key "c"'):
            await client.read_resource("json://document/c")
    assert isinstance(whole.contents[0], types.TextResourceContents)
    assert json.loads(whole.contents[0].text) == SHOP
    assert isinstance(part.contents[0], types.TextResourceContents)
    assert part.contents[0].text == '"Ebb"'
    assert completed.completion.values == ["/books/1/title", "/books/1/tags"]


async def test_the_examples_show_every_tool_at_work() -> None:
    async with analyzing(*EXAMPLES) as client:
        assert (await ask(client, "query", path="$.books[?@.price < 10].title"))["total"] > 0
        assert (await ask(client, "search", text="tide"))["total"] > 0
        assert (await ask(client, "pointer", pointer="/books/0/title"))["value"]["kind"] == "string"
        compared = await ask(client, "diff")
    assert all(compared[change] > 0 for change in ("added", "removed", "changed"))


WORDS = ["/", "/books/0", "$..*", "$[?@.a == 1]", "$.a['b']", "[1]", '{"a": 1}']


TOOLS = tools_of(server.make_server(library()))


@given(JSON, JSON, calls(TOOLS, WORDS))
@FEW
async def test_no_arguments_and_no_documents_break_a_tool(first: Any, second: Any, asked: Calls) -> None:
    async with analyzing(first, second) as client:
        for tool, some in asked:
            await fits(client, tool, some)
