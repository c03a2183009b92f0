"""Words that nothing else explains are looked for among the values of the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.english.stems import concept, stems
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk, Stuck
from assistant.planner.offer.names import EXACT, Binding, bindings, chosen
from assistant.planner.offer.naming import naming
from assistant.planner.offer.records import Record
from assistant.planner.selecting.graph import linked
from assistant.planner.selecting.joins import join
from assistant.planner.selecting.links import shared
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.selection import Search, Selection
from assistant.planner.wishes.wishes import Wish, is_excepted

OPEN_QUESTIONS = frozenset({"when", "what", "how"})
"""A field that is asked for so is not known, whatever word looks like a value of it: `When does it close?`."""
MOSTLY = 0.5
SURE = 0.7
"""From here on a word is taken for a name without a doubt."""


async def bind(desk: Desk, selection: Selection, search: Search, text: str) -> None:
    """Look which values of the results the unexplained words are."""
    wish = selection.wish
    things, complete, outcome = await desk.all(wish.source, search.fixed)
    if outcome.state != "done":
        selection.outcome = outcome
        if outcome.state == "refused":
            raise Stuck(outcome.text)
        return
    bound = bindings(wish.found, [*wish.unexplained, *wish.codes], things)
    ranked = [one for one in bound if not one.tokens <= search.skip]
    bound = [one for one in chosen(wish.found, ranked) if one.quality == EXACT or not _is_choice(wish, one)]
    said = {(one.tokens, one.field) for one in bound}
    places = {one.tokens for one in bound}
    selection.others = [one for one in ranked if one.tokens in places and (one.tokens, one.field) not in said]
    bound = [one for one in bound if one.coverage > MOSTLY or not all(_is_told(wish, at) for at in one.tokens)]
    _accept(selection, [one for one in bound if one.quality >= 0.6], search)
    if wish.unexplained and selection.names:
        await _name_elsewhere(desk, selection)
    if wish.unexplained and search.links:
        await join(desk, selection, things, text)
    if wish.unexplained and search.links:
        await _link(desk, selection, things, search.strict)
    selection.unknown, selection.passed_over = _unknown(selection)
    selection.is_complete = complete


async def _name_elsewhere(desk: Desk, selection: Selection) -> None:
    """A longer name of something else, of which a part is a name here: `Harbour Gate`, besides `Harbour`."""
    wish = selection.wish
    known = {at for name in selection.names for at in name.tokens}
    beside = [at for at in wish.unexplained if {at - 1, at + 1} & known]
    for other in naming(desk.catalog, [wish.found[at] for at in beside]) if beside else ():
        things, _, _ = await desk.all(other, {})
        whole = [
            one
            for one in bindings(wish.found, beside, things)
            if one.is_name and one.coverage == 1 and one.tokens & known and one.tokens & set(beside)
        ]
        parts = [one for one in wish.conditions if whole and one.tokens and one.tokens <= whole[0].tokens]
        if parts:
            wish.conditions = [one for one in wish.conditions if one not in parts]
            wish.conditions.append(replace(parts[0], values=(whole[0].value,), tokens=whole[0].tokens))
            selection.names = [one for one in selection.names if not one.tokens <= whole[0].tokens]
            wish.explained |= whole[0].tokens
            return


def _unknown(selection: Selection) -> tuple[list[Token], list[Token]]:
    """What is left; plain words matter less where a name is known, unless they could be a part of it."""
    wish = selection.wish
    left = [at for at in wish.unexplained if not _is_told(wish, at)]
    known = {at for name in selection.names for at in name.tokens}
    partial = {at for name in selection.names if name.coverage < 1 for at in name.tokens}
    near = {at for at in left if {at - 1, at + 1} & partial}
    grave = [at for at in left if at in near or wish.found[at].is_name or wish.found[at].owns or wish.found[at].is_id]
    grave = grave if known else left
    return [wish.found[at] for at in grave], [wish.found[at] for at in left if at not in grave]


def _is_field_of(wish: Wish, at: int, field: str) -> bool:
    """`harbour view`: the word beside a value is its field's."""
    return 0 <= at < len(wish.found) and wish.found[at].stem in stems(field)


