"""Of days that are said by today: this week, tomorrow, since Monday, before Christmas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random

from benchmarks.copilot.drills.drill import MOST_SAID, Drill, spoken
from benchmarks.copilot.drills.picked import is_state
from benchmarks.copilot.drills.tables import Table
from benchmarks.copilot.drills.wordings import article, can_be_asked, each, having, is_many, words_for

TODAY = date(2026, 11, 18)
DAY = timedelta(days=1)
LONG_AGO, FAR = date(1900, 1, 1), date(2900, 1, 1)
DUE = ["due", "due_back", "mot_due", "service_due"]
DONE = ["issued", "reported", "received", "serviced", "opened", "reported_on", "received_on"]
VERBS = {"expires": "expiring", "expires_on": "expiring", "opens": "opening", "closes": "closing"}
OWN = ["day", "date", "night", "start", "arrives"]
NOUNS = ["deadline", "next_inspection", "last_service", "visit", "next_visit", "arrival", "departure", "contract_end"]

DUE_THEN = """
    Which {things} {are} {field} {{when}}?
    {things} {field} {{when}}
    any {things} {field} {{when}}?
    what {things} {are} {field} {{when}}
"""
DONE_THEN = DUE_THEN.replace("{are}", "{were}")
DOING_THEN = """
    Which {things} {verb} {{when}}?
    what's {doing} {{when}}
    any {things} {doing} {{when}}?
    {things} that {verb} {{when}}
"""
ON_THEN = """
    Which {things} {are} {{when}}?
    what {things} do we have {{when}}
    {things} {{when}}
    any {things} {{when}}?
    show me the {things} {{when}}
"""
WITH_THEN = """
    Which {things} {have} {a_field} {{when}}?
    {things} with {a_field} {{when}}
    any {things} with {a_field} {{when}}?
