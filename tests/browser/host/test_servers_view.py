"""The list of servers, the palette, settings, dialogs and short messages, in one page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ...conftest import Site, held
from ..test_looks import violations
from .parts import add_part

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>The list</title>
    <link rel="stylesheet" href="/runtime/page.css" />
    <link rel="stylesheet" href="./host.css" />
    <link rel="stylesheet" href="./styles/list.css" />
    <script src="./early.js"></script>
    <script type="module" src="/runtime/page.js"></script>
  </head>
  <body>
    <header class="bar">
      <h1>The list</h1>
      <p id="bar-status" class="bar-status"></p>
      <button type="button" data-early="settings">Settings</button>
    </header>
    <nav id="sidebar" class="sidebar" aria-label="Servers">
      <form id="add" class="add" novalidate data-early="add">
        <label for="address">Add a server by its address</label>
        <div class="add-row"><input id="address" aria-describedby="address-problem" /><button>Add</button></div>
        <p id="address-problem" class="field-problem" aria-live="polite"></p>
      </form>
      <h2>Your servers</h2>
      <div id="servers-place">
        <ol id="servers" class="servers" aria-label="Your servers"></ol>
        <p id="servers-empty" class="empty" hidden>None yet.</p>
      </div>
      <h2 id="examples-title">Examples</h2>
      <div id="examples" class="examples" role="group" aria-labelledby="examples-title"></div>
    </nav>
    <main id="main"></main>
    <div id="toasts" class="toasts"></div>
    <svg hidden><symbol id="icon-more" viewBox="0 0 16 16"><circle cx="8" cy="8" r="2" /></symbol></svg>
    <script type="py" src="./part.py" config="./pyscript.json"></script>
  </body>
</html>
"""

PART = """
import asyncio
import json

from pyscript import document, window
from pyscript.ffi import create_proxy

from demo_host.state.addresses import AddressError, parse_address
from demo_host.state.commands import Command, Commands
from demo_host.state.live import LiveServer
from demo_host.state.problems import Problem
from demo_host.state.servers import Servers
from demo_host.state.models import host_models
from demo_host.state.settings import Settings
from demo_host.state.store import Store
from demo_host.views import backup, early
from transom_client.models.web import post
from transom_page import dialogs
from transom_page.dom import find, handlers_left, h, on, redraw, replace, spawn
from demo_host.views.page import LocalStorage, now
from demo_host.views.palette import Palette, ShortcutsView, listen_for_keys
from demo_host.views.servers import ServersView
from demo_host.views.settings import SettingsView
from demo_host.views.toasts import Toasts

BASE = window.location.href
done, due = [], []


class Timer:
    def cancel(self):
        pass


def later(seconds, work):
    due.append(work)
    return Timer()


class Actions:
    def select(self, id):
        view.selected = id

    def connect(self, id):
        done.append(("connect", servers.get(id).name))

    def disconnect(self, id):
        done.append(("disconnect", servers.get(id).name))

    def set_up(self, id):
        done.append(("set up", servers.get(id).name))

    async def edit(self, id):
        done.append(("edit", servers.get(id).name))

    def rename(self, id, name):
        servers.rename(id, name)

    def change(self, id, **changes):
        servers.update(id, **changes)

    def move(self, id, index):
        servers.move(id, index)

    def remove(self, id):
        removed = servers.remove(id)
        toasts.say(f"{removed.entry.name} was removed.", ("Undo", lambda: servers.restore(removed)))

    def add(self, text):
        try:
            address = parse_address(text, BASE)
        except AddressError as error:
            early.show_address_error(error, self.add)
            return
        early.show_address_error(None, self.add)
        servers.add(address.url)


actions = Actions()
store = Store(asyncio.get_running_loop().call_soon)
storage = LocalStorage("transom.host.")
servers = Servers(storage, store, now)
storage.on_change(lambda key: servers.reload())
settings = Settings(storage, store)
toasts = Toasts(find("#toasts"), later)
lives = {}
commands = Commands()


def to_servers():
    return [Command(f"show-{entry.id}", entry.name, "Servers", lambda: None) for entry in servers.entries]


palette = Palette(commands, to_servers)
shortcuts = ShortcutsView(commands, {"In lists": [("alt+arrowup", "Move a server up")]})
settings_view = SettingsView(settings, store, host_models(store, storage, post), [h("p", "Another part.")])
commands.add(
    Command("palette", "Show all commands", "Page", palette.open, "mod+k"),
    Command("keys", "Show the keys", "Page", shortcuts.open, "?"),
    Command("settings", "Open the settings", "Page", settings_view.open, "mod+,"),
    Command("never", "Can't be done now", "Page", lambda: None, enabled=lambda: False),
)
listen_for_keys(commands)


def live_of(id):
    return lives.setdefault(id, LiveServer(id, store))


view = ServersView(servers, live_of, store, actions)
redraw(find("#servers-place"), view.element)


def submitted(event):
    event.preventDefault()
    actions.add(find("#address").value)


on(find("#add"), "submit", submitted)
window.wishes = json.dumps([[wish.kind, wish.value] for wish in early.take_wishes()])


def set_status(name, status, title):
    entry = next(entry for entry in servers.entries if entry.name == name)
    live = live_of(entry.id)
    live.client = object() if status == "connected" else None
    live.set_status(status, Problem(title, "All about it.") if title else None)


async def question(event=None):
    body = h("label", "Your name", h("input"))
    answer = await dialogs.ask("<b>Really?</b>", body, [("yes", "Yes"), ("no", "No")])
    document.documentElement.dataset.answer = str(answer)


async def export():
    document.documentElement.dataset.exported = str(await backup.ask_for_export(servers))


async def import_file():
    toasts.say(await backup.ask_for_import(servers, BASE) or "Nothing.")


exports = {
    "setStatus": set_status,
    "ask": lambda: spawn(question()) and None,
    "exportList": lambda: spawn(export()) and None,
    "importList": lambda: spawn(import_file()) and None,
    "say": lambda text, kind: toasts.say(text, kind=kind),
    "expire": lambda: [work() for work in [due.pop(0) for _ in range(len(due))]] and None,
    "done": lambda: json.dumps(done),
    "left": handlers_left,
    "closeAll": lambda: [part.close() for part in (view, palette, shortcuts, settings_view, toasts)] and None,
}
for name, function in exports.items():
    setattr(window, name, create_proxy(function))
document.documentElement.dataset.part = "ready"
"""

