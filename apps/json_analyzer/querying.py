"""Runs a JSONPath query, RFC 9535, and says where in it a mistake is."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from jsonpath.exceptions import JSONPathError, JSONPathRecursionError
from jsonpath.path import CompoundJSONPath, JSONPath
from pydantic import BaseModel, Field

from excerpts import Excerpt, excerpt, legible
from pausing import PausingEnvironment
from pointers import pointer_of

MOST_CHARS = 2000

Counted = Callable[[int], Awaitable[None]]
"""Is told how many values were looked at."""


class BadQuery(Exception):
    """A query that is not a JSONPath. The words are for people, and say where."""


class Selected(BaseModel):
    """A value that the query has selected."""

    path: str = Field(description="Where it is, as a normalized JSONPath")
    pointer: str = Field(description="Where it is, as a JSON Pointer")
    value: Excerpt


class QueryResult(BaseModel):
    selected: list[Selected]
    total: int = Field(description="How many values are selected")
    more: int = Field(description="How many are left out, because of the limit")


async def query(document: Any, path: str, most: int, most_chars: int, counted: Counted) -> QueryResult:
    """Raises `BadQuery`."""
    environment = PausingEnvironment(counted)
    compiled = _compile(environment, path)
    selected: list[Selected] = []
    total = 0
    try:
        # The package reads a text as JSON, also where the text is the document
        data = json.dumps(document) if isinstance(document, str) else document
        async for match in await compiled.finditer_async(data):
            if environment.looks():
                await environment.pause()
            total += 1
            if len(selected) < most:
                where = {"path": legible(match.path), "pointer": pointer_of(match.parts)}
                selected.append(Selected(value=excerpt(match.obj, most_chars), **where))
    except JSONPathRecursionError as error:
        raise BadQuery("The document is nested too deeply for “..”. Name the first steps of the path.") from error
    except JSONPathError as error:
        raise BadQuery(_words(error, path)) from error
    return QueryResult(selected=selected, total=total, more=max(total - most, 0))


def _compile(environment: PausingEnvironment, path: str) -> JSONPath | CompoundJSONPath:
    if not path.startswith("$"):
        start = "At character 1: a JSONPath starts with $, for the whole document"
        raise BadQuery(f"{start}. Try $..{path[:40].strip()}" if path else f"{start}.")
    if len(path) > MOST_CHARS:
        raise BadQuery(f"The query has {len(path)} characters. The limit is {MOST_CHARS}: ask in several steps.")
    try:
        return environment.compile(path)
    except JSONPathRecursionError as error:
        raise BadQuery("The query is nested too deeply. Ask in several steps.") from error
    except JSONPathError as error:
        raise BadQuery(_words(error, path)) from error


def _words(error: JSONPathError, path: str) -> str:
    at = error.token.index if error.token is not None and error.token.index >= 0 else len(path)
    near = legible(path[at : at + 20])
    where = f"here: {near}" if near else "at the end"
    return f"At character {at + 1} of the query: {str(error.message).rstrip('.')}, {where}"
