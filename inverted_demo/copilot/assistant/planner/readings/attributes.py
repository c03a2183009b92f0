"""Words that are what kinds of things and their fields are called, and switches that are on or off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from assistant.planner.english.common import is_past
from assistant.planner.english.stems import IRREGULAR, identifier_words, is_plural, singular, stem
from assistant.planner.english.vocabulary import READ_VERBS, STOPWORDS, wordset
from assistant.planner.english.words import Token
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.graded import asks_degree, much_of
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.progress import not_off

SMALL = wordset("of the a on in at by for to is its her his their per and")
LEAST = 0.5
CALLED = 0.75
CLOSE = 0.9
"""How well the name of a field is said at least, where a question says that something has any of it."""
HAPPENING = 0.7
EVENTS = wordset("event events")
"""What the words `what's on` are read as."""
NOUN = 0.55
MANY = 1.02
HEADING = wordset("which what the these those all any our my many of list show")
SAME_NAME = 0.9
OBJECT = 0.9
UNSAID = 0.06
PHONES = wordset("phone telephone mobile")
DIALLED = 0.95
PLANNED = wordset("planned scheduled arranged booked lined fixed")
SET = 1.03
APART = 0.9
DESCRIBED = 0.8
LEAST_DESCRIBED = 2
"""So many words of its description at least have to be said for a field that is not named."""
NEVER = wordset("id ids")
HAVING = wordset("have has having had with got")
SUBJECT = 4
"""So many words at most stand between `have` and what has been done."""
ARTICLES = wordset("a an any")
OWNING = wordset("the its their his her average mean total")
BEING = wordset("is are was were")
RECORDS = wordset(
    "request requests record records entry entries item items job jobs case cases ticket tickets listing listings"
)
"""Behind the name of a kind of things they say no more: `repair requests`."""
FOLLOWED = wordset(
    "of for over above under below between called named at from to up no not more less higher lower exactly"
)
"""Behind the name of a field they say what is in it, and not only that there is something."""
UNITS = wordset("kg g km m cm mm gbp eur usd pence minutes mins hours days c celsius percent pct m2 litres l tonnes")


def kind_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    for kind in kinds:
        for at, token in enumerate(phrase.tokens):
            if at < phrase.begin or token.is_quoted:
                continue
            is_head = _is_head(phrase, at)
            alike = max((_noun(token, noun, is_head) for noun in kind.nouns), default=0.0)
            alike = max(alike, _happening(kind)) if token.word in EVENTS else alike
            if alike >= NOUN:
                yield Atom(range(at, at + 1), "kind", kind, alike)
                if set(phrase.words[at + 1 : at + 2]) & RECORDS:
                    yield Atom(range(at, at + 2), "kind", kind, alike)
        if (span := _called(phrase, kind)) is not None:
            yield Atom(span, "kind", kind, 1.0)


def _happening(kind: Kind) -> float:
    """`what's on`: whatever is told of by its day or its time of day."""
    by_day = any(one.is_moment for one in kind.source.needs)
    return HAPPENING if by_day or any(one.is_clock for one in kind.fields) else 0.0


def _called(phrase: Phrase, kind: Kind) -> range | None:
    """Where the tool's whole name is said but for its verb: `work days`, for the only things that it tells of."""
    name = [word for word in kind.source.deed.name_words if word not in READ_VERBS]
    if kind.parent is not None or not name or (len(name) == 1 and (kind.nouns or not kind.source.is_list)):
        return None
    for at in range(phrase.begin, len(phrase.tokens) - len(name) + 1):
        span = range(at, at + len(name))
        if all(lexical(phrase.words[here], word) > SAME_NAME for here, word in zip(span, name, strict=True)):
            return span
    return None


def _is_head(phrase: Phrase, at: int) -> bool:
    """`the jobs`, `which open jobs`; not `who plays`."""
    before = phrase.words[at - 1] if at > phrase.begin else ""
    is_led = at == phrase.begin or before in HEADING or phrase.weights[at - 1] >= 1
    return is_led and is_plural(phrase.tokens[at].text)


def _noun(token: Token, noun: str, is_head: bool) -> float:
    """What several are called is rather what they are than something of them: `the jobs` are tasks, and no titles."""
    if token.stem == noun:
        return 1.0
    return (MANY if is_head else 0.9) * lexical(token.word, noun)


