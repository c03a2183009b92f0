"""What a schema asks for, in plain words: the hint beside a field, and what is wrong with a value."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

TYPE_WORDS = {
    "string": "Text",
    "integer": "Whole number",
    "number": "Number",
    "boolean": "true or false",
    "array": "List",
    "object": "Object",
    "null": "null",
}
NOUNS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
FORMAT_NOUNS = {
    "date": "a date, like 2026-01-31",
    "date-time": "a date and time, like 2026-01-31T14:30:00Z",
    "time": "a time, like 14:30:00",
    "duration": "a duration, like P1DT2H",
    "email": "an email address",
    "uuid": "a UUID",
    "uri": "an address, like https://example.com",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
    "binary": "bytes as text",
    "byte": "bytes as Base64",
}
SHOWN_CHARACTERS = 120


def shown(value: Any) -> str:
    """A value in a sentence."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"


def _many(count: Any, one: str) -> str:
    return f"{shown(count)} {one}" if count == 1 else f"{shown(count)} {one}s"


HINTS: dict[str, Callable[[Any], str]] = {
    "minimum": lambda limit: f"{shown(limit)} or more",
    "exclusiveMinimum": lambda limit: f"more than {shown(limit)}",
    "maximum": lambda limit: f"at most {shown(limit)}",
    "exclusiveMaximum": lambda limit: f"less than {shown(limit)}",
    "multipleOf": lambda step: f"a multiple of {shown(step)}",
    "minLength": lambda limit: f"at least {_many(limit, 'character')}",
    "maxLength": lambda limit: f"at most {_many(limit, 'character')}",
    "minItems": lambda limit: f"at least {_many(limit, 'item')}",
    "maxItems": lambda limit: f"at most {_many(limit, 'item')}",
    "pattern": lambda pattern: f"matches {shown(pattern)}",
    "format": lambda name: FORMAT_NOUNS.get(name, "") if isinstance(name, str) else "",
    "deprecated": lambda on: "deprecated" if on is True else "",
    "contentEncoding": lambda name: f"encoded as {shown(name)}",
}


def hint_of(schema: Mapping[str, Any]) -> str:
    """The limits of a value, as one line."""
    words = [say(schema[key]) for key, say in HINTS.items() if key in schema]
    if schema.get("uniqueItems") is True:
        words.append("each item once")
    line = ", ".join(word for word in words if word)
    return line[:1].upper() + line[1:] + "." if line else ""


def _type_words(wanted: Any, value: Any) -> str:
    kinds = wanted if isinstance(wanted, list) else [wanted]
    nouns = " or ".join(NOUNS.get(kind, str(kind)) for kind in kinds)
    return (
        f"This must be {nouns}."
        if value is None or isinstance(value, dict | list)
        else (f"This must be {nouns}, and {shown(value)} is not.")
    )


PROBLEMS: dict[str, Callable[[Any, Any], str]] = {
    "type": _type_words,
    "enum": lambda options, _: f"Choose one of {', '.join(shown(one) for one in options[:20])}.",
    "const": lambda wanted, _: f"This must be {shown(wanted)}.",
    "minimum": lambda limit, _: f"This must be {shown(limit)} or more.",
    "exclusiveMinimum": lambda limit, _: f"This must be more than {shown(limit)}.",
    "maximum": lambda limit, _: f"This must be {shown(limit)} or less.",
    "exclusiveMaximum": lambda limit, _: f"This must be less than {shown(limit)}.",
    "multipleOf": lambda step, _: f"This must be a multiple of {shown(step)}.",
    "minLength": lambda limit, value: f"Enter {_many(limit, 'character')} or more; there are {len(value)}.",
    "maxLength": lambda limit, value: f"Enter {_many(limit, 'character')} or fewer; there are {len(value)}.",
    "pattern": lambda pattern, _: f"This must match {shown(pattern)}.",
    "format": lambda name, _: f"This must be {FORMAT_NOUNS.get(name, name)}.",
    "minItems": lambda limit, value: f"Add items: {shown(limit)} or more are needed, there are {len(value)}.",
    "maxItems": lambda limit, value: f"Remove items: there may be {shown(limit)}, and there are {len(value)}.",
    "uniqueItems": lambda *_: "An item is there twice. Each may be there once.",
    "minProperties": lambda limit, value: f"Add entries: {shown(limit)} or more are needed, there are {len(value)}.",
    "maxProperties": lambda limit, value: f"Remove entries: there may be {shown(limit)}, there are {len(value)}.",
    "anyOf": lambda *_: "This fits none of the kinds that are allowed.",
    "oneOf": lambda *_: "This must fit exactly one of the kinds that are allowed.",
    "not": lambda *_: "The schema does not allow this value.",
    "propertyNames": lambda *_: "A name of an entry is not allowed.",
}


def problem_words(keyword: str, wanted: Any, value: Any, message: str) -> str:
    """What is wrong with a value, and what to do."""
    say = PROBLEMS.get(keyword)
    return say(wanted, value) if say else f"This does not fit the schema: {message[:SHOWN_CHARACTERS]}."
