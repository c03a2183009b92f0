"""Parameters that name a thing: which kinds of things, and what of a thing they take."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from assistant.planner.english.stems import concept, content_stems, identifier_words, is_plural, singular, stem
from assistant.planner.english.vocabulary import FREE_TEXT_WORDS, QUERY_WORDS
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.records import Record
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source, beginning, takes_id_of
from assistant.planner.offer.tools import Deed

SAYS_ID = re.compile(r"\bids?\b", re.IGNORECASE)
WHO = re.compile(r"\bwho(?:ever)?\b", re.IGNORECASE)
LISTED = re.compile(r"(\b\w+(?:\s*\|\s*\w+)+|\b\w+(?:, \w+)+,? or \w+\b)")
HOW_MANY = re.compile(r"(?:the )?(?:how (?:many|much)|number of|amount of|count of)\b", re.IGNORECASE)
AIMS = frozenset({"to", "into", "onto"})
NAMING = frozenset(stem(word) for word in ["id", "ids", "key", "code", "name", "number", "slug"])


def kinds_of(param: Slot, deed: Deed, catalog: Catalog) -> list[Source]:
    """The lists in which the thing is that a parameter takes: by its name, else by its description."""
    if (
        param.form not in ("text", "whole", "any", "list")
        or param.choices
        or param.of_objects
        or set(param.all_words) & FREE_TEXT_WORDS
    ):
        return []
    if set(param.all_words) & QUERY_WORDS or _counts(param):
        return []
    if own := [source for source in catalog.listed() if takes_id_of(param, source)]:
        return own
    nouns = [stem(word) for word in param.all_words if stem(word) not in NAMING]
    found = _reachable(catalog, nouns) if nouns else _reachable(catalog, deed.nouns) if param.is_id else []
    found = _called(found, param)
    by_field = [source for source in catalog.listed() if source.field(param.name) and param.is_id and nouns]
    if found and not deed.reads:
        by_field = [one for one in by_field if not one.nouns & deed.nouns]  # of which the deed makes another one
    if found or by_field:
        return list(dict.fromkeys(found + by_field))
    if not deed.reads and (others := _by_ids(param, catalog) or _by_role(param, catalog)):
        return others
    if not deed.reads and param.is_id and (like := _told_alike(param, deed, catalog)):
        return like
    if not deed.reads and param.is_id and (hidden := _unlisted(param, catalog)):
        return hidden
    if SAYS_ID.search(param.description) and not (not deed.reads and is_of_others(param, catalog)):
        return _reachable(catalog, content_stems(param.description))
    return []


def _unlisted(param: Slot, catalog: Catalog) -> list[Source]:
    """The lists of such things that want to be told a day, or words to search for: duties of a day, staff."""
    nouns = {key for key in param.key if key not in NAMING}
    found = [one for one in catalog.sources if one.is_list and one.id_field and one.needs]
    found = [one for one in found if all(need.is_moment for need in one.needs) or is_searched(one)]
    return [one for one in found if takes_id_of(param, one)] or [one for one in found if _nouns(one) & nouns]


def _nouns(source: Source) -> frozenset[str]:
    return source.nouns | {stem(word) for word in source.noun.split()}


def is_of_others(param: Slot, catalog: Catalog) -> bool:
    """`fine_id`, where only what a reader has tells of fines: what the description names besides is none."""
    nouns = {key for key in param.key if key not in NAMING}
    own = [one for one in catalog.sources if one.is_list and one.nouns & nouns]
    own = own or [one for one in catalog.sources if one.is_list and one.field(param.name)]
    return param.is_id and bool(own) and all(one.needs for one in own)


def is_searched(source: Source) -> bool:
    """Whether such things are only found by words."""
    return len(source.needs) == 1 and bool(QUERY_WORDS & set(source.needs[0].all_words))


def _told_alike(param: Slot, deed: Deed, catalog: Catalog) -> list[Source]:
    """`Id of who takes over`, beside `Id of who is taken off, such as C-1`: both are of one kind."""
    others = [one for one in deed.params if one is not param and one.samples and WHO.search(one.description)]
    kinds = [kinds_of(one, deed, catalog) for one in others] if WHO.search(param.description) else []
    return kinds[0] if len(kinds) == 1 else []


def _counts(param: Slot) -> bool:
    """`guests`, or `quantity: how many …`: a number of things, and none of them."""
    words = param.all_words[-1:]
    is_told = HOW_MANY.match(param.description) is not None or bool(words and is_plural(words[0]))
    return param.form == "whole" and not param.is_id and is_told


def _by_ids(param: Slot, catalog: Catalog) -> list[Source]:
    """The lists whose things have ids like those that a parameter shows: a `picker_id` like `W-3` is of a person."""
    shown = {beginning(one) for one in param.samples} - {""}
    return [one for one in catalog.listed() if shown & catalog.codes.get(one, set())] if param.is_id else []


def _by_role(param: Slot, catalog: Catalog) -> list[Source]:
    """The lists in which some are called so by a field: `driver_id`, of people with the role `driver`."""
    keys = {one for one in param.key if one not in NAMING} if param.is_id else set[str]()
    return [one for one in catalog.listed() if one.id_field and keys and roles_in(one, keys)]


def roles_in(source: Source, keys: Collection[str]) -> list[tuple[Slot, str]]:
    """The choices by which some of the things are called so, each with its field."""
    wanted = {concept(key) for key in keys}
    fields = [slot for slot in source.fields if slot.form == "text" and slot.choices]
    named = ((slot, one) for slot in fields for one in slot.choices)
    return [(slot, one) for slot, one in named if {concept(key) for key in content_stems(one)} == wanted]


def _called(found: Sequence[Source], param: Slot) -> list[Source]:
    """Those that are called just so, if any are: `interview_id` takes no interviewers."""
    words = {singular(word) for word in param.all_words}
    return [one for one in found if one.noun.split()[-1:] and one.noun.split()[-1] in words] or list(found)


def _reachable(catalog: Catalog, nouns: Sequence[str] | frozenset[str]) -> list[Source]:
    kinds = catalog.kinds(nouns)
    found = [source for source in kinds if not source.needs]
    alike = {concept(noun) for noun in nouns}
    found = found or [source for source in catalog.listed() if source.concepts & alike]
    return found or [source for source in kinds if all(need.is_moment for need in source.needs)]


def taken(param: Slot, thing: Record) -> object:
    """What of a thing a parameter takes: the field of that name, its id, or its name."""
    if param.name in thing.data and param.name != "name":
        return thing.data[param.name]
    is_number = str(thing.id).isdigit() and "number" in identifier_words(param.description)  # `Room number`
    return thing.id if thing.id is not None and (takes_id(param) or is_number) else thing.label


def takes_id(param: Slot) -> bool:
    """Whether it takes ids, by its name, its description or its examples."""
    return bool(param.is_id or SAYS_ID.search(param.description) or param.samples)


def literals(param: Slot, kinds: Sequence[Source], found: Sequence[Token], used: set[int]) -> list[tuple[str, int]]:
    """The ids in the text itself, like those that the parameter and its kinds of things show as examples."""
    shown = (*param.samples, *(one for kind in kinds if kind.id_field for one in kind.id_field.samples))
    beginnings = {start: sample for sample in shown if (start := beginning(sample))}
    places = [
        at for at, token in enumerate(found) if at not in used and token.is_id and beginning(token.word) in beginnings
    ]
    if not are_listed(found, places):
        places = [at for at in places if at and found[at - 1].word in AIMS] or places
    return [
        (found[at].text.upper() if beginnings[beginning(found[at].word)].isupper() else found[at].text, at)
        for at in places
    ]


def are_listed(found: Sequence[Token], places: Sequence[int]) -> bool:
    """`I-1, I-2 and I-3`, but not `from S-1 to S-2`."""
    return all(
        found[at].word in ("and", "or", "also") for one, other in pairwise(places) for at in range(one + 1, other)
    )


def listed_in(description: str) -> frozenset[str]:
    """The words that a description gives to choose from: `health|projects`, or `health, projects or teams`."""
    found = [
        match[1] for match in LISTED.finditer(description) if not SAYS_ID.search(description[: match.start()][-12:])
    ]
    return frozenset(word for one in found for word in identifier_words(one) if word != "or")
