"""The things that a call is to be about: one call for each, when several are meant."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from assistant.conversation import Arguments
from assistant.planner.assigning import assigned
from assistant.planner.catalog import Source
from assistant.planner.desk import Asking, Desk, Stuck
from assistant.planner.filling import Form, needs_told
from assistant.planner.focus import Focus, pointing
from assistant.planner.mentions import spot
from assistant.planner.names import bindings, chosen, nearest_labels
from assistant.planner.openings import opening
from assistant.planner.records import LONG_TEXTS, Record, fields_of
from assistant.planner.references import are_listed, kinds_of, listed_in, literals, taken
from assistant.planner.schemas import Slot
from assistant.planner.selecting import select
from assistant.planner.selection import Search, Selection
from assistant.planner.texts import leading, take_led, take_text
from assistant.planner.wishes import is_naming
from assistant.planner.wording import introduced, joined, plain, spoken, value_text
from assistant.planner.words import Token, concept, is_plural, stem, stems

MAX_OPTIONS = 6
AIMING = frozenset({"to", "for", "into", "from", "onto", "in"})
PARTICLES = frozenset({"down", "up", "in", "out", "off", "over", "back", "along"})
PARTS = frozenset({"part", "section", "area", "panel", "tile", "table", "list", "chart", "box", "bit", "block", "card"})
PAGES = frozenset({"page", "screen", "dashboard", "display", "view"})
SOME_ONE = frozenset({"one", "any", "either", "some", "two", "three", "few", "half", "most"})
EVERY = frozenset({"all", "every", "each", "both", "everything"})


async def complete(
    desk: Desk, form: Form, focus: Focus, aside: Collection[int] = (), links: bool = True, every: bool = False
) -> list[tuple[Arguments, Record | None]]:
    """The arguments with every thing that is needed, and the thing that each is about.

    The words in `aside` say nothing about which thing. With `every`, all are meant where none is named.

    Raises `Asking` where the words leave open which, and `Stuck` where there is no such thing.
    """
    several: list[tuple[Arguments, Record | None]] = [({}, None)]
    names = assigned(form.deed, form.clause.tokens, desk.catalog, form.used) if not form.deed.reads else {}
    names = {**names, **_beside(desk, form)}
    await _take_led(desk, form)
    for param in form.deed.params:
        kinds = kinds_of(param, form.deed, desk.catalog)
        others = {at for name, places in names.items() if name != param.name for at in places}
        is_told = (
            param.required
            or param.name in names
            or _is_named(form, param, desk)
            or bool(await _told_ids(desk, form, param, kinds))
        )
        if param.name in form.arguments or not is_told:
            continue
        given = literals(param, kinds, form.clause.tokens, form.used) or alternatives(param, form)
        if given := given or await _told_ids(desk, form, param, kinds):
            if not form.deed.reads and not are_listed(form.clause.tokens, [at for _, at in given]):
                values = joined([value for value, _ in given], "or")
                raise Asking(f"Do you mean {values}? One after the other, please: say what to do with each.")
            several = [(one | {param.name: value}, None) for one, _ in several for value, _ in given]
            form.used |= {at for _, at in given}
        elif param.choices and EVERY & set(form.clause.words):
            several = [(one | {param.name: choice}, None) for one, _ in several for choice in param.choices]
        elif kinds and (thing := await _assigned_thing(desk, form, kinds, names.get(param.name))):
            several = [(one | {param.name: taken(param, thing)}, thing) for one, _ in several]
        elif kinds:
            things = await _things(desk, form, param, kinds, focus, {*aside, *others}, links, every)
            several = [(one | {param.name: taken(param, thing)}, thing) for one, _ in several for thing in things]
        elif param.required and not param.choices and not _is_id_alone(param):
            take_text(form, param)
    if missing := [param for param in form.missing if param.name not in several[0][0]]:
        raise Asking(_question(missing[0]))
    if needed := _needed(form):
        raise Asking(_question(needed))
    return [({**form.arguments, **own}, thing) for own, thing in several]


def _beside(desk: Desk, form: Form) -> dict[str, frozenset[int]]:
    """`room 306`, where an optional parameter takes a room: its number is none of the other things."""
    found = form.clause.tokens
    result: dict[str, frozenset[int]] = {}
    for param in (one for one in form.deed.params if not one.required and not form.deed.reads):
        if kinds_of(param, form.deed, desk.catalog):
            keys = {concept(key) for key in (*param.key, *map(stem, param.all_words))}
            places = [at for at in range(1, len(found)) if found[at].is_number and concept(found[at - 1].stem) in keys]
            result |= {param.name: frozenset(places[:1])} if places and not set(places) & form.used else {}
    return result


async def _assigned_thing(
    desk: Desk, form: Form, kinds: Sequence[Source], places: Collection[int] | None
) -> Record | None:
    """The thing that a name is the whole name of, where there is one."""
    if not places:
        return None
    found = form.clause.tokens
    meant: list[Record] = []
    for kind in kinds:
        things, _, _ = await desk.all(kind, opening(desk, kind, form.clause, form.used))
        bound = [one for one in bindings(found, places, things) if one.is_name and one.tokens >= set(places)]
        whole = [one for one in bound if one.coverage == 1] or bound
        meant += [thing for thing in things for one in whole if thing.get(one.field) == one.value]
    if len(meant) != 1:
        return None
    form.used |= set(places)
    return meant[0]


async def _told_ids(desk: Desk, form: Form, param: Slot, kinds: Sequence[Source]) -> list[tuple[str, int]]:
    """Ids in the text whose looks no schema shows: those that such a thing has."""
    found = form.clause.tokens
    known = {at for one in form.deed.params if one is not param for _, at in _shown_ids(desk, form, one)}
    left = [at for at, token in enumerate(found) if token.is_id and at not in form.used | known]
    if not param.is_id or not left:
        return []
    ids = {str(thing.id).casefold(): thing.id for kind in kinds[:1] for thing in (await desk.all(kind, {}))[0]}
    return [(ids[found[at].word], at) for at in left if found[at].word in ids]


def _shown_ids(desk: Desk, form: Form, param: Slot) -> list[tuple[str, int]]:
    return literals(param, kinds_of(param, form.deed, desk.catalog), form.clause.tokens, form.used)


async def _take_led(desk: Desk, form: Form) -> None:
    """Where several things are needed: what stands behind a preposition is none that the others are about."""
    kinds = {param.name: kinds_of(param, form.deed, desk.catalog) for param in form.missing}
    if len(kinds) < 2 or not any(kinds.values()):
        return
    others = {kind for known in kinds.values() for kind in known}
    named = {at for span, known in desk.catalog.named(form.clause.tokens) if others & known.own for at in span}
    for param in form.missing:
        if not kinds[param.name]:
            take_led(form, param, named)
        elif not literals(param, kinds[param.name], form.clause.tokens, form.used):
            await _take_led_thing(desk, form, param, kinds[param.name][0])


async def _take_led_thing(desk: Desk, form: Form, param: Slot, kind: Source) -> None:
    """`… to Old Market`, where that is the name of such a thing."""
    found = form.clause.tokens
    places = [at for at, token in enumerate(found) if is_naming(token) and at not in form.used]
    things, _, _ = await desk.all(kind, opening(desk, kind, form.clause, form.used))
    bound = [one for one in chosen(found, bindings(found, places, things)) if one.is_name]
    led = [one for one in bound if leading(found, min(one.tokens)) in AIMING and not one.tokens & form.used]
    meant = [thing for thing in things if any(thing.get(one.field) == one.value for one in led)]
    if len(meant) > 1 and len({one.tokens for one in led}) == 1:
        raise Asking(_which_of(meant))
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


def _is_id_alone(param: Slot) -> bool:
    """Ids look like the examples; a word that does not is none."""
    return param.is_id and bool(param.samples)


def _is_named(form: Form, param: Slot, desk: Desk) -> bool:
    """An optional thing counts where the words have its kind, or an id of it."""
    kinds = kinds_of(param, form.deed, desk.catalog)
    if not kinds:
        return False
    if param.is_id and literals(param, kinds, form.clause.tokens, form.used):
        return True
    keys = {concept(key) for key in param.key}
    return any(concept(token.stem) in keys for at, token in enumerate(form.clause.tokens) if at not in form.used)


async def _things(
    desk: Desk,
    form: Form,
    param: Slot,
    kinds: Sequence[Source],
    focus: Focus,
    aside: Collection[int],
    links: bool,
    every: bool,
) -> list[Record]:
    found = form.clause.tokens
    named = [one for one in kinds if any(concept(t.stem) in map(concept, one.nouns) for t in found)]
    pointed = [one for one in kinds if one.nouns & focus.nouns] if pointing(form.clause, form.used) else []
    candidates = named or pointed or list(kinds)
    unknown: list[Selection] = []
    vague: Selection | None = None
    # What has such a name itself goes before what has to do with it.
    tries = [(one, False) for one in candidates if links and len(candidates) > 1] + [(one, links) for one in candidates]
    for source, has_links in tries:
        skip = frozenset(_skipped(form, source) | (set(aside) - _own(source, form)))
        opened = opening(desk, source, form.clause, form.used)
        search = Search(skip, opened, links=has_links, strict=not form.deed.reads)
        selection = await select(desk, source, form.clause, focus, search)
        if selection.outcome is not None and selection.outcome.state != "done" and not selection.things:
            raise Stuck(selection.outcome.text)
        if selection.unknown:
            unknown.append(selection)
        elif is_specific(selection) or len(selection.things) == 1 or EVERY & set(form.clause.words):
            return _one_or_all(form, selection, every)
        elif every and not source.needs and (everything := (await desk.all(source, {}))[0]):
            return everything
        else:
            vague = vague or selection
    if pointing(form.clause, form.used) and not focus.things and not any(one.names for one in unknown):
        raise Asking(_which(vague.things if vague and vague.is_complete else [], candidates))
    if unknown and not vague:
        raise Stuck(not_found(unknown[0]))
    same = [one for one in focus.things if vague and one.source.nouns & vague.source.nouns]
    if form.deed.reads and len(same) == 1:
        return same
    raise Asking(_which(vague.things if vague and vague.is_complete else [], candidates))


def _own(source: Source, form: Form) -> set[int]:
    """Words for which this kind of things has a name or fields itself."""
    found = form.clause.tokens
    fields = {at for one in spot(found, source.fields) if one.strength > 0.5 for at in one.span}
    return fields | {at for at, token in enumerate(found) if _is_kind(token.stem, source)}


def _skipped(form: Form, source: Source) -> set[int]:
    """Words that are the order's own: its verb, and what the deed is called."""
    found = form.clause.tokens
    own = {concept(noun) for noun in form.deed.nouns} - {concept(noun) for noun in source.nouns}
    plain = {at for at, token in enumerate(found) if concept(token.stem) in own and not token.is_name}
    params = {concept(key) for param in form.deed.params for key in param.key}
    named = {at for at, token in enumerate(found) if concept(token.stem) in params and not _is_kind(token.stem, source)}
    loose = {at for at, token in enumerate(found) if token.word in PARTICLES and _is_putting(form)}
    besides = _on_page(found) | _told(form, source)
    return form.used | plain | named | loose | besides | set(range(form.clause.begin + 1))


