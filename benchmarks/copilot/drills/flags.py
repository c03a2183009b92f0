"""Of what is so or not so of things, `which lorries are refrigerated`, and of fields that are empty."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.copilot.drills.drill import Drill, spoken
from benchmarks.copilot.drills.tables import Table
from benchmarks.copilot.drills.wordings import article, can_be_asked, each, is_many, words_for

NOUNS = ["tail_lift"]
UNSAID = ["adr", "first_aider", "since", "name", "sleeps"]

NEEDING = """
    Which {things} {take} {what}?
    {things} that {take} {what}
    any {things} that {take} {what}?
"""
NOT_NEEDING = """
    Which {things} {do} not {take} {what}?
    {things} that {do}n't {take} {what}
"""
HAVING = """
    Which {things} {have} {a_field}?
    {things} with {a_field}
    any {things} with {a_field}?
"""
LACKING = """
    Which {things} {do} not have {a_field}?
    {things} without {a_field}
    which {things} {have} no {field}
"""
BEING = """
    Which {things} {are} {field}?
    {field} {things}
    any {field} {things}?
    show me the {things} that {are} {field}
    List the {things}. | Which of them {are} {field}?
"""
NOT_BEING = """
    Which {things} {are} not {field}?
    which {things} {are}nt {field}
    {things} that {are}n't {field}
"""
MANY = """
    How many {things} {are} {field}?
    how many {field} {things} are there
"""
IS_IT = """
    Is {one} {field}?
    is {one} {field} or not
"""


def of_flags(table: Table, random: Random) -> Iterator[Drill]:
    for field in table.rows[0] if can_be_asked(table) else ():
        values = [row.get(field) for row in table.rows]
        if field in UNSAID or field.endswith("_id"):
            continue
        if all(isinstance(value, bool) for value in values) and len(set(values)) > 1:
            yield from _flag(table, field, random)
        elif None in values and sum(value is not None for value in values) > 2:
            said = {**words_for(table), "field": spoken(field), "a_field": article(spoken(field))}
            without = [table.name(row) for row in table.rows if row.get(field) is None]
            filled = [table.name(row) for row in table.rows if row.get(field) is not None]
            yield from each("empty", LACKING, without, filled, **said)
            yield from each("filled", HAVING, filled, without, **said)


def _flag(table: Table, field: str, random: Random) -> Iterator[Drill]:
    those = [table.name(row) for row in table.rows if row[field]]
    others = [table.name(row) for row in table.rows if not row[field]]
    words = field.split("_")
    said = {**words_for(table), "field": spoken(field), "a_field": article(spoken(field))}
    if words[0] in ("needs", "takes") or words[-1] == "needed":
        is_last = words[-1] == "needed"
        take = "need" if is_last else words[0].removesuffix("s")
        said |= {"what": " ".join(words[:-1] if is_last else words[1:]), "take": take}
    yes, no = (NEEDING, NOT_NEEDING) if "what" in said else (HAVING, LACKING) if field in NOUNS else (BEING, NOT_BEING)
    yield from each("flagged", yes, those, others, **said)
    yield from each("not flagged", no, others, those, **said)
    if yes is BEING:
        yield from each("is it flagged", IS_IT, ["yes"], one=random.choice(those), field=said["field"])
        yield from each("is it not flagged", IS_IT, ["no"], one=random.choice(others), field=said["field"])
        if is_many(table.things):
            yield from each("many flagged", MANY, [str(len(those))], **said)
