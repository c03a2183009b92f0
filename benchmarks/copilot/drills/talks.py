"""Of conversations: a question about one thing or some, and then what goes on with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from random import Random

from benchmarks.copilot.drills.drill import MOST_SAID, Drill, spoken, value
from benchmarks.copilot.drills.tables import Row, Table, links
from benchmarks.copilot.drills.talk_forms import OF_FIGURES, OF_LINKS, OF_LISTS, OF_THINGS, Form

MAX_WORDS = 5
"""Of more words than these nobody asks what is in a field."""
ROUNDS = 1
FORMS = 2
"""Of so many templates of each sort a table gives examples, which are others for each table."""
PROSE = ("note", "notes", "remark", "remarks", "text", "description", "name", "title", "comment")
NO_SUM = (
    "year",
    "rating",
    "percent",
    "progress",
    "average",
    "limit",
    "position",
    "floor",
    "hook",
    "celsius",
    "rate",
    "from",
    "to",
)
PERSONAL = ("phone", "email", "mobile")

Words = Mapping[str, str]
Said = Mapping[str, Sequence[str | list[str]]]


def of_talks(table: Table, tables: Sequence[Table], random: Random) -> Iterator[Drill]:
    talk = Talk(table, random)
    for _ in range(ROUNDS):
        yield from talk.of_things()
        yield from talk.of_lists()
        yield from talk.of_figures()
        linked = [one for one in links(table, tables) if not one[0].endswith("_id")]
        for key, other, by_name in random.sample(linked, min(1, len(linked))):
            yield from talk.of_links(key, other, by_name)


class Talk:
    """What may be said of the things of a table, and how."""

    def __init__(self, table: Table, random: Random) -> None:
        self.table, self.random = table, random
        self.fields = [one for one in table.fields((str, int, float)) if one not in PROSE and self._is_short(one)]
        self.figures = [one for one in table.fields((int, float)) if one in self.fields]

    def of_things(self) -> Iterator[Drill]:
        f, g = self._some(self.fields, 2)
        if not g:
            return
        things = self._apart(f, g)
        words = {**self._plain(f, g), **{name: self._said(row) for name, row in zip("abc", things, strict=False)}}
        told = {
            f"{name}{key}": [value(row, field)]
            for name, row in zip("abc", things, strict=False)
            for key, field in (("f", f), ("g", g))
        }
        if len(things) > 1:
            a, b, *_ = things
            words |= {"aid": str(a["id"])} | ({"n": spoken(f)} if f in self.figures else {})
            told |= {"ag+bg": [value(a, g), value(b, g)], "aid": [str(a["id"])]}
            if f in self.figures:
                low, high = sorted((a, b), key=lambda row: row[f])
                told |= {
                    "hi": self._names([high]),
                    "lo": self._names([low]),
                    "hig": [value(high, g)],
                    "log": [value(low, g)],
                }
            if f in self.figures and len(things) > 2:
                told |= {"hi3": self._names([max(things[:3], key=lambda row: row[f])])}
            if f in self._choices():
                words["w"] = spoken(str(a[f]))
                told |= {"is": [["yes", value(a, f)]], "isb": [["no", value(b, f)]]}
        yield from self._made(OF_THINGS, words, told)

    def of_lists(self) -> Iterator[Drill]:
        for f in filter(None, self._some(self._choices(), 1)):
            groups = {key: rows for key, rows in self._by(f).items() if 1 < len(rows) <= MOST_SAID}
            some = self._some(sorted(groups), 2)
            if not some[0]:
                continue
            rows = groups[some[0]]
            others = groups.get(some[1], [])
            g = self._some(
                [one for one in self.fields if one != f and all(row.get(one) is not None for row in rows)], 1
            )[0]
            words = self._plain(f, g) | {"w": spoken(some[0]), "a": self._said(rows[0])}
            words |= {"v": spoken(some[1])} if others else {}
            outside = [row for row in self.table.rows if row.get(f) is not None and row not in rows]
            told: dict[str, Sequence[str | list[str]]] = {
                "names": self._names(rows), "count": [str(len(rows))], "others": self._names(others),
                "other count": [str(len(others))], "outside": self._names(outside),
                "all": [str(len(self.table.rows))], "same": self._names(rows[1:]),
            }  # fmt: skip
            if g:
                told |= {"gs": [value(row, g) for row in rows], "ag": [value(rows[0], g)]}
                told |= {"g1": [value(rows[0], g)], "g2": [value(rows[1], g)], "gl": [value(rows[-1], g)]}
            for more, said in chain(islice(self._narrowed(f, g, rows), 1), islice(self._measured(f, g, rows), 1)):
                yield from self._made(OF_LISTS, {**words, **more}, {**told, **said}, more)
            yield from self._made(OF_LISTS, words, told)

    def _narrowed(self, f: str, g: str, rows: Sequence[Row]) -> Iterator[tuple[Words, Said]]:
        for f2 in self._some(self._choices(), len(self._choices())):
            inner = {key: [row for row in rows if str(row.get(f2)) == key] for key in self._by(f2)} if f2 != f else {}
            inner = {key: those for key, those in inner.items() if 0 < len(those) < len(rows)}
            if not inner:
                continue
            key = self.random.choice(sorted(inner))
            those, w2 = inner[key], spoken(key)
            rest = [row for row in rows if row not in those and row.get(f2) is not None]
            told = {"those": self._names(those), "rest": self._names(rest), "those count": [str(len(those))]}
            words = {"f2": spoken(f2), "w2": w2}
            if len(those) == 1 and g and g != f2:
                told |= {"g of one": [value(those[0], g)]}
                yield {**words, "f1": spoken(f2), "w1": w2}, told
            elif rest:
                yield words, told

    def _measured(self, f: str, g: str, rows: Sequence[Row]) -> Iterator[tuple[Words, Said]]:
        for n in self._some(self.figures, len(self.figures)):
            told = sorted((row for row in rows if row.get(n) is not None), key=lambda row: row[n])
            if n == f or len(told) != len(rows) or told[-1][n] == told[-2][n] or told[0][n] == told[1][n]:
                continue
            said: dict[str, Sequence[str | list[str]]] = {"top": self._names([told[-1]]), "low": self._names([told[0]])}
            words = {"n": spoken(n)}
            if not {*n.split("_")} & {*NO_SUM}:
                said |= {"total": [f"{round(sum(row[n] for row in rows), 2):.10g}"]}
            if len(told) > 2:
                middle = told[len(told) // 2][n]
                words |= {"x": str(middle)}
                said |= {"over": self._names([row for row in rows if row[n] > middle])}
                said |= {"under": self._names([row for row in rows if row[n] <= middle])}
                said |= {"next": self._names([told[-2]])} if told[-2][n] != told[-3][n] else {}
            if g and g != n:
                said |= {"top g": [value(told[-1], g)]}
            yield words, said

    def of_figures(self) -> Iterator[Drill]:
        n, m = self._some(self.figures, 2)
        told = sorted((row for row in self.table.rows if n and row.get(n) is not None), key=lambda row: row[n])
        if len(told) < 4 or len({row[n] for row in (*told[:2], *told[-3:])}) < 5 - (len(told) == 4):
            return
        g = self._some([one for one in self.fields if one not in (n, m)], 1)[0]
        words = {**self._plain(g, g), "n": spoken(n), "a": self._said(told[2])}
        names = self._names(told)
        said = {"top": names[-1:], "low": names[:1], "next": names[-2:-1], "below": names[:2], "above": names[-1:]}
        if g and told[-1].get(g) is not None and told[0].get(g) is not None:
            said |= {"top g": [value(told[-1], g)], "low g": [value(told[0], g)]}
        others = sorted((row for row in self.table.rows if m and row.get(m) is not None), key=lambda row: row[m])
        if len(others) > 2 and others[-1][m] != others[-2][m]:
            words |= {"m": spoken(m)}
            said |= {"top m": self._names(others[-1:])}
        yield from self._made(OF_FIGURES, words, said)

    def of_links(self, key: str, other: Table, by_name: Mapping[str, Row]) -> Iterator[Drill]:
        theirs = Talk(other, self.random)
        g, h = self._some([one for one in self.fields if one != key], 1)[0], self._some(theirs.fields, 1)[0]
        rows = [row for row in self._apart(key) if h and by_name[str(row[key])].get(h) is not None]
        if not g or len(rows) < 2:
            return
        a, b = next(
            ((x, y) for x in rows for y in rows if by_name[str(x[key])][h] != by_name[str(y[key])][h]), (None, None)
        )
        if a is None or b is None or a.get(g) is None:
            return
        first, second = by_name[str(a[key])], by_name[str(b[key])]
        of_x, of_y = ([row for row in self.table.rows if row.get(key) == one[key]] for one in (a, b))
        is_person = bool({*PERSONAL} & {*other.rows[0]})
        words = {
            **self._plain(key, g), "k": spoken(key), "h": spoken(h), "a": self._said(a), "b": self._said(b),
            "x": other.name(first), "y": other.name(second), "their": "their" if is_person else "its",
            "Ask": "Who" if is_person else "What", "ask": "who" if is_person else "what",
        }  # fmt: skip
        said = {
            "ah": [value(first, h)],
            "bh": [value(second, h)],
            "xh": [value(first, h)],
            "count of y": [str(len(of_y))],
        }
        if max(len(of_x), len(of_y)) <= MOST_SAID:
            said |= {"of y": self._names(of_y), "of x": self._names(of_x)}
            said |= {"same": self._names([row for row in of_x if row is not a]), "outside": self._names(of_y)}
        yield from self._made(OF_LINKS, words, said)

    def _made(self, forms: Sequence[Form], words: Words, told: Said, about: Collection[str] = ()) -> Iterator[Drill]:
        """Some of the templates of which all is known; those that are about a part of a list, where one is chosen."""
        able = [one for one in forms if told.get(one.has) and (not one.lacks or one.lacks in told)]
        able = [one for one in able if one.words <= words.keys()]
        able = [one for one in able if not about or one.words & {*about}]
        for form in self.random.sample(able, min(FORMS, len(able))):
            turns = [self.random.choice(one.split("|")) for one in form.turns]
            lacks = [str(one) for one in told.get(form.lacks, ())]
            yield Drill(form.template, [one.format_map(words) for one in turns], told[form.has], lacks)

    def _plain(self, f: str, g: str) -> dict[str, str]:
        return {"things": self.table.things, "thing": self.table.thing, "f": spoken(f)} | (
            {"g": spoken(g)} if g else {}
        )

    def _said(self, row: Row) -> str:
        """`Ada Park`, `appointment A-901`"""
        name = self.table.name(row)
        return name if name != str(row["id"]) else f"{self.table.thing} {name}"

    def _names(self, rows: Sequence[Row]) -> list[str]:
        return [self.table.name(row) for row in rows]

    def _choices(self) -> list[str]:
        """Fields whose words some things share."""
        told = {one: {value for _, value in self.table.values(one)} for one in self.table.fields(str)}
        return [one for one, values in told.items() if values <= self.table.choices and len(values) > 1]

    def _by(self, field: str) -> dict[str, list[Row]]:
        groups: dict[str, list[Row]] = {}
        for row in self.table.rows:
            if row.get(field) is not None:
                groups.setdefault(str(row[field]), []).append(row)
        return groups

    def _apart(self, *fields: str) -> list[Row]:
        """Some things, each with other values in these fields."""
        rows = [row for row in self.table.rows if all(row.get(one) is not None for one in fields)]
        found: list[Row] = []
        for row in self.random.sample(rows, len(rows)):
            if all(str(row[one]) != str(other[one]) for one in fields for other in found):
                found.append(row)
        return found

    def _some(self, choices: Sequence[str], count: int) -> list[str]:
        """So many of them, in any order; what there is not is empty."""
        some = self.random.sample(list(choices), min(count, len(choices)))
        return [*some, *[""] * (count - len(some))]

    def _is_short(self, field: str) -> bool:
        values = [value for _, value in self.table.values(field)]
        return len(values) > 2 and len({*values}) > 1 and all(len(str(value).split()) <= MAX_WORDS for value in values)
