"""An outer frame and a page that serves, in one process: sessions, and pages that don't take part."""

from __future__ import annotations

import asyncio

import anyio
import pytest
from mcp import Client
from transom.errors import (
    ClosedHere,
    NoAnswer,
    OriginNotAllowed,
    PageUnreachable,
    PeerClosed,
    PeerNavigated,
    PopupBlocked,
    Refused,
    SpeaksOtherwise,
    TransomError,
    VersionMismatch,
)
from transom.outer import Liberty
from transom.session import SessionTransport
from transom.traffic import Traffic

from tests.unit.transom.greeters import call, frame_for, greeter
from tests.unit.transom.world import EVIL, HOST, PAGE, FakePage, Script, World

EXTENSIONS = [frozenset[str](), frozenset({"port"}), frozenset({"heartbeat"}), frozenset({"port", "heartbeat"})]
with_extensions = pytest.mark.parametrize("extensions", EXTENSIONS, ids=lambda words: "+".join(sorted(words)) or "none")


@with_extensions
@pytest.mark.parametrize("popup", [False, True], ids=["iframe", "popup"])
async def test_a_tool_of_the_page_is_called(extensions: frozenset[str], popup: bool) -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()), extensions=extensions, popup=popup)
        async with frame.connect("the session") as transport, Client(transport) as client:
            assert await call(client, "greet", name="Ada") == "Hello, Ada!"
            assert await call(client, "session") == "the session"
            assert transport.over_port == ("port" in extensions)
            assert (transport.session_id, transport.origin, transport.error) == ("the session", PAGE, None)
            assert [state for state, _ in world.inner.states] == ["waiting", "connected"]
        assert isinstance(transport.error, ClosedHere)
        assert transport.dropped == {}


async def test_an_opaque_page_is_served_over_a_port() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()), opaque=True)
        async with frame.connect() as transport, Client(transport) as client:
            assert await call(client, "greet", name="Ada") == "Hello, Ada!"
            assert (transport.origin, transport.over_port) == ("null", True)
            assert world.inner.place.settings is not None
            assert "allow-same-origin" not in world.inner.place.settings.sandbox


async def test_an_opaque_page_without_a_port_is_refused() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()), opaque=True, extensions=frozenset())
        with pytest.raises(Refused):
            async with frame.connect():
                pytest.fail("It is open.")
        world.inner.may_fail = True


async def test_a_page_without_an_origin_is_not_taken_for_the_one_that_was_meant() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter(), origin="null"))
        with pytest.raises(PeerNavigated):
            async with frame.connect():
                pytest.fail("It is open.")


async def test_sessions_follow_each_other_on_one_frame() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()))
        ids: set[str] = set()
        for _ in range(3):
            async with frame.connect() as transport, Client(transport) as client:
                assert await call(client, "session") == transport.session_id
                ids.add(transport.session_id)
        assert len(ids) == 3
        assert len(world.pages) == 3


async def test_a_frame_has_one_session_at_a_time() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()))
        async with frame.connect() as transport, Client(transport) as client:
            with pytest.raises(RuntimeError, match="in use"):
                await frame.setup()
            assert await call(client, "greet", name="Ada") == "Hello, Ada!"


async def test_a_session_is_used_once() -> None:
    async with World() as world, frame_for(world, world.site(greeter())).connect() as transport:
        async with Client(transport):
            pass
        with pytest.raises(RuntimeError, match="used once"):
            await transport.__aenter__()


async def test_two_frames_have_sessions_of_their_own() -> None:
    async with World() as world:
        url = world.site(greeter())
        one, other = frame_for(world, url), frame_for(world, url)
        async with (
            one.connect() as first,
            other.connect() as second,
            Client(first) as near,
            Client(second) as far,
        ):
            assert await call(near, "session") == first.session_id
            assert await call(far, "session") == second.session_id
            assert first.dropped["source"] + second.dropped["source"] > 0


async def test_an_error_in_the_body_leaves_nothing_behind() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()))
        with pytest.raises(LookupError):
            async with frame.connect():
                raise LookupError
        async with frame.connect() as transport, Client(transport) as client:
            assert await call(client, "greet", name="Ada") == "Hello, Ada!"


async def test_cancelling_inside_of_connect_leaves_nothing_behind() -> None:
    async with World() as world:
        for seconds in (0, 0.01, 0.2, 1, 3):
            frame = frame_for(world, world.site(greeter()))
            with anyio.move_on_after(seconds) as scope:
                async with frame.connect() as transport, Client(transport):
                    await anyio.sleep_forever()
            assert scope.cancelled_caught
            for page in world.pages:
                page.may_fail = True


async def silent(page: FakePage) -> None: ...


async def chatting(page: FakePage) -> None:
    page.say({"jsonrpc": "2.0", "method": "hello"})


async def outdated(page: FakePage) -> None:
    page.say({"type": "MCP_TRANSPORT_HANDSHAKE", "protocolVersion": "0.9"})


@pytest.mark.parametrize(
    ("script", "error", "within"),
    [(silent, NoAnswer, 20), (chatting, SpeaksOtherwise, 20), (outdated, VersionMismatch, 1)],
)
async def test_a_page_that_does_not_take_part_is_given_up(
    script: Script, error: type[TransomError], within: float
) -> None:
    async with World() as world:
        frame = frame_for(world, world.site(script))
        with pytest.raises(error):
            async with frame.connect():
                pytest.fail("It is open.")
        assert world.loop.time() < within


@pytest.mark.parametrize("popup", [False, True], ids=["iframe", "popup"])
async def test_a_dead_address_is_given_up_within_seconds(popup: bool) -> None:
    async with World() as world:
        frame = frame_for(world, f"{PAGE}/nowhere", popup=popup)
        began = world.loop.time()
        with pytest.raises(PageUnreachable, match="nowhere"):
            async with frame.connect():
                pytest.fail("It is open.")
        assert world.loop.time() - began < 5


