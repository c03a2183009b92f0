"""What an order gives at once for the things it takes: ids, whole names, and names behind a preposition."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from assistant.conversation import Arguments
from assistant.planner.english.stems import concept, stem
from assistant.planner.filling.filling import Form
from assistant.planner.filling.openings import opened_by, opens
from assistant.planner.filling.texts import leading, take_led
from assistant.planner.offer.desk import Asking, Desk
from assistant.planner.offer.names import bindings, chosen
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import kinds_of, listed_in, literals, taken, takes_id
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source, beginning
from assistant.planner.orders.asking_back import which_of
from assistant.planner.wishes.wishes import is_naming

AIMING = frozenset({"to", "for", "into", "from", "onto", "in"})
REACHING = frozenset({"to", "into", "onto"})
HIDDEN = frozenset(
    {"include", "including", "with", "also", "all", "past", "closed", "old", "archived", "hidden", "inactive"}
)
PARTS = frozenset({"part", "section", "area", "panel", "tile", "table", "list", "chart", "box", "bit", "block", "card"})


def beside_kind(desk: Desk, form: Form) -> dict[str, frozenset[int]]:
    """`room 306`, where an optional parameter takes a room: its number is none of the other things."""
    found = form.clause.tokens
    result: dict[str, frozenset[int]] = {}
    for param in (one for one in form.deed.params if not one.required and not form.deed.reads):
        if kinds_of(param, form.deed, desk.catalog):
            keys = {concept(key) for key in (*param.key, *map(stem, param.all_words))}
            places = [at for at in range(1, len(found)) if found[at].is_number and concept(found[at - 1].stem) in keys]
            result |= {param.name: frozenset(places[:1])} if places and not set(places) & form.used else {}
    return result


async def assigned_thing(
    desk: Desk, form: Form, kinds: Sequence[Source], places: Collection[int] | None
) -> Record | None:
    """The thing that a name is the whole name of, where there is one."""
    if not places:
        return None
    found = form.clause.tokens
    meant: list[Record] = []
    for kind in filter(opens, kinds):
        things, _, _ = await desk.all(kind, opened_by(desk, kind, form))
        bound = [one for one in bindings(found, places, things) if one.is_name and one.tokens >= set(places)]
        whole = [one for one in bound if one.coverage == 1] or bound
        meant += [thing for thing in things for one in whole if thing.get(one.field) == one.value]
    if len(meant) != 1:
        return None
    form.used |= set(places)
    return meant[0]


async def given_ids(
    desk: Desk, form: Form, param: Slot, kinds: Sequence[Source], sides: Mapping[str, frozenset[int]]
) -> list[tuple[str, int]]:
    """The ids in the text for a parameter; of those in its own role, where others take such things too."""
    own = sides.get(param.name)
    used = form.used | (set(range(len(form.clause.tokens))) - own if own is not None else set[int]())
    shown = literals(param, kinds, form.clause.tokens, used)
    if own is None:
        return shown or alternatives(param, form) or await told_ids(desk, form, param, kinds)
    told = [one for one in await told_ids(desk, form, param, kinds) if one[1] in own]
    return sorted({at: (value, at) for value, at in (*told, *shown)}.values(), key=lambda one: one[1])


async def unknown_id(
    desk: Desk, form: Form, param: Slot, kinds: Sequence[Source], given: Sequence[tuple[str, int]]
) -> str:
    """An id of those that a complete list of such things would have, and has not."""
    known: set[str] = set()
    for kind in () if form.deed.reads else kinds:
        is_own = any(concept(stem(word)) in map(concept, map(stem, param.all_words)) for word in kind.noun.split())
        is_whole = is_own and not kind.needs and not any(map(_hides, kind.deed.params))
        things, is_complete, _ = await desk.all(kind, {}) if is_whole else ([], False, None)
        if not is_complete:
            return ""
        known |= {str(one.id).casefold() for one in things}
    starts = {beginning(one) for one in known}
    lost = (value for value, _ in given if value.casefold() not in known and beginning(value.casefold()) in starts)
    return next(lost, "")


def _hides(param: Slot) -> bool:
    """Whether a list leaves out what is not asked for: `include_closed`."""
    is_off = param.form == "truth" and param.default is False and bool(HIDDEN & set(param.all_words))
    return is_off or bool(param.default and (param.form == "truth" or param.choices))


async def aimed_ids(desk: Desk, form: Form, sides: Mapping[str, frozenset[int]]) -> dict[str, frozenset[int]]:
    """`move the Stone order to R-3`: the ids that something is brought to, which say nothing of what is brought."""
    found, result = form.clause.tokens, dict[str, frozenset[int]]()
    for param in form.deed.required if not form.deed.reads else ():
        given = await given_ids(desk, form, param, kinds_of(param, form.deed, desk.catalog), sides)
        places = frozenset(at for _, at in given if at and found[at - 1].word in REACHING)
        result |= {param.name: places} if places else {}
    return result


async def thing_of(desk: Desk, form: Form, arguments: Arguments) -> Record | None:
    """What the first id of a call is the id of."""
    for param in (one for one in form.deed.required if one.name in arguments):
        for kind in kinds_of(param, form.deed, desk.catalog)[:1]:
            told = str(arguments[param.name]).casefold()
            things = (await desk.all(kind, {}))[0] if not kind.needs else []
            return next((one for one in things if str(one.id).casefold() == told), None)
    return None


async def told_ids(desk: Desk, form: Form, param: Slot, kinds: Sequence[Source]) -> list[tuple[str, int]]:
    """Ids in the text whose looks no schema shows: those that such a thing has."""
    found = form.clause.tokens
    others = [one for one in form.deed.params if not set(kinds) & {*kinds_of(one, form.deed, desk.catalog)}]
    known = {at for one in others for _, at in _shown_ids(desk, form, one)}
    left = [at for at, token in enumerate(found) if token.is_id and at not in form.used | known]
    if not takes_id(param) or not left:
        return []
    free = [kind for kind in kinds[:1] if not kind.needs]
    ids = {str(thing.id).casefold(): thing.id for kind in free for thing in (await desk.all(kind, {}))[0]}
    return [(ids[found[at].word], at) for at in left if found[at].word in ids]


def _shown_ids(desk: Desk, form: Form, param: Slot) -> list[tuple[str, int]]:
    return literals(param, kinds_of(param, form.deed, desk.catalog), form.clause.tokens, form.used)


async def take_led_things(desk: Desk, form: Form) -> None:
    """Where several things are needed: what stands behind a preposition is none that the others are about."""
    kinds = {param.name: kinds_of(param, form.deed, desk.catalog) for param in form.missing}
    if len(kinds) < 2 or not any(kinds.values()):
        return
    others = {kind for known in kinds.values() for kind in known}
    named = {at for span, known in desk.catalog.named(form.clause.tokens) if others & known.own for at in span}
    for param in form.missing:
        if not kinds[param.name] and not is_id_alone(param):
            take_led(form, param, named)
        elif (
            kinds[param.name]
            and opens(kinds[param.name][0])
            and not literals(param, kinds[param.name], form.clause.tokens, form.used)
        ):
            await _take_led_thing(desk, form, param, kinds[param.name][0])


async def _take_led_thing(desk: Desk, form: Form, param: Slot, kind: Source) -> None:
    """`… to Old Market`, where that is the name of such a thing."""
    found = form.clause.tokens
    places = [at for at, token in enumerate(found) if is_naming(token) and at not in form.used]
    things, _, _ = await desk.all(kind, opened_by(desk, kind, form))
    bound = [one for one in chosen(found, bindings(found, places, things)) if one.is_name]
    led = [one for one in bound if leading(found, min(one.tokens)) in AIMING and not one.tokens & form.used]
    meant = [thing for thing in things if any(thing.get(one.field) == one.value for one in led)]
    if len(meant) > 1 and len({one.tokens for one in led}) == 1:
        raise Asking(which_of(meant))
    if len(meant) == 1:
        form.arguments[param.name] = taken(param, meant[0])
        form.used |= {at for one in led for at in one.tokens}


def alternatives(param: Slot, form: Form) -> list[tuple[str, int]]:
    """A word that the description gives to choose from, where nothing else is said."""
    found = form.clause.tokens
    left = [
        at
        for at in range(form.clause.begin + 1, len(found))
        if at not in form.used and is_naming(found[at]) and found[at].stem not in form.deed.nouns
    ]
    options = listed_in(param.description)
    others = [at for at in left if found[at].word not in options and not _is_of_page(form, at)]
    named = [(found[at].word, at) for at in left if found[at].word in options]
    return named if len(named) == 1 and not others else []


def _is_of_page(form: Form, at: int) -> bool:
    """`the incidents part of the page` is the incidents."""
    token = form.clause.tokens[at]
    return not token.is_name and (token.word in PARTS or token.stem in form.deed.prose)


def is_id_alone(param: Slot) -> bool:
    """Ids look like the examples; a word that does not is none."""
    return param.is_id and bool(param.samples)


def is_named(form: Form, param: Slot, desk: Desk) -> bool:
    """An optional thing counts where the words have its kind, or an id of it."""
    kinds = kinds_of(param, form.deed, desk.catalog)
    if not kinds:
        return False
    if param.is_id and literals(param, kinds, form.clause.tokens, form.used):
        return True
    keys = {concept(key) for key in param.key}
    return any(concept(token.stem) in keys for at, token in enumerate(form.clause.tokens) if at not in form.used)
