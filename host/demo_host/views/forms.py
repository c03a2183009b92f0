"""Arguments entered by a person: a form from the JSON Schema, beside the exact JSON that will be sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from pyscript import document, js_import, window
from pyscript.ffi import create_proxy
from transom_libraries import load
from transom_page.dom import h, remove, replace, set_attributes, spawn

from ..state.arguments import Arguments, Findings

ROWS_MIN, ROWS_MAX = 4, 24
REM_PER_FIELD = 4.75

NO_FORM = "A form can't be shown for this schema. Enter the arguments as JSON."
NOT_LOADED = "The form could not be loaded. Enter the arguments as JSON, or reload the page."
SINGLE_LINES = "input:not([type=checkbox]), textarea[data-entry=text]"

_numbers = count(1)
_libraries: list[asyncio.Future[Any]] = []


async def _load() -> tuple[Any, Any]:
    own = window.URL.new("forms/forms.js", document.baseURI).href
    jedison, (forms,) = await asyncio.gather(load("jedison.js"), js_import(own))
    return jedison, forms


async def preload() -> tuple[Any, Any]:
    """Load what forms need, once for the page: in idle time, so that the first form is there at once."""
    if not _libraries or (_libraries[0].done() and _libraries[0].exception()):
        _libraries[:] = [asyncio.ensure_future(_load())]
    return await asyncio.shield(_libraries[0])


class ArgumentsEditor:
    """A form and its JSON. `value` is exactly what will be sent; ask `check` before sending it."""

    def __init__(
        self,
        schema: Mapping[str, Any],
        value: Mapping[str, Any] | None = None,
        *,
        changed: Callable[[], None] | None = None,
        submit: Callable[[], None] | None = None,
        name: str = "Arguments",
        empty: str = "This tool takes no arguments.",
        send_defaults: bool = False,
    ) -> None:
        self._arguments = Arguments(schema, value, send_defaults=send_defaults)
        self._changed = changed
        self._submit = submit
        self._form: Any = None
        self._proxy: Any = None
        self._is_closed = False
        self._was_checked = False
        self._build(name, empty)
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._arguments.has_form and not self._arguments.is_empty:
            spawn(self._show_form())
        else:
            self._settle("json" if not self._arguments.is_empty else "empty")

    @property
    def value(self) -> dict[str, Any]:
        return self._arguments.value

    def set_value(self, value: Mapping[str, Any]) -> None:
        self._arguments.set_value(value)
        self._show_text()
        self._fill_form()

    def _build(self, name: str, empty: str) -> None:
        key = f"arguments-{next(_numbers)}"
        self._json = h(
            "textarea",
            id=key,
            class_="arguments-text",
            spellcheck="false",
            autocomplete="off",
            aria_describedby=f"{key}-message",
            testid="arguments-json",
            on={"input": self._text_changed},
        )
        self._message = h("p", id=f"{key}-message", class_="form-message", role="status", testid="json-message")
        self._note = h("p", class_="arguments-note", hidden=True, testid="arguments-note")
        self._problems = h("div", class_="arguments-problems", role="alert", tabindex="-1", testid="arguments-problems")
        text = h("div", h("label", f"{name} as JSON", for_=key), self._json, self._message, class_="arguments-json")
        height = f"min-height: {self._height()}rem"
        self._stage = h("div", class_="arguments-form", testid="arguments-form", style=height)
        has_form = self._arguments.has_form
        if self._arguments.is_empty:
            body = [h("p", empty, class_="arguments-empty"), h("details", h("summary", "JSON"), text)]
        else:
            body = [h("div", self._stage if has_form else None, text, class_="arguments-columns")]
        self.element = h(
            "div",
            self._note,
            self._problems,
            *body,
            class_="arguments",
            role="group",
            aria_label=name,
            data_status="loading",
            testid="arguments",
            on={"keydown": self._key_pressed},
        )
        if not has_form:
            self._say(NO_FORM)
        self._show_text()

    def _height(self) -> float:
        plan = self._arguments.plan
        return round(min(len(plan.resolve(plan.root).properties), 8) * REM_PER_FIELD, 1)

    def _settle(self, status: str) -> None:
        set_attributes(self.element, data_status=status)
        if not self.ready.done():
            self.ready.set_result(None)

    async def _show_form(self) -> None:
        try:
            jedison, forms = await preload()
        except Exception:  # whatever a failed download is: the JSON is there
            self._say(NOT_LOADED)
            self._settle("json")
            return
        if self._is_closed:
            return
        self._proxy = create_proxy(self._form_changed)
        plan = json.dumps(self._arguments.form_plan())
        self._form = forms.createForm(jedison, self._stage._dom_element, plan, self._proxy)
        set_attributes(self._stage, style=None)
        self._settle("form")

    def _say(self, text: str) -> None:
        replace(self._note, text)
        set_attributes(self._note, hidden=not text)

    def _show_text(self) -> None:
        node = self._json._dom_element
        if node.value != self._arguments.text:
            node.value = self._arguments.text
        node.rows = max(ROWS_MIN, min(ROWS_MAX, self._arguments.text.count("\n") + 2))
        replace(self._message, self._arguments.json_problem)
        set_attributes(self._json, aria_invalid="true" if self._arguments.json_problem else None)

    def _fill_form(self) -> None:
        if self._form is not None:
            self._form.set(json.dumps(self._arguments.form))

    def _form_changed(self) -> None:
        self._arguments.set_form(json.loads(self._form.value()))
        self._show_text()
        self._after_change()

    def _text_changed(self, event: Any) -> None:
        if self._arguments.set_text(event.target.value):
            self._fill_form()
        self._show_text()
        self._after_change()

    def _after_change(self) -> None:
        if self._was_checked:
            self._show(self._arguments.check())
        if self._changed is not None:
            self._changed()

    def _key_pressed(self, event: Any) -> None:
        if event.key != "Enter" or event.isComposing or self._submit is None:
            return
        target = event.target
        is_single = target.matches(SINGLE_LINES) and "\n" not in target.value and not event.shiftKey
        if is_single or event.ctrlKey or event.metaKey:
            event.preventDefault()
            self._submit()

    def check(self) -> bool:
        """Whether the value may be sent. If not, messages say why, and the first bad field has the focus."""
        self._was_checked = True
        findings = self._arguments.check()
        self._show(findings)
        if not findings.may_be_sent:
            self._focus_problem(findings)
        return findings.may_be_sent

    def _show(self, findings: Findings) -> None:
        general, at_fields = list(findings.general), findings.at_fields
        if self._form is None:
            general += [one.text for one in at_fields]
        else:
            self._form.tell(json.dumps([{"path": one.path, "text": one.text} for one in at_fields]))
        replace(self._problems, [h("p", text, class_="form-message") for text in general])
        self._say(findings.note)

    def _focus_problem(self, findings: Findings) -> None:
        if self._arguments.json_problem:
            self._json._dom_element.focus()
        elif self._form is not None and findings.at_fields:
            self._form.focusProblem()
        else:
            self._problems._dom_element.focus()

    @property
    def is_json(self) -> bool:
        """Whether there is a value at all, however wrong."""
        return not self._arguments.json_problem

    def focus(self) -> bool:
        """Into the first field. Whether there is one."""
        if self._form is not None:
            self._form.focus()
        elif not self._arguments.is_empty:
            self._json._dom_element.focus()
        return not self._arguments.is_empty

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        if self._form is not None:
            self._form.destroy()
            self._proxy.destroy()
            self._form = self._proxy = None
        self._settle("closed")
        remove(self.element)
