"""One thing held against another: `is A bigger than B`, `has it more moisture than the last one`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.degrees import superlative
from assistant.planner.english.vocabulary import AUXILIARIES, PAIRED_ADJECTIVES, SUPERLATIVES, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.dimensions import measured
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.telling import called
from assistant.planner.wishes.conditions import measure
from assistant.planner.wishes.wording import bold, plain, spoken, value_text

MORE = wordset("more higher greater later")
LESS = wordset("less fewer lower earlier")
SAME = wordset("same equal alike")
DIFFERENCE = wordset("difference differ gap")
NAMED = 0.97
CALLED = 0.75
REACH = 4


def held_against(phrase: Phrase, atoms: Sequence[Atom], asked: Sequence[str]) -> Reply | None:
    """The answer, where two things and a figure of both are meant; the figure may have been asked for before."""
    if phrase.has(*SAME, *DIFFERENCE):
        return _both(phrase, atoms)
    than = next((at for at, word in enumerate(phrase.words) if word == "than"), None)
    begin = phrase.begin + (phrase.words[phrase.begin] == "by")
    opening = phrase.words[begin : begin + 2]
    is_difference = opening in (["how", "much"], ["how", "many"])
    if than is None or not (is_difference or opening[0] in AUXILIARIES):
        return None
    others = list(_single(atoms, range(than + 1, len(phrase.tokens))))
    for thing in _single(atoms, range(phrase.begin, than)):
        for other in others:
            told = (
                measure_of(phrase, thing.kind, than, asked) if thing.kind is other.kind and thing is not other else None
            )
            reply = _told(thing, other, *told, is_difference) if told is not None else None
            if reply is not None:
                return reply
    return None


def _single(atoms: Iterable[Atom], places: range) -> Iterator[Thing]:
    """The things that are named or pointed at there, the best named first."""
    for one in sorted(atoms, key=lambda each: (-len(each.span), -each.strength)):
        is_there = one.span.start in places and one.span.stop <= places.stop
        if is_there and one.role == "these" and one.is_name and len(one.things) == 1 and one.strength >= NAMED:
            yield from one.things


def _both(phrase: Phrase, atoms: Sequence[Atom]) -> Reply | None:
    """`do A and B have the same price`, `the difference in price between A and B`."""
    named = list(dict.fromkeys(_single(atoms, range(phrase.begin, len(phrase.tokens)))))
    others = [one for one in named[1:] if one.kind is named[0].kind]
    field = said_best(phrase, named[0].kind, range(phrase.begin, len(phrase.tokens))) if others else None
    if field is None or len(others) != 1:
        return None
    first, second = sorted((named[0], others[0]), key=lambda one: _place(atoms, one))
    if not phrase.has(*SAME):
        return _told(first, second, field, is_more=True, is_difference=True) if field.is_number else None
    own, its = first.values(field), second.values(field)
    if phrase.words[phrase.begin] not in AUXILIARIES or not (own and its):
        return None
    texts = [value_text(one[0] if len(one) == 1 else one, field.slot) for one in (own, its)]
    figures = f"{spoken(field.name)} {texts[0]}, and {plain(second.label)} has {texts[1]}"
    return Reply(f"{'Yes' if own == its else 'No'}. {called(first)}: {figures}.", [first.record], own == its)


def _place(atoms: Iterable[Atom], thing: Thing) -> int:
    """Where it is named."""
    return min(one.span.start for one in atoms if one.things == {thing})


def said_best(phrase: Phrase, kind: Kind, places: range) -> Field | None:
    """The field whose name is said best there, and as a whole: `free places`, and not `places`."""
    told = [(one, mention_of(phrase, one)) for one in kind.fields if not one.slot.is_id]
    near = [(one, *said) for one, said in told if said and said[0].start in places and said[1] >= CALLED]
    return max(near, key=lambda one: (one[2], len(one[1])))[0] if near else None


def measure_of(phrase: Phrase, kind: Kind, than: int, asked: Sequence[str] = ()) -> tuple[Field, bool] | None:
    """The figure, and whether the first of them is to have more of it."""
    said = phrase.words[phrase.begin : than]
    how = said[2:3] if said[0] == "how" else []  # `how much heavier is A than B`
    compared = next((one for one in how if superlative(one) in SUPERLATIVES and one not in MORE | LESS), said[-1])
    hints, is_more = SUPERLATIVES.get(superlative(compared)) or PAIRED_ADJECTIVES.get(compared) or ("", True)
    signs = [word for word in (*how, *said[-REACH:]) if word in MORE | LESS]
    figures = [one for one in kind.fields if one.is_number or one.is_moment]
    numbers = [one for one in figures if one.is_number]
    only = numbers[0] if len(numbers) == 1 else None
    if hints and (field := _likest(figures, hints.split()) or only) is not None:
        return field, is_more != bool(LESS & set(signs))
    field = _likest(figures, said) or _likest(figures, asked) or only
    return (field, signs[-1] in MORE) if field is not None and signs else None


def _likest(fields: Sequence[Field], words: Sequence[str]) -> Field | None:
    alike = {one: max((lexical(word, own) for word in words for own in measured(one)), default=0.0) for one in fields}
    best = max(fields, key=lambda one: (alike[one], len(set(one.words) & set(words))), default=None)
    return best if best is not None and alike[best] >= CALLED else None


def _told(thing: Thing, other: Thing, field: Field, is_more: bool, is_difference: bool) -> Reply | None:
    """The other one is not set in bold: what is said next is said of the first."""
    own, its = (next(iter(one.values(field)), None) for one in (thing, other))
    first, second = measure(own), measure(its)
    if first is None or second is None:
        return None
    holds = first > second if is_more else first < second
    figures = f"{spoken(field.name)} {value_text(own, field.slot)}"
    figures += f", and {plain(other.label)} has {value_text(its, field.slot)}"
    if is_difference and not field.is_number:
        return None
    if is_difference:
        margin = value_text(round(abs(first - second), 2), field.slot)
        what = "No difference" if first == second else f"{bold(margin)} {'more' if first > second else 'less'}"
        return Reply(f"{what}. {called(thing)}: {figures}.", [thing.record])
    return Reply(f"{'Yes' if holds else 'No'}. {called(thing)}: {figures}.", [thing.record], holds)
