"""Finds a text in the keys and the values of a document."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any, Literal

from pydantic import BaseModel, Field

from excerpts import Excerpt, excerpt
from pointers import pointer_of
from reading import Document
from walking import parts_of_path, walk

Where = Literal["keys", "values", "everywhere"]


class Found(BaseModel):
    """A place where the text is."""

    pointer: str = Field(description="Where the value is, as a JSON Pointer")
    found_in: Literal["key", "value"]
    value: Excerpt


class SearchResult(BaseModel):
    matches: list[Found]
    total: int = Field(description="How many places there are")
    more: int = Field(description="How many are left out, because of the limit")


def search(document: Document, text: str, where: Where, most: int) -> Generator[float, None, SearchResult]:
    """Upper and lower case don't matter."""
    wanted = text.casefold()
    matches: list[Found] = []
    total = 0
    estimate = max(document.size_bytes // 8, 1)
    for number, (path, value) in enumerate(walk(document.value)):
        yield min(number / estimate, 1)
        key = path[1] if path is not None else None
        in_key = where != "values" and isinstance(key, str) and wanted in key.casefold()
        in_value = where != "keys" and not isinstance(value, dict | list) and wanted in _words(value)
        if not (in_key or in_value):
            continue
        places: list[Literal["key", "value"]] = [*(["key"] if in_key else []), *(["value"] if in_value else [])]
        total += len(places)
        if len(matches) < most:
            pointer, shown = pointer_of(parts_of_path(path)), excerpt(value, 200)
            matches += [Found(pointer=pointer, found_in=place, value=shown) for place in places]
    return SearchResult(matches=matches[:most], total=total, more=max(total - most, 0))


def _words(value: Any) -> str:
    if isinstance(value, str):
        return value.casefold()
    return repr(value) if type(value) in (int, float) else json.dumps(value)
