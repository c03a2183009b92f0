"""Two things of one kind that a tool takes, told apart by their role: `move 5 from A-01 to A-07`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.planner.clauses.bidding import SWAPPING
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import CHANGE_VERBS, LOOSE_VERBS, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.written import SAID
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import Deed
from assistant.planner.wishes.wishes import is_naming

BEHIND = wordset("from source src origin old previous former current giver sender donor off leaving")
AHEAD = wordset("to target dest destination new next receiver recipient into onto other second")
LEAVING = wordset("from off")
REACHING = wordset("to into onto in")
GETTING = frozenset({"for", "with"})
"""What comes behind them is had for what is swapped."""
BETWEEN = wordset("with for by at on because as and but")
"""What begins another part of an order."""


def sided(deed: Deed, clause: Clause, catalog: Catalog) -> Mapping[str, frozenset[int]]:
    """The tokens in which each of the parameters that share a kind of things can have its own."""
    pairs = _sharing(deed, catalog)
    if not pairs:
        return {}
    found, begin, said = clause.tokens, clause.begin, clause.text.find(SAID)
    order = [at for at, token in enumerate(found) if said < 0 or token.start < said]
    places = _places(found[: len(order)], begin)
    open_ = [side for side in ("behind", "ahead") if not any(_names(found[at]) for at in places[side])]
    before = frozenset(range(len(order), len(found)))
    if any(found[at].is_id for at in before):  # what was told before an order has the role that it leaves open
        places |= {side: places[side] | before for side in open_}
    elif any(_is_place(found, at) for at in range(begin, len(order))) and "behind" in open_:
        places = {**places, "behind": places["behind"] | before, "ahead": places["ahead"] | places[""]}
    elif len(open_) == 1:  # `swap A-1 for A-2`, `put A-1 into A-2`
        places |= {side: places[side] | places[""] for side in open_}
    result: dict[str, frozenset[int]] = {}
    for params in pairs:
        sides = {param.name: _side(param, params) for param in params}
        if set(sides.values()) >= {"behind", "ahead"}:
            result |= {name: places[side] if side else places[""] for name, side in sides.items()}
        else:
            result |= _in_turn(params, found, begin)
    return result


def takes_over(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`put Ada on it instead of Bo`, `swap Ada for Bo`, for a tool that is told both."""
    found, verb = clause.tokens, clause.verb.word if clause.verb else ""
    is_swap = verb in SWAPPING and clause.has(*GETTING)
    is_put = verb in CHANGE_VERBS | LOOSE_VERBS and any(_is_place(found, at) for at in range(len(found)))
    return (is_swap or is_put) and bool(sided(deed, clause, catalog))


def _sharing(deed: Deed, catalog: Catalog) -> list[list[Slot]]:
    """Groups of parameters that take things of one kind."""
    groups: dict[frozenset[object], list[Slot]] = {}
    for param in deed.params:
        if kinds := frozenset[object](kinds_of(param, deed, catalog)):
            groups.setdefault(kinds, []).append(param)
    return [params for params in groups.values() if len(params) > 1]


def _side(param: Slot, params: Sequence[Slot]) -> str:
    """Whether a thing is left or reached; of two of which one has no role, the other one's opposite."""
    own = _role(param)
    others = {_role(one) for one in params if one is not param} - {""}
    if own or len(params) != 2 or len(others) != 1:
        return own
    return "ahead" if others == {"behind"} else "behind"


def _role(param: Slot) -> str:
    words = set(param.all_words)
    return "behind" if words & BEHIND else "ahead" if words & AHEAD else ""


def _places(found: Sequence[Token], begin: int) -> dict[str, frozenset[int]]:
    """The tokens behind the prepositions of each side; those behind none can be the side that is not told."""
    sides: dict[str, set[int]] = {"behind": set(), "ahead": set(), "": set()}
    side = ""
    for at in range(begin + 1, len(found)):
        word = found[at].word
        if not found[at].is_quoted and word in LEAVING | REACHING | BETWEEN:
            is_out = word in LEAVING
            is_in = word in REACHING or (word in GETTING and found[begin].word in SWAPPING)
            side = "behind" if is_out else "ahead" if is_in else ""
        elif not found[at].is_quoted and word == "of" and (found[at - 1].word == "out" or _is_place(found, at)):
            side = "behind"
        else:
            sides[side].add(at)
    return {one: frozenset(places) for one, places in sides.items()}


def _is_place(found: Sequence[Token], at: int) -> bool:
    """The `of` of `instead of`, `in place of`."""
    return found[at].word == "of" and at > 0 and found[at - 1].word in ("instead", "place")


def _names(token: Token) -> bool:
    return token.is_id or token.is_known or token.is_number


def _in_turn(params: Sequence[Slot], found: Sequence[Token], begin: int) -> dict[str, frozenset[int]]:
    """Where no parameter says its role: as they are told, or beside the words for it."""
    runs = _runs(found, begin)
    if len(runs) != len(params):
        return {}
    beside = {
        param.name: [run for run in runs if run[0] and found[run[0] - 1].stem in map(stem, param.all_words)]
        for param in params
    }
    if all(len(own) == 1 for own in beside.values()):
        return {name: frozenset(own[0]) for name, own in beside.items()}
    return {param.name: frozenset(run) for param, run in zip(params, runs, strict=True)}


def _runs(found: Sequence[Token], begin: int) -> list[list[int]]:
    """The ids and known names, each with all its words."""
    runs: list[list[int]] = []
    for at in range(begin + 1, len(found)):
        if not (found[at].is_id or found[at].is_known) or not is_naming(found[at]):
            continue
        if runs and runs[-1][-1] == at - 1 and found[at].is_known and found[at - 1].is_known:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs
