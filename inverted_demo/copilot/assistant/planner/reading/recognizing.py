"""Names in a text that the server's data have: found before anything is made of the words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.conversation import Turn
from assistant.planner.english.common import is_past
from assistant.planner.english.days import CALENDAR
from assistant.planner.english.marks import marked
from assistant.planner.english.numbers import NUMBER_WORDS
from assistant.planner.english.stems import identifier_words, stem
from assistant.planner.english.typos import is_close, nearest
from assistant.planner.english.vocabulary import (
    CHANGE_VERBS,
    NEWEST,
    OLDEST,
    ORDER_VERBS,
    PERSON_WORDS,
    READ_VERBS,
    STOPWORDS,
    SUPERLATIVES,
    wordset,
)
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.catalog import Catalog, Known, Value
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import MISSPELT, SAME_STEM, alike, folded, is_last_letter
from assistant.planner.offer.people import are_called_persons, is_person
from assistant.planner.offer.records import Record, records, structured, text_values
from assistant.planner.offer.sources import Source, beginning
from assistant.planner.reading.likely import likely_lists

EVERYDAY = wordset(
    "new old good bad big small high low long short great young little own able right real sure free full early late "
    "fast slow easy hard hot cold warm dry wet nice fine wrong true false main extra special normal usual busy ready "
    "line money stuff desk lady lord sir home back side part half top bottom end front middle left people folks kid "
    "kids somewhere anywhere everywhere word words letter case point fact idea problem issue trouble minute hour time "
    "second times bit lots couple pair dozen rest total amount flat house street road river city town world life work "
    "job boss"
)
"""Words that are in many names, and mean what they say."""
VERBS = READ_VERBS | ORDER_VERBS | CHANGE_VERBS
GENERAL = EVERYDAY | STOPWORDS | VERBS | NEWEST | OLDEST | PERSON_WORDS | CALENDAR | {*SUPERLATIVES, *NUMBER_WORDS}
GENERAL_STEMS = frozenset(map(stem, GENERAL))
GIVEN = wordset(
    "will mark may bill grace rose rob pat sue dean grant art june april august summer dawn ray drew chase wade "
    "gene miles reed hope faith joy frank earnest guy early young long short little small king page cook baker"
)
"""Names of persons that are plain words too: where they are written as a name, or have something."""
NO_NAMES = ("ly", "ing", "ed", "ness", "able")
"""With which plain words end, and few names."""
DATED = re.compile(r"^\d[\d.:/-]*(?:T[\d:.]*(?:Z|[+-][\d:]+)?)?$|^\d{1,2}(?::\d\d)? ?[ap]m$")
"""Dates, times and numbers, which are no names."""
MAX_CHARS = 1500
SMALL_BETWEEN = 2
MIN_FUZZY = 5
MAX_PERSON = 3
RECENT = 5
"""Turns whose names are looked for: those that the last one may go on with."""


@dataclass(frozen=True)
class Hit:
    """Tokens from `start` to before `end` are words of a value, from the one at `place` on."""

    value: Value
    start: int
    end: int
    place: int
    count: int
    is_exact: bool

    @property
    def is_part(self) -> bool:
        return self.count == 1 and not self.is_whole and not self.value.is_person

    @property
    def is_whole(self) -> bool:
        return self.count == len(self.value.words)


async def recognize(desk: Desk, turns: Sequence[Turn]) -> None:
    """Tell the catalog which names of the data are in what the person has said lately.

    What this conversation has read is enough where it has all that is strange in the last turn. Else lists are read,
    the likeliest first, until one has it: a copilot gets no more than it takes to understand what it is asked.
    """
    catalog = desk.catalog
    catalog.known = {}
    for turn in turns:
        _learn_calls(catalog, turn)
    texts = [turn.text[:MAX_CHARS] for turn in turns[-RECENT:] if turn.speaker == "person"]
    strange = [token for token in tokens(texts[-1]) if is_strange(token, catalog)] if texts else []
    if strange:
        await _look_up(desk, texts[-1], strange)
    for text in texts:
        found = tokens(text)
        if any(is_strange(token, catalog) for token in found):
            catalog.known |= _known(text, found, catalog.names, catalog)


async def _look_up(desk: Desk, text: str, strange: Sequence[Token]) -> None:
    """Read lists until the strange words are known: those of an order anyway, others only for what could be a name."""
    catalog = desk.catalog
    likely = likely_lists(text, catalog)
    if likely.is_in_vain:
        return
    names = [token for token in strange if _looks_like_name(token, catalog)]
    wanted: list[tuple[Sequence[Token], Source]] = [((), one) for one in likely.ordered]
    wanted += [(strange, one) for one in likely.near] + [(names, one) for one in likely.others]
    for words, source in wanted:
        is_enough = bool(words) and all(_is_known(token, catalog, likely.has_orders) for token in words)
        if source not in catalog.looked and not is_enough and (words or source in likely.ordered):
            for one in [each for each in catalog.listed() if each.deed is source.deed]:
                catalog.looked.add(one)
                _learn(catalog, (await desk.all(one, {}))[0])


def _is_known(token: Token, catalog: Catalog, needs_own: bool) -> bool:
    """Whether something has a word in its name; for an order, a thing that is called so itself."""
    return any(value.is_own or not needs_own for value, _ in _candidates(token, True, catalog.names))


def _looks_like_name(token: Token, catalog: Catalog) -> bool:
    """Whether a word is worth looking for where nothing else leads to: no misspelt one, and no adverb."""
    if token.is_name:
        return True
    return not token.word.endswith(NO_NAMES) and nearest(token.word, catalog.vocabulary, limit=1) is None


def is_strange(token: Token, catalog: Catalog) -> bool:
    """Whether neither general English nor the offer explains a word."""
    if not token.word.isalpha() or token.is_quoted:
        return False
    if is_past(token.word) and not token.is_name:
        return False
    if token.word in GENERAL or token.stem in GENERAL_STEMS:
        return token.word in GIVEN and (token.owns or token.is_name)
    return token.word not in catalog.vocabulary and token.stem not in catalog.stems


def _learn_calls(catalog: Catalog, turn: Turn) -> None:
    """What was read in a turn before is known from it, without reading it again."""
    for call in turn.calls:
        is_heard = any(one is call.outcome for one in catalog.heard)
        if call.outcome is None or call.outcome.state != "done" or is_heard:
            continue
        catalog.heard.append(call.outcome)
        for source in catalog.sources:
            if source.is_list and source.deed.name == call.tool:
                _learn(catalog, records(source, structured(call.outcome)))


def _learn(catalog: Catalog, things: Iterable[Record]) -> None:
    """Note where in the values of things each word is."""
    for thing in things:
        source = thing.source
        catalog.codes.setdefault(source, set()).add(beginning(str(thing.id)))
        choices = {slot.name for slot in source.fields if slot.choices or slot.is_moment}
        values = (one if isinstance(one, list) else [one] for one in thing.data.values())
        texts = (text for each in values for text in each if isinstance(text, str))
        catalog.said.update(word for text in texts for word in identifier_words(text))
        for field, text in text_values(thing):
            key = (text, source, field == thing.name_field)
            if field in choices or key in catalog.learned or not any(map(str.isalpha, DATED.sub("", text))):
                continue
            catalog.learned.add(key)
            value = _value(text, thing, field)
            for place, word in enumerate(value.words):
                catalog.names.setdefault(word, []).append((value, place))


def _value(text: str, thing: Record, field: str) -> Value:
    found = tokens(text)
    every = [token.word for token in found]
    words = tuple(folded(word) for at, word in enumerate(every) if word not in STOPWORDS or is_last_letter(every, at))
    is_titled = all(token.text[:1].isupper() for token in found) and not any(map(str.isdigit, text))
    is_own = field == thing.name_field
    is_name = is_titled and 1 < len(found) <= MAX_PERSON
    slot = thing.source.field(field)
    return Value(words, thing.source, is_own, is_name, is_name and slot is not None and is_person(slot))


def _known(
    text: str, found: Sequence[Token], index: dict[str, list[tuple[Value, int]]], catalog: Catalog
) -> dict[str, Known]:
    strange = [is_strange(token, catalog) for token in found]
    hits = [
        hit
        for at, token in enumerate(found)
        if not token.is_quoted and (token.word not in STOPWORDS or token.is_name or token.is_noun)
        for value, place in _candidates(token, strange[at], index)
        if (hit := _hit(found, at, value, place)) and _is_sure(hit, strange[at : hit.end], found)
    ]
    hits.sort(key=lambda hit: (-hit.count, not hit.is_whole, hit.start))
    known: dict[str, Known] = {}
    taken: dict[int, tuple[int, int]] = {}
    for hit in hits:
        span = (hit.start, hit.end)
        if any(taken.get(at, span) != span for at in range(*span)):
            continue
        taken |= dict.fromkeys(range(*span), span)
        written = text[found[hit.start].start : found[hit.end - 1].end]
        written = written.removesuffix("'s").removesuffix("\u2019s").rstrip("'\u2019").casefold()
        if hit.is_part and written in known and not known[written].is_part:
            continue
        before = known.get(written) or Known(tuple(token.word for token in found[hit.start : hit.end]), hit.is_part)
        before = replace(before, is_person=before.is_person or hit.value.of_person)
        known[written] = before.with_source(hit.value.source, hit.value.is_own)
    return known


def _candidates(
    token: Token, is_strange: bool, index: dict[str, list[tuple[Value, int]]]
) -> Iterable[tuple[Value, int]]:
    word = folded(token.word)
    if word in index or not is_strange or len(word) < MIN_FUZZY:
        return index.get(word, ())
    return [one for other in index if is_close(word, other) for one in index[other]]


def _hit(found: Sequence[Token], at: int, value: Value, place: int) -> Hit | None:
    """As many words of the value as stand there one after the other, with small words between them."""
    end, count, is_exact = at, 0, True
    here = at
    while place + count < len(value.words) and here < len(found):
        quality = alike(found[here], value.words[place + count]) if not found[here].is_quoted else 0.0
        if found[here].word == value.words[place + count]:
            quality = 1.0
        if quality >= MISSPELT:
            is_exact = is_exact and quality >= SAME_STEM
            here += 1
            count += 1
            end = here
        elif count and here - end < SMALL_BETWEEN and found[here].word in STOPWORDS:
            here += 1
        else:
            break
    return Hit(value, at, end, place, count, is_exact) if count else None


def _is_sure(hit: Hit, strange: Sequence[bool], found: Sequence[Token]) -> bool:
    """Whether it can't well be anything but that name."""
    has_strange = any(strange)
    if hit.is_whole and hit.count > 1:
        return has_strange or hit.is_exact
    if hit.count > 1:
        return has_strange and hit.is_exact
    named = hit.is_whole or hit.value.is_person or found[hit.start].is_name
    return has_strange and hit.is_exact and (named or hit.value.is_own)


def persons_named(turns: Sequence[Turn], catalog: Catalog) -> list[str]:
    """Whom the person has named in the turns before, the latest last."""
    named: list[str] = []
    for turn in (one for one in turns[-RECENT:] if one.speaker == "person"):
        found = tokens(marked(turn.text, catalog.sure))
        spans = sorted(catalog.named(found), key=lambda one: one[0].start)
        named += [
            " ".join(found[at].text for at in span)
            for span, known in spans
            if known.is_person or any(map(are_called_persons, known.own))
        ]
    return named
