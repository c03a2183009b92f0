"""The kinds of things that a server tells of, by the results of its tools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.planner.english.stems import concept, content_stems, singular, stem
from assistant.planner.english.vocabulary import STOPWORDS, wordset
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import READING_WORDS, Deed

WRAPPER = "result"
"""The key under which SDKs put a result that is not an object."""
NO_KINDS = frozenset(map(stem, ("id", "key", "code", "name", "number", "no", "nr", "slug")))
BEGINNING = re.compile(r"[a-z]+(?=-|\d)")
FINDS = frozenset(map(stem, ("hits", "matches", "results", "found")))
"""What a list of anything may be called; which things they are, the tool says."""
CONTAINERS = frozenset(map(stem, ("items", "entries", "rows", "records", "data", "list", "elements", "objects")))
"""The same, where no tool is about things of that name."""
CLOCK = ("now", "today", "current_time", "current_date", "as_of", "server_time", "generated", "generated_at")
"""What the server's own clock is called, in a result."""
PAGING = wordset("total offset next limit page pages cursor count size more truncated matches hits found")


@dataclass(frozen=True, eq=False)
class Source:
    """A kind of thing that a tool tells of: the objects of a list in its result, or the result itself."""

    deed: Deed
    path: tuple[str, ...]
    fields: tuple[Slot, ...]
    nouns: frozenset[str]
    is_list: bool
    noun: str
    """One word for such a thing, to be read by people."""
    foreign: frozenset[str] = frozenset()
    """The names of fields with ids of other kinds of things."""

    @cached_property
    def concepts(self) -> frozenset[str]:
        """What such things are called, one for all words of the same meaning."""
        return frozenset(map(concept, self.nouns))

    @cached_property
    def id_field(self) -> Slot | None:
        ids = [one for one in self.fields if one.is_id and one.form in ("text", "whole", "any")]
        ids = [one for one in ids if one.name not in self.foreign]
        own = (field for field in ids if not field.key or set(field.key) & self.nouns or field.all_words == ("id",))
        first = ids[0] if ids and (ids[0] is self.fields[0] or len(ids[0].key) == 1) else None
        return next(own, first)

    @cached_property
    def id_beginnings(self) -> frozenset[str]:
        """With what ids of such things begin, by the examples that the schema gives."""
        slots = [self.id_field] if self.id_field else []
        slots += [param for param in self.needs if param.is_id]
        return frozenset(beginning(one) for slot in slots for one in slot.samples) - {""}

    @cached_property
    def prose(self) -> frozenset[str]:
        """The plain words in which the server speaks of such things."""
        told = {key for field in self.fields for key in content_stems(field.description)}
        return frozenset(map(concept, told | self.deed.prose))

    @property
    def tells_one(self) -> bool:
        """A name and one value is all."""
        return len(self.fields) == 2 and self.fields[0].name == "name" and self.fields[1].name == self.noun

    @property
    def needs(self) -> tuple[Slot, ...]:
        return self.deed.required

    def field(self, name: str) -> Slot | None:
        return next((field for field in self.fields if field.name == name), None)


def takes_id_of(param: Slot, source: Source) -> bool:
    """Whether a parameter takes ids like those of these things: as their description says, or by the examples."""
    own = source.id_field
    if own is None or not source.is_list or not param.is_id:
        return False
    if param.name in identifier_phrases(own.description) or (param.name == own.name and len(own.all_words) > 1):
        return True
    shown = {beginning(one) for one in param.samples} - {""}
    return bool(shown) and shown <= {beginning(one) for one in own.samples}


def identifier_phrases(text: str) -> list[str]:
    """The identifiers in a text: `book_id` in `what the other tools take as book_id`."""
    return re.findall(r"\w+_\w+", text)


def beginning(code: str) -> str:
    """`b` of `B-207`, and of `B207`."""
    found = BEGINNING.match(code.casefold())
    return found[0] if found else ""


def with_aliases(sources: Sequence[Source], deeds: Sequence[Deed]) -> tuple[Source, ...]:
    """Things are also called what the tools that take their ids call them: a title with a `book_id` is a book."""
    params = [(param, deed) for deed in deeds for param in deed.required]
    result: list[Source] = []
    for source in sources:
        names = {
            key
            for param, deed in params
            for key in param.key
            if takes_id_of(param, source) and key in deed.nouns and key not in NO_KINDS
        }
        taken = {noun for other in sources if other.is_list and not other.nouns & source.nouns for noun in other.nouns}
        foreign = frozenset(slot.name for slot in source.fields if _is_foreign(slot, source, sources))
        source = replace(source, foreign=foreign)
        result.append(replace(source, nouns=source.nouns | (names - taken)) if source.is_list else source)
    return tuple(result)


def _is_foreign(slot: Slot, source: Source, sources: Sequence[Source]) -> bool:
    """`pupil_id` of absences, where there is a list of pupils."""
    keys = set(slot.key) - NO_KINDS
    if not slot.is_id or not keys or keys & source.nouns:
        return False
    others = (one for one in sources if one.is_list and one.deed is not source.deed)
    return any(keys <= one.nouns and one.field("id") is not None for one in others)


def sources_of(deed: Deed, kinds: frozenset[str] = frozenset()) -> Iterable[Source]:
    """What a tool tells of; `kinds` are what the tools of the server are about."""
    slots = deed.outputs
    wrapped = slots[0] if len(slots) == 1 and slots[0].name == WRAPPER else None
    lists = [slot for slot in slots if slot.of_objects]
    plain, nested = list[Slot](), list[Slot]()
    is_paged = not deed.required or any(param.is_paging for param in deed.params)
    if wrapped is None or not wrapped.of_objects:
        nested = [part for slot in slots if slot.form == "object" for part in slot.parts if not part.of_objects]
        plain = [
            slot
            for slot in slots
            if not slot.of_objects and slot.form != "object" and not (lists and is_paged and _counts(slot))
        ]
    if (wrapped is None or not wrapped.of_objects) and (plain or nested):
        is_beside = any(set(content_stems(slot.name)) & deed.nouns for slot in lists) or not deed.required
        nouns = frozenset[str]() if lists and is_beside else deed.nouns
        yield Source(deed, (), (*plain, *nested), nouns, False, _noun(deed))
    wholes = [slot for slot in slots if slot.name == WRAPPER and slot.form in ("object", "any")]
    if not plain and not nested and not lists and (wholes or not slots):
        yield Source(deed, (), (), deed.nouns, True, _noun(deed))
        return
    for slot in lists:
        own = frozenset(content_stems(slot.name))
        is_any = own <= FINDS or (own <= CONTAINERS and not own & kinds)
        is_wrapper = slot is wrapped or (is_any and not own & deed.nouns and bool(deed.nouns))
        nouns = deed.nouns if is_wrapper else own
        noun = _noun(deed) if is_wrapper else singular(slot.name)
        yield Source(deed, (slot.name,), slot.parts, nouns, True, noun)


def _counts(slot: Slot) -> bool:
    """Whether it says which page this is, and of when, and not what is on it."""
    words = set(slot.all_words)
    return bool(words & PAGING) or slot.name == "has_more" or (slot.is_moment and slot.name in CLOCK)


def _noun(deed: Deed) -> str:
    named = [word for word in deed.name_words if word not in READING_WORDS]
    words = [word for word in named if word not in STOPWORDS] or named
    return singular(" ".join(words)) if words else "result"