"""

Told = Sequence[tuple[str, date]]
Spell = tuple[str, date, date]
"""How it is said, its first and last day."""
SPELLS: Sequence[Spell] = [
    ("today", TODAY, TODAY),
    ("tomorrow", TODAY + DAY, TODAY + DAY),
    ("yesterday", TODAY - DAY, TODAY - DAY),
    ("this week", date(2026, 11, 16), date(2026, 11, 22)),
    ("next week", date(2026, 11, 23), date(2026, 11, 29)),
    ("last week", date(2026, 11, 9), date(2026, 11, 15)),
    ("this month", date(2026, 11, 1), date(2026, 11, 30)),
    ("next month", date(2026, 12, 1), date(2026, 12, 31)),
    ("last month", date(2026, 10, 1), date(2026, 10, 31)),
    ("in December", date(2026, 12, 1), date(2026, 12, 31)),
    ("on Friday", date(2026, 11, 20), date(2026, 11, 20)),
    ("this Friday", date(2026, 11, 20), date(2026, 11, 20)),
    ("before Christmas", TODAY, date(2026, 12, 24)),
    ("by the end of the month", TODAY, date(2026, 11, 30)),
    ("before Saturday", TODAY, date(2026, 11, 20)),
    ("after Sunday", date(2026, 11, 23), FAR),
    ("in 2027", date(2027, 1, 1), date(2027, 12, 31)),
    ("next year", date(2027, 1, 1), date(2027, 12, 31)),
    ("in the next five days", TODAY + DAY, TODAY + 4 * DAY),
    ("in the next two weeks", TODAY + DAY, TODAY + 13 * DAY),
    ("in the coming week", TODAY + DAY, TODAY + 6 * DAY),
    ("within 10 days", TODAY + DAY, TODAY + 9 * DAY),
]
BACK: Sequence[Spell] = [
    ("since Monday", date(2026, 11, 16), TODAY),
    ("since the start of the month", date(2026, 11, 1), TODAY),
    ("in the last two weeks", date(2026, 11, 5), TODAY - DAY),
    ("in the past ten days", date(2026, 11, 9), TODAY - DAY),
    ("since October", date(2026, 10, 1), TODAY),
    ("in October", date(2026, 10, 1), date(2026, 10, 31)),
    ("last month", date(2026, 10, 1), date(2026, 10, 31)),
    ("this month", date(2026, 11, 1), TODAY),
    ("last week", date(2026, 11, 9), date(2026, 11, 15)),
    ("before November", LONG_AGO, date(2026, 10, 31)),
    ("this year", date(2026, 1, 1), TODAY),
    ("last year", date(2025, 1, 1), date(2025, 12, 31)),
    ("yesterday", TODAY - DAY, TODAY - DAY),
    ("on Monday", date(2026, 11, 16), date(2026, 11, 16)),
    ("before 2026", LONG_AGO, date(2025, 12, 31)),
    ("after September", date(2026, 10, 1), TODAY),
]
LOOSE = ("in the next", "in the coming", "in the last", "in the past", "within", "before", "by")
"""Of these it may be meant or not that today, or what is long over, goes with it."""
SLACK = 2 * DAY
EACH_SPELLS = 4


def of_calendar(table: Table, random: Random) -> Iterator[Drill]:
    for field in table.days() if can_be_asked(table) else ():
        told = [(name, date.fromisoformat(str(value)[:10])) for name, value in table.values(field)]
        forms = _forms(table, field)
        found = [one for one in (BACK if field in DONE else SPELLS) if any(one[1] <= day <= one[2] for _, day in told)]
        for spell in random.sample(found, min(EACH_SPELLS, len(found))) if forms else ():
            inside, outside = _parted(told, spell)
            yield from each("calendar", forms, inside, outside, when=spell[0])
            first, _, _ = forms.strip().partition("\n")
            if is_many(table.things) and first.startswith("Which") and not spell[0].startswith(LOOSE):
                yield from each("many then", first.replace("Which", "How many"), [str(len(inside))], when=spell[0])
            yield from _with_choice(table, field, spell, forms)
        if forms:
            yield from _held(table, field, told, forms)


def _forms(table: Table, field: str) -> str:
    """The wordings for things of which this day is then."""
    several = is_many(table.things)
    bare = spoken(field).removesuffix(" on")
    verb = bare.removesuffix("s") if several else bare
    said = {**words_for(table), "field": bare, "a_field": article(bare), "verb": verb, "doing": VERBS.get(field, "")}
    kinds = [(DUE, DUE_THEN), (DONE, DONE_THEN), (VERBS, DOING_THEN), (OWN, ON_THEN), (NOUNS, WITH_THEN)]
    return next((wordings.format(**said) for fields, wordings in kinds if field in fields), "")


def _parted(told: Told, spell: Spell) -> tuple[list[str], list[str]]:
    """Those that are surely meant, and those that surely are not."""
    when, first, last = spell
    slack = SLACK if when.startswith(LOOSE[:5]) else timedelta()
    is_open = when.startswith(LOOSE[5:])
    inside = [name for name, day in told if first <= day <= last]
    outside = [name for name, day in told if (day < first - slack and not is_open) or day > last + slack]
    return inside, outside


def _with_choice(table: Table, field: str, spell: Spell, forms: str) -> Iterator[Drill]:
    every = [(name, date.fromisoformat(str(value)[:10])) for name, value in table.values(field)]
    for choices in table.fields(str):
        for choice in sorted({str(value) for _, value in table.values(choices)} & table.choices):
            own = {table.name(row) for row in having(table, choices, choice)}
            inside, outside = _parted([one for one in every if one[0] in own], spell)
            others = [name for name in _parted(every, spell)[0] if name not in inside]
            if is_state(choices, choice) and " " not in spoken(choice) and inside and others:
                such = "\n".join(line for line in forms.splitlines() if table.things in line)
                such = such.replace(table.things, f"{spoken(choice)} {table.things}")
                yield from each("choice and day", such, inside, [*others, *outside], when=spell[0])


def _held(table: Table, field: str, told: Told, forms: str) -> Iterator[Drill]:
    ordered = sorted(told, key=lambda one: one[1])
    name, day = ordered[len(ordered) // 2]
    earlier = [one for one, other in ordered if other < day]
    later = [one for one, other in ordered if other > day]
    bare = spoken(field).removesuffix(" on")
    said = {**words_for(table), "field": bare, "one": name}
    yield from each("which day", "What is the {field} of {one}?\n{field} of {one}?", [day.isoformat()], **said)
    two = "\n".join(forms.strip().splitlines()[:2])
    for when in (day.isoformat(), f"{day.day} {day.strftime('%B %Y')}"):
        yield from each("before a day", two, earlier, [name, *later], when=f"before {when}")
        yield from each("after a day", two, later, [name, *earlier], when=f"after {when}")
    if ordered[0][1] < ordered[1][1]:
        text = "Which {thing} has the earliest {field}?"
        yield from each("earliest", text, [ordered[0][0]], [ordered[-1][0]], **said)
    if ordered[-1][1] > ordered[-2][1]:
        text = "Which {thing} has the latest {field}?"
        yield from each("latest", text, [ordered[-1][0]], [ordered[0][0]], **said)
    if earlier and len(later) <= MOST_SAID and field in NOUNS + OWN:
        yield from each("later than one", "Which {things} {have} a later {field} than {one}?", later, earlier, **said)
