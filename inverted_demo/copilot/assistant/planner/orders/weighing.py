"""Which thing an order is about by all that is said of it, where no single name settles it: person, month, kind."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from assistant.planner.english.days import MONTHS
from assistant.planner.english.stems import concept, stems
from assistant.planner.english.vocabulary import MONTH_WORDS
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import Form
from assistant.planner.filling.texts import is_telling
from assistant.planner.offer.desk import Asking, Desk
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.referring import references
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source, beginning
from assistant.planner.orders.asking_back import which_of
from assistant.planner.orders.eligible import eligible
from assistant.planner.wishes.understanding import understand
from assistant.planner.wishes.wishes import is_naming, kind_words

HOPS = 2
"""So far from a thing is what it refers to: a payment's lease, and the flat of that."""
ENOUGH_PLAIN = 2
"""So many plain words, or one name, say together which thing is meant."""
MONTH = re.compile(r"\d{4}-(\d\d)$")
DAY = re.compile(r"\d{4}-(\d\d)-\d\d")
WORD = re.compile(r"\w+")


@dataclass
class Weighed:
    """The things of which most is said, and the words that say it."""

    things: list[Record]
    tokens: frozenset[int]


async def by_all_words(
    desk: Desk,
    form: Form,
    param: Slot,
    kinds: Sequence[Source],
    picked: Mapping[str, Record],
    aside: Collection[int] = (),
) -> Record | None:
    """The one thing of which all names in an order tell, beside those aside and what is said of its other things.

    Raises `Asking` where several are told of alike.
    """
    told = {at for one in picked.values() for at in await said_of(desk, form, one)}
    told |= {*aside, *await told_of_others(desk, form, param, picked)}
    weighed = await _weighed(desk, form, kinds, told)
    if weighed is None or strange(desk, form, weighed.tokens | told):
        return None
    things = eligible(form, weighed.things, desk.now)
    if len(things) > 1:
        raise Asking(which_of(things, _telling(form, weighed)))
    return things[0]


async def said_of(desk: Desk, form: Form, thing: Record) -> frozenset[int]:
    """The words in an order that tell of a thing."""
    [said] = await _saying(desk, form, thing.source, [thing])
    return frozenset(said)


async def _weighed(desk: Desk, form: Form, kinds: Sequence[Source], aside: Collection[int] = ()) -> Weighed | None:
    """The things of which most names tell, and of those the ones of which most other words do; all but those aside."""
    found = form.clause.tokens
    best: list[tuple[tuple[float, float], Weighed]] = []
    for source in kinds:
        pool = (await desk.all(source, {}))[0] if not source.needs else []
        saying = [said - {*aside} for said in await _saying(desk, form, source, pool)]
        having = {at: sum(at in said for said in saying) for at in range(len(found))}
        rarity = {at: log(1 + len(pool) / count) for at, count in having.items() if count}
        strong = {at for at in rarity if _is_strong(found[at])}
        scores = [tuple(sum(rarity[at] for at in part) for part in (said & strong, said - strong)) for said in saying]
        if not rarity:
            continue
        most = max(scores)
        meant = [at for at, score in enumerate(scores) if score == most]
        tokens = frozenset.intersection(*(frozenset(saying[at]) for at in meant))
        if len(meant) < len(pool) and (tokens & strong or len(tokens) >= ENOUGH_PLAIN):
            best.append(((most[0], most[1]), Weighed([pool[at] for at in meant], tokens)))
    return _widest([one for _, one in sorted(best, key=lambda one: one[0], reverse=True)]) if best else None


def _widest(found: Sequence[Weighed]) -> Weighed:
    """The first; a list that has more of them that are called so says that it is not known which of these."""
    starts = {beginning(str(one.id)) for one in found[0].things}
    alike = (one for one in found if one.tokens >= found[0].tokens)
    same = [one for one in alike if {beginning(str(thing.id)) for thing in one.things} == starts]
    return max(same, key=lambda one: len({str(thing.id) for thing in one.things}))


async def told_of_others(desk: Desk, form: Form, param: Slot, picked: Mapping[str, Record]) -> frozenset[int]:
    """The names that tell of the other things that an order is about."""
    found, told = form.clause.tokens, set[int]()
    for other in (one for one in form.deed.params if one is not param and one.name not in form.arguments):
        kinds = [] if other.name in picked else kinds_of(other, form.deed, desk.catalog)
        weighed = await _weighed(desk, form, kinds) if kinds else None
        told |= weighed.tokens if weighed else set()
    return frozenset(at for at in told if _is_strong(found[at]))


