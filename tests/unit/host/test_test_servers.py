"""The servers made for the tests of the host offer what they say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp.server import MCPServer
from mcp.shared.exceptions import MCPDeprecationWarning
from pydantic import BaseModel, FileUrl
from transom import SetupFailed

from ...browser.host.samples import SAMPLES, WRONG
from ...browser.host.servers import attacker, crash, form, kitchen, permission, shown
from ...browser.host.servers.calls import HINTS, LEVELS
from ...browser.host.servers.offers import COUNTER
from ...browser.host.servers.results import BLOCKS, FITS, LONG_CHARS, TEAPOT
from ...browser.host.servers.schemas import ARGUMENTS

pytestmark = pytest.mark.anyio

PLACES = (
    "server name, server title, version, instructions, tool name, tool title, tool description, annotation title, "
    "property name, property title, property description, default, example, enum, model title, inner name, "
    "text result, embedded, link name, key, value, markdown, tool error, protocol error, data, log, logger, "
    "log value, elicitation, field name, field title, field default, choice, sampling, system prompt, page, "
    "resource name, resource title, resource description, resource text, template name, template text, "
    "resource markdown, prompt name, prompt title, prompt text, argument description, user message, reply"
)


class Person:
    """The client's side: hears what is said, and answers what is asked."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.logs: list[types.LoggingMessageNotificationParams] = []
        self.asked: list[Any] = []
        self.form: dict[str, Any] = {}

    async def elicit(self, context: object, params: types.ElicitRequestParams) -> types.ElicitResult:
        self.asked.append(params)
        content = None if isinstance(params, types.ElicitRequestURLParams) else self.form
        return types.ElicitResult(action="accept", content=content)

    async def sample(self, context: object, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        self.asked.append(params)
        text = types.TextContent(text="Rye.")
        return types.CreateMessageResult(role="assistant", content=text, model="person", stop_reason="endTurn")

    async def roots(self, context: object) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(name="home", uri=FileUrl("file:///home"))])

    async def log(self, params: types.LoggingMessageNotificationParams) -> None:
        self.logs.append(params)

    async def hear(self, message: object) -> None:
        self.heard.put_nowait(message)

    async def wait_for(self, kind: type) -> Any:
        while not isinstance(message := await self.heard.get(), kind):
            pass
        return message


@asynccontextmanager
async def client_of(server: MCPServer, mode: str = "auto", person: Person | None = None) -> AsyncGenerator[Client]:
    person = person or Person()
    async with Client(
        server,
        mode=mode,
        elicitation_callback=person.elicit,
        sampling_callback=person.sample,
        list_roots_callback=person.roots,
        logging_callback=person.log,
        message_handler=person.hear,
        log_level="debug",
    ) as client:
        yield client


@pytest.fixture(params=["auto", "legacy"])
def mode(request: pytest.FixtureRequest) -> str:
    """Both protocol eras."""
    return request.param


