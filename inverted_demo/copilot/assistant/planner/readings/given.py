"""What a question says for a tool that has to be told something before it tells anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.conversation import Arguments
from assistant.planner.english.vocabulary import QUERY_WORDS, wordset
from assistant.planner.facts.things import Kind, folded
from assistant.planner.filling.days_given import LATER, last_of
from assistant.planner.offer.periods import written
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import NO_KINDS, Source, beginning
from assistant.planner.readings.clocks import of_that_time
from assistant.planner.readings.duty import is_roster, says_duty
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.values import leaning

CLEAR = 0.9
COMING = wordset("next first upcoming soonest")
WEEK = 7
FROM = wordset("since from after start begin first")
PERSONAL = wordset("he him his she her hers they them their theirs")
TO = wordset("until to before till end last by")


@dataclass
class Given:
    """The arguments, and the words that they are from."""

    values: Arguments = field(default_factory=dict[str, Any])
    taken: set[int] = field(default_factory=set[int])


def arguments(phrase: Phrase, source: Source, atoms: Sequence[Atom], person: str = "") -> Given | None:
    """For all parameters that are required; none where one of them is not said. A pronoun says the person's name."""
    given = Given()
    if not _is_about(phrase, source):
        return None
    for param in (*source.needs, *(one for one in source.deed.params if not one.required)):
        found = _value(phrase, param, atoms, given.taken)
        found = found or _implied(phrase, source, param) or _of_person(phrase, param, person)
        if found is None and param.required:
            return None
        if found is not None:
            value, taken = found
            given.values[param.name] = value
            given.taken |= taken
    return given if given.values else None


def _implied(phrase: Phrase, source: Source, param: Slot) -> tuple[Any, set[int]] | None:
    """Today, where things of this kind are asked for and no day is said."""
    is_day = param.required and param.is_moment and not TO & set(param.all_words)
    is_asked = any(token.stem in source.nouns for token in phrase.tokens[phrase.begin :])
    is_asked = is_asked or (is_roster(source) and says_duty(phrase))
    return (written(phrase.now, param), set()) if is_day and is_asked and not phrase.times else None


def of_days(phrase: Phrase, source: Source) -> Given | None:
    """For a list that has to be told a day: the one that is said, else today, and those after it that are meant."""
    days = [one for one in source.needs if one.is_moment]
    if len(days) != 1 or len(source.needs) != 1:
        return None
    [day] = days
    value, taken = _moment(phrase, day) or (written(phrase.now, day), set[int]())
    given = Given({day.name: value}, set(taken))
    count = next((one for one in source.deed.params if not one.required and one.name in ("days", "num_days")), None)
    many = _extent(phrase)
    if count is not None and many > 1:
        given.values[count.name] = min(many, int(count.highest)) if count.highest is not None else many
    return given


def _extent(phrase: Phrase) -> int:
    """How many days are meant."""
    whens = [when for _, when in phrase.times if when.side == "within"]
    if whens:
        return (whens[0].last.date() - whens[0].first.date()).days + 1
    return WEEK if phrase.has(*COMING) else 1


def _is_about(phrase: Phrase, source: Source) -> bool:
    """Whether a word says what the tool tells of, or what it is called."""
    keys = {*source.deed.name_words, *(word for one in source.fields for word in one.all_words), source.noun}
    said = [token.word for at, token in enumerate(phrase.tokens) if phrase.weights[at] > 0 or token.is_noun]
    is_said = any(lexical(word, key) >= 0.75 for word in said for key in keys)
    is_said = is_said or any(
        token.stem in source.deed.prose for at, token in enumerate(phrase.tokens) if phrase.weights[at] == 1
    )
    is_said = is_said or (is_roster(source) and says_duty(phrase))
    return is_said or any(param.name in QUERY_WORDS for param in source.needs)


def _value(phrase: Phrase, param: Slot, atoms: Sequence[Atom], taken: set[int]) -> tuple[Any, set[int]] | None:
    if param.is_moment:
        return _moment(phrase, param)
    if param.choices:
        return _choice(phrase, param, taken)
    if param.is_measure:
        return _figure(phrase, param, taken)
    if param.is_id:
        return _id(param, atoms) or _unknown_id(phrase, param)
    if param.required and param.form == "text" and QUERY_WORDS & set(param.all_words):
        return _query(phrase, atoms)
    return None


