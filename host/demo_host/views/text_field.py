"""A field for one text that a server wants, with what the server suggests for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from transom_page.dom import Element, h, replace, set_attributes

from ..state.completion import Suggest, Suggestions

_numbers = count(1)


class TextField:
    def __init__(
        self,
        name: str,
        *,
        label: str = "",
        about: str = "",
        is_required: bool = True,
        lines: int = 1,
        suggest: Suggest | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.name, self._changed, self._is_required = name, changed, is_required
        key = f"text-field-{next(_numbers)}"
        self._suggestions = Suggestions(suggest, self._offer) if suggest else None
        self._values = h("datalist", id=f"{key}-values")
        self._word = h("p", id=f"{key}-word", class_="field-problem", aria_live="polite")
        self.input = h(
            "input" if lines == 1 else "textarea",
            id=key,
            type="text" if lines == 1 else None,
            rows=None if lines == 1 else lines,
            list=f"{key}-values" if suggest and lines == 1 else None,
            autocomplete="off",
            spellcheck="false",
            aria_describedby=f"{key}-about {key}-word",
            aria_required="true" if is_required else None,
            testid="text-field",
            data_name=name,
            on={"input": self._typed, "focusin": self._entered},
        )
        self.element: Element = h(
            "div",
            h("label", label or name, h("span", "" if is_required else " (optional)", class_="note"), for_=key),
            h("p", about, id=f"{key}-about", class_="note"),
            self.input,
            self._values,
            self._word,
            class_="text-field",
        )

    @property
    def value(self) -> str:
        return self.input._dom_element.value

    def check(self) -> bool:
        """Whether there is a text where one must be; if not, the field says so."""
        is_good = bool(self.value) or not self._is_required
        self._word.textContent = "" if is_good else "Fill this in."
        set_attributes(self.input, aria_invalid=None if is_good else "true")
        return is_good

    def focus(self) -> None:
        self.input._dom_element.focus()

    def close(self) -> None:
        if self._suggestions:
            self._suggestions.close()

    def _typed(self, event: Any) -> None:
        self._entered(event)
        if self._word.textContent:
            self.check()
        self._changed()

    def _entered(self, event: Any) -> None:
        if self._suggestions:
            self._suggestions.typed(self.value)

    def _offer(self, values: list[str]) -> None:
        replace(self._values, *(h("option", value=value) for value in values))


def first_missing(fields: list[TextField]) -> TextField | None:
    """Check all; the first that is wrong."""
    wrong = [field for field in fields if not field.check()]
    return wrong[0] if wrong else None
