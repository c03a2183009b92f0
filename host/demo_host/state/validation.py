"""Whether arguments fit their schema, as the server would see it, and in plain words where they do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, time
from functools import cache
from typing import Any

from jsonschema import FormatChecker
from jsonschema.exceptions import ValidationError

from .careful import careful_validator
from .effort import Effort, TooCostly
from .schema_words import problem_words

MAX_PROBLEMS = 50

UNCHECKED = (
    "This host can't check the arguments, because the server's schema is not right: {reason} "
    "You can send them all the same; the server decides."
)
TOO_MUCH = "The server's schema is too much work to be checked here. Send the arguments; the server decides."


@dataclass(frozen=True, slots=True)
class Mismatch:
    path: tuple[str | int, ...]
    text: str


@dataclass(slots=True)
class Verdict:
    mismatches: list[Mismatch] = field(default_factory=list[Mismatch])
    note: str = ""
    """Why it could not be checked."""


def _is_datetime(value: object) -> bool:
    return not isinstance(value, str) or ("T" in value.upper() and bool(datetime.fromisoformat(value)))


def _is_time(value: object) -> bool:
    return not isinstance(value, str) or bool(time.fromisoformat(value)) or True


def _is_uri(value: object) -> bool:
    return not isinstance(value, str) or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:\S+$", value) is not None


@cache
def _format_checker() -> FormatChecker:
    checker = FormatChecker(("date", "email", "ipv4", "ipv6", "uuid"))
    checker.checkers = dict(checker.checkers)
    checker.checkers["date-time"] = (_is_datetime, ValueError)
    checker.checkers["time"] = (_is_time, ValueError)
    checker.checkers["uri"] = (_is_uri, ValueError)
    return checker


class Validation:
    """Checks values against one schema."""

    def __init__(self, schema: Any, effort: Effort) -> None:
        self._fault = ""
        try:
            self._validator = careful_validator(schema, effort, _format_checker())
        except Exception as error:  # a foreign schema can be wrong in every way, and the library raises as many errors
            self._fault, self._validator = _reason(error), careful_validator(True, effort)

    def fits(self, part: Any, value: Any) -> bool:
        """Whether a value fits a part of the schema; no, where the schema is wrong. It may raise `TooCostly`."""
        try:
            return bool(self._validator.evolve(schema=part).is_valid(value))
        except TooCostly:
            raise
        except Exception:  # as above
            return False

    def check(self, value: Any) -> Verdict:
        if self._fault:
            return Verdict(note=UNCHECKED.format(reason=self._fault))
        verdict = Verdict()
        try:
            for error in self._validator.iter_errors(value):
                verdict.mismatches.extend(self._mismatches(error))
                if len(verdict.mismatches) >= MAX_PROBLEMS:
                    break
        except TooCostly:
            verdict.note = TOO_MUCH
        except Exception as error:  # as above
            return Verdict(note=UNCHECKED.format(reason=_reason(error)))
        return verdict

    def _mismatches(self, error: ValidationError) -> Iterator[Mismatch]:
        path = tuple(error.absolute_path)
        keyword = str(error.validator)
        if keyword == "required":
            for name in _missing(error):
                yield Mismatch((*path, name), "Fill this in.")
        elif keyword == "additionalProperties":
            yield Mismatch(path, f"The schema knows no such entry: {error.message[:200]}.")
        elif keyword in ("anyOf", "oneOf") and (best := _best_branch(error)):
            for inner in best:
                yield from self._mismatches(inner)
        else:
            yield Mismatch(path, problem_words(keyword, error.validator_value, error.instance, error.message))


def _reason(error: Exception) -> str:
    """The first line of a library's complaint about a schema."""
    line = (str(error).splitlines() or [type(error).__name__])[0]
    return f"{line[:200].rstrip(':. ')}."


def _missing(error: ValidationError) -> Iterator[str]:
    """The one name that an error of `required` is about: it comes once for each, and says it only in its message."""
    names: Any = error.validator_value
    for name in names:
        if isinstance(error.instance, dict) and name not in error.instance and repr(name) in error.message:
            yield str(name)
            return


def _best_branch(error: ValidationError) -> list[ValidationError]:
    """What is wrong with the branch that the value comes closest to; nothing where none is close."""
    branches: dict[Any, list[ValidationError]] = {}
    for one in error.context or ():
        branches.setdefault(one.schema_path[0], []).append(one)
    close = [errors for errors in branches.values() if not any(_is_far(one, error) for one in errors)]
    if not close and len(alive := [errors for errors in branches.values() if not _is_null_branch(errors)]) == 1:
        close = alive
    return min(close, key=len, default=[])


def _is_far(one: ValidationError, whole: ValidationError) -> bool:
    depth = len(one.absolute_path) - len(whole.absolute_path)
    return (depth == 0 and one.validator in ("type", "const")) or (depth == 1 and one.validator in ("const", "enum"))


def _is_null_branch(errors: list[ValidationError]) -> bool:
    return any(one.validator == "type" and one.validator_value == "null" for one in errors)
