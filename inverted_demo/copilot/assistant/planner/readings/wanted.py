"""Which fields of a kind of things a question asks for."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import FREE_TEXT_WORDS, PLACE_WORDS, wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.money import OPEN, sum_of
from assistant.planner.readings.company import (
    has_full_names,
    held_by,
    others,
    persons,
    tells_person,
)
from assistant.planner.readings.dimensions import hints_of, measured
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.guessing import AGE, ANYBODY, LASTING, nearness
from assistant.planner.readings.headcounts import heads
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.people import (
    CONTACTS,
    GOOD,
    is_doer,
    is_persons,
    is_role,
    only_doer,
    takes_part,
    tells_contact,
)
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.recorded import is_recorded
from assistant.planner.readings.remaining import is_left
from assistant.planner.readings.stretches import ENDS, stretch_of
from assistant.planner.readings.wants import Want

MONEY = wordset(
    "price cost fee amount total balance due rate rent value paid owed deposit charge budget pounds gbp eur"
)
RANGE = frozenset({"min", "max"})
SUMS = wordset("total altogether sum")
QUANTITIES = wordset("quantity stock amount count left available remaining number qty kg units hand")
UNITS = {"kilos": "kg", "kilo": "kg", "hrs": "hours", "mins": "minutes", "quid": "gbp", "pounds": "gbp", "euros": "eur"}
REASONS = wordset("reason why cause purpose because occasion grounds motive")
DONE = wordset("did has have had")
"""`what did she write?`: what it says, and not when."""
FREE = wordset("available free left remaining unreserved spare")
"""What can be had is not all that there is."""
CALENDAR = wordset("day week month year")


def asked_fields(phrase: Phrase, want: Want, kind: Kind, chosen: Sequence[Atom], left: Sequence[int]) -> list[Field]:
    named = [one for one in chosen if one.role == "field" and one.kind is kind and not _is_beside_value(one, chosen)]
    told = list(dict.fromkeys(one.field for one in named if one.field is not None))
    if not want.asker and phrase.has(*DONE) and told and all(one.is_moment and is_recorded(one) for one in told):
        return [one for one in kind.fields if one.is_prose][:1]
    if want.shape == "truth":
        anybody = persons(kind.fields) if phrase.has(*ANYBODY) and not is_persons(kind) else []
        return told or (anybody if len(anybody) == 1 else [])
    said_of = _said_of(chosen, kind)
    fields = [one for one in kind.fields if one not in said_of]
    if want.asker == "who" and not is_persons(kind):
        reached = [*filter(tells_contact, fields), *told] if any(CONTACTS & set(one.words) for one in told) else told
        named = [one for one in reached if tells_person(one) or has_full_names(one) or is_role(phrase, one, chosen)]
        if not named and (held := held_by(phrase, kind)):
            return held
        those = [one for one in persons(fields) if one.is_list] if takes_part(phrase) else []
        return (
            reached
            if named or is_doer(phrase, kind, chosen)
            else _likeliest(phrase, those or others(phrase, fields, kind, chosen), left)
        )
    if want.asker == "when":
        moments = [one for one in fields if one.is_moment or one.is_clock] or [*filter(is_calendar, fields)]
        if want.ends:
            ends = [one for one in moments if ENDS & set(one.words)]
            return [one for one in told if one in ends] or _likeliest(phrase, ends or moments, left)
        is_told = any(one in moments for one in told)
        own = [one for one in moments if not is_recorded(one)]
        if moments and not own and not is_told:
            return [one for one in fields if one.is_prose][:1]
        found = told if is_told else _likeliest(phrase, own, left)
        return found if is_told else with_end(found, kind)
    if want.asker == "where":
        places = [one for one in fields if PLACE_WORDS & set(one.words)]
        return told or _likeliest(phrase, places, left)
    if want.asker == "why":
        return [one for one in fields if REASONS & set(one.words)][:1] or told or [*filter(is_remark, fields)]
    if want.asker == "said":
        remarks = [one for one in kind.fields if is_remark(one)]
        return [one for one in told if is_remark(one)] or remarks or told
    if want.asker in ("amount", "much") and (left_over := [one for one in told if is_left(one)]):
        return left_over
    if want.asker == "much":
        figures = [one for one in (*told, *_counted(chosen, kind)) if one.is_number]
        if _is_price(phrase) and not any(MONEY & set(one.words) for one in figures):
            figures = _measuring(phrase, want, [one for one in fields if MONEY & set(one.words)]) or figures
        return figures or _measuring(phrase, want, fields) or told
    if want.asker in ("long", "age"):
        figures = [one for one in (*told, *_counted(chosen, kind)) if one.is_number or one.is_moment]
        right = _measuring(phrase, want, kind.fields) if want.asker == "long" else []
        is_right = not right or any(_measures(phrase, want, one) for one in figures)
        return figures if figures and is_right else right or told
    if want.of_people or (want.asker == "amount" and not want.head and phrase.has("people", "persons")):
        return [one for one in (*told, *_counted(chosen, kind)) if one.is_number] or heads(kind)
    if (
        want.asker == "amount"
        and want.head
        and not any(one.role == "kind" and one.kind is kind and _is_counted(phrase, want, one.span) for one in chosen)
    ):
        is_called = any(want.head[-1] in one.span and one.field in told for one in named)
        figures = [one for one in told if one.is_number]
        return figures or ([] if is_called else _quantities(phrase, want, kind)) or told
    if _is_total(phrase) and not any(one.is_number for one in told):
        return [*told, *_summed(phrase, fields)]
    return told


def _is_counted(phrase: Phrase, want: Want, span: range) -> bool:
    """`how many jobs`, `how many boats leave today`; and not `how many job hours`."""
    return want.head[-1] in span or any(at in want.head and is_plural(phrase.words[at]) for at in span)


def is_calendar(field: Field) -> bool:
    """`day: 3`, of a journey; `year`, of a book."""
    return field.is_number and field.words[-1] in CALENDAR


def _is_beside_value(atom: Atom, chosen: Sequence[Atom]) -> bool:
    """`the van Kestrel`: the name of the field says only what that is."""
    return any(
        one.role == "these"
        and one.field is atom.field
        and one.span.start in (atom.span.stop, atom.span.start - len(one.span))
        for one in chosen
        if not one.side
    )


def _summed(phrase: Phrase, fields: Sequence[Field]) -> list[Field]:
    """What a total is of, where it is not said."""
    figures = [one for one in fields if one.is_number]
    slot = sum_of([one.slot for one in figures], phrase.has(*OPEN))
    return [one for one in figures if one.slot is slot] or [one for one in figures if MONEY & set(one.words)][:1]


def is_remark(field: Field) -> bool:
    """What somebody wrote in sentences."""
    return field.slot.form in ("text", "any", "list") and (field.is_prose or bool(FREE_TEXT_WORDS & set(field.words)))


def _is_total(phrase: Phrase) -> bool:
    """`the total of the open bills`, and not `the total number of bills`."""
    return any(
        word in SUMS and not {"number", "count"} & set(phrase.words[at + 1 : at + 2])
        for at, word in enumerate(phrase.words)
    )


def _is_price(phrase: Phrase) -> bool:
    """`how much is a place?`: what it costs, and not how many there are."""
    places = [at for at in range(phrase.begin, len(phrase.tokens) - 1) if phrase.words[at] == "much"]
    return bool(places) and phrase.words[places[0] + 1] in ("is", "are", "does", "do", "for")


def _measures(phrase: Phrase, want: Want, field: Field) -> bool:
    """`how far do they ride`: kilometres, and not the riders."""
    said = phrase.words[want.head[0]]
    hints = hints_of(said) or LASTING
    return field.is_moment or bool(hints & set(measured(field)))


def _measuring(phrase: Phrase, want: Want, fields: Sequence[Field]) -> list[Field]:
    """The figure that `how much`, `how big` or `how long` asks for; since when, where it has been so."""
    said = phrase.words[want.head[0]] if want.asker == "long" and want.head else ""
    hints = {"much": MONEY, "long": LASTING, "age": AGE}[want.asker]
    hints = hints_of(said) or hints if said != "long" else hints
    found = [one for one in fields if one.is_number and hints & set(measured(one))]
    if said == "long" and not found and phrase.has("been", "since"):
        return [one for one in fields if one.is_moment][:1]
    return _with_range(found or [one for one in fields if hints & set(one.words)])


def _with_range(found: Sequence[Field]) -> list[Field]:
    """The first; and of what is told by its least and its most, both."""
    ends = [one for one in found if RANGE & set(one.words)]
    same = [one for one in ends if set(one.words) - RANGE == set(found[0].words) - RANGE]
    return same if found and found[0] in ends and len(same) == len(RANGE) else list(found[:1])


def _quantities(phrase: Phrase, want: Want, kind: Kind) -> list[Field]:
    """`how many kilos of leeks`: the figure in that unit, or what says how much there is."""
    unit = phrase.words[want.head[0]]
    if unit in ("people", "persons"):
        return heads(kind)
    figures = [one for one in kind.told_fields if one.is_number]
    in_unit = [one for one in figures if any(lexical(UNITS.get(unit, unit), word) >= GOOD for word in one.words)]
    amounts = [one for one in figures if QUANTITIES & set(one.words)]
    is_free = phrase.has(*FREE)
    return in_unit or sorted(amounts, key=lambda one: bool(FREE & set(one.words)) != is_free)[:1]


def with_end(found: list[Field], kind: Kind) -> list[Field]:
    """Of what lasts from a day to another, both."""
    moments = [one for one in kind.fields if one.is_moment]
    stretch = stretch_of(moments)
    return list(stretch) if stretch and len(moments) == len(stretch) and found in ([one] for one in stretch) else found


def _said_of(chosen: Sequence[Atom], kind: Kind) -> set[Field]:
    return {one.field for one in chosen if one.role == "these" and one.kind is kind and one.field is not None}


def _counted(chosen: Sequence[Atom], kind: Kind) -> list[Field]:
    """`how much do they owe`: the figure, of which is also said that there is any."""
    said = [one.field for one in chosen if one.role == "these" and one.kind is kind and not one.side]
    return [one for one in said if one is not None and one.is_number]


def _likeliest(phrase: Phrase, fields: Sequence[Field], left: Sequence[int]) -> list[Field]:
    """The one that the rest of the words is nearest to; else the first."""
    if not fields:
        return []
    if (doer := only_doer(phrase, fields)) is not None:
        return [doer]
    rest = [phrase.tokens[at].word for at in left] or [""]
    said = [token.word for token in phrase.tokens[phrase.begin :]]
    return [max(fields, key=lambda one: (nearness(one, rest), nearness(one, said)))]


def is_choosing(phrase: Phrase, want: Want, chosen: Sequence[Atom]) -> bool:
    """`who owes us?`, `which readers have an overdue book?`: and not `how much does each owe?`."""
    is_which = bool(want.head) and phrase.words[max(0, want.head.start - 1)] == "which"
    has_extreme = any(one.role == "extreme" for one in chosen)
    return not has_extreme and want.shape == "things" and (want.asker == "who" or is_which)
