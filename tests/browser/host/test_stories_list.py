"""The list of servers: its order and names, what outlives a reload, other tabs, links and files."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from ...conftest import NO_STORAGE, Site
from .pages import add_server
from .person import Person

STATUSES = """
    window.statuses = [];
    const seen = {};
    new MutationObserver(() => {
        for (const item of document.querySelectorAll(".server-item")) {
            const { id, status } = item.dataset;
            if (seen[id] !== status) statuses.push([item.querySelector(".server-name").textContent, seen[id] = status]);
        }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-status"] });
"""
"""Notes each change of a server's state, with its name."""


def add_three(person: Person, site: Site) -> None:
    """A server each under the names Alpha, Beta and Gamma, none of them set up; the last one is chosen."""
    url = add_server(site, "form")
    for name in ("Alpha", "Beta", "Gamma"):
        person.add_and_cancel(f"{url}?{name}")
        person.rename("localhost", name)


def test_servers_are_renamed_moved_removed_and_brought_back(person: Person, site: Site) -> None:
    add_three(person, site)
    person.sees_servers("Alpha", "Beta", "Gamma")
    person.from_menu("Gamma", "up")
    person.item("Alpha").get_by_test_id("server-select").focus()
    person.press("Alt+ArrowDown")
    person.sees_servers("Gamma", "Alpha", "Beta")
    person.item("Beta").drag_to(person.item("Gamma"), target_position={"x": 40, "y": 4})
    person.sees_servers("Beta", "Gamma", "Alpha")
    person.from_menu("Gamma", "remove")
    person.sees_servers("Beta", "Alpha")
    person.sees_toast("Gamma is removed.")
    person["toast-action"].click()
    person.sees_servers("Beta", "Gamma", "Alpha")
    person.from_menu("Beta", "remove")
    person.sees_servers("Gamma", "Alpha")
    person.command("Put back")
    person.sees_servers("Beta", "Gamma", "Alpha")


def test_a_reload_finds_three_servers_as_they_were_and_connects_one_after_the_other(person: Person, site: Site) -> None:
    for name in ("Alpha", "Beta", "Gamma"):
        person.add_and_connect(f"{site.url('hello')}?{name}")
        person.rename("Hello", name)
    person.from_menu("Gamma", "up")
    for name in ("Alpha", "Gamma"):
        person.from_menu(name, "at-start")
    person.choose("Beta")
    person.page.add_init_script(STATUSES)
    person.reload()
    person.sees_servers("Alpha", "Gamma", "Beta")
    expect(person.server.get_by_role("heading", level=2)).to_have_text("Beta")
    for name in ("Alpha", "Gamma"):
        expect(person.item(name)).to_have_attribute("data-status", "connected")
    expect(person.item("Beta")).to_have_attribute("data-status", "disconnected")
    statuses = [pair for pair in person.page.evaluate("statuses") if pair[0] != "Beta"]
    assert statuses.index(["Alpha", "connected"]) < statuses.index(["Gamma", "loading"])
    assert ["Gamma", "waiting"] in statuses


def test_two_tabs_do_not_overwrite_each_other(person: Person, site: Site) -> None:
    form = add_server(site, "form")
    other = Person.visiting(person.page.context, site.host())
    person.add_and_cancel(f"{form}?one")
    expect(other["server-name"]).to_have_count(1)
    other.rename("localhost", "One")
    person.sees_servers("One")
    other.add_and_cancel(f"{form}?two")
    expect(person["server-name"]).to_have_count(2)
    person.rename("localhost", "Two")
    other.from_menu("One", "remove")
    for tab in (person, other):
        tab.sees_servers("Two")
    expect(person.server.get_by_role("heading", level=2)).to_have_text("Two")
    person.reload()
    person.sees_servers("Two")
    assert other.mistakes == []


def test_a_link_adds_a_server_after_asking(newcomer: Person, site: Site) -> None:
    person = newcomer
    hello = site.url("hello")
    link = f"{site.host()}?add={quote(hello)}&name=Greeter"
    person.visit(link)
    person.answers(hello, "none")
    expect(person.page).to_have_url(site.host())
    person.sees_servers()
    person.visit(link)
    expect(person["dialog"]).to_contain_text("It calls it “Greeter”.")
    person.answers("The link that opened this page asks to add a server", "add")
    person.sees_status("Connected")
    person.sees_servers("Hello")
    person.visit(link)
    person.sees_status("Not connected")
    expect(person["dialog"]).to_have_count(0)


@pytest.mark.parametrize(
    "address", ["javascript:window.pwned=1", "data:text/html,<script>parent.pwned=1</script>", "https://a@b.example/"]
)
def test_a_link_to_what_is_no_server_is_refused(newcomer: Person, site: Site, address: str) -> None:
    person = newcomer
    person.visit(f"{site.host()}?add={quote(address)}&name=%3Cimg%20src%20onerror%3Dpwned%3D1%3E")
    person.sees_toast("names no server")
    expect(person.page).to_have_url(site.host())
    person.sees_servers()
    assert person.page.evaluate("window.pwned") is None


def test_the_list_goes_into_a_file_and_comes_back(person: Person, site: Site, tmp_path: Path) -> None:
    person.add_and_connect(site.url("hello"))
    person.rename("Hello", "Mine")
    saved = tmp_path / "servers.json"
    with person.page.expect_download() as download:
        person.command("Export")
        person["answer-export"].click()
    download.value.save_as(saved)
    servers = json.loads(saved.read_text())["servers"]
    assert [(one["url"], one["name"], "session_id" in one) for one in servers] == [(site.url("hello"), "Mine", False)]
    person.rename("Mine", "Other")
    take(person, saved)
    person.sees_toast("1")
    person.sees_servers("Other")
    take(person, saved, known="replace")
    person.sees_servers("Mine")
    person.from_menu("Mine", "remove")
    take(person, saved, known="")
    person.sees_servers("Mine")
    saved.write_text('{"no": "list"}')
    take(person, saved, known="")
    expect(person["import"]).to_contain_text("The file is no list of servers that this host has exported.")


def take(person: Person, file: Path, known: str = "keep") -> None:
    """Import a file, and say what shall become of servers that are in the list already."""
    with person.page.expect_file_chooser() as chooser:
        person.command("Import")
    chooser.value.set_files(file)
    if known:
        person[f"answer-{known}"].click()


def test_without_storage_the_host_works_and_says_what_is_lost(newcomer: Person, site: Site) -> None:
    person = newcomer
    person.page.add_init_script(NO_STORAGE)
    person.visit(site.host())
    expect(person["servers-problem"]).to_contain_text("The browser keeps nothing for this site")
    person["example-hello"].click()
    person.sees_status("Connected")
    person.run("greet", '{"name": "Ada"}')
    person.sees_result("Hello, Ada!")


def test_what_is_clicked_before_python_is_there_is_done_afterwards(person: Person, site: Site) -> None:
    person.add_and_connect(f"{site.url('hello')}?saved")
    person.rename("Hello", "Saved")
    page = person.page
    with person.before_python("host.py"):
        expect(person.item("Saved")).to_contain_text("Not connected")
        person.item("Saved").get_by_role("button", name="Connect: Saved").click()
        person["example-hello"].click()
        page.get_by_label("Add a server by its address").fill("http://localhost:9/")
        person["add"].click()
        person["wire-button"].click()
        expect(page.locator("#bar-status")).to_have_text("Python is starting. What you chose comes next.")
        assert page.locator("html[data-host]").count() == 0
    expect(person.item("Saved")).to_have_attribute("data-status", "connected")
    expect(person["server-name"]).to_have_count(3)
    expect(person["wire"]).to_be_visible()
