"""The camera, without a camera and without its page."""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

import mcp_types as types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client

from .arguments import FEW, Calls, calls, fits, tools_of
from .loading import load_app, says_what_it_does

pytestmark = pytest.mark.anyio

server = load_app("camera")
problems: Any = load_app("camera", "problems")
Picture, Code, CannotScan = server.Picture, server.Code, server.CannotScan

JPEG = b"\xff\xd8 a picture \xff\xd9"
MODERN = "2026-07-28"
CODES = [("qr_code", "https://example.com/")]


class Desk:
    """A camera that sees a desk; or none, for a reason."""

    def __init__(self, problem: str = "", codes: Sequence[tuple[str, str]] | None = (), failure: str = "") -> None:
        self.problem = problem
        self.codes = codes
        self.failure = failure
        """Of the search for barcodes."""
        self.taken: list[tuple[int, float]] = []

    async def take(self, width: int, quality: float) -> Any:
        self.taken.append((width, quality))
        source = "test picture" if self.problem else "camera"
        return Picture(JPEG, width, width * 3 // 4, source, self.problem or "From the desk.")

    async def scan(self) -> tuple[Any, Sequence[Any]]:
        if self.codes is None:
            raise CannotScan("This browser can't read barcodes.")
        picture = await self.take(1280, 0.8)
        if self.failure:
            raise CannotScan(self.failure, picture)
        return picture, [Code(format=kind, text=text) for kind, text in self.codes]


class Model:
    """The host's model: what it was asked, and its answer."""

    def __init__(self) -> None:
        self.asked: list[types.CreateMessageRequestParams] = []

    async def sample(
        self, context: object, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        self.asked.append(params)
        return types.CreateMessageResult(role="assistant", content=types.TextContent(text="A desk."), model="tiny")


Era = Literal["legacy", "auto"]


@asynccontextmanager
async def using(camera: Any, model: Any = None, era: Era = "auto") -> AsyncGenerator[Client]:
    sample = model.sample if model is not None else None
    async with Client(server.make_server(camera), mode=era, sampling_callback=sample) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> types.CallToolResult:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, types.CallToolResult)
    return result


def words(result: types.CallToolResult) -> str:
    assert isinstance(result.content[0], types.TextContent)
    return result.content[0].text


async def test_every_tool_says_what_it_does_and_what_it_gives() -> None:
    async with using(Desk()) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["take_snapshot", "scan", "describe"]
    for tool in tools:
        assert tool.title
        assert "Example: " in (tool.description or "")
        assert says_what_it_does(tool)
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.output_schema is not None


async def test_a_snapshot_is_an_image_beside_words() -> None:
    camera = Desk()
    async with using(camera) as client:
        result = await call(client, "take_snapshot", width=320, quality=0.5)
    assert camera.taken == [(320, 0.5)]
    assert words(result) == "320 by 240 pixels. From the desk."
    image = result.content[1]
    assert isinstance(image, types.ImageContent)
    assert (base64.b64decode(image.data), image.mime_type) == (JPEG, "image/jpeg")
    assert result.structured_content == {
        "source": "camera",
        "note": "From the desk.",
        "width": 320,
        "height": 240,
        "size_bytes": len(JPEG),
    }


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_every_result_says_that_it_is_from_no_camera_and_why(era: Era) -> None:
    problem = "No camera is connected. Connect one. This is a drawn test picture."
    model = Model()
    async with using(Desk(problem), model, era) as client:
        for tool in ("take_snapshot", "scan", "describe"):
            result = await call(client, tool)
            assert result.structured_content is not None
            assert (result.structured_content["source"], result.structured_content["note"]) == ("test picture", problem)
    message = model.asked[0].messages[0]
    assert isinstance(message.content, list)
    assert isinstance(message.content[0], types.TextContent)
    assert problem in message.content[0].text


async def test_barcodes_are_read_where_the_browser_can() -> None:
    async with using(Desk(codes=CODES)) as client:
        found = await call(client, "scan")
    async with using(Desk(codes=None)) as client:
        unsupported = await call(client, "scan")
    assert found.structured_content is not None
    assert found.structured_content["codes"] == [{"format": "qr_code", "text": "https://example.com/"}]
    assert unsupported.structured_content is not None
    assert not unsupported.structured_content["is_supported"]
    assert not unsupported.is_error
    assert "can't read barcodes" in unsupported.structured_content["note"]


async def test_a_search_for_barcodes_that_fails_says_so_of_the_picture_that_was_taken() -> None:
    async with using(Desk(failure="The browser failed to look for barcodes. Try again.")) as client:
        found = await call(client, "scan")
    assert found.structured_content == {
        "source": "camera",
        "note": "From the desk. The browser failed to look for barcodes. Try again.",
        "is_supported": False,
        "codes": [],
    }


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_the_hosts_model_describes_one_picture(era: Era) -> None:
    camera, model = Desk(), Model()
    async with using(camera, model, era) as client:
        assert (client.protocol_version == MODERN) == (era == "auto")
        result = await call(client, "describe", question="How many cups?")
    assert result.structured_content == {
        "answer": "A desk.",
        "model": "tiny",
        "source": "camera",
        "note": "From the desk.",
    }
    assert len(camera.taken) == len(model.asked) == 1
    content = model.asked[0].messages[0].content
    assert isinstance(content, list)
    assert isinstance(content[0], types.TextContent)
    assert content[0].text.startswith("How many cups?")
    assert isinstance(content[1], types.ImageContent)


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_without_a_model_the_camera_stays_off_and_the_error_says_what_to_do(era: Era) -> None:
    camera = Desk()
    async with using(camera, era=era) as client:
        result = await call(client, "describe")
    assert result.is_error
    assert "This host has no model" in words(result)
    assert "use take_snapshot" in words(result)
    assert camera.taken == []


async def test_a_model_that_is_not_asked_after_all_is_an_error_for_people() -> None:
    class Refusing(Model):
        async def sample(self, context: object, params: types.CreateMessageRequestParams) -> types.ErrorData:
            return types.ErrorData(code=-1, message="User rejected sampling request")

    async with using(Desk(), Refusing(), "legacy") as client:
        result = await call(client, "describe")
    assert result.is_error
    assert "The host's model gave no answer: User rejected sampling request" in words(result)


@pytest.mark.parametrize(
    ("name", "message", "allowed", "expected"),
    [
        ("NotAllowedError", "Permission denied", False, "The host does not let this page use the camera."),
        ("NotAllowedError", "Permission denied", True, "Allow it in the browser's address bar"),
        ("NotAllowedError", "Permission denied by system", True, "the system's privacy settings"),
        ("NotFoundError", "Requested device not found", True, "No camera is connected. Connect one."),
        ("NotReadableError", "Could not start video source", True, "Another program uses the camera"),
        ("OverconstrainedError", "", True, "The camera that was chosen is not connected."),
        ("AbortError", "", True, "The camera stopped."),
        ("SecurityError", "", True, "browser's settings"),
        ("TypeError", "", True, "over https or on localhost"),
        ("OddError", "", True, "The camera can't be used (OddError)."),
    ],
)
def test_what_is_wrong_with_a_camera_comes_with_what_to_do(
    name: str, message: str, allowed: bool, expected: str
) -> None:
    assert expected in problems.advice(name, message, is_allowed_by_host=allowed)


TOOLS = tools_of(server.make_server(Desk()))


@given(calls(TOOLS), st.sampled_from(["", "No camera is connected."]), st.sampled_from([None, CODES]))
@FEW
async def test_no_arguments_break_a_tool(asked: Calls, problem: str, codes: Any) -> None:
    async with using(Desk(problem, codes), Model()) as client:
        for tool, some in asked:
            result = await fits(client, tool, some)
            assert not result.is_error
