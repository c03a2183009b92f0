"""Two calls of a tool beside each other, line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from .calls import Call
from .snippets import pretty, result_value

LineKind = Literal["same", "removed", "added", "gap"]
CONTEXT_LINES = 3
MOST_LINES = 800
"""Comparing takes a time that grows with the square of this, as lines that come very often are no place to start."""
MOST_CHARACTERS = 1000
"""Of one line."""


@dataclass(frozen=True, slots=True)
class Line:
    kind: LineKind
    text: str


def compare(before: str, after: str) -> list[Line]:
    """What differs between two texts, with some lines around it; nothing if they are equal."""
    if before == after:
        return []
    first, second = _lines(before), _lines(after)
    matcher = SequenceMatcher(None, first, second)
    lines = [
        line
        for number, group in enumerate(matcher.get_grouped_opcodes(CONTEXT_LINES))
        for line in _group(group, first, second, number)
    ]
    return lines or [Line("gap", f"They differ after line {MOST_LINES} or in long lines. Copy both to compare them.")]


def _group(group: list[tuple[str, int, int, int, int]], first: list[str], second: list[str], number: int) -> list[Line]:
    start = group[0][1]
    lines = [Line("gap", f"Line {start + 1}")] if number or start else []
    for tag, i1, i2, j1, j2 in group:
        if tag == "equal":
            lines += [Line("same", text) for text in first[i1:i2]]
        else:
            lines += [Line("removed", text) for text in first[i1:i2]]
            lines += [Line("added", text) for text in second[j1:j2]]
    return lines


def _lines(text: str) -> list[str]:
    return [line[:MOST_CHARACTERS] for line in text.splitlines()[:MOST_LINES]]


def arguments_text(call: Call) -> str:
    return pretty(call.arguments)


def outcome_text(call: Call) -> str:
    """What a call came to, as lines that compare well: texts as they are, the rest as JSON."""
    if call.result is None:
        return f"{call.problem.title}\n{call.problem.text}" if call.problem else call.status
    value = result_value(call.result)
    parts = [*_parts(value.get("content", []))]
    if "structuredContent" in value:
        parts.append(pretty(value["structuredContent"]))
    return "\n".join(["Error", *parts] if call.result.is_error else parts)


def _parts(content: list[dict[str, Any]]) -> Iterator[str]:
    for block in content:
        text = block.get("text")
        yield _laid_out(text) if isinstance(text, str) else pretty(block)


def _laid_out(text: str) -> str:
    """JSON on lines of its own; any other text as it is."""
    if text[:1] not in "{[":
        return text
    try:
        return pretty(json.loads(text))
    except (ValueError, RecursionError):
        return text
