"""An inner page, and a window above it that behaves as it likes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from transom.errors import (
    NoAnswer,
    OriginNotAllowed,
    PeerClosed,
    PeerSilent,
    SpeaksOtherwise,
    TransomError,
    VersionMismatch,
)
from transom.inner import InnerOptions

from tests.unit.transom.test_inner import serving
from tests.unit.transom.world import EVIL, HOST, FakePage, Place, Port, Script, World


class Above:
    """A window above the page that a test plays itself."""

    def __init__(self, world: World, origin: str = HOST) -> None:
        self.world = world
        self.page = FakePage(world, Place(world), f"{origin}/", origin)
        self.page.place.page = self.page

    def open(self, script: Script, *, flags: str = "") -> Place:
        self.place = Place(self.world, self.page)
        self.place.navigate(self.world.site(script) + flags)
        return self.place

    def say(self, message: dict[str, Any], *, port: Port | None = None, by: FakePage | None = None) -> None:
        import json

        (by or self.page).post(self.place, json.dumps(message), "*", port)

    def reply(self, session_id: str = "s", **fields: Any) -> None:
        reply = {"type": "MCP_TRANSPORT_HANDSHAKE_REPLY", "sessionId": session_id, "protocolVersion": "1.0"}
        self.say({**reply, **fields})

    async def heard(self, kind: str) -> dict[str, Any]:
        for _ in range(1000):
            for message in self.page.heard:
                if message["type"] == kind:
                    return message
            await asyncio.sleep(0.05)
        raise AssertionError(f"{kind} was not said.")

    def close(self) -> None:
        self.place.remove()


async def test_a_host_that_answers_late_is_heard_since_the_page_asks_again() -> None:
    async with World() as world:
        above = Above(world)
        above.open(serving())
        await asyncio.sleep(10)
        assert 35 < len(above.page.heard) < 45
        above.reply()
        assert (await above.heard("MCP_TRANSPORT_ACCEPTED"))["sessionId"] == "s"
        said = len(above.page.heard)
        await asyncio.sleep(5)
        assert len(above.page.heard) == said
        above.close()


async def test_a_page_asks_for_permissions_twice_at_most() -> None:
    from tests.unit.transom.peers import need

    async with World() as world:
        above = Above(world)
        above.open(serving(options=InnerOptions(name="Camera", permissions=(need("camera"),))), flags="#setup")
        await asyncio.sleep(60)
        assert [message["type"] for message in above.page.heard] == ["MCP_SETUP_HANDSHAKE"] * 2
        above.close()


@pytest.mark.parametrize(("chats", "error"), [(False, NoAnswer), (True, SpeaksOtherwise)])
async def test_a_page_whose_host_does_not_answer_gives_up(chats: bool, error: type[TransomError]) -> None:
    async with World() as world:
        above = Above(world)
        above.open(serving())
        await asyncio.sleep(1)
        if chats:
            above.say({"jsonrpc": "2.0", "method": "hello"})
        await asyncio.sleep(40)
        page = world.inner
        assert isinstance(page.error, error)
        assert HOST in str(page.error)
        assert page.borders == []
        page.may_fail = True
        above.close()


async def test_a_reply_after_the_time_is_not_heard() -> None:
    async with World() as world:
        above = Above(world)
        above.open(serving())
        await asyncio.sleep(40)
        above.reply()
        await asyncio.sleep(1)
        assert "MCP_TRANSPORT_ACCEPTED" not in str(above.page.heard)
        world.inner.may_fail = True
        above.close()


async def test_a_reply_from_an_origin_that_is_not_allowed_ends_the_handshake() -> None:
    async with World() as world:
        above = Above(world, EVIL)
        above.open(serving())
        await asyncio.sleep(1)
        above.reply("secret")
        await asyncio.sleep(1)
        assert isinstance(world.inner.error, OriginNotAllowed)
        assert world.inner.error.origin == EVIL
        assert {message["type"] for message in above.page.heard} == {"MCP_TRANSPORT_HANDSHAKE", "TRANSOM_FAILURE"}
        assert HOST not in str(above.page.heard)
        world.inner.may_fail = True
        above.close()


async def test_a_window_that_is_not_above_is_not_heard() -> None:
    async with World() as world:
        above, sibling = Above(world), Above(world)
        above.open(serving())
        sibling.open(serving())
        await asyncio.sleep(1)
        reply = {"type": "MCP_TRANSPORT_HANDSHAKE_REPLY", "sessionId": "forged", "protocolVersion": "1.0"}
        above.say(reply, by=sibling.page)
        await asyncio.sleep(1)
        assert "MCP_TRANSPORT_ACCEPTED" not in str(above.page.heard)
        above.reply("true")
        assert (await above.heard("MCP_TRANSPORT_ACCEPTED"))["sessionId"] == "true"
        above.say({"type": "TRANSOM_GOODBYE", "reason": "closed"}, by=sibling.page)
        above.say({"type": "TRANSOM_FAILURE", "code": "X", "message": ""}, by=sibling.page)
        await asyncio.sleep(1)
        assert world.pages[0].result is None
        above.close()
        sibling.close()


async def test_a_host_of_another_version_is_told_so() -> None:
    async with World() as world:
        above = Above(world)
        above.open(serving())
        await asyncio.sleep(1)
        above.reply(protocolVersion="2.0")
        assert (await above.heard("TRANSOM_FAILURE"))["code"] == "VERSION_MISMATCH"
        await asyncio.sleep(1)
        assert isinstance(world.inner.error, VersionMismatch)
        world.inner.may_fail = True
        above.close()


async def test_a_host_that_does_not_confirm_is_given_up() -> None:
    async with World() as world:
        above = Above(world)
        above.open(serving())
        await asyncio.sleep(1)
        above.reply(extensions=[])
        await above.heard("TRANSOM_GOODBYE")
        await asyncio.sleep(1)
        assert isinstance(world.inner.result, PeerSilent)
        above.close()


async def test_a_host_that_knows_no_extensions_is_served_over_the_window() -> None:
    async with World() as world:
        above = Above(world)
        above.open(serving())
        await asyncio.sleep(1)
        above.reply()
        await above.heard("MCP_TRANSPORT_ACCEPTED")
        above.say({"type": "MCP_MESSAGE", "payload": {"jsonrpc": "2.0", "id": 0, "method": "tools/list"}})
        answer = (await above.heard("MCP_MESSAGE"))["payload"]
        assert (answer["id"], len(answer["result"]["tools"])) == (0, 2)
        await asyncio.sleep(60)
        assert world.inner.result is None
        above.say({"type": "TRANSOM_GOODBYE", "reason": "closed", "message": "Done."})
        await asyncio.sleep(1)
        assert isinstance(world.inner.result, PeerClosed)
        above.close()


@pytest.mark.parametrize("kind", ["MCP_TRANSPORT_HANDSHAKE_REPLY", "TRANSOM_READY", "MCP_SETUP_COMPLETE"])
async def test_a_second_reply_changes_nothing(kind: str) -> None:
    async with World() as world:
        above = Above(world)
        above.open(serving())
        await asyncio.sleep(1)
        above.reply()
        await above.heard("MCP_TRANSPORT_ACCEPTED")
        above.say({"type": kind, "sessionId": "another", "protocolVersion": "1.0", "status": "success"})
        above.say({"type": kind, "sessionId": 5})
        await asyncio.sleep(1)
        above.say({"type": "MCP_MESSAGE", "payload": {"jsonrpc": "2.0", "id": 0, "method": "ping"}})
        assert (await above.heard("MCP_MESSAGE"))["payload"] == {"jsonrpc": "2.0", "id": 0, "result": {}}
        above.close()
