"""Changes in both protocol eras. The client asks for an era; what it hears has to be the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Literal

import pytest
from mcp import Client
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ToolsListChanged,
)
from mcp_types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

from assistant.changes import MAX_RESOURCES, Changes

pytestmark = pytest.mark.anyio

Era = Literal["legacy", "auto"]


class Farm:
    """Tells of changes in whichever era its client is from."""

    def __init__(self) -> None:
        self.bus = InMemorySubscriptionBus()
        self.mcp = MCPServer("farm", subscriptions=self.bus)
        self.followed: list[str] = []
        self.session: ServerSession | None = None
        add = self.mcp._lowlevel_server.add_request_handler
        add("resources/subscribe", SubscribeRequestParams, self._subscribe)
        add("resources/unsubscribe", UnsubscribeRequestParams, self._unsubscribe)

        @self.mcp.resource("farm://{name}")
        def animal(name: str) -> str:
            return name

        @self.mcp.tool()
        def meet(context: Context) -> None:
            self.session = context.session

    async def _subscribe(self, context: Any, params: SubscribeRequestParams) -> EmptyResult:
        self.followed.append(str(params.uri))
        return EmptyResult()

    async def _unsubscribe(self, context: Any, params: UnsubscribeRequestParams) -> EmptyResult:
        self.followed.remove(str(params.uri))
        return EmptyResult()

    async def change_all(self, era: Era, uri: str) -> None:
        if era == "auto":
            for event in (ToolsListChanged(), PromptsListChanged(), ResourcesListChanged(), ResourceUpdated(uri=uri)):
                await self.bus.publish(event)
            return
        assert self.session is not None
        await self.session.send_tool_list_changed()
        await self.session.send_prompt_list_changed()
        await self.session.send_resource_list_changed()
        await self.session.send_resource_updated(uri)


class Ears:
    def __init__(self) -> None:
        self.heard: set[str] = set()
        self._changed = asyncio.Event()
        self.changes = Changes(self._hear, self._hear)

    def _hear(self, what: str) -> None:
        self.heard.add(what)
        self._changed.set()

    async def hear(self, *what: str) -> None:
        async with asyncio.timeout(5):
            while not self.heard >= set(what):
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def met(era: Era) -> AsyncGenerator[tuple[Farm, Ears, Client]]:
    farm, ears = Farm(), Ears()
    async with Client(farm.mcp, mode=era, message_handler=ears.changes.hear) as client:
        await client.call_tool("meet", {})
        async with ears.changes.followed(client):
            yield farm, ears, client


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_every_kind_of_change_is_heard(era: Era) -> None:
    async with met(era) as (farm, ears, client):
        await ears.changes.follow_resource(client, "farm://cow")
        while era == "auto" and not any("farm" in heard for heard in ears.heard):
            await farm.change_all(era, "farm://cow")
            await asyncio.sleep(0)
        await farm.change_all(era, "farm://cow")
        await ears.hear("tools", "prompts", "resources", "templates", "farm://cow")


async def test_a_resource_is_followed_once_and_the_first_is_let_go_for_the_last() -> None:
    async with met("legacy") as (farm, ears, client):
        addresses = [f"farm://{number}" for number in range(MAX_RESOURCES + 1)]
        for uri in [*addresses, addresses[-1]]:
            await ears.changes.follow_resource(client, uri)
        assert farm.followed == addresses[1:]


async def test_streams_of_resources_are_bounded_as_well() -> None:
    async with met("auto") as (farm, ears, client):
        for number in range(MAX_RESOURCES + 1):
            await ears.changes.follow_resource(client, f"farm://{number}")
        while "farm://20" not in ears.heard:
            await farm.bus.publish(ResourceUpdated(uri="farm://0"))
            await farm.bus.publish(ResourceUpdated(uri="farm://20"))
            await asyncio.sleep(0)
        assert ears.heard == {"farm://20"}


async def test_nothing_is_asked_of_a_server_that_does_not_tell_of_changes() -> None:
    ears = Ears()
    async with Client(MCPServer("small"), mode="legacy") as client:
        await ears.changes.follow_resource(client, "farm://cow")  # an unknown method would be an error
    assert ears.heard == set()
