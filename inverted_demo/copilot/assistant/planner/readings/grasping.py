"""From a question to the reading of it that explains most, read as far as that needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.sources import Source
from assistant.planner.offer.speaking import asks_me
from assistant.planner.readings.absences import absence_atoms
from assistant.planner.readings.against import held_against
from assistant.planner.readings.attributes import field_atoms, kind_atoms
from assistant.planner.readings.averages import average_atoms
from assistant.planner.readings.by_how_much import by_how_much
from assistant.planner.readings.clocks import clock_atoms
from assistant.planner.readings.company import persons
from assistant.planner.readings.composed import composed, heads_in
from assistant.planner.readings.counting import count_atoms, held_figure, is_counted, told_count
from assistant.planner.readings.debts import owing_atoms
from assistant.planner.readings.described import described_atoms
from assistant.planner.readings.diaries import dated, on_days
from assistant.planner.readings.doubts import is_unfounded, tells_nothing
from assistant.planner.readings.duty import duty_atoms
from assistant.planner.readings.evidence import Atom, faint
from assistant.planner.readings.figures import figure_atoms, held_words
from assistant.planner.readings.given import Given, arguments, given_atoms, of_days
from assistant.planner.readings.goals import goal_atoms
from assistant.planner.readings.grouped import common_atoms, grouped
from assistant.planner.readings.guessing import ANYBODY
from assistant.planner.readings.having import having_atoms
from assistant.planner.readings.holding import holding_atoms
from assistant.planner.readings.inner import inner_atoms
from assistant.planner.readings.likewise import likewise
from assistant.planner.readings.margins import margin_atoms
from assistant.planner.readings.measures import extreme_atoms
from assistant.planner.readings.narrowing import narrowed
from assistant.planner.readings.nested import nested_atoms
from assistant.planner.readings.on_track import track_atoms
from assistant.planner.readings.ongoing import ongoing_atoms
from assistant.planner.readings.order import batches
from assistant.planner.readings.orderings import all_in_order, ordering_atoms
from assistant.planner.readings.overrun import held_within
from assistant.planner.readings.overspent import over_atoms
from assistant.planner.readings.paraphrased import paraphrased_atoms
from assistant.planner.readings.people import BEING, is_doer, is_persons, is_single_person, only_doer
from assistant.planner.readings.persons import unknown_persons
from assistant.planner.readings.phrase import Phrase, phrase
from assistant.planner.readings.quantities import none_atoms, often, quantity_atoms
from assistant.planner.readings.ranks import ranked
from assistant.planner.readings.reading import Reading, found_by, readings
from assistant.planner.readings.relatives import relative_atoms
from assistant.planner.readings.remaining import left_atoms
from assistant.planner.readings.respelling import respelled
from assistant.planner.readings.shares import share_atoms
from assistant.planner.readings.sieves import sieved, sieves
from assistant.planner.readings.states import nobody_atoms, state_atoms
from assistant.planner.readings.stretches import stretch_atoms
from assistant.planner.readings.sums import sum_atoms
from assistant.planner.readings.superlatives import superlative_atoms
from assistant.planner.readings.talked import (
    definite_atoms,
    implied_atoms,
    other_atoms,
    places,
    pointed_atoms,
    talked,
)
from assistant.planner.readings.telling import told, with_way
from assistant.planner.readings.times import coming_atoms, time_atoms, without_named_times
from assistant.planner.readings.unit_asked import unit_atoms
from assistant.planner.readings.unread import unread, with_parts
from assistant.planner.readings.values import Values, value_atoms
from assistant.planner.readings.wants import Want, want_of
from assistant.planner.readings.weekdays import weekday_atoms
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wording import counted, joined, plain

SURE = 0.25
PLAIN = 0.9
LEAST = 0.5
NAMED = 0.8
"""The same, of a name of which only a part is said."""
CHOOSING = wordset("which what many any")
MAX_DETAILS = 25
MAX_NAMED = 3
MAX_BARE = 3
LISTING = wordset("list show all every the our of what which are is there give me a have we do")
ADDING = wordset("with and plus their its including together")
"""Between what is listed and what is to be told of each: `projects with their team and due date`."""
COURTEOUS = wordset("please can could you thanks hi hello hey tell")
PARTLY = 1.0
"""So much may be left out of a question at most, and not more than half of it."""
MAX_PARTLY = 8
NEARLY = 0.3
NEAR = 3
"""So many readings are looked at again."""


class Surety(NamedTuple):
    """How sure the planner is of a question, to be held against how sure it is of the same in other words."""

    is_sure: bool
    said: float
    """Less than none, by the words that it says nothing to."""
    score: float
    """Over what there is to be explained."""


class Grasp:
    """The readings of one question."""

    def __init__(self, desk: Desk, clause: Clause, focus: Focus | None = None) -> None:
        self.world = World(desk)
        self._focus = focus or Focus()
        self._desk, self._clause = desk, clause
        self._written = self._as_written()
        self.phrase = self._written
        self.want: Want = want_of(self.phrase)
        self._person = ""
        self.readings: list[Reading] = []
        self.atoms: list[Atom] = []
        self.given: list[tuple[Kind, Given]] = []
        self.sifted: list[Atom] = []

    def _as_written(self) -> Phrase:
        clause, desk = self._clause, self._desk
        written = on_days(phrase(clause.text, clause.tokens, clause.begin, desk.now), desk.catalog)
        return replace(written, said=frozenset(token.word for token in self._focus.asked))

    async def read(self) -> Reading | None:
        """Read list by list, until one reading explains every word by what it is called."""
        self.phrase = respelled(self._written, self.world.kinds, Values(self.world.kinds))
        self.world.recall(self._focus.things)
        for kinds in list(batches(self.phrase, self.want.head, self.world, self._focus.things)):
            for kind in kinds:
                await self.world.read(kind)
            if not any(kind.things for kind in kinds):
                continue
            await self._read_so_far()
            if self.is_plain:
                break
        return self.readings[0] if self.readings else None

    async def _read_so_far(self) -> None:
        for token in self.phrase.tokens:
            if token.is_id and not any((one.id or "").casefold() == token.word for one in self.world.things):
                await self.world.look_up(token.text.upper())
        await self._recall_parts()
        self._look()
        if await self._ask() or await self._sift():
            self._look()
        await self._look_closer()
        if not self.is_sure and not any(kind.things for kind, _ in self.given):
            await self._look_at_days()

    async def _recall_parts(self) -> None:
        """The parts of things that were talked about, where only details have them."""
        if any(one.source.path and one.source.needs for one in self._focus.things):
            await self.world.complete(talked(self.world, self._focus).things)

    def _look(self) -> None:
        if self._written.now != self._desk.now:  # a result has told since what the server's clock says
            self._written = self._as_written()
        kinds = [kind for kind in self.world.kinds if kind.things]
        values = Values(kinds)
        self.phrase = respelled(self._written, self.world.kinds, values)
        about = talked(self.world, self._focus)
        self._person = about.people[-1] if about.people else ""
        pointed = list(pointed_atoms(self.phrase, about))
        self.phrase = replace(self.phrase, pointing=places(self.phrase, pointed))
        self.atoms = [
            *dated(self.phrase, value_atoms(self.phrase, values)),
            *kind_atoms(self.phrase, kinds),
            *field_atoms(self.phrase, self.world.kinds, self.world.told_params),
            *unit_atoms(self.phrase, kinds),
            *time_atoms(self.phrase, kinds),
            *coming_atoms(self.phrase, kinds),
            *clock_atoms(self.phrase, kinds),
            *stretch_atoms(self.phrase, kinds),
            *figure_atoms(self.phrase, kinds),
            *share_atoms(self.phrase, kinds),
            *count_atoms(self.phrase, kinds, self.want.shape == "truth"),
            *all_in_order(self.phrase, ranked(self.phrase, self._extremes(kinds))),
            *ordering_atoms(self.phrase, kinds),
            *sum_atoms(self.phrase, kinds),
            *common_atoms(self.phrase, kinds),
            *having_atoms(self.phrase, self.world, kinds),
            *goal_atoms(self.phrase, kinds),
            *margin_atoms(self.phrase, kinds),
            *average_atoms(self.phrase, kinds),
            *left_atoms(self.phrase, kinds),
            *owing_atoms(self.phrase, kinds),
            *holding_atoms(self.phrase, kinds),
            *(over_atoms(self.phrase, kinds) if self.want.shape != "truth" or self.phrase.has("any") else ()),
            *state_atoms(self.phrase, kinds),
            *track_atoms(self.phrase, kinds),
            *described_atoms(self.phrase, kinds),
            *ongoing_atoms(self.phrase, kinds),
            *pointed,
            *definite_atoms(self.phrase, about, self.world),
            *other_atoms(self.phrase, about),
            *nobody_atoms(self.phrase, kinds),
            *duty_atoms(self.phrase, kinds),
            *absence_atoms(self.phrase, kinds),
            *weekday_atoms(self.phrase, kinds),
            *(atom for kind, given in self.given for atom in given_atoms(self.phrase, kind, given)),
            *self.sifted,
        ]
        self.atoms = likewise(self.phrase, about, kinds, self.atoms)
        self.atoms += paraphrased_atoms(self.phrase, kinds, values, list(self.atoms))
        self.atoms += nested_atoms(self.phrase, kinds, self.atoms)
        self.atoms += quantity_atoms(self.phrase, self.world, kinds, list(self.atoms))
        self.atoms += none_atoms(self.phrase, self.world, kinds, list(self.atoms))
        self.atoms += relative_atoms(self.phrase, list(self.atoms))
        self.atoms = without_named_times(self.atoms)
        length = len(self.phrase.tokens)
        self.atoms = [
            one if one.span.stop <= length else replace(one, span=range(one.span.start, length)) for one in self.atoms
        ]
        self.atoms += inner_atoms(self.phrase, self.world, self.atoms)
        self.readings = readings(self.phrase, self.want, self.world, self.atoms)
        if self.readings and all(one.role == "extreme" for one in self.readings[0].conditions):
            self.atoms += implied_atoms(self.phrase, about, self.readings[0].atoms)
            self.readings = readings(self.phrase, self.want, self.world, self.atoms)
        self._compose()

    def _compose(self) -> None:
        """A question of something that is described is read from within, where that explains all of it."""
        if self.want.shape == "truth":
            return
        atoms = composed(self.phrase, self.world, self.atoms, self.want.asker not in ("", "who"))
        found = readings(self.phrase, self.want, self.world, atoms) if atoms else []
        if atoms and found and found[0].things and not found[0].left and not found[0].is_guess:
            self.atoms, self.readings = atoms, found

    def _extremes(self, kinds: Sequence[Kind]) -> list[Atom]:
        held = held_words(self.phrase)
        found = [*extreme_atoms(self.phrase, kinds), *superlative_atoms(self.phrase, kinds)]
        return [one for one in found if not held & set(one.span)]

    async def _complete(self) -> bool:
        """The details of what the best readings mean, where words are left or only details have what is asked."""
        best = self.readings[0] if self.readings else None
        if best is None:
            return False
        near = [one for one in self.readings[:NEAR] if one.score > best.score - NEARLY]
        if any([await self.world.complete(self._unread(one)) for one in near]):
            return True
        is_open = bool(best.left) or best.is_guess or not (best.things or best.subjects)
        needs = is_open or any(one.is_detail for one in best.asked)
        if not needs:
            return len(best.things) == 1 and await self.world.complete(best.things)
        near = [one for one in self.readings[:3] if one.score > best.score - 1.0]
        done = [await self.world.complete(one.things) for one in near if 0 < len(one.things) <= MAX_DETAILS]
        said = [atom for atom in self.atoms if atom.role == "these" and atom.strength >= 1.0]
        names = [atom for atom in (*best.atoms, *said) if atom.is_name and len(atom.things) <= MAX_NAMED]
        named = list(dict.fromkeys(thing for atom in names for thing in atom.things))
        return await self.world.complete(named) or any(done)

    def _unread(self, reading: Reading) -> list[Thing]:
        found = unread(self.world, reading, self.phrase, self.atoms) or with_parts(self.world, reading, self.phrase)
        return found[:MAX_DETAILS]

    async def _ask(self) -> bool:
        """What tools tell that have to be told something, where the words have all that they take."""
        self.given = []
        for source in self.world.desk.catalog.sources:
            if (
                (source.needs or _takes(source))
                and not self.world.is_detail(source)
                and (given := arguments(self.phrase, source, self.atoms, self._person))
            ):
                kind = await self.world.ask(source, given.values)
                self.given.append((kind, given))
        return bool(self.given)

    async def _look_closer(self) -> None:
        for _ in range(2):
            if not await self._complete():
                break
            self._look()

    async def _look_at_days(self) -> None:
        """What lists of days tell, where nothing else explains all words, and that does more of them."""
        before, unsaid = (self.atoms, self.readings), self._unsaid
        found = [source for source in self.world.desk.catalog.sources if source.is_list]
        for source in found:
            if (given := of_days(self.phrase, source)) is not None:
                self.given.append((await self.world.ask(source, given.values), given))
                self.world.find_detail(self.given[-1][0])
        if self.given:
            self._look()
            await self._look_closer()
            if self._unsaid >= unsaid:
                self.atoms, self.readings = before

    @property
    def _unsaid(self) -> float:
        """How much the best reading says nothing to; all, where there is no such thing."""
        best = self.readings[0] if self.readings else None
        weights = self.phrase.weights
        return sum(weights[at] for at in best.left) if best is not None and best.things else sum(weights)

    async def _sift(self) -> bool:
        """What only the server knows of the things that the question may be about."""
        best = self.readings[:1]
        near = {one.target for one in self.readings[:NEAR] if one.score > best[0].score - 1.0}
        found = [await sieved(self.world, one) for one in sieves(self.phrase, near)]
        self.sifted = [one for one in found if one is not None]
        return bool(self.sifted)

    def _tells_all(self, best: Reading) -> bool:
        """Whether it would be a whole list, though more was said than what that is called."""
        added = {at for at, word in enumerate(self.phrase.words) if word in ADDING and at > self.phrase.begin}
        told = (at for at, word in enumerate(self.phrase.words) if word not in LISTING and word not in COURTEOUS)
        said = [at for at in told if at not in added]
        fields = [one.span for one in best.atoms if one.role == "field" and one.field in best.asked]
        longer = sum(len(span) - 1 for span in fields) if len(fields) > 1 else 0
        is_counted = self.want.shape == "count" and not best.left and bool(best.atoms)
        is_counted = is_counted or grouped(self.phrase, best, self.want) is not None
        most = MAX_BARE + len(best.asked) + longer
        return not (best.conditions or is_counted) and len(best.things) > 1 and len(said) > most

    @property
    def says_nothing(self) -> bool:
        """`and when?`, `how many was it?`: no word of it says what it is about."""
        return not any(self.phrase.weights) and not self.phrase.times and not self.phrase.figures

    @property
    def is_sure(self) -> bool:
        """Whether it says something to all words that matter."""
        best = self.readings[0] if self.readings else None
        if best is None or (not best.things and self.want.shape != "truth") or best.is_guess or self._tells_all(best):
            return False
        is_hardly = self._is_hardly_asked(best) or self._tells_nobody(best) or bool(self._unread(best))
        is_hardly = is_hardly or (self.want.shape != "truth" and tells_nothing(best))
        if not self._is_time_said(best) or is_hardly:
            return False
        if self._counts_one(best):
            return False
        if unknown_persons(self.phrase, best.atoms) and not self._focus.things:
            return False
        if self.want.shape == "truth" and (best.is_empty or self._holds_against or is_unfounded(best)):
            return False
        return sum(self.phrase.weights[at] for at in (*best.left, *faint(best.atoms))) <= SURE

    @property
    def surety(self) -> Surety:
        best = self.readings[0] if self.readings else None
        if best is None:
            return Surety(False, float("-inf"), 0.0)
        is_blank = bool(best.asked) and not any(thing.values(one) for one in best.asked for thing in best.things)
        is_lost = best.is_guess or is_blank or not (best.things or best.subjects)
        return Surety(self.is_sure, -self._unexplained(best) - is_lost, best.score - sum(self.phrase.weights))

    def _is_hardly_asked(self, best: Reading) -> bool:
        """`is search ok`: whether more is asked than what is said of it; `my lead`: whose that is."""
        opening = self.phrase.words[self.phrase.begin : self.phrase.begin + 2]
        is_bare = best.is_about and bool(opening) and opening[0] in BEING and not {*opening} & {"there", *ANYBODY}
        is_mine = self.phrase.has("my") and any(map(is_single_person, self.world.kinds))
        is_mine = is_mine and bool(asks_me(self.phrase.tokens, self.world.desk.catalog))
        is_led = any(one.side == "pointed" or one.role == "extreme" for one in best.atoms)
        if not any(self.phrase.weights):
            return not is_led and not is_single_person(best.target)
        is_told = is_led or is_single_person(best.target)
        return (self.want.shape == "truth" and is_bare) or (is_mine and not is_told)

    def _tells_nobody(self, best: Reading) -> bool:
        """`who is in?`: whether it would tell things, and no person of theirs."""
        is_somebody = best.asked or is_persons(best.target) or is_doer(self.phrase, best.target, best.atoms)
        return self.want.asker == "who" and not is_somebody

    def _counts_one(self, best: Reading) -> bool:
        """`how many people does Storm Petrel hold`: not how many things are called so."""
        named = [one.is_name and one.kind is best.target for one in best.conditions]
        return self.want.shape == "count" and bool(named) and all(named) and not best.asked

    def _is_time_said(self, best: Reading) -> bool:
        """Whether it says something to each time that is named."""
        said = {at for one in best.atoms for at in one.span}
        return all(said & set(span) for span, _ in self.phrase.times if span)

    @property
    def _waits(self) -> bool:
        """Whether a list was not read yet of whose things something is said: `the skipper of the boat`."""
        heads = set(heads_in(self.phrase))
        roots = [kind for kind in self.world.kinds if kind.parent is None and not kind.source.needs]
        unread = [kind for kind in roots if not kind.is_read and kind.source.is_list]
        said = [one for one in kind_atoms(self.phrase, unread) if one.strength >= 1.0]
        return any(len(one.span) > 1 or heads & set(one.span) for one in said)

    @property
    def is_plain(self) -> bool:
        """Whether every word is what something is called, so that no other list has to be read to know it."""
        if not self.is_sure or self.given or self._waits:
            return False
        best = self.readings[0]
        weighty = [one for one in best.atoms if one.utility(self.phrase.weights) > 0]
        is_found = bool(best.things or best.subjects)
        return not best.left and is_found and all(one.strength >= (NAMED if one.is_name else PLAIN) for one in weighty)

    @property
    def _holds_against(self) -> bool:
        """Whether something is held against what is no figure: `is it heavier than the last one`."""
        figures = {at for span, _ in (*self.phrase.figures, *self.phrase.times) for at in span}
        held = {at for one in self.readings[0].atoms if one.role == "these" for at in one.span}
        places = [at for at, word in enumerate(self.phrase.words) if word == "than" and at not in held]
        return any(at not in figures and not {at + 1, at + 2, at + 3} & figures for at in places)

    async def reply(self) -> Reply:
        best = self.readings[0]
        given = narrowed(self.phrase, best) if best.target.parent is None else {}
        if given:
            listed, is_complete, _ = await self.world.desk.all(best.target.source, given)
            ids = {_key(one) for one in listed}
            if is_complete and len(given) >= len(best.conditions) and best.is_own:
                known = {thing.id or thing.label for thing in best.target.things}
                self.world.take(best.target, [one for one in listed if _key(one) not in known])
                best.things = [one for one in best.target.things if (one.id or one.label) in ids] or best.things
            best.things = [thing for thing in best.things if (thing.id or thing.label) in ids] or best.things
        if (apart := by_how_much(self.phrase, self.world, best)) is not None:
            return apart
        reply = grouped(self.phrase, best, self.want) or told(best, self.want)
        reply = with_way(reply, best, found_by(self.world, best, self.phrase))
        if self.want.shape == "truth" and is_counted(best.atoms, best.target) and (held := held_figure(self.phrase)):
            count = len(best.things)
            return told_count(held[1], reply, count, counted(count, best.target.source))
        return reply

    async def answer(self) -> Reply | None:
        """The answer, where one reading explains all words that matter."""
        asked = [token.word for token in self._focus.asked]
        held = held_against(self.phrase, self.atoms, asked)
        is_whole = bool(self.readings) and not self.readings[0].left
        held = held or (often(self.phrase, self.readings[0]) if self.readings else None)
        held = held or (held_within(self.phrase, self.readings[0]) if is_whole else None)
        return held or (await self.reply() if self.is_sure else None)

    def _misses_head(self, best: Reading) -> bool:
        """`any VIPs in tonight?`: nothing is said of what is asked for."""
        head = {at for at in self.want.head if self.phrase.weights[at] > 0}
        is_asked = self.phrase.words[max(0, self.want.head.start - 1)] in CHOOSING
        is_told = self.want.shape != "truth" and any(one.side == "state" for one in best.conditions)
        return is_asked and bool(head) and head <= set(best.left) and not is_told

    async def partial(self) -> Reply | None:
        """What most of the question says, where it names things; and which of its words it leaves out."""
        best = self.readings[0] if self.readings else None
        if best is None or best.is_guess or not best.things or not best.conditions or len(best.things) > MAX_PARTLY:
            return None
        if self._counts_one(best) or self._misses_head(best):
            return None
        weights = self.phrase.weights
        unknown = [*best.left, *faint(best.atoms)]
        unsaid = sum(weights[at] for at in unknown)
        if unsaid > PARTLY or 2 * unsaid > sum(weights):
            return None
        left = [self.phrase.tokens[at].text for at in best.left]
        if left and self.want.shape == "truth":  # whether it is so can't be known while a word of it is not
            self.want = replace(self.want, shape="things")
        reply = await self.reply()
        return replace(reply, text=f"I can't tell what {_quoted(left)} means here. {reply.text}") if left else reply

    async def guess(self) -> Reply | None:
        """What most likely is asked for, where all that was said is said of it: `who's got the roof key?`."""
        best = self.readings[0] if self.readings else None
        if best is None or self._unexplained(best) > SURE or self._tells_all(best) or not best.atoms:
            return None
        if self.want.shape == "truth" and (best.is_empty or self._holds_against):
            return None
        if self._is_far_fetched(best):
            return None
        return await self.reply() if best.things or self._is_none(best) else None

    def _is_far_fetched(self, best: Reading) -> bool:
        """`who has the most beds`, by moisture; `how did it go on Sunday`; how long, where nothing measures that."""
        is_weak = any(one.strength < LEAST for one in best.conditions)
        is_how = self.phrase.words[self.phrase.begin] == "how" and not self.want.asker
        is_measured = self.want.asker in ("long", "age")
        return is_weak or (best.is_guess and (is_measured or (is_how and not best.is_about))) or self._is_either(best)

    def _is_either(self, best: Reading) -> bool:
        """Whether another person may be meant as well."""
        return self.want.asker == "who" and best.is_guess and self._may_be_others(best)

    def _may_be_others(self, best: Reading) -> bool:
        people = persons(best.target.fields)
        if (doer := only_doer(self.phrase, people)) is not None and best.asked == [doer]:
            return False
        return len([one for one in people if one.is_list or not best.is_listed]) > 1

    def _unexplained(self, best: Reading) -> float:
        return sum(self.phrase.weights[at] for at in best.left)

    def _is_none(self, best: Reading) -> bool:
        """`which are overdue?`: nothing is, where clear words say that of the things themselves."""
        return best.is_own and all(one.strength >= PLAIN for one in best.conditions)


def _takes(source: Source) -> bool:
    """`opening_hours(day)`: what it tells is of all days, or of the one that it is told."""
    return not source.is_list and not source.path and any(not one.is_paging for one in source.deed.params)


def _key(record: Record) -> str:
    return str(record.id) if record.id is not None else record.label


def _quoted(words: Sequence[str]) -> str:
    return joined([f"\u201c{plain(one)}\u201d" for one in words])
