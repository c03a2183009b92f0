"""What an order is for, where a tool wants to know that: `book Rex in for his jab`, `put 45 on it for dinner`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from assistant.planner.english.dates import moments
from assistant.planner.english.durations import durations
from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.written import is_written
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot

if TYPE_CHECKING:
    from assistant.planner.filling.filling import Form

FOR = re.compile(
    r"\bfor (?:(?:an?|the|his|her|its|their|our|some|another) )?(?P<words>\ue000?[^\W\d_][^\d,.;:!?()]*?)"
    r"(?=\s+(?:on|to|onto|into|at|from|with|in|by|please|pls|thanks|thx|today|tomorrow|this|next|and)\b|\s*[,.;:!?)]|\s*$)",
    re.IGNORECASE,
)
PURPOSES = wordset("reason why cause purpose item occasion subject topic description what treatment charge")
SAYING = wordset("why what")
"""Beginnings of descriptions of what it is for: `Why the animal comes`, `What is charged`."""
IDLE = wordset("now sure good free ever example instance me us him her them you it that this all both")
LONGEST = 5


def take_purpose(form: Form, catalog: Catalog) -> None:
    params = [one for one in form.missing if _tells_purpose(one)]
    if len(params) != 1 or form.deed.reads:
        return
    for said in reversed(list(FOR.finditer(form.clause.text))):
        start, end = said.span("words")
        words = [one for one in form.clause.tokens if start <= one.start < end]
        if not _names_thing(form, words, catalog) and _is_purpose(words, said["words"]):
            form.take(params[0], said["words"].strip(), said.start(), end)
            return


def _tells_purpose(param: Slot) -> bool:
    if param.form != "text" or param.choices or param.is_id:
        return False
    described = identifier_words(param.description)
    return bool(PURPOSES & set(param.all_words)) or (is_written(param) and bool(SAYING & set(described[:1])))


def _names_thing(form: Form, words: Sequence[Token], catalog: Catalog) -> bool:
    """Whether one of the things that the tool takes, or anybody, is called so."""
    kinds = {kind for param in form.deed.params for kind in kinds_of(param, form.deed, catalog)}
    named = [known for _, known in catalog.named(words) if known.own & kinds]
    return bool(named) or any(one.is_name and one.text[:1].isupper() for one in words)


def _is_purpose(words: Sequence[Token], text: str) -> bool:
    """Neither a number nor a time."""
    is_named = any(one.is_id or one.is_number for one in words)
    is_timed = bool(durations(text) or moments(text, datetime.now(UTC)))
    is_idle = not any(one.is_content and one.word not in IDLE for one in words)
    return not is_named and not is_timed and not is_idle and len(words) <= LONGEST