def _is_putting(form: Form) -> bool:
    """`put her down for it`, `sign them up`: verbs with small words that say nothing of which thing."""
    verb = form.clause.verb
    return verb is not None and verb.word in ("put", "sign", "write", "take", "pencil", "mark")


def _told(form: Form, source: Source) -> set[int]:
    """Of what was said before the order: words with which the tool describes itself, and which name nothing."""
    found, said = form.clause.tokens, form.clause.text.find("; ")
    own = _own(source, form) if said >= 0 else set[int]()
    return {
        at
        for at, token in enumerate(found)
        if 0 <= said < token.start and token.stem in form.deed.prose and not (token.is_name or token.is_known)
    } - own


def _on_page(found: Sequence[Token]) -> set[int]:
    """`… on the screen`: where the person looks, and no name."""
    places = {at for at, token in enumerate(found) if token.word in PAGES and leading(found, at) in ("on", "in", "of")}
    return {here for at in places for here in range(at - 2, at + 1) if not found[here].is_content or here == at}


def _is_kind(key: str, source: Source) -> bool:
    return concept(key) in {concept(noun) for noun in source.nouns}


def is_specific(selection: Selection) -> bool:
    wish = selection.wish
    return bool(selection.names or selection.is_pointed or wish.conditions or wish.order)


