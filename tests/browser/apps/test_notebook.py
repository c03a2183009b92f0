"""The notebook in the demo host, with all its tools and questions; and alone, in a person's hands."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import FilePayload, Page, expect

from ..host.person import Person
from .frames import own_frame, violations

PEOPLE = '{"text": "name,age\\nAda,36\\n<b>Bob</b>,41", "name": "people"}'


def big_file() -> FilePayload:
    lines = "\n".join(f"{row},{row % 97}.5,town {row % 7},some words to write" for row in range(60_000))
    return {"name": "big.csv", "mimeType": "text/csv", "buffer": f"row,size,town,words\n{lines}".encode()}


def test_a_table_is_loaded_asked_drawn_and_written_and_outlives_a_reload(
    person: Person, app: Callable[[str], str]
) -> None:
    page = person.server_page
    person.add_and_connect(app("notebook"))
    leave_in_the_middle(person)
    look_at_the_example(person)
    answer_its_questions(person)
    person.run("load_data", PEOPLE)
    person.answers("Run Load data?", "run")
    person.sees_result("people: 2 rows of name (text), age (integer).")
    expect(page.get_by_test_id("body")).to_contain_text("<b>Bob</b>")
    own_frame(person).evaluate("void setTimeout(() => location.reload())")
    person["step-connect"].click()
    person.sees_status("Connected")
    person.run("describe")
    person.sees_result("people: 2 rows")
    expect(page.get_by_test_id("caption")).to_have_text("people: 2 rows, 2 columns")


def leave_in_the_middle(person: Person) -> None:
    page = person.server_page
    page.get_by_test_id("file").set_input_files(big_file())
    expect(page.get_by_test_id("said")).to_contain_text("Loaded. It is too large to be kept")
    page.get_by_test_id("example").click()
    expect(page.get_by_test_id("caption")).to_contain_text("weather")
    person.run("trend", '{"column": "rain"}')
    expect(person["ask"]).to_contain_text("By which one shall the trend go?")
    own_frame(person).evaluate("void setTimeout(() => location.reload())")
    person.sees_call("Failed")
    person["step-connect"].click()
    person.sees_status("Connected")


def look_at_the_example(person: Person) -> None:
    page = person.server_page
    person.run("load_example")
    person.answers("Run Load the example?", "run")
    person.sees_result("weather: 1095 rows")
    person.run("query", '{"group_by": ["town"], "aggregates": [{"function": "max", "column": "rain"}]}')
    person.sees_result("max of rain")
    person.run("plot", '{"x": "day", "y": "temperature", "by": "town"}')
    expect(person["image"]).to_have_js_property("naturalWidth", 760)
    expect(page.locator(".uplot canvas")).to_be_visible()
    expect(page.get_by_test_id("drawn")).to_contain_text("temperature by day and town")
    person.run("sql", '{"statement": "SELECT town, count(*) AS days FROM data GROUP BY town"}')
    person.sees_result("days")
    person.run("sql", '{"statement": "DELETE FROM data"}')
    person.sees_result("The statement would change the data")
    person.run("export", '{"columns": ["town"], "sort": [{"column": "day"}]}')
    person.sees_result("weather.csv has 1095 rows")
    expect(page.get_by_test_id("offered")).to_have_text("Download weather.csv")
    assert violations(own_frame(person)) == []


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


def test_a_person_alone_loads_pages_and_draws_and_nothing_moves_while_python_boots(
    page: Page, app: Callable[[str], str]
) -> None:
    page.add_init_script("""
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
            .observe({ type: "layout-shift", buffered: true });
    """)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(app("notebook"))
    expect(page.get_by_text("No host is connected.")).to_be_visible()
    expect(page.get_by_test_id("go")).to_be_enabled()
    assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.001
    page.get_by_test_id("next").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("place")).to_have_text("Rows 13 to 24 of 1,095")
    page.get_by_test_id("file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": b"a,b\n1\n"})
    expect(page.get_by_test_id("said")).to_contain_text("Row 1 has 1 cells where there are 2 columns")
    page.get_by_test_id("file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": b"a;b\n1;2\n3;4\n"})
    expect(page.get_by_test_id("caption")).to_have_text("a.csv: 2 rows, 2 columns")
    page.get_by_test_id("y").select_option("b")
    page.get_by_test_id("go").click()
    expect(page.get_by_test_id("drawn")).to_contain_text("A line plot of 2 points")
    expect(page.locator(".uplot canvas")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page.main_frame) == []