ENTRY = {
    "own_name": True,
    "session_id": "s",
    "visibility": None,
    "decisions": {},
    "requirements": [],
    "permissions": [],
}
HOSTILE = "<img src=x onerror='window.pwned=1'>"


def saved(key: str, name: str, added: int, **changes: Any) -> dict[str, str]:
    entry = {**ENTRY, "id": key, "name": name, "url": f"http://localhost:8799/{key}", "added": added, **changes}
    return {f"transom.host.server.{key}": json.dumps({"v": 1, "entry": entry})}


SAVED = {
    **saved("0a", "Chess", 1),
    **saved("0b", HOSTILE, 2),
    **saved("0c", "Weather", 3, session_id=""),
    "transom.host.order": json.dumps({"v": 1, "ids": ["0c", "0a"]}),
    "transom.host.settings": json.dumps({"theme": "dark"}),
}
STORE = """for (const [key, value] of Object.entries(JSON.parse({})))
  if (localStorage.getItem("filled") !== "yes") localStorage.setItem(key, value);
localStorage.setItem("filled", "yes");"""


@pytest.fixture
def early(page: Page) -> Page:
    """A small page, with a saved list."""
    page.set_viewport_size({"width": 390, "height": 900})
    page.add_init_script(STORE.format(json.dumps(json.dumps(SAVED))))
    return page


def wait_for_python(page: Page) -> None:
    page.wait_for_selector("html[data-part=ready], html[data-status=failed]", state="attached")
    assert page.locator("html").get_attribute("data-part") == "ready", page.locator(".transom-card").inner_text()


@pytest.fixture
def part(early: Page, site: Site) -> Page:
    early.goto(add_part(site, PART, **{"index.html": PAGE}))
    wait_for_python(early)
    return early


