"""The client's side: what a server offers, as it is at each moment, and requests until the session ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated, ToolsListChanged
from mcp_types import ImageContent
from pydantic import BaseModel
from transom.errors import PeerReloaded

from assistant.conversation import Outcome
from assistant.following import Following
from assistant.model import Disconnected
from assistant.outcomes import MAX_CHARACTERS

from .servers import Notes, followed, names

pytestmark = pytest.mark.anyio

NOTE = "shop://note"


class Loaf(BaseModel):
    kind: str
    grams: int


class Shop:
    """A server with something of each kind."""

    def __init__(self) -> None:
        self.bus = InMemorySubscriptionBus()
        self.mcp = MCPServer("shop", title="The shop", instructions="Ask for bread.", subscriptions=self.bus)
        self.cancelled = asyncio.Event()
        self.started = asyncio.Event()
        self._add_tools()
        self._add_offers()

    def _add_tools(self) -> None:
        mcp = self.mcp

        @mcp.tool()
        def bake(kind: str) -> Loaf:
            return Loaf(kind=kind, grams=750)

        @mcp.tool()
        def sell(kind: str) -> str:
            raise ToolError(f"Refused: no {kind} today. Ask tomorrow.")

        @mcp.tool()
        def burn() -> str:
            raise ToolError("The oven is out.")

        @mcp.tool()
        def show() -> list[Any]:
            return ["Look:", ImageContent(type="image", data="AAAA", mime_type="image/png")]

        @mcp.tool()
        def tell() -> str:
            return "x" * (MAX_CHARACTERS + 7)

        @mcp.tool()
        async def wait(context: Context) -> str:
            self.started.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.cancelled.set()
            return ""

    def _add_offers(self) -> None:
        mcp = self.mcp

        @mcp.resource(NOTE)
        def note() -> str:
            return "Bread at noon."

        @mcp.resource("shop://item/{name}")
        def item(name: str) -> str:
            raise ResourceNotFoundError(f"There is no {name}.")

        @mcp.prompt()
        def order(what: str = "bread") -> str:
            return f"I want {what}."

    async def add_cake(self) -> None:
        self.mcp.add_tool(lambda: "cake", name="cake", description="Cake")
        await self.bus.publish(ToolsListChanged())


async def test_all_that_a_server_offers_is_known_once_it_is_connected() -> None:
    async with followed(Shop().mcp, Notes()) as (following, _):
        offer = following.offer
        assert (offer.server, offer.instructions, following.state) == ("The shop", "Ask for bread.", "connected")
        assert names(offer) == ["bake", "sell", "burn", "show", "tell", "wait"]
        assert [str(one.uri) for one in offer.resources] == [NOTE]
        assert [one.uri_template for one in offer.templates] == ["shop://item/{name}"]
        assert [one.name for one in offer.prompts] == ["order"]


async def test_tools_come_and_go_with_the_server() -> None:
    shop, notes = Shop(), Notes()
    async with followed(shop.mcp, notes) as (following, _):
        await shop.add_cake()
        await notes.until(lambda: "cake" in names(following.offer))
        before, after = notes.offers[-1]
        assert set(names(after)) - set(names(before)) == {"cake"}
        shop.mcp.remove_tool("cake")
        await shop.bus.publish(ToolsListChanged())
        await notes.until(lambda: "cake" not in names(following.offer))


async def test_a_call_gives_text_and_data() -> None:
    async with followed(Shop().mcp, Notes()) as (following, _):
        outcome = await following.call("bake", {"kind": "rye"})
        assert (outcome.state, outcome.data) == ("done", {"kind": "rye", "grams": 750})
        assert '"grams": 750' in outcome.text
        shown = await following.call("show", {})
        assert shown.text == "Look:\n\n[image/png, which is not shown here]"
        assert (await following.call("tell", {})).text.endswith("… (7 more characters)")


async def test_what_the_server_refuses_is_told_from_what_fails() -> None:
    async with followed(Shop().mcp, Notes()) as (following, _):
        assert await following.call("sell", {"kind": "rye"}) == Outcome(
            "refused", "Refused: no rye today. Ask tomorrow."
        )
        assert await following.call("burn", {}) == Outcome("failed", "The oven is out.")
        missing = await following.call("bake", {})
        assert (missing.state, "kind" in missing.text) == ("failed", True)
        assert (await following.call("no such tool", {})).state == "failed"
        unsendable = await following.call("bake", {"kind": float("nan")})
        assert unsendable.state == "failed"
        assert following.state == "connected"


async def test_a_call_that_takes_too_long_is_given_up_and_the_server_is_told() -> None:
    shop = Shop()
    async with followed(shop.mcp, Notes(), call_seconds=0.05) as (following, _):
        outcome = await following.call("wait", {})
        assert outcome == Outcome("failed", "The server did not answer within 0.05 seconds.")
        await asyncio.wait_for(shop.cancelled.wait(), 5)


async def test_a_call_is_cancelled_with_the_task_that_made_it() -> None:
    shop = Shop()
    async with followed(shop.mcp, Notes()) as (following, _):
        calling = asyncio.ensure_future(following.call("wait", {}))
        await asyncio.wait_for(shop.started.wait(), 5)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
        await asyncio.wait_for(shop.cancelled.wait(), 5)


async def test_a_resource_that_was_read_is_followed() -> None:
    shop, notes = Shop(), Notes()
    async with followed(shop.mcp, notes) as (following, _):
        assert await following.read(NOTE) == "Bread at noon."

        async def turn() -> None:
            while not notes.updated:  # the server agrees to tell of changes after its answer
                await shop.bus.publish(ResourceUpdated(uri=NOTE))
                await asyncio.sleep(0)

        await asyncio.wait_for(turn(), 5)
        assert set(notes.updated) == {NOTE}


async def test_what_can_not_be_read_is_said_in_the_servers_words() -> None:
    async with followed(Shop().mcp, Notes()) as (following, _):
        with pytest.raises(LookupError, match=r"There is no cake\."):
            await following.read("shop://item/cake")


async def test_a_prompt_gives_its_words() -> None:
    async with followed(Shop().mcp, Notes()) as (following, _):
        assert await following.prompt("order") == "I want bread."
        assert await following.prompt("order", {"what": "cake"}) == "I want cake."
        with pytest.raises(LookupError):
            await following.prompt("nothing")


async def test_the_end_of_the_session_ends_a_call_and_empties_the_offer() -> None:
    shop, notes = Shop(), Notes()
    async with followed(shop.mcp, notes) as (following, session):
        calling = asyncio.ensure_future(following.call("wait", {}))
        await asyncio.wait_for(shop.started.wait(), 5)
        session.end(PeerReloaded())
        with pytest.raises(Disconnected, match="again"):
            await calling
        await notes.until(lambda: following.state == "disconnected")
        assert following.reason == str(PeerReloaded())
        assert following.offer.tools == following.offer.resources == ()
        for request in (following.call("bake", {}), following.read(NOTE), following.prompt("order")):
            with pytest.raises(Disconnected):
                await request


async def test_before_there_is_a_server_nothing_can_be_asked() -> None:
    with pytest.raises(Disconnected, match="no server yet"):
        await Following(Notes()).call("bake", {})


async def test_a_server_with_tools_alone_is_followed_too() -> None:
    mcp = MCPServer("small")
    async with followed(mcp, Notes()) as (following, _):
        assert (following.state, following.offer.server) == ("connected", "small")
