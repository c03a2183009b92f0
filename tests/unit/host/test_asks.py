"""What servers ask of the person, in real sessions of both eras."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any

import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp.client.session import ClientRequestContext
from mcp.server import MCPServer
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from pydantic import BaseModel

from demo_host.state.asks import MANY, MAX_WAITING, Ask, AskQueue, Misfit, web_address
from demo_host.state.chat import Draft
from demo_host.state.connection import Connection
from demo_host.state.roots import RootLists, tell_roots_changed

from .sessions import Clock, MemoryFrame, new_live, new_store, until
from .storage import MemoryStorage

pytestmark = pytest.mark.anyio
era = pytest.mark.parametrize("mode", ["auto", "legacy"])


class Order(BaseModel):
    what: str
    loaves: int = 1


async def ask_order() -> Elicit[Order]:
    return Elicit("What may it be?", Order)


async def ask_model() -> Sample:
    message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Say hi"))
    return Sample([message], max_tokens=10, system_prompt="Be brief.")


async def ask_roots() -> ListRoots:
    return ListRoots()


def a_server() -> MCPServer[Any]:
    mcp = MCPServer("Shop")

    @mcp.tool()
    async def order(answer: Annotated[ElicitationResult[Order], Resolve(ask_order)]) -> str:
        return answer.data.what if isinstance(answer, AcceptedElicitation) else answer.action

    @mcp.tool()
    async def chat(answer: Annotated[types.CreateMessageResult, Resolve(ask_model)]) -> str:
        assert isinstance(answer.content, types.TextContent)
        return f"{answer.model}: {answer.content.text}"

    @mcp.tool()
    async def folders(answer: Annotated[types.ListRootsResult, Resolve(ask_roots)]) -> str:
        return " ".join(str(root.uri) for root in answer.roots)

    return mcp


def text_of_result(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


def queue() -> AskQueue:
    store = new_store()
    return AskQueue(store, RootLists(store, MemoryStorage()), Clock())


@asynccontextmanager
async def session(asks: AskQueue, mode: str, server: MCPServer[Any] | None = None) -> AsyncGenerator[Client]:
    async def elicit(context: ClientRequestContext, params: types.ElicitRequestParams) -> types.ElicitResult:
        return await asks.elicit("one", params)

    async def sample(
        context: ClientRequestContext, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        return await asks.sample("one", params)

    async def roots(context: ClientRequestContext) -> types.ListRootsResult:
        return await asks.roots("one")

    async with Client(
        server or a_server(),
        mode=mode,
        elicitation_callback=elicit,
        sampling_callback=sample,
        list_roots_callback=roots,
    ) as client:
        yield client


async def first(asks: AskQueue) -> Ask:
    await until(asks.store, "asks", lambda: asks.first)
    assert asks.first is not None
    return asks.first


async def outcome(asks: AskQueue, mode: str, tool: str, answer: Callable[[Ask], None]) -> str:
    async with session(asks, mode) as client:
        calling = asyncio.ensure_future(client.call_tool(tool))
        answer(await first(asks))
        return text_of_result(await calling)


@era
async def test_accept_decline_and_cancel_are_told_apart(mode: str) -> None:
    asks = queue()
    assert await outcome(asks, mode, "order", lambda ask: asks.accept(ask, {"what": "rye"})) == "rye"
    assert await outcome(asks, mode, "order", asks.decline) == "decline"
    assert await outcome(asks, mode, "order", asks.cancel) == "cancel"
    assert asks.waiting == []


@era
async def test_an_answer_written_or_approved_is_what_the_server_gets_from_its_sampling(mode: str) -> None:
    asks = queue()
    said = await outcome(asks, mode, "chat", lambda ask: asks.respond(ask, Draft("hi", "by hand")))
    assert said == "by hand: hi"


@era
async def test_a_refused_sampling_is_the_error_of_the_specification(mode: str) -> None:
    asks = queue()
    async with session(asks, mode) as client:
        calling = asyncio.ensure_future(client.call_tool("chat"))
        asks.decline(await first(asks))
        with pytest.raises(MCPError, match="User rejected sampling request") as caught:
            await calling
    assert caught.value.error.code == -1


async def test_sampling_with_tools_is_refused_at_once_as_it_was_not_declared() -> None:
    asks = queue()
    tool = types.Tool(name="a", input_schema={"type": "object"})
    params = types.CreateMessageRequestParams(messages=[], max_tokens=1, tools=[tool])
    refused = await asks.sample("one", params)
    assert isinstance(refused, types.ErrorData)
    assert refused.code == types.INVALID_PARAMS


@era
async def test_a_server_gets_the_roots_of_its_own_list(mode: str) -> None:
    store = new_store()
    lists = RootLists(store, MemoryStorage())
    lists.add("one", "/home/ada", "Home")
    lists.add("two", "file:///secret")
    async with session(AskQueue(store, lists, Clock()), mode) as client:
        assert text_of_result(await client.call_tool("folders")) == "file:///home/ada"
        await tell_roots_changed(client)


async def test_roots_are_kept_and_what_is_no_root_is_refused_with_words() -> None:
    kept = MemoryStorage()
    lists = RootLists(new_store(), kept)
    lists.add("one", "/a")
    for text, words in [("https://a.example", "file://"), ("", "file://"), ("file:///a", "already")]:
        with pytest.raises(ValueError, match=words):
            lists.add("one", text)
    again = RootLists(new_store(), kept)
    assert again.of("one") == lists.of("one")
    again.remove("one", again.of("one")[0])
    assert RootLists(new_store(), kept).of("one") == []
    for text in ('{"one": 5}', "5", "{", '[{"uri": 1}]'):
        kept.set("roots.one", text)
        assert RootLists(new_store(), kept).of("one") == []


async def test_two_tabs_add_to_the_same_roots_and_those_of_servers_that_are_gone_are_let_go() -> None:
    storage, store = MemoryStorage(), new_store()
    here, there = RootLists(store, storage), RootLists(new_store(), storage)
    for id in ("one", "two"):
        here.add(id, "/a")
        there.add(id, "/b")
    assert [str(root.uri) for root in here.of("one")] == ["file:///a", "file:///b"]
    heard: list[str] = []
    store.watch("roots:one", lambda: heard.append("one"))
    here.other_tab_wrote("roots.one")
    await until(store, "roots:one", lambda: heard)
    here.keep_only({"two"})
    assert [len(there.of(id)) for id in ("one", "two")] == [0, 2]
    there.forget("two")
    assert storage.keys() == []


@era
async def test_a_question_vanishes_with_the_call_that_asked_it(mode: str) -> None:
    asks = queue()
    async with session(asks, mode) as client:
        calling = asyncio.ensure_future(client.call_tool("order"))
        ask = await first(asks)
        calling.cancel()
        await until(asks.store, "asks", lambda: not asks.waiting)
        assert asks.withdrawn is ask
        assert ask.withdrawal == "taken back"
        asks.accept(ask, {"what": "too late"})


async def test_the_questions_of_a_session_that_ended_vanish() -> None:
    asks = queue()
    live = new_live(asks.store)
    frame = MemoryFrame(a_server())
    running = asyncio.ensure_future(Connection(live, asks, Clock()).run(frame, "session"))
    await until(asks.store, "live", lambda: live.status == "connected")
    assert live.client is not None
    calling = asyncio.ensure_future(live.client.call_tool("order"))
    ask = await first(asks)
    frame.end()
    await running
    assert (asks.waiting, asks.withdrawn, ask.withdrawal) == ([], ask, "session ended")
    with pytest.raises((MCPError, RuntimeError)):
        await calling


async def test_nobody_is_said_to_have_refused_a_request_of_a_session_that_ended() -> None:
    asks = queue()
    asking = asyncio.ensure_future(asks.sample("one", types.CreateMessageRequestParams(messages=[], max_tokens=9)))
    await first(asks)
    asks.drop("one")
    answer = await asking
    assert isinstance(answer, types.ErrorData)
    assert (answer.code, answer.message) == (types.CONNECTION_CLOSED, "Connection closed")


async def test_the_questions_of_a_session_that_is_closed_here_end_with_it() -> None:
    asks = queue()
    live = new_live(asks.store)
    running = asyncio.ensure_future(Connection(live, asks, Clock()).run(MemoryFrame(a_server()), "session"))
    await until(asks.store, "live", lambda: live.status == "connected")
    assert live.client is not None
    calling = asyncio.ensure_future(live.client.call_tool("order"))
    ask = await first(asks)
    running.cancel()
    await asyncio.wait([running, calling])
    assert (asks.waiting, ask.withdrawal) == ([], "session ended")
    assert calling.cancelled() or calling.exception() is not None


async def test_the_questions_of_a_server_that_is_removed_go_without_a_word() -> None:
    asks = queue()
    (task,) = await waiting(asks, 1, lambda: asks.elicit("one", form()))
    asks.forget("one")
    assert ((await task).action, asks.withdrawn) == ("cancel", None)


def form(message: str = "?") -> types.ElicitRequestFormParams:
    return types.ElicitRequestFormParams(message=message, requested_schema={"type": "object"})


async def waiting(asks: AskQueue, count: int, work: Callable[[], Awaitable[Any]]) -> Sequence[asyncio.Future[Any]]:
    before = len(asks.waiting)
    tasks = [asyncio.ensure_future(work()) for _ in range(count)]
    await until(asks.store, "asks", lambda: len(asks.waiting) > before)
    return tasks


async def test_a_flood_of_questions_is_bounded_for_each_server() -> None:
    asks = queue()
    flood = await waiting(asks, MAX_WAITING + 5, lambda: asks.elicit("loud", form()))
    other = await waiting(asks, 1, lambda: asks.elicit("quiet", form()))
    assert (len(asks.of("loud")), len(asks.of("quiet"))) == (MAX_WAITING, 1)
    assert asks.declined["loud"] == 5
    assert [task.result().action for task in flood if task.done()] == ["decline"] * 5
    asks.drop("loud")
    assert {(await task).action for task in flood} == {"decline", "cancel"}
    assert asks.first is not None
    assert asks.first.server_id == "quiet"
    asks.drop("quiet")
    await asyncio.gather(*other)


async def test_a_server_that_asks_much_can_be_silenced_until_its_session_ends() -> None:
    asks = queue()
    tasks = await waiting(asks, MANY + 1, lambda: asks.elicit("loud", form()))
    assert asks.asks_much("loud")
    asks.mute("loud")
    assert [(await task).action for task in tasks] == ["decline"] * (MANY + 1)
    assert (await asks.elicit("loud", form())).action == "decline"
    asks.drop("loud")
    (task,) = await waiting(asks, 1, lambda: asks.elicit("loud", form()))
    asks.drop("loud")
    assert (await task).action == "cancel"


async def test_content_that_the_protocol_has_no_place_for_is_refused_and_the_question_stays() -> None:
    asks = queue()
    (task,) = await waiting(asks, 1, lambda: asks.elicit("one", form()))
    ask = await first(asks)
    with pytest.raises(Misfit, match="nested can only be"):
        asks.accept(ask, {"nested": {"a": 1}})
    asks.accept(ask, {"names": ["a"], "count": 2, "no": None})
    assert (await task).content == {"names": ["a"], "count": 2, "no": None}


async def test_questions_keep_their_order_and_time() -> None:
    asks = queue()
    tasks = [asyncio.ensure_future(asks.elicit(name, form(name))) for name in "abc"]
    await until(asks.store, "asks", lambda: len(asks.waiting) == 3)
    assert [ask.server_id for ask in asks.waiting] == ["a", "b", "c"]
    assert asks.waiting[0].time < asks.waiting[2].time
    for ask in list(asks.waiting):
        asks.cancel(ask)
    await asyncio.gather(*tasks)


@pytest.mark.parametrize(
    ("url", "host", "after"),
    [
        ("https://login.example/a?b=1", "login.example", "/a?b=1"),
        ("https://bank.example@evil.test:8443/x", "evil.test:8443", "/x"),
        ("http://[::1]/", "[::1]", "/"),
        ("HTTPS://EXAMPLE.com", "example.com", ""),
        ("https://bücher.example/", "xn--bcher-kva.example", "/"),
        ("https://a.example/é?q=\u202e#\N{SNOWMAN}", "a.example", "/%C3%A9?q=%E2%80%AE#%E2%98%83"),
    ],
)
def test_the_host_of_an_address_stands_out_as_the_browser_sees_it(url: str, host: str, after: str) -> None:
    address = web_address(url)
    assert address is not None
    assert (address.host, address.after) == (host, after)
    assert address.whole.isascii()


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc",
        "https://",
        "https://a b/",
        "https:/\\evil",
        "",
        "http://[/",
        "https://faß.de/",
        "https://google.com%2eevil.example/",
        "http://2130706433/",
    ],
)
def test_what_is_no_web_address_can_not_be_opened(url: str) -> None:
    assert web_address(url) is None
