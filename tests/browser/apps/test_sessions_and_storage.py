"""What all apps have in common: words for who opens one alone, sessions of their own, browsers that keep nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ...conftest import NO_STORAGE
from ..host.person import Person
from .frames import violations

DIAGRAM = json.dumps({"code": "flowchart LR\n  only --> here"})
TABLE = json.dumps({"text": "name,age\nAda,36\n", "name": "people"})


HEADINGS = {
    "camera": "Camera",
    "json_analyzer": "JSON analyzer",
    "mermaid": "Mermaid",
    "notebook": "Notebook",
    "pi": "Pi",
}


@pytest.mark.parametrize("name", HEADINGS)
def test_an_app_alone_in_a_tab_says_what_it_is_and_how_to_add_it(
    page: Page, app: Callable[[str], str], name: str
) -> None:
    page.goto(app(name))
    expect(page.get_by_role("status").filter(has_text="No host is connected.")).to_contain_text(
        re.compile("[Aa]dd the address of this page to an MCP host"),
        use_inner_text=True,  # the words for all states are there, and hidden
    )
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS[name])
    page.locator(".transom-status").wait_for(state="detached")  # its contrast is low while it fades
    assert violations(page.main_frame) == []


def draw(person: Person) -> None:
    person.run("draw", DIAGRAM)
    person.answers("Run Draw a diagram?", "run")
    person.sees_call("Done")


def load(person: Person) -> None:
    person.run("load_data", TABLE)
    person.answers("Run Load data?", "run")
    person.sees_result("people: 1 row")


def connect_again(person: Person) -> None:
    """To a page that is loaded anew."""
    person["disconnect"].click()
    person["connect"].click()
    person.sees_status("Connected")


CAMERA = """
    navigator.mediaDevices.getUserMedia = async () => {
        if (!document.featurePolicy.allowsFeature("camera")) throw new DOMException("Denied", "NotAllowedError");
        const canvas = document.createElement("canvas");
        const pen = canvas.getContext("2d");
        pen.fillStyle = "white";
        setInterval(() => pen.fillRect(0, 0, canvas.width, canvas.height), 50);
        return canvas.captureStream();
    };
"""
"""One that sees a white wall."""


def test_two_sessions_of_a_server_side_by_side_do_not_see_each_others_data(
    person: Person, app: Callable[[str], str]
) -> None:
    for name, change, look, changed, own in [
        ("mermaid", draw, "read_diagram", "only --> here", "An idea"),
        ("notebook", load, "describe", "people: 1 rows", "weather: 1095 rows"),
    ]:
        url = app(name)
        person.add_and_connect(f"{url}?one")
        other = f"The other for {look}"
        person.rename(name.capitalize(), other)
        person.add_and_connect(f"{url}?two")
        change(person)
        for chosen, words in [(name.capitalize(), changed), (other, own)]:
            person.choose(chosen)
            connect_again(person)
            person.run(look)
            person.sees_result(words)


def test_where_the_browser_keeps_nothing_the_apps_work_and_start_anew(
    person: Person, app: Callable[[str], str]
) -> None:
    person.page.add_init_script(NO_STORAGE + CAMERA)
    person.reload()
    person.add_and_connect(app("notebook"))
    load(person)
    person.sees_result("after a reload, load it again")
    connect_again(person)
    person.run("describe")
    person.sees_result("weather: 1095 rows")
    person.add_and_connect(app("pi"))
    person.run("calculate_pi", '{"iterations": 1000}')
    person.sees_result("Pi is about")
    person.add_and_connect(app("mermaid"))
    draw(person)
    connect_again(person)
    person.run("read_diagram")
    person.sees_result("An idea")
    person.add(app("camera"))
    person.named("permission", "camera").locator("input[value=allow]").check()
    person["permissions-go"].click()
    person.sees_status("Connected")
    person.run("take_snapshot")
    person.sees_result('source: "camera"')
    connect_again(person)
    person.run("take_snapshot")
    person.sees_result('source: "camera"')
    person["disconnect"].click()
    person.open_tab("about")
    person.named("revoke", "camera").click()
    person["connect"].click()
    person.sees_status("Connected")
    person.open_tab("tools")
    person.run("take_snapshot")
    person.sees_result("This is a drawn test picture.")
