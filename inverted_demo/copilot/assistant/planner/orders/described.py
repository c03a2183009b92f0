"""Which thing an order is about by a description of it that the readings of questions explain: `the fullest tank`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.degrees import superlative
from assistant.planner.english.stems import is_plural, stem
from assistant.planner.filling.filling import Form
from assistant.planner.filling.written import SAID
from assistant.planner.offer.desk import Choosing, Desk
from assistant.planner.offer.records import Record
from assistant.planner.offer.sources import Source
from assistant.planner.orders.asking_back import which_of
from assistant.planner.orders.eligible import eligible
from assistant.planner.orders.meant import EVERY, SOME_ONE
from assistant.planner.orders.own_words import named_kinds, on_page
from assistant.planner.readings.grasping import Grasp
from assistant.planner.selecting.focus import Focus

EXCEPTING = frozenset({"besides", "except", "excluding"})
MORE = frozenset({"more", "less", "fewer"})
LEADING = frozenset({"the", "with"})
ME = frozenset({"me", "us"})
OPEN = SOME_ONE - {"most"}
"""Words that leave open which, whatever else is said of them."""


async def described(
    desk: Desk, form: Form, kinds: Sequence[Source], focus: Focus, aside: Collection[int]
) -> Record | None:
    """The one thing of which a description in an order is true, where it leaves no word unexplained.

    Raises `Choosing` where it is true of several.
    """
    kinds = named_kinds(form.clause, kinds, {*form.used, *aside}) or kinds
    is_open = bool(OPEN & set(form.clause.words)) and not is_compared(form)
    for run in () if is_open else _runs(form, {*aside, *_called(form, kinds)}):
        grasp = Grasp(desk, _part(form.clause, run), focus)
        await grasp.read()
        grasp.readings = [one for one in grasp.readings if one.target.source in kinds or one.target.parent]
        reading = next(iter(grasp.readings), None)
        if reading is None or not grasp.is_sure or reading.target.source not in kinds or not reading.conditions:
            continue
        things = eligible(form, [thing.record for thing in reading.things], desk.now)
        if len(things) > 1:
            raise Choosing(which_of(things))
        form.used |= {*run} if things else set()
        return things[0] if things else None
    return None


def is_compared(form: Form) -> bool:
    """`the slower one of the two`, `the one with fewer seats`: a single one, of however many."""
    found = form.clause.tokens
    for at in range(form.clause.begin + 1, len(found) - 1):
        is_more = found[at].word in MORE or superlative(found[at].word) != found[at].word
        if is_more and found[at - 1].word in LEADING and not (found[at].is_quoted or at in form.used):
            return "than" not in form.clause.words and not found[at + 1].is_number
    return False


async def all_but(
    desk: Desk, form: Form, kinds: Sequence[Source], focus: Focus, aside: Collection[int]
) -> list[Record] | None:
    """`close all the open ones except the last`: what is left, where all that is said of it is understood."""
    found = form.clause.tokens
    run = [at for each in _runs(form, aside) for at in each]
    if not kinds or not any(at in run[1:] for at in exceptions(form)):
        return None
    grasp = Grasp(desk, replace(form.clause, tokens=tuple(found[at] for at in run), mood="states", begin=0), focus)
    reading = await grasp.read()
    if reading is None or reading.target.source not in kinds or not grasp.is_sure:
        return None
    things = eligible(form, [thing.record for thing in reading.things], desk.now)
    nouns = {noun for kind in kinds for noun in kind.nouns} | {"ones", "those", "them"}
    are_many = any(is_plural(one.word) and {one.word, one.stem} & nouns for one in found)
    form.used |= {*run}
    if len(things) > 1 and not are_many and not EVERY & set(form.clause.words):
        raise Choosing(which_of(things))
    return things


def exceptions(form: Form) -> list[int]:
    """Where an order says what it is not to be done to; nothing is done until that is understood."""
    found = enumerate(form.clause.tokens) if not form.deed.reads else ()
    return [at for at, token in found if token.word in EXCEPTING and not (token.is_quoted or at in form.used)]


def _called(form: Form, kinds: Sequence[Source]) -> set[int]:
    """`cleaning`, of a tool that plans cleanings: what is to be done says nothing of the thing that it is done to."""
    nouns = {noun for kind in kinds for noun in kind.nouns}
    own = {word for word in form.deed.name_words[1:] if stem(word) not in nouns and word not in nouns}
    return {at for at, token in enumerate(form.clause.tokens) if token.word in own and not token.is_known}


def _runs(form: Form, aside: Collection[int]) -> Iterator[list[int]]:
    """The words of an order that have become no argument and are of no other thing, as far as they stand together."""
    found, said = form.clause.tokens, form.clause.text.find(SAID)
    begin = form.clause.begin + (form.clause.verb is not None)
    others = {*form.used, *aside, *on_page(found)}
    begin += begin < len(found) and found[begin].word in ME
    run: list[int] = []
    for at in range(begin, len(found) + 1):
        is_own = at < len(found) and (said < 0 or found[at].start < said) and at not in others
        if is_own:
            run.append(at)
        elif any(found[one].is_content for one in run):
            yield run
        run = run if is_own else []


def _part(clause: Clause, run: Sequence[int]) -> Clause:
    start, end = clause.tokens[run[0]].start, clause.tokens[run[-1]].end
    own = tuple(
        replace(one, start=one.start - start, end=one.end - start) for one in clause.tokens[run[0] : run[-1] + 1]
    )
    return Clause(clause.text[start:end], own, "states")
