"""Words that nothing else explains, for the parameters that take names or any words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.conversation import Arguments
from assistant.planner.english.likeness import likeness
from assistant.planner.english.marks import unmarked
from assistant.planner.english.spans import quotes
from assistant.planner.english.vocabulary import FREE_TEXT_WORDS, QUERY_WORDS, SEARCHING, SORT_WORDS, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.arguments import is_own_name
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import Record
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.wishes import Wish, kind_words

SEPARATING = wordset("of for in on at about and or with")
DOING = frozenset({"did", "does", "do", "has", "have", "had"})
TOWARDS = wordset("recipient to receiver addressee assignee")
AWAY = wordset("sender from author writer reporter by")
MAX_SEARCHES = 4
JOINERS = wordset("the of and a in for to on")


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
    if is_own_name(wish.source, param):
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