def _one_or_all(form: Form, selection: Selection, every: bool) -> list[Record]:
    things, wish = selection.things, selection.wish
    if not things:
        raise Stuck(nothing_fits(selection))
    wants_many = every or bool(EVERY & set(form.clause.words)) or _is_several(form, selection)
    form.used |= {at for condition in wish.conditions for at in condition.tokens}
    form.used |= wish.order.tokens if wish.order else set()
    is_too_many = wish.limit is not None and len(things) > wish.limit
    if len(things) == 1 or (wants_many and not is_too_many):
        return things
    able = things if form.deed.reads else _as_described(form, things)
    if len(able) == 1:
        return able
    raise Asking(_which_of(able or things, {one.field for one in (*selection.names, *wish.conditions)}))


def _as_described(form: Form, things: Sequence[Record]) -> list[Record]:
    """Those in the state that the deed is said to be for: `Check in the guest of a confirmed booking`."""
    given = {choice for param in form.deed.params for choice in param.choices}
    for slot in things[0].source.fields:
        said = {one for one in slot.choices if one not in given and _is_said_of(form, things[0].source, one)}
        if said:
            return [thing for thing in things if thing.get(slot.name) in said]
    return list(things)


def _is_said_of(form: Form, source: Source, choice: str) -> bool:
    """`a confirmed booking`, `reserved or paid orders`: no other words say which things it is for."""
    words = " ".join(stems(form.deed.description))
    kinds = "|".join(map(re.escape, sorted(source.nouns)))
    said = re.escape(" ".join(stems(choice)))
    return re.search(rf"(?<!not )(?<!no )(?<!never )\b{said}(?: (?:or|and) \w+)? (?:{kinds})\b", words) is not None


