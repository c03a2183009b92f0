"""One text, number or choice as a form holds it: as text, or `None` for `null`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .json_text import canonical, dumps, loads, same
from .schemas import MISSING, Field

DATE = re.compile(r"\d{4}-\d\d-\d\d")

FormValue = Any


class Inexpressible(ValueError):
    """A value that a field can't hold."""


@dataclass(slots=True)
class FormProblem:
    path: str
    text: str


def initial_leaf(part: Field) -> FormValue:
    if part.kind == "choice" and len(part.options) == 1:
        return "0"
    if part.options == [True, False]:
        return "1"
    return MISSING


def leaf_to_form(part: Field, value: Any) -> FormValue:
    if part.kind == "json":
        return dumps(value, indent=2 if isinstance(value, dict | list) else None)
    if part.kind == "choice":
        wanted = canonical(value)
        for number, option in enumerate(part.options):
            if canonical(option) == wanted:
                return str(number)
        raise Inexpressible
    if value is None and part.nullable:
        return None
    if part.kind == "number":
        return _number_to_form(value)
    if not isinstance(value, str) or (part.entry == "date" and not DATE.fullmatch(value)):
        raise Inexpressible
    return value


def _number_to_form(value: Any) -> str:
    text = value if isinstance(value, str) and value else dumps(value)
    if isinstance(value, bool | dict | list) or value is None or not same(_number(text), value):
        raise Inexpressible
    return text


def _number(text: str) -> Any:
    """What was entered for a number; what is none stays as it is, for the validation to complain about."""
    try:
        value = loads(text.strip())
    except ValueError:
        return text
    return value if isinstance(value, int | float) and not isinstance(value, bool) else text


def leaf_from_form(part: Field, form: FormValue, path: str, problems: list[FormProblem]) -> Any:
    if form is None:
        return None
    if part.kind == "choice":
        return part.options[int(form)] if form else MISSING
    if part.kind == "number":
        return _number(form) if form.strip() else MISSING
    if part.kind == "json":
        return _json_from_form(form, path, problems)
    return form


def _json_from_form(form: str, path: str, problems: list[FormProblem]) -> Any:
    if not form.strip():
        return MISSING
    try:
        return loads(form)
    except ValueError as error:
        problems.append(FormProblem(path, f"{error} A text needs quotes around it."))
        return MISSING
