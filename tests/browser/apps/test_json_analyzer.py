"""The JSON analyzer, as a person meets it in the host."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FilePayload, Frame, Page, expect

from ..host.person import Person
from .frames import DENIED, HOLDS_BACK, frame_of, leave, sees_held_back, sees_it_alone, violations

BEFORE = {"books": [{"title": "Tides", "price": 8}]}
DEEP: Any = json.loads("[" * 150 + "]" * 150)
AFTER = {
    "books": [{"title": "Tides", "price": 9}],
    "nest": [[[[[[[[0]]]]]]]],
    "deep": DEEP,
    "long": "word " * 220_000,  # more than a resource may have, and more parts than one
}
ENDLESS = json.dumps({"path": "$.nest" + "[0,0,0,0,0,0,0,0,0,0]" * 8})
"""Selects the same value a hundred million times."""

QUICK = {
    "pointer": '{"pointer": "/books/0/title"}',
    "describe": "",
    "search": '{"text": "nowhere"}',
    "diff": "",
}

DROP = """([selector, files]) => {
    const dropped = new DataTransfer();
    for (const { name, text } of files) dropped.items.add(new File([text], name, { type: "application/json" }));
    const options = { bubbles: true, cancelable: true, dataTransfer: dropped };
    const target = document.querySelector(selector);
    return ["dragenter", "dragover", "drop"].map((kind) => target.dispatchEvent(new DragEvent(kind, options)));
}"""
"""Whether the browser would open the files itself."""


def file(name: str, value: Any) -> FilePayload:
    text = value if isinstance(value, str) else json.dumps(value)
    return {"name": name, "mimeType": "application/json", "buffer": text.encode()}


def choose(person: Person, first: FilePayload) -> None:
    is_asked(person)
    person.setup_page.get_by_label("File", exact=True).set_input_files(first)
    use(person)


def is_asked(person: Person) -> None:
    expect(person.setup_page.get_by_test_id("form")).to_have_attribute("data-status", "asking")


def use(person: Person) -> None:
    person.setup_page.get_by_role("button", name="Use it").click()


def drop(person: Person, selector: str, **values: Any) -> None:
    """Drop files, by name, where the selector leads to in the form."""
    is_asked(person)
    files = [{"name": f"{name}.json", "text": json.dumps(value)} for name, value in values.items()]
    frame = person.setup_page.locator("html").element_handle().owner_frame()
    assert frame
    assert frame.evaluate(DROP, [selector, files]) == [False] * 3


def test_a_person_chooses_a_document_and_asks_what_is_in_it_until_they_set_it_up_again_or_the_browser_keeps_nothing(
    person: Person, app: Callable[[str], str]
) -> None:
    url = app("json_analyzer")
    choose_documents(person, f"{url}?mine")
    use_the_tools(person)
    read_resources(person)
    use_another_session(person, f"{url}?another")
    leave_in_any_tool(person, frame_of(person, f"{url}?mine"))
    set_up_again(person)
    person.page.add_init_script(DENIED)
    be_denied_storage(person, f"{url}?mine")
    use_the_example(person, f"{url}?example")


def choose_documents(person: Person, url: str) -> None:
    problem = person.setup_page.get_by_test_id("form-problem")
    person.add(url)
    choose(person, file("broken.json", '{"books": [\n{"title" 1}]}'))
    expect(problem).to_contain_text("broken.json: Line 2, column 10")
    assert violations(frame_of(person, url)) == []
    choose(person, file("deep.json", "[" * 100_000))
    expect(problem).to_contain_text("more than 200 levels deep")
    drop(person, "html", one={}, two={})
    expect(problem).to_contain_text("Drop one file at a time")
    drop(person, "#second", before=BEFORE)
    choose(person, file("after.json", AFTER))
    person.sees_toast("is ready to be asked about. It stays in this browser.")
    person.sees_status("Connected")
    person.sees_servers("JSON: after.json")


def use_the_tools(person: Person) -> None:
    person.run("query", '{"path": "$.books[?@.price < 10].title"}')
    person.sees_result("Tides")
    person.run("query", '{"path": "$.books[?]"}')
    person.sees_result("At character")
    person.run("query", '{"path": "$..*"}')
    person.sees_result("nested too deeply")
    person.run("search", '{"text": "tide"}')
    person.sees_result("/books/0/title")
    person.run("pointer", '{"pointer": "/books/0/author"}')
    person.sees_result('has no key "author". It has "title", "price".')
    person.run("diff")
    person.sees_result("/books/0/price")
    person.run("query", ENDLESS)
    expect(person["progress-text"]).to_contain_text("Values looked at")
    person["cancel-call"].click()
    person.sees_call("Cancelled")


def read_resources(person: Person) -> None:
    person.open_tab("resources")
    person.named("resource-item", "json://document").click()
    expect(person["reader"]).to_contain_text("more than a million characters")
    person.named("resource-item", "json://document{+pointer}").click()
    person.named("text-field", "pointer").fill("/boo")
    expect(person["template"].locator("datalist option[value='/books']")).to_be_attached()
    person.named("text-field", "pointer").fill("/books/0")
    person.named("text-field", "pointer").press("Enter")
    expect(person["contents"]).to_contain_text("Tides")
    person.open_tab("tools")


def use_another_session(person: Person, url: str) -> None:
    """The documents of the first one are kept by now. In the form, the example is what is chosen."""
    person.add(url)
    is_asked(person)
    use(person)
    person.sees_status("Connected")
    person.sees_servers("JSON: after.json", "JSON: example.json")
    person.run("describe")
    person.sees_result("example.json")
    person.choose("JSON: after.json")


def leave_in_any_tool(person: Person, frame: Frame) -> None:
    frame.evaluate(HOLDS_BACK)
    for tool, arguments in QUICK.items():
        person.run(tool, arguments)
        person.sees_call("Running")
    sees_held_back(frame, len(QUICK))
    person.run("query", ENDLESS)
    sees_held_back(frame, len(QUICK) + 1)
    leave(person, frame, *QUICK, "query")
    person.run("describe")
    person.sees_result("after.json")


def set_up_again(person: Person) -> None:
    """What is chosen takes the place of both documents."""
    person.open_tab("about")
    person["set-up-again"].click()
    expect(person.setup_page.locator("#present")).to_have_text(
        "after.json is there now. What you choose takes its place."
    )
    drop(person, "html", replaced={"replaced": 1})
    use(person)
    person.sees_status("Connected")
    person.sees_servers("JSON: replaced.json", "JSON: example.json")
    person.open_tab("resources")
    person.named("resource-item", "json://document").click()
    expect(person["contents"]).to_contain_text("replaced: 1")
    person.open_tab("tools")
    person.run("diff")
    person.sees_result("No second document was chosen.")


def be_denied_storage(person: Person, url: str) -> None:
    person.open_tab("about")
    person["set-up-again"].click()
    denied = person.setup_page.get_by_test_id("denied")
    expect(denied).to_contain_text("This browser keeps nothing for this page here")
    expect(denied).to_contain_text(f"{url.partition('?')[0]}?example")
    assert violations(frame_of(person, url)) == []
    person.setup_page.get_by_role("button", name="Back to the host").click()
    person.sees_problem("Allow it site data, then set the server up again.")


def use_the_example(person: Person, url: str) -> None:
    person.add(url)
    person.sees_status("Connected")
    person.run("query", '{"path": "$..title"}')
    person.sees_result("$['books'][0]['title']")
    person.run("diff")
    person.sees_result("/books/")


def test_alone_in_a_tab_it_says_what_it_is(page: Page, app: Callable[[str], str]) -> None:
    page.goto(app("json_analyzer"))
    sees_it_alone(page, "JSON analyzer")
    assert violations(page.main_frame) == []
