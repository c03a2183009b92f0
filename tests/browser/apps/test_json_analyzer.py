"""The JSON analyzer, as a person meets it in the host."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FilePayload, expect

from ...conftest import NO_STORAGE
from ..host.person import Person
from .frames import LEAVES, frame_of, violations

ROWS = [{"number": number, "name": f"name {number}"} for number in range(60_000)]
BEFORE = {"books": [{"title": "Tides", "price": 8}], "rows": ROWS}
DEEP: Any = json.loads("[" * 150 + "]" * 150)
AFTER = {"books": [{"title": "Tides", "price": 9}], "rows": ROWS, "nest": [[[[[[[[0]]]]]]]], "deep": DEEP}
ENDLESS = json.dumps({"path": "$.nest" + "[0,0,0,0,0,0,0,0,0,0]" * 8})
"""Selects the same value a hundred million times."""

IN_THE_MIDDLE = {
    ("describe", ""): "Counting",
    ("query", '{"path": "$.rows[?@.number == -1]"}'): "Values looked at",
    ("search", '{"text": "nowhere"}'): "Searching",
    ("pointer", '{"pointer": "/books/0/title"}'): "Reading the document",
    ("diff", ""): "Comparing",
}
"""Each tool, and what it tells of its progress when it has come that far."""

LEAVES_AT = """(words) => {
    const post = MessagePort.prototype.postMessage;
    let isLeaving = false;
    MessagePort.prototype.postMessage = function (message, ...more) {
        if (!isLeaving && typeof message === "string" && message.includes(words)) {
            isLeaving = true;
            location.reload();
        }
        if (!isLeaving || typeof message !== "string") post.call(this, message, ...more);
    };
}"""

DROP = """([selector, files]) => {
    const dropped = new DataTransfer();
    for (const { name, text } of files) dropped.items.add(new File([text], name, { type: "application/json" }));
    const options = { bubbles: true, cancelable: true, dataTransfer: dropped };
    const target = document.querySelector(selector);
    return ["dragover", "drop"].map((kind) => target.dispatchEvent(new DragEvent(kind, options)));
}"""
"""Whether the browser would open the files itself."""

DENIED = f"if (window !== top) {{ {NO_STORAGE} }}"


def file(name: str, value: Any) -> FilePayload:
    text = value if isinstance(value, str) else json.dumps(value)
    return {"name": name, "mimeType": "application/json", "buffer": text.encode()}


def choose(person: Person, first: FilePayload, *second: FilePayload) -> None:
    form = person.setup_page
    expect(form.get_by_test_id("form")).to_have_attribute("data-status", "asking")
    form.get_by_label("File", exact=True).set_input_files(first)
    form.get_by_label("Second file").set_input_files([*second])
    form.get_by_role("button", name="Use it").click()


def drop(person: Person, selector: str, **values: Any) -> None:
    """Drop files, by name, where the selector leads to in the form."""
    expect(person.setup_page.get_by_test_id("form")).to_have_attribute("data-status", "asking")
    files = [{"name": f"{name}.json", "text": json.dumps(value)} for name, value in values.items()]
    frame = person.setup_page.locator("html").element_handle().owner_frame()
    assert frame
    assert frame.evaluate(DROP, [selector, files]) == [False, False]


def test_a_person_chooses_a_document_and_asks_what_is_in_it(person: Person, app: Callable[[str], str]) -> None:
    url = app("json_analyzer")
    person.add(url)
    choose(person, file("broken.json", '{"books": [\n{"title" 1}]}'))
    expect(person.setup_page.get_by_test_id("form-problem")).to_contain_text("broken.json: Line 2, column 10")
    assert violations(frame_of(person, url)) == []
    choose(person, file("deep.json", "[" * 100_000))
    expect(person.setup_page.get_by_test_id("form-problem")).to_contain_text("more than 200 levels deep")
    choose(person, file("after.json", AFTER), file("before.json", BEFORE))
    person.sees_toast("is ready to be asked about. It stays in this browser.")
    person.sees_status("Connected")

    person.run("query", '{"path": "$.books[?@.price < 10].title"}')
    person.sees_result("Tides")
    person.run("query", '{"path": "$.books[?]"}')
    person.sees_result("At character")
    person.run("search", '{"text": "tide"}')
    person.sees_result("/books/0/title")
    person.run("pointer", '{"pointer": "/books/0/author"}')
    person.sees_result('has no key "author". It has "title", "price".')
    person.run("query", '{"path": "$..*"}')
    person.sees_result("nested too deeply")
    person.run("diff")
    person.sees_result("/books/0/price")
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
    person.run("query", ENDLESS)
    expect(person["progress-text"]).to_contain_text("Values looked at")
    person["cancel-call"].click()
    person.sees_call("Cancelled")

    for (tool, arguments), words in IN_THE_MIDDLE.items():
        frame_of(person, url).evaluate(LEAVES_AT, words)
        person.run(tool, arguments)
        person.sees_result("Its page was left.")
        person.sees_call("Failed")
        person["step-connect"].click()
        person.sees_status("Connected")
    person.run("describe")
    person.sees_result("after.json")


def test_sessions_have_documents_of_their_own_until_they_are_set_up_again_or_the_browser_keeps_nothing(
    person: Person, app: Callable[[str], str]
) -> None:
    url = app("json_analyzer")
    person.add(f"{url}?mine")
    drop(person, "html", one={}, two={})
    expect(person.setup_page.get_by_test_id("form-problem")).to_contain_text("Drop one file at a time")
    drop(person, "html", mine={"mine": 1})
    drop(person, "#second", other={"mine": 2})
    person.setup_page.get_by_role("button", name="Use it").click()
    person.sees_status("Connected")
    person.run("diff")
    person.sees_result("/mine")
    person.open_tab("resources")
    person.named("resource-item", "json://document").click()
    expect(person["contents"]).to_contain_text("mine: 1")
    person.open_tab("tools")
    person.add(f"{url}?again")
    person.setup_page.get_by_role("button", name="Use it").click()
    person.sees_status("Connected")
    person.sees_servers("JSON: mine.json", "JSON: example.json")
    person.choose("JSON: mine.json")
    person.run("pointer", '{"pointer": "/mine"}')
    person.sees_result("1")

    person.open_tab("about")
    person["set-up-again"].click()
    expect(person.setup_page.locator("#present")).to_have_text(
        "mine.json is there now. What you choose takes its place."
    )
    choose(person, file("replaced.json", {"replaced": 1}))
    person.sees_status("Connected")
    person.open_tab("tools")
    person.run("describe")
    person.sees_result("replaced.json")
    person.run("diff")
    person.sees_result("No second document was chosen.")

    person.page.add_init_script(DENIED)
    frame_of(person, f"{url}?mine").evaluate(LEAVES)
    person["step-connect"].click()
    person.sees_problem("set up")
    person["step-set-up"].click()
    denied = person.setup_page.get_by_test_id("denied")
    expect(denied).to_contain_text("This browser keeps nothing for this page here")
    expect(denied).to_contain_text(f"{url}?example")
    assert violations(frame_of(person, f"{url}?mine")) == []
    person.setup_page.get_by_role("button", name="Back to the host").click()
    person.sees_problem("Allow it site data, then set the server up again.")

    person.add(f"{url}?example")
    person.sees_status("Connected")
    person.run("query", '{"path": "$..title"}')
    person.sees_result("$['books'][0]['title']")
    person.run("diff")
    person.sees_result("/books/")
