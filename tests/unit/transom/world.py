"""Windows, frames and origins in memory: messages take a turn of the event loop, and come from nobody's
context, as they do in a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from transom.errors import PopupBlocked
from transom.link import BorderEvent, Link
from transom.storage import MemoryStore
from transom.windows import Address, FrameSettings, SessionState

from tests.unit.transom.fake_border import FakeBorder, Port

HOST = "https://host.example"
PAGE = "https://page.example"
EVIL = "https://evil.example"
WATCH_SECONDS = 0.2

Script = Callable[["FakePage"], Awaitable[object]]


class World:
    """One browser. `site` puts a page at a URL; `host` is the page that opens others."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.sites: dict[str, tuple[str, Script]] = {}
        self.stores: dict[str, MemoryStore] = {}
        self.denies_storage = False
        self.blocks_popups = False
        self.pages: list[FakePage] = []
        self.tasks = set(asyncio.all_tasks())
        self.host = FakePage(self, Place(self), f"{HOST}/", HOST)
        self.host.place.page = self.host

    def site(self, script: Script, url: str = f"{PAGE}/app", *, origin: str | None = None) -> str:
        """With an `origin`, the URL redirects there."""
        parts = urlsplit(url)
        self.sites[url] = (origin or f"{parts.scheme}://{parts.netloc}", script)
        return url

    @property
    def inner(self) -> FakePage:
        """The page that was opened last."""
        return self.pages[-1]

    async def __aenter__(self) -> World:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        left = [page for page in self.pages if page.alive]
        for page in left:
            page.unload()
        await asyncio.sleep(1)
        if kind is None:
            assert not left, "A page is still there."
            assert not self.host.borders, "A border is still open."
            assert not any(page.borders for page in self.pages), "A border of an inner page is still open."
            assert asyncio.all_tasks() <= self.tasks, "A task is still running."
            assert not [page.error for page in self.pages if page.error and not page.may_fail]


@dataclass(eq=False)
class Place:
    """A window, whatever page is in it."""

    world: World
    above: FakePage | None = None
    settings: FrameSettings | None = None
    page: FakePage | None = None
    visible: bool = False
    removed: bool = False
    on_load: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])

    def navigate(self, href: str) -> None:
        if self.page is not None:
            self.page.unload()
        self.world.loop.call_soon(self._arrive, href, context=Context())

    def _arrive(self, href: str) -> None:
        if self.removed:
            return
        origin, script = self.world.sites.get(href.partition("#")[0], ("null", nothing))
        if self.settings is not None and "allow-same-origin" not in self.settings.sandbox:
            origin = "null"
        page = self.page = FakePage(self.world, self, href, origin)
        self.world.pages.append(page)
        page.run(script)
        self.world.loop.call_later(0.05, self._loaded, page, context=Context())

    def _loaded(self, page: FakePage) -> None:
        for listener in tuple(self.on_load) if page is self.page else ():
            listener()

    def remove(self) -> None:
        if self.removed:
            return
        if self.page is not None:
            self.page.unload()
        self.removed, self.page = True, None
        self.tell_watchers("closed")

    def crash(self) -> None:
        """Its process is gone: nothing is said."""
        if self.page is not None:
            self.page.stop()
        self.tell_watchers("empty")

    def tell_watchers(self, kind: BorderEvent) -> None:
        assert self.above is not None
        for border in tuple(self.above.borders):
            if border.peer is self:
                self.world.loop.call_later(WATCH_SECONDS, border.tell, kind, context=Context())


async def nothing(page: FakePage) -> None: ...


class FakePage:
    """A document: both protocols of windows.py, and what a test wants to know of it."""

    def __init__(self, world: World, place: Place, href: str, origin: str) -> None:
        self.world = world
        self.place = place
        self.href = href
        self.origin = origin
        self.alive = True
        self.borders: list[FakeBorder] = []
        self.states: list[tuple[SessionState, str]] = []
        self.heard: list[dict[str, Any]] = []
        """What its window was sent, whoever sent it."""
        self.result: object = None
        self.error: BaseException | None = None
        self.may_fail = False
        self._memory = MemoryStore()
        self._task: asyncio.Task[None] | None = None

    def run(self, script: Script) -> None:
        self._task = self.world.loop.create_task(self._run(script))

    async def _run(self, script: Script) -> None:
        try:
            self.result = await script(self)
        except Exception as error:
            self.error = error

    def unload(self) -> None:
        for border in self.borders:
            border.leave()
        self.stop()

    def stop(self) -> None:
        self.alive = False
        if self._task is not None:
            self._task.cancel()

    def post(self, to: Place | None, text: str, origin: str, port: Port | None = None) -> None:
        """`postMessage`: the window's page of that moment gets it, if it is of that origin."""
        if self.alive and to is not None:
            self.world.loop.call_soon(_arrive, self, to, text, origin, port, context=Context())

    def say(self, message: object, origin: str = "*", port: Port | None = None) -> None:
        """To the window above, past all of our code."""
        assert self.place.above is not None
        self.post(self.place.above.place, json.dumps(message), origin, port)

    # What the library asks of a page

    def resolve(self, url: str) -> Address:
        parts = urlsplit(url)
        return Address.of(url, f"{parts.scheme}://{parts.netloc}")

    def load_frame(self, settings: FrameSettings, container: object) -> FakeWindow:
        return FakeWindow(self, settings, has_load_events=True)

    def open_popup(self, settings: FrameSettings) -> FakeWindow:
        if self.world.blocks_popups:
            raise PopupBlocked(settings.href)
        return FakeWindow(self, settings, has_load_events=False)

    async def is_reachable(self, href: str) -> bool:
        await asyncio.sleep(0.1)
        return href.partition("#")[0] in self.world.sites

    def fragment(self) -> str:
        return "#" + urlsplit(self.href).fragment

    def border_above(self, link: Link) -> FakeBorder | None:
        above = self.place.above
        return FakeBorder(self, above.place, link) if above is not None else None

    def store(self) -> MemoryStore:
        return self._memory if self.world.denies_storage else self.world.stores.setdefault(self.origin, MemoryStore())

    def announce(self, state: SessionState, message: str = "") -> None:
        self.states.append((state, message))


def _arrive(sender: FakePage, to: Place, text: str, origin: str, port: Port | None) -> None:
    page = to.page
    if page is None or not page.alive or origin not in ("*", page.origin):
        return
    page.heard.append(json.loads(text))
    # A removed frame's window is no source any more.
    source = None if sender.place.removed else sender.place
    for border in tuple(page.borders):
        border.hear(text, source, sender.origin, port)


class FakeWindow:
    def __init__(self, opener: FakePage, settings: FrameSettings, *, has_load_events: bool) -> None:
        self.has_load_events = has_load_events
        self.place = Place(opener.world, opener, settings)
        self.place.visible = settings.visible
        self._opener = opener
        self.place.navigate(settings.href)

    def border(self, link: Link) -> FakeBorder:
        border = FakeBorder(self._opener, self.place, link)
        if self.has_load_events:
            self.place.on_load.append(lambda: border.tell("loaded"))
        return border

    def show(self, visible: bool) -> None:
        self.place.visible = visible

    def close(self) -> None:
        self.place.remove()
