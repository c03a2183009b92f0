"""Whom or what an order needs that is listed nowhere: found by its name, by the tool that searches for such things."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.words import Token, tokens
from assistant.planner.filling.filling import Form
from assistant.planner.filling.texts import leading
from assistant.planner.filling.written import SAID
from assistant.planner.offer.desk import Asking, Choosing, Desk
from assistant.planner.offer.names import folded
from assistant.planner.offer.people import are_people
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import is_searched, kinds_of, literals
from assistant.planner.offer.sources import Source
from assistant.planner.orders.asking_back import which_kind, which_of
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wishes import is_naming

MAX_SEARCHES = 8
MAX_ASKED = 20
SHORT = 2
"""So long a word is at least that is looked for."""
WHOM = frozenset({"him", "her", "them", "he", "she", "they"})
GIVEN_TO = frozenset({"to"})
LEFT = frozenset({"of", "for", "than", "from"})
"""Before whom something is taken from: `Ada instead of Bo`, `swap Ada in for Bo`."""


async def searched(desk: Desk, form: Form, focus: Focus) -> dict[str, Record]:
    """The things that only a search tells, by the parameters that take them; the words that name them are used up.

    Raises `Choosing` where several are called so, and `Asking` where nobody is.
    """
    result: dict[str, Record] = {}
    for param in form.missing if not form.deed.reads else ():
        kinds = kinds_of(param, form.deed, desk.catalog)
        if not kinds or not all(map(is_searched, kinds)) or literals(param, kinds, form.clause.tokens, form.used):
            continue
        named = await _named(desk, form, kinds[0], focus)
        if named is None:
            raise Asking(which_kind([], kinds))
        result[param.name] = named
    return result


async def _named(desk: Desk, form: Form, kind: Source, focus: Focus) -> Record | None:
    hits: list[tuple[list[int], list[Record]]] = []
    for run in _runs(form)[:MAX_SEARCHES]:
        for part in [run, *([at] for at in run if len(run) > 1)]:
            if found := await _called(desk, kind, [form.clause.tokens[at] for at in part]):
                hits.append((part, found))
                break
    if not hits:
        return await _pointed(desk, form, kind, focus)
    places, things = max(hits, key=lambda one: _fits(form, one[0]))
    if len(things) > 1:
        raise Choosing(which_of(things))
    form.used |= set(places)
    return things[0]


async def _called(desk: Desk, kind: Source, words: Sequence[Token]) -> list[Record]:
    """Those of which each word is one of the name."""
    things, _, outcome = await desk.all(kind, {kind.needs[0].name: " ".join(one.word for one in words)})
    if outcome.state != "done":
        return []
    names = [{folded(one.text) for one in tokens(thing.label)} for thing in things]
    said = {folded(one.word) for one in words}
    return [thing for thing, name in zip(things, names, strict=True) if said <= name]


async def _pointed(desk: Desk, form: Form, kind: Source, focus: Focus) -> Record | None:
    """`Lend it to her`: who was spoken of last."""
    if not are_people(kind) or not form.clause.has(*WHOM):
        return None
    asked = [[one] for one in focus.asked[-MAX_ASKED:] if is_naming(one) and not (one.is_id or one.is_number)]
    for name in (*(tokens(one) for one in reversed(focus.people[-2:])), *reversed(asked[-MAX_SEARCHES:])):
        found = await _called(desk, kind, name)
        if len(found) > 1:
            raise Choosing(which_of(found))
        if found:
            return found[0]
    return None


def _runs(form: Form) -> list[list[int]]:
    """Words that may be names, with all that stand together."""
    found, own = form.clause.tokens, form.deed.nouns | form.deed.verbs
    runs: list[list[int]] = []
    for at in range(form.clause.begin + (form.clause.verb is not None), len(found)):
        token = found[at]
        is_word = is_naming(token) and not (token.is_id or token.is_number or at in form.used)
        if is_word and len(token.word) >= SHORT and (token.is_name or token.is_known or token.stem not in own):
            if runs and runs[-1][-1] == at - 1 and not found[at - 1].owns:
                runs[-1].append(at)
            else:
                runs.append([at])
    return runs


def _fits(form: Form, places: Sequence[int]) -> tuple[bool, bool, bool, bool]:
    """How likely somebody who is named is the one that the order needs, and not whom it is about otherwise."""
    found, said = form.clause.tokens, form.clause.text.find(SAID)
    lead = leading(found, places[0])
    is_object = places[0] == form.clause.begin + (form.clause.verb is not None)
    is_own = said < 0 or found[places[0]].start < said
    return is_own, lead in GIVEN_TO, is_object, lead not in LEFT and not found[places[-1]].owns