def text_of(result: types.CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return block.text


async def test_the_kitchen_has_all_its_parts_together(mode: str) -> None:
    async with client_of(kitchen.new_server(), mode) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
    assert names >= {"echo_text", "result_text", "slow", "ask_form", "count_up"}


async def test_each_echo_gives_back_exactly_what_arrived(mode: str) -> None:
    assert SAMPLES.keys() == ARGUMENTS.keys()
    async with client_of(kitchen.new_server("echoes"), mode) as client:
        for name, arguments in SAMPLES.items():
            result = await client.call_tool(f"echo_{name}", arguments)
            assert not result.is_error, (name, result.content)
            assert result.structured_content == arguments, name
            assert json.loads(text_of(result)).keys() >= arguments.keys(), name


async def test_an_echo_refuses_what_does_not_fit_its_schema() -> None:
    async with client_of(kitchen.new_server("echoes")) as client:
        for name, arguments in WRONG.items():
            assert (await client.call_tool(f"echo_{name}", arguments)).is_error, name


async def test_what_is_left_out_takes_its_default() -> None:
    async with client_of(kitchen.new_server("echoes")) as client:
        result = await client.call_tool("echo_defaults", {})
        assert result.structured_content == {}
        understood = json.loads(text_of(result))
    assert (understood["text"], understood["number"], understood["color"]) == ("bread", 3, "green")


async def test_results_have_every_kind_of_content() -> None:
    async with client_of(kitchen.new_server("results")) as client:
        for name, make in BLOCKS.items():
            assert (await client.call_tool(f"result_{name}", {})).content == make()
        kinds = {block.type for block in (await client.call_tool("result_several", {})).content}
        assert kinds == {"text", "image", "resource_link", "resource"}
        assert len(text_of(await client.call_tool("result_long_line", {}))) == LONG_CHARS
        assert (await client.call_tool("result_json_list", {})).structured_content == {"result": ["rye", "wheat"]}


async def test_structured_content_fits_or_does_not_fit_its_schema(mode: str) -> None:
    async with client_of(kitchen.new_server("results"), mode) as client:
        assert (await client.call_tool("result_structured", {})).structured_content == FITS
        for name in ("result_structured_misfit", "result_structured_missing"):
            with pytest.raises(RuntimeError):
                await client.call_tool(name, {})


async def test_errors_are_of_every_kind(mode: str) -> None:
    async with client_of(kitchen.new_server("results"), mode) as client:
        assert "The oven is cold." in text_of(await client.call_tool("result_error_raised", {}))
        returned = await client.call_tool("result_error_returned", {})
        assert (returned.is_error, len(returned.content)) == (True, 2)
        assert "secret" not in text_of(await client.call_tool("result_error_unexpected", {}))
        with pytest.raises(MCPError) as caught:
            await client.call_tool("result_protocol_error", {})
    assert (caught.value.error.code, caught.value.error.data) == (TEAPOT, {"pot": "tea", "cups": [1, 2]})


async def test_a_slow_call_reports_progress_and_goes_on_when_told(mode: str) -> None:
    reports: asyncio.Queue[tuple[float, float | None, str | None]] = asyncio.Queue()

    async def report(progress: float, total: float | None, message: str | None) -> None:
        reports.put_nowait((progress, total, message))

    async with client_of(kitchen.new_server("calls"), mode) as client:
        call = asyncio.ensure_future(client.call_tool("slow", {"steps": 2}, progress_callback=report))
        assert await reports.get() == (0, 2, "Step 1")
        await client.call_tool("go_on", {})
        assert await reports.get() == (1, 2, "Step 2")
        await client.call_tool("go_on", {})
        assert text_of(await call) == "Baked in 2 steps."


async def test_a_call_that_is_cancelled_is_known_to_the_server(mode: str) -> None:
    started = asyncio.Event()

    async def report(progress: float, total: float | None, message: str | None) -> None:
        started.set()

    async with client_of(kitchen.new_server("calls"), mode) as client:
        call = asyncio.ensure_future(client.call_tool("slow", {}, progress_callback=report))
        await started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await client.call_tool("cancelled", {})).structured_content == {"result": ["slow"]}
        assert (await client.call_tool("waiting", {})).structured_content == {"result": 0}


async def test_messages_are_logged_at_each_level(mode: str) -> None:
    person = Person()
    async with client_of(kitchen.new_server("calls"), mode, person) as client:
        await client.call_tool("log_each", {})
        await client.call_tool("log_many", {"count": 2})
    assert [line.level for line in person.logs] == [*LEVELS, "error", "error"]
    assert person.logs[-1].data == {"number": 1, "of": 2}


async def test_tools_have_hints_and_titles() -> None:
    async with client_of(kitchen.new_server("calls")) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {name: tools[name].annotations for name in HINTS} == HINTS
        assert tools["slow"].title == "Bake slowly"
        await client.call_tool("hint_destructive", {})
        assert text_of(await client.call_tool("hint_destructive", {})) == "hint_destructive bread, run 2"


