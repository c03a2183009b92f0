"""The things that a result tells of, whatever server it came from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any, cast

from assistant.conversation import Outcome
from assistant.planner.english.stems import content_stems, identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import WRAPPER, Source
from assistant.planner.offer.tools import MASKS

NAMES = ("name", "title", "label", "display_name", "full_name", "subject", "headline", "summary")
DESCRIBING = wordset("description problem issue complaint item items goods material product")
"""What things without a name are called by: a defect by its description."""
LONG_TEXTS = wordset("description text notes note summary body content comment message")
TOTALS = ("total", "total_count", "count", "total_results", "matches", "hits", "found")
DATED = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]|$)|\d{1,2}:\d\d(?::\d\d)?$")
"""A day or a time, which nothing is called by."""
MAX_NAME = 80
MAX_NAME_WORDS = 8


@dataclass(frozen=True, eq=False)
class Record:
    """One thing, with its fields."""

    source: Source
    data: Mapping[str, Any]
    masked: frozenset[str] = frozenset()

    @cached_property
    def name_field(self) -> str | None:
        texts = [key for key, value in self.data.items() if isinstance(value, str) and len(value) <= MAX_NAME]
        named = [key for key in NAMES if key in texts]
        alike = [key for key in texts if identifier_words(key)[-1:] in (("name",), ("title",), ("firm",), ("company",))]
        moments = {slot.name for slot in self.source.fields if slot.is_moment}
        moments |= {key for key in texts if DATED.match(str(self.data[key]))}
        kinds = [key for key in texts if set(content_stems(key)) <= self.source.nouns and key not in moments]
        kinds = [key for key in kinds if key.endswith("er") is self.source.noun.endswith("er")] or kinds[:0]
        described = [key for key in texts if DESCRIBING & set(identifier_words(key))]
        return next(iter(named + alike + kinds + described), None)

    @cached_property
    def id(self) -> Any:
        field = self.source.id_field
        if field is not None:
            return self.data.get(field.name)
        ids = [key for key in self.data if Slot(key).is_id]
        named = (key for key in ids if identifier_words(key)[-1:] == ("id",))
        name = next(named, None) or next(iter(ids), None)
        return self.data.get(name) if name else None

    @property
    def label(self) -> str:
        name = self.data.get(self.name_field) if self.name_field else None
        return str(name if name is not None else self.id if self.id is not None else self.source.noun)

    @property
    def is_called(self) -> bool:
        """It has something to be called by."""
        return self.name_field is not None or self.id is not None

    @cached_property
    def texts(self) -> tuple[tuple[str, str], ...]:
        return tuple(_text_values(self))

    def get(self, name: str) -> Any:
        return self.data.get(name)


def structured(outcome: Outcome) -> Any:
    """The data of a result; its text where that is JSON."""
    if outcome.data is not None:
        return outcome.data
    if outcome.text[:1] in ("{", "["):
        try:
            return json.loads(outcome.text)
        except ValueError:
            return None
    return None


def records(source: Source, data: Any) -> list[Record]:
    """The things of this source that a result holds."""
    masked = masked_in(data)
    found = _at(source, data)
    if isinstance(found, Mapping):
        return [Record(source, flat(cast(Mapping[str, Any], found)), masked)]
    return [Record(source, one, masked | masked_in(one)) for one in cast(list[Any], found) if isinstance(one, Mapping)]


def _at(source: Source, data: Any) -> Mapping[str, Any] | list[Any]:
    for key in source.path:
        data = data.get(key) if isinstance(data, Mapping) else data
    if source.path or isinstance(data, list):
        return cast(list[Any], data) if isinstance(data, list) else []
    if not isinstance(data, Mapping):
        return []
    inner = next((value for value in data.values() if _is_table(value)), None)
    return inner if inner is not None and (source.is_list or not source.fields) else cast(Mapping[str, Any], data)


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in cast(list[Any], value))


def flat(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Objects within an object give it their fields."""
    if set(data) == {WRAPPER} and not isinstance(data[WRAPPER], Mapping):
        return data
    flat: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, Mapping):
            flat |= {inner: one for inner, one in cast(Mapping[str, Any], value).items() if inner not in data}
        else:
            flat[key] = value
    return flat


def masked_in(data: Any) -> frozenset[str]:
    if not isinstance(data, Mapping):
        return frozenset()
    values = next((data[key] for key in sorted(MASKS) if isinstance(data.get(key), list)), [])
    return frozenset(str(one) for one in cast(list[Any], values))


def total_of(data: Any) -> int | None:
    """How many there are in all, where the result says so."""
    if not isinstance(data, Mapping):
        return None
    found = (data.get(key) for key in TOTALS)
    return next((one for one in found if isinstance(one, int) and not isinstance(one, bool)), None)


def next_page(data: Any) -> tuple[str, Any] | None:
    """Which parameter has to be what for the next page, where the result names it: `next_offset`, `next_cursor`."""
    if not isinstance(data, Mapping):
        return None
    for key, value in data.items():
        words = identifier_words(str(key))
        if words[:1] == ("next",) and len(words) > 1 and value is not None and not isinstance(value, bool | list):
            return "_".join(words[1:]), value
    return None


def text_values(record: Record) -> tuple[tuple[str, str], ...]:
    """What a thing could be called by, or told apart by: short texts, and those in lists."""
    return record.texts


def _text_values(record: Record) -> Iterable[tuple[str, str]]:
    for key, value in record.data.items():
        values = cast(list[Any], value) if isinstance(value, list) else [value]
        if key not in LONG_TEXTS or key == record.name_field:
            texts = (one for one in values if isinstance(one, str) and 0 < len(one) <= MAX_NAME)
            yield from ((key, one) for one in texts if key == record.name_field or not is_sentence(one))


def is_sentence(text: str) -> bool:
    """Whether a text says something, and does not only name it."""
    words = text.split()
    return len(words) > MAX_NAME_WORDS or (len(words) > 2 and text.rstrip().endswith((".", "!", "?")))


def fields_of(record: Record) -> tuple[Slot, ...]:
    """As the schema says; as they are where there is none."""
    return record.source.fields or tuple(Slot(key, _form(value)) for key, value in record.data.items())


def _form(value: Any) -> Any:
    forms = {bool: "truth", int: "whole", float: "number", str: "text", list: "list", dict: "object"}
    return forms.get(type(value), "any")


def as_moment(value: Any) -> datetime | None:
    """A day or a moment in a result, where the value is one."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    if not isinstance(value, str) or not value[:4].isdigit() or len(value) < 10:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
