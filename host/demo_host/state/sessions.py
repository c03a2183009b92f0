"""Sets servers up and keeps their sessions: which run, which wait for their turn, and what is kept of each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from mcp_types import LoggingLevel
from transom import PermissionRequirement, SetupResult, TransomError

from .connection import Asks, Connection, Frame
from .live import LiveServer
from .problems import Problem, problem_of
from .servers import ServerEntry, Servers, clean_name
from .store import Store

MOVED = Problem(
    "The address was changed",
    "This server's address was changed meanwhile. What was agreed with the page at the old one is not for the new one: "
    "set it up.",
    "MOVED",
    ("set-up",),
)

Work = Callable[[str], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class SetUp:
    result: SetupResult
    requirements: tuple[PermissionRequirement, ...]
    """What the server asked the person for."""


class Places(Protocol):
    """Where the pages of servers are shown."""

    def session_frame(self, entry: ServerEntry, live: LiveServer) -> Frame: ...
    async def set_up(self, entry: ServerEntry, live: LiveServer) -> SetUp | None:
        """Show the setup, and say what it came to; `None` when the person gave it up. Raises a `TransomError`."""
        ...


class Sessions:
    def __init__(
        self,
        servers: Servers,
        store: Store,
        asks: Asks,
        places: Places,
        now: Callable[[], float],
        *,
        log_level: Callable[[], LoggingLevel] = lambda: "info",
        report: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        """`log_level` is asked for each new session; `report` hears of the host's own mistakes."""
        self._servers = servers
        self._store = store
        self._asks = asks
        self._places = places
        self._now = now
        self._log_level = log_level
        self._report = report
        self._lives: dict[str, LiveServer] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._origins: dict[str, str] = {}
        """The origin of each page that runs."""
        self._turn = asyncio.Lock()
        self._setup = asyncio.Lock()

    def live(self, id: str) -> LiveServer:
        """What is going on with a server."""
        if id not in self._lives:
            self._lives[id] = LiveServer(id, self._store)
        return self._lives[id]

    def connect(self, id: str) -> None:
        """Open a session; a server that was never set up is set up first."""
        self._start(id, self._connect)

    def set_up(self, id: str) -> None:
        """Set a server up, again if need be, and connect to it."""
        self._start(id, self._set_up)

    def connect_in_turn(self, ids: Iterable[str]) -> None:
        """Open sessions one after the other: pages that start Python side by side fight for the processor."""
        for id in ids:
            if self._servers.get(id).session_id and id not in self._running:
                self._start(id, self._wait_and_connect)
                self.live(id).set_status("waiting")

    def disconnect(self, id: str) -> asyncio.Task[None] | None:
        """End what runs for a server: its session, its setup, or its waiting."""
        task = self._running.pop(id, None)
        if task is not None:
            task.cancel()
            if self.live(id).is_busy:
                self.live(id).set_status("disconnected")
        return task

    def forget(self, id: str) -> asyncio.Task[None] | None:
        """End what runs for a server that is no longer in the list, and keep nothing of it."""
        task = self.disconnect(id)
        self._lives.pop(id, None)
        return task

    def check_addresses(self) -> list[asyncio.Task[None]]:
        """End what runs at an origin that is no longer the server's: another tab may have changed its address."""
        ended: list[asyncio.Task[None]] = []
        for id, task in list(self._running.items()):
            entry = self._servers.find(id)
            if entry is not None and origin_of(entry.url) != self._origins.get(id):
                self.disconnect(id)
                task.add_done_callback(lambda _, id=id: self.live(id).set_status("ended", MOVED))
                ended.append(task)
        return ended

    def _start(self, id: str, work: Work) -> None:
        before = self.disconnect(id)
        self._origins[id] = origin_of(self._servers.get(id).url)
        self._running[id] = asyncio.ensure_future(self._after(before, id, work))

    async def _after(self, before: asyncio.Task[None] | None, id: str, work: Work) -> None:
        live = self.live(id)
        try:
            if before is not None and not before.done():
                await asyncio.wait([before])
            await work(id)
        except Exception as error:  # a mistake of ours: the person is told, and can go on
            live.set_status("failed", problem_of(error))
            self._report(error)
        finally:
            if self._running.get(id) is asyncio.current_task():
                del self._running[id]

    async def _wait_and_connect(self, id: str) -> None:
        async with asyncio.TaskGroup() as group, self._turn:
            session = group.create_task(self._connect(id))
            await self._settled(id, session)

    async def _settled(self, id: str, session: asyncio.Task[None]) -> None:
        """Return when a server is connected, or will not be."""
        live, settled = self.live(id), asyncio.Event()
        session.add_done_callback(lambda _: settled.set())
        stop = self._store.watch(f"live:{id}", lambda: None if live.is_busy else settled.set())
        try:
            await settled.wait()
        finally:
            stop()

    async def _connect(self, id: str) -> None:
        entry, live = self._servers.find(id), self.live(id)
        if entry is None:
            return
        if not entry.session_id:
            await self._set_up(id)
            return
        live.log_level = self._log_level()
        try:
            frame = self._places.session_frame(entry, live)
        except (TransomError, ValueError) as error:
            live.set_status("failed", problem_of(error))
            return
        await Connection(live, self._asks, self._now).run(frame, entry.session_id)

    async def _set_up(self, id: str) -> None:
        live = self.live(id)
        live.set_status("waiting")
        async with self._setup:  # one dialog at a time
            entry = self._servers.find(id)
            if entry is None:
                return
            live.set_status("setting-up")
            try:
                done = await self._places.set_up(entry, live)
            except (TransomError, ValueError) as error:
                live.set_status("failed", problem_of(error))
                return
        if done is None:
            live.set_status("disconnected")
        elif self._keep(entry, done):
            await self._connect(id)

    def _keep(self, before: ServerEntry, done: SetUp) -> bool:
        """Keep what a setup came to, unless its server is gone or has moved to another origin meanwhile."""
        entry = self._servers.find(before.id)
        if entry is None:
            return False
        if origin_of(entry.url) != origin_of(before.url):
            self.live(entry.id).set_status("failed", MOVED)
            return False
        result = done.result
        asked = {need.name: need for need in (*entry.requirements, *done.requirements)}
        self._servers.update(
            entry.id,
            session_id=result.session_id,
            name=entry.name if entry.own_name else clean_name(result.display_name) or entry.name,
            visibility=result.visibility,
            decisions=dict(result.decisions),
            permissions=result.permissions,
            requirements=tuple(asked.values()),
        )
        return True


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
