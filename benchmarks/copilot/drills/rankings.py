"""The most, the two most, the second, lists in order, sums and averages, of all, of some and of each choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from benchmarks.copilot.drills.drill import Drill, spoken
from benchmarks.copilot.drills.picked import is_state
from benchmarks.copilot.drills.tables import Row, Table
from benchmarks.copilot.drills.wordings import (
    Measured,
    article,
    can_be_asked,
    each,
    figure,
    having,
    is_many,
    measured,
    rounded,
    words_for,
)

FEW = 10
NO_SUMS = frozenset(
    ["average", "percent", "limit", "rate", "progress", "kmh", "arcsec", "aperture", "per", "celsius", "total"]
)
SHOWN = 4

TOP = """
    Which {thing} has {highest}?
    {thing} with {highest}
    whats the {thing} with {highest}
"""
TOP_TWO = """
    Which two {things} have {highest}?
    top 2 {things} by {field}
    what are the two {things} with {highest}
    the 2 {things} with {highest}
"""
TOP_THREE = """
    Name the three {things} with {highest}.
    top three {things} by {field}
    show me the top 3 {things} by {field}
"""
BOTTOM_TWO = """
    Name the two {things} with {lowest}.
    bottom two {things} by {field}
    the 2 {things} with {lowest}
"""
SECOND = """
    Which {thing} has the second highest {field}?
    {thing} with the second-highest {field}
    Which {thing} has the highest {field}? | And the second highest?
"""
DOWN = """
    List the {things} by {field}, highest first. | What is the first one?
    rank the {things} by {field} | What is the first one?
    {things} sorted by {field} descending | which is the first one?
    sort the {things} by {field}, from high to low | what's the first one
"""
UP = """
    List the {things} sorted by {field}, lowest first. | which is the first one?
    {things} in order of {field}, lowest first | What is the first one?
    sort the {things} by {field} ascending | which is the first one?
"""
TOTAL = """
    What is the total {field} of all {things}?
    sum of the {field} of the {things}
    whats the total {field} of the {things}
    total {field} across all {things}
"""
MANY_IN_ALL = """
    How many {field} do all {things} have together?
    what is the total number of {field} of the {things}
    total {field} of all {things}
    how many {field} in total across all {things}
"""
AVERAGE = """
    What is the average {field} of the {things}?
    average {field} of all {things}
    what's the {field} of the {things} on average
"""
MANY_ON_AVERAGE = """
    How many {field} do the {things} have on average?
    what's the average number of {field} of the {things}
    average {field} per {thing}
"""
CHOICE_AND_FIGURE = """
    Which {group} {have} {what}?
    any {group} with {what}?
    list the {group} that have {what}
"""
THEN_A_FIGURE = """
    Which {things} {have} the {choices} {value}? | And which of those {have} {what}?
    List the {group}. | only the ones with {what}
"""
TOP_OF_CHOICE = """
    Which {one} has {highest}?
    which of the {group} has {highest}
"""
TOTAL_OF_CHOICE = """
    What is the total {field} of the {group}?
    total {field} of the {group}
    what does the {field} of the {group} add up to
"""
MANY_OF_CHOICE = """
    How many {field} do the {group} have in total?
    total {field} of the {group}
"""
AVERAGE_OF_CHOICE = """
    What is the average {field} of the {group}?
    average {field} of {group}
"""
TOTAL_PER_CHOICE = """
    What is the total {field} of the {things} per {choices}?
    total {field} by {choices}
    sum up the {field} of the {things} for each {choices}
"""
AVERAGE_PER_CHOICE = """
    What is the average {field} of the {things} per {choices}?
    average {field} by {choices}
