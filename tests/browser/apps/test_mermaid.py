"""Mermaid in the demo host: drawn by tools, edited by a person, followed by the host, and safe from its diagrams."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from ..host.person import Person
from .frames import (
    DENIED,
    HOLDS_BACK,
    connect_again,
    leave,
    own_frame,
    sees_held_back,
    sees_it_alone,
    sees_sessions,
    violations,
)

HOSTILE = {
    "labels": """flowchart LR
        A["<img src=x onerror='window.pwned=1'>"] --> B["<script>window.pwned=1</script>"]
        B --> C["<svg onload='window.pwned=1'>"]""",
    "clicks": """flowchart LR
        A --> B
        click A call alert(1)
        click B href "javascript:window.pwned=1" """,
    "a loose level": """%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%
        flowchart LR
        A["<img src=x onerror='window.pwned=1'>"]
        click A call alert(1)""",
    "front matter": """---
config:
  securityLevel: loose
  htmlLabels: true
  secure: []
---
flowchart LR
  A["<img src=x onerror='window.pwned=1'>"]""",
    "a remote picture": """flowchart LR
        A@{ img: "https://evil.example/a.png", label: "x", w: 60, h: 60 }""",
    "styles": """flowchart LR
        A --> B
        style A fill:url(https://evil.example/b.png)
        classDef c background:url(https://evil.example/c.png)
        class B c""",
    "a theme": """%%{init: {"themeCSS": "@import url(//evil.example/d); rect { mask: url(//evil.example/e) }"}}%%
        flowchart LR
        A""",
    "a font": """%%{init: {"fontFamily": "x; } * { background: url(https://evil.example/f) } y {"}}%%
        flowchart LR
        A""",
    "links": """sequenceDiagram
        participant A
        link A: x @ javascript:window.pwned=1
        A->>A: <img src=x onerror='window.pwned=1'>""",
    "a prototype": """%%{init: {"__proto__": {"pwned": 1}, "constructor": {"prototype": {"pwned": 1}}}}%%
        classDiagram
        class A
        click A href "javascript:window.pwned=1" """,
}

ANOTHER = "flowchart LR\n  only --> here"
GANTT = "gantt\n  dateFormat YYYY-MM-DD\n  Bake :2026-11-18, 1d"

DRAWN = "atob(document.querySelector('#picture').src.split(',')[1])"
PARTS = f"""[...new DOMParser().parseFromString({DRAWN}, "image/svg+xml").querySelectorAll("*")]
    .flatMap((node) => [node.localName, ...[...node.attributes].map((one) => `${{one.localName}}=${{one.value}}`)])"""
"""The names of all elements and attributes in the picture."""
HAS_MORE = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('#frame'))"
EFFECTS = "[window.pwned, ({}).pwned, document.querySelector('#easel').childElementCount]"


def test_a_model_and_a_person_draw_one_diagram_which_a_reload_in_any_tool_leaves_and_a_setup_replaces(
    person: Person, app: Callable[[str], str]
) -> None:
    url = app("mermaid")
    loaded: list[str] = []
    person.page.on("request", lambda request: loaded.extend(re.findall("/lib/mermaid/.*", request.url)))
    person.add_and_connect(url)
    expect(person.server_page.get_by_test_id("picture")).to_have_js_property("naturalWidth", 185)
    person.run("read_diagram")
    person.sees_result('author: "example"')
    assert loaded == []  # before anything is drawn
    draw_by_tools(person)
    assert loaded
    edit(person)
    use_another_session(person, f"{url}?another")
    leave_in_any_tool(person)
    set_up_again(person)
    draw_where_nothing_is_kept(person)


def draw(person: Person, code: str) -> None:
    person.run("draw", json.dumps({"code": code}))
    person.answers("Run Draw a diagram?", "run")


def draw_by_tools(person: Person) -> None:
    page = person.server_page
    problem = page.get_by_test_id("problem")
    draw(person, 'pie\n  "Rye" : one')
    person.sees_result("Line 2: Mermaid can't read")
    expect(problem).to_contain_text("Line 2: Mermaid can't read")
    expect(page.get_by_test_id("caption")).to_contain_text("This is the last picture")
    draw(person, 'pie\n  "Rye" : 1')
    person.sees_call("Done")
    expect(page.get_by_test_id("editor")).to_have_value('pie\n  "Rye" : 1')
    expect(problem).to_be_empty()
    assert not own_frame(person).evaluate(HAS_MORE)
    page.get_by_test_id("full").click()
    assert own_frame(person).evaluate(HAS_MORE)
    for form in ("svg", "png"):
        person.run("export", json.dumps({"format": form}))
        person.sees_result(f"The diagram as {form.upper()}")
        expect(person["image"]).to_be_visible()


def edit(person: Person) -> None:
    page = person.server_page
    editor = page.get_by_test_id("editor")
    person.open_tab("resources")
    person.named("resource-item", "diagram://current").click()
    person["subscribe"].click()
    expect(person["subscribe"]).to_have_text("Stop watching")
    editor.fill("flowchart LR\n  A --> B --> [")
    expect(person["reader"]).to_contain_text("It has changed since it was read.")
    person["read"].click()
    expect(person["contents"]).to_contain_text("A --> B --> [")
    expect(editor).to_have_attribute("data-status", "failed")
    assert violations(own_frame(person)) == []
    page.get_by_test_id("go").click()
    assert editor.evaluate("(at) => at.value.slice(at.selectionStart, at.selectionEnd)") == "  A --> B --> ["
    editor.press_sequentially("  A --> C")
    expect(editor).to_have_attribute("data-status", "drawn")
    person.open_tab("tools")


def use_another_session(person: Person, url: str) -> None:
    """The text of the first one is kept by now."""
    person.rename("Mermaid", "The first")
    person.add_and_connect(url)
    person.run("read_diagram")
    person.sees_result("An idea")
    person.choose("The first")


def leave_in_any_tool(person: Person) -> None:
    """While the other session keeps a text of its own."""
    page = person.server_page
    frame = own_frame(person)
    person.page.context.route("**/ganttDiagram*", lambda route: None)  # so that a gantt is never drawn
    frame.evaluate(HOLDS_BACK)
    person.run("read_diagram")
    sees_held_back(frame, 1)
    draw(person, GANTT)
    person.sees_call("Running")
    person.run("export")  # waits for it
    person.sees_call("Running")
    person.choose("Mermaid")
    draw(person, ANOTHER)
    person.sees_call("Done")
    person.choose("The first")
    leave(person, frame, "read_diagram", "draw", "export")
    person.page.context.unroute_all(behavior="ignoreErrors")
    expect(page.get_by_test_id("editor")).to_have_value(GANTT)
    expect(page.get_by_test_id("picture")).to_be_visible()
    sees_sessions(person, 3)


def set_up_again(person: Person) -> None:
    person.open_tab("about")
    person["set-up-again"].click()
    expect(person.server_page.get_by_test_id("editor")).to_have_value(re.compile("An idea"))
    person.open_tab("tools")
    person.run("read_diagram")
    person.sees_result('author: "example"')


def draw_where_nothing_is_kept(person: Person) -> None:
    person.choose("Mermaid")
    person.page.add_init_script(DENIED)
    connect_again(person)
    person.run("read_diagram")
    person.sees_result("An idea")
    draw(person, ANOTHER)
    person.sees_call("Done")


def test_a_hostile_diagram_runs_nothing_and_asks_nobody(page: Page, app: Callable[[str], str]) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.context.route(re.compile("evil.example"), refuse)
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    page.goto(app("mermaid"))
    editor = page.get_by_test_id("editor")
    sees_it_alone(page, "Mermaid")
    assert violations(page.main_frame) == []
    for name, code in HOSTILE.items():
        editor.fill(code)
        expect(editor, name).not_to_have_attribute("data-status", "edited")
        expect(editor).to_have_js_property("value", code)
        assert "evil.example" not in page.evaluate(DRAWN), name
        found = page.evaluate(PARTS)
        assert not [part for part in found if part.startswith(("script", "image", "img", "on", "href=java"))], name
    assert page.evaluate(EFFECTS) == [None, None, 0]
    assert asked == []

    editor.fill("pie")
    page.get_by_test_id("example").select_option("sequence")
    expect(editor).to_have_value(re.compile("^sequenceDiagram"))
    editor.press("Control+z")
    expect(editor).to_have_value("pie")
