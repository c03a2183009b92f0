"""What is asked of a thing some steps away: `the mobile of whoever drives Ada`, over her booking and its tour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from assistant.planner.clauses import Clause
from assistant.planner.conditions import as_moment, within
from assistant.planner.dates import When, moments
from assistant.planner.desk import Desk
from assistant.planner.details import detailed
from assistant.planner.focus import Focus
from assistant.planner.likeness import ALIKE
from assistant.planner.mentions import spot
from assistant.planner.people import IN_HAND, OWNING, are_people, asks_holder, is_person
from assistant.planner.pointing import pointing
from assistant.planner.questions import Question
from assistant.planner.records import Record, fields_of
from assistant.planner.referring import references
from assistant.planner.reply import Reply
from assistant.planner.schemas import Slot
from assistant.planner.stems import concept, content_stems, is_plural, stem
from assistant.planner.vocabulary import PLACE_WORDS, SUPERLATIVES, wordset
from assistant.planner.wording import called, sentence
from assistant.planner.words import Token

YEAR = timedelta(days=365)
MAX_STEPS = 3
MAX_THINGS = 16
"""From more things than these nobody goes on to what they name."""
MAX_DETAILED = 24
MAX_TOLD = 3
MAX_RELATING = 1
SHORT = 80
ENDINGS = ("ing", "ers", "ors", "er", "or", "ed", "es", "s", "e")
MIN_ROOT = 4
NOT_ONE = frozenset(SUPERLATIVES) | wordset(
    "most least more less fewest many not no never without all every each other others else than average total how "
    "before after between first previous compare both together instead any anything"
)
FILLING = wordset("number name person somebody someone details contact need ring call get got currently now right")
PRONOUNS = wordset("it its")
HANDLING = frozenset(concept(stem(word)) for word in IN_HAND)
DONE = wordset("cancelled canceled done completed ended past closed returned collected delivered played held")


@dataclass(frozen=True)
class Step:
    """A thing that was reached, and the words for what is on the way to it."""

    thing: Record
    keys: frozenset[str]
    way: tuple[Record, ...]

    @property
    def distance(self) -> int:
        return len(self.way)


@dataclass(frozen=True)
class Found:
    """What is asked, where it is told."""

    step: Step
    holder: Record
    slots: tuple[Slot, ...]
    left: int
    """How many words only say how things have to do with each other."""

    @property
    def value(self) -> str:
        return str([self.holder.get(slot.name) for slot in self.slots] or self.holder.label)


@dataclass
class Words:
    """The words of a clause that are to be explained."""

    clause: Clause
    asked: list[int]
    times: list[When] = field(default_factory=list[When])

    @property
    def is_who(self) -> bool:
        return self.opening in ("who", "whom")

    @property
    def opening(self) -> str:
        return self.clause.words[self.clause.begin]


async def reached(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """What the things say that have to do with the one that is named, the nearest first."""
    question = Question(clause)
    if clause.mood not in ("asks", "reads", "states") or question.counted is not None or question.is_truth:
        return None
    start = _start(desk, clause, focus)
    if start is None:
        return None
    span, names = start
    words = _words(desk, clause, span)
    graph = await _graph(desk)
    if asks_holder(clause.tokens):
        return _held(graph, names, clause)
    if words is None:
        return None
    steps = _named(graph, names)
    seen = {id(one.thing) for one in steps}
    for distance in range(MAX_STEPS + 1):
        found = [one for step in steps for one in await _told(desk, graph, step, words)] if len(steps) <= MAX_DETAILED else []
        least = min((one.left for one in found), default=0)
        if found := _likeliest([one for one in found if one.left == least], words, desk):
            return _reply(found)
        if len(steps) > MAX_THINGS:
            return None
        steps = [one for step in steps for one in await _next(desk, graph, step) if not _is_seen(one, seen)]
    return None


def _held(graph: Graph, names: set[str], clause: Clause) -> Reply | None:
    """`Who's got Rex?`: the persons who have it in a list of theirs."""
    if any(token.is_content and not token.is_known and token.word not in FILLING for token in clause.tokens):
        return None
    having = [(key, one) for name in names for key, one in graph.naming.get(name, ()) if are_people(one.source)]
    slots = [(one, slot) for key, one in having for slot in fields_of(one) if slot.name == key and slot.form == "list"]
    return Reply(sentence(slots[0][0], [slots[0][1]]), [slots[0][0]]) if len(slots) == 1 else None


def _is_seen(step: Step, seen: set[int]) -> bool:
    known = id(step.thing) in seen
    seen.add(id(step.thing))
    return known


def _start(desk: Desk, clause: Clause, focus: Focus) -> tuple[range, set[str]] | None:
    """Where the one name stands, and what it is; or the pronoun for what a part of the sentence means."""
    found = clause.tokens
    named = [(span, known) for span, known in desk.catalog.named(found) if not known.is_part and span.start >= clause.begin]
    ids = [(range(at, at + 1), one) for at, one in enumerate(found) if one.is_id and at >= clause.begin]
    if len({span.start for span, _ in (*named, *ids)}) == 1:
        span = (named or ids)[0][0]
        return span, {" ".join(found[at].text for at in span).casefold().removesuffix("'s")}
    if not named and not ids and focus.is_one and focus.is_inner:
        places = [at for at in pointing(clause, set()) if found[at].word in PRONOUNS]
        thing = focus.things[0]
        return (range(places[0], places[0] + 1), {_plain(thing.id or thing.label)}) if places else None
    return None


def _words(desk: Desk, clause: Clause, span: range) -> Words | None:
    found = clause.tokens
    times = moments(clause.text, desk.now)
    rest = [at for at in range(clause.begin, len(found)) if at not in span]
    rest = [at for at in rest if not any(one.start <= found[at].start < one.end for one in times)]
    if any(found[at].word in NOT_ONE or found[at].is_number or found[at].is_known for at in rest):
        return None
    asked = [at for at in rest if found[at].is_content and found[at].word not in FILLING]
    return Words(clause, asked, times) if asked else None


class Graph:
    """All that lists tell, by what names it."""

    def __init__(self, things: Sequence[Record]) -> None:
        self.calls: dict[str, list[Record]] = {}
        self.naming: dict[str, list[tuple[str, Record]]] = {}
        for thing in things:
            for call in {_plain(one) for one in (thing.id, thing.label) if one is not None}:
                self.calls.setdefault(call, []).append(thing)
            for key, value in references(thing):
                for part in _parts(value):
                    self.naming.setdefault(part, []).append((key, thing))

    def meant(self, key: str, value: object) -> Iterator[Record]:
        """The things that a value of such a field is for."""
        for part in _parts(value):
            for thing in self.calls.get(part, ()):
                if not part.isdigit() or _keys(key) & thing.source.concepts:
                    yield thing


async def _graph(desk: Desk) -> Graph:
    return Graph([one for source in desk.catalog.listed() for one in (await desk.all(source, {}))[0]])


def _parts(value: object) -> Iterable[str]:
    """`Flat 2, Elm Lodge` names Elm Lodge too."""
    if isinstance(value, bool) or not isinstance(value, str | int) or len(str(value)) > SHORT:
        return ()
    plain = _plain(value)
    return dict.fromkeys((plain, plain.partition(" (")[0], *(part.strip() for part in plain.split(",")[1:])))


def _plain(value: object) -> str:
    return str(value).casefold().strip()


def _keys(name: str) -> frozenset[str]:
    return frozenset(map(concept, content_stems(name)))


def _named(graph: Graph, names: set[str]) -> list[Step]:
    """The things of that name, and where there are none, those that say it of themselves."""
    own = [Step(one, one.source.concepts, ()) for name in names for one in graph.calls.get(name, ())]
    said = [Step(one, one.source.concepts | _keys(key), ()) for name in names for key, one in graph.naming.get(name, ())]
    return own or list({id(one.thing): one for one in said}.values())


async def _next(desk: Desk, graph: Graph, step: Step) -> list[Step]:
    """What a thing names, and what names it."""
    way = (*step.way, step.thing)
    found: list[Step] = []
    for whole in await _wholes(desk, step.thing):
        for key, value in references(whole):
            for one in graph.meant(key, value):
                found.append(Step(one, step.keys | one.source.concepts | _keys(key), way))
    for call in {_plain(one) for one in (step.thing.id, step.thing.label) if one is not None}:
        for key, one in graph.naming.get(call, ()):
            if not call.isdigit() or _keys(key) & step.thing.source.concepts:
                found.append(Step(one, step.keys | one.source.concepts | _keys(key), way))
    return [one for one in found if one.thing is not step.thing]


async def _wholes(desk: Desk, thing: Record) -> list[Record]:
    return [one for one in (thing, await detailed(desk, thing)) if one is not None]


async def _told(desk: Desk, graph: Graph, step: Step, words: Words) -> list[Found]:
    """What is asked, if this thing tells it, and all other words are for what is on the way."""
    for holder in await _wholes(desk, step.thing):
        slots = _slots(holder, step, words)
        if slots is None:
            continue
        told = [*slots, *_roles(holder, graph)] if slots else []
        said = {at for at in words.asked if any(_is_called(slot, words.clause.tokens[at]) for slot in told)}
        left = [at for at in words.asked if at not in said and not _is_on_way(step, words.clause.tokens[at])]
        if len(left) <= MAX_RELATING and all(_is_relating(words, at, desk) for at in left):
            return [Found(step, holder, tuple(slots), len(left))]
    return []


def _roles(holder: Record, graph: Graph) -> list[Slot]:
    """`the phone of Mia's guardian`: the persons that a thing names who are nowhere else, so that it is theirs."""
    persons = [slot for slot in fields_of(holder) if is_person(slot) and slot.form == "text" and not slot.is_id]
    return [one for one in persons if (value := holder.get(one.name)) and not any(graph.meant(one.name, value))]


def _slots(holder: Record, step: Step, words: Words) -> list[Slot] | None:
    """The fields that are asked for; none where it is asked which thing it is."""
    found, head = words.clause.tokens, words.asked[0]
    fields = [slot for slot in fields_of(holder) if holder.get(slot.name) not in (None, "", [])]
    fields = [slot for slot in fields if slot.name != holder.name_field and not slot.is_id]
    mentions = [one for one in spot([found[at] for at in words.asked], fields) if _is_plain(one)]
    called = [one.slot for one in mentions if one.start == 0] or [one for one in fields if _is_called(one, found[head])]
    if words.is_who:
        named = [slot for slot in fields if is_person(slot) and any(_is_called(slot, found[at]) for at in words.asked)]
        is_person_ = are_people(holder.source) and any(_is_kind(holder, found[at]) for at in words.asked)
        return named[:1] or ([] if is_person_ and step.way else None)
    if is_plural(found[head].text.casefold()):
        called = [slot for slot in called if slot.form == "list" or found[head].stem in slot.key]
    if words.clause.has("when"):
        called = [slot for slot in called if slot.is_moment]
    if words.clause.has("where"):
        called = [slot for slot in called if PLACE_WORDS & set(slot.all_words)]
    if called:
        best = max(called, key=partial(_fit, words))
        return [best]
    is_asked = words.opening in ("which", "what") and words.clause.begin + 1 == head and _is_kind(holder, found[head])
    return [] if is_asked and step.way and not is_plural(found[head].word) else None


def _is_plain(mention: object) -> bool:
    return getattr(mention, "choice", None) is None and getattr(mention, "strength", 0) >= ALIKE


def _fit(words: Words, slot: Slot) -> int:
    return sum(_is_called(slot, words.clause.tokens[at]) for at in words.asked) * 2 - len(slot.key)


def _is_called(slot: Slot, token: Token) -> bool:
    keys = _keys(slot.name)
    is_in_hand = concept(token.stem) == OWNING and bool(IN_HAND & set(slot.all_words))
    return concept(token.stem) in keys or is_in_hand or _root(token.word) in {_root(word) for word in slot.all_words}


def _is_kind(thing: Record, token: Token) -> bool:
    return concept(token.stem) in thing.source.concepts or _root(token.word) in map(_root, thing.source.nouns)


def _is_on_way(step: Step, token: Token) -> bool:
    if concept(token.stem) == OWNING and HANDLING & step.keys:
        return True
    return concept(token.stem) in step.keys or _root(token.word) in map(_root, step.keys)


def _root(word: str) -> str:
    """`driv` of driving, drives and driver."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= MIN_ROOT:
            return word.removesuffix(ending)
    return word


