"""Arguments as the fields of a form: from a tool's JSON Schema to fields, and from what was typed to arguments.

A schema is the server's: nothing of it is run, a huge one is cut, and what is no schema makes a field for JSON.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from assistant.characters import whole_values
from assistant.conversation import Arguments
from assistant.schema import WRAPPINGS, Property, properties
from assistant.suggestions import spoken

Kind = Literal["text", "lines", "choice", "integer", "number", "date", "datetime-local", "json"]

MAX_FIELDS = 40
MAX_OPTIONS = 200
LABEL_CHARACTERS = 80
ABOUT_CHARACTERS = 300
LONG_CHARACTERS = 200
"""A text that may be longer than this gets lines."""

DATES: dict[Any, tuple[Kind, str]] = {
    "date": ("date", r"\d{4}-\d\d-\d\d"),
    "date-time": ("datetime-local", r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?"),
}
"""How a browser's field writes them. A time that has a zone is left to a field for text, which keeps it."""


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: Kind = "text"
    label: str = ""
    about: str = ""
    is_required: bool = False
    text: str = ""
    """What is in it from the start."""
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    """The values of a choice, by their words."""
    least: float | None = None
    most: float | None = None

    def value(self, text: str) -> Any:
        """What was typed, as an argument. Raises `ValueError` with words for the person."""
        match self.kind:
            case "choice":
                if text not in self.options:
                    raise ValueError("Choose one of these.")
                return self.options[text]
            case "integer" | "number":
                return self._number(text)
            case "json":
                return _json(text)
            case _:
                return whole_values(text if self.kind == "lines" else text.strip())

    def _number(self, text: str) -> int | float:
        try:
            number = int(text) if self.kind == "integer" else float(text)
        except ValueError:
            raise ValueError("Enter a whole number." if self.kind == "integer" else "Enter a number.") from None
        if not math.isfinite(number):
            raise ValueError("Enter a number.")
        if self.least is not None and number < self.least:
            raise ValueError(f"Enter {self.least:.15g} or more.")
        if self.most is not None and number > self.most:
            raise ValueError(f"Enter {self.most:.15g} or less.")
        return number


def fields_of(schema: object, given: Arguments) -> list[Field]:
    """Those of a tool's arguments, filled with what is given."""
    found = sorted(properties(schema), key=lambda one: not one.is_required)
    return [_field(one, given.get(one.name)) for one in found[:MAX_FIELDS]]


def arguments_of(fields: Sequence[Field], texts: Mapping[str, str]) -> tuple[Arguments, dict[str, str]]:
    """What was typed, by the names of the fields, as arguments; and what is wrong with it. Empty is not given."""
    arguments: Arguments = {}
    problems: dict[str, str] = {}
    for one in fields:
        text = texts.get(one.name, "")
        try:
            if text.strip():
                arguments[one.name] = one.value(text)
            elif one.is_required:
                problems[one.name] = "This is needed."
        except ValueError as error:
            problems[one.name] = str(error)
    return arguments, problems


def _field(one: Property, given: Any) -> Field:
    schema, options = one.schema, _options(one)
    kind: Kind = "choice" if options else _kind(one, given)
    about = _words(schema.get("description"))[:ABOUT_CHARACTERS]
    if not one.is_required and schema.get("default") not in (None, "", [], {}):
        about = f"{about} Otherwise: {_label(schema['default'])}.".strip()
    least, most = _limit(schema.get("minimum")), _limit(schema.get("maximum"))
    text = _text(given, kind, options)
    return Field(one.name, kind, _title(one), about, one.is_required, text, options, least, most)


def _kind(one: Property, given: Any) -> Kind:
    match "" if any(key in one.schema for key in WRAPPINGS) else one.type:
        case "integer":
            return "integer"
        case "number":
            return "number"
        case "string":
            return _kind_of_text(one.schema, given)
        case _:
            return "json"


def _kind_of_text(schema: dict[str, Any], given: Any) -> Kind:
    format_, longest = schema.get("format"), _limit(schema.get("maxLength"))
    if isinstance(format_, str) and format_ in DATES:
        kind, written = DATES[format_]
        return kind if given is None or re.fullmatch(written, str(given)) else "text"
    has_lines = isinstance(given, str) and "\n" in given
    return "lines" if has_lines or (longest is not None and longest > LONG_CHARACTERS) else "text"


def _options(one: Property) -> dict[str, Any]:
    values = [one.schema["const"]] if "const" in one.schema else one.schema.get("enum")
    if isinstance(values, list) and len(values) <= MAX_OPTIONS:
        return {_label(value): value for value in values if value not in (None, "")}
    return {"yes": True, "no": False} if one.type == "boolean" else {}


def _text(given: Any, kind: Kind, options: dict[str, Any]) -> str:
    match given:
        case None:
            return ""
        case _ if kind == "choice":
            return next((label for label, one in options.items() if one == given and type(one) is type(given)), "")
        case _ if kind == "json":
            return _written(given)
        case bool() | dict() | list():
            return ""
        case _:
            return str(given)


def _label(value: Any) -> str:
    words = value if isinstance(value, str) else _written(value)
    return words if len(words) <= LABEL_CHARACTERS else f"{words[:LABEL_CHARACTERS]}…"


def _written(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except RecursionError:
        return ""


def _title(one: Property) -> str:
    """The server's own, unless it is made of the name, as pydantic's are: `Project Id`."""
    title, words = _words(one.schema.get("title")), spoken(one.name)
    return (words if title.casefold() == words.casefold() else title or words)[:LABEL_CHARACTERS] or "?"


def _words(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _limit(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15
    return value if is_number else None


def _json(text: str) -> Any:
    try:
        value = whole_values(json.loads(text))
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        raise ValueError('Enter JSON, such as ["a", "b"] or {"name": 1}.') from None
    return value
