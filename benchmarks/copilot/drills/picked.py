"""Of states and other choices, in the words that people use for them: `which are still open`, `the urgent repairs`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from benchmarks.copilot.drills.drill import MOST_SAID, Drill, spoken
from benchmarks.copilot.drills.tables import Table
from benchmarks.copilot.drills.wordings import can_be_asked, each, is_many, parted, words_for

STATES = ["status", "state", "condition", "level", "outlook", "severity"]
NO_STATES = ["enquiry", "pilot", "workshop", "holiday", "no_show", "spare", "info", "notice_given", "out", "clean"]
"""Nobody says `which lorries are workshop`."""
STARTS = ["at", "in", "on", "out", "laid", "being", "checked", "handed", "waiting", "clouded", "not"]
"""`at risk`, `waiting for records`: what is of several words and says how something is begins so."""

VALUE = """
    List the {things} whose {field} is {value}.
    {things} with {field} {value}?
    which {things} {have} {value} as their {field}
    which {things} {have} {field} {value}
"""
OTHER_VALUE = """
    Show me all {things} whose {field} isn't {value}.
    Which {things} {have} a {field} other than {value}?
    all {things} except those with the {field} {value}
    which {things} dont have {value} as {field}
"""
MANY_OF_VALUE = """
    Which {things} {have} the {field} {value}? | How many are there?
    list the {things} with the {field} {value} | how many is that?
    number of {things} with {field} {value}
"""
EITHER = """
    Which {things} {have} the {field} {value} or {other}?
    list {things} whose {field} is either {value} or {other}
    {things} with the {field} {other} or {value}
"""
THEN_ANOTHER = """
    Which {things} {have} the {field} {value}? | And {other}?
    list the {things} with {field} {value} | what about {other}
"""
BEING = """
    Which {things} {are} {value}?
    what {things} {are} {value} right now
    {things} that {are} {value}
    List the {things}. | Which of them {are} {value}?
    Show me all {things}. | which ones are still {value}
"""
BEFORE_THE_NOUN = """
    Show me the {value} {things}.
    any {value} {things}?
    {value} {things}
    list all {value} {things} pls
    do we have any {value} {things}
"""
NOT_BEING = """
    Which {things} {are} not {value}?
    which {things} {are}nt {value}
    all {things} that {are} not {value}
"""
BUT_THESE = "every {thing} but the {value} ones"
MANY_BEING = """
    How many {things} are {value}?
    how many of the {things} are {value}
"""
MANY_SUCH = """
    How many {value} {things} are there?
    how many {value} {things} do we have
"""
ALL_BUT_ONE = """
    Which {things} {are} {value}, apart from {one}?
    {things} that {are} {value} except {one}
    besides {one}, which {things} {are} {value}?
    which other {things} {are} {value} besides {one}
"""
PER_CHOICE = """
    How many {things} are there per {field}?
    How many {things} of each {field} are there?
    number of {things} by {field}
    count of {things} for each {field}
"""
COMMONEST = """
    Which {field} is the most common among the {things}?
    what {field} do most {things} have
"""


def of_picked(table: Table, random: Random) -> Iterator[Drill]:
    for field in table.fields(str) if can_be_asked(table) else ():
        choices = sorted({value for _, value in table.values(field)})
        if not {*choices} <= table.choices or len(choices) < 2:
            continue
        yield from _per_choice(table, field)
        for choice in random.sample(choices, 2):
            if choice in table.rows[0]:
                continue  # `due` is a day too
            other = random.choice([one for one in choices if one != choice])
            yield from _valued(table, field, choice, other)
            if is_state(field, choice):
                yield from _being(table, field, choice, random)


def is_state(field: str, choice: str) -> bool:
    is_short = "_" not in choice and " " not in choice
    return field in STATES and choice not in NO_STATES and (is_short or choice.split("_")[0] in STARTS)


def _valued(table: Table, field: str, choice: str, another: str) -> Iterator[Drill]:
    those, others = parted(table, field, choice)
    second, _ = parted(table, field, another)
    said = {**words_for(table), "field": spoken(field), "value": spoken(choice), "other": spoken(another)}
    neither = [one for one in others if one not in second]
    yield from each("value", VALUE, those, others, **said)
    yield from each("other value", OTHER_VALUE, others, those, **said)
    yield from each("many of value", MANY_OF_VALUE, [str(len(those))], **said)
    yield from each("either", EITHER, [*those, *second], neither, **said)
    yield from each("then another", THEN_ANOTHER, second, those, **said)


def _being(table: Table, field: str, choice: str, random: Random) -> Iterator[Drill]:
    those, others = parted(table, field, choice)
    one = random.choice(those)
    said = {**words_for(table), "value": spoken(choice), "one": one}
    is_word = " " not in spoken(choice)
    yield from each("being", BEING + BEFORE_THE_NOUN * is_word, those, others, **said)
    yield from each("not being", NOT_BEING + BUT_THESE * is_word, others, those, **said)
    if is_many(table.things):
        yield from each("many being", MANY_BEING + MANY_SUCH * is_word, [str(len(those))], **said)
        yield from each("many not being", "How many {things} are not {value}?", [str(len(others))], **said)
    if len(those) > 2:
        yield from each("all but one", ALL_BUT_ONE, [name for name in those if name != one], [one], **said)


def _per_choice(table: Table, field: str) -> Iterator[Drill]:
    counts = Counter(value for _, value in table.values(field)).most_common()
    if len(table.values(field)) < len(table.rows) or not is_many(table.things):
        return
    said = {**words_for(table), "field": spoken(field)}
    told = [*(spoken(value) for value, _ in counts), *sorted({str(count) for _, count in counts})]
    yield from each("per choice", PER_CHOICE, told[:MOST_SAID], **said)
    if counts[0][1] > counts[1][1]:
        yield from each("commonest", COMMONEST, [spoken(counts[0][0])], [table.name(table.rows[0])], **said)
