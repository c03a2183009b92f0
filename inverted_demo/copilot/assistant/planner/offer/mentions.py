"""Where a text names parameters, fields and their choices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.planner.english.likeness import ALIKE, KIN, SAME, Keys, likeness, phrases, plain_tokens
from assistant.planner.english.stems import concept, content_stems, is_plural, stem, stems
from assistant.planner.english.vocabulary import ARTICLES, PRONOUNS
from assistant.planner.english.words import Token
from assistant.planner.offer.choices import (
    IN_CHOICE,
    choice_key,
    free_choice,
    in_choice,
    is_ahead,
    is_possible,
    joined_choices,
)
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.switches import switched, told_so

DESCRIBED = 0.6
SWITCHED = 0.75
PART = 0.5
SINGLE = 0.3
"""`overdue project` for a field `overdue_projects`, which is a number of them."""
MAX_APART = 3
SHOWN = re.compile(r"\b(?:for example|e\.g\.|such as)\b[^;.]*", re.IGNORECASE)
"""Examples are values, and say nothing of the field."""
LED = ARTICLES | {"my", "our", "your", "his", "her", "their", "this", "that"}
GENERIC = frozenset(
    stem(word)
    for word in ["total", "count", "number", "name", "id", "type", "kind", "value", "level", "title", "date", "time"]
)


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens from `start` to before `end` name a slot, or one of its choices."""

    slot: Slot
    start: int
    end: int
    strength: float
    choice: str | None = None
    switch: bool | None = None
    """What it says that a switch is."""

    @property
    def span(self) -> range:
        return range(self.start, self.end)


def spot(found: Sequence[Token], slots: Iterable[Slot], params: Iterable[Slot] = ()) -> list[Mention]:
    """All mentions of these slots, the strongest and longest first; what describes `params` counts after the rest."""
    fields = list(slots)
    slots = [*fields, *params]
    mentions: list[Mention] = []
    keys = Keys(found)
    for slot in slots:
        mentions += _names(found, slot, keys)
        for choice in slot.choices:
            key = choice_key(choice, slot)
            said = phrases(found, key) if key and keys.may_have(key[0]) else []
            hits = [hit for hit in said if hit[2] > KIN] + joined_choices(found, choice)
            hits = hits or [(at, at + 1, IN_CHOICE) for at in in_choice(found, choice, slot)]
            mentions += [Mention(slot, *hit, choice) for hit in hits if not is_ahead(found, hit[0], choice)]
            if (free := free_choice(slot)) is not None and choice.endswith("ed"):
                mentions += [Mention(slot, *hit, free) for hit in hits if is_possible(found, hit[0])]
        if slot.form == "truth":
            mentions += _parts(found, slot)
            mentions += [Mention(slot, start, end, SAME, switch=value) for start, end, value in told_so(found, slot)]
            mentions += [Mention(slot, at, at + 1, SWITCHED, switch=value) for at, value in switched(found, slot)]
    named = {at for one in mentions for at in one.span if one.strength > PART}
    for described in (fields, slots):
        told = [one for one in _described(found, described) if one.start not in named]
        mentions += told
        named |= {one.start for one in told}
    mentions = [one for one in mentions if not _is_deed_of(found, one)]
    return sorted(mentions, key=lambda one: (-(one.end - one.start) * one.strength, one.start))


def is_leading(found: Sequence[Token], mention: Mention) -> bool:
    """`put it in the book`, of a choice `in`: a preposition, as what is put there is told before it."""
    at, word = mention.start, found[mention.start].word
    is_small = mention.choice is not None and mention.end - at == 1 and word in ("in", "on", "off", "out")
    after = found[at + 1].word if at + 1 < len(found) else ""
    if not is_small or not at or after not in LED:
        return False
    before = found[at - 1]
    is_named = before.is_known or before.is_id or before.is_number or before.word in PRONOUNS
    return is_named or found[at].start > before.end + 1  # the pronoun is replaced by what it means


def is_part_of_choice(mention: Mention, found: Sequence[Token]) -> bool:
    """`trip` alone, for `day_trip`."""
    words = stems(mention.choice or "")
    before = max(0, mention.end - len(words))
    said = {token.stem for token in found[before : mention.start + len(words)]}
    return len(words) > 1 and mention.end - mention.start == 1 and not set(words) <= said


def of_one_field(mentions: Sequence[Mention], fields: Collection[Slot]) -> list[Mention]:
    """`dogs` are of the species dog, or are what something is good with: a word says a choice of one field only.

    It is the field whose name stands before it, else that of which a thing has one value and not several.
    """
    lists = {one.name for one in fields if one.form == "list"}
    names = {one.name for one in fields}
    chosen = [one for one in mentions if one.choice is not None and one.slot.name in names]
    named = {(one.slot.name, one.end) for one in mentions if one.choice is None}

    def rank(one: Mention) -> tuple[bool, bool]:
        is_led = any((one.slot.name, one.start - small) in named for small in (0, 1))
        return is_led, one.slot.name not in lists

    return [
        one
        for one in mentions
        if one not in chosen or all(rank(one) >= rank(other) for other in chosen if set(other.span) & set(one.span))
    ]