async def test_offers_that_are_added_and_removed_are_told() -> None:
    person = Person()
    async with client_of(kitchen.new_server("calls"), "legacy", person) as client:
        await client.call_tool("add_offers", {})
        await person.wait_for(types.PromptListChangedNotification)
        assert text_of(await client.call_tool("new", {})) == "This is new."
        await client.call_tool("remove_tool", {})
        await person.wait_for(types.ToolListChangedNotification)


async def test_the_newer_protocol_tells_of_changes_in_a_stream() -> None:
    async with (
        client_of(kitchen.new_server("calls", "offers")) as client,
        client.listen(
            tools_list_changed=True,
            prompts_list_changed=True,
            resources_list_changed=True,
            resource_subscriptions=[COUNTER],
        ) as events,
    ):
        await client.call_tool("add_offers", {})
        await client.call_tool("count_up", {})
        kinds = [type(await anext(events)).__name__ for _ in range(4)]
    assert kinds == ["ToolsListChanged", "ResourcesListChanged", "PromptsListChanged", "ResourceUpdated"]


async def test_the_older_protocol_tells_who_has_subscribed() -> None:
    person = Person()
    async with client_of(kitchen.new_server("offers"), "legacy", person) as client:
        with pytest.warns(MCPDeprecationWarning):
            await client.subscribe_resource(COUNTER)
        await client.call_tool("count_up", {})
        assert str((await person.wait_for(types.ResourceUpdatedNotification)).params.uri) == COUNTER
        (contents,) = (await client.read_resource(COUNTER)).contents
    assert isinstance(contents, types.TextResourceContents)
    assert contents.text == "1"


async def test_the_person_is_asked_for_everything_that_can_be_asked(mode: str) -> None:
    person = Person()
    person.form = {"name": "Ada", "email": "ada@example.com", "day": "2024-02-29", "sure": True, "extras": ["nuts"]}
    async with client_of(kitchen.new_server("asks"), mode, person) as client:
        order = await client.call_tool("ask_form", {})
        sure = await client.call_tool("ask_sure", {"what": "bread"})
        page = await client.call_tool("ask_page", {})
        sampled = await client.call_tool("ask_sampling", {"question": "Which?"})
        roots = await client.call_tool("list_roots", {})
    assert order.structured_content is not None
    assert order.structured_content["data"]["extras"] == ["nuts"]
    assert sure.structured_content == {"what": "bread", "action": "accept", "data": {"sure": True}}
    assert text_of(page) == "accept"
    assert sampled.structured_content is not None
    assert sampled.structured_content["content"]["text"] == "Rye."
    assert text_of(roots) == "home: file:///home"
    assert [type(asked).__name__ for asked in person.asked] == [
        "ElicitRequestFormParams",
        "ElicitRequestFormParams",
        "ElicitRequestURLParams",
        "CreateMessageRequestParams",
    ]


async def test_resources_are_read_and_completed(mode: str) -> None:
    async with client_of(kitchen.new_server("offers"), mode) as client:
        kinds = {}
        for resource in (await client.list_resources()).resources:
            if resource.uri != "kitchen://broken":
                (contents,) = (await client.read_resource(resource.uri)).contents
                kinds[resource.uri] = type(contents).__name__
        assert kinds["kitchen://note"] == kinds["kitchen://stock"] == "TextResourceContents"
        assert kinds["kitchen://photo"] == kinds["kitchen://data"] == "BlobResourceContents"
        with pytest.raises(MCPError, match="stuck"):
            await client.read_resource("kitchen://broken")
        with pytest.raises(MCPError, match="no bread"):
            await client.read_resource("kitchen://shelf/fridge/bread")
        (template,) = (await client.list_resource_templates()).resource_templates
        ref = types.ResourceTemplateReference(uri=template.uri_template)
        argument = {"name": "item", "value": "b"}
        completed = await client.complete(ref, argument, {"place": "fridge"})
    assert completed.completion.values == ["butter"]


