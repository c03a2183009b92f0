"""The form in which a person chooses the model: what each kind is, what an endpoint needs, and a way to try it."""

from __future__ import annotations

import asyncio
import pkgutil
from collections.abc import Callable
from typing import Any

from transom_page.dom import Element, h, set_attributes, spawn

from .choice import Choice, Kind, Models
from .refusals import ModelError

STYLE = pkgutil.get_data("transom_client.models", "form.css") or b""
KEY_GONE = "The key was for another origin, and has been removed."


class ModelForm:
    """Put `element` into the page, and call `open` whenever it comes into view."""

    def __init__(self, models: Models[Any], question: str, chosen: Callable[[str], None]) -> None:
        """`chosen` is called after a choice, with what could not be kept of it, or nothing."""
        self._models = models
        self._chosen = chosen
        self._draft = models.choice
        self._task: asyncio.Task[None] | None = None
        self._url = _input("url", "url", "https://api.example/v1")
        self._model = _input("model", "text")
        self._key = _input("key", "password")
        self._keep = h("input", type="checkbox", id="model-keep", testid="model-keep")
        self._word = h("p", class_="model-word", role="status", testid="model-word")
        self._bar = h("progress", max="1", aria_label="Downloaded", hidden=True, testid="model-progress")
        self._test = h("button", "Test", type="button", testid="model-test", on={"click": self._toggle_test})
        self._fields = h(
            "div",
            *_field("Address", self._url, "It ends in /v1, as a rule."),
            *_field("Model", self._model),
            *_field("Key, if it wants one", self._key, "Sent to the origin of the address, and to no other."),
            h("label", self._keep, " Keep the key in this browser, readable for anybody who uses it"),
            class_="model-fields",
        )
        self._radios = {kind.name: _radio(kind) for kind in models.kinds}
        self._states = {kind.name: h("p", class_="model-state", testid=f"{kind.name}-words") for kind in models.kinds}
        self.element: Element = h(
            "form",
            h("style", STYLE.decode()),
            h("fieldset", h("legend", question), *(self._kind(kind) for kind in models.kinds)),
            h(
                "div",
                h("button", "Use this model", testid="model-save"),
                self._test,
                self._bar,
                self._word,
                class_="model-foot",
            ),
            class_="model-form",
            novalidate=True,
            testid="model-form",
            on={"change": self._changed, "submit": self._save},
        )

    def _kind(self, kind: Kind[Any]) -> Element:
        facts = [[h("dt", word), h("dd", fact)] for word, fact in kind.facts]
        return h(
            "div",
            h("label", self._radios[kind.name], kind.title),
            h("dl", *facts, id=f"kind-{kind.name}-facts"),
            self._states[kind.name],
            class_="model-kind",
        )

    def open(self, kind: str = "") -> None:
        """Show what is chosen, or a kind that the person looks for, and how the models are now."""
        self._end_test()
        choice = self._models.choice
        choice = self._draft = choice.changed(kind=kind) if kind else choice
        for field, value in ((self._url, choice.url), (self._model, choice.model), (self._key, choice.key)):
            field.value = value
        self._keep._dom_element.checked = choice.keeps_key
        radio = self._radios[choice.kind]._dom_element
        radio.checked = True
        if kind:
            radio.focus()
        self._say("")
        self._draw()
        spawn(self._draw_states())

    async def _draw_states(self) -> None:
        for kind in self._models.kinds:
            if kind.source:
                state = await kind.source.state()
                self._states[kind.name].textContent = state.words
                set_attributes(self._radios[kind.name], disabled=not state.is_there)

    def _changed(self, event: Any) -> None:
        self._end_test()
        chosen = next(name for name, radio in self._radios.items() if radio._dom_element.checked)
        had = self._draft.key
        typed = {} if self._key.value == had else {"key": self._key.value}
        fields = {"url": self._url.value.strip(), "model": self._model.value, **typed}
        self._draft = self._draft.changed(kind=chosen, keeps_key=self._keep._dom_element.checked, **fields)
        self._say(KEY_GONE if had and not self._draft.key and not typed else "")
        self._key.value = self._draft.key
        self._keep._dom_element.checked = self._draft.keeps_key
        self._draw()

    def _draw(self) -> None:
        """The fields stand in the kind that they are for."""
        source = self._models.kind(self._draft.kind).source
        has_address = bool(source and source.has_address)
        if has_address:
            self._put_fields(self._radios[self._draft.kind]._dom_element.closest(".model-kind"))
        set_attributes(self._fields, hidden=not has_address)
        set_attributes(self._test, hidden=source is None)

    def _put_fields(self, box: Any) -> None:
        if not box.contains(self._fields._dom_element):  # what is moved loses the focus
            box.append(self._fields._dom_element)

    def _save(self, event: Any) -> None:
        self._changed(event)
        if missing := self._models.missing(self._draft):
            self._say(missing, is_problem=True)
            return
        problem = ""
        try:
            self._models.choose(self._draft)
        except OSError as error:
            problem = f"{error} The choice lasts until the page is reloaded."
        self._say(problem or "It answers from now on.", is_problem=bool(problem))
        self._chosen(problem)

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
        await self._draw_states()

    def _progress(self, part: float) -> None:
        set_attributes(self._bar, hidden=None, value=part)
        self._say(f"Downloading the model: {part:.0%}")

    def _end_test(self) -> None:
        if self._task:
            self._task.cancel()

    def _say(self, words: str, *, is_problem: bool = False) -> None:
        self._word.textContent = words
        set_attributes(self._word, data_status="failed" if is_problem else None)


def _radio(kind: Kind[Any]) -> Element:
    name = f"kind-{kind.name}"
    return h(
        "input", type="radio", name="kind", value=kind.name, id=name, testid=name, aria_describedby=f"{name}-facts"
    )


def _input(name: str, kind: str, placeholder: str | None = None) -> Element:
    plain = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "placeholder": placeholder}
    about = f"model-{name}-about"
    return h("input", type=kind, id=f"model-{name}", testid=f"model-{name}", aria_describedby=about, **plain)


def _field(words: str, control: Element, about: str = "") -> list[Element]:
    return [h("label", words, for_=control.id), control, h("small", about, id=f"{control.id}-about")]
