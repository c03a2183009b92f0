"""Words for what can't be done, and questions back: which thing is meant, and what a parameter should be."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.filling.filling import SAID, Form, needed_for, needs_told
from assistant.planner.filling.written import is_written
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.records import LONG_TEXTS, Record, fields_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed
from assistant.planner.offer.verdicts import asks_changes
from assistant.planner.wishes.wording import introduced, joined, plain, spoken, value_text

MAX_OPTIONS = 6


def which_kind(things: Sequence[Record], kinds: Sequence[Source]) -> str:
    noun = joined([source.noun for source in kinds], "or")
    options = joined([introduced(one) for one in things[:MAX_OPTIONS]], "or")
    return f"Which {noun} do you mean{f': {options}' if 1 < len(things) <= MAX_OPTIONS else ''}?"


def which_of(things: Sequence[Record], fields: Collection[str] = ()) -> str:
    """The question which; each with what was named of it, where that is not the same of all."""
    shown = things[:MAX_OPTIONS]
    telling = [field for field in fields if len({str(one.get(field)) for one in shown}) > 1]
    telling = telling or _apart(shown)
    own = (shown[0].name_field, shown[0].source.id_field.name if shown[0].source.id_field else None)
    telling = [field for field in telling if field not in own]
    told = [(introduced(one), *(str(one.get(field)) for field in telling)) for one in shown]
    if len({*told}) < len(shown):
        telling += [field for field in _telling(shown) if field not in telling]
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
    return _telling(things)


def _telling(things: Sequence[Record]) -> list[str]:
    """The day, or else anything short, in which they all differ."""
    fields = sorted(fields_of(things[0]), key=lambda slot: not slot.is_moment)
    fields = [slot for slot in fields if not slot.is_id and slot.name not in LONG_TEXTS]
    return [slot.name for slot in fields if len({str(one.get(slot.name)) for one in things}) == len(things)][:1]


def still_needed(form: Form) -> Slot | None:
    """What a choice that is made needs besides, by its description."""
    names = [
        needed
        for param in form.deed.params
        for choice, needed in needs_told(param)
        if form.arguments.get(param.name) == choice and needed not in form.arguments
    ]
    chosen = {one for one in form.arguments.values() if isinstance(one, str)}
    names += [one.name for one in form.deed.params if one.name not in form.arguments and needed_for(one) & chosen]
    if any(asks_changes(param, form.arguments.get(param.name)) for param in form.deed.params):
        names += [one.name for one in form.deed.params if is_written(one) and one.name not in form.arguments][:1]
    return next((param for param in form.deed.params if param.name in names), None)


def what_value(param: Slot) -> str:
    if param.choices:
        return f"What should the {spoken(param.name)} be: {joined([spoken(one) for one in param.choices], 'or')}?"
    hint = param.description.strip().rstrip(".")
    return f"What should the {spoken(param.name)} be{f' ({plain(hint)})' if hint else ''}?"


def what_value_of(params: Sequence[Slot]) -> str:
    """Of several, one of which is enough."""
    names = joined([f"the {spoken(one.name)}" for one in params], "or")
    return f"What is to be changed, and to what: {names}?"


def no_deed(clause: Clause, catalog: Catalog) -> str:
    what = plain(clause.text.partition(SAID)[0].strip(" .!?"))
    if not catalog.acts:
        return f"I can't do that (“{what}”): this server only offers things to look up."
    deeds = joined([spoken_deed(deed) for deed in catalog.acts])
    return f"I can't do that (“{what}”): no tool of this server does. What I can do here: {deeds}."


def spoken_deed(deed: Deed) -> str:
    return plain(deed.title[:1].lower() + deed.title[1:])