async def test_prompts_are_got_and_completed(mode: str) -> None:
    async with client_of(kitchen.new_server("offers"), mode) as client:
        order = await client.get_prompt("order", {"what": "rolls", "count": "3"})
        assert [message.role for message in order.messages] == ["user", "assistant"]
        assert order.messages[0].content == types.TextContent(text="I want 3 salty rolls.")
        shown_messages = (await client.get_prompt("show")).messages
        assert [message.content.type for message in shown_messages] == ["text", "image", "resource"]
        with pytest.raises(MCPError):
            await client.get_prompt("refuse")
        completed = await client.complete(types.PromptReference(name="order"), {"name": "flavour", "value": "s"})
    assert completed.completion.values == ["salty", "sour", "sweet"]


def test_the_form_keeps_the_name_only_with_the_right_key() -> None:
    kept: dict[str, Any] = {}
    with pytest.raises(SetupFailed) as caught:
        form.keep(kept, "Ada", "wrong")
    assert (caught.value.reason, kept) == ("AUTH_FAILED", {})
    assert form.keep(kept, "Ada", form.KEY).display_name == "Form of Ada"
    assert kept["name"] == "Ada"


async def test_the_server_with_permissions_tells_what_it_has_got() -> None:
    assert [need.required for need in permission.requirements("camera")] == [True, False]
    async with client_of(permission.new_server(lambda name: name == "camera")) as client:
        assert (await client.call_tool("allowed", {})).structured_content == {"result": ["camera"]}


async def test_the_server_that_is_shown_writes_on_its_board() -> None:
    board: list[str] = []
    async with client_of(shown.new_server(board.append)) as client:
        await client.call_tool("chalk", {"text": "bread"})
    assert board == ["bread"]


class Gone:
    """A page's address that notes where it goes."""

    def __init__(self) -> None:
        self.ways: asyncio.Queue[str] = asyncio.Queue()

    def reload(self) -> None:
        self.ways.put_nowait("reload")

    def assign(self, url: str) -> None:
        self.ways.put_nowait(url)


async def test_the_page_that_crashes_goes_away_in_the_call() -> None:
    gone = Gone()
    ways = crash.Ways(gone, asyncio.Event())
    async with client_of(crash.new_server(ways)) as client:
        calls = [asyncio.ensure_future(client.call_tool(name, {})) for name in ("reload_page", "navigate")]
        assert {await gone.ways.get(), await gone.ways.get()} == {"reload", "./plain.html"}
        calls.append(asyncio.ensure_future(client.call_tool("close_session", {})))
        await ways.closing.wait()
        assert text_of(await client.call_tool("hang", {"seconds": 0})) == "Busy for 0.0 seconds."
        assert not any(call.done() for call in calls)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


async def everything_of(client: Client, person: Person) -> str:
    """All that a server says, as one text."""
    said: list[Any] = [client.server_info, client.instructions]
    tools = (await client.list_tools()).tools
    said += tools
    for tool in tools:
        if tool.name != "require_setup":
            try:
                said.append(await client.call_tool(tool.name, {}))
            except MCPError as error:
                said.append(error.error)
    said += (await client.list_resources()).resources
    said += (await client.list_resource_templates()).resource_templates
    (prompt,) = (await client.list_prompts()).prompts
    said += [prompt, await client.get_prompt(prompt.name), *person.logs, *person.asked]
    for resource in ("evil://markdown", "javascript:window.pwned='url'", "evil://word"):
        said.append(await client.read_resource(resource))
    return "\n".join(str(one.model_dump()) if isinstance(one, BaseModel) else str(one) for one in said)


async def test_the_attacker_puts_foreign_text_in_every_place(mode: str, caplog: pytest.LogCaptureFixture) -> None:
    person = Person()
    async with client_of(attacker.new_server(), mode, person) as client:
        said = await everything_of(client, person)
    for place in PLACES.split(", "):
        assert f"window.pwned='{place}'" in said.replace("\\'", "'"), place


async def test_the_attackers_setup_does_harm_in_its_words() -> None:
    session: Any = None
    done = await attacker.accept(session)
    assert "onerror" in done.display_name
    assert len(done.display_name) <= 200
    with pytest.raises(SetupFailed, match="onerror"):
        await attacker.refuse(session)
