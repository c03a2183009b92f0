"""Arguments while they are being entered: as a form, as JSON, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .effort import Effort, TooCostly
from .form_leaves import FormProblem, Inexpressible
from .form_paths import form_path
from .form_schema import form_schema
from .form_values import FormValues
from .json_text import NotJson, dumps, loads
from .schema_reader import plan_of
from .schemas import MISSING, Field
from .validation import Mismatch, Validation

NO_OBJECT = "Arguments are an object: put them between { and }."


@dataclass(slots=True)
class Findings:
    """What stands at the fields, and above the form."""

    at_fields: list[FormProblem] = field(default_factory=list[FormProblem])
    general: list[str] = field(default_factory=list[str])
    note: str = ""
    may_be_sent: bool = True


class Arguments:
    """The value is exactly what will be sent; the form and the JSON are two ways to change it."""

    def __init__(self, schema: Any, value: Mapping[str, Any] | None = None, *, send_defaults: bool = False) -> None:
        self.plan = plan_of(schema)
        self._effort = Effort()
        self._validation = Validation(schema, self._effort)
        self._values = FormValues(self.plan, self._fits, self._effort, send_defaults=send_defaults)
        self._problems: list[FormProblem] = []
        self.json_problem = ""
        self.value: dict[str, Any] = {}
        self.form: Any = {}
        self.text = ""
        if value is None and self.has_form:
            self.set_form(self._values.initial(self.plan.root) or {})
        else:
            self.set_value(value or {})

    def _fits(self, part: Field, value: Any) -> bool:
        return self._validation.fits(part.schema, value)

    @property
    def has_form(self) -> bool:
        return self.plan.resolve(self.plan.root).kind == "object"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to enter."""
        root = self.plan.resolve(self.plan.root)
        return root.kind == "object" and not root.properties and not self.value

    def form_plan(self) -> dict[str, Any]:
        """What `forms/` needs to build the form."""
        self._effort.renew()
        return {**form_schema(self.plan, self._values), "value": self.form}

    def set_value(self, value: Mapping[str, Any]) -> None:
        self.value = dict(value)
        self.text = dumps(self.value, indent=2)
        self._into_form()

    def set_text(self, text: str) -> bool:
        """Take over what was written as JSON; whether it is an object."""
        self.text = text
        try:
            value = loads(text) if text.strip() else {}
        except (NotJson, ValueError) as error:
            self.json_problem = str(error)
            return False
        if not isinstance(value, dict):
            self.json_problem = NO_OBJECT
            return False
        self.value = value
        self._into_form()
        return True

    def _into_form(self) -> None:
        self.json_problem, self._problems = "", []
        if not self.has_form:
            return
        self._effort.renew()
        try:
            self.form = self._values.to_form(self.plan.root, self.value)
        except (Inexpressible, TooCostly, RecursionError):
            self.form = {"x": dumps(self.value)}

    def set_form(self, form: Any) -> None:
        """Take over what the form holds."""
        self.form = form
        reading = self._values.from_form(self.plan.root, form)
        self.value = {} if reading.value is MISSING else reading.value
        self._problems, self.json_problem = reading.problems, ""
        self.text = dumps(self.value, indent=2)

    def check(self) -> Findings:
        findings = Findings(at_fields=list(self._problems))
        if self.json_problem:
            findings.may_be_sent = False
            return findings
        self._effort.renew()
        verdict = self._validation.check(self.value)
        findings.note = verdict.note
        for mismatch in verdict.mismatches:
            self._place(mismatch, findings)
        findings.at_fields.sort(key=lambda one: [int(number) for number in re.findall(r"\d+", one.path)])
        findings.may_be_sent = not findings.at_fields and not findings.general
        return findings

    def _place(self, mismatch: Mismatch, findings: Findings) -> None:
        path, known = "#", 0
        if self.has_form:
            path, known = form_path(self._values, self.plan, self.form, list(mismatch.path))
        rest = " › ".join(f"Item {step + 1}" if isinstance(step, int) else step for step in mismatch.path[known:])
        text = f"{rest}: {mismatch.text}" if rest else mismatch.text
        if path == "#":
            findings.general.append(text)
        elif not any(f"{one.path}/".startswith(f"{path}/") for one in findings.at_fields):
            findings.at_fields.append(FormProblem(path, text))
