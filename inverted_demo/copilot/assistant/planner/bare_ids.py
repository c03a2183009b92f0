"""Ids of which only the number is said: `ticket 640`, `close 640`, where ids look like T-631."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from assistant.planner.catalog import Catalog
from assistant.planner.stems import concept, is_plural, stem

NUMBER = re.compile(
    r"(?P<before>\b[^\W\d_]+ )?(?P<sign>(?:no\.? |nr\.? |number |# ?)?)(?<![\w.,:/£$€-])(?P<number>\d{2,6})"
    r"(?![\w%£$€-]|[.,:/]\d)(?P<after> [^\W\d_]+)?"
)
ABOUT = frozenset({"about", "re", "regarding", "concerning", "on", "with"})
BESIDE = frozenset(
    {"", "to", "and", "or", "is", "was", "has", "please", "pls", "yet", "as", "with", "again", "now", "for"}
)
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

    def whole(match: re.Match[str]) -> str:
        look = _named(match, looks) or _alone(match, looks, verbs, not text[: match.start()].strip())
        if look is None:
            return match[0]
        return f"{match['before'] or ''}{look.beginning}-{match['number']}{match['after'] or ''}"

    return NUMBER.sub(whole, text) if looks else text


def _looks(catalog: Catalog) -> Iterable[_Look]:
    seen: dict[str, _Look] = {}
    for source in catalog.sources:
        field = source.id_field if source.is_list else None
        for sample in field.samples if field else ():
            beginning, dash, number = sample.partition("-")
            if dash and number.isdigit():
                nouns = frozenset(map(concept, source.nouns))
                before = seen.get(beginning)
                seen[beginning] = _Look(beginning, number, nouns | (before.nouns if before else frozenset()))
    return seen.values()


def _named(match: re.Match[str], looks: Iterable[_Look]) -> _Look | None:
    """`ticket 640`, `ticket no. 640`."""
    word = (match["before"] or "").strip().casefold()
    if not word or is_plural(word):
        return None
    fits = (one for one in looks if len(one.number) == len(match["number"]) and concept(stem(word)) in one.nouns)
    return next(fits, None)


def _alone(match: re.Match[str], looks: Iterable[_Look], verbs: Iterable[str], is_first: bool) -> _Look | None:
    """`close 640`, `anything on 640?`: near the example of the only kind of ids that look so."""
    number, before = match["number"], (match["before"] or "").strip().casefold()
    after = (match["after"] or "").strip().casefold()
    leads = before in ABOUT or (bool(before) and stem(before) in verbs) or (is_first and not before) or match["sign"]
    if len(number) < MIN_ALONE or not leads or after not in BESIDE:
        return None
    fits = [one for one in looks if len(one.number) == len(number)]
    fits = [one for one in fits if abs(int(number) - int(one.number)) <= NEAR * int(one.number)]
    return fits[0] if len(fits) == 1 else None
