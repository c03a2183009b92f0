"""Ids of which only the number is said: `ticket 640`, `close 640`, where ids look like T-631."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.planner.english.durations import durations
from assistant.planner.english.stems import concept, is_plural, stem
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.sources import NO_KINDS

NUMBER = re.compile(
    r"(?P<before>\b[^\W\d_]+ )?(?P<sign>(?:no\.? |nr\.? |number |# ?)?)(?<![\w.,:/£$€-])(?P<number>\d{2,6})"
    r"(?![\w%£$€-]|[.,:/]\d)(?P<after> [^\W\d_]+)?"
)
ABOUT = frozenset({"about", "re", "regarding", "concerning", "on", "with", "of", "in"})
ASKING = frozenset({"is", "was", "has", "did", "does"})
PLACED = frozenset({"in", "of"})
BESIDE = frozenset(
    {"", "to", "and", "or", "is", "was", "has", "please", "pls", "yet", "as", "with", "again", "now", "for"}
)
BEHIND = BESIDE | {"today", "tomorrow", "on", "at", "by", "from", "until", "because", "since", "they", "are", "have"}
DONE = frozenset({"paid", "pay", "pays", "paying", "booked", "ordered", "charged", "billed", "refunded", "invoiced"})
"""Verbs before an amount: `paid 300` is no payment."""
SAMPLE = re.compile(r"([A-Za-z]{1,6}-?)(\d+)")
JOINED = re.compile(r"(?<![\w-])(?P<beginning>[A-Z]{1,6}(?= )|[A-Za-z]{1,6}(?=\d)) ?(?P<number>\d{2,6})(?![\w-])")
"""`so7019` for SO-7019."""
LISTED = re.compile(
    r"\b(?P<beginning>[A-Za-z]{1,6}-?)(?P<first>\d+)(?P<more>(?:(?:, ?| ?and | ?& ?|, and )\d+\b(?!-|[.:]\d))+)"
    r"(?P<after> [^\W\d_]+)?"
)
SERIES = re.compile(r"(?:, ?| ?and | ?& ?)\d")
MORE = re.compile(r"\d+")
YEAR = re.compile(r"(?:19|20)\d\d")
MIN_ALONE = 3
NEAR = 0.3
"""How far at most from an example the number of an id is that nothing else shows to be one."""


@dataclass(frozen=True)
class _Look:
    """How the ids of a kind of things look."""

    beginning: str
    number: str
    nouns: frozenset[str]


def with_ids(text: str, catalog: Catalog) -> str:
    """The text with whole ids, where a number can only be one."""
    looks = list(_looks(catalog)) if any(map(str.isdigit, text)) else []
    verbs = catalog.act_verbs

    def joined(match: re.Match[str]) -> str:
        fits = (one for one in looks if one.beginning.rstrip("-").casefold() == match["beginning"].casefold())
        look = next((one for one in fits if len(one.number) == len(match["number"])), None)
        return f"{look.beginning}{match['number']}" if look else match[0]

    def whole(match: re.Match[str]) -> str:
        if durations(match["number"] + (match["after"] or "")):
            return match[0]
        look = _named(match, looks) or _alone(match, looks, verbs, not text[: match.start()].strip())
        if look is None:
            return match[0]
        return f"{match['before'] or ''}{look.beginning}{match['number']}{match['after'] or ''}"

    return LISTED.sub(_listed_too, NUMBER.sub(whole, JOINED.sub(joined, text))) if looks else text


def _listed_too(match: re.Match[str]) -> str:
    """`orders 7011 and 7019`, the second one too."""
    numbers = MORE.findall(match["more"])
    is_list = all(len(one) == len(match["first"]) for one in numbers)
    if not is_list or (match["after"] or "").strip().casefold() not in BEHIND:
        return match[0]
    return (
        f"{match['beginning']}{match['first']}"
        + MORE.sub(rf"{match['beginning']}\g<0>", match["more"])
        + (match["after"] or "")
    )


def _looks(catalog: Catalog) -> Iterable[_Look]:
    """By the examples that the lists of things show, and the tools that take their ids."""
    seen: dict[str, _Look] = {}
    for samples, nouns in (*_shown(catalog), *_taken(catalog)):
        for sample in samples:
            if shown := SAMPLE.fullmatch(sample):
                beginning, number = shown.groups()
                before = seen.get(beginning)
                seen[beginning] = _Look(beginning, number, nouns | (before.nouns if before else frozenset()))
    return seen.values()


def _shown(catalog: Catalog) -> Iterable[tuple[Sequence[str], frozenset[str]]]:
    for source in catalog.sources:
        if source.is_list and source.id_field:
            yield source.id_field.samples, frozenset(map(concept, source.nouns))


def _taken(catalog: Catalog) -> Iterable[tuple[Sequence[str], frozenset[str]]]:
    """`order_id`, for example SO-7001: the number of an order."""
    for param in (one for deed in catalog.deeds for one in deed.params if one.is_id and one.samples):
        kinds = {stem(word) for word in param.all_words} - NO_KINDS
        yield param.samples, frozenset(map(concept, kinds))


def _named(match: re.Match[str], looks: Iterable[_Look]) -> _Look | None:
    """`ticket 640`, `ticket no. 640`, `tickets 640 and 641`."""
    word = (match["before"] or "").strip().casefold()
    if not word or word in DONE or (is_plural(word) and not SERIES.match(match.string, match.end("number"))):
        return None
    fits = (one for one in looks if len(one.number) == len(match["number"]) and concept(stem(word)) in one.nouns)
    return next(fits, None)


def _alone(match: re.Match[str], looks: Iterable[_Look], verbs: Iterable[str], is_first: bool) -> _Look | None:
    """`close 640`, `anything on 640?`: near the example of the only kind of ids that look so."""
    number, before = match["number"], (match["before"] or "").strip().casefold()
    after = (match["after"] or "").strip().casefold()
    leads = before in ABOUT or (bool(before) and stem(before) in verbs) or (is_first and not before) or match["sign"]
    is_asked = before in ASKING and not match.string[: match.start()].strip() and not is_plural(after)
    leads, fits_after = leads or is_asked, after in BESIDE or is_asked
    if len(number) < MIN_ALONE or not leads or not fits_after or (before in PLACED and YEAR.fullmatch(number)):
        return None
    fits = [one for one in looks if len(one.number) == len(number)]
    fits = [one for one in fits if abs(int(number) - int(one.number)) <= NEAR * int(one.number)]
    return fits[0] if len(fits) == 1 else None
