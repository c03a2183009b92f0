"""Forms from JSON Schema, as a person uses them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from playwright.sync_api import Browser, Page, expect

from ...conftest import NO_EXERCISE, Site
from ...unit.host.shapes import Arguments, cases
from ..test_looks import violations
from .parts import add_part

PART = """
import json

from pyscript import window
from pyscript.ffi import create_proxy

from transom_page.dom import add, find, handlers_left
from demo_host.views.forms import ArgumentsEditor, preload

editors = []
submitted = []
stage = find("#stage")


def close():
    while editors:
        editors.pop().close()


async def mount(schema, value=None):
    close()
    given = json.loads(value) if value else None
    editor = ArgumentsEditor(json.loads(schema), given, submit=lambda: submitted.append(editor.value))
    editors.append(editor)
    add(stage, editor.element)
    await editor.ready


window.mount = create_proxy(mount)
window.drop = create_proxy(close)
window.value = create_proxy(lambda: json.dumps(editors[-1].value))
window.focusFirst = create_proxy(lambda: editors[-1].focus())
window.check = create_proxy(lambda: editors[-1].check())
window.submitted = create_proxy(lambda: json.dumps(submitted))
window.left = create_proxy(handlers_left)
await preload()
window.isLoaded = True
"""

TOUCH_ALL = """async (cases) => {
  const values = [];
  for (const [schema, value] of cases) {
    await mount(schema, value);
    const probe = document.querySelector("[data-name=probe] textarea");
    probe.value = "touched";
    probe.dispatchEvent(new Event("input", { bubbles: true }));
    await null;
    values.push(window.value());
  }
  return values;
}"""


@pytest.fixture(scope="module")
def open_page(served: Site, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    context.add_init_script(NO_EXERCISE)
    page = context.new_page()
    page.goto(add_part(served, PART))
    page.wait_for_function("window.isLoaded", polling=20)
    yield page
    context.close()


@pytest.fixture
def page(open_page: Page) -> Page:
    open_page.set_viewport_size({"width": 1100, "height": 900})
    open_page.emulate_media(color_scheme="light")
    return open_page


def mount(page: Page, schema: Any, value: Any = None) -> None:
    texts = [json.dumps(schema), None if value is None else json.dumps(value)]
    page.evaluate("([schema, value]) => mount(schema, value)", texts)


def value_of(page: Page) -> Any:
    return json.loads(page.evaluate("value()"))


def field(page: Page, name: str) -> Any:
    return page.locator(f'[data-testid="field"][data-name="{name}"]')


def properties(required: list[str] | None = None, **fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields) if required is None else required}


def test_what_is_entered_is_the_json_and_the_json_is_in_the_form(page: Page) -> None:
    mount(page, Arguments.model_json_schema())
    page.get_by_role("textbox", name="name", exact=True).fill("Ada\nLovelace")
    page.get_by_role("textbox", name="count").fill("12345678901234567890")
    page.get_by_label("agree").check()
    page.get_by_label("colour").select_option("blue")
    page.get_by_label("day", exact=True).fill("2026-01-31")
    expected = {"name": "Ada\nLovelace", "count": 12345678901234567890, "agree": True, "colour": "blue"}
    text = page.get_by_test_id("arguments-json")
    assert json.loads(text.input_value()) == value_of(page)
    assert value_of(page) | expected == value_of(page)
    text.fill(json.dumps({"name": "Bob", "count": 1.5, "ratio": 1e100, "tags": ["x"], "more": [None]}))
    expect(page.get_by_role("textbox", name="name", exact=True)).to_have_value("Bob")
    expect(page.get_by_role("textbox", name="count")).to_have_value("1.5")
    expect(page.get_by_role("textbox", name="ratio")).to_have_value("1e+100")
    expect(page.get_by_role("textbox", name="tags 1")).to_have_value("x")
    expect(page.get_by_test_id("only-in-json").first).to_contain_text("more")
    page.get_by_role("textbox", name="name", exact=True).fill("Eve")
    assert value_of(page) == {"name": "Eve", "count": 1.5, "ratio": 1e100, "tags": ["x"], "more": [None]}


def test_wrong_json_says_where_and_is_kept(page: Page) -> None:
    mount(page, properties(name={"type": "string"}), {"name": "Ada"})
    text = page.get_by_test_id("arguments-json")
    text.fill('{\n  "name": Bob\n}')
    expect(page.get_by_test_id("json-message")).to_have_text("Line 2, column 11: a value is expected here.")
    assert page.evaluate("check()") is False
    expect(text).to_be_focused()
    expect(text).to_have_value('{\n  "name": Bob\n}')
    assert value_of(page) == {"name": "Ada"}
    text.fill('{"name": "Bob"}')
    expect(page.get_by_test_id("json-message")).to_be_hidden()
    expect(page.get_by_label("name", exact=True)).to_have_value("Bob")


def test_it_is_visible_and_choosable_whether_a_value_is_sent(page: Page) -> None:
    optional = {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}
    mount(page, properties([], nick=optional, limit={"type": "integer", "default": 10}, on={"type": "boolean"}))
    assert value_of(page) == {}
    page.evaluate("focusFirst()")
    expect(page.get_by_label("nick", exact=True)).to_be_focused()
    expect(field(page, "nick")).to_have_attribute("data-status", "not-sent")
    expect(page.get_by_label("limit", exact=True)).to_have_value("10")
    page.get_by_label("nick", exact=True).fill("A")
    expect(field(page, "nick")).to_have_attribute("data-status", "sent")
    page.get_by_label("Send limit?").select_option("Sent")
    page.get_by_label("on", exact=True).select_option("false")
    assert value_of(page) == {"nick": "A", "limit": 10, "on": False}
    page.get_by_label("Send nick?").select_option("null")
    assert value_of(page)["nick"] is None
    page.get_by_label("Send nick?").select_option("Sent")
    assert value_of(page)["nick"] == ""
    page.get_by_label("Send nick?").select_option("Not sent")
    page.get_by_label("limit", exact=True).fill("")
    page.get_by_label("on", exact=True).select_option("Not sent")
    assert value_of(page) == {}


def test_lists_grow_shrink_and_move_with_the_keyboard(page: Page) -> None:
    mount(page, properties(tags={"type": "array", "items": {"type": "string"}}))
    for word in ("one", "two", "three"):
        page.get_by_role("button", name="Add an item to tags").press("Enter")
        page.keyboard.type(word)
    page.get_by_role("button", name="Move tags 3 up").press("Enter")
    expect(page.get_by_role("button", name="Move tags 2 up")).to_be_focused()
    page.keyboard.press("Enter")
    assert value_of(page) == {"tags": ["three", "one", "two"]}
    page.get_by_role("button", name="Remove tags 1").press("Enter")
    expect(page.get_by_role("button", name="Remove tags 1")).to_be_focused()
    assert value_of(page) == {"tags": ["one", "two"]}
    expect(page.get_by_role("button", name="Move tags 1 up")).to_be_disabled()


def test_a_list_of_a_few_words_is_a_row_of_checkboxes(page: Page) -> None:
    choices = {"type": "array", "items": {"anyOf": [{"const": "s", "title": "Small"}, {"const": "l"}]}}
    mount(page, properties(sizes=choices), {"sizes": ["l"]})
    page.get_by_label("Small (s)").check()
    assert value_of(page) == {"sizes": ["l", "s"]}
    page.get_by_label("l", exact=True).uncheck()
    assert value_of(page) == {"sizes": ["s"]}


def test_unions_and_models_in_themselves_open_when_they_are_chosen(page: Page) -> None:
    mount(page, Arguments.model_json_schema())
    page.get_by_label("Kind of pet").select_option("Dog")
    field(page, "pet").get_by_role("textbox", name="name").fill("Rex")
    page.get_by_label("Kind of tree").select_option("Tree")
    field(page, "tree").get_by_role("textbox", name="value").fill("1")
    field(page, "tree").get_by_label("Kind of left").select_option("Tree")
    field(page, "left").get_by_role("textbox", name="value").fill("2")
    page.get_by_label("Send counts?").select_option("Sent")
    page.get_by_role("button", name="Add an item to counts").click()
    page.keyboard.type("apples")
    page.keyboard.press("Tab")
    page.keyboard.type("3")
    value = value_of(page)
    assert value["pet"] == {"kind": "dog", "name": "Rex"}
    assert value["tree"] == {"value": 1, "left": {"value": 2}}
    assert value["counts"] == {"apples": 3}
    page.get_by_label("Kind of pet").select_option("Cat")
    assert value_of(page)["pet"] == {"kind": "cat"}
    page.get_by_label("Kind of tree").select_option("null")
    assert value_of(page)["tree"] is None


def test_messages_stand_at_their_fields_and_the_first_has_the_focus(page: Page) -> None:
    mount(page, Arguments.model_json_schema(), {"count": -3, "tags": ["a", 5], "pet": {"kind": "dog"}, "agree": True})
    assert page.evaluate("check()") is False
    name = page.get_by_role("textbox", name="name", exact=True)
    expect(name.first).to_be_focused()
    expect(name.first).to_have_attribute("aria-invalid", "true")
    assert "Fill this in." in (page.evaluate("document.activeElement.closest('.form-field').textContent"))
    expect(field(page, "count").get_by_test_id("field-messages")).to_have_text("This must be 0 or more.")
    expect(field(page, "pet").get_by_test_id("field-messages").filter(has_text="Fill this in.")).to_have_count(1)
    expect(field(page, "tags").get_by_test_id("field-messages")).to_have_text(
        "Item 2: This must be a text, and 5 is not."
    )
    name.first.fill("Ada")
    page.get_by_role("textbox", name="count").fill("3")
    expect(field(page, "count").get_by_test_id("field-messages")).to_be_empty()
    page.get_by_test_id("arguments-json").fill(
        '{"name": "A", "count": 1, "agree": true, "tags": [], "pet": {"kind": "cat"}}'
    )
    assert page.evaluate("check()") is True
    expect(page.locator("[aria-invalid=true]")).to_have_count(0)


def test_an_example_is_one_click_and_enter_submits(page: Page) -> None:
    described = {"type": "string", "description": "Whom to greet. Example: Ada Lovelace."}
    mount(page, properties(name=described, size={"type": "integer", "examples": [42]}))
    page.get_by_role("button", name="Use “Ada Lovelace”").click()
    page.get_by_role("button", name="Use “42”").click()
    page.get_by_label("name", exact=True).press("Enter")
    assert json.loads(page.evaluate("submitted()"))[-1] == {"name": "Ada Lovelace", "size": 42}
    page.get_by_label("name", exact=True).press("Shift+Enter")
    assert value_of(page)["name"] == "Ada Lovelace\n"


def test_nothing_to_enter_and_no_form_are_said(page: Page) -> None:
    mount(page, {"type": "object", "properties": {}})
    expect(page.get_by_test_id("arguments")).to_contain_text("This tool takes no arguments.")
    expect(page.get_by_test_id("arguments-json")).to_be_hidden()
    assert page.evaluate("check()") is True
    mount(page, {"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object"}]})
    expect(page.get_by_test_id("arguments-note")).to_contain_text("Enter the arguments as JSON.")
    page.get_by_test_id("arguments-json").fill('{"a": 1}')
    assert value_of(page) == {"a": 1}
    mount(page, properties(a={"type": "strung"}), {"a": "b"})
    assert page.evaluate("check()") is True
    expect(page.get_by_test_id("arguments-note")).to_contain_text("the server decides")


def test_foreign_words_are_text_wherever_a_schema_has_some(page: Page) -> None:
    bad = "<img src=x onerror='window.pwned = 1'><script>window.pwned = 1</script>{{ value }}"
    words = {"title": f"{bad} title", "description": f"{bad} Example: {bad}", "default": bad, "examples": [bad]}
    text = {"type": "string", **words, "format": bad, "pattern": bad, "contentEncoding": bad}
    schema = {
        "type": "object",
        "title": bad,
        "description": bad,
        "required": ["choice", "list", bad],
        "properties": {
            bad: text,
            "choice": {"enum": [bad, "b"], "enumNames": [bad, bad], **words},
            "const": {"const": bad},
            "list": {"type": "array", "items": text, **words, "default": [bad]},
            "map": {"type": "object", "additionalProperties": text, **words, "default": {bad: bad}},
            "union": {"anyOf": [{"$ref": f"#/$defs/{bad.replace('/', '~1')}"}, {"type": "array"}], "title": bad},
            "wrong": {"type": bad, **words},
            "ref": {"$ref": bad, **words},
        },
        "$defs": {bad: {"type": "object", "properties": {bad: text}, "title": bad}},
    }
    mount(page, schema, {bad: bad, "map": {bad: bad}, "union": {bad: bad}, "list": [bad], f"x{bad}": bad, "const": 1})
    page.evaluate("check()")
    area = page.get_by_test_id("arguments")
    assert area.locator("img, script").count() == 0
    assert page.evaluate("window.pwned") is None
    assert area.inner_text().count(bad) > 10
    assert page.evaluate("[...document.querySelectorAll('.arguments *')].every((e) => !e.onerror)")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1100), ("dark", 390)])
def test_it_is_accessible_and_fits(page: Page, scheme: Any, width: int) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    value = {"tags": ["a"], "counts": {"a": 1}, "pet": {"kind": "dog"}, "tree": {"value": 1, "left": None}, "more": 1}
    mount(page, Arguments.model_json_schema(), value)
    page.evaluate("check()")
    assert violations(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_what_jedison_holds_comes_back_exactly(page: Page) -> None:
    batch: list[tuple[str, str]] = []

    @settings(max_examples=40, derandomize=True, database=None, phases=[Phase.generate], deadline=None)
    @given(cases())
    def collect(case: tuple[dict[str, Any], dict[str, Any]]) -> None:
        schema, value = case
        schema["properties"]["probe"] = {"type": "string"}
        batch.append((json.dumps(schema), json.dumps({**value, "probe": ""})))

    collect()
    for (schema, before), after in zip(batch, page.evaluate(TOUCH_ALL, batch), strict=True):
        expected = {**json.loads(before), "probe": "touched"}
        assert json.dumps(json.loads(after), sort_keys=True) == json.dumps(expected, sort_keys=True), schema


def test_a_closed_editor_leaves_nothing_behind(page: Page) -> None:
    page.evaluate("drop()")
    before = page.evaluate("left()")
    mount(page, Arguments.model_json_schema())
    assert page.evaluate("left()") > before
    page.evaluate("drop()")
    assert page.evaluate("left()") == before
    expect(page.get_by_test_id("arguments")).to_have_count(0)
