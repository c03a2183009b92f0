"""Which sessions run, which wait, and what is kept of a setup."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest
from mcp.server import MCPServer
from transom import SetupFailed, SetupResult, Visibility

from demo_host.state.live import LiveServer
from demo_host.state.servers import ServerEntry, Servers
from demo_host.state.sessions import Sessions, SetUp
from demo_host.state.store import Store

from .sessions import Clock, MemoryFrame, Nobody, new_store, until
from .storage import MemoryStorage

pytestmark = pytest.mark.anyio


def result(session_id: str = "the id", name: str = "Shop") -> SetupResult:
    return SetupResult(
        session_id=session_id,
        display_name=name,
        visibility=Visibility(requirement="hidden"),
        decisions={"camera": True},
        permissions=frozenset({"camera"}),
    )


@dataclass
class MemoryPlaces:
    """Pages that are servers in memory; `setups` has what the next setups come to."""

    setups: list[SetUp | Exception | None] = field(default_factory=list[Any])
    frames: dict[str, MemoryFrame] = field(default_factory=dict[str, MemoryFrame])
    opened: list[str] = field(default_factory=list[str])
    gate: asyncio.Event | None = None

    def session_frame(self, entry: ServerEntry, live: LiveServer) -> MemoryFrame:
        self.opened.append(entry.name)
        self.frames[entry.name] = MemoryFrame(MCPServer(entry.name))
        return self.frames[entry.name]

    async def set_up(self, entry: ServerEntry, live: LiveServer) -> SetUp | None:
        if self.gate is not None:
            await self.gate.wait()
        done = self.setups.pop(0)
        if isinstance(done, Exception):
            raise done
        return done


@dataclass
class Host:
    places: MemoryPlaces = field(default_factory=MemoryPlaces)
    store: Store = field(default_factory=new_store)

    def __post_init__(self) -> None:
        self.servers = Servers(MemoryStorage(), self.store, Clock())
        self.sessions = Sessions(self.servers, self.store, Nobody(), self.places, Clock())

    def add(self, name: str, *, is_set_up: bool = True) -> str:
        entry = self.servers.add(f"https://{name}.example/", name)
        if is_set_up:
            self.servers.update(entry.id, session_id=f"session of {name}")
        return entry.id

    async def until(self, server_id: str, status: str) -> LiveServer:
        live = self.sessions.live(server_id)
        await until(self.store, "live", lambda: live.status == status)
        return live

    async def end(self) -> None:
        for entry in self.servers.entries:
            if task := self.sessions.forget(entry.id):
                await asyncio.wait([task])


async def test_a_new_server_is_set_up_and_then_connected() -> None:
    host = Host()
    host.places.setups = [SetUp(result(), ())]
    id = host.add("shop", is_set_up=False)
    host.sessions.connect(id)
    await host.until(id, "connected")
    entry = host.servers.get(id)
    assert (entry.session_id, entry.decisions, entry.permissions) == ("the id", {"camera": True}, {"camera"})
    await host.end()


async def test_a_setup_that_is_given_up_leaves_the_server_as_it_was() -> None:
    host = Host()
    host.places.setups = [None]
    host.places.gate = asyncio.Event()
    id = host.add("shop", is_set_up=False)
    host.sessions.set_up(id)
    live = await host.until(id, "setting-up")
    host.places.gate.set()
    await host.until(id, "disconnected")
    assert (live.problem, host.servers.get(id).session_id) == (None, "")


async def test_a_setup_that_fails_says_why_and_keeps_the_session_id() -> None:
    host = Host()
    host.places.setups = [SetupFailed("AUTH_FAILED", "The key is wrong.")]
    id = host.add("shop")
    host.sessions.set_up(id)
    live = await host.until(id, "failed")
    assert live.problem is not None
    assert "The key is wrong." in live.problem.text
    assert live.problem.steps == ("set-up",)
    assert host.servers.get(id).session_id == "session of shop"


async def test_the_persons_own_name_survives_a_setup() -> None:
    host = Host()
    host.places.setups = [SetUp(result(name="The server's"), ())]
    id = host.add("mine")
    host.sessions.set_up(id)
    await host.until(id, "connected")
    assert host.servers.get(id).name == "mine"
    await host.end()


async def test_pages_that_are_opened_at_the_start_boot_one_after_the_other() -> None:
    host = Host()
    ids = [host.add(name) for name in ("one", "two", "three")]
    busy: list[int] = []

    def look() -> None:
        lives = [host.sessions.live(id) for id in ids]
        busy.append(sum(live.status in ("loading", "connecting") for live in lives))

    host.store.watch("live", look)
    host.sessions.connect_in_turn(ids)
    for id in ids:
        await host.until(id, "connected")
    assert host.places.opened == ["one", "two", "three"]
    assert max(busy) == 1
    await host.end()


async def test_one_that_waits_for_its_turn_can_be_given_up() -> None:
    host = Host()
    one, two = host.add("one"), host.add("two")
    host.sessions.connect_in_turn([one, two])
    assert host.sessions.live(two).status == "waiting"
    host.sessions.disconnect(two)
    assert host.sessions.live(two).status == "disconnected"
    await host.until(one, "connected")
    assert host.places.opened == ["one"]
    await host.end()


async def test_to_connect_again_ends_the_session_before() -> None:
    host = Host()
    id = host.add("shop")
    host.sessions.connect(id)
    await host.until(id, "connected")
    first = host.places.frames["shop"]
    host.sessions.connect(id)
    await until(host.store, "live", lambda: host.places.frames["shop"] is not first)
    await host.until(id, "connected")
    await host.end()


async def test_nothing_is_kept_of_a_server_that_is_forgotten() -> None:
    host = Host()
    id = host.add("shop")
    host.sessions.connect(id)
    live = await host.until(id, "connected")
    task = host.sessions.forget(id)
    assert task is not None
    await asyncio.wait([task])
    assert live.client is None
    assert host.sessions.live(id) is not live


async def test_what_was_agreed_with_one_origin_is_not_for_another() -> None:
    host = Host()
    host.places.gate = asyncio.Event()
    host.places.setups = [SetUp(result(), ())]
    id = host.add("shop", is_set_up=False)
    host.sessions.set_up(id)
    await host.until(id, "setting-up")
    host.servers.change_url(id, "https://other.example/")
    host.places.gate.set()
    live = await host.until(id, "failed")
    assert live.problem is not None
    assert live.problem.code == "MOVED"
    assert (host.servers.get(id).session_id, host.servers.get(id).permissions) == ("", frozenset())


async def test_a_session_ends_when_its_server_moves_to_another_origin() -> None:
    host = Host()
    id = host.add("shop")
    host.sessions.connect(id)
    await host.until(id, "connected")
    host.servers.change_url(id, "https://other.example/")
    await asyncio.wait(host.sessions.check_addresses())
    live = await host.until(id, "ended")
    assert live.problem is not None
    assert live.problem.code == "MOVED"


async def test_a_mistake_of_the_host_is_told_and_ends_the_waiting() -> None:
    host = Host()
    told: list[BaseException] = []
    host.sessions = Sessions(host.servers, host.store, Nobody(), host.places, Clock(), report=told.append)
    host.places.setups = [RuntimeError("a mistake")]
    id = host.add("shop", is_set_up=False)
    host.sessions.set_up(id)
    live = await host.until(id, "failed")
    assert live.problem is not None
    assert "a mistake" in live.problem.text
    assert [str(error) for error in told] == ["a mistake"]


async def test_one_setup_waits_for_another() -> None:
    host = Host()
    host.places.gate = asyncio.Event()
    host.places.setups = [None, None]
    one, two = host.add("one", is_set_up=False), host.add("two", is_set_up=False)
    host.sessions.set_up(one)
    host.sessions.set_up(two)
    await host.until(one, "setting-up")
    assert host.sessions.live(two).status == "waiting"
    host.places.gate.set()
    await host.until(two, "disconnected")


async def test_a_server_that_was_put_back_is_watched_from_the_start() -> None:
    host = Host()
    id = host.add("shop")
    host.sessions.connect(id)
    await host.until(id, "connected")
    closing = host.sessions.forget(id)
    live = host.sessions.live(id)
    assert closing is not None
    await asyncio.wait([closing])
    assert host.sessions.live(id) is live
