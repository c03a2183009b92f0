"""A form for the fields of a call: Enter sends it, Escape closes it, what is wrong is said beside its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

from transom_page.dom import Element, h, set_attributes

from assistant.form import Field

Submit = Callable[[Mapping[str, str]], Mapping[str, str]]
"""Takes what was typed by the names of the fields; gives what is wrong with it."""

INPUTS = {"integer": "number", "number": "number", "date": "date", "datetime-local": "datetime-local"}
"""Of all other kinds the input is one for text."""

_numbers = count(1)


class FormView:
    def __init__(self, label: str, fields: Sequence[Field], button: str, submit: Submit, close: Callable[[], None]):
        self._submit = submit
        self._close = close
        self._controls = [_Control(field) for field in fields]
        shown = [one for one in self._controls if one.field.is_required or one.field.text]
        more = [one.element for one in self._controls if one not in shown]
        self._more = h("details", h("summary", f"More ({len(more)})"), *more, class_="more", testid="form-more")
        cancel = h("button", "Cancel", type="button", testid="form-cancel", on={"click": lambda event: close()})
        self.element: Element = h(
            "form",
            *(one.element for one in shown),
            self._more if more else None,
            h("div", h("button", button, type="submit", testid="form-send"), cancel, class_="buttons"),
            class_="call-form",
            aria_label=label,
            novalidate=True,
            testid="form",
            on={"submit": self._send, "keydown": self._key},
        )

    @property
    def first_empty(self) -> Any:
        """The first required field that is empty, for the focus."""
        return next((one.node for one in self._controls if one.field.is_required and not one.text), None)

    def focus(self) -> None:
        (self.first_empty or self.element._dom_element.querySelector("[type=submit]")).focus()

    def _send(self, event: Any) -> None:
        problems = self._submit({one.field.name: one.text for one in self._controls})
        wrong = [one for one in self._controls if one.complain(problems.get(one.field.name, ""))]
        if wrong:
            if any(self._more._dom_element.contains(one.node) for one in wrong):
                self._more._dom_element.open = True
            wrong[0].node.focus()

    def _key(self, event: Any) -> None:
        if event.key == "Escape":
            event.preventDefault()
            self._close()


class _Control:
    """A field with its label, its help, and what is wrong with it."""

    def __init__(self, field: Field) -> None:
        self.field = field
        identity = f"field-{next(_numbers)}"
        self._problem = h(
            "small", id=f"{identity}-problem", class_="field-problem", hidden=True, testid="field-problem"
        )
        needed = h("small", " (needed)") if field.is_required else None
        input_ = _input(field, identity)
        self.node: Any = input_._dom_element
        self.element = h(
            "div",
            h("label", field.label, needed, for_=identity),
            input_,
            h("small", field.about, id=f"{identity}-about") if field.about else None,
            self._problem,
            class_="field",
        )

    @property
    def text(self) -> str:
        """What was typed. The value of a field for numbers is empty where no number was typed."""
        is_odd = bool(self.node.validity.badInput)
        return "?" if is_odd else str(self.node.value)

    def complain(self, problem: str) -> bool:
        """Say what is wrong, if anything."""
        self._problem.textContent = problem
        set_attributes(self._problem, hidden=not problem)
        self.node.setAttribute("aria-invalid", "true" if problem else "false")
        return bool(problem)


def _input(field: Field, identity: str) -> Element:
    about = f"{identity}-about " if field.about else ""
    common: dict[str, Any] = {
        "id": identity,
        "testid": "field",
        "data_name": field.name,
        "aria_required": "true" if field.is_required else None,
        "aria_describedby": f"{about}{identity}-problem",
    }
    match field.kind:
        case "choice":
            empty = h("option", "Choose …" if field.is_required else "Not said", value="")
            element = h("select", empty, *(h("option", words, value=words) for words in field.options), **common)
        case "lines" | "json":
            element = h("textarea", rows=3, spellcheck=None if field.kind == "lines" else "false", **common)
        case _:
            kind = INPUTS.get(field.kind, "text")
            step = {"number": "any", "datetime-local": "1"}.get(field.kind)
            limits = {"min": field.least, "max": field.most, "step": step}
            element = h("input", type=kind, autocomplete="off", **limits, **common)
    element._dom_element.value = field.text
    return element
