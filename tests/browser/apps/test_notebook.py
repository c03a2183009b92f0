"""The notebook in the demo host, with all its tools and questions; and alone, in a person's hands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from ...conftest import held, wait_until
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

PEOPLE_TEXT = "name,born,moved\nAda,1985-04-01,2020-05-01\n<b>Bob</b>,1990-02-03,2021-06-01\n"
PEOPLE = json.dumps({"text": PEOPLE_TEXT, "name": "people"})
OTHER = '{"text": "a\\n1\\n", "name": "other"}'
WITHOUT_END = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
LOOKING = {
    "describe": "",
    "query": '{"group_by": ["town"], "aggregates": [{"function": "mean", "column": "rain"}]}',
    "plot": '{"x": "temperature", "y": "sun", "kind": "scatter"}',
    "export": "{}",
    "name_clusters": '{"x": "temperature", "y": "sun", "count": 2}',
}


def test_a_table_is_loaded_asked_drawn_and_written_and_a_reload_in_any_tool_leaves_it_and_a_setup_replaces_it(
    person: Person, app: Callable[[str], str]
) -> None:
    url = app("notebook")
    person.add_and_connect(url)
    look_at_the_example(person)
    ask_without_end(person)
    answer_its_questions(person)
    load(person, PEOPLE)
    person.sees_result("people: 2 rows of name (text), born (date), moved (date).")
    expect(person.server_page.get_by_test_id("body")).to_contain_text("<b>Bob</b>")
    use_another_session(person, f"{url}?another")
    leave_in_any_tool(person)
    set_up_again(person)
    load_where_nothing_is_kept(person)


def look_at_the_example(person: Person) -> None:
    page = person.server_page
    person.run("load_example")
    person.answers("Run Load the example?", "run")
    person.sees_result("weather: 1095 rows")
    person.run("query", '{"group_by": ["town"], "aggregates": [{"function": "max", "column": "rain"}]}')
    person.sees_result("max of rain")
    person.run("plot", '{"x": "day", "y": "temperature", "by": "town"}')
    expect(person["image"]).to_have_js_property("naturalWidth", 760)
    expect(page.locator(".uplot canvas")).to_be_in_viewport()
    expect(page.get_by_test_id("drawn")).to_contain_text("temperature by day and town")
    person.page.context.route("**/sqlite/**", lambda route: route.abort())
    person.run("sql", '{"statement": "SELECT town, count(*) AS days FROM data GROUP BY town"}')
    person.sees_result("SQLite could not be loaded")
    person.page.context.unroute_all()
    person["run"].click()
    person.sees_result("days")
    person.run("sql", '{"statement": "DELETE FROM data"}')
    person.sees_result("The statement would change the data")
    person.run("export", '{"columns": ["town"], "sort": [{"column": "day"}]}')
    person.sees_result("weather.csv has 1095 rows")
    expect(page.get_by_test_id("offered")).to_have_text("Download weather.csv")
    assert violations(own_frame(person)) == []


NO_TIME_AT_FIRST = """() => {
    const post = Worker.prototype.postMessage;
    let seconds = 0;
    Worker.prototype.postMessage = function (message) {
        const asks = "seconds" in message;
        post.call(this, asks ? { ...message, seconds } : message);
        if (asks) seconds = 3600;
    };
}"""
"""One statement has as long as SQLite takes to look at the clock, those after it all the time that a machine needs."""


def ask_without_end(person: Person) -> None:
    page = person.server_page
    own_frame(person).evaluate(NO_TIME_AT_FIRST)
    person.run("sql", json.dumps({"statement": WITHOUT_END}))
    person.sees_result("took longer than 10 seconds, and was stopped. Ask for less")
    person["run"].click()
    expect(person["progress-text"]).to_contain_text("Asking")
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("place")).to_have_text("Rows 13 to 24 of 1,095")
    person["cancel-call"].click()
    person.sees_call("Cancelled")
    person.run("sql", '{"statement": "SELECT max(day) AS last_day FROM data"}')
    person.sees_result("2025-12-31")


def answer_its_questions(person: Person) -> None:
    person.run("trend", '{"column": "rain"}')
    expect(person["ask"]).to_contain_text("By which one shall the trend go?")
    person["ask"].get_by_label("Date column").select_option("checked")
    person["ask-accept"].click()
    person.sees_result('date_column: "checked"')
    person.run("name_clusters", '{"x": "temperature", "y": "sun", "count": 2}')
    person["ask-answer"].fill("Cold days\nWarm days")
    person["ask-accept"].click()
    person.sees_result("Warm days")
    person.sees_result("The model named them.")


def load(person: Person, arguments: str) -> None:
    person.run("load_data", arguments)
    person.answers("Run Load data?", "run")


def use_another_session(person: Person, url: str) -> None:
    """The table of the first one is kept by now."""
    caption = person.server_page.get_by_test_id("caption")
    person.rename("Notebook", "The first")
    person.add_and_connect(url)
    expect(caption).to_contain_text("weather: 1,095 rows")
    person.choose("The first")


def leave_in_any_tool(person: Person) -> None:
    """While the other session keeps a table of its own."""
    frame, caption = own_frame(person), person.server_page.get_by_test_id("caption")
    expect(caption).to_contain_text("people: 2 rows")
    frame.evaluate(HOLDS_BACK)
    person.run("load_example")
    person.answers("Run Load the example?", "run")
    expect(caption).to_contain_text("weather: 1,095 rows")
    for tool, arguments in LOOKING.items():
        person.run(tool, arguments)
        person.sees_call("Running")
    load(person, PEOPLE)
    sees_held_back(frame, len(LOOKING) + 2)
    person.run("sql", json.dumps({"statement": WITHOUT_END}))
    sees_held_back(frame, len(LOOKING) + 3)
    person.choose("Notebook")
    load(person, OTHER)
    person.sees_result("other: 1 rows")
    person.choose("The first")
    person.run("trend", '{"column": "name", "each": "count"}')
    expect(person["ask"]).to_contain_text("By which one shall the trend go?")
    leave(person, frame, *LOOKING, "load_example", "load_data", "sql")
    person.open_tool("trend")
    person.sees_call("Failed")
    expect(person["ask"]).to_have_count(0)
    expect(caption).to_contain_text("people: 2 rows")
    sees_sessions(person, 3)


def set_up_again(person: Person) -> None:
    person.open_tab("about")
    person["set-up-again"].click()
    expect(person.server_page.get_by_test_id("caption")).to_contain_text("weather: 1,095 rows")
    person.open_tab("tools")
    person.run("describe")
    person.sees_result("weather: 1095 rows")


def load_where_nothing_is_kept(person: Person) -> None:
    person.choose("Notebook")
    person.page.add_init_script(DENIED)
    connect_again(person)
    person.run("describe")
    person.sees_result("weather: 1095 rows")
    load(person, OTHER)
    person.sees_result("after a reload, load it again")


STOPS = ["file", "example", "export", "rows", "next", "kind", "x", "y", "by", "go"]
FOCUSED = "document.activeElement.id"
OUTLINED = "getComputedStyle(document.activeElement).outlineStyle === 'solid'"


def walk_with_the_keyboard(page: Page) -> None:
    for stop in STOPS:
        page.keyboard.press("Tab")
        assert (page.evaluate(FOCUSED), page.evaluate(OUTLINED)) == (stop, True)
    place = page.get_by_test_id("place")
    page.locator("#rows").focus()
    page.keyboard.press("ArrowRight")  # a page of rows fits, and its columns don't
    wait_until(page, "document.activeElement.scrollLeft > 0")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(place).to_have_text("Rows 13 to 24 of 1,095")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == "previous"
    page.keyboard.press("Enter")
    expect(place).to_have_text("Rows 1 to 12 of 1,095")
    assert page.evaluate(FOCUSED) == "next"


def drop(page: Page, path: Path) -> None:
    """Drag a file from elsewhere over the page, out, in again and across its parts, and let it go at once."""
    session = page.context.new_cdp_session(page)
    dragged = {"items": [], "files": [str(path)], "dragOperationsMask": 1}

    def drag(kind: str, y: int, marked: str) -> None:
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 100, "y": y, "data": dragged})
        expect(page.locator("#drop")).to_have_class(marked)

    drag("dragEnter", 100, "dropping")
    page.evaluate("document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))")  # Chromium sends none
    expect(page.locator("#drop")).to_have_class("")
    drag("dragOver", 300, "dropping")
    drag("dragOver", 100, "dropping")
    drag("drop", 100, "")


def test_a_person_alone_loads_pages_and_draws_and_nothing_moves_while_python_boots(
    page: Page, app: Callable[[str], str], tmp_path: Path
) -> None:
    page.add_init_script("""
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
            .observe({ type: "layout-shift", buffered: true });
    """)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    go_on = held(page, "**/page.py")
    with page.expect_request("**/page.py"):
        page.goto(app("notebook"))
    assert violations(page.main_frame) == []
    go_on()
    sees_it_alone(page, "Notebook")
    expect(page.get_by_test_id("go")).to_be_enabled()
    assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.001
    walk_with_the_keyboard(page)
    page.get_by_test_id("file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": b"a,b\n1\n"})
    expect(page.get_by_test_id("said")).to_contain_text("Row 1 has 1 cells where there are 2 columns")
    (tmp_path / "a.csv").write_text("a;b\n1;2\n3;4\n", encoding="utf-8")
    drop(page, tmp_path / "a.csv")
    expect(page.get_by_test_id("caption")).to_have_text("a.csv: 2 rows, 2 columns")
    page.get_by_test_id("y").select_option("b")
    page.get_by_test_id("go").click()
    expect(page.get_by_test_id("drawn")).to_contain_text("A line plot of 2 points")
    expect(page.locator(".uplot canvas")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page.main_frame) == []
