"""A reading of a question: which things it is about, what each word says of them, and how much that explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.planner.english.ours import says_ours
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.readings.alternatives import united
from assistant.planner.readings.company import DEEDS, are_named, asks_with_whom, held_by
from assistant.planner.readings.distances import Distances
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.excepting import is_across, without_excepted, without_named
from assistant.planner.readings.fitting import fit_of
from assistant.planner.readings.guessing import is_guess, is_vague
from assistant.planner.readings.headcounts import takes_people
from assistant.planner.readings.linking import leads_on, links
from assistant.planner.readings.meaning import meant, nearest_first, things_by_kind
from assistant.planner.readings.people import is_of_speaker
from assistant.planner.readings.persons import with_named
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.relating import relating
from assistant.planner.readings.unlikely import is_of_another_noun, mentions_head
from assistant.planner.readings.wanted import asked_fields, is_choosing
from assistant.planner.readings.wants import NOTED, SAYING, Want
from assistant.planner.readings.worth import CLEAR, is_time_of_others, timed_words, worth_of

EMPTY = {"truth": 0.4, "count": 0.7}
EXISTS = 0.8
"""What it costs when nothing is like that, of what is asked for by `any`: other things may be."""
DENIED = 0.15
"""What it costs when nothing is like that, of things that are named: it is not so."""
DENYING = 0.7
VOID = 1.3
UNSAID = 0.4
"""What it takes from things that nobody spoke of, and that have little to do with what was named."""
MAX_RETRIES = 4
MEASURING = ("long", "age")
STORED = wordset("store stock shelf shelves shop inventory sale offer system range")
"""Where something is, and not only that it is ours: `how many do we have in the store`."""
NEARLY = 0.3
"""So much worse may be what is said of a thing itself, to be taken for what is asked of it."""
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
    best_first = _surest_first(sorted(found, key=lambda one: -one.score))
    return _own_first(best_first) if want.shape == "truth" else best_first


def _own_first(found: list[Reading]) -> list[Reading]:
    """`is search fine?`: whether a service is, of which both are said, and not whether a team has such a one."""
    nouns = {one.kind.nouns for one in found[0].atoms} if found else set[frozenset[str]]()
    if len(nouns) != 1 or found[0].target.nouns in nouns or found[0].asked:
        return found
    own = next((one for one in found if one.target.nouns in nouns and one.score > found[0].score - NEARLY), None)
    return found if own is None else [own, *(one for one in found if one is not own)]


def _surest_first(found: list[Reading]) -> list[Reading]:
    """Before one that guesses goes another that is nearly as good, where something is said of its own things."""
    if not found or not found[0].is_guess:
        return found
    best = next((one for one in found[1:] if not one.is_guess), None)
    is_near = best is not None and best.score > found[0].score - GUESSED
    if best is None or not is_near or not any(_is_said_of(best.target, each) for each in best.atoms):
        return found
    return [best, *(one for one in found if one is not best)]


def _is_denial_of_one(atom: Atom) -> bool:
    """`not owned by Ada`: what is denied is who or what it names, and no state."""
    is_named = atom.field is not None and atom.field.is_text and not atom.field.slot.choices
    return _is_denial(atom) and is_named and len(atom.span) > 2


def _is_said_of(kind: Kind, atom: Atom) -> bool:
    return atom.role == "these" and atom.kind is kind and not atom.is_name


def _best(
    phrase: Phrase, want: Want, world: World, target: Kind, atoms: Sequence[Atom], distances: Distances
) -> Reading:
    timed = timed_words(target, atoms)
    denied = {at for one in atoms if one.kind is target and _is_denial_of_one(one) for at in one.span}
    apart = (one for one in atoms if one.side == "no" or not denied & set(one.span))  # `not owned by Ada`
    near = (one for one in apart if not (is_time_of_others(one, target, timed) or is_across(phrase, one)))
    usable = [(one, worth) for one in near if (worth := worth_of(one, target, phrase, distances)) > 0]
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
    chosen = without_excepted(phrase, world, target, united(phrase, chosen))
    things = meant(world, target, chosen, phrase)
    scope = _scope(phrase, world, target, chosen, things) if want.is_of_all else []
    covered = {at for one in chosen for at in one.span}
    left = [
        at
        for at, weight in enumerate(phrase.weights)
        if weight > 0 and at not in covered and not (leads_on(phrase, at, covered) or links(phrase, want, at, chosen))
    ]
    asked = asked_fields(phrase, want, target, chosen, left)
    things = without_named(phrase, world, target, chosen, asked) or things
    stored = {at for at in left if phrase.words[at] in STORED}
    ours = says_ours(phrase.tokens, covered | stored) if left else set[int]()
    figures = [*asked, *(one.field for one in chosen if one.role == "extreme" and one.field is not None)]
    left = [at for at in left if not takes_people(phrase.words[at], figures) and at not in ours]
    left = [at for at in left if phrase.words[at] != "either" or not phrase.has("or")]
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


def found_by(world: World, reading: Reading, phrase: Phrase) -> list[Thing]:
    """The single things of other kinds that were described, and not named, and lead to what is told."""
    groups = things_by_kind(world, reading.target, reading.atoms, phrase)
    groups.pop(reading.target, None)
    named = {one.kind for one in reading.atoms if one.role == "these" and one.is_name and one.side != "pointed"}
    near = nearest_first(world, groups)
    found = [next(iter(things)) for kind, things in near.items() if len(things) == 1 and kind not in named]
    ways = [one for atom in reading.atoms for one in atom.within if len(one.things) == 1]
    found += [thing for one in ways for thing in one.things if thing not in reading.things]
    said = {thing for one in reading.atoms if one.side == "pointed" and len(one.things) == 1 for thing in one.things}
    return [one for one in found if one not in said and set(world.related([one], reading.target)) & {*reading.things}]
