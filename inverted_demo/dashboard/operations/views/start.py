"""Brings the page to life."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from pyscript import window
from transom_page.dom import find, listen, on_report, set_attributes, spawn

from operations.board import Board
from operations.company import Company
from operations.server import make_server
from operations.views.address import NoCopilot, is_wanted, named_in_address, usual
from operations.views.copilot import CopilotView
from operations.views.dashboard import Dashboard
from operations.views.kept import Kept, session_of
from operations.views.places import Places
from operations.views.sessions import CopilotSessions
from operations.views.toasts import Toasts
from operations.views.trust import TrustView

LIMITS_SECONDS = 1.0
SWITCH = "copilot"
"""Under which a tab keeps that its copilot was switched off."""


async def start() -> None:
    toasts, places = Toasts(find("#toasts")), Places()

    def report(error: BaseException) -> None:
        toasts.say(f"The dashboard made a mistake. {error}", kind="problem")

    on_report(report)
    board = Board(read_company())
    dashboard = Dashboard(board, toasts, places)
    spawn(dashboard.run())
    set_attributes(find("html"), data_dashboard="shown")
    await add_copilot(board, dashboard, toasts)
    set_attributes(find("html"), data_dashboard="ready")


def read_company() -> Company:
    return Company.load(Path("data.json").read_text(encoding="utf-8"))


async def add_copilot(board: Board, dashboard: Dashboard, toasts: Toasts) -> None:
    tab = Kept(tab_only=True)
    try:
        address = await choose_address(toasts)
    except LookupError as error:
        toasts.say(f"There is no copilot to load. {error}", kind="problem")
        return
    origin = str(window.URL.new(address).origin)
    if address != await usual():
        find("#copilot-title").textContent = f"Copilot from {origin}"
        set_attributes(find("#copilot"), data_origin=origin)
    names = await titles(board)  # before there are rules: the server lists no tool that may never be called
    trust = TrustView(board, Kept(), origin, names, toasts, dashboard.undo)

    def switch(wanted: bool) -> None:
        """Holds before the copilot's page is gone, and after a reload of this one."""
        board.trust.connect() if wanted else board.trust.disconnect()
        tab.set(SWITCH, "on" if wanted else "off")

    sessions = CopilotSessions(
        address,
        await session_of(tab, origin),
        server=lambda: make_server(board),
        place=find("#copilot-frame"),
        changed=lambda: view.draw(),
    )
    view = CopilotView(sessions, switch, trust.calls.last_words)
    board.trust.ledger.observe(view.draw_strip)
    if tab.get(SWITCH) == "off":
        board.trust.disconnect()
        view.draw()
    else:
        sessions.connect()
    spawn(watch_limits(trust))
    # A window of the copilot's own does not outlive the page that answers it.
    listen(window, "pagehide", lambda event: sessions.disconnect())
    listen(window, "pageshow", lambda event: come_back(event, sessions, tab))


def come_back(event: Any, sessions: CopilotSessions, tab: Kept) -> None:
    """From the browser's memory of pages that were left, in which there are no sessions."""
    if event.persisted and tab.get(SWITCH) != "off":
        sessions.connect()


async def choose_address(toasts: Toasts) -> str:
    try:
        other = named_in_address()
    except NoCopilot as error:
        toasts.say(f"{error} The usual copilot is loaded.", kind="problem")
        other = None
    return other if other and await is_wanted(other) else await usual()


async def titles(board: Board) -> dict[str, str]:
    """What the tools are called for people."""
    tools = await make_server(board).list_tools()
    return {tool.name: tool.title or tool.name for tool in tools}


async def watch_limits(trust: TrustView) -> None:
    while True:
        await asyncio.sleep(LIMITS_SECONDS)
        trust.draw_limits()
