"""A reading of a question: which things it is about, what each word says of them, and how much that explains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.planner.english.ours import says_ours
from assistant.planner.english.vocabulary import PREPOSITIONS, SEARCHING, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.readings.alternatives import united
from assistant.planner.readings.company import DEEDS, are_named, asks_with_whom, held_by
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.headcounts import takes_people
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.linking import leads_on, links
from assistant.planner.readings.measures import extreme_of
from assistant.planner.readings.persons import with_named
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.relating import relating
from assistant.planner.readings.unlikely import is_of_another_noun, mentions_head
from assistant.planner.readings.values import ADJECTIVE
from assistant.planner.readings.wanted import (
    asked_fields,
    fit_of,
    is_choosing,
    is_guess,
    is_of_speaker,
    is_vague,
)
from assistant.planner.readings.wants import NOTED, SAYING, Want

FAR = (1.0, 0.93, 0.82, 0.7)
"""How much words count that are said of things so many steps away."""
LOOSE = frozenset({"first", "last", "next", "upcoming", "recent"})
RELATION = 0.9
NO_FIELD = 0.25
"""The same, for the name of a field of other things: it is asked of these."""
EMPTY = {"truth": 0.4, "count": 0.7}
EXISTS = 0.8
"""What it costs when nothing is like that, of what is asked for by `any`: other things may be."""
DENIED = 0.15
"""What it costs when nothing is like that, of things that are named: it is not so."""
UNNAMED = 0.6
"""`over 30`, of a figure that nothing names: of whatever it is, it is one of theirs."""
DENYING = 0.7
OF_OWN = frozenset({"time", "state", "no"})
VOID = 1.3
UNSAID = 0.5
"""What it costs to tell a day that is not known, and was not asked for by its name."""
MAX_RETRIES = 4
HARDLY = 0.05
"""What is said of whatever is meant, and speaks for nothing."""
EXACT = 0.97
NAMED = 0.8
PLAIN_FIELDS = wordset("summary details overview information number plan situation moment matter work plate kind sort")
"""Words that say little, unless a field is called so."""
MEASURING = ("long", "age")
UNSAID = 0.4
"""What it takes from things that nobody spoke of, and that have little to do with what was named."""
CLEAR = 0.9
HARDLY_SAID = 0.35
"""Below it a common word stands somewhere in a text, which says nothing unless that is asked for."""
STORED = wordset("store stock shelf shelves shop inventory sale offer system range")
"""Where something is, and not only that it is ours: `how many do we have in the store`."""
FAINT = 0.4
"""So well a text of other things says a word at least, for that to mean them."""
CLEARLY = 0.7
WEAKLY = 0.5
"""How much less `the most` counts of a figure that nothing leads to."""
QUOTED = 0.5
"""How much less words in quotation marks count that are found in other things than those which are asked for."""
PREDICATE = 0.9
"""What a state counts at least that is said by a small word."""
GUESSED = 0.5
"""So much better a reading is that guesses what it tells, to be taken for the best."""


@dataclass
class Reading:
    target: Kind
    atoms: list[Atom]
    things: list[Thing]
    asked: list[Field] = field(default_factory=list[Field])
    score: float = 0.0
    left: list[int] = field(default_factory=list[int])
    """The words that it says nothing to."""
    is_guess: bool = False
    """Nothing that was said leads to the field that it tells."""
    is_vague: bool = False
    """More than one of its fields may be what is asked for."""
    subjects: list[Thing] = field(default_factory=list[Thing])
    """The things that are named, whatever is asked about them."""
    scope: list[Thing] = field(default_factory=list[Thing])
    """`are all beds ripe?`: of which it may be so."""

    @property
    def conditions(self) -> list[Atom]:
        return [one for one in self.atoms if one.role in ("these", "extreme") and one.side != "ongoing"]

    @property
    def is_own(self) -> bool:
        """Whether all that is said of them is in themselves, one by one."""
        return all(one.kind is self.target and one.role == "these" for one in self.conditions)

    @property
    def told(self) -> set[tuple[str, str]]:
        """What it comes to: the same answer may be read in more than one way."""
        values = [(thing, field_) for thing in self.things for field_ in self.asked]
        return {(thing.label, str(thing.values(one))) for thing, one in values} or {
            (one.label, "") for one in self.things
        }

    @property
    def is_empty(self) -> bool:
        """Whether it says of a thing that is named nothing but perhaps, loosely, of what kind it is."""
        kinds = [one for one in self.atoms if one.role == "kind"]
        is_loose = bool(kinds) and all(one.strength < CLEAR for one in kinds)
        return is_loose and not self.asked and all(one.is_name for one in self.conditions)

    @property
    def is_listed(self) -> bool:
        """Whether all that is told are lists."""
        return bool(self.asked) and all(one.is_list for one in self.asked)

    @property
    def is_about(self) -> bool:
        """Whether it is only about a thing, and asks nothing of it."""
        return not self.asked and all(one.is_name or one.role == "kind" for one in self.atoms)


def readings(phrase: Phrase, want: Want, world: World, atoms: Sequence[Atom]) -> list[Reading]:
    """For each kind of things the best one, the best of all first."""
    kinds = [kind for kind in world.kinds if kind.things]
    atoms = [one for one in atoms if not is_of_another_noun(one, atoms) and not mentions_head(one, phrase, want)]
    distances = Distances(world)
    found = [_best(phrase, want, world, kind, atoms, distances) for kind in kinds]
    return _surest_first(sorted(found, key=lambda one: -one.score))


def _surest_first(found: list[Reading]) -> list[Reading]:
    """Before one that guesses goes another that is nearly as good, where something is said of its own things."""
    if not found or not found[0].is_guess:
        return found
    best = next((one for one in found[1:] if not one.is_guess), None)
    is_near = best is not None and best.score > found[0].score - GUESSED
    if best is None or not is_near or not any(_is_said_of(best.target, each) for each in best.atoms):
        return found
    return [best, *(one for one in found if one is not best)]


def _is_said_of(kind: Kind, atom: Atom) -> bool:
    return atom.role == "these" and atom.kind is kind and not atom.is_name


class Distances:
    """How many steps one kind of things is from another."""

    def __init__(self, world: World) -> None:
        self._beside: dict[Kind, set[Kind]] = {}
        for thing in world.things:
            own = self._beside.setdefault(thing.kind, set())
            own.update(other.kind for other in world.neighbours(thing))
        self._known: dict[Kind, dict[Kind, int]] = {}
        self._leads: dict[tuple[Field, Kind], bool] = {}

    def of(self, kind: Kind, other: Kind) -> int | None:
        if kind not in self._known:
            self._known[kind] = self._from(kind)
        return self._known[kind].get(other)

    def leads(self, field: Field, kind: Kind) -> bool:
        """Whether what a field names are things of a kind."""
        if (field, kind) not in self._leads:
            said = {str(one).casefold() for one in field.values}
            names = {name.casefold() for thing in kind.things for name in (thing.id, thing.name) if name}
            self._leads[field, kind] = bool(said & names)
        return self._leads[field, kind]

    def _from(self, kind: Kind) -> dict[Kind, int]:
        found, border = {kind: 0}, [kind]
        for steps in range(1, len(FAR)):
            border = [two for one in border for two in self._beside.get(one, ()) if two not in found]
            found |= dict.fromkeys(border, steps)
        return found


def _best(
    phrase: Phrase, want: Want, world: World, target: Kind, atoms: Sequence[Atom], distances: Distances
) -> Reading:
    timed = _timed(target, atoms)
    near = (one for one in atoms if not _is_of_others(one, target, timed))
    usable = [(one, worth) for one in near if (worth := _worth(one, target, phrase, distances)) > 0]
    best: Reading | None = None
    for _ in range(MAX_RETRIES):
        chosen = _choose(usable, len(phrase.tokens))
        reading = _made(phrase, want, world, target, chosen, {id(one): worth for one, worth in usable}, distances)
        if best is None or reading.score > best.score:
            best = reading
        narrow = [one for one in chosen if one.role == "these" and not _is_denial(one)]
        if reading.things or not narrow:
            break
        if _is_only_small(phrase, narrow):
            break
        weakest = min(narrow, key=lambda one: (one.strength, -len(one.span)))
        usable = [(one, worth) for one, worth in usable if one is not weakest]
    assert best is not None
    return best


def _is_denial(atom: Atom) -> bool:
    """`without an owner`: where there is none, the answer is no, and not those that have one."""
    return atom.side == "no" and atom.strength >= DENYING


def _is_only_small(phrase: Phrase, narrow: Sequence[Atom]) -> bool:
    """`which tours are full`, of which none is: that no other word says so is no reason to tell of all."""
    return all(one.side == "state" and not any(phrase.weights[at] for at in one.span) for one in narrow)


def _timed(target: Kind, atoms: Iterable[Atom]) -> dict[int, float]:
    """How well each word for a time or a state is said of these things themselves."""
    found: dict[int, float] = {}
    for one in atoms:
        is_own = one.kind is target and one.role == "these" and one.side in OF_OWN
        if is_own and (one.things or one.side == "no"):
            found |= {at: max(one.strength, found.get(at, 0.0)) for at in one.span}
    return found


def _is_of_others(atom: Atom, target: Kind, timed: Mapping[int, float]) -> bool:
    """`projects due this month`, `that are not done`: of theirs, and not of what has to do with them."""
    if atom.side not in OF_OWN or atom.kind is target or atom.is_name:
        return False
    return max((timed.get(at, 0.0) for at in atom.span), default=0.0) >= atom.strength


def _worth(atom: Atom, target: Kind, phrase: Phrase, distances: Distances) -> float:
    steps = distances.of(target, atom.kind)
    if steps is None or (steps and atom.side == "nested"):
        return 0.0
    if steps and all(phrase.tokens[at].is_quoted and not phrase.tokens[at].is_known for at in atom.span):
        return atom.utility(phrase.weights) * FAR[steps] * QUOTED
    if steps and atom.role == "these" and not atom.side and atom.strength < FAINT:
        return 0.0
    if steps and (atom.side == "count" or (atom.side == "figure" and atom.strength <= UNNAMED)):
        return 0.0
    if atom.side == "ongoing":
        return 0.0 if steps else HARDLY
    worth = atom.utility(phrase.weights) * FAR[steps]
    if atom.role == "these" and not atom.side and atom.strength < CLEAR and _is_light(phrase, atom):
        return 0.0
    if atom.role == "these" and not atom.side and atom.strength < HARDLY_SAID and not phrase.has(*SEARCHING):
        return 0.0
    if atom.role == "these" and atom.strength >= ADJECTIVE and _is_predicate(phrase, atom.span):
        worth = max(worth, PREDICATE * FAR[steps])
    if atom.side in ("pointed", "time", "state", "said") or atom.role == "extreme" or _is_so_then(phrase, atom):
        is_loose = phrase.words[atom.span.start] in LOOSE and len(atom.span) == 1
        least = (0.5 if is_loose else 0.9) * atom.strength * FAR[steps]
        least *= WEAKLY if atom.role == "extreme" and atom.strength < CLEARLY else 1.0
        worth = worth + least if _is_named_time(phrase, atom) else max(worth, least)
    if atom.role == "field" and not steps and atom.strength >= EXACT and len(atom.span) == 1:
        worth = max(worth, NAMED if phrase.words[atom.span.start] in PLAIN_FIELDS else 0.0)
    if atom.role == "field" and steps:
        return worth * (RELATION if atom.field is not None and distances.leads(atom.field, target) else NO_FIELD)
    return worth


def _is_named_time(phrase: Phrase, atom: Atom) -> bool:
    """`due this month`: the day is called by its name, and the time says as much again; so does that of `off today`."""
    timed = {at for times, _ in phrase.times for at in times}
    beside = [at for at in atom.span if at not in timed and phrase.weights[at] > 0]
    words = atom.field.words if atom.field is not None else ()
    is_called = any(lexical(phrase.words[at], word) >= EXACT for at in beside for word in words)
    is_said = (atom.side == "time" and is_called) or _is_so_then(phrase, atom)
    return is_said and not any(phrase.weights[at] for at in atom.span if at in timed)


def _is_so_then(phrase: Phrase, atom: Atom) -> bool:
    """`off today`, `not working tomorrow`: how something is, and when."""
    timed = {at for times, _ in phrase.times for at in times}
    others = [at for at in atom.span if at not in timed and phrase.weights[at] > 0]
    return atom.side in ("state", "said", "no") and bool(others) and bool(timed & set(atom.span))


def _is_predicate(phrase: Phrase, span: range) -> bool:
    """`are available`, `is over`; but not `is over 30`."""
    is_end = span.stop >= len(phrase.tokens)
    return is_end or not any(phrase.words[at] in PREPOSITIONS for at in span)


def _is_light(phrase: Phrase, atom: Atom) -> bool:
    return all(phrase.weights[at] < 1 for at in atom.span if at < len(phrase.weights))


def _choose(usable: Sequence[tuple[Atom, float]], length: int) -> list[Atom]:
    """Those without overlaps that explain most."""
    ending: dict[int, list[tuple[Atom, float]]] = {}
    for one, worth in usable:
        ending.setdefault(min(one.span.stop, length), []).append((one, worth))
    best: list[tuple[float, list[Atom]]] = [(0.0, [])]
    for stop in range(1, length + 1):
        top = best[stop - 1]
        for one, worth in ending.get(stop, ()):
            before = best[one.span.start]
            if before[0] + worth > top[0] + 1e-9:
                top = before[0] + worth, [*before[1], one]
        best.append(top)
    return best[-1][1]


def _made(
    phrase: Phrase,
    want: Want,
    world: World,
    target: Kind,
    chosen: list[Atom],
    worths: dict[int, float],
    distances: Distances,
) -> Reading:
    explained = sum(worths[id(one)] for one in chosen)
    chosen = united(phrase, chosen)
    things = meant(world, target, chosen, phrase)
    scope = _scope(phrase, world, target, chosen, things) if want.is_of_all else []
    covered = {at for one in chosen for at in one.span}
    left = [
        at
        for at, weight in enumerate(phrase.weights)
        if weight > 0 and at not in covered and not (leads_on(phrase, at, covered) or links(phrase, want, at, chosen))
    ]
    asked = asked_fields(phrase, want, target, chosen, left)
    stored = {at for at in left if phrase.words[at] in STORED}
    ours = says_ours(phrase.tokens, covered | stored) if left else set[int]()
    figures = [*asked, *(one.field for one in chosen if one.role == "extreme" and one.field is not None)]
    left = [at for at in left if not takes_people(phrase.words[at], figures) and at not in ours]
    left = [at for at in left if want.asker != "said" or phrase.words[at] not in SAYING | NOTED]
    related = relating(phrase, want, target, chosen, asked, left)
    left = [at for at in left if at not in related]
    if want.shape == "truth" and len(things) > 1 and asked:
        things = [thing for thing in things if all(any(thing.values(one)) for one in asked)]
    if want.asker == "who" and asked == held_by(phrase, target):
        things = [thing for thing in things if any(map(thing.values, asked))] or things
        left = [at for at in left if phrase.words[at] not in DEEDS]
    if is_choosing(phrase, want, chosen):
        things = _with_any(things, asked)
    if want.shape == "truth":
        things = with_named(phrase, things, asked, chosen)
    reading = Reading(target, chosen, things, asked, left=left, scope=scope)
    reading.is_guess = is_guess(phrase, want, target, chosen, asked) or is_of_speaker(phrase, target, chosen)
    reading.is_vague = is_vague(phrase, want, target, chosen, asked)
    is_unknown = want.asker == "when" and _is_unknown(things, asked, chosen)
    reading.is_guess = reading.is_guess or is_unknown
    if want.shape == "truth" and not things:
        named = [one for one in chosen if one.role == "these" and (one.is_name or one.kind is not target)]
        reading.subjects = meant(world, target, named, phrase) if named else []
    score = explained + fit_of(phrase, want, reading.target, chosen, asked)
    score -= UNSAID * is_unknown
    score -= 0.35 * sum(phrase.weights[at] for at in left)
    if want.shape == "things" and _is_far(target, chosen, distances, want.asker in MEASURING):
        score -= UNSAID
        reading.is_guess = True
    if not things:
        is_own = any(one.is_name and one.kind is target for one in chosen)
        is_any = bool(want.head) and want.shape == "truth"
        score -= EXISTS if is_any else DENIED if reading.subjects and is_own else EMPTY.get(want.shape, VOID)
    if asks_with_whom(phrase) and things and are_named(phrase, things, asked):
        score -= VOID
    score -= UNSAID if is_of_speaker(phrase, target, chosen) else 0.0
    is_single = target.parent is None and not target.source.is_list and not target.source.needs
    if is_single and chosen and all(one.kind is not target for one in chosen):
        score -= VOID
    reading.score = score
    return reading


def _is_far(target: Kind, chosen: Sequence[Atom], distances: Distances, is_measured: bool) -> bool:
    """`who is responsible for the sauna?`: hardly who has a booking of a member of the club that has the sauna."""
    own = [one for one in chosen if one.kind is target and one.role != "field"]
    own = [one for one in own if one.side != "time" and one.role != "extreme"]
    said = [one for one in chosen if one.role == "these" and one.is_name]
    steps = [far for one in said if (far := distances.of(target, one.kind)) is not None]
    return not own and bool(steps) and min(steps) > (0 if is_measured else 1)


def _is_unknown(things: Sequence[Thing], asked: Sequence[Field], chosen: Sequence[Atom]) -> bool:
    """`since when is it broken?`, of a service of which only the next maintenance has a day, and that has none."""
    named = {one.field for one in chosen if one.role == "field"}
    return bool(things and asked) and not any(
        one in named or thing.values(one) or thing.is_masked(one) for one in asked for thing in things
    )


def _scope(phrase: Phrase, world: World, target: Kind, chosen: list[Atom], things: list[Thing]) -> list[Thing]:
    """All that are asked about, whether or not what is said last is so of them."""
    said = [one for one in chosen if one.role == "these" and not one.is_name]
    last = max(said, key=lambda one: one.span.start, default=None)
    is_last = last is not None and not any(one.role == "field" and one.span.start > last.span.start for one in chosen)
    return meant(world, target, [one for one in chosen if one is not last], phrase) if is_last else things


def _with_any(things: list[Thing], asked: Sequence[Field]) -> list[Thing]:
    """`who owes us money?`: of a figure that some have and others don't, those that have any."""
    figures = [one for one in asked if one.is_number]
    figures = figures or [one for one in asked if len(one.path) > 1]
    some = [thing for thing in things if figures and all(any(thing.values(one)) for one in figures)]
    return some or things


