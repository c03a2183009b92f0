"""Brings the page to life: what is needed to use it at once, and the rest when there is time."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

from pyodide.ffi import create_once_callable
from pyscript import window
from transom_page.dom import find, on, on_report, redraw, run, set_attributes, spawn

from .app import App
from .deeds import Deeds
from .menu import Menu
from .state.settings import RANGES
from .views.early import Wish, take_wishes
from .views.resizer import Resizer
from .views.servers import ServersView
from .views.settings import apply_theme

SOON = ("tools", "setup", "resources", "prompts", "log", "about", "asks", "wire", "palette", "settings")
"""Views that the next click may want, compiled one by one while the page has nothing to do."""


async def start() -> None:
    app = App()
    on_report(lambda error: app.toasts.say(f"The host made a mistake. {error}", kind="problem"))
    deeds = Deeds(app)
    menu = Menu(app, deeds)
    sidebar = ServersView(app.servers, app.live, app.store, deeds)
    redraw(find("#servers-place"), sidebar.element)
    app.on_choice = lambda id: setattr(sidebar, "selected", id)
    app.on_edit = lambda id: run(deeds.edit, id)
    app.on_remove = deeds.remove
    menu.rename = sidebar.start_rename
    app.storage.on_change(app.other_tab_wrote)
    app.store.watch("settings", lambda: apply_theme(app.settings))
    on(find("#add"), "submit", lambda event: submit(event, deeds))
    on(find("#examples"), "click", lambda event: add_example(event, deeds))
    on(find("#welcome-dismiss"), "click", lambda event: menu.dismiss_welcome())
    add_sidebar_edge(app)
    app.choose(app.remembered())
    menu.restore()
    for wish in take_wishes():
        grant(wish, deeds, menu)
    find("#bar-status").textContent = ""
    set_attributes(find("html"), data_host="ready")
    app.reconnect()
    spawn(deeds.follow_link())
    spawn(prepare())


def add_sidebar_edge(app: App) -> None:
    """The handle that makes the sidebar wider, in the place that index.html keeps for it."""

    def resize(px: float) -> None:
        find("html").style["--sidebar"] = f"{px:.0f}px"

    smallest, largest = RANGES["sidebar_width"]
    edge = Resizer(
        "Width of the list of servers",
        axis="x",
        value=lambda: find("#sidebar").clientWidth,
        resize=resize,
        done=lambda px: app.settings.change(sidebar_width=round(px)),
        smallest=smallest,
        largest=lambda: min(largest, window.innerWidth / 2),
    )
    edge.element.id = "sidebar-edge"
    find("#sidebar-edge").replaceWith(edge.element._dom_element)


def submit(event: Any, deeds: Deeds) -> None:
    event.preventDefault()
    deeds.add(str(find("#address").value))


def add_example(event: Any, deeds: Deeds) -> None:
    button = event.target.closest("[data-value]")
    if button:
        deeds.add(str(button.dataset.value))


def grant(wish: Wish, deeds: Deeds, menu: Menu) -> None:
    """Do what was clicked before Python was there."""
    if wish.kind == "add":
        deeds.add(wish.value)
    elif wish.kind == "connect":
        deeds.open(wish.value)
    elif wish.kind == "select":
        deeds.select(wish.value)
    else:
        menu.grant(wish.kind)


async def prepare() -> None:
    """Have ready what the next click will want."""
    for name in SOON:
        await idle()
        importlib.import_module(f"demo_host.views.{name}")
    await idle()
    importlib.import_module("transom_page.markdown")
    await importlib.import_module("demo_host.views.forms").preload()
    set_attributes(find("html"), data_host="warm")


async def idle() -> None:
    """Return when the page has nothing else to do."""
    done = asyncio.get_running_loop().create_future()

    def now(*given: object) -> None:
        if not done.done():
            done.set_result(None)

    callback = create_once_callable(now)
    window.requestIdleCallback(callback) if hasattr(window, "requestIdleCallback") else window.setTimeout(callback, 0)
    await done