def strange(desk: Desk, form: Form, told: Collection[int]) -> bool:
    """Whether there are names, or months, that say nothing of the thing, nor of the others that the order is about."""
    left = [form.clause.tokens[at] for at in _free(form) - set(told)]
    if any(_takes_names(one, form) and not kinds_of(one, form.deed, desk.catalog) for one in form.deed.params):
        return any(map(_month, left))
    return any(_is_strong(token) or _month(token) for token in left)


def named_for_text(desk: Desk, form: Form) -> set[int]:
    """`book Pavel Novak in to see it`, where a text says who comes: names that are of nothing here, and what for."""
    persons = [one for one in form.deed.params if one.required and is_person(one) and _takes_names(one, form)]
    if not any(not kinds_of(one, form.deed, desk.catalog) for one in persons):
        return set()
    found = form.clause.tokens
    new = {at for at in _free(form) if found[at].is_name and not (found[at].is_known or found[at].is_id)}
    aims = {at for at in _free(form) if found[at - 1].word == "to" and not _is_strong(found[at])}
    return new | aims if new else set()


def _takes_names(param: Slot, form: Form) -> bool:
    """Whether names may be what a text is to say."""
    is_open = param.form in ("text", "any") and not param.choices and param.name not in form.arguments
    return is_open and (is_person(param) or (param.required and is_telling(param)))


async def _saying(desk: Desk, form: Form, source: Source, pool: Sequence[Record]) -> list[set[int]]:
    """For each thing the words of an order that it says, itself or over what it refers to."""
    found, free = form.clause.tokens, _free(form) - kind_words(form.clause.tokens, source)
    known = await _by_id(desk)
    texts = [list(_texts(thing, known)) for thing in pool]
    words = [{word for text in told for word in WORD.findall(text.casefold())} for told in texts]
    keys = [{concept(key) for text in told for key in stems(text)} for told in texts]
    skip = set(range(len(found))) - free
    wish = understand(source, found, form.clause.text, desk.now, desk.catalog, skip)
    result: list[set[int]] = []
    for thing, own_words, own_keys in zip(pool, words, keys, strict=True):
        said = {at for at in free if _is_said(found[at], own_words, own_keys)}
        said |= {at for one in wish.conditions if one.tokens and one.holds(thing) for at in one.tokens & free}
        result.append(said)
    for pattern in (MONTH, DAY):
        months = {at for at in free if _month(found[at])} - {at for said in result for at in said}
        for said, told in zip(result, texts, strict=True):
            dates = {int(match[1]) for text in told if (match := pattern.match(text))}
            said |= {at for at in months if _month(found[at]) in dates}
    return result


def _free(form: Form) -> set[int]:
    """Words that may say which thing: none of the order's own."""
    deed = form.deed
    own = {concept(key) for key in (*deed.nouns, *deed.verbs, *(key for one in deed.params for key in one.key))}
    return {
        at
        for at, token in enumerate(form.clause.tokens)
        if at > form.clause.begin - (form.clause.verb is None) and at not in form.used
        if is_naming(token) and (_is_strong(token) or concept(token.stem) not in own)
    }


def _is_strong(token: Token) -> bool:
    """Whether it is a name, and so has to be that of something."""
    return (token.is_known or token.is_name or token.is_id) and not _month(token)


def _is_said(token: Token, words: set[str], keys: set[str]) -> bool:
    return token.word in words or (not _is_strong(token) and concept(token.stem) in keys)


def _month(token: Token) -> int:
    is_month = token.word in MONTH_WORDS and not token.is_known
    return MONTHS.index(token.word[:3]) + 1 if is_month else 0


async def _by_id(desk: Desk) -> dict[str, Record]:
    lists = [(await desk.all(source, {}))[0] for source in desk.catalog.listed() if not source.needs]
    return {str(thing.id): thing for things in lists for thing in things if isinstance(thing.id, str)}


def _texts(thing: Record, known: Mapping[str, Record]) -> Iterable[str]:
    """What a thing says of itself, and what is said of what it refers to."""
    seen, edge = {str(thing.id)}, [thing]
    for _ in range(HOPS + 1):
        texts = [text for one in edge for _, text in references(one) if isinstance(text, str)]
        yield from texts
        near = [text for text in texts if text in known and text not in seen]
        seen |= {*near}
        edge = [known[text] for text in near]


def _telling(form: Form, weighed: Weighed) -> list[str]:
    """The fields of which the words speak."""
    words = {form.clause.tokens[at].word for at in weighed.tokens}
    return [key for key, text in weighed.things[0].texts if words & {*WORD.findall(text.casefold())}]