def _is_several(form: Form, selection: Selection) -> bool:
    """`the critical incidents`, `them`, `Apollo and Hermes`; but not `one of them`."""
    if _is_any_one(form):
        return False
    kinds = {concept(noun) for noun in selection.source.nouns}
    words = [token for at, token in enumerate(form.clause.tokens) if at not in form.used]
    if any(
        is_plural(token.word) and (concept(token.stem) in kinds or token.word in ("them", "those", "these"))
        for token in words
    ):
        return True
    spans = {name.tokens for name in selection.names}
    return len(spans) == len(selection.things) > 1


def _is_any_one(form: Form) -> bool:
    """`one of Alice's projects`, `any of them`: the words leave open which."""
    words = form.clause.words
    return any(word in SOME_ONE and after == "of" for word, after in pairwise(words))


def not_found(selection: Selection) -> str:
    words = " ".join(token.text for token in selection.unknown)
    near = nearest_labels(words, (thing.label for thing in selection.things)) if selection.things else []
    hint = f" Did you mean {joined([called_name(name) for name in near], 'or')}?" if near else ""
    return f"I can't find any {selection.source.noun} for “{words}”.{hint}"


def called_name(name: str) -> str:
    return f"**{name}**"


def nothing_fits(selection: Selection) -> str:
    parts = [phrase(condition.field, condition.values) for condition in selection.wish.conditions]
    return f"No {selection.source.noun} fits that{f' ({joined(parts)})' if parts else ''}."


def phrase(field: str, values: Sequence[object]) -> str:
    words = joined(list(dict.fromkeys(spoken(str(one)) for one in values if not isinstance(one, bool))), "or")
    return f"{spoken(field)} {words}".strip()


def _which(things: Sequence[Record], kinds: Sequence[Source]) -> str:
    noun = joined([source.noun for source in kinds], "or")
    options = joined([introduced(one) for one in things[:MAX_OPTIONS]], "or")
    return f"Which {noun} do you mean{f': {options}' if 1 < len(things) <= MAX_OPTIONS else ''}?"


def _which_of(things: Sequence[Record], fields: Collection[str] = ()) -> str:
    """The question which; each with what was named of it, where that is not the same of all."""
    shown = things[:MAX_OPTIONS]
    telling = [field for field in fields if len({str(one.get(field)) for one in shown}) > 1]
    telling = telling or _apart(shown)
    own = (shown[0].name_field, shown[0].source.id_field.name if shown[0].source.id_field else None)
    telling = [field for field in telling if field not in own]
    notes = [", ".join(value_text(one.get(field), one.source.field(field)) for field in telling) for one in shown]
    names = [f"{introduced(one)}, {note}" if note else introduced(one) for one, note in zip(shown, notes, strict=True)]
    options = "; or ".join(names) if any(notes) else joined(names, "or")
    more = f" or another of {len(things)}" if len(things) > MAX_OPTIONS else ""
    return f"Which {things[0].source.noun} do you mean: {options}{more}?"


def _apart(things: Sequence[Record]) -> list[str]:
    """What tells things apart that are called the same: a day, else anything short."""
    names = [introduced(one).split("(")[-1] for one in things]
    if len(things) < 2 or len({*names}) > 1 or things[0].name_field is not None:
        return []
    fields = sorted(fields_of(things[0]), key=lambda slot: not slot.is_moment)
    fields = [slot for slot in fields if not slot.is_id and slot.name not in LONG_TEXTS]
    return [slot.name for slot in fields if len({str(one.get(slot.name)) for one in things}) == len(things)][:1]


def _needed(form: Form) -> Slot | None:
    """What a choice that is made needs besides, by its description."""
    names = [
        needed
        for param in form.deed.params
        for choice, needed in needs_told(param)
        if form.arguments.get(param.name) == choice and needed not in form.arguments
    ]
    return next((param for param in form.deed.params if param.name in names), None)


def _question(param: Slot) -> str:
    if param.choices:
        return f"What should the {spoken(param.name)} be: {joined([spoken(one) for one in param.choices], 'or')}?"
    hint = param.description.strip().rstrip(".")
    return f"What should the {spoken(param.name)} be{f' ({plain(hint)})' if hint else ''}?"