async def test_a_page_that_starts_slowly_and_says_so_has_its_time() -> None:
    async def script(page: FakePage) -> None:
        for stage in ("loading", "starting", "ready"):
            page.say({"type": "TRANSOM_STAGE", "stage": stage})
            await asyncio.sleep(20)
        await greeter()(page)

    async with World() as world:
        stages: list[str] = []
        frame = frame_for(world, world.site(script), on_stage=stages.append)
        async with frame.connect():
            assert stages == ["loading", "starting", "ready"]
            assert frame.stage == "ready"


async def test_a_page_that_speaks_while_its_address_is_tried_is_there() -> None:
    async def script(page: FakePage) -> None:
        page.world.sites.clear()
        await asyncio.sleep(2.6)
        await greeter()(page)

    async with World() as world, frame_for(world, world.site(script)).connect() as transport:
        await asyncio.sleep(10)
        assert transport.error is None


async def test_a_blocked_popup_is_an_error_that_says_so() -> None:
    async with World() as world:
        world.blocks_popups = True
        frame = frame_for(world, world.site(greeter()), popup=True)
        with pytest.raises(PopupBlocked):
            async with frame.connect():
                pytest.fail("It is open.")
        world.blocks_popups = False
        async with frame.connect():
            pass


async def test_a_host_that_is_not_allowed_learns_nothing() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter(allow="https://other.example")))
        with pytest.raises(Refused, match=f"does not allow {HOST}") as caught:
            async with frame.connect():
                pytest.fail("It is open.")
        assert caught.value.reason == "ORIGIN_NOT_ALLOWED"
        world.inner.may_fail = True
        assert isinstance(world.inner.error, OriginNotAllowed)
        assert {message["type"] for message in world.host.heard} == {"MCP_TRANSPORT_HANDSHAKE", "TRANSOM_FAILURE"}
        assert "other.example" not in str(world.host.heard)


async def test_a_redirect_to_another_origin_gets_no_session_id() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter(), origin=EVIL))
        with pytest.raises(PeerNavigated) as caught:
            async with frame.connect():
                pytest.fail("It is open.")
        assert (caught.value.expected, caught.value.origin) == (PAGE, EVIL)
        assert world.inner.heard == []


@pytest.mark.parametrize("kind", ["TRANSOM_PONG", "TRANSOM_PING", "TRANSOM_GOODBYE", "MCP_MESSAGE", "TRANSOM_STAGE"])
async def test_any_message_of_ours_from_another_origin_ends_the_session(kind: str) -> None:
    async with World() as world:
        forged = {"type": kind, "id": 1, "reason": "closed", "stage": "ready", "payload": {}}

        async def attack(page: FakePage) -> None:
            page.say(forged)
            await asyncio.sleep(0.01)
            page.result = page.heard

        world.site(attack, f"{EVIL}/")
        stages: list[str] = []
        frame = frame_for(world, world.site(greeter()), on_stage=stages.append)
        async with frame.connect() as transport:
            world.inner.stop()
            world.inner.place.on_load.clear()
            world.inner.place.navigate(f"{EVIL}/")
            assert isinstance(await transport.wait_ended(), PeerNavigated)
            assert transport.dropped["origin"] == 1
            assert (stages, frame.stage) == ([], None)
        assert world.inner.result in (None, [])


async def test_an_inspector_sees_the_whole_traffic() -> None:
    async with World() as world:
        lines: list[Traffic] = []
        frame = frame_for(world, world.site(greeter()), inspector=lines.append)
        async with frame.connect() as transport, Client(transport) as client:
            await call(client, "greet", name="Ada")
        kinds = [line.kind for line in lines]
        assert kinds[0] == "received"
        assert kinds[-1] == "state"
        assert any("Hello, Ada!" in line.text for line in lines if line.kind == "received")
        assert any('"greet"' in line.text for line in lines if line.kind == "sent")


async def test_closing_the_frame_while_it_connects_says_so() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(silent))

        async def connect() -> None:
            async with frame.connect():
                pytest.fail("It is open.")

        connecting = asyncio.ensure_future(connect())
        await asyncio.sleep(0.1)
        frame.close()
        frame.close()
        with pytest.raises(ClosedHere):
            await connecting


async def test_a_server_that_crashes_says_goodbye() -> None:
    async def script(page: FakePage) -> None:
        page.may_fail = True

        async def stop(transport: SessionTransport) -> None:
            raise LookupError

        from transom.inner import connect_out

        async with connect_out(HOST, page=page) as transport:
            await stop(transport)

    async with World() as world:
        async with frame_for(world, world.site(script)).connect() as transport:
            assert isinstance(await transport.wait_ended(), PeerClosed)
        assert isinstance(world.inner.error, LookupError)


@pytest.mark.parametrize(
    ("may", "opaque", "sandbox"),
    [
        (("popups", "forms"), False, "allow-scripts allow-same-origin allow-forms allow-popups"),
        ((), True, "allow-scripts"),
    ],
)
async def test_a_page_gets_the_liberties_that_it_is_given(may: tuple[Liberty, ...], opaque: bool, sandbox: str) -> None:
    async with World() as world:
        frame = frame_for(world, world.site(greeter()), may=may, opaque=opaque)
        async with frame.connect():
            assert world.inner.place.settings is not None
            assert world.inner.place.settings.sandbox == sandbox


async def test_no_page_is_given_the_window_above() -> None:
    async with World() as world:
        with pytest.raises(ValueError, match="top-navigation"):
            frame_for(world, world.site(greeter()), may=["top-navigation"])
