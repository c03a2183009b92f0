"""A copilot hears of changes: of the tools that it may call, and of what it follows, in either protocol era."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client
from mcp_types import (
    EmptyResult,
    SubscribeRequest,
    SubscribeRequestParams,
    UnsubscribeRequest,
    UnsubscribeRequestParams,
)

from operations.server import make_server
from tests.unit.transom.sessions import connected

from .boards import Board, call, trusting

pytestmark = pytest.mark.anyio

MODES = ["auto", "legacy"]
HEALTH, INCIDENTS, PROJECT = "dashboard://health", "dashboard://incidents", "dashboard://projects/P-105"
TOOLS = "tools"


class Heard(asyncio.Queue[str]):
    async def note(self, message: Any) -> None:
        match getattr(message, "method", ""):
            case "notifications/resources/updated":
                self.put_nowait(str(message.params.uri))
            case "notifications/tools/list_changed":
                self.put_nowait(TOOLS)
            case _:
                pass

    async def next(self) -> str:
        async with asyncio.timeout(5):
            return await self.get()


@asynccontextmanager
async def following(board: Board, mode: str, *uris: str) -> AsyncIterator[tuple[Client, Heard]]:
    """A client that follows resources, and what it hears."""
    heard = Heard()
    handler = heard.note if mode == "legacy" else None
    async with connected(make_server(board), mode=mode, message_handler=handler) as client:
        if mode == "legacy":
            for uri in uris:
                params = SubscribeRequestParams(uri=uri)
                await client.session.send_request(SubscribeRequest(params=params), EmptyResult)
            await client.list_tools()
            yield client, heard
            return
        async with client.listen(resource_subscriptions=list(uris), tools_list_changed=True) as events:
            listening = asyncio.ensure_future(_hear(events, heard))
            yield client, heard
            listening.cancel()


async def _hear(events: Any, heard: Heard) -> None:
    async for event in events:
        heard.put_nowait(str(getattr(event, "uri", TOOLS)))


@pytest.mark.parametrize("mode", MODES)
async def test_both_eras_are_told_that_lists_change(mode: str) -> None:
    async with connected(make_server(trusting()), mode=mode) as client:
        capabilities = client.server_capabilities
        assert capabilities
        assert capabilities.tools
        assert capabilities.tools.list_changed
        assert capabilities.resources
        assert capabilities.resources.subscribe


@pytest.mark.parametrize("mode", MODES)
async def test_a_policy_that_changes_the_list_of_tools_is_told(mode: str) -> None:
    board = trusting()
    async with following(board, mode) as (client, heard):
        board.trust.set_policy("highlight", "never")
        assert await heard.next() == TOOLS
        assert "highlight" not in [tool.name for tool in (await client.list_tools()).tools]
        board.trust.set_policy("highlight", "ask")
        assert await heard.next() == TOOLS
        assert "highlight" in [tool.name for tool in (await client.list_tools()).tools]


@pytest.mark.parametrize("mode", MODES)
async def test_who_follows_the_health_hears_of_each_step(mode: str) -> None:
    board = trusting()
    async with following(board, mode, HEALTH) as (_, heard):
        for _ in range(3):
            board.simulation.step()
            assert await heard.next() == HEALTH
        assert heard.empty()


@pytest.mark.parametrize("mode", MODES)
async def test_each_resource_is_told_of_by_itself(mode: str) -> None:
    board = trusting()
    async with following(board, mode, HEALTH, INCIDENTS, PROJECT) as (client, heard):
        await call(client, "update_project_status", project_id="P-105", status="on_hold")
        assert await heard.next() == PROJECT
        await call(client, "update_project_status", project_id="P-104", status="on_hold")
        await call(client, "acknowledge_incident", incident_id="I-30")
        assert {await heard.next(), await heard.next()} == {HEALTH, INCIDENTS}
        await call(client, "schedule_maintenance", service_id="S-5", start="2026-11-20T22:00:00Z", minutes=60)
        assert await heard.next() == HEALTH
        board.undo(1)
        assert await heard.next() == PROJECT
        board.trust.allow("budget", False)
        assert await heard.next() == PROJECT
        assert heard.empty()


async def test_who_follows_no_more_hears_nothing() -> None:
    board = trusting()
    async with following(board, "legacy", HEALTH, INCIDENTS) as (client, heard):
        params = UnsubscribeRequestParams(uri=HEALTH)
        await client.session.send_request(UnsubscribeRequest(params=params), EmptyResult)
        board.acknowledge("I-30")
        assert await heard.next() == INCIDENTS
        assert heard.empty()


async def test_an_ended_session_leaves_no_observers_behind() -> None:
    board = trusting()
    before = len(board.state.observers), len(board.trust.observers)
    async with connected(make_server(board)) as client:
        await client.list_tools()
        assert len(board.state.observers) > before[0]
    assert (len(board.state.observers), len(board.trust.observers)) == before


@pytest.mark.parametrize("mode", MODES)
async def test_both_eras_get_the_same_answers(mode: str) -> None:
    board = trusting()
    async with connected(make_server(board), mode=mode) as client:
        assert (await call(client, "get_current_user"))["name"] == "Maya Lindqvist"
        board.trust.set_policy("get_current_user", "never")
        result = await client.call_tool("get_current_user")
        assert result.is_error
        assert str(result.content[0]).count("Refused: ") == 1
