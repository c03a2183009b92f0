"""Orders in the form of sentences: `P-1 has to be on hold`, `P-1 is done now, note that`, `… and P-2 too`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import REPORTING, Clause, clauses
from assistant.planner.english.stems import concept, identifier_words
from assistant.planner.english.vocabulary import ARTICLES, NEGATIONS, WH, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import CHANGING
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import Mention, spot
from assistant.planner.orders.put_so import as_setting
from assistant.planner.orders.reports import WRITE_IT
from assistant.planner.wishes.wishes import is_naming

LED = (
    r"^(?:(?:and|so|then|but|also|now|right|okay|ok|please|pls|sorry|(?:from|as of) (?:now|today)(?: on)?)"
    r"\b[\s,]*)*"
    r"(?:(?:i|we)(?: would|'d)? (?:want|need|like|love|prefer)(?: to have)? )?"
)
SMALL = r"(?:both|all|now|just|really)"
TURNED = r"(?:set|put|changed|switched|moved|marked|turned|flagged|recorded|noted)"
BOUND = (
    rf"(?:{SMALL} )*(?:(?:has|have|needs?|is|are|ought)(?: {SMALL})* to|(?:should|must|shall|can)(?: {SMALL})*)"
    rf" (?:be|go|become)(?: back)?(?: {TURNED})?(?: (?:to|as|on to|into))?"
    r"|(?:(?:both|all) )?goe?s?(?: back)?(?: (?:to|into))?"
    r"|wants? (?:setting|putting|marking|changing|moving)(?: (?:to|as|into))?"
    rf"|(?:to be )?{TURNED} (?:to|as|into)|to (?:be|go)(?: (?:to|into))?"
    r"|(?:(?:is|are) meant|wants?) to (?:be|go)(?: (?:to|into))?"
)
"""What says that something is to become so."""
IS = rf"(?:is|are|was|were|has been|have been)(?: {SMALL})*"
BEHIND = (
    r"(?:[\s,]+(?:now|again|please|pls|then|too|for now|from (?:now|today) on|from (?:now|today)|at once|asap))*\W*$"
)
TO_BE = re.compile(rf"{LED}(?P<what>.+?) (?:{BOUND}) (?P<choice>.+?)(?P<behind>{BEHIND})", re.IGNORECASE | re.DOTALL)
IS_NOW = re.compile(rf"{LED}(?P<what>.+?) {IS} (?P<choice>.+?){BEHIND}", re.IGNORECASE | re.DOTALL)
BARE = re.compile(
    rf"{LED}(?P<what>.+?)(?::| (?:back )?(?:to|as|=>|->)) (?P<choice>.+?){BEHIND}", re.IGNORECASE | re.DOTALL
)
JOINTS = re.compile(r",? and (?:then )?|[,;] (?:and |then )?", re.IGNORECASE)
SAME = r"(?:do |make )?(?:exactly )?(?:the same|likewise)(?: thing)? (?:with|for|to|goes for) (?P<other>.+?)"
ALSO = rf"(?:{SAME}|(?P<more>[^,;.]+?),? (?:too|as well|also|likewise))(?: please)?\W*$"
TOO = (
    re.compile(rf"^(?:and |also )*(?P<order>){ALSO}", re.IGNORECASE),
    re.compile(rf"^(?P<order>.+?)(?:[,;]|,? and|,? also) (?:also )?{ALSO}", re.IGNORECASE),
)
NOTED = re.compile(
    r"^(?P<told>.+?)[\s,;-]+(?:so )?(?:please |pls |just |can you |could you )*"
    r"(?:note|record|log|mark|register|set|change|update|enter|put) (?:that|it|this)"
    r"(?: (?:so|in|down|accordingly|please|pls|thanks))*\W*$",
    re.IGNORECASE | re.DOTALL,
)
BOTH = re.compile(r"\bboth (?:of )?(?!the (?:of )?them\b)", re.IGNORECASE)
AIMS = wordset("to as into on in onto be")
DOUBTS = (
    NEGATIONS
    | REPORTING - {"should", "must"}
    | WH
    | wordset("if unless until maybe perhaps probably i we you he she they")
)
LOOSE = ARTICLES | wordset("back to as into on in now again both please")


def with_declared(found: Sequence[Clause], catalog: Catalog) -> list[Clause]:
    """The clauses, with such sentences as plain orders."""
    result: list[Clause] = []
    for at, clause in enumerate(found):
        is_noted = at + 1 < len(found) and WRITE_IT.match(found[at + 1].text) is not None
        if at and WRITE_IT.match(clause.text) and result and result[-1].text != found[at - 1].text:
            continue
        if result and (again := _same_again(result[-1], clause, catalog)):
            result[-1:] = [part for one in again for part in _parted(one, catalog) or [one]]
            continue
        result += _orders(clause, is_noted, catalog) or [clause]
    return result


def _orders(clause: Clause, is_noted: bool, catalog: Catalog) -> list[Clause]:
    if plain := as_setting(clause, is_noted, catalog):
        inner = clauses(plain, catalog)
        return [part for one in inner for part in _parted(one, catalog) or [one]]
    if clause.mood == "orders" and (halves := _halves(clause, TO_BE, catalog)):
        return halves
    if clause.mood == "orders" and clause.verb is not None and not clause.verb.is_id:
        inner = _same_again(None, clause, catalog) or [clause]
        return [part for one in inner for part in _parted(one, catalog) or [one]]
    is_order = clause.mood == "orders" and (clause.verb is None or clause.verb.is_id)
    if not (clause.mood == "states" or is_order) or clause.condition or clause.is_unsure:
        return []
    if said := NOTED.match(clause.text):
        inner = clauses(said["told"], catalog)
        return _orders(inner[0], True, catalog) if len(inner) == 1 else []
    forms = (IS_NOW, TO_BE) if is_noted else (TO_BE, BARE)
    if told := next((one for form in forms if (one := _order(clause.text, form, catalog))), None):
        return _parted(told, catalog) or [told]
    return next((halves for form in forms if (halves := _halves(clause, form, catalog))), [])


def _halves(clause: Clause, form: re.Pattern[str], catalog: Catalog) -> list[Clause]:
    """`P-1 should be done and P-2 should be planned`."""
    for joint in JOINTS.finditer(clause.text):
        parts = [_order(one, form, catalog) for one in (clause.text[: joint.start()], clause.text[joint.end() :])]
        if all(parts):
            return [replace(one, is_unsure=False) for one in parts if one]
    return []


def _parted(order: Clause, catalog: Catalog) -> list[Clause]:
    """`mark P-1 as done and the late one as planned`, `set P-1 and the late one to done`: one order for each."""
    if order.verb is None or order.condition:
        return []
    for joint in JOINTS.finditer(order.text):
        first = clauses(order.text[: joint.start()], catalog)
        second = _order(order.text[joint.end() :], BARE, catalog)
        if second and len(first) == 1 and first[0].mood == "orders" and [*_choice_places(first[0], catalog)]:
            return [first[0], *(_parted(second, catalog) or [second])]
    aims = [*_choice_places(order, catalog)]
    if len(aims) != 1:
        return []
    opened, what, aim = order.text[: order.verb.end], order.text[order.verb.end : aims[0]], order.text[aims[0] :]
    parts = [clauses(one, catalog)[0] for one in JOINTS.split(BOTH.sub("", what)) if one.strip()]
    if not _is_mixed([one.tokens for one in parts], catalog):
        return []
    told = [clauses(f"{opened} {one.text} {aim}", catalog) for one in parts]
    return [one[0] for one in told] if all(len(one) == 1 and one[0].mood == "orders" for one in told) else []


def _is_mixed(parts: Sequence[Sequence[Token]], catalog: Catalog) -> bool:
    """`P-1 and the late one`, `Ada's order and Bo's order`: each part says by itself which thing it means."""
    if len(parts) < 2 or not all(_is_thing(one, catalog, is_bare=False) for one in parts):
        return False
    ids = [any(token.is_id for token in one) for one in parts]
    kinds = [any(concept(token.stem) in catalog.concepts and not token.is_known for token in one) for one in parts]
    return all(kinds) or (any(ids) and not all(ids))


def _order(text: str, form: re.Pattern[str], catalog: Catalog) -> Clause | None:
    said = form.match(text)
    if said is None:
        return None
    is_open = form is TO_BE and _is_only_opinion(said)
    what, choice = said["what"], said["choice"]
    parts = [clauses(one, catalog) for one in (what, choice)]
    if any(len(one) != 1 for one in parts):
        return None
    subject, aim = parts[0][0].tokens, parts[1][0].tokens
    if not _is_thing(subject, catalog, is_bare=form is BARE) or not _is_choice(aim, catalog):
        return None
    [order, *rest] = clauses(f"set {what} to {choice}", catalog)
    return None if rest else replace(order, mood="orders", verb=order.tokens[0], begin=0, is_unsure=is_open)


def _is_only_opinion(said: re.Match[str]) -> bool:
    """`P-1 should be done` may be what somebody thinks; `should be done from now on` is an order."""
    between = said.string[said.end("what") : said.start("choice")].split()
    return bool({"should", "shall"} & {*between}) and not (said["behind"].strip(" .!") or "both" in between)


def _is_thing(found: Sequence[Token], catalog: Catalog, is_bare: bool) -> bool:
    """Whether something is named, and nobody says or doubts it; by itself, where there is no verb."""
    named = [one for one in found if one.is_id or one.is_known or one.is_name or one.is_number]
    is_kind = any(concept(one.stem) in catalog.concepts for one in found[1:])
    if not (named or (is_kind and found[0].word in ARTICLES)) or any(
        (one.word in DOUBTS and not one.is_known) or (one.is_quoted and not one.is_known) for one in found
    ):
        return False
    if not is_bare or found[0].word in ARTICLES or any(one.owns for one in found):
        return True
    return not any(one not in named and is_naming(one) and concept(one.stem) not in catalog.concepts for one in found)


def _is_choice(found: Sequence[Token], catalog: Catalog) -> bool:
    """Whether all that is said is what a tool lets choose."""
    params = [one for deed in catalog.acts for one in deed.params if one.required or CHANGING & deed.verbs]
    told = [{*one.span} | _own(found, one) for one in spot(found, params) if one.choice]
    content = {at for at, one in enumerate(found) if one.word not in LOOSE}
    return any(content <= one for one in told) and bool(told) and not any(one.is_quoted for one in found)


def _own(found: Sequence[Token], said: Mention) -> set[int]:
    """All words of a choice: with the `not` of `not started`."""
    words = identifier_words(said.choice or "")
    return {at for at, one in enumerate(found) if one.word in words}


def _same_again(order: Clause | None, clause: Clause, catalog: Catalog) -> list[Clause] | None:
    """`… and P-2 too`, `… and do the same with P-2`: one order for both."""
    said = TOO[order is None].match(clause.text)
    other = (said["other"] or said["more"]) if said else ""
    before = (said["order"] if said else "") or (order.text if order and order.mood == "orders" else "")
    if not before or said is None or (order is not None and said["order"]):
        return None
    base = clauses(before, catalog)
    named = clauses(other, catalog)
    if (
        len(base) != 1
        or base[0].mood != "orders"
        or len(named) != 1
        or not _is_thing(named[0].tokens, catalog, is_bare=not said["other"])
    ):
        return None
    at = next(iter(_choice_places(base[0], catalog)), len(base[0].text))
    text = f"{base[0].text[:at].rstrip()} and {other} {base[0].text[at:]}".strip()
    found = clauses(text, catalog)
    return found if len(found) == 1 and found[0].mood == "orders" else None


def _choice_places(order: Clause, catalog: Catalog) -> Iterator[int]:
    """Where in an order that begins which says what something is to become."""
    found = order.tokens
    params = [one for deed in catalog.acts for one in deed.params if one.required or CHANGING & deed.verbs]
    for said in sorted((one for one in spot(found, params) if one.choice), key=lambda one: one.start):
        start = said.start
        while start and found[start - 1].word in AIMS | ARTICLES:
            start -= 1
        if order.begin < start and any(one.word in AIMS for one in found[start : said.start]):
            yield found[start].start
