"""Arguments for a tool from what a text demands: what the server can see to, it sees to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from assistant.conversation import Arguments
from assistant.planner.catalog import Deed, Source
from assistant.planner.conditions import Condition, Order, same_words
from assistant.planner.dates import When
from assistant.planner.marks import unmarked
from assistant.planner.mentions import likeness
from assistant.planner.people import is_person
from assistant.planner.records import Record
from assistant.planner.schemas import Slot
from assistant.planner.spans import quotes
from assistant.planner.switches import sides
from assistant.planner.understanding import Wish, counterpart
from assistant.planner.vocabulary import FREE_TEXT_WORDS, QUERY_WORDS, SEARCHING, SORT_WORDS, wordset
from assistant.planner.wishes import kind_words
from assistant.planner.words import Token, stem

BEGIN_WORDS = wordset("since from start after begin starting earliest newer")
END_WORDS = wordset("until to end before till latest older")
DAY_WORDS = wordset("date day time on at when")
SEPARATING = wordset("of for in on at about and or with")
DOING = frozenset({"did", "does", "do", "has", "have", "had"})
TOWARDS = wordset("recipient to receiver addressee assignee")
AWAY = wordset("sender from author writer reporter by")
MAX_SEARCHES = 4
JOINERS = wordset("the of and a in for to on")


def from_conditions(wish: Wish) -> tuple[Arguments, list[Condition]]:
    """The arguments that see to conditions, and the conditions that only the results can show."""
    arguments: Arguments = {}
    left: list[Condition] = []
    for condition in wish.conditions:
        seen_to = _argument(wish.source, condition)
        if seen_to and not set(seen_to) & set(arguments):
            arguments |= seen_to
            left += [condition] if _is_half_seen_to(wish.source, condition, seen_to) else []
        else:
            left.append(condition)
    return arguments, left


def _is_half_seen_to(source: Source, condition: Condition, arguments: Arguments) -> bool:
    """Whether a stretch of time has been given only one of its ends, and the results show the other."""
    if condition.when is None or condition.when.side != "within" or source.field(condition.field) is None:
        return False
    words = [set(param.all_words) for param in source.deed.params if param.name in arguments]
    return len(words) == 1 and bool(words[0] & (BEGIN_WORDS | END_WORDS))


def _argument(source: Source, condition: Condition) -> Arguments:
    if condition.when is not None:
        several = sum(slot.is_moment for slot in source.fields) > 1
        field = source.field(condition.field) if several else None
        return {} if condition.negated else spanned(source.deed, condition.when, field)
    param = parameter(source, condition.field)
    if param is not None and condition.test == "flag" and condition.negated:
        return {param.name: False} if param.form == "truth" and _has_two_sides(param) else {}
    if param is None or condition.negated:
        return {}
    if condition.test == "flag" and param.form == "truth":
        return {param.name: True}
    if condition.test != "is" or len(condition.values) != 1:
        return {}
    value = condition.values[0]
    if param.choices:
        return {param.name: value} if value in param.choices else {}
    return {param.name: value} if param.form in ("text", "any") else {}


def _has_two_sides(param: Slot) -> bool:
    """Whether false asks for the opposite, and not for all."""
    return (param.is_nullable and param.default is None) or bool(sides(param)[1])


def parameter(source: Source, field: str) -> Slot | None:
    """The parameter that filters by a field."""
    usual = [one for one in source.deed.params if not set(one.all_words) & (SORT_WORDS | QUERY_WORDS)]
    named = [one for one in usual if one.name == field]
    alike = [one for one in usual if (found := counterpart(source, one)) is not None and found.name == field]
    own = [one for one in usual if _is_own_name(source, one) and field in ("name", "title", "label")]
    return next(iter(named + alike + own), None)


def _is_own_name(source: Source, param: Slot) -> bool:
    """`service` of a tool that lists services: by their names."""
    return (
        param.form == "text"
        and not param.choices
        and not param.is_id
        and any(same_words(param.name, noun) for noun in source.nouns)
    )


def spanned(deed: Deed, when: When, field: Slot | None = None) -> Arguments:
    """`since` and `until`, or the like; `date` where one day is meant."""
    result: Arguments = {}
    for param in deed.params:
        words = set(param.all_words)
        takes = param.is_moment or (param.form == "text" and "date" in param.description.casefold())
        if not takes or param.choices or (field is not None and _is_of_another(param, field)):
            continue
        if words & BEGIN_WORDS and when.side in ("since", "within", "after"):
            result[param.name] = written(when.first if when.side != "after" else when.last, param)
        elif words & END_WORDS and when.side in ("until", "within", "before"):
            is_beyond = bool(words & {"before", "older"}) and when.side != "before"
            last = when.last + timedelta(days=1) if is_beyond and param.form == "date" else when.last
            result[param.name] = written(when.first if when.side == "before" else last, param)
        elif words & {"date", "day", "on", "when"} and when.side == "within" and _is_one_day(when):
            result[param.name] = written(when.first, param)
    return result


def _is_one_day(when: When) -> bool:
    return when.last - when.first <= timedelta(days=1)


def _is_of_another(param: Slot, field: Slot) -> bool:
    """`arriving_from` says nothing of when somebody leaves."""
    own = [stem(word) for word in param.all_words if word not in BEGIN_WORDS | END_WORDS | DAY_WORDS]
    return bool(own) and not any(likeness(word, key) for word in own for key in field.key)


def written(moment: datetime, param: Slot) -> str:
    """As the schema has it: a date, a time, or both."""
    if param.form == "date" or (param.form == "text" and "date" in param.all_words and "time" not in param.all_words):
        return moment.date().isoformat()
    if param.form == "time":
        return moment.time().isoformat("minutes")
    return moment.replace(microsecond=0).isoformat()


def sort_argument(source: Source, order: Order | None) -> Arguments:
    """Where a parameter for the order has a choice for this one; the results are put in order all the same."""
    param = source.deed.param(SORT_WORDS, "text")
    slot = source.field(order.field) if order else None
    if param is None or order is None or slot is None:
        return {}
    wanted = [
        choice
        for choice in param.choices
        if any(likeness(key, part) == 1 for key in slot.key for part in Slot(choice).key)
    ]
    strong = [choice for choice in wanted if ("most" in choice) == order.descending]
    return {param.name: (strong or wanted)[0]} if wanted else {}


def cued(wish: Wish, found: Sequence[Token]) -> Arguments:
    """Names beside the words that say what they are names of: `owned by Alice`, `team Platform`, `Alice's projects`."""
    names = _runs(wish.unexplained, found)
    open_ = [param for param in wish.source.deed.params if _takes_names(param)]
    result: Arguments = {}
    query = wish.source.deed.query
    for run in names:
        if any(found[at].is_id for at in run):
            return {}
        fitting = [param for param in open_ if param.name not in result and _is_cued(param, run, found, open_, wish)]
        param = fitting[0] if len(fitting) == 1 else query
        if param is None or param.name in result:
            return {}
        result[param.name] = _text(run, found)
    return {} if query is not None and set(result) == {query.name} else result


def searches(wish: Wish, found: Sequence[Token], text: str) -> list[tuple[Arguments, list[int]]]:
    """What to look for, with the words that are left out: all that is unexplained, else only what it is about."""
    places = wish.unexplained
    tried = [(cued(wish, found) or query_argument(wish, found, text), list[int]())]
    runs = _runs(places, found)
    is_search = any(token.word in SEARCHING for token in found) or bool(kind_words(found, wish.source))
    if any(found[at].is_quoted for at in places) or wish.source.deed.query is None or not is_search:
        return [one for one in tried if one[0]]
    for run in reversed(runs) if len(places) > 1 else ():
        dropped = [at for at in places if at not in run]
        if any(found[at].is_name or found[at].owns or found[at].is_id for at in dropped):
            continue
        kept = replace(wish, explained=wish.explained | set(dropped))
        tried.append((cued(kept, found) or query_argument(kept, found, text), dropped))
    unique: list[tuple[Arguments, list[int]]] = []
    for one in tried:
        if one[0] and one[0] not in [other for other, _ in unique]:
            unique.append(one)
    return unique[:MAX_SEARCHES]


def addressed(wish: Wish, things: Sequence[Record], taken: Sequence[int]) -> list[Condition]:
    """`messages for Alice`, and not those from her."""
    people = [slot for slot in wish.source.fields if is_person(slot) and slot.form == "text"]
    for at in taken:
        before = wish.found[at - 1].word if at else ""
        wanted = TOWARDS if before in ("for", "to") else AWAY if before in ("from", "by") else frozenset[str]()
        for slot in (one for one in people if wanted & set(one.all_words)):
            values = {one.get(slot.name) for one in things if _is_named(one.get(slot.name), wish.found[at])}
            if values:
                return [Condition(slot.name, "is", tuple(values), tokens=frozenset({at}))]
    return []


def _is_named(value: object, token: Token) -> bool:
    return isinstance(value, str) and token.word in value.casefold().split()


def _takes_names(param: Slot) -> bool:
    words = set(param.all_words)
    is_text = param.form in ("text", "any") and not param.choices and not param.is_id
    return is_text and not words & (QUERY_WORDS | FREE_TEXT_WORDS | SORT_WORDS | {"cursor", "format"})


def _is_cued(param: Slot, run: Sequence[int], found: Sequence[Token], params: Sequence[Slot], wish: Wish) -> bool:
    around = [*_before(run[0], found), *range(run[-1] + 1, min(run[-1] + 2, len(found)))]
    if any(likeness(found[at].stem, key) for at in around for key in param.key):
        return True
    if _is_own_name(wish.source, param):
        return len(params) == 1
    people = [one for one in params if is_person(one)]
    before = found[run[0] - 1].word if run[0] else ""
    after = found[run[-1] + 1].word if run[-1] + 1 < len(found) else ""
    is_led = before in ("for", "from", "to") and found[run[0]].text[:1].isupper()
    is_doer = is_led or before == "by" or (before in DOING and after != "") or after in SEARCHING
    return people == [param] and (found[run[-1]].owns or is_doer)


def _before(at: int, found: Sequence[Token]) -> list[int]:
    """The words before a name, back to what parts them from it: in `owner Alice`, not in `owner of Apollo`."""
    places: list[int] = []
    for here in range(at - 1, max(-1, at - 4), -1):
        if found[here].word in SEPARATING:
            break
        places.append(here)
    return places


def _runs(places: Sequence[int], found: Sequence[Token]) -> list[list[int]]:
    """Words that stand together, small words between them not counted."""
    runs: list[list[int]] = []
    for at in places:
        gap = range(runs[-1][-1] + 1, at) if runs else range(0)
        is_near = bool(runs) and all(found[here].word in JOINERS - {"and", "in", "for", "to", "on"} for here in gap)
        if is_near and not found[runs[-1][-1]].owns:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _text(run: Sequence[int], found: Sequence[Token]) -> str:
    return " ".join(found[at].text for at in range(run[0], run[-1] + 1))


def query_argument(wish: Wish, found: Sequence[Token], text: str) -> Arguments:
    """The words that nothing else explains, for a parameter that takes any words."""
    param = wish.source.deed.query
    places = wish.unexplained
    if param is None or not places:
        return {}
    if any(found[at].is_quoted for at in places) and (quoted := quotes(text)):
        return {param.name: quoted[0]}
    between = range(places[0], places[-1] + 1)
    is_whole = all(at in places or found[at].word in JOINERS for at in between)
    words = (
        text[found[places[0]].start : found[places[-1]].end] if is_whole else " ".join(found[at].text for at in places)
    )
    return {param.name: unmarked(words).strip("\"'“”`").removesuffix("'s").removesuffix("\u2019s")}


def whole(value: float, param: Slot) -> Any:
    return int(value) if param.form == "whole" or float(value).is_integer() else value
