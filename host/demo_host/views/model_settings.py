"""The part of the settings that says which model answers servers."""

from __future__ import annotations

from typing import Any

from transom_page.dom import Element, h, remove, set_attributes, spawn

from ..state.amounts import duration_words, short
from ..state.chat import ModelError, trial
from ..state.models import KINDS, ModelChoice, Models
from .copying import small_button
from .page import now

ABOUT = "A server may ask for a model’s answer. You see each request, and nothing is sent before you say so."
NO_BROWSER = " (this browser has none)"


class ModelSettings:
    def __init__(self, models: Models) -> None:
        self._models = models
        self._task: Any = None
        choice = models.choice
        self._url = self._input("model-url", "url", choice.url, placeholder="http://localhost:11434/v1")
        self._model = self._input("model-name", "text", choice.model)
        self._key = self._input("model-key", "password", models.key)
        self._keep = h("input", type="checkbox", id="model-keep", testid="model-keep", checked=models.keeps_key)
        self._word = h("p", role="status", class_="note", testid="model-status")
        self._test = small_button("Try it", self._try, "model-test")
        self._fields = h(
            "div",
            *self._field("Address of the endpoint", self._url, "Any that speaks the OpenAI API: …/v1."),
            *self._field("Model", self._model),
            *self._field("Key, if it wants one", self._key),
            h("label", self._keep, " Keep the key in this browser, readable for anybody who uses it"),
            class_="model-fields",
        )
        self.element: Element = h(
            "fieldset",
            h("legend", "Model"),
            h("p", ABOUT, class_="note"),
            self._radio("none", "None: I answer by hand"),
            self._radio("endpoint", "An endpoint"),
            self._fields,
            self._radio("browser", f"The browser’s own{'' if models.has_browser else NO_BROWSER}"),
            h("div", self._test, class_="buttons"),
            self._word,
            class_="model-settings",
            testid="model-settings",
            on={"change": self._changed},
        )
        self._draw()

    def _input(self, name: str, type_: str, value: str, placeholder: str | None = None) -> Element:
        return h(
            "input",
            type=type_,
            id=name,
            testid=name,
            value=value,
            placeholder=placeholder,
            autocomplete="off",
            spellcheck="false",
        )

    def _field(self, words: str, control: Element, about: str = "") -> list[Element]:
        return [h("label", words, for_=control.id, class_="small-label"), h("p", about, class_="note"), control]

    def _radio(self, kind: str, words: str) -> Element:
        return h(
            "label",
            h(
                "input",
                type="radio",
                name="model-kind",
                value=kind,
                testid=f"model-{kind}",
                checked=self._models.choice.kind == kind,
                disabled=kind == "browser" and not self._models.has_browser,
            ),
            f" {words}",
            class_="model-kind",
        )

    def _changed(self, event: Any) -> None:
        chosen = self.element._dom_element.querySelector("[name=model-kind]:checked")
        kind = KINDS[chosen.value] if chosen else "none"
        choice = ModelChoice(kind, self._url.value.strip(), self._model.value.strip())
        self._word.textContent = ""
        try:
            self._models.choose(choice, self._key.value, keep_key=self._keep._dom_element.checked)
        except OSError as error:
            self._word.textContent = str(error)
        self._key.value = self._models.key
        self._draw()

    def _draw(self) -> None:
        set_attributes(self._fields, hidden=self._models.choice.kind != "endpoint")
        set_attributes(self._test, hidden=self._models.choice.kind == "none")

    def _try(self, event: Any) -> None:
        if self._task:
            self._task.cancel()
        self._task = spawn(self._answer())

    async def _answer(self) -> None:
        model = self._models.chosen
        if model is None:
            self._word.textContent = "Enter the endpoint’s address, with http or https, and the model’s name."
            return
        self._word.textContent = f"Asking {model.name} …"
        started = now()
        try:
            draft = await model.complete(trial())
        except ModelError as error:
            self._word.textContent = str(error)
        else:
            took = duration_words(now() - started)
            self._word.textContent = f"{draft.model} answered in {took}: “{short(draft.text, 80)}”"

    def close(self) -> None:
        if self._task:
            self._task.cancel()
        remove(self.element)