def field_atoms(phrase: Phrase, kinds: Iterable[Kind], told: Mapping[str, str] | None = None) -> Iterator[Atom]:
    """What is told of parameters may say what a field of the same name is."""
    for kind in kinds:
        for field in kind.fields:
            if field.slot.is_id and not set(field.words) - NEVER:
                continue
            yield from _apart(phrase, kind, field)
            found = mention_of(phrase, field) or _telephone(phrase, field) or _described(phrase, field, told or {})
            if found is None:
                continue
            span, strength = found
            is_so = (strength < CALLED and _is_so(phrase, span)) or asks_degree(phrase, field, span)
            if field.slot.form != "truth" and not is_so:
                yield Atom(span, "field", kind, strength * (0.5 if field.slot.is_id else 1.0), field)
            yield from _flag(phrase, kind, field, span, strength)
        yield from _object_atoms(phrase, kind)


def _is_so(phrase: Phrase, span: range) -> bool:
    """`which are overdue?`: how they are, and no field that is called by a word somewhat like that."""
    before = phrase.words[span.start - 1] if span.start > phrase.begin else ""
    return span.stop == len(phrase.tokens) and before in BEING and not phrase.has("what", "how", "when", "where")


def _object_atoms(phrase: Phrase, kind: Kind) -> Iterator[Atom]:
    """`maintenance`, of `{"maintenance": {"start": …}}`: when it is, or the first that is told of it."""
    inside: dict[str, list[Field]] = {}
    for field in kind.fields:
        if len(field.path) > 1 and field.path[-1] not in ("id", "name"):
            inside.setdefault(field.path[0], []).append(field)
    for name, fields in inside.items():
        words = identifier_words(name)
        for at in range(phrase.begin, len(phrase.tokens) - len(words) + 1):
            alike = min(lexical(phrase.words[at + here], word) for here, word in enumerate(words))
            if alike >= SAME_NAME and phrase.weights[at] >= 1:
                field = next((one for one in fields if one.is_moment), fields[0])
                yield Atom(range(at, at + len(words)), "field", kind, alike * OBJECT, field)
                no = phrase.negated(at)
                yield from _planned(phrase, kind, field) if no is None else _without(phrase, kind, field, no, at)


def _planned(phrase: Phrase, kind: Kind, field: Field) -> Iterator[Atom]:
    """`which maintenance is planned`: of the things those that have any, whatever else is called planned."""
    at = next((at for at in range(phrase.begin, len(phrase.tokens)) if phrase.words[at] in PLANNED), None)
    if at is not None and field.is_moment and phrase.negated(at) is None:
        things = frozenset(thing for thing in kind.things if thing.values(field))
        yield Atom(range(at, at + 1), "these", kind, SET, field, things, side="state")


def _without(phrase: Phrase, kind: Kind, field: Field, no: int, at: int) -> Iterator[Atom]:
    """`which have no maintenance planned`: those that have none of it."""
    is_planned = phrase.words[at + 1 : at + 2] and phrase.words[at + 1] in PLANNED
    things = frozenset(thing for thing in kind.things if not thing.values(field))
    yield Atom(range(no, at + 1 + bool(is_planned)), "these", kind, SET, field, things, side="no")


def _apart(phrase: Phrase, kind: Kind, field: Field) -> Iterator[Atom]:
    """`how many reams of that are in the store`, of `reams_in_store`: all words of its name, but not together."""
    own = [word for word in identifier_words(field.path[-1]) if word not in STOPWORDS]
    places = [_places(phrase, word) for word in own] if len(own) > 1 else []
    if places and all(any(alike >= SAME_NAME for _, alike in each) for each in places):
        for each in places:
            at, alike = max(each, key=_second)
            yield Atom(range(at, at + 1), "field", kind, APART * alike, field)


def _described(phrase: Phrase, field: Field, told: Mapping[str, str]) -> tuple[range, float] | None:
    """`what did the stage hands report`, of what is described as what they reported."""
    keys = {stem(word) for word in identifier_words(told.get(field.path[-1], "")) if word not in STOPWORDS}
    found = [at for at in range(phrase.begin, len(phrase.tokens)) if phrase.tokens[at].stem in keys]
    weighty = [at for at in found if phrase.weights[at] >= 1]
    is_near = bool(found) and found[-1] - found[0] < len(found) + 2
    return (range(found[0], found[-1] + 1), DESCRIBED) if is_near and len(weighty) >= LEAST_DESCRIBED else None


