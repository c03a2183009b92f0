"""A session of the host, from its start to its end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPDeprecationWarning
from transom import PageUnreachable
from transom.errors import PeerReloaded

from demo_host.state.connection import LINE_CHARACTERS, Connection
from demo_host.state.live import LiveServer
from demo_host.state.store import Store

from .sessions import Clock, MemoryFrame, Nobody, new_live, new_store, until

pytestmark = pytest.mark.anyio


def a_server() -> MCPServer[Any]:
    mcp = MCPServer("Shop", instructions="Ask for bread.")

    @mcp.tool()
    def buy(what: str) -> str:
        """Buy something."""
        return what

    @mcp.tool()
    async def learn(context: Context) -> str:
        mcp.add_tool(lambda: "new", name="new", description="New")
        await context.notify_tools_changed()
        with pytest.warns(MCPDeprecationWarning):
            await context.log("warning", {"learnt": True})
        with pytest.warns(MCPDeprecationWarning):
            await context.log("info", "x" * (LINE_CHARACTERS + 5))
        return "learnt"

    @mcp.resource("shop://menu")
    def menu() -> str:
        return "bread"

    @mcp.resource("shop://item/{name}")
    def item(name: str) -> str:
        return name

    @mcp.prompt()
    def order(what: str) -> str:
        return what

    return mcp


async def connected(frame: MemoryFrame) -> tuple[Store, LiveServer, asyncio.Task[None]]:
    store = new_store()
    live = new_live(store)
    task = asyncio.ensure_future(Connection(live, Nobody(), Clock()).run(frame, "session"))
    await until(store, "live", lambda: live.status in ("connected", "failed"))
    return store, live, task


async def test_a_connected_server_shows_what_it_offers() -> None:
    frame = MemoryFrame(a_server())
    _, live, task = await connected(frame)
    catalog = live.catalog
    assert [tool.name for tool in catalog.tools or []] == ["buy", "learn"]
    assert [str(resource.uri) for resource in catalog.resources or []] == ["shop://menu"]
    assert [template.uri_template for template in catalog.templates or []] == ["shop://item/{name}"]
    assert [prompt.name for prompt in catalog.prompts or []] == ["order"]
    assert (live.instructions, live.status, live.problem) == ("Ask for bread.", "connected", None)
    assert live.info is not None
    assert live.info.name == "Shop"
    assert live.connected_ms is not None
    frame.end()
    await task


async def test_the_end_of_a_session_is_told_with_its_reason() -> None:
    frame = MemoryFrame(a_server())
    _, live, task = await connected(frame)
    frame.end(PeerReloaded())
    await task
    assert live.status == "ended"
    assert live.problem is not None
    assert (live.problem.title, live.problem.code) == ("The page was loaded again", "PEER_RELOADED")
    assert live.client is None
    assert live.catalog.tools is not None  # what was offered can still be read


async def test_a_page_that_can_not_be_loaded_is_a_failure_with_steps() -> None:
    _, live, task = await connected(MemoryFrame(error=PageUnreachable("https://gone.example/")))
    await task
    assert live.status == "failed"
    assert live.problem is not None
    assert "https://gone.example/" in live.problem.text
    assert "edit" in live.problem.steps


async def test_a_connection_is_given_up_by_cancelling() -> None:
    _, live, task = await connected(MemoryFrame(a_server()))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (live.status, live.client, live.problem) == ("disconnected", None, None)


async def test_a_tool_that_appears_is_listed_and_what_is_logged_is_kept() -> None:
    frame = MemoryFrame(a_server())
    store, live, task = await connected(frame)
    assert live.client is not None
    await live.client.call_tool("learn", {})
    await until(store, "catalog:one", lambda: len(live.catalog.tools or []) == 3)
    await until(store, "log:one", lambda: len(live.log) == 2)
    assert [(line.level, line.text) for line in live.log] == [
        ("warning", '{"learnt": true}'),
        ("info", "x" * LINE_CHARACTERS + "… (5 more characters)"),
    ]
    frame.end()
    await task


async def test_a_list_that_can_not_be_had_does_not_end_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    server = a_server()

    async def broken(*given: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(server, "list_prompts", broken)
    frame = MemoryFrame(server)
    _, live, task = await connected(frame)
    assert live.status == "connected"
    assert live.catalog.prompts is None
    assert live.catalog.problems["prompts"]
    frame.end()
    await task


async def test_a_flood_of_changes_is_one_more_listing_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    server = a_server()
    listings: list[int] = []
    list_tools = server.list_tools

    async def counted() -> Any:
        listings.append(1)
        return await list_tools()

    monkeypatch.setattr(server, "list_tools", counted)
    frame = MemoryFrame(server)
    store, live, task = await connected(frame)
    listed = len(listings)
    for _ in range(500):
        assert live.list_again is not None
        live.list_again()
    await until(store, "catalog:one", lambda: len(listings) >= listed + 2)
    assert len(listings) == listed + 2
    frame.end()
    await task


async def test_a_list_without_end_is_cut_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    server = a_server()
    for number in range(2100):
        server.add_tool(lambda: "x", name=f"tool{number}", description="x")
    frame = MemoryFrame(server)
    _, live, task = await connected(frame)
    assert len(live.catalog.tools or []) == 2000
    assert live.catalog.cut == {"tools"}
    frame.end()
    await task
