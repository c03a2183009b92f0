"""Mermaid's server: what tools draw, what they say of errors, what a picture keeps, and who is told of changes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mcp_types import (
    CallToolResult,
    EmptyResult,
    ImageContent,
    SubscribeRequest,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
)

from devserver.origins import ROOT

from .arguments import FEW, Calls, calls, fits, tools_of
from .loading import load_app, says_what_it_does

pytestmark = pytest.mark.anyio

server = load_app("mermaid")
diagrams = load_app("mermaid", "diagram")
lines = load_app("mermaid", "lines")
svg = load_app("mermaid", "svg")
examples = load_app("mermaid", "examples")

FIRST = "flowchart LR\n  A --> B\n"
PAGE = ROOT / "apps" / "mermaid" / "index.html"


def drawn(body: str = "<g/>") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100%" '
        f'viewBox="0 0 40.4 20" style="max-width: 40px">{body}</svg>'
    )


class Page:
    """Draws a text if its first word is a kind of diagram; remembers what a page would show."""

    def __init__(self) -> None:
        self.code = ""
        self.count = 0
        """How often it has drawn."""
        self.began = asyncio.Event()
        self.drawn = asyncio.Event()

    async def draw(self, code: str) -> Any:
        self.began.set()
        await asyncio.sleep(0)
        self.count += 1
        kind, _, rest = code.partition("\n")
        if not kind.startswith(("flowchart", "pie")):
            raise server_module("Undrawable")("No diagram type detected matching given configuration for text: x")
        if "???" in rest:
            raise server_module("Undrawable")("Parse error on line 2:\n...\n---^\nExpecting 'EOF', got 'x'")
        return server_module("Drawing")(drawn(), kind, "#ffffff")

    async def png(self, picture: Any, scale: int) -> bytes:
        return b"\x89PNG" + bytes((scale,))

    def show_code(self, code: str) -> None:
        self.code = code

    def show(self, diagram: Any) -> None:
        self.drawn.set()


def server_module(name: str) -> Any:
    """Of the module that the server has imported: each import of the tests makes another."""
    return server.Diagram.__init__.__globals__[name]


@asynccontextmanager
async def opened(
    page: Page, storage: dict[str, Any] | None = None, mode: str = "auto", **options: Any
) -> AsyncGenerator[tuple[Client, Any]]:
    diagram = server.Diagram(page, page, FIRST)
    kept = {} if storage is None else storage
    async with Client(server.make_server(diagram, lambda: kept), mode=mode, **options) as client:
        yield client, diagram


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a call that went well has given: the client has compared it with the tool's output schema."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    assert result.structured_content is not None
    return result.structured_content


def words(result: CallToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, TextContent))


async def test_what_is_drawn_is_shown_read_and_exported() -> None:
    page = Page()
    async with opened(page) as (client, _):
        found = await call(client, "draw", code="pie\n  a")
        assert found == {"kind": "pie", "lines": 2, "width": 40, "height": 20}
        assert page.code == "pie\n  a"
        current = await call(client, "read_diagram")
        assert current == {"code": "pie\n  a", "author": "tool", "kind": "pie", "problem": None}
        for form, mime_type, width in (("svg", "image/svg+xml", 40), ("png", "image/png", 80)):
            result = await client.call_tool("export", {"format": form})
            assert result.structured_content
            assert result.structured_content["width"] == width
            image = result.content[1]
            assert isinstance(image, ImageContent)
            assert image.mime_type == mime_type
        assert f"{width} by 40 pixels" in words(result)
        contents = (await client.read_resource(server.URI)).contents[0]
        assert isinstance(contents, TextResourceContents)
        assert (contents.text, contents.mime_type) == ("pie\n  a", "text/vnd.mermaid")


async def test_an_error_names_the_line_and_the_last_picture_stays() -> None:
    page = Page()
    async with opened(page) as (client, diagram):
        await call(client, "draw", code=FIRST)
        last = diagram.picture
        failed = await client.call_tool("draw", {"code": "flowchart\n%% a comment\n  A ???\n"})
        assert failed.is_error
        said = "Line 3: Mermaid can't read 'A ???'. It expects EOF here. Mend the text, and draw it again."
        assert words(failed).endswith(said)
        assert diagram.picture is last
        exported = await client.call_tool("export", {})
        assert exported.is_error
        assert "Mend it, or draw another diagram, then export." in words(exported)
        assert (await call(client, "read_diagram"))["problem"]["line"] == 3


async def test_a_png_that_is_too_large_is_refused_with_advice() -> None:
    page = Page()
    async with opened(page) as (client, diagram):
        await call(client, "draw", code=FIRST)
        for width, height in ((3000, 3000), (10_000, 20)):
            diagram.picture = svg.Picture(drawn(), width, height)
            refused = await client.call_tool("export", {"format": "png", "scale": 2})
            assert "choose a smaller scale, or SVG" in words(refused)
            await call(client, "export", format="svg")


async def test_a_png_that_the_browser_can_not_make_is_refused_with_advice() -> None:
    class Failing(Page):
        async def png(self, picture: Any, scale: int) -> bytes:
            raise server_module("Undrawable")("EncodingError")

    async with opened(Failing()) as (client, _):
        await call(client, "draw", code=FIRST)
        refused = await client.call_tool("export", {"format": "png"})
        assert refused.is_error
        assert "choose SVG. (EncodingError)" in words(refused)
        await call(client, "export", format="svg")


async def test_two_diagrams_at_once_are_each_drawn() -> None:
    async with opened(Page()) as (client, diagram):
        pie, chart = await asyncio.gather(
            call(client, "draw", code="pie\n a"), call(client, "draw", code="flowchart\n b\n c")
        )
        assert (pie["kind"], pie["lines"], chart["kind"], chart["lines"]) == ("pie", 2, "flowchart", 3)
        assert diagram.code == "flowchart\n b\n c"


async def test_the_text_is_kept_for_the_next_visit_of_the_session() -> None:
    kept: dict[str, Any] = {}
    async with opened(Page(), kept) as (client, _):
        await call(client, "draw", code="pie\n  a")
    page = Page()
    async with opened(page, kept) as (client, _):
        await page.drawn.wait()
        current = await call(client, "read_diagram")
        assert (current["code"], current["author"], page.code) == ("pie\n  a", "tool", "pie\n  a")
    page = Page()
    async with opened(page) as (client, _):
        assert (await call(client, "read_diagram"))["code"] == FIRST
        assert page.count == 0  # there is a picture of the example


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_who_follows_the_text_hears_of_an_edit_of_the_person(mode: str) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def note(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/resources/updated":
            heard.put_nowait(str(message.params.uri))

    async with opened(Page(), mode=mode, message_handler=note) as (client, diagram):
        if mode == "legacy":
            params = SubscribeRequestParams(uri=server.URI)
            await client.session.send_request(SubscribeRequest(params=params), EmptyResult)
            await diagram.change("pie\n  edited", "person")
            assert await heard.get() == server.URI
        else:
            async with client.listen(resource_subscriptions=[server.URI]) as following:
                await diagram.change("pie\n  edited", "person")
                assert (await anext(aiter(following))).uri == server.URI  # type: ignore[union-attr]
        assert (await call(client, "read_diagram"))["author"] == "person"


async def test_a_text_that_is_not_new_is_no_change() -> None:
    async with opened(Page()) as (_, diagram):
        told: list[bool] = []

        async def tell() -> None:
            told.append(True)

        diagram.tell = tell
        await diagram.change(FIRST, "person")
        await diagram.change(FIRST + " ", "person")
        assert told == [True]


NUMBERED = [
    ("pie\n a\n", [1, 2, 3]),
    ("\n\npie\n a", [3, 4]),
    ("%% one\npie\n%% two\n a", [2, 4]),
    ("pie\n\n\n  %% two\n a", [1, 5]),
    ("---\ntitle: x\n---\npie\n a", [4, 5]),
    ("%%{init: {\n}}%%\npie\n a", [3, 4]),
    ("pie\n%%{init: {\n\n}}%%\n a", [1, 2, 5]),
    ("pie\r\n a", [1, 2]),
    ("", []),
]


@pytest.mark.parametrize(("code", "numbers"), NUMBERED)
def test_lines_are_counted_as_people_do(code: str, numbers: list[int]) -> None:
    assert lines.kept_lines(code) == numbers


def test_a_problem_says_what_to_do() -> None:
    code = "%% why\nflowchart TD\n  A --> [\n"
    assert str(lines.problem_of(code, "Parse error on line 2:\n..x\n--^\nExpecting 'AMP', 'EOF', got 'SQS'")) == (
        "Line 3: Mermaid can't read 'A --> ['. It expects AMP or EOF here."
    )
    many = ", ".join(f"'T{number}'" for number in range(9))
    assert "Check this line" in str(lines.problem_of(code, f"Parse error on line 2:\nExpecting {many}, got 'SQS'"))
    assert str(lines.problem_of("\nno", "No diagram type detected")).startswith("Line 2: Mermaid knows no such kind")
    assert "doesn't say why" in str(lines.problem_of("x", "Cannot read properties of undefined (reading 'endTime')"))
    assert str(lines.problem_of("x", "y" * 1000)).startswith("Mermaid can't draw this. It says: yyy")
    assert len(str(lines.problem_of("x", "y" * 1000))) < 400


@given(
    st.text(max_size=200), st.text(max_size=100) | st.integers(0, 99).map(lambda line: f"Parse error on line {line}")
)
def test_a_problem_is_about_a_line_that_there_is(code: str, said: str) -> None:
    problem = lines.problem_of(code, said)
    assert problem.message
    assert problem.line is None or 1 <= problem.line <= len(code.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def test_a_picture_has_a_size_and_nothing_from_elsewhere() -> None:
    hostile = """
        <style>@import url(https://evil.example/a.css); .a { fill: url(https://evil.example/b); stroke: red }
            .b { fill: url(#gradient); background: \\75rl(b); color: u\\rl(c) }</style>
        <script>alert(1)</script>
        <image href="https://evil.example/d.png"/>
        <a xlink:href="https://evil.example/e"><text onclick="alert(1)" style="fill: url('https://evil.example/f')">words</text></a>
        <use xlink:href="#arrow"/><path marker-end="url(#arrow)"/>
        <foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/g"/></foreignObject>
    """
    picture = svg.tidy(drawn(hostile), "#fff")
    assert (picture.width, picture.height) == (40, 20)
    for gone in ("https:", "\\", "url(b", "url(c", "@import", "script", "onclick", "<image"):
        assert gone not in picture.svg
    for kept in ("stroke: red", "url(#gradient)", 'xlink:href="#arrow"', 'marker-end="url(#arrow)"', "words", "#fff"):
        assert kept in picture.svg


@pytest.mark.parametrize("text", ["", "<svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', drawn("<a>")])
def test_what_is_no_picture_is_an_error(text: str) -> None:
    with pytest.raises(svg.NotDrawn):
        svg.tidy(text, "#fff")


CODES = ["pie\n a", "flowchart LR\n A --> B", "flowchart\n A ???", "pie"]


TOOLS = tools_of(server.make_server(server.Diagram(Page(), Page(), FIRST), dict))


@given(calls(TOOLS, CODES))
@FEW
async def test_any_arguments_that_fit_the_schema_give_a_result_or_say_what_to_do(asked: Calls) -> None:
    async with opened(Page()) as (client, _):
        for tool, some in asked:
            result = await fits(client, tool, some)
            assert not result.is_error or "Mend " in words(result), words(result)


async def test_every_tool_says_what_it_is_and_gives_an_example() -> None:
    async with opened(Page()) as (client, _):
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["draw", "read_diagram", "export"]
    for tool in tools:
        assert tool.title
        assert says_what_it_does(tool)
        assert "Example:" in (tool.description or "")
        assert tool.output_schema


def test_the_page_offers_each_example_and_begins_with_the_first() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("&gt;", ">")
    for name in examples.EXAMPLES:
        assert f'<option value="{name}">' in page
    assert f">\n{examples.EXAMPLES['flowchart']}</textarea>" in page


def test_the_picture_that_the_page_comes_with_says_what_the_first_example_says() -> None:
    text = examples.EXAMPLES["flowchart"]
    shown = re.findall("<text[^>]*>([^<]*)</text>", PAGE.with_name("example.svg").read_text(encoding="utf-8"))
    named = re.findall(r"[\[({]([A-Z][^\])}]*)|-- (.*?) -->", text)
    assert sorted(shown) == sorted(box or arrow for box, arrow in named)


async def test_a_drawing_that_is_cancelled_says_so_and_the_next_one_is_drawn() -> None:
    page = Page()
    async with opened(page) as (client, diagram):
        drawing = asyncio.ensure_future(diagram.change("pie\n a", "tool"))
        await page.began.wait()
        drawing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await drawing
        assert "cancelled" in (await call(client, "read_diagram"))["problem"]["message"]
        assert (await call(client, "draw", code="pie\n b"))["kind"] == "pie"


async def test_who_types_faster_than_it_is_drawn_waits_for_the_last_text_alone() -> None:
    page = Page()
    async with opened(page) as (_, diagram):
        edits = [f"pie\n {word}" for word in ("a", "ab", "abc")]
        before = page.count
        await asyncio.gather(*(diagram.change(edit, "person") for edit in edits))
        assert (diagram.code, page.count - before) == (edits[-1], 1)


async def test_a_storage_without_room_keeps_nobody_from_drawing() -> None:
    class Full(dict[str, Any]):
        def __setitem__(self, name: str, value: Any) -> None:
            raise OSError("The browser's storage took no more.")

    async with opened(Page(), Full()) as (client, _):
        assert (await call(client, "draw", code="pie\n a"))["kind"] == "pie"
