"""What a server offers, as the planner sees it: tools by what they do, and the kinds of things that they tell of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.offer import Offer
from assistant.planner.schemas import Slot
from assistant.planner.synonyms import SYNONYMS, VERB_SYNONYMS
from assistant.planner.tools import EXAMPLE, READING_WORDS, Deed
from assistant.planner.vocabulary import ME_WORDS, wordset
from assistant.planner.words import (
    STOPWORDS,
    Token,
    concept,
    content_stems,
    identifier_words,
    plural,
    singular,
    stem,
)

WRAPPER = "result"
"""The key under which SDKs put a result that is not an object."""
LONG_WORD = 7
NO_KINDS = frozenset(map(stem, ("id", "key", "code", "name", "number", "no", "nr", "slug")))
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

    @cached_property
    def id_field(self) -> Slot | None:
        ids = [field for field in self.fields if field.is_id and field.form in ("text", "whole", "any")]
        own = (field for field in ids if not field.key or set(field.key) & self.nouns or field.all_words == ("id",))
        first = ids[0] if ids and (ids[0] is self.fields[0] or len(ids[0].key) == 1) else None
        return next(own, first)

    @cached_property
    def id_beginnings(self) -> frozenset[str]:
        """With what ids of such things begin, by the examples that the schema gives."""
        slots = [self.id_field] if self.id_field else []
        slots += [param for param in self.needs if param.is_id]
        return frozenset(one.partition("-")[0].casefold() for slot in slots for one in slot.samples if "-" in one)

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


@dataclass(frozen=True)
class Known:
    """Where a name is one: in lists of things that are called so, and of things that say so of themselves."""

    words: tuple[str, ...]
    is_part: bool = False
    """Only one word of a name: enough where a name is expected."""
    own: frozenset[Source] = frozenset()
    others: frozenset[Source] = frozenset()
    is_person: bool = False
    """Of somebody of whom a thing tells."""

    def with_source(self, source: Source, is_own: bool) -> Known:
        one = frozenset({source})
        return replace(self, own=self.own | one) if is_own else replace(self, others=self.others | one)


@dataclass(frozen=True)
class Value:
    """A value of the data, by its words."""

    words: tuple[str, ...]
    source: Source
    is_own: bool
    is_person: bool
    """Written as a person's name is."""
    of_person: bool = False
    """Of a field for persons."""


