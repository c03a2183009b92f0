"""Which tool an order means: by its verb; where that says next to nothing, the one that explains all of its words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.likeness import likeness
from assistant.planner.english.numbers import NUMBER_WORDS
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import CHANGE_VERBS, LOOSE_VERBS, SUPERLATIVES, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import SAID, Form, fill_plain
from assistant.planner.filling.texts import is_telling
from assistant.planner.filling.written import written_tail
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Asking, Choosing, Desk, Stuck
from assistant.planner.offer.references import is_searched, kinds_of
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.aims import is_other_aim
from assistant.planner.orders.asking_back import no_deed, spoken_deed
from assistant.planner.orders.checks import Several, check, is_of_something_else
from assistant.planner.orders.deeds import AGAINST, DESCRIBED, find_deed, is_aimed_elsewhere
from assistant.planner.orders.matching import OWN_VERB, asks_more, is_no_showing, match_of
from assistant.planner.orders.meant import is_strong
from assistant.planner.orders.mismatches import is_turned_round
from assistant.planner.orders.said import retold
from assistant.planner.orders.things import complete, things_in
from assistant.planner.orders.weighing import said_of
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import plain

LIGHT = CHANGE_VERBS | LOOSE_VERBS | wordset("add send let have")
"""Verbs that leave it to the other words what is to be done."""
SETTING = wordset("set change update switch turn make mark move flag")
"""Verbs of what something is to be, which report nothing."""
ENOUGH = 2
"""So many arguments at least are no chance."""


@dataclass
class Plan:
    """A tool, and its calls."""

    form: Form
    several: Several


async def planned(desk: Desk, clause: Clause, focus: Focus) -> Plan:
    """Raises `Stuck` where no tool does what is ordered, and `Asking` where something is not said yet."""
    deed = find_deed(clause, desk.catalog, focus.nouns if pointing(clause, set()) else ())
    plan, error = None, Stuck(no_deed(clause, desk.catalog))
    try:
        plan = await plan_of(desk, deed, clause, focus) if deed else None
    except Choosing:
        raise
    except (Asking, Stuck) as one:
        error = one
    left = await left_of(desk, plan) if plan and _is_light(clause, desk.catalog) else []
    if (plan is None or left) and (other := await _other(desk, clause, focus, deed)):
        return other
    if plan is None:
        raise error
    if strange := [token for token in left if is_strong(token)]:
        what = f"“{plain(clause.text[strange[0].start : strange[-1].end])}”"
        raise Asking(f"I can't tell what {what} says of it: {spoken_deed(plan.form.deed)}. Which one do you mean?")
    is_bare = _takes_only_things(plan, desk.catalog)
    if is_bare and _is_light(clause, desk.catalog) and await _is_made_up(desk, plan):
        raise Stuck(no_deed(clause, desk.catalog))
    if left and is_bare:
        raise Stuck(no_deed(clause, desk.catalog))
    return plan


def _is_searched(deed: Deed, catalog: Catalog) -> bool:
    """Whether it takes what only a search tells: two of that name were found, so that nothing else is meant."""
    return any(is_searched(kind) for one in deed.required for kind in kinds_of(one, deed, catalog))


async def _is_made_up(desk: Desk, plan: Plan) -> bool:
    """Whether fewer words speak of things than a call has: `Ada's hours are 12 now, change that`."""
    found = plan.form.clause.tokens
    for arguments, _ in plan.several:
        things = await things_in(desk, plan.form.deed, arguments)
        told = {at for one in things.values() for at in await said_of(desk, plan.form, one)} | plan.form.used
        names = {at for at in told if found[at].is_known or found[at].is_name or found[at].is_id}
        runs = sum(at - 1 not in names for at in names) + len(pointing(plan.form.clause, set()))
        runs += sum(token.word in DESCRIBED | SUPERLATIVES.keys() for token in found)
        if len(things) > max(2, runs):
            return True
    return False


def _takes_only_things(plan: Plan, catalog: Catalog) -> bool:
    """Whether nothing that was said says what is to be done: only which thing is meant."""
    deed, given = plan.form.deed, plan.several[0][0]
    return all(kinds_of(one, deed, catalog) for one in deed.params if one.name in given)


async def _other(desk: Desk, clause: Clause, focus: Focus, deed: Deed | None) -> Plan | None:
    """A plan of another tool that leaves nothing unexplained, where the verb may be for any."""
    if not _is_light(clause, desk.catalog):
        return None
    able = (one for one in desk.catalog.acts if one is deed or _may_do(one, clause, desk.catalog))
    tries = ((one, besides) for one in able for besides in ("", *_optional(one, desk.catalog)))
    choosing: list[Choosing] = []
    told = _told_plainly(desk, deed, clause) if deed else set[int]()
    for one, besides in (each for each in tries if each != (deed, "")):
        try:
            if not told <= _told_plainly(desk, one, clause):
                continue
            plan = await plan_of(desk, one, clause, focus, besides)
            if _is_all_text(plan) or _takes_all(plan) or len(plan.several[0][0]) < ENOUGH:
                continue
            if not await left_of(desk, plan):
                return plan
        except Choosing as asking:
            choosing += [asking] if _is_searched(one, desk.catalog) else []
        except (Asking, Stuck):
            continue
    if deed is None and len(choosing) == 1:
        raise choosing[0]
    return None


def _is_all_text(plan: Plan) -> bool:
    """Whether the words of `change the state of it` are only taken for what somebody has to tell."""
    verb, deed = plan.form.clause.verb, plan.form.deed
    texts = [one for one in deed.required if is_telling(one) and one.name in plan.form.arguments]
    is_set = verb is not None and verb.word in SETTING and not match_of(deed, plan.form.clause)
    return is_set and bool(texts) and written_tail(plan.form.clause) is None and SAID not in plan.form.clause.text


def _takes_all(plan: Plan) -> bool:
    """Whether a text takes all that was said: `put Ada on a banana` is explained by no tool that way."""
    clause, (given, _) = plan.form.clause, plan.several[0]
    said = {token.word for token in clause.tokens[clause.begin + 1 :] if token.is_content}
    texts = [given.get(one.name) for one in plan.form.deed.params if one.form == "text" and not one.choices]
    written = (str(one).casefold().split() for one in texts if one)
    return bool(said) and any(said <= {word.strip(".,;:!?\"'") for word in words} for words in written)


def _told_plainly(desk: Desk, deed: Deed, clause: Clause) -> set[int]:
    """Where the order has figures that a tool takes: another one has to take them, too."""
    form = fill_plain(desk, deed, retold(clause, deed, desk.catalog), set())
    said = form.clause.text.find(SAID)
    found = ((at, form.clause.tokens[at]) for at in form.used)
    return {at for at, one in found if (one.is_number or one.word in NUMBER_WORDS) and (said < 0 or one.start < said)}


def _is_light(clause: Clause, catalog: Catalog) -> bool:
    if clause.deed or asks_more(clause) & AGAINST:
        return False
    is_verb = clause.verb is None or clause.verb.word in LIGHT
    return is_verb and not any(match_of(one, clause) >= OWN_VERB for one in catalog.acts)


def _may_do(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    is_other = (
        is_turned_round(deed, clause)
        or is_aimed_elsewhere(deed, clause, catalog)
        or is_other_aim(deed, clause, catalog)
        or is_no_showing(deed, clause, catalog)
    )
    return not (deed.verbs & AGAINST or is_other)


def _optional(deed: Deed, catalog: Catalog) -> list[str]:
    """The things that a tool takes, but need not be told."""
    return [one.name for one in deed.params if not one.required and kinds_of(one, deed, catalog)]


async def plan_of(desk: Desk, deed: Deed, clause: Clause, focus: Focus, besides: str = "") -> Plan:
    form = fill_plain(desk, deed, retold(clause, deed, desk.catalog), set())
    several = await complete(desk, form, _focus_for(desk, deed, clause, focus), besides=besides)
    if is_of_something_else(form, desk.catalog):
        raise Stuck(no_deed(clause, desk.catalog))
    check(desk, form, several)
    return Plan(form, several)


def _focus_for(desk: Desk, deed: Deed, clause: Clause, focus: Focus) -> Focus:
    """What was talked about before that, where only that is of the kind that a tool takes: `he paid, put that down`."""
    nouns = {noun for one in deed.required for kind in kinds_of(one, deed, desk.catalog) for noun in kind.nouns}
    if not pointing(clause, set()) or any(one.source.nouns & nouns for one in focus.things):
        return focus
    for group in focus.earlier:
        if len(group) == 1 and group[0].source.nouns & nouns:
            return replace(focus, things=[*group])
    return focus


async def left_of(desk: Desk, plan: Plan) -> list[Token]:
    """The words of the order itself that say nothing of the call, of what it is about, or of its tool."""
    form, several = plan.form, plan.several
    found, deed, said = form.clause.tokens, form.deed, form.clause.text.find(SAID)
    begin = form.clause.begin + (form.clause.verb is not None)
    told = set(form.used)
    for arguments, thing in several:
        for one in (*([thing] if thing else []), *(await things_in(desk, deed, arguments)).values()):
            told |= await said_of(desk, form, one)
    kinds = {one for param in deed.params for kind in kinds_of(param, deed, desk.catalog) for one in kind.concepts}
    own = {*deed.nouns, *deed.verbs, *deed.prose, *(key for one in deed.params for key in one.key)}
    return [
        token
        for at, token in enumerate(found)
        if at >= begin and at not in told and (said < 0 or token.start < said)
        if not any(token.start in one for one in form.times)
        if token.is_id or token.is_number or is_naming(token)
        if not (concept(token.stem) in kinds or any(likeness(token.stem, key) for key in own))
    ]
