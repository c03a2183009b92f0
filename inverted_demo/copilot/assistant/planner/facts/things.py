"""Things, whatever server they are from: flat or nested, in lists of their own or as parts of others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, cast

from assistant.planner.english.stems import identifier_words
from assistant.planner.offer.records import Record, as_moment, is_sentence
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.remainders import pair_of

Path = tuple[str, ...]

MAX_DEPTH = 3
MAX_KEPT = 16384
WORD = re.compile(r"\d+(?:[.:]\d+)*|[^\W_]+(?:['\u2019][^\W\d_]+)?")
CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
MARKS = str.maketrans("", "", "'\u2019")


@lru_cache(MAX_KEPT)
def folded(text: str) -> tuple[str, ...]:
    """The words of a text, for comparing: no case, accents or apostrophes."""
    bare = unicodedata.normalize("NFKD", text.replace("_", " ")).casefold()
    bare = "".join(char for char in bare if not unicodedata.combining(char))
    return tuple(word.translate(MARKS) for word in WORD.findall(bare))


@dataclass(eq=False)
class Field:
    """A place for a value in the things of a kind."""

    kind: Kind
    path: Path
    slot: Slot
    is_detail: bool = False
    """Only the tool for one thing tells it."""
    less: tuple[Field, Field] | None = None
    """No tool tells it: how much is left of the first of two figures without the second."""
    is_counted: bool = False
    """How many there are in a list, and not what is in it."""

    @property
    def name(self) -> str:
        return self.path[-1]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What it is called, with what it is in: `contact phone`."""
        return tuple(word for part in self.path for word in identifier_words(part))

    @cached_property
    def is_list(self) -> bool:
        return self.slot.form == "list"

    @cached_property
    def is_text(self) -> bool:
        return self.slot.form in ("text", "list", "any") and not self.is_number and not self.is_moment

    @cached_property
    def is_number(self) -> bool:
        return (
            self.is_counted
            or self.slot.is_measure
            or (self.slot.form == "any" and any(is_number(one) for one in self.values))
        )

    @cached_property
    def is_moment(self) -> bool:
        return self.slot.is_moment or self._are(lambda one: as_moment(one) is not None)

    @cached_property
    def is_clock(self) -> bool:
        """A time of day."""
        return self.slot.form == "time" or self._are(lambda one: CLOCK.fullmatch(one) is not None)

    def look_again(self) -> None:
        """There are more values now, which may be of another sort than those before, or the first."""
        for one in ("is_text", "is_number", "is_moment", "is_clock", "is_prose"):
            self.__dict__.pop(one, None)

    @property
    def values(self) -> list[Any]:
        return [value for thing in self.kind.things for value in thing.values(self)]

    def _are(self, test: Any) -> bool:
        texts = [one for one in self.values if one is not None]
        return bool(texts) and all(isinstance(one, str) and test(one) for one in texts)

    @cached_property
    def is_prose(self) -> bool:
        return self._are(lambda one: True) and any(is_sentence(one) for one in self.values if one)


@dataclass(eq=False)
class Kind:
    """Things that are told of in the same way."""

    source: Source
    fields: list[Field] = field(default_factory=list[Field])
    things: list[Thing] = field(default_factory=list["Thing"])
    parent: Kind | None = None
    """Of which these are parts."""
    detail: tuple[Deed, Slot] | None = None
    """The tool that tells all of one thing, and its parameter for the id."""
    is_read: bool = False

    @property
    def nouns(self) -> frozenset[str]:
        return self.source.nouns

    @cached_property
    def flat_source(self) -> Source:
        """As if what is in objects were beside them."""
        slots = (replace(one.slot, name="_".join(one.path)) for one in self.told_fields)
        deed = self.source.deed if self.parent is None else self.source.deed.without_params()
        return replace(self.source, deed=deed, fields=tuple(slots))

    @property
    def told_fields(self) -> list[Field]:
        return [one for one in self.fields if one.less is None]

    def add(self, fields: Iterable[Field]) -> None:
        self.fields += [one for one in fields if self.field(one.path) is None]
        self.__dict__.pop("flat_source", None)

    def inside(self, outer: Field) -> list[Field]:
        """What is in an object; any other field is what it is itself."""
        size = len(outer.path)
        return [one for one in self.fields if len(one.path) > size and one.path[:size] == outer.path] or [outer]

    def field(self, path: Path) -> Field | None:
        return next((one for one in self.fields if one.path == path), None)

    def __repr__(self) -> str:
        return f"Kind({self.source.noun})"


@dataclass(eq=False)
class Thing:
    kind: Kind
    data: dict[str, Any]
    parent: Thing | None = None
    is_whole: bool = False
    """All that the server tells of it is known."""
    parts: dict[Kind, list[Thing]] = field(default_factory=dict[Kind, list["Thing"]])
    masked: frozenset[str] = frozenset()
    """The fields that the server hides."""

    @cached_property
    def record(self) -> Record:
        return Record(self.kind.source, self.data, self.masked)

    @property
    def flat_record(self) -> Record:
        told = {"_".join(one.path): self.values(one) for one in self.kind.told_fields}
        plain = {name: values if len(values) > 1 else values[0] if values else None for name, values in told.items()}
        return Record(self.kind.flat_source, plain)

    @cached_property
    def id(self) -> str | None:
        own = self.record.id
        return None if own is None else str(own)

    @cached_property
    def name(self) -> str | None:
        field_ = self.record.name_field
        return str(self.data[field_]) if field_ else None

    @property
    def label(self) -> str:
        return self.record.label

    def values(self, field_: Field) -> list[Any]:
        """What is there: of a list all, and nothing where it is missing or empty."""
        if field_.less is not None:
            told = [one for figure in field_.less for one in self.values(figure)[:1] if is_number(one)]
            return [told[0] - told[1]] if len(told) == len(field_.less) else []
        found = _within(self.data, field_.path)
        if field_.is_counted:
            return [len(cast(list[Any], found))] if isinstance(found, list) else []
        found = cast(Mapping[str, Any], found).get("name") if isinstance(found, Mapping) else found
        many = cast(list[Any], found) if isinstance(found, list) else [found]
        return [one for one in many if one not in (None, "") and not isinstance(one, Mapping)]

    def is_masked(self, field_: Field) -> bool:
        """Whether the server hides what is there."""
        return any(one.name in self.masked for one in (field_, *(field_.less or ())))

    def __repr__(self) -> str:
        return f"Thing({self.label})"


def leaves(slots: Iterable[Slot], path: Path = ()) -> Iterator[tuple[Path, Slot]]:
    """The places of plain values, in objects within objects too; lists of objects are no such places."""
    for slot in slots:
        here = (*path, slot.name)
        if slot.form == "object" and slot.parts and len(here) < MAX_DEPTH:
            yield from leaves(slot.parts, here)
        elif not slot.of_objects:
            yield here, slot


def count_fields(kind: Kind, kinds: Iterable[Kind]) -> list[Field]:
    """Of each list that such a thing has, how many there are in it."""
    parts = [one.source.path[-1] for one in kinds if one.parent is kind and one.source.path]
    is_inner = kind.detail is not None
    lists = {one.name: one.is_detail for one in kind.told_fields if one.is_list and len(one.path) == 1}
    names = {name: is_inner and kind.source.field(name) is None for name in parts} | lists
    return [Field(kind, (name,), Slot(name, "whole"), inner, is_counted=True) for name, inner in names.items()]


def left_fields(kind: Kind) -> Iterator[Field]:
    """What is left of a figure, where another tells how much of it is gone."""
    own = {one.name: one for one in kind.told_fields if len(one.path) == 1}
    if (pair := pair_of([one.slot for one in own.values()])) is not None:
        whole, used = (own[slot.name] for slot in pair)
        slot = replace(whole.slot, name=f"{whole.name}_left")
        yield Field(kind, (slot.name,), slot, whole.is_detail or used.is_detail, (whole, used))


def open_fields(kind: Kind, data: Mapping[str, Any]) -> list[Field]:
    """`{"crew": {"sound": "Ann"}}`, of which no schema tells what may be in it: what is in it are fields too."""
    found: list[Field] = []
    for field_ in kind.fields:
        inside = _within(data, field_.path) if field_.slot.form in ("object", "any") else None
        if isinstance(inside, Mapping):
            told = leaves(slots_in([cast(Mapping[str, Any], inside)]), field_.path)
            found += [Field(kind, path, slot, field_.is_detail) for path, slot in told]
    return found


def _within(data: Mapping[str, Any], path: Path) -> Any:
    found: Any = data
    for key in path:
        found = cast(Mapping[str, Any], found).get(key) if isinstance(found, Mapping) else None
    return found


def tables(slots: Iterable[Slot]) -> Iterator[Slot]:
    """The places of lists of objects."""
    return (slot for slot in slots if slot.of_objects)


def slots_in(data: Iterable[Mapping[str, Any]]) -> tuple[Slot, ...]:
    """The fields that data have, where no schema says it."""
    found: dict[str, Slot] = {}
    for one in data:
        for key, value in one.items():
            if value is not None and key not in found:
                found[key] = _slot_of(key, value)
    return tuple(found.values())


def _slot_of(name: str, value: Any) -> Slot:
    if isinstance(value, Mapping):
        return Slot(name, "object", parts=slots_in([cast(Mapping[str, Any], value)]))
    if isinstance(value, list):
        inner = [one for one in cast(list[Any], value) if isinstance(one, Mapping)]
        return Slot(name, "list", parts=slots_in(inner), of_objects=bool(inner))
    forms = {bool: "truth", int: "whole", float: "number", str: "text"}
    return Slot(name, cast(Any, forms.get(type(value), "any")))