def meant(world: World, target: Kind, chosen: Sequence[Atom], phrase: Phrase) -> list[Thing]:
    """The things of a kind of which all is so that is said of them and of what has to do with them."""
    groups = _groups(world, target, chosen, phrase)
    things = groups.pop(target, set(target.things))
    for others in _near_first(world, groups).values():
        things &= set(world.related(others, target))
    things = _led(world, target, chosen, groups, things)
    ordered = [thing for thing in target.things if thing in things]
    for one in chosen:
        if one.role == "extreme" and one.kind is target:
            ordered = extreme_of(ordered, one, phrase.now)
    return ordered


def found_by(world: World, reading: Reading, phrase: Phrase) -> list[Thing]:
    """The single things of other kinds that were described, and not named, and lead to what is told."""
    groups = _groups(world, reading.target, reading.atoms, phrase)
    groups.pop(reading.target, None)
    named = {one.kind for one in reading.atoms if one.role == "these" and one.is_name and one.side != "pointed"}
    near = _near_first(world, groups)
    found = [next(iter(things)) for kind, things in near.items() if len(things) == 1 and kind not in named]
    said = {thing for one in reading.atoms if one.side == "pointed" and len(one.things) == 1 for thing in one.things}
    return [one for one in found if one not in said and set(world.related([one], reading.target)) & {*reading.things}]


