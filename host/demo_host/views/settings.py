"""The dialog for what a person can choose about the page itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pyscript import document
from transom_client.models.form import ModelForm
from transom_page.dialogs import Modal
from transom_page.dom import Element, h, replace

from ..state.models import HostModels
from ..state.settings import CHOICES, Settings
from ..state.store import Store

WORDS: Mapping[str, Mapping[str, str]] = {
    "theme": {"system": "As the system", "light": "Light", "dark": "Dark"},
    "reconnect": {"never": "None", "chosen": "Those that I have chosen", "all": "All that are set up"},
    "log_level": {level: level.capitalize() for level in CHOICES["log_level"]},
}
QUESTIONS = {
    "theme": ("Colours", ""),
    "reconnect": ("Connect when the page is opened", "One after the other. A server's own choice is in its menu."),
    "log_level": ("Log messages that servers send", "From this level on. For sessions that are opened from now on."),
}


MODEL_NOTE = "A server may ask for a model’s answer. You see each request, and nothing is sent before you say so."
KEYS_NOTE = "Single letters and signs are shortcuts. “Show the keys” in the palette lists them."


def apply_theme(settings: Settings) -> None:
    """Put the chosen colours on the page, as early.js does before Python is there."""
    root = document.documentElement
    if settings.value.theme == "system":
        root.removeAttribute("data-theme")
    else:
        root.setAttribute("data-theme", settings.value.theme)


class SettingsView:
    """`sections` are those of other parts: the file with the list of servers."""

    def __init__(self, settings: Settings, store: Store, models: HostModels, sections: Iterable[Element] = ()) -> None:
        self._settings = settings
        self._model = ModelForm(models, "Who answers?", lambda problem: None)
        self._problem = h("p", class_="field-problem", role="status", testid="settings-problem")
        self._keys = h(
            "input",
            type="checkbox",
            id="setting-plain_keys",
            aria_describedby="about-plain_keys",
            testid="setting-plain_keys",
            on={"change": lambda event: self._settings.change(plain_keys=bool(event.target.checked))},
        )
        self._selects = {name: self._select(name) for name in QUESTIONS}
        self._modal = Modal(
            "Settings",
            h("section", *self._questions(), self._problem, class_="settings-part"),
            h(
                "section",
                h("h3", "Model"),
                h("p", MODEL_NOTE, class_="note"),
                self._model.element,
                class_="settings-part",
            ),
            *(h("section", section, class_="settings-part") for section in sections),
            testid="settings",
        )
        self.element: Element = self._modal.element
        self._stop = store.watch("settings", self._show)
        self._show()

    def open(self) -> None:
        self._show()
        self._modal.open()
        self._model.open()

    def close(self) -> None:
        self._stop()
        self._modal.close()

    def _select(self, name: str) -> Element:
        return h(
            "select",
            *(h("option", WORDS[name][value], value=value) for value in CHOICES[name]),
            id=f"setting-{name}",
            aria_describedby=f"about-{name}",
            testid=f"setting-{name}",
            on={"change": lambda event: self._change(name, event)},
        )

    def _questions(self) -> list[Element]:
        return [*(self._question(name) for name in QUESTIONS), self._plain_keys()]

    def _question(self, name: str) -> Element:
        label, note = QUESTIONS[name]
        about = h("p", note, class_="note", id=f"about-{name}")
        return h("div", h("label", label, for_=f"setting-{name}"), self._selects[name], about, class_="setting")

    def _plain_keys(self) -> Element:
        label = h("label", self._keys, " Keys without Ctrl", for_="setting-plain_keys")
        return h("div", label, h("p", KEYS_NOTE, class_="note", id="about-plain_keys"), class_="setting")

    def _change(self, name: str, event: Any) -> None:
        self._settings.change(**{name: str(event.target.value)})
        self._show()

    def _show(self) -> None:
        for name, select in self._selects.items():
            select._dom_element.value = getattr(self._settings.value, name)
        self._keys._dom_element.checked = self._settings.value.plain_keys
        replace(self._problem, self._settings.problem)
        apply_theme(self._settings)
