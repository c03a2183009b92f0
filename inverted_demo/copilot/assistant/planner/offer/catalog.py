"""What a server offers, as the planner sees it: what its tools do, what they tell of, and the names in the data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.offer import Offer
from assistant.planner.english.stems import identifier_words, plural, stem
from assistant.planner.english.synonyms import SYNONYMS, VERB_SYNONYMS
from assistant.planner.english.vocabulary import ME_WORDS
from assistant.planner.english.words import Token
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source, sources_of, with_aliases
from assistant.planner.offer.tools import EXAMPLE, Deed

LONG_WORD = 7


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
        self.codes: dict[Source, set[str]] = {}
        """With what the ids of the things begin that were read."""
        self.looked = set[Source]()
        """Lists that were read as a whole for their names."""
        self.learned = set[tuple[str, Source, bool]]()
        self.heard = list[object]()
        """Results of this conversation whose names are known."""
        self.said = set[str]()
        """Words that the data have somewhere: none of them is misspelt."""
        self.gone: tuple[Deed, ...] = ()
        """What was offered before, and is not any more."""
        hints = any(tool.annotations and tool.annotations.read_only_hint for tool in offer.tools)
        self.deeds = tuple(Deed(tool, hints) for tool in offer.tools)
        _share_samples(self.deeds)
        kinds = frozenset(key for deed in self.deeds for key in (*deed.nouns, *_things_taken(deed)))
        found = [one for deed in self.deeds if deed.reads for one in sources_of(deed, kinds)]
        self.sources = with_aliases(found, self.deeds)

    @cached_property
    def concepts(self) -> frozenset[str]:
        """What the things are called that can be looked up."""
        return frozenset(one for source in self.sources for one in source.concepts)

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
        words = set(self.named_words)
        words |= {word for group in SYNONYMS for word in group}
        if self.acts:
            words |= {word for group in VERB_SYNONYMS for word in group if stem(word) in self.act_verbs}
        words |= {word for deed in self.deeds for word in _described(deed) if len(word) >= LONG_WORD}
        return {word: stem(word) for word in words if word.isalpha()}

    @cached_property
    def named_words(self) -> frozenset[str]:
        """The words in the names of tools, of what they take and give, and of their choices."""
        return frozenset(word for deed in self.deeds for word in _words_of(deed))

    @cached_property
    def told_words(self) -> frozenset[str]:
        """The words in which tools and what they take are described."""
        texts = (text for deed in self.deeds for text in (deed.description, *(one.description for one in deed.params)))
        return frozenset(word for text in texts for word in identifier_words(EXAMPLE.sub("", text)))

    @cached_property
    def kind_stems(self) -> frozenset[str]:
        """The stems of what things are called."""
        return frozenset(noun for source in self.sources for noun in source.nouns)

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


def _share_samples(deeds: Sequence[Deed]) -> None:
    """What ids look like under a name, one tool says for all of them."""
    samples: dict[str, tuple[str, ...]] = {}
    for slot in _all_slots(slot for deed in deeds for slot in (*deed.params, *deed.outputs)):
        if slot.is_id and slot.samples and len(slot.all_words) > 1:
            samples.setdefault(slot.name, slot.samples)
    for deed in deeds:
        deed.params = tuple(
            replace(one, samples=samples[one.name]) if not one.samples and one.name in samples else one
            for one in deed.params
        )


def _things_taken(deed: Deed) -> Iterable[str]:
    """What the things are called whose ids it takes: `job_id` of jobs."""
    return (key for param in deed.params if param.is_id for key in param.key)


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