def _groups(world: World, target: Kind, chosen: Sequence[Atom], phrase: Phrase) -> dict[Kind, set[Thing]]:
    """Of each kind those of which is so what is said of that kind."""
    groups: dict[Kind, set[Thing]] = {}
    for one in chosen:
        if one.role == "these":
            own = groups.get(one.kind)
            groups[one.kind] = set(one.things) if own is None else own & one.things
    for one in chosen:
        if one.role == "extreme" and one.kind is not target:
            own = groups.get(one.kind, set(one.kind.things))
            for other, others in groups.items():
                if other is not one.kind:
                    own = own & set(world.related(others, one.kind)) or own
            groups[one.kind] = set(extreme_of(own, one, phrase.now))
    return groups


def _led(
    world: World, target: Kind, chosen: Sequence[Atom], groups: Mapping[Kind, set[Thing]], things: set[Thing]
) -> set[Thing]:
    """`the phone of the director of …`: of all that have to do with it, those that this field of it names."""
    for one in chosen:
        if one.role != "field" or one.field is None or one.kind is target:
            continue
        near = set(one.kind.things)
        for others in groups.values():
            near = near & set(world.related(others, one.kind)) or near
        named = {str(value).casefold() for thing in near for value in thing.values(one.field)}
        things = {thing for thing in things if named & {str(thing.id).casefold(), str(thing.name).casefold()}} or things
    return things


def _near_first(world: World, groups: dict[Kind, set[Thing]]) -> dict[Kind, set[Thing]]:
    """Each group, narrowed by those that are nearer to it than the target is."""
    near: dict[Kind, set[Thing]] = {}
    for kind, things in groups.items():
        narrowed = things
        for other, others in groups.items():
            if other is not kind:
                narrowed = narrowed & set(world.related(others, kind)) or narrowed
        near[kind] = narrowed
    return near
