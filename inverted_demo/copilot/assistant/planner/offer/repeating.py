"""Corrections of what is done: `no, make it three` after two were handed out would hand out five."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assistant.conversation import Arguments, Call
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.tools import Deed

MAKING = wordset(
    "book create add order hand give lend loan send post pay record register enrol enroll reserve place open report "
    "submit request sell buy refund charge transfer import issue file log invite hire rent borrow insert keep seat"
)
"""Verbs with which a second call comes on top of the first one; what is only planned is planned anew."""
SET_BEFORE = re.compile(r"\b(?:it was|they were|was before|previously|instead of|formerly|until now)\b", re.IGNORECASE)
"""What a server says that has put a value in the place of another."""


def comes_on_top(deed: Deed, wanted: Iterable[Arguments], before: Sequence[Call], catalog: Catalog) -> Call | None:
    """The call that one of these would be made beside, for the same things with other details."""
    things = [param.name for param in deed.params if kinds_of(param, deed, catalog)]
    same = (
        call
        for call in before
        if call.tool == deed.name and is_making(deed, call)
        for one in wanted
        if all(one.get(name) == call.arguments.get(name) for name in things)
    )
    return next(same, None)


def is_making(deed: Deed, call: Call) -> bool:
    """Whether a call has made something new, and not put one value in the place of another."""
    hints = deed.tool.annotations
    if not MAKING & set(deed.name_words[:1]) or (hints is not None and hints.idempotent_hint):
        return False
    return call.outcome is None or SET_BEFORE.search(call.outcome.text) is None
