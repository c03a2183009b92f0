"""From a result to the words of an answer: what there is, where it comes from, and what has no place in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.conversation import Piece, Row
from assistant.matcher.arguments import Filled
from assistant.matcher.rows import LONG_CHARACTERS, Fields, Result, Selected, Table, select
from assistant.matcher.words import Sentence, Word, stems
from assistant.outcomes import cut
from assistant.values import identity, in_words, label, named

MOST_FIELDS, MOST_TOLD, MOST_TEXT = 3, 300, 4000  # of a row; characters of a field, and of a text


@dataclass
class Telling:
    """How the result of a call answers a sentence."""

    filled: Filled
    sentence: Sentence
    result: Result
    source: str = ""
    """Where it comes from, if not from a call."""

    @cached_property
    def best(self) -> Selected:
        """What the words select of the table that explains most of them."""
        return self._best(self.result.tables)

    def _best(self, tables: Iterable[Table]) -> Selected:
        free = self.sentence.meant - self.filled.used
        found = [select(table, self.sentence, free, self.filled.item) for table in tables]
        found.append(Selected(Table("", [], 0), []))
        return max(found, key=lambda one: (len(one.used | one.by_name) + len(one.by_name), len(one.by_value)))

    @cached_property
    def lost(self) -> list[Word]:
        """The words that nothing explains; “not”, too, where nothing was left out for it."""
        item, words, best = self.filled.item, self.sentence.words, self.best
        names = [*self.result.head, *(one.name for one in (*self.result.tables, *item.parameters))]
        explained = item.own | stems(*names, *(() if self.result.tables else [self.result.text]))
        free = self.sentence.meant - self.filled.used - best.used
        left_out = any(said[0] in ("no", "not") for said in best.conditions.values())
        is_denied = not left_out and False not in self.filled.arguments.values()
        lost = {at for at in free if not {words[at].stem, words[at].plain} & explained}
        return [word for at, word in enumerate(words) if at in lost or (word.denies and is_denied)]

    @property
    def is_about(self) -> bool:
        """Whether any word has found something, beside the tool itself."""
        return bool(self.filled.used or self.best.by_value or self.best.asked or self.best.order)

    def narrower(self) -> Filled | None:
        """Where not all rows came: what was found in a field, as the argument of the same name."""
        best = self._best(table for table in self.result.tables if table.total > len(table.rows))
        texts = {one.name for one in self.filled.item.parameters if one.is_text}
        for name in [one for one in best.conditions if one in texts - self.filled.arguments.keys()]:
            cells, words = {str(row.get(name)) for row in best.rows}, best.conditions[name]
            if (len(words) == 1 or len(cells) == 1) and words[0] != "not":
                value = words[0] if len(words) == 1 else cells.pop()
                return replace(self.filled, arguments={**self.filled.arguments, name: value})
        return None

    def larger(self) -> Filled | None:
        """The same call, with the most that may be asked for at once where a parameter said how many came."""
        for table in [table for table in self.result.tables if table.total > len(table.rows)]:
            for one in [one for one in self.filled.item.parameters if one.name not in self.filled.arguments]:
                most = one.schema.get("maximum")
                if one.schema.get("default") == len(table.rows) and isinstance(most, int):
                    return replace(self.filled, arguments={**self.filled.arguments, one.name: most})
        return None

    def pieces(self) -> list[Piece]:
        best = self.best
        if not self.result.tables and self.result.text:
            return [f"{cut(self.result.text, MOST_TEXT)}{self.basis()}"]
        if not best.table.rows:
            return [f"Nothing came back.{self.basis()}"]
        if not best.rows:
            said = ", ".join(f"“{' '.join(words)}” in {named(name)}" for name, words in best.conditions.items())
            return [f"No row has {said}.{self.basis()}"]
        rows = [shown(best, row) for row in best.rows]
        if len(rows) == 1 and best.asked:
            told = [f"{named(name)} **{escaped(in_words(best.rows[0].get(name)))}**" for name in best.asked]
            words = f"**{escaped(rows[0].title)}**: {', '.join(told)}"
        else:
            many = (
                f"**{len(rows)}** of {best.table.total}"
                if len(rows) < len(best.table.rows)
                else f"**{best.table.total}**"
            )
            words = f"{many} {named(best.table.name) or 'found'}"
        return [f"{words}{self.basis()}\n", *rows]

    def basis(self) -> str:
        """Which tool, arguments and filter it comes from."""
        best = self.best
        parts = [self.source or f"From {called(self.filled)}"]
        parts += [f"{named(name)} has “{' '.join(words)}”" for name, words in best.conditions.items()]
        parts += [f"by {named(best.order)}"] if best.order else []
        came, total = len(best.table.rows), best.table.total
        parts += [f"only the first {came} of {total} were looked at"] if came < total else []
        others = [one for one in self.result.tables if one.name != best.table.name and one.rows and not best.by_name]
        parts += [f"there are also {len(one.rows)} {named(one.name)}" for one in others]
        return f"\n\n*{'; '.join(parts)}.*"


def shown(selected: Selected, row: Fields) -> Row:
    """A thing for a person: what was asked for and looked at, what somebody wrote, then the first of its fields."""
    name_of, key = label(row), identity(row)
    long = max((name for name in row if isinstance(row[name], str)), key=lambda name: len(row[name]), default="")
    written = [long] if long and len(row[long]) > LONG_CHARACTERS // 2 else []
    first = [name for name in (*selected.asked, selected.order, *selected.conditions, *written) if name in row]
    names = [name for name in dict.fromkeys((*first, *row)) if row[name] not in (None, "", [], {}, name_of, key)]
    fits = [name for name in names if name in first or len(in_words(row[name])) <= LONG_CHARACTERS]
    telling = fits[: max(MOST_FIELDS, len(selected.asked))]
    rest = {name: value for name, value in row.items() if name not in telling and value not in (name_of, key)}
    title = f"{cut(name_of, MOST_TOLD)} ({key})" if key and key != name_of else name_of
    return Row(title, {named(name): cut(in_words(row[name]), MOST_TOLD) for name in telling}, rest)


def called(filled: Filled) -> str:
    values = [f"{named(name)}: {in_words(value)}" for name, value in filled.arguments.items()]
    return f"“{filled.item.title}”" + (f" ({', '.join(values)})" if values else "")


def quoted(words: Sequence[Word]) -> str:
    return ", ".join(f"“{word.text}”" for word in words) or "that"


def escaped(text: str) -> str:
    """Foreign words in our Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))
