"""Keeps a copilot connected as long as the person wants that: each connection is a session of its own."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from mcp.server import MCPServer
from pyscript import window
from transom import HandshakeError, OuterFrame, PageUnreachable, PopupBlocked, SessionEnded, SessionTransport, serve
from transom.errors import PageFailed, PeerCrashed, PeerNavigated, TransomError
from transom_page.dom import Element, listen, spawn

State = Literal["off", "loading", "connected", "stopped"]
"""`stopped` waits for the person; `off` is what they wanted."""

BACK_SECONDS = 4.0
"""How soon a page that is loaded again says its first word, as a rule at once."""
MOST_RETURNS = 4
RETURNS_SECONDS = 60.0
"""A copilot that comes back more often than that is waited for no more."""


@dataclass(frozen=True, slots=True)
class Ending:
    words: str
    comes_back: bool = False
    """Whether it is safe to connect again without asking."""


class CopilotSessions:
    """One after the other: in a frame, or in a window of its own. `changed` is called after each step."""

    def __init__(
        self,
        address: str,
        session_id: str,
        server: Callable[[], MCPServer[Any]],
        place: Element,
        changed: Callable[[], None],
    ) -> None:
        self.address = address
        self.state: State = "off"
        self.words = ""
        """What happened last, for the person."""
        self.in_window = False
        self._session_id, self._server, self._place, self._changed = session_id, server, place, changed
        self._frame: OuterFrame | None = None
        self._task: asyncio.Task[None] | None = None
        self._returns: deque[float] = deque(maxlen=MOST_RETURNS)

    @property
    def origin(self) -> str:
        return str(window.URL.new(self.address, window.location.href).origin)

    def connect(self, *, in_window: bool = False) -> None:
        """Load the copilot, here or in a window; what was there is ended first."""
        self._end()
        self.in_window = in_window
        self._returns.clear()
        self._set("loading", "")
        self._task = spawn(self._keep())

    def disconnect(self) -> None:
        """At once: the copilot's page is gone when this returns, and every call of it has ended."""
        self._end()
        self._set("off", "")

    def _end(self) -> None:
        task, self._task = self._task, None
        if self._frame is not None:
            self._frame.close()
        if task is not None:
            task.cancel()

    def _set(self, state: State, words: str) -> None:
        self.state, self.words = state, words
        self._changed()

    async def _keep(self) -> None:
        """Until the person ends it, or has to decide how it goes on."""
        while True:
            ending = await self._session()
            if not ending.comes_back or not self._may_return():
                self._task = None
                self._set("stopped", ending.words)
                return
            self.in_window = False
            self._set("loading", ending.words)

    def _may_return(self) -> bool:
        now = asyncio.get_running_loop().time()
        is_too_often = len(self._returns) == MOST_RETURNS and now - self._returns[0] < RETURNS_SECONDS
        self._returns.append(now)
        return not is_too_often

    async def _session(self) -> Ending:
        frame = self._frame = OuterFrame(
            self.address,
            self._place,
            popup=self.in_window,
            title="Copilot",
            permissions=("language-model",),  # the browser's own: what it is told stays in the browser
            may=("forms", "popups"),
        )
        frame.show()
        making = asyncio.ensure_future(self._make())
        try:
            async with frame.connect(self._session_id) as transport:
                return await self._serve(await making, transport)
        except (HandshakeError, SessionEnded) as error:
            return ending_of(error)
        finally:
            making.cancel()
            if self._frame is frame:
                self._frame = None

    async def _make(self) -> MCPServer[Any]:
        """While the page is loaded, which takes longer."""
        return self._server()

    async def _serve(self, server: MCPServer[Any], transport: SessionTransport) -> Ending:
        self._set("connected", self.words)
        error = await serve(server, over=transport)
        self._set("loading", "The session has ended.")
        if self.in_window:
            return Ending("Its window was closed or loaded again. The copilot is back here, in a new session.", True)
        if isinstance(error, PeerCrashed):
            return ending_of(error)
        if not isinstance(error, PeerNavigated) and await self._is_back():
            return Ending("The copilot was loaded again. This is a new session.", comes_back=True)
        return Ending("The copilot has left: it ended the session, or its frame went to another page.")

    async def _is_back(self) -> bool:
        """Whether the frame shows a page of the copilot's own origin, which says so as it is loaded."""
        frame = self._place._dom_element.querySelector("iframe")
        heard: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def hear(event: Any) -> None:
            if event.source == frame.contentWindow and not heard.done():
                heard.set_result(event.origin == self.origin)

        end = listen(window, "message", hear)
        try:
            async with asyncio.timeout(BACK_SECONDS):
                return await heard
        except TimeoutError:
            return False
        finally:
            end()


def ending_of(error: TransomError) -> Ending:
    match error:
        case PopupBlocked():
            return Ending("The browser opened no window. Allow pop-ups for this page, or have the copilot here.")
        case PageUnreachable():
            return Ending(f"There is no page at {error.url}. Check that its server is running, then load it again.")
        case PageFailed():
            return Ending("Its page could not start. Load it again; if that does not help, look at its own page.")
        case PeerCrashed():
            return Ending("The page of the copilot has crashed. Nothing of the dashboard is lost.")
        case _:
            return Ending(str(error))