def _is_deed_of(found: Sequence[Token], mention: Mention) -> bool:
    """`When do the juniors play?` asks for no players, and not whether they have played."""
    word, last = found[mention.start].word, mention.slot.all_words[-1:]
    is_doer = bool(last) and last[0].removesuffix("s").endswith(("er", "or")) and mention.choice is None
    words = {token.word for token in found[: mention.start]}
    is_timed = "when" in words and bool(words & {"do", "does", "did"})
    is_past = mention.slot.form == "truth" and bool(last) and last[0].endswith("ed") and not word.endswith("ed")
    if is_past and words & {"do", "does", "will"}:
        return True
    return is_doer and is_timed and not word.removesuffix("s").endswith(("er", "or"))


def _described(found: Sequence[Token], slots: Sequence[Slot]) -> list[Mention]:
    """Words of a description, where only one slot is described so."""
    keys = [_description(slot) for slot in slots]
    counts = Counter(key for one in keys for key in one)
    return [
        Mention(slot, at, at + 1, DESCRIBED)
        for at, token in plain_tokens(found)
        if (token.is_content or token.word == "people") and token.word.isalpha() and not token.is_name
        if counts[concept(token.stem)] == 1
        for slot, words in zip(slots, keys, strict=True)
        if concept(token.stem) in words
    ]


def _description(slot: Slot) -> set[str]:
    if not slot.description or slot.is_id or slot.form == "truth":
        return set()
    return {concept(key) for key in content_stems(SHOWN.sub("", slot.description))}


def _names(found: Sequence[Token], slot: Slot, keys: Keys) -> list[Mention]:
    compounds = _compounds(found, slot)
    if not compounds and not any(map(keys.may_have, slot.key)):
        return []
    whole = [Mention(slot, *hit) for hit in (*phrases(found, slot.key), *compounds)]
    if len(slot.key) == 1:
        return whole
    if not whole and slot.is_measure:
        whole = _apart(found, slot)
    counts = is_plural(slot.all_words[-1])
    if whole:
        return [
            one if not counts or any(is_plural(found[at].word) for at in one.span) else replace(one, strength=SINGLE)
            for one in whole
        ]
    return _parts(found, slot)


def _apart(found: Sequence[Token], slot: Slot) -> list[Mention]:
    """`incidents they have open` for `open_incidents`: all words of the name, with small ones between them."""
    places = [[at for at, token in plain_tokens(found) if likeness(token.stem, key) >= ALIKE] for key in slot.key]
    if not all(places):
        return []
    start, end = min(one[0] for one in places), max(one[0] for one in places) + 1
    own = {one[0] for one in places}
    is_near = end - start <= len(slot.key) + MAX_APART
    is_one = all(at in own or not found[at].is_content for at in range(start, end))
    return [Mention(slot, start, end, ALIKE)] if is_near and is_one else []


def _compounds(found: Sequence[Token], slot: Slot) -> list[tuple[int, int, float]]:
    """`timezone` for `time_zone`, and `time zone` for `timezone`."""
    name = "".join(slot.all_words)
    hits = [(at, at + 1, SAME) for at, token in plain_tokens(found) if token.word == name and len(slot.all_words) > 1]
    pairs = ((at, found[at].word + found[at + 1].word) for at in range(len(found) - 1))
    hits += [(at, at + 2, SAME) for at, pair in pairs if pair == name and len(slot.all_words) == 1]
    return hits + _turned_round(found, slot)


def _turned_round(found: Sequence[Token], slot: Slot) -> list[tuple[int, int, float]]:
    """`the type of the room` for `room_type`."""
    hits: list[tuple[int, int, float]] = []
    for at, token in plain_tokens(found):
        if len(slot.key) != 2 or not likeness(token.stem, slot.key[1]) or at + 2 >= len(found):
            continue
        end = at + 2 + (found[at + 2].word in ("the", "a", "this", "that"))
        if found[at + 1].word == "of" and end < len(found) and likeness(found[end].stem, slot.key[0]):
            hits.append((at, end + 1, SAME))
    return hits


def _parts(found: Sequence[Token], slot: Slot) -> list[Mention]:
    keys = [key for key in slot.key if key not in GENERIC]
    hits = ((at, max((likeness(token.stem, key) for key in keys), default=0.0)) for at, token in plain_tokens(found))
    return [Mention(slot, at, at + 1, PART * strength) for at, strength in hits if strength]


def without_overlaps(mentions: Iterable[Mention]) -> list[Mention]:
    """The strongest of those that share tokens; one token may still name a slot and a choice of it."""
    taken: dict[int, Mention] = {}
    kept: list[Mention] = []
    for mention in mentions:
        others = [taken[at] for at in mention.span if at in taken]
        if all(
            (other.end - other.start, other.strength) == (mention.end - mention.start, mention.strength)
            and other.slot is not mention.slot
            for other in others
        ):
            kept.append(mention)
            for at in mention.span:
                taken.setdefault(at, mention)
    return kept
