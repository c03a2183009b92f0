"""Of figures held against a number, against another thing, and against the average."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.copilot.drills.drill import Drill
from benchmarks.copilot.drills.tables import Table, Values
from benchmarks.copilot.drills.wordings import Measured, article, can_be_asked, each, figure, measured, words_for

OF_MANY = {
    "over": """
        Which {things} {have} more than {n} {field}?
        any {things} with more than {n} {field}?
        {things} with over {n} {field}
    """,
    "at least": """
        Which {things} {have} at least {n} {field}?
        {things} with {n} or more {field}
        which {things} {have} no less than {n} {field}
    """,
    "under": """
        Which {things} {have} fewer than {n} {field}?
        any {things} with less than {n} {field}?
        {things} with under {n} {field}
    """,
    "at most": """
        Which {things} {have} at most {n} {field}?
        {things} with {n} {field} or fewer
        which {things} {have} no more than {n} {field}
    """,
    "exactly": """
        Which {things} {have} exactly {n} {field}?
        {things} with {n} {field}
    """,
    "many over": "How many {things} {have} more than {n} {field}?",
    "more than one": """
        Which {things} {have} more {field} than {one}?
        any {things} with more {field} than {one}?
        {things} with more {field} than {one} has
    """,
    "less than one": """
        Which {things} {have} fewer {field} than {one}?
        {things} with less {field} than {one}
    """,
    "same as one": """
        Which other {things} {have} as many {field} as {one}?
        {things} with the same number of {field} as {one}
    """,
    "above average": """
        Which {things} {have} more {field} than average?
        {things} with more than the average number of {field}
    """,
    "below average": """
        Which {things} {have} fewer {field} than average?
        {things} with fewer {field} than the average
    """,
    "difference": """
        How many more {field} does {high} have than {low}?
        What is the difference in {field} between {low} and {high}?
        how many fewer {field} does {low} have than {high}
    """,
    "is it more": """
        Does {high} have more {field} than {low}?
        has {high} got more {field} than {low}?
    """,
    "is it less": """
        Does {low} have more {field} than {high}?
        does {high} have fewer {field} than {low}
    """,
    "more of two": """
        Which has more {field}, {first} or {second}?
        {first} or {second}: which has more {field}
    """,
    "the other one": "Which has more {field}, {first} or {second}? | And how many {field} does the other one have?",
    "same of two": """
        Do {low} and {high} have the same number of {field}?
        have {first} and {second} got the same number of {field}
    """,
}
OF_ONE = {
    "over": """
        Which {things} {have} {a_field} over {n}?
        any {things} with {a_field} above {n}?
        {things} with {a_field} of more than {n}
        list the {things} where the {field} is over {n}
    """,
    "at least": """
        Which {things} {have} {a_field} of at least {n}?
        {things} with {a_field} of {n} or more
        {things} whose {field} is {n} or higher
        {things} whose {field} is not less than {n}
    """,
    "under": """
        List the {things} with {a_field} of less than {n}.
        any {things} with {a_field} under {n}?
        {things} where the {field} is below {n}
    """,
    "at most": """
        Which {things} {have} {a_field} of at most {n}?
        {things} with {a_field} of {n} or less
        {things} whose {field} is no more than {n}
        {things} with {a_field} up to {n}
    """,
    "exactly": """
        Which {things} {have} {a_field} of exactly {n}?
        {things} whose {field} is {n}
        {things} with {a_field} of {n}
    """,
    "many over": "How many {things} {have} {a_field} over {n}?",
    "more than one": """
        Which {things} {have} a higher {field} than {one}?
        any {things} with a higher {field} than {one}?
        {things} with a higher {field} than that of {one}
    """,
    "less than one": """
        Which {things} {have} a lower {field} than {one}?
        {things} with a lower {field} than {one}
    """,
    "same as one": """
        Which other {things} {have} the same {field} as {one}?
        {things} with the same {field} as {one}
    """,
    "above average": """
        Which {things} {have} {a_field} above the average?
        {things} with an above average {field}
        {things} with a higher than average {field}
    """,
    "below average": """
        Which {things} {have} {a_field} below average?
        {things} with a below-average {field}
        {things} with a lower {field} than average
    """,
    "difference": """
        How much higher is the {field} of {high} than that of {low}?
        What's the difference in {field} between {low} and {high}?
        by how much is the {field} of {high} higher than that of {low}
        how much lower is {low}'s {field} than {high}'s
    """,
    "is it more": """
        Does {high} have a higher {field} than {low}?
        is {high}'s {field} higher than {low}'s
        is the {field} of {high} more than that of {low}
    """,
    "is it less": """
        Does {low} have a higher {field} than {high}?
        is the {field} of {high} lower than that of {low}?
    """,
    "more of two": """
        Which has the higher {field}, {first} or {second}?
        {first} or {second}: which has the higher {field}
        between {first} and {second}, which has the higher {field}?
    """,
    "the other one": """
        Which has the higher {field}, {first} or {second}? | And what is the {field} of the other one?
        Which has the higher {field}, {first} or {second}? | whats the other ones {field}
    """,
    "same of two": """
        Do {low} and {high} have the same {field}?
        have {first} and {second} got the same {field}
        is the {field} of {first} the same as that of {second}?
    """,
}


def of_thresholds(table: Table, random: Random) -> Iterator[Drill]:
    for field in measured(table) if can_be_asked(table) else ():
        wordings = OF_MANY if field.is_many else OF_ONE
        said = {**words_for(table), "field": field.name, "a_field": article(field.name)}
        limit = random.choice(sorted({value for _, value in field.told})[1:])
        if field.is_of_days:
            said["have"] = "are"
        yield from _limits(field, limit, wordings, said)
        if not field.is_of_days:
            yield from _than_one(field, random.choice(field.told), wordings, said)
            yield from _than_average(table, field, wordings, said)
            yield from _two(field, random, wordings, said)


def _names(told: Values) -> list[str]:
    return [name for name, _ in told]


def _sides(field: Measured, limit: float) -> tuple[list[str], list[str], list[str]]:
    """Those that have more, as much, and less."""
    return (
        _names([one for one in field.told if one[1] > limit]),
        _names([one for one in field.told if one[1] == limit]),
        _names([one for one in field.told if one[1] < limit]),
    )


def _limits(field: Measured, limit: float, wordings: dict[str, str], said: dict[str, str]) -> Iterator[Drill]:
    more, same, less = _sides(field, limit)
    said = {**said, "n": figure(limit)}
    right = {
        "over": (more, [*same, *less]),
        "at least": ([*same, *more], less),
        "under": (less, [*same, *more]),
        "at most": ([*same, *less], more),
        "exactly": (same, [*less, *more]),
    }
    for template, (those, others) in right.items():
        yield from each(template, wordings[template], those, others, **said)
    if more and not field.is_of_days:
        yield from each("many over", wordings["many over"], [str(len(more))], **said)


def _than_one(
    field: Measured, one: tuple[str, float], wordings: dict[str, str], said: dict[str, str]
) -> Iterator[Drill]:
    name, own = one
    more, same, less = _sides(field, own)
    same.remove(name)
    said = {**said, "one": name}
    yield from each("more than one", wordings["more than one"], more, less, **said)
    yield from each("less than one", wordings["less than one"], less, more, **said)
    yield from each("same as one", wordings["same as one"], same, [*more, *less], **said)


def _than_average(table: Table, field: Measured, wordings: dict[str, str], said: dict[str, str]) -> Iterator[Drill]:
    if len(field.told) == len(table.rows) and not field.name.startswith("average"):
        more, _, less = _sides(field, sum(value for _, value in field.told) / len(field.told))
        yield from each("above average", wordings["above average"], more, less, **said)
        yield from each("below average", wordings["below average"], less, more, **said)


def _two(field: Measured, random: Random, wordings: dict[str, str], said: dict[str, str]) -> Iterator[Drill]:
    (low, less), (high, more) = sorted(random.sample(field.told, 2), key=lambda one: one[1])
    if less == more:
        return
    first, second = random.sample([low, high], 2)
    said = {**said, "low": low, "high": high, "first": first, "second": second}
    right = {
        "difference": [figure(more - less)],
        "is it more": ["yes"],
        "is it less": ["no"],
        "more of two": [high],
        "the other one": [figure(less)],
        "same of two": ["no"],
    }
    for template, has in right.items():
        yield from each(template, wordings[template], has, **said)