def names(page: Page) -> list[str]:
    return page.locator(".server-name").all_text_contents()


def item(page: Page, name: str) -> Locator:
    return page.get_by_role("listitem").filter(has_text=name)


def done(page: Page) -> Any:
    return json.loads(page.evaluate("done()"))


def places(page: Page) -> Any:
    """Where everything of the list is, to see what jumps."""
    nodes = "#sidebar, .server-item, .server-name, .server-origin, .server-state, .mark, .server-item button, #examples"
    return page.evaluate(
        "(nodes) => [...document.querySelectorAll(nodes)].map((node) => JSON.stringify(node.getBoundingClientRect()))",
        nodes,
    )


def test_the_list_is_there_before_python_and_stays_where_it_is(early: Page, site: Site) -> None:
    page = early
    release = held(page, "**/part.py")
    page.goto(add_part(site, PART, **{"index.html": PAGE}))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert names(page) == ["Weather", "Chess", HOSTILE]
    expect(item(page, "Weather")).to_contain_text("Not set up")
    example = page.locator("#examples button").first.get_attribute("data-value")
    expect(page.get_by_label("Add a server")).to_have_attribute("placeholder", example or "no example")
    assert violations(page) == []
    before = places(page)
    page.get_by_label("Add a server").fill("localhost:8704")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Connect: Chess").click()
    page.get_by_role("button", name="Connect: Chess").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#bar-status")).to_have_text("Python is starting. What you chose comes next.")
    expect(page.locator("[aria-busy]")).to_have_count(3)
    release()
    wait_for_python(page)
    assert places(page) == before
    assert page.evaluate("JSON.parse(wishes)") == [["add", "localhost:8704"], ["connect", "0a"], ["settings", ""]]
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert page.evaluate("window.pwned") is None


def test_servers_are_shown_chosen_renamed_moved_removed_and_put_back(part: Page) -> None:
    page = part
    page.get_by_role("button", name="Connect: Chess").click()
    item(page, "Chess").get_by_test_id("server-select").click()
    expect(item(page, "Chess").get_by_test_id("server-select")).to_have_attribute("aria-current", "true")
    page.evaluate("setStatus('Chess', 'connected', '')")
    page.evaluate("setStatus('Weather', 'failed', 'No answer')")
    expect(item(page, "Weather")).to_contain_text("Failed: No answer")
    expect(item(page, "Weather")).to_have_attribute("data-status", "failed")
    page.get_by_role("button", name="Disconnect: Chess").click()
    assert done(page) == [["connect", "Chess"], ["disconnect", "Chess"]]

    page.get_by_role("button", name="More for Chess").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem", name="Rename")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="New name for Chess").fill("Chess with Ada")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Disconnect: Chess with Ada")).to_be_visible()
    expect(item(page, "Ada").get_by_test_id("server-select")).to_be_focused()
    page.keyboard.press("F2")
    page.keyboard.type("Nothing")
    page.keyboard.press("Escape")

    page.keyboard.press("Alt+ArrowUp")
    expect(page.get_by_test_id("servers-said")).to_have_text("Chess with Ada is now number 1 of 3.")
    expect(page.locator(".server-name")).to_have_text(["Chess with Ada", "Weather", HOSTILE])
    expect(item(page, "Ada").get_by_test_id("server-select")).to_be_focused()
    page.get_by_role("button", name="More for Chess with Ada").press("Enter")
    page.keyboard.press("End")
    expect(menu.get_by_role("menuitem", name="Remove")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="More for Chess with Ada")).to_be_focused()
    expect(page.locator(".server-name")).to_have_text(["Weather", "Chess with Ada", HOSTILE])
    item(page, "img").drag_to(item(page, "Weather"), target_position={"x": 20, "y": 4})
    expect(page.locator(".server-name").first).to_have_text(HOSTILE)

    page.get_by_role("button", name="More for Weather").click()
    menu.get_by_role("menuitemcheckbox", name="Connect at start").click()
    page.get_by_role("button", name="More for Weather").click()
    expect(menu.get_by_role("menuitemcheckbox", name="Connect at start")).to_have_attribute("aria-checked", "true")
    menu.get_by_role("menuitem", name="Remove").click()
    expect(item(page, "Weather")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".server-name").nth(1)).to_have_text("Weather")

    page.get_by_label("Add a server").fill("localhost.8704")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Add a server")).to_have_accessible_description(
        "“localhost.8704” is no address. Did you mean http://localhost:8704/? Use http://localhost:8704/"
    )
    assert violations(page) == []
    page.get_by_role("button", name="Use http://localhost:8704/").click()
    expect(item(page, "localhost:8704")).to_contain_text("Not set up")
    expect(page.locator("#address-problem")).to_be_empty()

    order = names(page)
    page.reload()
    page.wait_for_selector("html[data-part=ready]", state="attached")
    expect(page.locator(".server-name")).to_have_text(order)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="More for Weather").and_(other.locator(":enabled")).click()
    other.get_by_role("menuitem", name="Remove").click()
    expect(item(page, "Weather")).to_have_count(0)


