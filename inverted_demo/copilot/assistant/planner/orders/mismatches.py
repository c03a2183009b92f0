"""Words of an order that say that a tool is for something else: another id, the opposite, a thing that is new."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.durations import durations
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import SAID, time_unit
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.sources import beginning
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.matching import ordered

WHOM = re.compile(r"\b(?:him|her|them)\b", re.IGNORECASE)
"""In an order: who was named before it is what it is done to, or with."""
NOTING = wordset("put write jot mark note pencil stick pop")
"""Verbs with which `down` says that something is written down somewhere."""
NEAR = 4
AIMING = wordset("to for from of on in with at by into as")
PARTICLES = {"in": "out", "out": "in", "on": "off", "off": "on", "up": "down", "down": "up"}


def takes_other_ids(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`move TR-52`, of a trip, for a tool that needs ids and takes none like that."""
    told = {beginning(token.word) for token in clause.tokens if token.is_id and not token.is_quoted} - {""}
    taken = {one: _beginnings(one) for one in catalog.acts} if told else {}
    own, others = taken.get(deed, set[str]()), set[str]().union(*taken.values())
    return bool(own and told & others) and not told & own


def is_done_to_other_id(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`cancel B-7`, of a booking, for a tool that takes trips; but not `cancel B-7's trip`."""
    found = clause.tokens[clause.begin + 1 : clause.begin + 1 + NEAR] if clause.verb is not None else ()
    at = next((at for at, token in enumerate(found) if token.is_id or token.word in AIMING), None)
    if at is None or not found[at].is_id or found[at].owns or found[at].is_quoted:
        return False
    own, code = _beginnings(deed), beginning(found[at].word)
    own |= {code for param in deed.params for kind in kinds_of(param, deed, catalog) for code in kind.id_beginnings}
    others = set[str]().union(*(_beginnings(one) for one in catalog.acts if one is not deed))
    return bool(own) and code in others and code not in own


def _beginnings(deed: Deed) -> set[str]:
    return {beginning(sample) for param in deed.params for sample in param.samples} - {""}


def takes_other_names(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`put Ada down for the Monday delivery`, of somebody whom only another tool takes."""
    found = clause.tokens if WHOM.search(clause.text.partition(SAID)[0]) else ordered(clause)
    named = [known.own for _, known in catalog.named(found) if known.own and not known.is_part]
    taken = {one: {kind for param in one.params for kind in kinds_of(param, one, catalog)} for one in catalog.acts}
    taken = {one: kinds for one, kinds in taken.items() if kinds} if named else {}
    return deed in taken and any(
        not own & taken[deed] and any(own & kinds for kinds in taken.values()) for own in named
    )


def takes_no_length(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`it leaves 20 minutes late`, for a tool that takes no time at all, where another one takes minutes."""
    if not durations(clause.text) or any(one.is_moment or one.form == "time" or time_unit(one) for one in deed.params):
        return False
    return any(time_unit(one) for other in catalog.acts for one in other.params if one.form in ("whole", "number"))


def is_turned_round(deed: Deed, clause: Clause) -> bool:
    """`check him out` is not to check him in."""
    own = next((word for word in deed.name_words[1:2] if word in PARTICLES), "")
    found = clause.tokens[clause.begin + 1 :]
    is_noting = clause.verb is not None and clause.verb.word in NOTING
    towards = {at for at, one in enumerate(found) if one.word == "down" and (is_noting or _is_led(found, at))}
    after = [token.word for at, token in enumerate(found) if not token.is_quoted and at not in towards]
    first = next((word for word in after if word in (own, PARTICLES.get(own))), own)
    return bool(own) and first != own


def _is_led(found: Sequence[Token], at: int) -> bool:
    """`down for it`."""
    return [one.word for one in found[at + 1 : at + 2]] == ["for"]


def is_of_new(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`open a new incident`: a tool that needs one that there is makes none."""
    words = clause.words[clause.begin + 1 :]
    if words[1:2] != ["new"] or words[0] not in ("a", "an", "another"):
        return False
    made = {concept(token.stem) for token in clause.tokens[clause.begin + 3 : clause.begin + 5]}
    kinds = [kind for param in deed.required for kind in kinds_of(param, deed, catalog)]
    return any(made & set(map(concept, kind.nouns)) for kind in kinds)
