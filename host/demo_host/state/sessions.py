"""Sets servers up and keeps their sessions: which run, which wait for their turn, and what is kept of each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from transom import PermissionRequirement, SetupResult, TransomError

from .connection import Asks, Connection, Frame
from .live import LiveServer
from .problems import problem_of
from .servers import ServerEntry, Servers, clean_name
from .store import Store

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
    ) -> None:
        self._servers = servers
        self._store = store
        self._asks = asks
        self._places = places
        self._now = now
        self._lives: dict[str, LiveServer] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

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
            if self._servers.get(id).session_id:
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

    async def forget(self, id: str) -> None:
        """End it, and keep nothing."""
        task = self.disconnect(id)
        if task is not None:
            await asyncio.wait([task])
        self._lives.pop(id, None)

    def _start(self, id: str, work: Work) -> None:
        before = self.disconnect(id)
        self._running[id] = asyncio.ensure_future(self._after(before, id, work))

    async def _after(self, before: asyncio.Task[None] | None, id: str, work: Work) -> None:
        try:
            if before is not None and not before.done():
                await asyncio.wait([before])
            await work(id)
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
        entry, live = self._servers.get(id), self.live(id)
        if not entry.session_id:
            await self._set_up(id)
            return
        try:
            frame = self._places.session_frame(entry, live)
        except (TransomError, ValueError) as error:
            live.set_status("failed", problem_of(error))
            return
        await Connection(live, self._asks, self._now).run(frame, entry.session_id)

    async def _set_up(self, id: str) -> None:
        entry, live = self._servers.get(id), self.live(id)
        live.set_status("setting-up")
        try:
            done = await self._places.set_up(entry, live)
        except (TransomError, ValueError) as error:
            live.set_status("failed", problem_of(error))
            return
        if done is None:
            live.set_status("disconnected")
            return
        result = done.result
        self._servers.update(
            id,
            session_id=result.session_id,
            name=entry.name if entry.own_name else clean_name(result.display_name) or entry.name,
            visibility=result.visibility,
            decisions=dict(result.decisions),
            permissions=result.permissions,
            requirements=done.requirements or entry.requirements,
        )
        await self._connect(id)
