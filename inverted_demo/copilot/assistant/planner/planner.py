"""The built-in model: it understands by rules, knows what the server offers, and needs neither key nor network."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import mcp_types as types

from assistant.conversation import Turn
from assistant.model import Server
from assistant.planner.answers.misses import nothing_for
from assistant.planner.clauses.bare_ids import with_ids
from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.clauses.working_on import with_projects
from assistant.planner.english.besides import with_besides
from assistant.planner.english.courtesies import unwrapped
from assistant.planner.english.hurried import spelled
from assistant.planner.english.injected import without_markup
from assistant.planner.english.lateness import with_due
from assistant.planner.english.slips import without_slips
from assistant.planner.english.split_verbs import with_whole_verbs
from assistant.planner.english.words import tokens
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.clock import server_time, system_time
from assistant.planner.offer.desk import Asking, Choosing, Desk, Stuck
from assistant.planner.offer.reply import Reply
from assistant.planner.orders.aims import is_nobodys
from assistant.planner.orders.arranging import Arranged, arranged
from assistant.planner.orders.asking_back import no_deed
from assistant.planner.orders.idiomatic import in_plain_words
from assistant.planner.orders.nominal import nominal
from assistant.planner.orders.orders import order
from assistant.planner.orders.refusals import LEFT, forbids
from assistant.planner.orders.said import merged
from assistant.planner.orders.wanting import spelled_out
from assistant.planner.orders.withdrawn import missed, withdrawn
from assistant.planner.reading.reading import read
from assistant.planner.reading.recognizing import MAX_CHARS, persons_named, recognize
from assistant.planner.reading.speaker import with_speaker
from assistant.planner.readings.closest import closest
from assistant.planner.readings.grasping import Grasp
from assistant.planner.readings.hidden import honest
from assistant.planner.readings.lengths import lasting
from assistant.planner.readings.most_held import most_held
from assistant.planner.readings.persons import unknown_person
from assistant.planner.readings.plainly import is_asked_so, put_plainly
from assistant.planner.readings.standing import as_it_stands
from assistant.planner.readings.whois import who_is
from assistant.planner.selecting.excluding import is_exclusion, without
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.personal import is_of_others
from assistant.planner.selecting.remembering import people_in, remembered
from assistant.planner.selecting.the_one import of_another_kind
from assistant.planner.turns.about import about_server, how_to, offered, small_talk
from assistant.planner.turns.asked_before import asked_before
from assistant.planner.turns.conditional_orders import holds
from assistant.planner.turns.fitting import fitting, is_for_others, still_about
from assistant.planner.turns.followups import continued, counted, is_yes
from assistant.planner.turns.history import set_back, told_of_acts
from assistant.planner.turns.just_done import with_deed
from assistant.planner.turns.neighbours import beside
from assistant.planner.turns.said_again import by_id, that_one
from assistant.planner.turns.same_day import on_that_day
from assistant.planner.turns.substitutions import substituted
from assistant.planner.turns.told_besides import asked_first, heard, is_only_told
from assistant.planner.turns.wellbeing import wellbeing
from assistant.planner.wishes.owing import is_owed_by_us
from assistant.planner.wishes.wording import joined, plain

PIECE = re.compile(r"\S+\s*|\s+")
WORDS_AT_ONCE = 6
MAX_CLAUSES = 8
MAX_ASKED = 20
NOTHING_SAID = "All right. What would you like to know?"
ASKING = frozenset({"who", "whose", "whom", "when", "where", "which", "how"})
UNCLEAR = "I can't tell what this is about. Which things do you mean?"
UNSURE = "I might have misunderstood you. This is what I found:\n\n"
NICELY = frozenset({"please", "pls", "kindly"})
VAGUE = frozenset({"when", "where", "how", "what"})
JOINT = re.compile(r"^(?:(?:and|then|also|but)\b[\s,]*)+", re.IGNORECASE)


class Planner:
    """A `Model` without a model. The same question to the same server gives the same answer."""

    def __init__(self, clock: Callable[[], datetime] = system_time) -> None:
        self._clock = clock
        self._catalog: Catalog | None = None
        self._seen: dict[str, types.Tool] = {}
        """All tools that the server has ever offered."""

    @property
    def name(self) -> str:
        return "Built-in planner"

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[str]:
        """Answer the last turn, clause by clause."""
        catalog = self._of(server)
        catalog.gone = withdrawn(turns, self._seen.values(), server.offer)
        turns = [_readable(turn, catalog) if turn.speaker == "person" else turn for turn in turns]
        text = with_deed(turns, catalog)[:MAX_CHARS]
        told = None if is_yes(turns, text) else small_talk(text, catalog)
        if told is not None:
            for piece in _pieces(told.text):
                yield piece
            return
        desk = Desk(server, catalog, server_time(server.offer, turns, self._clock()))
        done = await set_back(desk, turns, text) or told_of_acts(desk, turns[:-1], text)
        if done is not None:
            for piece in _pieces(done.text):
                yield piece
            return
        await recognize(desk, turns)
        text = without_slips(text, catalog.said | catalog.vocabulary.keys())
        again = await continued(desk, turns, text)
        behind = turns[:-1] if again is None or again.behind is None else again.behind
        focus = remembered(behind, catalog)
        focus.people = [*persons_named(behind, catalog), *focus.people]
        focus.things = focus.things or await counted(desk, turns, text)
        asked = [tokens(turn.text) for turn in behind if turn.speaker == "person"]
        focus.asked = [token for one in asked for token in one][-MAX_ASKED:]
        focus.question = asked[-1] if asked else ()
        wanted = again or arranged(text, catalog, bool(focus.things))
        wanted.clauses = spelled_out(desk, wanted.clauses)
        focus.people += wanted.people
        if not any(set(clause.words[clause.begin :]) - NICELY for clause in wanted.clauses):
            yield NOTHING_SAID
            return
        if behind := asked_first(wanted.clauses):
            focus = await heard(desk, wanted.clauses[:1], focus) or focus
            wanted.clauses = behind
        told = [one for one in wanted.asides if is_only_told(one, wanted.clauses, focus)]
        focus = (await heard(desk, told, focus) if told else None) or focus
        lost: Clause | None = None
        is_first, is_doubted = True, False
        about_before = focus
        for at, clause in enumerate(wanted.clauses[:MAX_CLAUSES]):
            rest = wanted.clauses[at + 1 :]
            if is_exclusion(clause) and rest:
                focus = without(focus, clause)
                continue
            if is_only_told(clause, rest, focus) and (about := await heard(desk, [*told, clause], focus)):
                told, focus = [*told, clause], about
                continue
            if lost and clause.mood == "orders" and pointing(clause, set()):
                clause = merged(clause, lost)
            if at:
                focus = still_about(wanted.clauses[at - 1], clause, about_before, focus)
                focus = await asked_before(desk, wanted.clauses[at - 1], clause, focus)
            about_before = focus
            reply, goes_on = await _reply(desk, clause, focus, wanted)
            lost = clause if not reply.things and clause.mood == "asks" else None
            focus = _after(focus, reply, clause)
            told_now = reply.text.removeprefix(UNSURE) if is_doubted else reply.text
            is_doubted = is_doubted or reply.text.startswith(UNSURE)
            answer = told_now if goes_on else _with_rest(told_now, rest)
            for piece in _pieces(answer if is_first else f"\n\n{answer}"):
                yield piece
            is_first = False
            if not goes_on:
                return
        if is_first:
            yield UNCLEAR

    def _of(self, server: Server) -> Catalog:
        """What is known of a server is known until it offers something else."""
        if self._catalog is None or self._catalog.offer is not server.offer:
            if self._catalog is not None and self._catalog.offer.server != server.offer.server:
                self._seen = {}
            self._catalog = Catalog(server.offer)
            self._seen |= {tool.name: tool for tool in server.offer.tools}
        return self._catalog


def _readable(turn: Turn, catalog: Catalog) -> Turn:
    text = with_projects(unwrapped(spelled(without_markup(turn.text))), catalog)
    text = with_whole_verbs(text)
    return replace(turn, text=with_ids(with_due(with_besides(text)), catalog))


def _after(focus: Focus, reply: Reply, clause: Clause) -> Focus:
    """What pronouns mean after an answer."""
    people = [*focus.people, *people_in(reply.text, reply.things)]
    said = reply.text if reply.things else focus.said
    before = [reply.by_way, focus.things] if reply.things else []
    earlier = [*(one for one in before if one), *focus.earlier]
    asked = [*focus.asked, *clause.tokens]
    return Focus(reply.things or focus.things, people, earlier=earlier, asked=asked, question=clause.tokens, said=said)


def _with_rest(text: str, rest: Sequence[Clause]) -> str:
    """What comes of the orders behind one that is not carried out."""
    told = [JOINT.sub("", clause.text).strip(" .!?") for clause in rest if clause.mood == "orders"]
    orders = joined([f"“{plain(one)}”" for one in told])
    if not orders:
        return text
    if text.endswith("?"):
        return f"({orders} comes after this.) {text}"
    return f"{text}\n\nSo I have not done {orders} either. Tell me to, and I do."


async def _reply(desk: Desk, clause: Clause, focus: Focus, wanted: Arranged) -> tuple[Reply, bool]:
    """The answer to a clause, and whether the next ones make sense after it."""
    try:
        if told := missed(clause, desk.catalog, focus):
            raise Stuck(told)
        reply, goes_on = await _one(desk, clause, focus, wanted), True
    except Asking as asking:
        found = await _closest(desk, clause, asking)
        reply, goes_on = found or Reply(str(asking)), found is not None
    except Stuck as stuck:
        reply, goes_on = await _closest(desk, clause, stuck) or Reply(str(stuck)), clause.mood != "orders"
    return reply if clause.mood == "orders" else honest(clause, reply, desk.hiding), goes_on


async def _closest(desk: Desk, clause: Clause, problem: Asking | Stuck) -> Reply | None:
    """What comes nearest to a question that has no answer; an order is never done to what only comes near."""
    if clause.mood == "orders" or isinstance(problem, Choosing):
        return None
    return await closest(desk, clause)


async def _one(desk: Desk, clause: Clause, focus: Focus, wanted: Arranged) -> Reply:
    """The answer; where it has none, that to the same with the id of what was talked about."""
    clause, focus = await that_one(desk, clause, focus)
    acts = desk.acts
    try:
        reply = await _as_said(desk, clause, focus, wanted)
    except (Asking, Stuck):
        if desk.acts == acts and (told := await _again(desk, clause, focus, wanted)):
            return told
        raise
    is_poor = not reply.things and reply.holds is None
    is_open = ASKING & set(clause.words[clause.begin : clause.begin + 1] if clause.mood == "asks" else clause.words)
    if clause.mood == "orders" or not (is_poor or (reply.is_bare and is_open)):
        return reply
    return await _again(desk, clause, focus, wanted) or reply


async def _again(desk: Desk, clause: Clause, focus: Focus, wanted: Arranged) -> Reply | None:
    named = await by_id(desk, clause, focus)
    if named is None or (clause.mood == "orders" and is_for_others(clause, focus, desk.catalog)):
        return None
    try:
        reply = await _as_said(desk, named, focus, wanted)
    except (Asking, Stuck):
        return None
    return None if reply.is_bare or not (reply.things or reply.holds is not None or clause.mood == "orders") else reply


async def _as_said(desk: Desk, clause: Clause, focus: Focus, wanted: Arranged) -> Reply:
    if forbids(clause, desk.catalog):
        return Reply(LEFT)
    clause = clause if clause.mood == "orders" else in_plain_words(clause, desk.catalog) or clause
    focus = fitting(clause, focus, desk.catalog)
    clause = on_that_day(desk, clause, focus)
    if told := await beside(desk, clause, focus):
        return told
    if told := about_server(clause, desk.catalog) or await offered(desk, clause):
        return told
    if told := await wellbeing(desk, clause, bool(focus.things)):
        return told
    manner = how_to(clause, desk.catalog)
    if manner and not is_asked_so(clause):
        return manner
    clause = await nominal(desk, clause, focus) or clause
    if clause.mood == "orders":
        clause = await substituted(desk, of_another_kind(desk, clause, focus), focus)
    if clause.mood == "orders":
        return await _ordered(desk, clause, focus, wanted)
    fields = (slot for source in desk.catalog.sources for slot in source.fields)
    if await is_of_others(desk, clause) or is_owed_by_us(clause.words, fields):
        raise Stuck(nothing_for(desk, clause))
    clause = await with_speaker(desk, clause, focus)
    grasp = Grasp(desk, clause, focus)
    await grasp.read()
    if told := who_is(grasp.phrase, grasp.atoms):
        return told
    said, (clause, grasp) = clause, await put_plainly(desk, clause, focus, grasp)
    if manner and clause is said:
        return manner
    if told := await most_held(desk, clause, focus) or await lasting(desk, clause, focus, grasp):
        return told
    best = grasp.readings[0] if grasp.readings else None
    if told := await grasp.answer():
        is_poor = not told.things and told.holds is None
        return (await closest(desk, clause) if is_poor else None) or as_it_stands(told, grasp.phrase, best)
    if word := unknown_person(clause, focus):
        raise Asking(f"Whom do you mean by \u201c{word}\u201d?")
    if told := await grasp.guess():
        return as_it_stands(told, grasp.phrase, best)
    try:
        told = await read(desk, await substituted(desk, clause, focus), focus)
    except (Asking, Stuck):
        if (partly := await grasp.partial()) is not None:
            return partly
        raise
    is_vague = bool(VAGUE & set(clause.words[clause.begin : clause.begin + 1])) and not focus.things
    if grasp.says_nothing and is_vague and len(told.things) > 1:
        raise Asking(UNCLEAR)
    if (told.things or told.holds is not None) and not told.is_bare:
        return _unsure(as_it_stands(told, grasp.phrase, best))
    return await grasp.partial() or (None if told.is_bare else await closest(desk, clause)) or told


def _unsure(told: Reply) -> Reply:
    """No reading explains the question: what the older rules make of it is wrong as often as not."""
    return replace(told, text=f"{UNSURE}{told.text}")


async def _ordered(desk: Desk, clause: Clause, focus: Focus, wanted: Arranged) -> Reply:
    if is_nobodys(clause, desk.catalog):
        raise Stuck(no_deed(clause, desk.catalog))
    if is_for_others(clause, focus, desk.catalog):
        raise Stuck(no_deed(clause, desk.catalog))
    check = partial(holds, desk, clause.condition, focus) if clause.condition else None
    acts = desk.acts
    try:
        return await order(desk, clause, focus, wanted.done, check, wanted.corrected)
    except (Asking, Stuck):
        is_bare = clause.bare is not None and focus.things and pointing(clause.bare, set())
        other = clause.bare if is_bare else in_plain_words(clause, desk.catalog)
        if other is None or desk.acts != acts:
            raise
        return await order(desk, other, focus, wanted.done, check, wanted.corrected)


def _pieces(text: str) -> Iterator[str]:
    """A few words at a time, as they would be read."""
    words = PIECE.findall(text)
    for at in range(0, len(words), WORDS_AT_ONCE):
        yield "".join(words[at : at + WORDS_AT_ONCE])
