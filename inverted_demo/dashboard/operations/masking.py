"""Sensitive values: nothing that leaves for the copilot has them, unless the person allows their field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, get_args

from operations.company import Company
from operations.names import Foreign

Field = Literal["email", "phone", "budget", "spent", "notes"]
FIELDS: tuple[Field, ...] = get_args(Field)

HIDDEN: dict[Field, str] = {
    "email": "[e-mail address hidden]",
    "phone": "[phone number hidden]",
    "budget": "[amount hidden]",
    "spent": "[amount hidden]",
    "notes": "[note hidden]",
}
LEAST_DIGITS = 6
LEAST_AMOUNT = 1000
"""Smaller numbers are versions, counts and hours much more often than what a project costs."""

EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
PHONE = re.compile(r"(?:\+|\b00)\d(?:[\s()./-]{0,2}\d){6,14}")
RUN = re.compile(r"\d(?:[\s()./-]{0,2}\d){5,14}")
"""Perhaps a known phone number without the code of its country."""
EURO = r"(?:(?<![a-z])(?:EUR|euros?)(?![a-z])|€)"
SUM = r"\d{1,12}(?:[.,'\s]\d{1,3}){0,5}(?:\s?(?:k|m|thousand|million)\b)?"
MONEY = re.compile(rf"{EURO}\s?{SUM}|{SUM}\s?{EURO}", re.IGNORECASE)
GROUPED = r"\d{1,3}(?:[.,'\s]\d{3}){1,3}|\d{4,9}|\d{1,6}(?=\s?k\b)"
NUMBER = re.compile(rf"(?<![\w.,:-])({GROUPED})(\s?k\b)?(?![\w:-])", re.IGNORECASE)


MARK = "\ufdd0"
"""Not a character, and free for use within a program: before text that the copilot has written, until it leaves."""


class Masking:
    """Two layers: a result has null for what is masked, and all text that leaves is looked through besides.

    People write addresses, numbers and sums into comments, where no field says so. What the copilot has written is
    masked by its shape alone: if it depended on the values themselves, it would tell whether a guess is right.
    """

    def __init__(self, company: Company, is_allowed: Callable[[Field], bool]) -> None:
        self._is_allowed = is_allowed
        self._amounts: dict[Field, set[int]] = {
            "budget": {project.budget for project in company.projects},
            "spent": {project.spent for project in company.projects},
        }
        self._numbers = [re.sub(r"\D", "", person.phone) for person in company.people]
        self._notes = _notes(company)

    def masked(self, fields: Iterable[Field]) -> list[str]:
        return [field for field in fields if not self._is_allowed(field)]

    def text(self, text: str) -> str:
        """The same without sensitive values."""
        if not self._is_allowed("notes"):
            text = self._notes.sub(HIDDEN["notes"], text)
        text = self.foreign(text)
        if not self._is_allowed("phone"):
            text = RUN.sub(self._without_number, text)
        return self._without_amounts(text)

    def foreign(self, text: str) -> str:
        """What the copilot has written, without all that looks like an address, a number or a sum."""
        shapes: list[tuple[Field, re.Pattern[str]]] = [("email", EMAIL), ("phone", PHONE)]
        for field, shape in shapes:
            if not self._is_allowed(field):
                text = shape.sub(HIDDEN[field], text)
        return MONEY.sub(HIDDEN["budget"], text) if self._hides_amounts else text

    def said(self, parts: Iterable[str]) -> str:
        """An error. What it repeats of a call is not masked: the copilot has it already."""
        return "".join(part if isinstance(part, Foreign) else self.text(part) for part in parts)

    @property
    def _hides_amounts(self) -> list[Field]:
        return [field for field in ("budget", "spent") if not self._is_allowed(field)]

    def _without_number(self, match: re.Match[str]) -> str:
        digits = re.sub(r"\D", "", match[0]).lstrip("0")
        is_known = len(digits) >= LEAST_DIGITS and any(number.endswith(digits) for number in self._numbers)
        return HIDDEN["phone"] if is_known else match[0]

    def _without_amounts(self, text: str) -> str:
        known = {amount for field in self._hides_amounts for amount in self._amounts[field] if amount >= LEAST_AMOUNT}

        def hide(match: re.Match[str]) -> str:
            digits = int(re.sub(r"\D", "", match[1])) * (1000 if match[2] else 1)
            return HIDDEN["budget"] if digits in known else match[0]

        return NUMBER.sub(hide, text)

    def value(self, value: Any) -> Any:
        """A JSON value without them."""
        match value:
            case str() if value.startswith(MARK):
                return self.foreign(value.removeprefix(MARK))
            case str():
                return self.text(value)
            case dict():
                return {self.text(str(key)): self.value(one) for key, one in value.items()}
            case list():
                return [self.value(one) for one in value]
            case _:
                return value


def _notes(company: Company) -> re.Pattern[str]:
    """Finds the notes and each of their parts, however their words are spaced."""
    parts = {project.notes for project in company.projects}
    parts |= {part for note in parts for part in re.split(r"(?<=[.;,])\s+", note) if len(part.split()) > 3}
    found = sorted(parts, key=len, reverse=True)
    spaced = [r"\s+".join(map(re.escape, part.rstrip(".;,").split())) for part in found]
    return re.compile("|".join(spaced), re.IGNORECASE)
