"""Validators for foreign schemas: they fetch nothing, and leave patterns that could keep the page busy aside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend, validator_for
from jsonschema_specifications import REGISTRY

MAX_PATTERN = 500
MAX_REPEATS = 4
FEW_REPEATS = 2
SHORT, LONG = 200, 5000
"""Characters that a pattern is tried on, with some repeats in it and with few."""

ATOM = re.compile(r"\\.|\[[^\]]*\]")
REPEAT = re.compile(r"[*+]|\{\d*,")
REPEATED_GROUP = re.compile(r"\)([*+]|\{\d*,)")


def careful_validator(schema: Any, format_checker: FormatChecker | None = None) -> Any:
    """For the draft that a schema names. Only the drafts themselves are known to it."""
    kind = _careful(validator_for(schema, default=Draft202012Validator))
    return kind(schema, registry=REGISTRY, format_checker=format_checker)


@cache
def _careful(kind: Any) -> Any:
    guarded = {
        name: _guarded(kind.VALIDATORS[name])
        for name in ("patternProperties", "additionalProperties", "unevaluatedProperties")
        if name in kind.VALIDATORS
    }
    return extend(kind, {"pattern": _pattern, **guarded})


def _pattern(validator: Any, pattern: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, str) and not is_costly(pattern, value) and not re.search(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _guarded(check: Any) -> Any:
    """A keyword that tries the patterns of `patternProperties` on names, unless one of them is costly."""

    def guarded(validator: Any, given: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        patterns = schema.get("patternProperties", ()) if isinstance(schema, Mapping) else ()
        names = max((str(name) for name in value), key=len, default="") if isinstance(value, Mapping) else ""
        if not any(is_costly(str(pattern), names) for pattern in patterns):
            yield from check(validator, given, value, schema) or ()

    return guarded


def is_costly(pattern: str, value: str) -> bool:
    """Whether trying a pattern on a text could take long: it has repeats in repeats, or too many for its length."""
    bare = ATOM.sub("x", pattern[:MAX_PATTERN])
    repeats = len(REPEAT.findall(bare))
    if len(pattern) > MAX_PATTERN or repeats > MAX_REPEATS:
        return True
    if REPEATED_GROUP.search(bare) and (repeats > 1 or "|" in bare):
        return True
    return len(value) > (SHORT if repeats > FEW_REPEATS else LONG)
