"""What a tool gave back, as tables; and of these, what the words of a sentence select."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from assistant.conversation import Outcome
from assistant.matcher.catalog import Item
from assistant.matcher.words import LEAST, Sentence, meant_by, singular, squeezed, stems, tokens
from assistant.values import CALLED, DEEPEST

Fields = Mapping[str, Any]

MOST_ROWS = 1000
LONG_CHARACTERS = 60
"""A longer text says what somebody wrote, rather than what a thing is."""


@dataclass(frozen=True)
class Table:
    name: str
    rows: Sequence[Fields]
    total: int
    """How many there are, also where not all of them came."""

    @cached_property
    def cells(self) -> list[tuple[int, str, str, set[str]]]:
        """Each text with its row, its field, and its words in the singular."""
        found = [(at, name, text) for at, row in enumerate(self.rows) for name in row for text in texts(row[name])]
        return [(*cell, {singular(one) for one in tokens(cell[2])}) for cell in found]


@dataclass(frozen=True, slots=True)
class Result:
    text: str
    tables: Sequence[Table] = ()
    head: Fields = field(default_factory=dict[str, Any])
    """What is told beside the tables."""


def result_of(outcome: Outcome) -> Result:
    if outcome.state != "done":
        return Result(outcome.text)
    data = outcome.data
    if data is None and outcome.text.lstrip()[:1] in ("{", "["):
        try:
            data = json.loads(outcome.text)
        except (ValueError, RecursionError):
            data = None
    if isinstance(data, dict) and list(data) == ["result"]:  # how the SDK wraps what is not an object
        data = data["result"]
    if not isinstance(data, dict):
        return Result(outcome.text, [_table("", data)] if isinstance(data, list) else [])
    lists = {name: value for name, value in data.items() if isinstance(value, list)}
    if not lists or "id" in data or any(name in data for name in CALLED):  # a thing, whose lists are its parts
        return Result(outcome.text, [Table("", [data], 1)])
    head = {name: value for name, value in data.items() if name not in lists and value is not None}
    total = head.get("total", 0) if len(lists) == 1 else 0
    return Result(outcome.text, [_table(name, value, total) for name, value in lists.items()], head)


def _table(name: str, values: Sequence[Any], total: object = 0) -> Table:
    rows = [one if isinstance(one, dict) else {name or "value": one} for one in values[:MOST_ROWS]]
    return Table(name, rows, max(total if type(total) is int else 0, len(values)))


@dataclass(slots=True)
class Selected:
    """The rows of a table that a sentence selects, by words in fields and by the order of one; the fields that it asks
    for; and the places of the words that this explains, of those that name the table, and of those in values."""

    table: Table
    rows: list[Fields]
    conditions: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    order: str = ""
    asked: list[str] = field(default_factory=list[str])
    used: set[int] = field(default_factory=set[int])
    by_name: set[int] = field(default_factory=set[int])
    by_value: set[int] = field(default_factory=set[int])


def select(table: Table, sentence: Sentence, free: set[int], item: Item) -> Selected:
    """By the words at the places `free`, which no argument of the tool has used. Words of the tool's name, and of those
    of fields, select only where they are a whole value."""
    words, found = sentence.words, Selected(table, list(table.rows))
    names = {name: {*stems(name), squeezed(name)} for row in table.rows for name in row}
    called = {form for forms in names.values() for form in forms}
    told = [at for at in sentence.meant if not words[at].is_quoted]
    fields = {at: meant_by(called, words[at].plain, words[at].stem, shortest_start=5) for at in told}
    found.by_name = {at for at in sentence.meant if words[at].stem in stems(table.name)}
    found.used |= found.by_name & free
    strict = {at for at in free if words[at].stem in item.own or fields.get(at)} | found.used
    _narrow(found, _matches(table, sentence, free, strict), sentence)
    for at in sorted(fields.keys() - found.by_value):
        asked = [name for name, forms in names.items() if fields[at] in forms]
        described = [name for name in names if at in free - strict and words[at].stem in item.fields.get(name, ())]
        for name in asked or described[:1]:
            found.used.add(at)
            if name not in found.asked:
                found.asked.append(name)
                having = [row for row in found.rows if (row.get(name) in (None, "", [], {})) is words[at].is_denied]
                if 0 < len(having) < len(found.rows):  # what is not given there, those have not
                    found.rows, found.conditions[name] = having, ["no" if words[at].is_denied else "any"]
    _sort(found, sentence)
    return found


def _matches(table: Table, sentence: Sentence, free: set[int], strict: set[int]) -> dict[int, dict[int, str]]:
    """Words that say a whole value, and words that are in one, `strict` ones only the first way: by the place of a
    word, then by the number of a row, the field in which it is found."""
    found: dict[int, dict[int, str]] = {}
    for number, name, text, _ in table.cells:
        for at in sentence.says(text) & free if len(text) <= LONG_CHARACTERS else ():
            found.setdefault(at, {}).setdefault(number, name)
    all_inside = {one for *_, inside in table.cells for one in inside}
    for at in free - strict - found.keys():
        word = sentence.words[at].plain
        wanted = meant_by(all_inside, word, singular(word), shortest_start=5) if len(word) > 2 else None
        for number, name, _, inside in table.cells:
            if wanted and wanted in inside:
                found.setdefault(at, {}).setdefault(number, name)
    return found


def texts(value: object, depth: int = 0) -> list[str]:
    if isinstance(value, list | dict):
        inside = list(value.values() if isinstance(value, dict) else value)[:100] if depth < DEEPEST else []
        return [text for one in inside for text in texts(one, depth + 1)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def _narrow(found: Selected, matches: dict[int, dict[int, str]], sentence: Sentence) -> None:
    """To the rows that have most of the words of each field, and none that is denied."""
    kept, by_field = set(range(len(found.rows))), dict[str, list[int]]()
    for at in sorted(matches):
        by_field.setdefault(Counter(matches[at].values()).most_common(1)[0][0], []).append(at)
    for name, places in by_field.items():
        denied = [at for at in places if sentence.words[at].is_denied]
        hits = Counter(number for at in places if at not in denied for number in matches[at])
        most, said = max(hits.values(), default=0), [at for at in places if at not in denied]
        if most < len(said) == said[-1] - said[0] + 1:  # one name, which no row has
            kept.clear()
        kept &= {at for at in kept if hits[at] == most and not any(at in matches[no] for no in denied)}
        found.conditions[name] = [*["not"][: len(denied)], *(sentence.words[at].text for at in places)]
        found.used |= set(places)
        found.by_value |= set(places)
    found.rows = [found.rows[number] for number in sorted(kept)]


def _sort(found: Selected, sentence: Sentence) -> None:
    """By the field that a superlative names: “the least progress”, “the highest error rate”."""
    for at, word in enumerate(sentence.words):
        for name in found.asked if word.is_superlative and at not in found.used else ():
            measured = [(row[name], row) for row in found.rows if type(row.get(name)) in (int, float)]
            if measured:
                end = (min if word.plain in LEAST else max)(key for key, _ in measured)
                found.rows, found.order = [row for key, row in measured if key == end], name
                found.used.add(at)