class Catalog:
    """All of an offer."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.known: dict[str, Known] = {}
        """Names in the person's words that the data have, as they were written."""
        self.names: dict[str, list[tuple[Value, int]]] = {}
        """Where in the values that were read each word is."""
        self.looked = set[Source]()
        """Lists that were read as a whole for their names."""
        self.learned = set[tuple[str, Source, bool]]()
        self.heard = list[object]()
        """Results of this conversation whose names are known."""
        self.said = set[str]()
        """Words that the data have somewhere: none of them is misspelt."""
        self.gone: tuple[Deed, ...] = ()
        """What was offered before, and is not any more."""
        self.deeds = tuple(Deed(tool) for tool in offer.tools)
        self.sources = _with_aliases([one for deed in self.deeds if deed.reads for one in _sources(deed)], self.deeds)

    @cached_property
    def acts(self) -> tuple[Deed, ...]:
        return tuple(deed for deed in self.deeds if not deed.reads)

    @property
    def past_acts(self) -> tuple[Deed, ...]:
        """Those that may have been called, with those that are gone."""
        return (*self.acts, *(deed for deed in self.gone if not deed.reads))

    @cached_property
    def act_verbs(self) -> frozenset[str]:
        own = {verb for deed in self.acts for verb in deed.verbs}
        return frozenset(own | {stem(word) for group in VERB_SYNONYMS if own & set(map(stem, group)) for word in group})

    @cached_property
    def vocabulary(self) -> dict[str, str]:
        """Every word that the offer or general English could be asked with, and its stem."""
        words = {word for deed in self.deeds for word in _words_of(deed)}
        words |= {word for group in SYNONYMS for word in group}
        if self.acts:
            words |= {word for group in VERB_SYNONYMS for word in group if stem(word) in self.act_verbs}
        words |= {word for deed in self.deeds for word in _described(deed) if len(word) >= LONG_WORD}
        return {word: stem(word) for word in words if word.isalpha()}

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(self.vocabulary.values())

    @property
    def sure(self) -> list[str]:
        """The names that are names wherever they stand."""
        return [name for name, known in self.known.items() if not known.is_part]

    def named(self, found: Sequence[Token]) -> list[tuple[range, Known]]:
        """The known names among tokens."""
        spans: list[tuple[range, Known]] = []
        for known in self.known.values():
            count = len(known.words)
            for at in range(len(found) - count + 1):
                part = found[at : at + count]
                if (
                    all(one.is_known != known.is_part for one in part)
                    and tuple(one.word for one in part) == known.words
                ):
                    spans.append((range(at, at + count), known))
        return spans

    def kinds(self, nouns: Iterable[str]) -> list[Source]:
        """The lists of things that are called so, those first that need nothing to be known."""
        wanted = frozenset(nouns)
        found = [source for source in self.sources if source.is_list and source.nouns & wanted]
        return sorted(found, key=lambda source: len(source.needs))

    @cached_property
    def topics(self) -> list[str]:
        """What can be asked about, in words for people."""
        listed = [plural(source.noun) for source in self.sources if source.is_list]
        plain = [source.noun for source in self.sources if not source.is_list and not source.needs and not source.path]
        shown = [noun for noun in plain if plural(noun) not in listed]
        return list(dict.fromkeys(listed + shown))

    @cached_property
    def me(self) -> Source | None:
        """What tells who the person is."""
        found = (one for one in self.sources if not one.is_list and not one.needs)
        return next((one for one in found if ME_WORDS & set(one.deed.name_words)), None)

    @property
    def unread(self) -> set[Source]:
        """The lists of which it is not known yet what names they have."""
        return set(self.listed()) - self.looked

    def listed(self) -> list[Source]:
        """The lists that can be had without knowing anything."""
        return [source for source in self.sources if source.is_list and not source.needs]


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
    """`b` of `B-207`."""
    return code.partition("-")[0].casefold() if "-" in code else ""


def _with_aliases(sources: Sequence[Source], deeds: Sequence[Deed]) -> tuple[Source, ...]:
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
        result.append(replace(source, nouns=source.nouns | (names - taken)) if source.is_list else source)
    return tuple(result)


def _described(deed: Deed) -> Iterable[str]:
    """The words of its description; examples are other people's names."""
    return identifier_words(EXAMPLE.sub("", deed.description))


def _words_of(deed: Deed) -> Iterable[str]:
    yield from deed.name_words
    yield from identifier_words(deed.title)
    for slot in _all_slots((*deed.params, *deed.outputs)):
        yield from slot.all_words
        for choice in slot.choices:
            yield from identifier_words(choice)


def _all_slots(slots: Iterable[Slot]) -> Iterable[Slot]:
    for slot in slots:
        yield slot
        yield from _all_slots(slot.parts)


def _sources(deed: Deed) -> Iterable[Source]:
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
        is_wrapper = slot is wrapped
        nouns = deed.nouns if is_wrapper else frozenset(content_stems(slot.name))
        noun = _noun(deed) if is_wrapper else singular(slot.name)
        yield Source(deed, (slot.name,), slot.parts, nouns, True, noun)


def _counts(slot: Slot) -> bool:
    """Whether it says which page this is, and not what is on it."""
    words = set(slot.all_words)
    return bool(words & PAGING) or slot.name == "has_more"


def _noun(deed: Deed) -> str:
    words = [word for word in deed.name_words if word not in READING_WORDS and word not in STOPWORDS]
    return singular(" ".join(words)) if words else "result"
