"""An inner page: who may use it, both roles on both sides, and what it keeps."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError
from mcp.server import MCPServer
from transom.errors import (
    NotInBrowser,
    PeerClosed,
    TransomError,
)
from transom.inner import NobodyAbove, connect_out, current_session, serve
from transom.outer import OuterFrame
from transom.session import reason_of
from transom.storage import MemoryStore, SessionStorage

from tests.unit.transom.world import HOST, PAGE, FakePage, Script, World


def named(name: str) -> MCPServer:
    server = MCPServer(name)

    @server.tool()
    async def who() -> str:
        return name

    @server.tool()
    async def sleep() -> None:
        await anyio.sleep_forever()

    return server


def serving(**options: Any) -> Script:
    async def script(page: FakePage) -> object:
        return await serve(named("inner"), **{"allow": HOST, "page": page, **options})

    return script


async def name_of(client: Client) -> object:
    content = (await client.call_tool("who", {})).structured_content
    return content and content["result"]


async def test_an_outer_frame_serves_an_inner_client() -> None:
    async def script(page: FakePage) -> list[object]:
        async with connect_out(HOST, page=page) as transport, Client(transport) as client:
            assert current_session().session_id == transport.session_id
            names = [await name_of(client) for _ in range(3)]
        with pytest.raises(TransomError, match="no session"):
            current_session()
        return names

    async with World() as world:
        async with OuterFrame(world.site(script), page=world.host).connect() as transport:
            ended = await serve(named("outer"), over=transport)
            await asyncio.sleep(1)
        assert isinstance(ended, PeerClosed)
        assert world.inner.result == ["outer"] * 3
        assert [state for state, _ in world.inner.states] == ["waiting", "connected", "ended"]


@pytest.mark.parametrize("end", ["reload", "close"])
async def test_an_inner_client_whose_server_leaves_has_its_calls_fail(end: str) -> None:
    async def script(page: FakePage) -> object:
        async with connect_out(HOST, page=page) as transport, Client(transport) as client:
            try:
                await client.call_tool("sleep", {})
            except MCPError as error:
                return reason_of(error)

    async with World() as world:
        frame = OuterFrame(world.site(script), page=world.host)
        async with frame.connect() as transport:
            server = asyncio.ensure_future(serve(named("outer"), over=transport))
            await asyncio.sleep(1)
            page = world.inner
            if end == "reload":
                page.place.navigate(page.href)
            else:
                world.host.borders[0].link.cancel()
            await server
            await asyncio.sleep(1)
        if end == "close":
            assert page.result == "PEER_CLOSED"


async def test_there_is_no_session_for_what_an_outer_frame_serves() -> None:
    async def script(page: FakePage) -> object:
        async with connect_out(HOST, page=page) as transport, Client(transport) as client:
            return (await client.call_tool("where", {})).structured_content

    server = MCPServer("Outer")

    @server.tool()
    async def where() -> str:
        try:
            return current_session().session_id
        except TransomError as error:
            return str(error)

    async with World() as world:
        async with OuterFrame(world.site(script), page=world.host).connect() as transport:
            await serve(server, over=transport)
        assert "no session" in str(world.inner.result)


async def test_a_page_that_nobody_opened_says_so() -> None:
    async with World() as world:
        assert isinstance(await serve(named("alone"), allow=HOST, page=world.host), NobodyAbove)
        with pytest.raises(NobodyAbove):
            async with connect_out(HOST, page=world.host):
                pytest.fail("It is open.")
        assert [state for state, _ in world.host.states] == ["alone", "alone"]


async def test_outside_of_a_page_there_is_an_error_that_says_so() -> None:
    with pytest.raises(NotInBrowser, match="serve"):
        await serve(named("nowhere"), allow=HOST)
    with pytest.raises(NotInBrowser, match="OuterFrame"):
        OuterFrame(PAGE)


@pytest.mark.parametrize("allow", [(), "", "null", "*", f"{HOST}/", [HOST, "http://"]])
async def test_a_wrong_allow_list_is_an_error_before_anything_is_said(allow: Any) -> None:
    async with World() as world:
        frame = OuterFrame(world.site(serving(allow=allow)), page=world.host)
        setting_up = asyncio.ensure_future(frame.setup())
        await asyncio.sleep(1)
        assert isinstance(world.inner.error, ValueError)
        assert world.host.heard == []
        world.inner.may_fail = True
        frame.close()
        with pytest.raises(TransomError):
            await setting_up


async def test_every_origin_may_use_a_page_that_says_so_twice(caplog: pytest.LogCaptureFixture) -> None:
    async with World() as world:
        with caplog.at_level(logging.WARNING):
            frame = OuterFrame(world.site(serving(allow="*", any_origin=True)), page=world.host)
            async with frame.connect() as transport, Client(transport) as client:
                assert await name_of(client) == "inner"
        assert [record.message for record in caplog.records] == ["Every origin is allowed to connect to this page."]


def test_a_session_s_storage_is_a_mapping_of_its_own() -> None:
    store = MemoryStore()
    one, other = SessionStorage(store, "one"), SessionStorage(store, "other")
    one["b"], one["a"], other["a"] = {"x": [1, None]}, "text", 2
    assert dict(one) == {"a": "text", "b": {"x": [1, None]}}
    assert (len(other), list(other), "b" in other, other.get("b")) == (1, ["a"], False, None)
    del one["a"]
    assert (list(one), other["a"]) == (["b"], 2)
    with pytest.raises(KeyError):
        del one["a"]
    with pytest.raises(KeyError):
        one["a"]
    for value in (float("nan"), object()):
        with pytest.raises((ValueError, TypeError)):
            one["c"] = value
    one["__proto__"] = {"constructor": {"prototype": 1}}
    assert one["__proto__"] == {"constructor": {"prototype": 1}}
    one.clear()
    assert (len(one), len(other)) == (0, 1)