def _is_of_value(phrase: Phrase, field: Field, span: range) -> bool:
    """`don't have the status active`: not without any status."""
    after = phrase.words[span.stop : span.stop + 2]
    texts = [folded(str(value)) for value in (*field.values, *field.slot.choices)]
    return any(lexical(one, words[0]) >= CLOSE for one in after for words in texts if words)


def _telephone(phrase: Phrase, field: Field) -> tuple[range, float] | None:
    """`her number`: the telephone's."""
    if not PHONES & set(field.words):
        return None
    at = next((at for at in range(phrase.begin, len(phrase.tokens)) if phrase.is_telephone(at)), None)
    return None if at is None else (range(at, at + 1), DIALLED)


def _flag(phrase: Phrase, kind: Kind, field: Field, span: range, strength: float) -> Iterator[Atom]:
    """`refrigerated`: those that are; `not thanked`: those that are not. Of a figure or a text, those that have any."""
    if field.slot.form == "truth":
        no = phrase.negated(span.start)
        wanted = no is None
        things = frozenset(thing for thing in kind.things if (thing.values(field) == [True]) == wanted)
        whole = span if no is None else range(no, span.stop)
        yield Atom(whole, "these", kind, strength, field, things, side="" if no is None else "no")
        return
    no = phrase.negated(span.start)
    if no is None and strength >= CALLED and (has := _had(phrase, field, span)) is not None:
        things = frozenset(thing for thing in kind.things if any(thing.values(field)) or thing.is_masked(field))
        yield Atom(has, "these", kind, strength + 0.01, field, things)
    if no is None and field.is_number and _is_state(phrase, field, span):
        yield Atom(span, "these", kind, strength + 0.01, field, much_of(phrase, kind, field, span))
    if no is None and field.is_moment and strength >= CALLED and _has_been(phrase, span):
        things = frozenset(thing for thing in kind.things if any(map(phrase.is_over, thing.values(field))))
        yield Atom(span, "these", kind, strength + 0.01, field, things)
    if no is not None and not _is_of_value(phrase, field, span):
        lacking = [thing for thing in kind.things if not thing.values(field) or thing.values(field) == [0]]
        things = frozenset(_open(phrase, kind, lacking))
        yield Atom(range(no, span.stop), "these", kind, strength, field, things, side="no")


def _had(phrase: Phrase, field: Field, span: range) -> range | None:
    """`which crews have a coach`, `is there one with an anchor`: those that have any."""
    words, at = phrase.words, span.start
    is_any = at - 2 > phrase.begin - (not phrase.has("got")) and words[at - 1] in ARTICLES and words[at - 2] in HAVING
    after = words[span.stop] if span.stop < len(words) else ""
    is_timed = any(when.start in (span.stop, span.stop + 1) for when, _ in phrase.times if when)
    is_told = after in FOLLOWED or after[:1].isdigit() or is_timed
    return range(at - 1, span.stop) if is_any and not is_told and not field.slot.is_id else None


def _has_been(phrase: Phrase, span: range) -> bool:
    """`what have we begun`, `which have been started`: of a day those that have had it; and not `when have we …`."""
    words = phrase.words[phrase.begin : span.start]
    is_told = len(span) == 1 and {"have", "has"} & set(words[-SUBJECT:]) and not {"when", "since", "how"} & set(words)
    said = phrase.words[span.start]
    is_told = bool(is_told) and bool({"which", "what"} & set(words))
    return is_told and not phrase.times and (is_past(said) or said in IRREGULAR or words[-1] == "been")


def _open(phrase: Phrase, kind: Kind, things: Iterable[Thing]) -> list[Thing]:
    """`have no skipper yet`: of those that may still get one."""
    open_ = not_off(kind.flat_source) if phrase.has("yet", "still") else None
    return [thing for thing in things if open_ is None or open_.holds(thing.flat_record)]


