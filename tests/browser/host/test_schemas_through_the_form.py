"""Each schema of the kitchen: what a person enters is what arrives at the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from .person import Person
from .samples import ADA, PLACE, SAMPLES, WRONG

KITCHEN = "echoes"


class Form:
    """The form of the tool that is open, by the labels of its fields."""

    def __init__(self, form: Locator) -> None:
        self.form = form

    def field(self, name: str) -> Form:
        """A part of the form with fields of its own."""
        return Form(self.form.locator(f'[data-testid="field"][data-name="{name}"]').first)

    def type(self, label: str, text: str) -> Form:
        self.form.get_by_role("textbox", name=label, exact=True).fill(text)
        return self

    def choose(self, label: str, option: str) -> Form:
        self.form.get_by_label(label, exact=True).select_option(option)
        return self

    def check(self, label: str) -> Form:
        self.form.get_by_label(label, exact=True).check()
        return self

    def add(self, name: str, *texts: str) -> Form:
        for number, text in enumerate(texts, 1):
            self.form.get_by_role("button", name=f"Add an item to {name}", exact=True).click()
            self.type(f"{name} {number}", text)
        return self

    def live_somewhere(self) -> Form:
        return self.type("Street and number", PLACE["street"]).type("city", "Ulm").type("postcode", PLACE["postcode"])


def enter_ada(form: Form) -> None:
    person = form.field("person").type("name", "Ada").type("age", "36")
    person.field("address").live_somewhere()
    person.choose("Send tags?", "Sent").add("tags", "math", "poetry")


def enter_optional(form: Form) -> None:
    form.type("text", "here").type("number", "0").choose("flag", "false").choose("word", "yes")
    form.choose("Kind of color", "Color").field("color").form.locator(".form-body select").select_option("blue")
    form.form.get_by_label("day", exact=True).fill("2024-02-29")


BY_HAND: dict[str, tuple[Callable[[Form], object], dict[str, Any]]] = {
    "text": (lambda form: form.type("text", "Grüße,\n“Ada” <b>"), {"text": "Grüße,\n“Ada” <b>"}),
    "text_pattern": (lambda form: form.type("code", "ABC-12"), {"code": "ABC-12"}),
    "integer_large": (lambda form: form.type("number", "9007199254740993"), {"number": 2**53 + 1}),
    "number": (lambda form: form.type("number", "0.1"), {"number": 0.1}),
    "boolean": (lambda form: form.check("flag"), {"flag": True}),
    "enum": (lambda form: form.choose("color", "green"), {"color": "green"}),
    "date": (lambda form: form.form.get_by_label("day", exact=True).fill("2024-02-29"), {"day": "2024-02-29"}),
    "list_text": (lambda form: form.add("words", "a", "b c"), {"words": ["a", "b c"]}),
    "model": (enter_ada, {"person": ADA}),
    "union_discriminated": (
        lambda form: form.choose("Kind of pet", "Dog"),
        {"pet": {"kind": "dog"}},
    ),
    "optional": (
        enter_optional,
        {"text": "here", "number": 0, "flag": False, "color": "blue", "word": "yes", "day": "2024-02-29"},
    ),
}
"""By the name of the tool, without `echo_`: what a person does with the form, and what then arrives."""


def test_what_is_entered_in_the_fields_arrives(kitchen: Person) -> None:
    kitchen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name, (enter, expected) in BY_HAND.items():
        tool = kitchen.open_tool(f"echo_{name}")
        expect(tool.get_by_test_id("arguments")).not_to_have_attribute("data-status", "loading")
        enter(Form(tool.get_by_test_id("arguments-form")))
        kitchen["run"].click()
        assert arrived(kitchen) == expected, name
    for name, wrong in WRONG.items():
        see_refusal(kitchen, name, wrong)


def test_what_is_entered_as_json_arrives_for_each_schema(kitchen: Person) -> None:
    kitchen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name, sample in SAMPLES.items():
        kitchen.run(f"echo_{name}", json.dumps(sample) if sample else "")
        assert arrived(kitchen) == sample, name


def see_refusal(person: Person, name: str, wrong: dict[str, Any]) -> None:
    """Nothing is sent that the server would refuse: the form says what is wrong instead."""
    tool = person.open_tool(f"echo_{name}")
    calls = person["history-call"].count()
    person.fill_json(json.dumps(wrong))
    person["run"].click()
    expect(tool.locator(".form-message").filter(visible=True, has_text=".").first).to_be_visible()
    assert person["history-call"].count() == calls


def arrived(person: Person) -> Any:
    """The structured content of the call that is shown, which is what arrived at the server."""
    view = person["call-view"]
    expect(view).not_to_have_attribute("data-status", "running")
    expect(view).to_have_attribute("data-status", "done")
    person["copy-json"].click()
    expect(person["copy-json"]).to_have_text("Copied")
    return json.loads(person.page.evaluate("navigator.clipboard.readText()"))["result"]["structuredContent"]
