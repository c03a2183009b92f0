"""The one dialog in which the person chooses the model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from transom_page.dialogs import Modal
from transom_page.dom import Element, h, set_attributes, spawn

from assistant.choice import Choice, Kind, Models
from assistant.model import ModelError

KINDS: dict[Kind, tuple[str, str]] = {
    "planner": (
        "Built-in planner",
        "Matches the words of a question with what is offered. No key, no network, always the same answer.",
    ),
    "endpoint": (
        "A model behind an endpoint",
        "Any that speaks the OpenAI API. The conversation and the results of calls are sent to it.",
    ),
    "browser": ("The browser's own model", "Runs on this device, where the browser has one."),
}
KEY_GONE = "The key was for another origin, and has been removed."


class Settings:
    def __init__(self, models: Models, complain: Callable[[str], None]) -> None:
        """`complain` says what could not be kept, after the dialog has gone."""
        self._models = models
        self._complain = complain
        self._draft = models.choice
        self._task: asyncio.Task[None] | None = None
        self._url = _input("url", "url", "https://api.example/v1")
        self._model = _input("model", "text")
        self._key = _input("key", "password")
        self._keep = h("input", type="checkbox", id="model-keep", testid="model-keep")
        self._word = h("p", class_="note", role="status", testid="model-word")
        self._bar = h("progress", max="1", aria_label="Downloaded", hidden=True, testid="model-progress")
        self._test = _button("Test", self._toggle_test, "model-test")
        self._about_browser = h("small", testid="browser-words")
        self._fields = h(
            "div",
            _field("Address", self._url, "It ends in /v1, as a rule."),
            _field("Model", self._model),
            _field("Key, if it wants one", self._key, "Sent to the origin of the address, and to no other."),
            h("label", self._keep, " Keep the key in this browser, readable for anybody who uses it", class_="check"),
            class_="model-fields",
        )
        self._modal = Modal("Model", self._form(), testid="settings", class_="settings")

    def _form(self) -> Element:
        return h(
            "form",
            h("fieldset", h("legend", "Who answers?", class_="unseen"), *(self._kind(kind) for kind in KINDS)),
            self._word,
            self._bar,
            h("div", h("button", "Use this model", testid="model-save"), self._test, class_="buttons"),
            novalidate=True,
            on={"change": self._changed, "submit": self._save},
        )

    def _kind(self, kind: Kind) -> Element:
        words, about = KINDS[kind]
        radio = h("input", type="radio", name="kind", value=kind, id=f"kind-{kind}", testid=f"kind-{kind}")
        extra = {"endpoint": self._fields, "browser": self._about_browser}.get(kind)
        head = h("label", radio, h("span", words), for_=f"kind-{kind}", class_="kind-head")
        return h("div", head, h("p", about, class_="note"), extra, class_="kind")

    def open(self) -> None:
        self._end_test()
        choice = self._draft = self._models.choice
        for field, value in ((self._url, choice.url), (self._model, choice.model), (self._key, choice.key)):
            field.value = value
        self._keep._dom_element.checked = choice.keeps_key
        self._modal.open()
        self._radio(choice.kind)._dom_element.checked = True
        self._say("")
        self._draw()
        spawn(self._tell_of_browser())

    async def _tell_of_browser(self) -> None:
        self._about_browser.textContent = await self._models.browser_words()

    def _radio(self, kind: Kind) -> Element:
        return Element(dom_element=self._modal.element._dom_element.querySelector(f"#kind-{kind}"))

    def _changed(self, event: Any) -> None:
        self._end_test()
        chosen = next(kind for kind in KINDS if self._radio(kind)._dom_element.checked)
        had = self._draft.key
        typed = {} if self._key.value == had else {"key": self._key.value}
        fields = {"url": self._url.value.strip(), "model": self._model.value, **typed}
        self._draft = self._draft.changed(kind=chosen, keeps_key=self._keep._dom_element.checked, **fields)
        self._say(KEY_GONE if had and not self._draft.key and not typed else "")
        self._key.value = self._draft.key
        self._keep._dom_element.checked = self._draft.keeps_key
        self._draw()

    def _draw(self) -> None:
        set_attributes(self._fields, hidden=self._draft.kind != "endpoint")
        set_attributes(self._test, hidden=self._draft.kind == "planner")
        set_attributes(self._radio("browser"), disabled=not self._models.has_browser)

    def _save(self, event: Any) -> None:
        self._changed(event)
        if self._draft.problem:
            self._say(self._draft.problem, is_problem=True)
            return
        self._modal.hide()
        try:
            self._models.choose(self._draft)
        except OSError as error:
            self._complain(f"{error} The choice lasts until it is reloaded.")

    def _toggle_test(self, event: Any) -> None:
        if self._task:
            self._end_test()
            self._say("Given up.")
        else:
            self._task = spawn(self._try(self._draft))
            self._test.textContent = "Cancel"

    async def _try(self, choice: Choice) -> None:
        self._say("Asking …")
        try:
            self._say(await self._models.try_out(choice, self._progress))
        except ModelError as error:
            self._say(str(error), is_problem=True)
        finally:
            self._task = None
            self._test.textContent = "Test"
            set_attributes(self._bar, hidden=True)

    def _progress(self, part: float) -> None:
        set_attributes(self._bar, hidden=None, value=part)
        self._say(f"Downloading the browser's model: {part:.0%}")

    def _end_test(self) -> None:
        if self._task:
            self._task.cancel()

    def _say(self, words: str, *, is_problem: bool = False) -> None:
        self._word.textContent = words
        set_attributes(self._word, data_status="failed" if is_problem else None)


def _input(name: str, kind: str, placeholder: str | None = None) -> Element:
    identity = f"model-{name}"
    return h(
        "input",
        type=kind,
        id=identity,
        testid=identity,
        placeholder=placeholder,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
    )


def _field(words: str, control: Element, about: str = "") -> Element:
    note = h("small", about) if about else None
    return h("p", h("label", words, for_=control.id), control, note, class_="field")


def _button(words: str, act: Callable[[Any], None], testid: str) -> Element:
    return h("button", words, type="button", testid=testid, on={"click": act})
