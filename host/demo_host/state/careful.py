"""Validators for foreign schemas: they fetch nothing, count what they do, and leave out what could take too long."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend, validator_for
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable
from referencing.jsonschema import specification_with

from .effort import SMALL, Effort
from .patterns import MAX_TRIES, tries

Check = Callable[[Any, Any, Any, Any], Any]


def careful_validator(schema: Any, effort: Effort, format_checker: FormatChecker | None = None) -> Any:
    """For the draft that a schema names. It raises `TooCostly` when the effort is used up."""
    plain = validator_for(schema, default=Draft202012Validator)
    kind = extend(plain, _keywords(plain, effort))
    kind.evolve = attrs.evolve  # the library's would leave this class where a part names a draft of its own
    return kind(schema, registry=REGISTRY, format_checker=format_checker, _resolver=_resolver(plain, schema))


def _resolver(kind: Any, schema: Any) -> Any:
    """One that has found all names in the schema: otherwise each reference to one would search all of it."""
    resource = specification_with(kind.ID_OF(kind.META_SCHEMA)).create_resource(schema)
    address = resource.id() or ""
    registry = REGISTRY.with_resource(address, resource)
    try:
        return registry.crawl().resolver(address)
    except (Unresolvable, AttributeError, TypeError, ValueError):  # a part that is no schema is told when it is used
        return registry.resolver(address)


def _keywords(kind: Any, effort: Effort) -> dict[str, Check]:
    words: Mapping[str, Check] = kind.VALIDATORS
    own: dict[str, Check] = {
        "pattern": _pattern(effort),
        "uniqueItems": _unique(effort),
        # The library looks through all parts of the schema for these, in ways that can't be counted.
        "unevaluatedProperties": _left_out(effort),
        "unevaluatedItems": _left_out(effort),
    }
    own |= {name: _compared(words[name], effort) for name in ("const", "enum") if name in words}
    own |= {name: _named(words[name], effort) for name in ("patternProperties", "additionalProperties")}
    return {name: _counted(own.get(name, check), effort) for name, check in words.items()}


def _counted(check: Check, effort: Effort) -> Check:
    def counted(validator: Any, given: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        effort.spend(1 + _length(given) // 10 + _length(value) // (SMALL if isinstance(value, str) else 10))
        try:
            effort.enter()
            for error in check(validator, given, value, schema) or ():
                effort.spend(len(error.message) // SMALL)
                yield error
        finally:
            effort.leave()

    return counted


def _length(value: object) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


def _left_out(effort: Effort) -> Check:
    def left_out(validator: Any, given: Any, value: Any, schema: Any) -> None:
        effort.is_partial = True

    return left_out


def _compared(check: Check, effort: Effort) -> Check:
    def compared(validator: Any, given: Any, value: Any, schema: Any) -> Any:
        effort.spend_on(value)
        effort.spend_on(given)
        return check(validator, given, value, schema)

    return compared


def _unique(effort: Effort) -> Check:
    """As texts: the library compares each with each."""

    def unique(validator: Any, given: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        if given and isinstance(value, list):
            effort.spend_on(value)
            if len({json.dumps(one, sort_keys=True) for one in value}) < len(value):
                yield ValidationError("An item is there twice")

    return unique


def _pattern(effort: Effort) -> Check:
    def pattern(validator: Any, given: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        if isinstance(value, str) and _may_try(given, len(value), 1, effort) and not re.search(given, value):
            yield ValidationError(f"{value!r} does not match {given!r}")

    return pattern


def _named(check: Check, effort: Effort) -> Check:
    """A keyword that tries the patterns of `patternProperties` on names, unless one of them is costly."""

    def named(validator: Any, given: Any, value: Any, schema: Any) -> Any:
        patterns = schema.get("patternProperties", ()) if isinstance(schema, Mapping) else ()
        longest = max((len(name) for name in value), default=0) if isinstance(value, dict) else 0
        if all(_may_try(pattern, longest, _length(value), effort) for pattern in patterns):
            return check(validator, given, value, schema)
        return ()

    return named


def _may_try(pattern: str, length: int, texts: int, effort: Effort) -> bool:
    """Whether a pattern may be tried on so many texts."""
    most = tries(pattern, length)
    if most > MAX_TRIES:
        effort.is_partial = True
        return False
    effort.spend((len(pattern) + texts) // 10 + int(most) * texts // SMALL)
    return True