def _moment(phrase: Phrase, param: Slot) -> tuple[Any, set[int]] | None:
    is_end = bool(TO & set(param.all_words)) or (param.required and bool(LATER & set(param.all_words)))
    several = param.required and len(phrase.days) > 1
    is_begin = not is_end and (several or bool(FROM & set(param.all_words)))
    found = [
        one for one in phrase.days if one[1].side in ("within", "until" if is_end else "since" if is_begin else "")
    ]
    if param.required and not (is_end or is_begin) and any(when.is_stretch for _, when in phrase.times):
        return None  # one day is no stretch of them
    for span, when in found[-1:] if is_end and several else found:
        is_alone = when.side == "within" and is_end and not several
        moment = last_of(phrase.text, when, param) if is_alone else when.first
        if param.form == "date":
            return moment.date().isoformat(), set(span)
        if when.has_clock:
            return moment.isoformat(), set(span)
    return None


def _choice(phrase: Phrase, param: Slot, taken: set[int]) -> tuple[Any, set[int]] | None:
    found: list[tuple[float, str, set[int]]] = []
    for choice in param.choices:
        words = folded(choice) or (choice,)
        for at in range(phrase.begin, len(phrase.tokens) - len(words) + 1):
            span = range(at, at + len(words))
            alike = min(lexical(phrase.words[here], word) for here, word in zip(span, words, strict=True))
            if alike >= CLEAR and not taken & set(span):
                found.append((alike + leaning(phrase, param.all_words, span), choice, set(span)))
    if not found:
        return None
    best = max(found, key=lambda one: one[0])
    return best[1], best[2]


def _figure(phrase: Phrase, param: Slot, taken: set[int]) -> tuple[Any, set[int]] | None:
    for span, figure in phrase.figures:
        is_named = any(lexical(figure.unit, word) >= CLEAR for word in param.all_words) if figure.unit else False
        if not taken & set(span) and (is_named or (param.required and len(phrase.figures) == 1)):
            value = int(figure.value) if param.form == "whole" else figure.value
            return value, {*span, *([span.stop] if is_named else [])}
    return None


def _id(param: Slot, atoms: Sequence[Atom]) -> tuple[Any, set[int]] | None:
    shown = {beginning(one) for one in param.samples} - {""}
    names = set(param.key) - NO_KINDS
    for atom in sorted(atoms, key=lambda one: -one.strength * len(one.span)):
        if atom.role != "these" or not atom.is_name or len(atom.things) != 1:
            continue
        [thing] = atom.things
        if thing.id is not None and (beginning(thing.id) in shown or (names and names <= thing.kind.nouns)):
            return thing.id, set(atom.span)
    return None


def _unknown_id(phrase: Phrase, param: Slot) -> tuple[Any, set[int]] | None:
    """An id as the parameter's examples are, of something that no list tells of."""
    shown = {beginning(one) for one in param.samples} - {""}
    for at, token in enumerate(phrase.tokens):
        if token.is_id and beginning(token.text) in shown:
            return token.text.upper(), {at}
    return None


def _of_person(phrase: Phrase, param: Slot, person: str) -> tuple[Any, set[int]] | None:
    """`their number`: what is known of the person that was told."""
    taken = {at for at in phrase.pointing if phrase.words[at] in PERSONAL}
    is_query = param.required and param.form == "text" and bool(QUERY_WORDS & set(param.all_words))
    return (person, taken) if person and taken and is_query else None


def _query(phrase: Phrase, atoms: Sequence[Atom]) -> tuple[Any, set[int]] | None:
    """A name: known from elsewhere, or words that are no words of English."""
    named = [one for one in atoms if one.role == "these" and one.strength >= CLEAR and len(one.span) > 1]
    names = [one for one in named if one.is_name or (one.field is not None and one.field.is_text)]
    if names:
        span = max(names, key=lambda one: len(one.span)).span
        return _said(phrase, span), set(span)
    timed = {at for span, _ in phrase.times for at in span}
    strange = [
        at
        for at, token in enumerate(phrase.tokens)
        if token.is_name and phrase.weights[at] > 0 and not token.is_id and at not in timed
    ]
    if not strange:
        return None
    return _said(phrase, strange), set(strange)


def _said(phrase: Phrase, places: Iterable[int]) -> str:
    return " ".join(phrase.tokens[at].text for at in places if at < len(phrase.tokens))


def given_atoms(phrase: Phrase, kind: Kind, given: Given) -> Iterator[Atom]:
    """All that the tool told is of what it was told."""
    timed = {at for span, _ in phrase.times for at in span}
    things = frozenset(of_that_time(kind, phrase))
    for span in _runs(sorted(given.taken)):
        side = "time" if timed & set(span) else ""
        yield Atom(span, "these", kind, 1.0, None, things, is_name=True, side=side)


def _runs(places: Sequence[int]) -> Iterator[range]:
    """The places that stand one after the other."""
    start = 0
    for end in range(1, len(places) + 1):
        if end == len(places) or places[end] != places[end - 1] + 1:
            yield range(places[start], places[end - 1] + 1)
            start = end
