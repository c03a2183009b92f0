"""Orders without the verb of a tool: `take me to …`, `where on this page is …`, `two hours of … on Friday, please`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.verbless import names_deed
from assistant.planner.english.likeness import likeness
from assistant.planner.english.spans import uncapitalized
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.filling.filling import fill_plain
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.deeds import find_deed
from assistant.planner.orders.matching import points_out
from assistant.planner.orders.own_hands import taking

PAGE = r"(?:page|screen|dashboard|display|map|board|chart)"
ON_PAGE = rf"(?:on|in) (?:this|the|my|our) {PAGE}"
OPENING = r"^(?:please |pls |now |and |then |so |ok |okay |can you |could you |just )*"
WHERE = r"(?:show me |tell me )?where(?: ?['\u2019]?s| is| are| can (?:i|we) (?:see|find)| do (?:i|we) (?:see|find))?"
SHOW = r"(?:(?:show|point) (?:me|us)(?: (?:to|at))?|point (?:out|to|at)|show)"
POINTING_OUT = (
    re.compile(
        rf"{OPENING}(?:(?:scroll|jump|take|bring|walk|lead|navigate|get) (?:me|us)|(?:scroll|move) the {PAGE}"
        r"|scroll|jump|navigate|go)(?: over| down| up| straight| right| back)* (?:to (?=\S)|(?=there\b))(?P<what>.+)$",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(rf"{OPENING}{WHERE} (?P<what>.+?) {ON_PAGE}\W*$", re.IGNORECASE | re.DOTALL),
    re.compile(
        rf"{OPENING}{WHERE} {ON_PAGE} (?:is |are |can i (?:see|find) )?(?P<what>.+)$", re.IGNORECASE | re.DOTALL
    ),
    re.compile(rf"{OPENING}{SHOW} {ON_PAGE} (?P<what>.+)$", re.IGNORECASE | re.DOTALL),
    re.compile(rf"{OPENING}{SHOW} (?P<what>.+?) {ON_PAGE}\W*$", re.IGNORECASE | re.DOTALL),
    re.compile(rf"{OPENING}(?:show me|point out) where (?P<what>.+?) (?:is|are)\W*$", re.IGNORECASE | re.DOTALL),
)
THERE = re.compile(r"^there\b", re.IGNORECASE)
WISHING = wordset("need want please")


def spelled_out(desk: Desk, found: Sequence[Clause]) -> list[Clause]:
    """The clauses, with such orders as orders; one that only says again what is to be shown is left out."""
    result: list[Clause] = []
    pointed = False
    for clause in found:
        clause = taking(desk.catalog, clause) or clause
        shown = _pointing_out(desk.catalog, clause)
        if not (shown and pointed and shown.words[1:] == ["it"]):
            result.append(shown or _nominal(desk, clause))
        pointed = shown is not None
    return result


def _pointing_out(catalog: Catalog, clause: Clause) -> Clause | None:
    deed = next((one for one in catalog.acts if points_out(one)), None)
    said = next((match for one in POINTING_OUT if (match := one.match(clause.text))), None)
    if deed is None or said is None or clause.mood == "forbids" or not deed.name_words:
        return None
    return _order(catalog, deed, clause, THERE.sub("it", said["what"]))


def _order(catalog: Catalog, deed: Deed, clause: Clause, what: str) -> Clause:
    """As it would be said with the verb of the tool."""
    [order, *_] = clauses(f"{deed.name_words[0]} {uncapitalized(what)}", catalog)
    return replace(clause, text=order.text, tokens=order.tokens, mood="orders", verb=order.tokens[0], begin=0)


def _nominal(desk: Desk, clause: Clause) -> Clause:
    """What is wished for, as an order where a tool does it, and otherwise as something to look up."""
    if clause.mood == "orders" and clause.verb is None and find_deed(clause, desk.catalog) is None:
        return replace(clause, mood="states")
    able = (deed for deed in desk.catalog.acts if _is_for(desk, deed, clause))
    deed = next(able, None) if clause.mood == "states" else None
    return _order(desk.catalog, deed, clause, clause.text) if deed else clause


def _is_for(desk: Desk, deed: Deed, clause: Clause) -> bool:
    """Whether times and amounts that a tool needs stand beside what it is for."""
    told = fill_plain(desk, deed, clause, set()).arguments
    needed = [one for one in deed.required if one.is_moment or one.is_measure or one.form in ("whole", "number")]
    given = [told[one.name] for one in needed if one.name in told]
    is_past = any(isinstance(one, str) and one[:10] < desk.now.date().isoformat() for one in given)
    begin = clause.begin + (clause.words[clause.begin : clause.begin + 1] in (["a"], ["an"], ["another"]))
    is_called = not clause.is_unsure and names_deed(clause.tokens[begin:], desk.catalog)
    is_wished = bool(WISHING & set(clause.words)) or len(given) > 1 or is_called
    own = {*deed.nouns, *(key for one in needed for key in one.key)}
    kinds = desk.catalog.concepts - set(map(concept, own))
    is_listing = any(is_plural(one.word) and concept(one.stem) in kinds for one in clause.tokens)
    named = any(likeness(one.stem, key) for one in clause.tokens if one.is_content for key in own)
    return bool(given) and is_wished and named and not is_past and not is_listing