def _is_relating(words: Words, at: int, desk: Desk) -> bool:
    """Whether it only says how things have to do with each other: no name, and nothing that data are called."""
    token = words.clause.tokens[at]
    is_told = token.is_name or token.is_id or token.is_quoted or concept(token.stem) in desk.catalog.concepts
    is_field = any(_is_called(slot, token) for source in desk.catalog.sources for slot in source.fields)
    return not is_told and not is_field and at != words.asked[0]


def _likeliest(found: Sequence[Found], words: Words, desk: Desk) -> list[Found]:
    """Those of the time that is named; else those that are still to come, where several would do."""
    if words.times:
        found = _timed(found, words.times[0]) or _timed(found, _a_year_on(words.times[0]))
    if len({one.value for one in found}) > 1:
        found = [one for one in found if not _is_over(one, desk)] or found
    several = {one.value: one for one in found}
    return list(several.values()) if len(several) <= MAX_TOLD else []


def _timed(found: Sequence[Found], when: When) -> list[Found]:
    return [one for one in found if any(_is_in(thing, when) for thing in (*one.step.way, one.holder))]


def _a_year_on(when: When) -> When:
    """`in April`, where this year's is over."""
    return replace(when, first=when.first + YEAR, last=when.last + YEAR)


def _is_in(thing: Record, when: When) -> bool:
    told = [as_moment(thing.get(slot.name)) for slot in fields_of(thing) if slot.is_moment]
    return any(one is not None and within(one, when) for one in told)


def _is_over(found: Found, desk: Desk) -> bool:
    for thing in (*found.step.way, found.holder):
        told = [as_moment(thing.get(slot.name)) for slot in fields_of(thing) if slot.is_moment]
        known = [one for one in told if one is not None]
        if known and max(known).date() < desk.now.date():
            return True
        if any(slot.choices and str(thing.get(slot.name)).casefold() in DONE for slot in fields_of(thing)):
            return True
    return False


def _reply(found: Sequence[Found]) -> Reply:
    """What each says, and over what it was reached."""
    lines = [_line(one) for one in found]
    return Reply("\n".join(lines), [one.holder for one in found])


def _line(found: Found) -> str:
    over = [called(one) for one in found.step.way[1:]]
    told = sentence(found.holder, found.slots) if found.slots else f"{called(found.holder)}."
    return f"{told.rstrip('.')} ({', '.join(over)})." if over else told
