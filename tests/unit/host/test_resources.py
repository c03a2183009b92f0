"""Resources, prompts and logs: what the state makes of them, with real sessions where a server takes part."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp.server import MCPServer
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPDeprecationWarning

from demo_host.state import logs, prompts, resources
from demo_host.state.completion import Suggestions, suggest_for
from demo_host.state.live import LiveServer, LogLine, lines_after
from demo_host.state.resources import NotConnected, Subscriptions, Template, can_subscribe, read
from demo_host.state.store import Store
from demo_host.state.work import Work

from .sessions import new_live, new_store, until

pytestmark = pytest.mark.anyio


def a_server() -> MCPServer[Any]:
    mcp = MCPServer("Shop")
    stock = {"bread": 0}

    @mcp.resource("shop://stock")
    def count() -> str:
        return str(stock["bread"])

    @mcp.resource("shop://item/{kind}/{name}")
    def item(kind: str, name: str) -> str:
        return f"{kind} {name}"

    @mcp.tool()
    async def bake(context: Context) -> str:
        stock["bread"] += 1
        await context.notify_resource_updated("shop://stock")
        return "baked"

    @mcp.prompt()
    def order(what: str, how: str = "") -> str:
        return f"I want {what}{how}."

    @mcp.completion()
    async def complete(
        ref: types.PromptReference | types.ResourceTemplateReference,
        argument: types.CompletionArgument,
        context: types.CompletionContext | None,
    ) -> types.Completion:
        given = context.arguments if context else None
        return types.Completion(values=[f"{argument.name}={argument.value}", str(given)])

    return mcp


@asynccontextmanager
async def session(
    server: MCPServer[Any] | Server[Any], mode: str = "auto", store: Store | None = None
) -> AsyncGenerator[LiveServer]:
    live = new_live(store)
    async with Client(server, mode=mode) as client:
        live.client = client
        live.capabilities = client.server_capabilities
        live.protocol_version = client.protocol_version
        yield live
        live.client = None


@pytest.mark.parametrize(
    ("template", "values", "uri"),
    [
        ("a://{x}/b", {"x": "c d/e"}, "a://c%20d%2Fe/b"),
        ("a://{+path}", {"path": "c/d"}, "a://c/d"),
        ("a://s{?q,lang}", {"q": "hi", "lang": ""}, "a://s?q=hi"),
        ("a://f{/path*}", {"path": "b\nc"}, "a://f/b/c"),
    ],
)
def test_a_template_with_its_values_makes_an_address(template: str, values: dict[str, str], uri: str) -> None:
    assert Template(template).expand(values) == uri


def test_a_template_says_what_is_missing_and_what_is_optional() -> None:
    template = Template("a://{x}/{y}{?q}")
    assert template.missing({"x": "1", "y": ""}) == ["y"]
    assert [field.is_required for field in template.fields] == [True, True, False]


@pytest.mark.parametrize("text", ["a://{", "a://{x:3}", "a://{x}{y}"])
def test_a_template_that_can_not_be_understood_says_why(text: str) -> None:
    template = Template(text)
    assert template.problem
    assert template.fields == []


def test_a_search_looks_at_names_titles_addresses_and_descriptions() -> None:
    resource = types.Resource(name="menu", uri="shop://menu", title="Today", description="Bread")
    assert resources.searched(resource) == "menu Today Bread shop://menu"
    assert resources.searched(types.Prompt(name="order")) == "order"


def test_annotations_are_in_words() -> None:
    notes = types.Annotations(audience=["user", "assistant"], priority=0.5, last_modified="2026-01-01")
    assert resources.annotation_texts(notes) == ["for the user and the assistant", "priority 0.5", "changed 2026-01-01"]
    assert resources.annotation_texts(None) == []


async def test_a_change_of_a_resource_is_marked_until_it_is_read_again() -> None:
    store = new_store()
    async with session(a_server(), store=store) as live:
        subscriptions = Subscriptions(live)
        await subscriptions.start("shop://stock")
        assert live.subscribed == {"shop://stock": False}
        assert live.client is not None
        await live.client.call_tool("bake")
        await until(store, "updates:one", lambda: live.subscribed["shop://stock"])
        (content,) = (await read(live, "shop://stock")).contents
        assert isinstance(content, types.TextResourceContents)
        assert content.text == "1"
        assert live.subscribed == {"shop://stock": False}
        await subscriptions.stop("shop://stock")
        assert (live.subscribed, live.streams) == ({}, {})


async def test_a_subscription_that_the_server_ends_is_not_shown_any_more() -> None:
    async with session(a_server()) as live:
        await Subscriptions(live).start("shop://stock")
        (stream,) = live.streams.values()
    await stream
    assert (live.subscribed, live.streams) == ({}, {})


async def test_an_older_server_is_asked_by_its_own_requests() -> None:
    asked: list[str] = []

    async def subscribe(context: Any, params: types.SubscribeRequestParams) -> types.EmptyResult:
        asked.append(f"+{params.uri}")
        return types.EmptyResult()

    async def unsubscribe(context: Any, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        asked.append(f"-{params.uri}")
        return types.EmptyResult()

    async def listed(context: Any, params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    server = Server(
        "Old", on_list_resources=listed, on_subscribe_resource=subscribe, on_unsubscribe_resource=unsubscribe
    )
    async with session(server, "legacy") as live:
        assert can_subscribe(live)
        subscriptions = Subscriptions(live)
        await subscriptions.start("a://b")
        await subscriptions.stop("a://b")
    assert asked == ["+a://b", "-a://b"]


async def test_a_server_that_refuses_a_subscription_leaves_none_behind() -> None:
    async def listed(context: Any, params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    for mode in ("auto", "legacy"):
        async with session(Server("Deaf", on_list_resources=listed), mode) as live:
            with pytest.raises((MCPError, RuntimeError)):
                await Subscriptions(live).start("a://b")
            assert (live.subscribed, live.streams) == ({}, {})


async def test_nothing_is_read_without_a_session() -> None:
    with pytest.raises(NotConnected, match="Connect it"):
        await read(new_live(), "a://b")


async def test_suggestions_know_the_other_arguments() -> None:
    async with session(a_server()) as live:
        ref = types.ResourceTemplateReference(type="ref/resource", uri="shop://item/{kind}/{name}")
        suggest = suggest_for(live, ref, "name", lambda: {"kind": "cake", "name": "x"})
        assert suggest is not None
        assert await suggest("ap") == ["name=ap", "{'kind': 'cake'}"]


async def test_a_server_without_completions_is_not_asked_for_any() -> None:
    async with session(MCPServer("Plain")) as live:
        ref = types.PromptReference(type="ref/prompt", name="order")
        assert suggest_for(live, ref, "what", dict) is None


async def test_only_the_last_of_what_was_typed_is_asked_for() -> None:
    asked: list[str] = []
    shown: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
    paused = asyncio.Event()

    async def suggest(text: str) -> list[str]:
        asked.append(text)
        return [text]

    async def pause(seconds: float) -> None:
        await paused.wait()

    suggestions = Suggestions(suggest, shown.set_result, pause)
    suggestions.typed("b")
    suggestions.typed("br")
    paused.set()
    assert await shown == ["br"]
    assert asked == ["br"]


async def test_a_server_that_fails_to_suggest_leaves_the_field_as_it_is() -> None:
    shown: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()

    async def suggest(text: str) -> list[str]:
        raise MCPError(-32603, "broken")

    async def pause(seconds: float) -> None: ...

    Suggestions(suggest, shown.set_result, pause).typed("b")
    assert await shown == []


async def test_work_tells_how_it_ended_and_a_new_one_takes_its_place() -> None:
    store = new_store()
    work: Work[str] = Work(lambda: store.touch("work"))
    never: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def value() -> str:
        return "came"

    async def failing() -> str:
        raise MCPError(-32002, "no such thing")

    work.start(lambda: never)
    assert work.status == "running"
    work.start(value)
    await until(store, "work", lambda: work.status == "done")
    assert (work.result, never.cancelled()) == ("came", False)
    work.start(failing)
    await until(store, "work", lambda: work.status == "failed")
    assert work.problem is not None
    assert work.problem.text == "no such thing"
    work.start(lambda: never)
    work.cancel()
    assert work.status == "cancelled"


async def test_a_prompt_is_run_with_what_was_given_and_reads_as_text() -> None:
    async with session(a_server()) as live:
        assert live.client is not None
        (prompt,) = (await live.client.list_prompts()).prompts
        assert prompts.missing(prompt, {"what": "", "how": "fast"}) == ["what"]
        result = await prompts.run(live, prompt, {"what": "rye", "how": ""})
        assert prompts.as_text(result) == "user: I want rye."
        assert '"I want rye."' in prompts.as_json(result)


def a_line(text: str, level: types.LoggingLevel = "info") -> LogLine:
    return LogLine(0.0, level, "baker", text)


def test_lines_of_a_log_are_chosen_by_level_and_text() -> None:
    lines = [a_line("Oven on", "debug"), a_line("Bread is done"), a_line("Bread burns", "error")]
    assert [line.text for line in lines if logs.is_wanted(line, "info", "BREAD")] == ["Bread is done", "Bread burns"]
    assert [line.text for line in lines if logs.is_wanted(line, "warning", "")] == ["Bread burns"]
    assert logs.as_text(lines[2:]) == "1970-01-01T00:00:00.000+00:00 ERROR baker Bread burns\n"


def test_only_new_lines_of_a_log_are_added_to_those_that_are_shown() -> None:
    lines = [a_line(text) for text in "abc"]
    assert lines_after(lines, lines[0]) == lines[1:]
    assert lines_after(lines, None) == lines
    assert lines_after(lines, a_line("dropped")) == lines


async def test_an_older_server_is_told_the_level_and_a_newer_one_with_each_request() -> None:
    told: list[str] = []

    async def set_level(context: Any, params: types.SetLevelRequestParams) -> types.EmptyResult:
        told.append(params.level)
        return types.EmptyResult()

    for mode in ("legacy", "auto"):
        with pytest.warns(MCPDeprecationWarning):
            server = Server("Loud", on_set_logging_level=set_level)
        async with session(server, mode) as live:
            assert logs.has_level(live)
            await logs.ask_for_level(live, "debug")
            assert live.log_level == "debug"
    assert told == ["debug"]