def _is_state(phrase: Phrase, field: Field, span: range) -> bool:
    """`are overdue`, of things with `days_overdue`; `who owes`, of persons with a balance: those that have any."""
    said = [phrase.tokens[at].word for at in span]
    before, after = phrase.words[max(0, span.start - 1)], phrase.words[span.stop : span.stop + 1]
    if before in ARTICLES | OWNING or phrase.tokens[max(0, span.start - 1)].owns or after == ["of"]:
        return False  # `the price of`, `its weight`: what it is called
    is_unit = any(word in said for word in field.words if word in UNITS)
    is_named = any(lexical(word, own) > 0.95 for word in said for own in field.words)
    if is_named and _is_deed(said, field):
        return True
    return not is_unit and (len(field.words) > 1 and bool(UNITS & set(field.words)) if is_named else len(said) == 1)


def _is_deed(said: Sequence[str], field: Field) -> bool:
    """`owe rent`, where they have `rent_owed`: the deed itself, and not what came of it."""
    return any(word not in field.words and f"{word.removesuffix('e')}ed" in field.words for word in said)


def mention_of(phrase: Phrase, field: Field) -> tuple[range, float] | None:
    """Where the name of a field is said, and how well."""
    own, missing = _essential(field)
    best: tuple[range, float] | None = None
    places = [_places(phrase, word) for word in own]
    for at in range(phrase.begin, len(phrase.tokens)):
        hits = [
            max(((here, alike) for here, alike in each if at <= here < at + len(own) + 2), key=_second, default=None)
            for each in places
        ]
        told = [one for one in hits if one is not None]
        if not told or min(here for here, _ in told) != at:
            continue
        share = len({here for here, _ in told}) / len(own)
        alike = sum(one for _, one in told) / len(told)
        is_head = hits[-1] is not None or hits[0] is not None
        strength = alike * (share if share == 1 else (0.35 + 0.45 * share) * (1.0 if is_head else 0.8))
        strength *= 1.0 - UNSAID * sum(not _places(phrase, word) for word in missing)
        span = _with_unit(phrase, range(at, max(here for here, _ in told) + 1), missing)
        if strength >= LEAST * 0.8 and (best is None or strength > best[1]):
            best = _with_small(phrase, field, span), strength
    return best


def unsaid(phrase: Phrase, field: Field) -> float:
    """`the contract end`, and not `contract_start`: how much of its name, but for its unit, is not said."""
    mention = mention_of(phrase, field)
    return 1.0 - mention[1] if mention is not None else 1.0


def _with_small(phrase: Phrase, field: Field, span: range) -> range:
    """`first aid`, of `first_aider`: with the small words of its name that stand before."""
    own = set(identifier_words(field.path[-1])) & STOPWORDS - SMALL
    start = span.start
    while start > phrase.begin and phrase.words[start - 1] in own:
        start -= 1
    return range(start, span.stop)


def _with_unit(phrase: Phrase, span: range, missing: Sequence[str]) -> range:
    """`work hours`, `hours this week`, of which only `work` and `week` have to be said."""
    after = phrase.words[span.stop] if span.stop < len(phrase.tokens) else ""
    before = phrase.words[span.start - 1] if span.start > phrase.begin else ""
    is_unit = any(word in UNITS and singular(word) == singular(after) for word in missing)
    is_led = any(word in UNITS and singular(word) == singular(before) for word in missing)
    return range(span.start - is_led, span.stop + is_unit)


def _essential(field: Field) -> tuple[list[str], list[str]]:
    """The words of its name that have to be said, and those that may be: units, small words, what it is in."""
    last = identifier_words(field.path[-1])
    own = [word for word in last if word not in STOPWORDS | UNITS] or [word for word in last if word not in UNITS]
    own = own or list(last)
    if field.path[-1] in ("name", "id", "value") and len(field.path) > 1:
        own = list(identifier_words(field.path[-2]))
    return own, [word for word in field.words if word not in own]


def _second(one: tuple[int, float]) -> float:
    return one[1]


def _places(phrase: Phrase, word: str) -> Sequence[tuple[int, float]]:
    found: list[tuple[int, float]] = []
    for at, token in enumerate(phrase.tokens):
        if at < phrase.begin or token.is_quoted or (token.word in STOPWORDS and token.word != word):
            continue
        alike = lexical(token.word, word)
        if alike >= (LEAST if phrase.weights[at] >= 1 else 0.9):
            found.append((at, alike))
    return found
