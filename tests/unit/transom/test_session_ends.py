"""How sessions end, and what tells a page that lives from one that does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from mcp import Client, MCPError
from mcp.server import MCPServer
from transom.errors import (
    ClosedHere,
    PeerCrashed,
    PeerNavigated,
    PeerReloaded,
    PeerRemoved,
    PeerSilent,
    SessionEnded,
    SetupRequired,
    TransomError,
)
from transom.inner import current_session, serve
from transom.outer import OuterFrame
from transom.session import reason_of

from tests.unit.transom.greeters import call, frame_for, greeter
from tests.unit.transom.world import EVIL, HOST, PAGE, FakePage, World

End = tuple[Callable[[World, OuterFrame], object], type[TransomError]]
ENDS: dict[str, End] = {
    "reload": (lambda world, _: world.inner.place.navigate(world.inner.href), SessionEnded),
    "navigation": (lambda world, _: world.inner.place.navigate(f"{EVIL}/"), SessionEnded),
    "removal": (lambda world, _: world.inner.place.remove(), SessionEnded),
    "crash": (lambda world, _: world.inner.place.crash(), PeerCrashed),
    "close": (lambda _, frame: frame.close(), ClosedHere),
}


@pytest.mark.parametrize("end", ENDS)
async def test_whatever_ends_the_session_fails_the_pending_call_at_once(end: str) -> None:
    act, error = ENDS[end]
    async with World() as world:
        world.site(greeter(), f"{EVIL}/")
        frame = frame_for(world, world.site(greeter()))
        async with frame.connect() as transport, Client(transport) as client:
            pending = asyncio.ensure_future(call(client, "sleep"))
            await asyncio.sleep(1)
            began = world.loop.time()
            act(world, frame)
            with pytest.raises(MCPError) as caught:
                await pending
            assert world.loop.time() - began < 1
            assert isinstance(transport.error, error)
            assert reason_of(caught.value) == transport.error.code
            assert await transport.wait_ended() is transport.error
            with pytest.raises(MCPError):
                await call(client, "greet", name="Ada")
        for page in world.pages:
            page.may_fail = True


@pytest.mark.parametrize(
    ("target", "error"),
    [(f"{PAGE}/app", PeerReloaded), (f"{EVIL}/", PeerNavigated), ("about:blank", PeerReloaded)],
)
async def test_a_page_that_says_no_goodbye_is_missed_when_another_takes_its_place(
    target: str, error: type[TransomError]
) -> None:
    async with World() as world:
        world.site(greeter(), f"{EVIL}/")
        frame = frame_for(world, world.site(greeter()))
        async with frame.connect() as transport:
            await asyncio.sleep(1)
            world.inner.stop()
            world.inner.place.navigate(target)
            assert isinstance(await transport.wait_ended(), error)
        for page in world.pages:
            page.may_fail = True


async def test_a_page_that_lives_is_not_taken_for_crashed() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()))
        async with frame.connect() as transport, Client(transport) as client:
            for _ in range(3):
                world.inner.place.tell_watchers("empty")
                await asyncio.sleep(2)
            assert await call(client, "greet", name="Ada") == "Hello, Ada!"
            assert transport.error is None


async def test_a_check_tells_a_page_that_lives_from_one_that_is_silent() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()))
        async with frame.connect() as transport:
            await transport.check()
            world.inner.stop()
            with pytest.raises(PeerSilent):
                await transport.check(seconds=3)
            assert transport.error is None
            checking = asyncio.ensure_future(transport.check())
            await asyncio.sleep(0)
            world.inner.place.remove()
            with pytest.raises(PeerRemoved):
                await checking
            with pytest.raises(PeerRemoved):
                await transport.check()


async def test_a_check_says_that_there_is_no_heartbeat() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()), extensions=frozenset())
        async with frame.connect() as transport:
            with pytest.raises(SessionEnded, match="no heartbeat"):
                await transport.check()


async def test_a_page_that_ends_its_session_says_why() -> None:
    async def script(page: FakePage) -> object:
        server = MCPServer("Brief")

        @server.tool()
        async def leave() -> str:
            current_session().require_setup("The key has expired.", "AUTH_EXPIRED")
            return "left"

        return await serve(server, allow=HOST, page=page)

    async with World() as world:
        frame = frame_for(world, world.site(script))
        async with frame.connect() as transport, Client(transport) as client:
            with pytest.raises(MCPError) as caught:
                await call(client, "leave")
            assert reason_of(caught.value) == "SETUP_REQUIRED"
            assert isinstance(transport.error, SetupRequired)
            assert transport.error.reason == "AUTH_EXPIRED"
            await asyncio.sleep(1)
        assert isinstance(world.inner.result, SetupRequired)


async def test_a_page_that_wants_a_setup_later_goes_on() -> None:
    async def script(page: FakePage) -> None:
        server = MCPServer("Patient")

        @server.tool()
        async def work() -> str:
            current_session().require_setup("A new key is there. " * 500, can_continue=True)
            return "done"

        await serve(server, allow=HOST, page=page)

    async with World() as world:
        notices: list[SetupRequired] = []
        frame = frame_for(world, world.site(script), on_setup_required=notices.append)
        async with frame.connect() as transport, Client(transport) as client:
            assert await call(client, "work") == "done"
            assert [notice.reason for notice in notices] == ["CONFIG_CHANGED"]
            assert transport.error is None