def test_palette_settings_questions_files_and_messages(part: Page) -> None:
    page = part
    settings = page.get_by_role("button", name="Settings")
    settings.focus()
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Find a command")
    expect(field).to_be_focused()
    assert "never" not in page.get_by_role("option").all_text_contents()
    assert violations(page) == []
    field.fill("chess")
    expect(page.get_by_role("option", selected=True)).to_have_text("ServersChess")
    field.fill("keys")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Show all commands")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label("Add a server").press_sequentially("?")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.keyboard.press("Control+,")
    page.get_by_label("Colours").select_option("Light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_label("Connect when the page is opened").select_option("None")
    assert violations(page) == []
    page.get_by_role("button", name="Close").click()
    kept = json.loads(page.evaluate("localStorage.getItem('transom.host.settings')"))
    assert (kept["theme"], kept["reconnect"]) == ("light", "never")

    answer = page.locator("html")
    for key, said in [("Escape", "None"), ("Enter", "yes")]:
        settings.focus()
        page.evaluate("ask()")
        expect(page.get_by_role("dialog", name="<b>Really?</b>")).to_be_visible()
        page.get_by_label("Your name").press(key)
        expect(answer).to_have_attribute("data-answer", said)
        expect(settings).to_be_focused()
    page.evaluate("ask()")
    page.get_by_role("button", name="No", exact=True).click()
    expect(answer).to_have_attribute("data-answer", "no")

    page.evaluate("exportList()")
    page.get_by_label("With session ids").check()
    assert violations(page) == []
    page.get_by_role("button", name="Export").click()
    expect(answer).to_have_attribute("data-exported", re.compile('"session_id": "s"'))
    text = str(answer.get_attribute("data-exported")).replace("Weather", "Rain").replace("/0b", "/new")
    with page.expect_file_chooser() as chooser:
        page.evaluate("importList()")
    chooser.value.set_files({"name": "list.json", "mimeType": "application/json", "buffer": text.encode()})
    expect(page.get_by_role("dialog", name="2 of its servers are in your list already")).to_be_visible()
    page.get_by_role("button", name="Take those of the file").click()
    expect(page.get_by_test_id("toast")).to_have_text("Servers: 1 added, 2 replaced.Dismiss")
    expect(page.locator(".server-name")).to_have_text(["Rain", "Chess", HOSTILE, HOSTILE])

    page.evaluate("say('It broke.', 'problem')")
    page.get_by_text("It broke.").hover()
    for number in range(4):
        page.evaluate(f"say('Number {number}', 'info')")
    expect(page.get_by_test_id("toast")).to_have_count(4)
    page.get_by_text("Number 2").hover()
    page.evaluate("expire()")
    expect(page.get_by_test_id("toast")).to_have_text("Number 2Dismiss")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_test_id("toast")).to_have_count(0)
    page.evaluate("say('It broke.', 'problem')")
    page.evaluate("expire()")
    expect(page.get_by_test_id("toast")).to_have_text("Problem: It broke.Dismiss")
    assert violations(page) == []
    page.evaluate("closeAll()")
    assert page.evaluate("left()") == 1  # the form of the test itself
    assert page.evaluate("window.pwned") is None
