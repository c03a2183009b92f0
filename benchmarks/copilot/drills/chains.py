"""Of what one thing tells of another: questions that take two or three calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.copilot.drills.drill import MOST_SAID, Drill, spoken
from benchmarks.copilot.drills.references import Extreme, Reference, called, extremes, is_only, references, told
from benchmarks.copilot.drills.tables import Row, Table

CONTACTS = ("phone", "email")


def of_chains(tables: Sequence[Table], random: Random) -> Iterator[Drill]:
    every = references(tables)
    for one in every:
        for row in one.table.rows:
            if str(row["id"]) in one.named:
                yield from _of_named(one, row, random)
        yield from _of_extremes(one, random)
        if is_only(one, every):
            yield from _of_others(one, random)


def _of_named(one: Reference, row: Row, random: Random) -> Iterator[Drill]:
    """`the phone of the skipper of The Long Ride`"""
    other = one.named[str(row["id"])]
    name, its = called(one.table, row), one.other.name(other)
    for field, value in told(one.other, other).items():
        has, lacks, said = [str(value)], _others(one, other, row), spoken(field)
        forms = [
            f"What is the {said} of the {one.called} of {name}?",
            f"what's the {said} of {name}'s {one.called}",
            f"{name}: what is the {one.called}'s {said}?",
            f"Can you tell me the {one.called}'s {said} for {name}?",
        ]
        yield Drill("other's field", [random.choice(forms)], has, lacks)
        if field in CONTACTS and one.is_of_person:
            forms = [
                f"Who is the {one.called} of {name}, and what is their {said}?",
                f"who's the {one.called} of {name} and whats their {said}",
                f"Who is {name}'s {one.called}? And the {said}?",
            ]
            yield Drill("who and contact", [random.choice(forms)], [its, *has], lacks)
            whoever = [
                f"What is the {said} of whoever is the {one.called} of {name}?",
                f"i need the {said} of whoever's the {one.called} of {name}",
            ]
            yield Drill("whoever", [random.choice(whoever)], has, lacks)


def _others(one: Reference, other: Row, row: Row) -> list[str]:
    """What the answer is not about."""
    about = f"{row} {one.other.details.get(str(other['id']), other)}"
    return [name for each in one.other.rows if (name := one.other.name(each)) not in about]


def _of_extremes(one: Reference, random: Random) -> Iterator[Drill]:
    for extreme in extremes(one.table):
        if (other := one.named.get(str(extreme.row["id"]))) is None:
            continue
        its, lacks = one.other.name(other), _others(one, other, extreme.row)
        who = "Who" if one.is_of_person else "What"
        yield Drill("other of most", [f"{who} is the {one.called} of {extreme.words}?"], [its], lacks)
        for field, value in told(one.other, other).items():
            said = spoken(field)
            forms = [
                f"What is the {said} of the {one.called} of {extreme.words}?",
                f"I need the {said} of the {one.called} of {extreme.words}.",
                f"{said} of the {one.called} for {extreme.words}",
                f"what's the {one.called}'s {said} for {extreme.words}",
            ]
            yield Drill("other's field of most", [random.choice(forms)], [str(value)], lacks)
            yield from _of_its(one, extreme, said, [one.table.name(extreme.row), str(value)], random)
            if one.is_of_person:
                forms = [
                    f"Who is the {one.called} of {extreme.words}, and what is their {said}?",
                    f"who is the {one.called} of {extreme.words} and what's their {said}?",
                ]
                yield Drill("who of most and", [random.choice(forms)], [its, str(value)], lacks)
    for extreme in extremes(one.other):
        those = [one.table.name(row) for row in one.having(extreme.row)]
        rest = [name for row in one.table.rows if (name := one.table.name(row)) not in those]
        if 0 < len(those) <= MOST_SAID:
            forms = [
                f"Which {one.table.things} have {extreme.words} as their {one.called}?",
                f"Which {one.table.things} belong to {extreme.words}?",
                f"List the {one.table.things} of {extreme.words}.",
            ]
            yield Drill("things of most", [random.choice(forms)], those, rest)


def _of_its(one: Reference, extreme: Extreme, said: str, has: list[str], random: Random) -> Iterator[Drill]:
    """`Which boat has the deepest draught, and what is its skipper's phone?`"""
    which = f"Which {one.table.thing} has {extreme.words.partition(' with ')[2]}"
    forms = [
        f"{which}, and what is the {said} of its {one.called}?",
        f"{which.lower()} and what's its {one.called}'s {said}?",
        f"{which}, and what is the {said} of the {one.called}?",
    ]
    yield Drill("most and its other's", [random.choice(forms)], has)


def _of_others(one: Reference, random: Random) -> Iterator[Drill]:
    things, thing = one.table.things, one.table.thing
    for other in one.other.rows:
        its, those = one.other.name(other), [one.table.name(row) for row in one.having(other)]
        if those:
            forms = [
                f"How many {things} does {its} have?",
                f"how many {things} are there for {its}",
                f"{its} has how many {things}?",
            ]
            yield Drill("how many of other", [random.choice(forms)], [str(len(those))])
        for row in one.having(other):
            name = called(one.table, row)
            forms = [
                f"How many {things} does the {one.called} of {name} have?",
                f"How many {things} does {name}'s {one.called} have in all?",
            ]
            yield Drill("how many of other of", [random.choice(forms)], [str(len(those))])
    for extreme in extremes(one.table):
        if (other := one.named.get(str(extreme.row["id"]))) is None:
            continue
        lacks = _others(one, other, extreme.row)
        who = "Who" if one.other.thing == "person" else f"Which {one.other.thing}"
        yield Drill("which other has", [f"{who} has {extreme.words}?"], [one.other.name(other)], lacks)
        for field, value in told(one.other, other).items():
            said, most = spoken(field), extreme.words.removeprefix(f"the {thing} with ")
            forms = [
                f"What is the {said} of the {one.other.thing} that has {extreme.words}?",
                f"Give me the {said} of the {one.other.thing} whose {thing} has {most}.",
                f"the {said} of the {one.other.thing} with {extreme.words} please",
            ]
            yield Drill("field of other with", [random.choice(forms)], [str(value)], lacks)
