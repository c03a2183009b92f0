"""Turns that ask the same of others: `and the lowest?`, `the medium ones?`, `and how many are overdue?`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.degrees import KNOWN
from assistant.planner.english.stems import identifier_words, stem
from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.english.words import Token, tokens
from assistant.planner.facts.things import folded
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import Mention, is_part_of_choice, spot
from assistant.planner.readings.ranks import NTH
from assistant.planner.selecting.focus import Focus

LEAD = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|but|now|then|or|also|oh|well|hm+|please|pls|no|nope|sorry|oops|wait|actually|rather"
    r"|(?:i|we) (?:mean|meant))\b[\s,]*|(?:what|how) about\b\s*)+",
    re.IGNORECASE,
)
EXCEPTING = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|but|now)\b[\s,]*)*(?:minus|without|except(?: for)?|excluding|excl|apart from|other than"
    r"|leave out|leaving out|leave off|not counting|not including|ignore|ignoring|skip|but not)\b\s+"
    r"(?P<rest>[^?.!]{1,50}?)[?.!\s]*$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"[\s,]+(?:(?:i|we) (?:mean|meant)|instead|rather|sorry|please|pls|then|too|as well)[\s.!?]*$", re.IGNORECASE
)
ELLIPTIC = re.compile(
    r"^(?P<head>which|what|how many|who)(?: ones?)? (?:have|has|had|got|are|is|were|was)(?: got)? (?!the\b|there\b)",
    re.IGNORECASE,
)
TALLYING = re.compile(
    r"^\W*(?:(?:and|so|ok)\b\s*)*how many (?:in (?:total|all|sum)|altogether|overall|all together|total)\W*$",
    re.IGNORECASE,
)
MORE = re.compile(
    r"^\W*(?:(?:and|so|ok|got|have you|are there)\b\s*)*(?:any|some|more|further|the)\b(?: more| other)?"
    r" ?(?:details?|info|information)(?: (?:on|about|of|for) (?:it|that|this|them|those))?[\s,]*(?:please|pls)?\W*$",
    re.IGNORECASE,
)
OPENING = re.compile(r"^\W*(?:which|what)\b", re.IGNORECASE)
OF_THOSE = re.compile(r"\bof (?:them|those|these|the)\b|\b(?:only|just)\b", re.IGNORECASE)
ONLY = re.compile(r"^\W*(?:(?:and|but|so|ok)\b\s*)*(?:just|only) (?P<rest>[^?.!]{1,50}?)[?.!\s]*$", re.IGNORECASE)
HEADS = wordset("which what who how many much one ones those these that them they all any only just")
JOINING = wordset("of with in on at for is are was were has have had having got comes come there do does")
ORDERED = wordset("first last sort sorted rank ranked order ordered descending ascending")
MAX_WORDS = 9
LEAST_TOLD = 2


@dataclass(frozen=True)
class Said:
    """What of the question before is said otherwise, and how."""

    start: int
    end: int
    words: str


def varied(catalog: Catalog, asked: Clause, text: str) -> str | None:
    """The question before with another choice of the same field, or another superlative; none where it has neither."""
    found = tokens(TAIL.sub("", LEAD.sub("", text)))
    if not found or len(found) > MAX_WORDS or any(one.is_id for one in found):
        return None
    places = _extreme(asked.tokens, found, catalog)
    if not places and not OF_THOSE.search(text):
        places = _choice(asked.tokens, found, catalog)
    return counting(_put(asked, places), text) if places else None


def narrowed_by(text: str, focus: Focus) -> str | None:
    """`minus the late ones`, `only those with the rig sloop`, of several that were told; `how many in all?`"""
    if focus.things and TALLYING.match(text):
        return "how many are there?"
    if focus.things and MORE.match(text):
        return f"tell me about {'it' if focus.is_one else 'them'}"
    said = EXCEPTING.match(text) or ONLY.match(text)
    if said is None or len(focus.things) < LEAST_TOLD:
        return None
    rest = [token for token in tokens(said["rest"]) if token.word not in HEADS | ARTICLES]
    if not rest or any(one.is_id or one.is_number for one in rest):
        return None
    words = " ".join(one.text for one in rest if one.word not in ("with", "that", "are", "is", "have", "has"))
    fields = {identifier_words(slot.name) for slot in focus.things[0].source.fields}
    is_field = any(len(rest) > len(one) and folded(words)[: len(one)] == one for one in fields)
    if said.re is ONLY:
        return f"which of them have the {words}?" if is_field else None
    return f"which of them do not have the {words}?" if is_field else f"which of them are not {words}?"


def counting(asked: str, text: str) -> str:
    """The question before with `how many`, where the turn asks that: `and how many are late?`."""
    return OPENING.sub("how many", asked) if LEAD.sub("", text).casefold().startswith("how many") else asked


def _choice(asked: Sequence[Token], found: Sequence[Token], catalog: Catalog) -> list[Said]:
    """Another choice of a field of which one was said."""
    slots = [slot for source in catalog.sources for slot in source.fields if slot.choices]
    slots += [slot for source in catalog.sources for slot in source.deed.params if slot.choices]
    old = [one for one in spot(asked, slots) if one.choice is not None and one.strength > 0.5]
    old = [one for one in old if not is_part_of_choice(one, asked)]
    for mention in old:
        names = set(map(stem, identifier_words(mention.slot.name)))
        known = names | {one.stem for one in asked if one.is_content}
        for choice in mention.slot.choices:
            if choice != mention.choice and (words := _said(folded(choice), found, known)):
                same = [one for one in old if one.span == mention.span]
                return [Said(same[0].start, same[0].end, words)]
    return []


def _said(choice: tuple[str, ...], found: Sequence[Token], known: set[str]) -> str:
    """The words of a choice, where nothing else is said but what was said before."""
    size = len(choice)
    stems = tuple(map(stem, choice))
    for at in range(len(found) - size + 1):
        if tuple(one.stem for one in found[at : at + size]) == stems:
            rest = [*found[:at], *found[at + size :]]
            if all(one.stem in known or one.word in HEADS | JOINING | ARTICLES for one in rest):
                return " ".join(choice)
    return ""


def _extreme(asked: Sequence[Token], found: Sequence[Token], catalog: Catalog) -> list[Said]:
    """Another superlative, or a rank of the same."""
    old = next((at for at, one in enumerate(asked) if one.word in KNOWN), None)
    if old is None or ORDERED & {one.word for one in (*asked[:old], *asked[old + 1 : old + 2])}:
        return []  # `sorted by price, lowest first`: of what was told so, `the first one` is the first
    new = next((at for at, one in enumerate(found) if one.word in KNOWN), None)
    start = old - (asked[old - 1].word in NTH)
    rank = next((one.word for one in found if one.word in NTH), "")
    if new is None:
        is_rank = rank and all(one.word in {rank} | HEADS | JOINING | ARTICLES for one in found)
        is_coming = len(found) > 2 or found[0].word == rank
        return [Said(start, old + 1, f"{rank} {asked[old].word}")] if is_rank and is_coming else []
    head = [one for one in found[:new] if one.word != rank]
    if any(one.word not in HEADS | JOINING | ARTICLES for one in head):
        return []
    said = [Said(start, old + 1, " ".join(filter(None, (rank, found[new].word))))]
    rest = [one for one in found[new + 1 :] if one.word not in ("one", "ones")]
    if not rest or all(one.stem in {other.stem for other in asked} for one in rest):
        return said
    field = next(_fields(asked, old + 1, catalog), None)
    is_field = any(one.span == range(len(rest)) for one in _mentions(rest, catalog))
    return [*said, Said(*field, " ".join(one.text for one in rest))] if field and is_field else []


def _fields(found: Sequence[Token], start: int, catalog: Catalog) -> Iterator[tuple[int, int]]:
    return ((one.start, one.end) for one in _mentions(found, catalog) if one.start >= start)


def _mentions(found: Sequence[Token], catalog: Catalog) -> list[Mention]:
    slots = [slot for source in catalog.sources for slot in source.fields]
    return [one for one in spot(found, slots) if one.choice is None and one.strength > 0.5]


def _put(asked: Clause, places: Sequence[Said]) -> str:
    text = asked.text
    for one in sorted(places, key=lambda place: -place.start):
        text = f"{text[: asked.tokens[one.start].start]}{one.words}{text[asked.tokens[one.end - 1].end :]}"
    return text