"""


def of_rankings(table: Table, random: Random) -> Iterator[Drill]:
    for field in measured(table) if can_be_asked(table) else ():
        if field.is_of_days:
            continue
        yield from _ends(table, field)
        yield from _ordered(table, field)
        yield from _sums(table, field)
        for choices in table.fields(str):
            told = table.values(choices)
            if {value for _, value in told} <= table.choices and len(told) == len(table.rows):
                yield from _per_choice(table, field, choices)
                yield from _of_choice(table, field, choices, random.choice(told)[1], random)


def _said(table: Table, field: Measured) -> dict[str, str]:
    most, least = ("most", "fewest") if field.is_many else ("highest", "lowest")
    extremes = {"highest": f"the {most} {field.name}", "lowest": f"the {least} {field.name}"}
    return {**words_for(table), "field": field.name, **extremes}


def _ends(table: Table, field: Measured) -> Iterator[Drill]:
    names, values = [name for name, _ in field.told], [value for _, value in field.told]
    said = _said(table, field)
    if values[-1] > values[-2]:
        yield from each("top", TOP, names[-1:], names[:1], **said)
    if values[0] < values[1]:
        yield from each("bottom", TOP.replace("{highest}", "{lowest}"), names[:1], names[-1:], **said)
    if not is_many(table.things):
        return
    if values[-2] > values[-3]:
        yield from each("top two", TOP_TWO, names[-2:], names[:1], **said)
    if len(names) > 4 and values[-3] > values[-4]:
        yield from each("top three", TOP_THREE, names[-3:], names[:1], **said)
    if values[1] < values[2]:
        yield from each("bottom two", BOTTOM_TWO, names[:2], names[-1:], **said)
    if not field.is_many and values[-1] > values[-2] > values[-3]:
        yield from each("second", SECOND, names[-2:-1], names[:1], **said)


def _ordered(table: Table, field: Measured) -> Iterator[Drill]:
    told, said = field.told, _said(table, field)
    if not is_many(table.things) or len(told) > FEW or len(told) < len(table.rows):
        return
    names = [name for name, _ in told]
    if told[-1][1] > told[-2][1]:
        yield from each("sorted", DOWN, names[-1:], [names[0], names[1]], **said)
    if told[0][1] < told[1][1]:
        yield from each("sorted up", UP, names[:1], [names[-1], names[-2]], **said)


def _is_sum(field: Measured) -> bool:
    return not NO_SUMS & set(field.field.split("_"))


def _sums(table: Table, field: Measured) -> Iterator[Drill]:
    if len(field.told) < len(table.rows):
        return
    total, said = sum(value for _, value in field.told), _said(table, field)
    if _is_sum(field):
        yield from each("total", MANY_IN_ALL if field.is_many else TOTAL, [rounded(total)], **said)
    if not field.name.startswith("average"):
        mean = total / len(field.told)
        yield from each("average", MANY_ON_AVERAGE if field.is_many else AVERAGE, [rounded(mean)], **said)


def _of_choice(table: Table, field: Measured, choices: str, choice: str, random: Random) -> Iterator[Drill]:
    rows = [row for row in having(table, choices, choice) if row.get(field.field) is not None]
    if len(rows) < max(2, len(having(table, choices, choice))):
        return
    rows.sort(key=lambda row: row[field.field])
    names, values = [table.name(row) for row in rows], [row[field.field] for row in rows]
    limit = random.choice(sorted(set(values)))
    over = [name for name, value in zip(names, values, strict=True) if value > limit]
    under = [name for name in names if name not in over]
    outside = [name for name, own in field.told if own > limit and name not in names]
    value, n = spoken(choice), figure(limit)
    is_before = is_state(choices, choice) and " " not in value
    behind = f"with the {spoken(choices)} {value}"
    said = _said(table, field) | {
        "choices": spoken(choices),
        "value": value,
        "group": f"{value} {table.things}" if is_before else f"{table.things} {behind}",
        "one": f"{value} {table.thing}" if is_before else f"{table.thing} {behind}",
        "what": f"more than {n} {field.name}" if field.is_many else f"{article(field.name)} over {n}",
    }
    yield from each("choice and figure", CHOICE_AND_FIGURE, over, [*under, *outside], **said)
    yield from each("then a figure", THEN_A_FIGURE, over, under, **said)
    if values[-1] > values[-2]:
        yield from each("top of choice", TOP_OF_CHOICE, names[-1:], [*names[:-1], *outside], **said)
    if is_many(table.things) and _is_sum(field):
        total = MANY_OF_CHOICE if field.is_many else TOTAL_OF_CHOICE
        yield from each("total of choice", total, [rounded(sum(values))], **said)
    if is_many(table.things) and not field.name.startswith("average"):
        number = {"field": f"number of {field.name}"} if field.is_many else {}
        mean = rounded(sum(values) / len(values))
        yield from each("average of choice", AVERAGE_OF_CHOICE, [mean], **(said | number))


def _per_choice(table: Table, field: Measured, choices: str) -> Iterator[Drill]:
    groups: dict[str, list[Row]] = {}
    for row in table.rows:
        groups.setdefault(row[choices], []).append(row)
    if len(groups) < 2 or len(field.told) < len(table.rows) or not _is_sum(field):
        return
    sums = {value: sum(row[field.field] for row in rows) for value, rows in groups.items()}
    means = {value: sums[value] / len(rows) for value, rows in groups.items()}
    said = {**_said(table, field), "choices": spoken(choices)}
    yield from each("total per choice", TOTAL_PER_CHOICE, _told(sums), **said)
    if not field.name.startswith("average"):
        yield from each("average per choice", AVERAGE_PER_CHOICE, _told(means), **said)


def _told(figures: Mapping[str, float]) -> list[str | list[str]]:
    shown = list(figures.items())[:SHOWN]
    return [*(spoken(value) for value, _ in shown), *(rounded(one) for _, one in shown)]
