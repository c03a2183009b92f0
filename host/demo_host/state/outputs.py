"""Whether a tool's structured content is what its output schema promises."""

from __future__ import annotations

import re
from typing import Any

from mcp_types import CallToolResult

from .amounts import short
from .effort import Effort, TooCostly

CHECKED_VALUES = 10_000
"""More would keep the page busy for too long."""
CHECKED_STEPS = 50_000
PROBLEM_CHARACTERS = 300
TOO_MUCH = "The output schema has parts that are too much work to be checked here. Nothing wrong was found."


def output_problem(result: CallToolResult, schema: dict[str, Any] | None) -> str | None:
    """What is wrong with the structured content, for the person; `None` if nothing is."""
    if schema is None or result.is_error:
        return None
    if "structured_content" not in result.model_fields_set:
        return "The tool declares an output schema, but its result has no structured content."
    if not _has_at_most(result.structured_content, CHECKED_VALUES):
        return "The structured content is too large to be checked against the output schema here."
    return _mismatch(result.structured_content, schema)


def _mismatch(value: Any, schema: dict[str, Any]) -> str | None:
    from jsonschema import SchemaError
    from jsonschema.exceptions import best_match
    from referencing.exceptions import Unresolvable

    from .careful import careful_validator

    effort = Effort(CHECKED_STEPS)
    try:
        validator = careful_validator(schema, effort)
        for wrong in careful_validator(validator.META_SCHEMA, Effort(CHECKED_STEPS)).iter_errors(schema):
            raise SchemaError.create_from(wrong)
        first = next(validator.iter_errors(value), None)
    except TooCostly:
        return TOO_MUCH
    except SchemaError as broken:
        return f"The tool's output schema is not valid itself: {short(broken.message, PROBLEM_CHARACTERS)}"
    except (Unresolvable, RecursionError, ValueError, TypeError, re.error) as broken:
        return f"The tool's output schema can't be used: {short(str(broken), PROBLEM_CHARACTERS)}"
    if first is None:
        return TOO_MUCH if effort.is_partial else None
    error = best_match([first])
    place = "" if error.json_path == "$" else f" at {short(error.json_path, 80)}"
    return f"Does not fit the output schema{place}: {short(error.message, PROBLEM_CHARACTERS)}"


def _has_at_most(value: object, limit: int) -> bool:
    """Whether a JSON value has no more than so many values in it."""
    waiting, seen = [value], 0
    while waiting:
        part = waiting.pop()
        seen += 1
        if isinstance(part, dict):
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
        if seen + len(waiting) > limit:
            return False
    return True
