"""Numbers and times in a text: how many things are wanted, and what their figures and dates are held against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.planner.english.dates import When
from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.numbers import Comparison, Figure
from assistant.planner.english.stems import concept, content_stems, stem
from assistant.planner.english.vocabulary import PAIRED_ADJECTIVES, PERSONAL, SUPERLATIVES, UNIT_WORDS, wordset
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.money import COINS, MONEY, PRICES, price_of
from assistant.planner.offer.prices import price_of as cost_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.units import is_of_unit
from assistant.planner.wishes.capacities import take_fitting
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.ordering import by_keys
from assistant.planner.wishes.stretches import lasting
from assistant.planner.wishes.wishes import Wish, is_field, is_negated, kind_words, token_at

MAIN = wordset(
    "date day when time start starts started begin begins at created updated received placed posted due scheduled "
    "departs departure leaves arrives arrival"
)
"""In the names of moments that a thing is known by, unlike `joined` or `back_on`."""
PRESENT = frozenset({"today", "tonight"})
"""What is asked of now, unless things have a day of their own: `who is sick today`."""
NEAR = 3
"""So many words at most are between a number and the field it is about."""
PERCENT = wordset("percent percentage pct rate uptime progress share ratio humidity moisture")
_ORDINAL_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
ORDINALS = {word: value for value, word in enumerate(_ORDINAL_WORDS, 1)}
TIME_WORDS = wordset("from until to since after before start begin end till on at date day time when of")
PLACED = wordset("position place rank standing ranking")
TOP = frozenset({"top", "first", "leading"})
TABLES = wordset("league table division list group ranking rankings standings")
FREE = frozenset({"free", "available"})
ABLE = frozenset({"can", "could"})
WHO = wordset("who anyone anybody else someone somebody")
DEADLINE = wordset("by due deadline until latest expected promised")
SIGNS: dict[str, Comparison] = {"negative": "lt", "positive": "gt", "zero": "eq"}


def take_ids(wish: Wish, numbers: list[Figure]) -> None:
    """`order 5000`: the number behind the kind of thing is which one."""
    kinds = kind_words(wish.found, wish.source)
    own = wish.source.id_field
    for figure in list(numbers):
        at = token_at(wish, figure.start)
        before = {at - 1} | ({at - 2} if at and wish.found[at - 1].word in ("number", "no", "nr") else set())
        if own is not None and figure.comparison is None and before & kinds and figure.value.is_integer():
            value = int(figure.value)
            tokens = frozenset({at})
            wish.conditions.append(Condition(own.name, "is", (value, str(value)), tokens=tokens, is_name=True))
            wish.explained.add(at)
            numbers.remove(figure)
        elif figure.comparison is None and figure.value.is_integer() and (slot := _referring(wish, at)):
            value = int(figure.value)
            wish.conditions.append(Condition(slot.name, "is", (value, str(value)), tokens=frozenset({at - 1, at})))
            wish.explained |= {at - 1, at}
            numbers.remove(figure)


def _referring(wish: Wish, at: int) -> Slot | None:
    """`tickets for bike 31`: the field that says which other thing something is about."""
    before = concept(wish.found[at - 1].stem) if at else ""
    fields = (one for one in wish.source.fields if one.is_id and one is not wish.source.id_field)
    return next((one for one in fields if before in {concept(key) for key in one.key}), None)


def take_limit(wish: Wish, numbers: list[Figure]) -> None:
    """`top 3`, `the five latest`, `3 projects`."""
    kinds = kind_words(wish.found, wish.source)
    for figure in list(numbers):
        at = token_at(wish, figure.start)
        before = wish.found[at - 1].word if at else ""
        after = range(at + 1, min(at + 4, len(wish.found)))
        counts = before in ("top", "first", "last", "latest", "newest", "next", "worst", "best") or (
            figure.comparison is None
            and (any(here in kinds for here in after) or bool(wish.order and set(after) & wish.order.tokens))
        )
        if counts and figure.comparison is None and figure.value >= 1 and figure.unit != "%":
            wish.limit = int(figure.value)
            wish.explained.add(at)
            numbers.remove(figure)
            return


def take_comparisons(wish: Wish, numbers: Iterable[Figure], mentions: Sequence[Mention]) -> None:
    _signs(wish, mentions)
    _ordinals(wish, mentions)
    for figure in numbers:
        if take_fitting(wish, figure, mentions):
            continue
        slot = _measured(wish, figure, mentions)
        if slot is not None:
            at = token_at(wish, figure.start)
            wish.explained |= {at, *_unit_words(wish, at + 1, slot)}
            wish.conditions.append(
                Condition(slot.name, "compares", (figure.value,), figure.comparison or "eq", tokens=frozenset({at}))
            )


def take_standing(wish: Wish) -> None:
    """`top of their league`: the first place, where a figure tells places."""
    words = [token.word for token in wish.found]
    slot = next((one for one in wish.source.fields if one.is_measure and PLACED & set(one.all_words)), None)
    at = next((at for at, word in enumerate(words) if word in TOP and _is_of_table(words, at)), None)
    if slot is None or at is None:
        return
    places = {at, *(here for here in range(at + 1, min(at + 5, len(words))) if words[here] in TABLES)}
    wish.explained |= places
    wish.conditions.append(Condition(slot.name, "compares", (1,), tokens=frozenset(places)))
    if wish.order is not None and at in wish.order.tokens:
        wish.order, wish.limit = None, None


def _is_of_table(words: Sequence[str], at: int) -> bool:
    return words[at + 1 : at + 2] in (["of"], ["in"]) and bool(TABLES & set(words[at + 2 : at + 5]))


def _signs(wish: Wish, mentions: Sequence[Mention]) -> None:
    """`a negative balance`."""
    for at, token in enumerate(wish.found):
        measures = [one.slot for one in mentions if one.start == at + 1 and one.slot.is_measure]
        if token.word in SIGNS and measures:
            wish.explained.add(at)
            wish.conditions.append(Condition(measures[0].name, "compares", (0,), SIGNS[token.word]))


def _ordinals(wish: Wish, mentions: Sequence[Mention]) -> None:
    """`on the third floor`."""
    for one in mentions:
        token = wish.found[one.start - 1] if one.start else None
        value = ORDINALS.get(token.word) if token else None
        if value and one.slot.is_measure and is_field(wish.source, one.slot) and one.choice is None:
            wish.explained.add(one.start - 1)
            places = frozenset({one.start - 1, *one.span})
            wish.conditions.append(Condition(one.slot.name, "compares", (value,), tokens=places))


def _unit_words(wish: Wish, at: int, slot: Slot) -> list[int]:
    """The words behind a number that are its unit: `euros per hour`."""
    known = {*slot.all_words, *map(stem, slot.all_words), *content_stems(slot.description)} | UNIT_WORDS
    places: list[int] = []
    for here in range(at, min(at + 3, len(wish.found))):
        token = wish.found[here]
        is_coin = here == at and token.word in COINS and bool(MONEY.union(PRICES) & set(slot.all_words))
        if token.word not in known and token.stem not in known and not is_coin:
            break
        places.append(here)
    return places


def _adjective(wish: Wish, at: int) -> int | None:
    """`cheaper than 90`, `more expensive than 90`: the word before `than`."""
    before = [token.word for token in wish.found[max(0, at - 2) : at]]
    return at - 2 if before[1:] == ["than"] and before[0] not in ("more", "less", "fewer", "rather", "other") else None


def _compared(wish: Wish, figure: Figure, at: int) -> Slot | None:
    """The figure that an adjective is about."""
    here = _adjective(wish, at)
    word = wish.found[here].word if here is not None else ""
    keys, _ = SUPERLATIVES.get(f"{word[:-2]}est") or PAIRED_ADJECTIVES.get(word) or ("", False)
    wish.explained |= {here} if here is not None and keys else set()
    order = by_keys(wish.source, keys, False, set()) if keys else None
    return wish.source.field(order.field) if order else None


def _measured(wish: Wish, figure: Figure, mentions: Sequence[Mention]) -> Slot | None:
    at = token_at(wish, figure.start)
    if slot := _compared(wish, figure, at):
        return slot
    measures = [one for one in mentions if one.slot.is_measure and is_field(wish.source, one.slot)]
    reach = len(wish.found) if figure.comparison else 1
    near = [one for one in measures if min(abs(one.start - at), abs(at - one.end + 1)) <= reach]
    if near:
        return min(near, key=lambda one: (abs(one.start - at) > NEAR, one.start < at, abs(one.start - at))).slot
    if figure.comparison is None:
        return None
    fitting = next((slot for slot in wish.source.fields if slot.is_measure and has_unit(slot, figure.unit)), None)
    if figure.unit in COINS:
        return fitting or price_of(wish.source.fields) or cost_of(wish.source)
    return fitting or (price_of(wish.source.fields) if _is_bare(wish, figure, at) else None)


def _is_bare(wish: Wish, figure: Figure, at: int) -> bool:
    """`treatments under 100`: what is counted in nothing is money, where there is a price."""
    after = wish.found[at + 1] if at + 1 < len(wish.found) else None
    before = wish.found[at - 2] if at > 1 else None
    is_of_kind = before is None or at - 2 in kind_words(wish.found, wish.source) or not before.is_content
    return is_of_kind and (after is None or not (after.is_content or after.is_number))


def has_unit(slot: Slot, unit: str) -> bool:
    if unit in ("%", "percent", "pct"):
        return bool(PERCENT & set(slot.all_words)) or "percent" in slot.description.casefold()
    if not unit:
        return False
    if stem(unit) in content_stems(slot.description):
        return True
    same = any(unit == word or unit == f"{word}s" or f"{unit}s" == word for word in slot.all_words)
    return same or is_of_unit(slot, unit) or any(likeness(stem(unit), key) >= ALIKE for key in slot.key)


def _is_now(wish: Wish, when: When) -> bool:
    return _word_at(wish, when.start) in PRESENT


def _word_at(wish: Wish, place: int) -> str:
    """The word at a place of the text; none where it stands behind all that is left of what was said before."""
    at = token_at(wish, place)
    return wish.found[at].word if at < len(wish.found) else ""


def take_times(wish: Wish, mentions: Sequence[Mention]) -> None:
    slots = [slot for slot in wish.source.fields if slot.is_moment]
    for when in _ranges(wish):
        if asked := _asked_times(wish):
            param, at = asked
            wish.conditions.append(Condition(param.name, "when", when=when, tokens=frozenset({at}), is_settled=True))
            continue
        named = [one for one in mentions if one.slot.is_moment and _shown(one.slot, slots)]
        at = token_at(wish, when.start)
        negated = False
        if named:
            nearest = min(named, key=lambda one: abs(one.start - at))
            slot = _shown(nearest.slot, slots) or nearest.slot
            negated = is_negated(wish.found, nearest.start)
            if not negated and (both := lasting(slots, slot, [wish.found[here].word for here in nearest.span], when)):
                wish.conditions += both
                continue
        elif slots:
            slot = (_deadline(slots) if when.side == "until" else None) or slots[0]
            if _is_now(wish, when) and not MAIN & set(slot.all_words):
                continue
        elif weekly := _of_week(wish, when):
            wish.conditions += [weekly] if all(one.field != weekly.field for one in wish.conditions) else []
            continue
        else:
            wish.conditions += [
                Condition(param.name, "when", when=when, is_settled=True)
                for param in wish.source.deed.params
                if param.is_moment
            ][:1]
            continue
        wish.conditions.append(Condition(slot.name, "when", when=when, negated=negated))


def _deadline(slots: Sequence[Slot]) -> Slot | None:
    """What `by Friday` is about, where nothing else is said of it."""
    return next((one for one in slots if DEADLINE & set(one.all_words)), None)


def _of_week(wish: Wish, when: When) -> Condition | None:
    """`tomorrow`, where things have a day of the week and no date: `Thursday`."""
    if when.first.date() != when.last.date():
        return None
    day = WEEKDAYS[when.first.weekday()]
    for slot in (*wish.source.fields, *wish.source.deed.params):
        choice = next((one for one in slot.choices if one.casefold() in (day, day[:3])), None)
        if choice is not None:
            return Condition(slot.name, "is", (choice,), choices=True)
    return None


def _ranges(wish: Wish) -> list[When]:
    """The times, `from … to …` as one."""
    result: list[When] = []
    for when in wish.times:
        between = range(token_at(wish, result[-1].end), token_at(wish, when.start)) if result else range(0)
        words = [wish.found[at].word for at in between]
        inner = _word_at(wish, when.start) if not words else ""
        is_begun = bool(result) and (result[-1].side == "since" or _is_between(wish, result[-1]))
        if is_begun and (words in (["to"], ["till"], ["until"], ["and"], ["through"]) or inner in ("to", "until")):
            result[-1] = When(result[-1].first, when.last, result[-1].start, when.end)
        else:
            result.append(when)
    return result


def _is_between(wish: Wish, when: When) -> bool:
    at = token_at(wish, when.start)
    return "between" in [token.word for token in wish.found[max(0, at - 1) : at + 1]]


def _asked_times(wish: Wish) -> tuple[Slot, int] | None:
    """The parameter for times that a text names, where no field shows them: `free_from`, with `free`."""
    shown = [key for slot in wish.source.fields if slot.is_moment for key in slot.key]
    for param in (one for one in wish.source.deed.params if one.is_moment):
        keys = [stem(word) for word in param.all_words if word not in TIME_WORDS]
        if any(likeness(key, other) for key in keys for other in shown):
            continue
        if FREE & set(param.all_words) and (able := _says_able(wish)) is not None:
            return param, able
        for at, token in enumerate(wish.found):
            is_plain = token.is_content or token.word in ("available", "open")
            if is_plain and any(likeness(token.stem, key) >= ALIKE for key in keys):
                return param, at
    return None


def _says_able(wish: Wish) -> int | None:
    """`who could still drive on Saturday`: who is free then."""
    words = [token.word for token in wish.found]
    at = next((at for at, word in enumerate(words) if word in ABLE), None)
    return at if at and words[at - 1] in WHO and not PERSONAL & set(words[at + 1 : at + 3]) else None


def _shown(slot: Slot, fields: Sequence[Slot]) -> Slot | None:
    """The field that shows what a parameter for times is about: `departure`, for `departing`."""
    if any(slot is one for one in fields):
        return slot
    return next((one for one in fields if any(likeness(key, other) for key in slot.key for other in one.key)), None)
