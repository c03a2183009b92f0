"""What sets right what a call has changed: the same call with what was before, or a tool for the opposite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.conversation import Arguments, Call, Turn
from assistant.planner.english.stems import identifier_words
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.records import Record, fields_of, structured
from assistant.planner.offer.repeating import is_making
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.asking_back import spoken_deed
from assistant.planner.orders.orders import spoken_arguments
from assistant.planner.selecting.remembering import known_things
from assistant.planner.wishes.wording import spoken

WAS = r"(?:it was|was|from|previously|before that|instead of|formerly|until now)"
OLD = ("previous", "before", "old", "former", "was", "prior", "last")
OPPOSITES = (
    ({"book", "reserve", "schedule", "plan", "order", "place", "register", "enrol", "enroll"},
     {"cancel", "unbook", "release", "withdraw", "delete", "remove", "unregister"}),
    ({"add", "create", "attach", "insert", "post"}, {"remove", "delete", "detach", "cancel"}),
    ({"assign", "give"}, {"unassign", "release", "take"}),
    ({"lock", "close", "block", "stop", "pause", "disable", "archive", "mute", "hide"},
     {"unlock", "open", "unblock", "start", "resume", "enable", "unarchive", "restore", "unmute", "show", "reopen"}),
    ({"borrow", "lend", "loan", "checkout"}, {"return"}),
)  # fmt: skip


@dataclass(frozen=True)
class Back:
    """A call that sets right what another has changed."""

    deed: Deed
    arguments: Arguments
    words: str


def way_back(catalog: Catalog, turns: Sequence[Turn], call: Call) -> Back | None:
    """The same call with what was before, where one thing was changed that is known."""
    deed = next((one for one in catalog.acts if one.name == call.tool), None)
    if deed is None or is_making(deed, call):
        return None
    named = {name: value for name, value in call.arguments.items() if isinstance(value, str)}
    for param in deed.params:
        if param.name not in call.arguments or param.name in _names(catalog, turns, named):
            continue
        old = _before(catalog, turns, call, param)
        if old is not None and old != call.arguments[param.name]:
            needed = {one.name for one in deed.required} | set(_names(catalog, turns, named))
            kept = {name: value for name, value in call.arguments.items() if name in needed}
            arguments = {**kept, param.name: old}
            return Back(deed, arguments, f"{spoken_deed(deed)} ({spoken_arguments(deed, arguments)})")
    return None


def _names(catalog: Catalog, turns: Sequence[Turn], named: Mapping[str, str]) -> list[str]:
    """The arguments that say which things were changed."""
    ids = {str(thing.id) for thing in known_things(turns, catalog)}
    params = {one.name for deed in catalog.acts for one in deed.params if one.is_id}
    return [name for name, value in named.items() if name in params or value in ids]


def _before(catalog: Catalog, turns: Sequence[Turn], call: Call, param: Slot) -> Any:
    """What a field was before a call: as its result says, or as it was read last."""
    data = structured(call.outcome) if call.outcome else None
    for key, value in _flat(data):
        words = identifier_words(key)
        if words[:1] and words[0] in OLD and (len(words) == 1 or set(words[1:]) == set(param.all_words)):
            return value.get(param.name) if isinstance(value, Mapping) else value
    text = call.outcome.text.casefold() if call.outcome else ""
    if param.choices:
        said = [
            one for one in param.choices if re.search(rf"\b{WAS}:? {re.escape(spoken(one))}\b", text.replace("_", " "))
        ]
        if len(said) == 1:
            return said[0]
    return _as_read(catalog, turns, call, param)


def _as_read(catalog: Catalog, turns: Sequence[Turn], call: Call, param: Slot) -> Any:
    values = {str(value) for name, value in call.arguments.items() if name != param.name}
    old = None
    for thing in _until(catalog, turns, call):
        field = _field_for(thing, param) if str(thing.id) in values else None
        old = thing.get(field.name) if field is not None else old
    return old


def _field_for(thing: Record, param: Slot) -> Slot | None:
    """The field that a parameter sets: of its name, or the only moment where it is one."""
    fields = fields_of(thing)
    moments = [one for one in fields if one.is_moment] if param.is_moment else []
    named = (one for one in fields if one.name == param.name or (one.key == param.key and not one.is_id))
    return next(named, moments[0] if len(moments) == 1 else None)


def _until(catalog: Catalog, turns: Sequence[Turn], call: Call) -> Iterator[Record]:
    """What was read before a call was made."""
    for turn in turns:
        at = next((at for at, one in enumerate(turn.calls) if one is call), None)
        yield from known_things([Turn("copilot", calls=turn.calls if at is None else turn.calls[:at])], catalog)
        if at is not None:
            return


def _flat(data: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield str(key), value
            yield from _flat(value)


def opposite_of(catalog: Catalog, call: Call) -> Deed | None:
    """A tool whose verb takes back what this one's did, for the same kind of thing."""
    deed = next(one for one in catalog.past_acts if one.name == call.tool)
    verbs = set(deed.name_words[:1])
    against = {
        word
        for one, other in OPPOSITES
        for mine, theirs in ((one, other), (other, one))
        if verbs & mine
        for word in theirs
    }
    alike = [one for one in catalog.acts if set(one.name_words[:1]) & against]
    return next((one for one in alike if one.nouns & deed.nouns or one.prose & deed.nouns), None)