def _is_choice(wish: Wish, binding: Binding) -> bool:
    """Choices are found as such: a word that is only like one is another."""
    slot = wish.source.field(binding.field)
    return slot is not None and bool(slot.choices)


def _is_told(wish: Wish, at: int) -> bool:
    """A plain word that the server itself uses of such things says nothing about which of them."""
    token = wish.found[at]
    is_plain = not (token.is_name or token.owns or token.is_quoted or token.is_id)
    return is_plain and concept(token.stem) in wish.source.prose


def _accept(selection: Selection, bound: Sequence[Binding], search: Search) -> None:
    """Names of a thing, and values of its fields; one field for each group of words."""
    wish = selection.wish
    groups: dict[frozenset[int], list[Binding]] = {}
    for one in bound:
        groups.setdefault(one.tokens, []).append(one)
    if any(one.is_name for one in bound) and wish.found and wish.found[0].word in OPEN_QUESTIONS:
        asked = {slot.name for slot in wish.asked_fields}
        led = {(one.slot.name, one.end) for one in wish.asked}
        groups = {
            places: group
            for places, group in groups.items()
            if not any(one.field in asked and (one.field, min(places)) not in led for one in group)
        }
    for places, group in groups.items():
        name = _best_field(wish, group, places)
        same = [one for one in group if one.field == name]
        values = tuple(one.value for one in same)
        selection.names += same
        earlier = next((one for one in wish.conditions if one.field == name and one.test == "is"), None)
        if earlier is not None and not is_excepted(wish.found, min(places)) and not _are_both(wish, earlier, places):
            wish.conditions.remove(earlier)
            values = (*earlier.values, *values)
        is_name = same[0].is_name
        negated = not search.tests and is_excepted(wish.found, min(places))
        wish.conditions.append(Condition(name, "is", values, negated=negated, tokens=places, is_name=is_name))
        said = {wish.found[at].stem for at in places}
        wish.explained |= {at for at in (min(places) - 1, max(places) + 1) if _is_field_of(wish, at, name)}
        wish.explained |= {at for at, token in enumerate(wish.found) if at in places or token.stem in said}


def _are_both(wish: Wish, earlier: Condition, places: frozenset[int]) -> bool:
    """`with a balcony and a bath`: a thing may have several of them."""
    slot = wish.source.field(earlier.field)
    between = range(min(earlier.tokens | places), max(earlier.tokens | places))
    return slot is not None and slot.form == "list" and not any(wish.found[at].word in ("or", "nor") for at in between)


def _best_field(wish: Wish, group: Sequence[Binding], places: frozenset[int]) -> str:
    """Of several fields with that value: the one named beside it, else what the thing is called by, else the first."""
    named = {one.slot.name: min(abs(at - one.start) for at in places) for one in wish.asked}
    near = [one for one in group if named.get(one.field, 9) <= 3]
    calling = [one for one in group if one.is_name]
    owning = [one for one in group if not one.is_name] if any(wish.found[at].owns for at in places) else []
    plural = [one for one in group if not one.is_name]
    return (near or calling or owning or plural)[0].field


async def _link(desk: Desk, selection: Selection, things: Sequence[Record], strict: bool) -> None:
    """Words that name a thing of another kind, which shares a value with the things that are meant."""
    wish = selection.wish
    for other in naming(desk.catalog, [wish.found[at] for at in wish.unexplained]):
        if other is wish.source or not wish.unexplained:
            continue
        theirs, _, outcome = await desk.all(other, {})
        if outcome.state != "done":
            continue
        bound = [
            one
            for one in chosen(wish.found, bindings(wish.found, wish.unexplained, theirs))
            if one.quality >= SURE and (one.is_name or one.coverage >= MOSTLY)
        ]
        entities = [one for one in theirs for binding in bound[:1] if one.get(binding.field) == binding.value]
        if strict:
            condition = shared(wish.source, things, entities, strict)
        else:
            condition = await linked(desk, wish.source, things, entities)
        if condition is not None:
            wish.conditions.append(replace(condition, tokens=bound[0].tokens))
            wish.explained |= bound[0].tokens | {
                at for at, token in enumerate(wish.found) if concept(token.stem) in map(concept, other.nouns)
            }
