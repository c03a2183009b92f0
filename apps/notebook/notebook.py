"""What one session works with: its table, the page that shows it, and what is kept for the next visit."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, MutableMapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from transom import TransomError, current_session

from breathing import Tell, tell_nobody
from columns import Cell, Kind, Table, quoted
from examples import NAME, weather
from figures import Figure
from reading import Syntax, read

KEPT_CHARS = 1_000_000
SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Found:
    """What an SQL statement gave."""

    columns: list[str]
    rows: list[list[Cell]]
    is_all: bool


class Page(Protocol):
    """What a notebook asks of the page that it is in."""

    @property
    def has_storage(self) -> bool:
        """Whether what is kept is there in the next visit: browsers may deny it."""
        ...

    def show_table(self, table: Table) -> None: ...

    def say(self, words: str) -> None:
        """Tell the person, until there is something else to say."""
        ...

    async def show_figure(self, figure: Figure) -> None: ...

    def offer_file(self, name: str, text: str, media_type: str) -> None: ...

    async def run_sql(self, table: Table, statement: str, limit: int, tell: Tell) -> Found:
        """Run one statement over the table `data`. Raises `DataError` where it can't be."""
        ...


class Notebook:
    """One table at a time, and where it came from."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = Table("", ())
        self._lost = ""
        """The name of a table that was too large to be kept from an earlier visit, until another is loaded."""
        self._storage: MutableMapping[str, Any] = {}

    async def load_example(self, tell: Tell = tell_nobody) -> bool:
        return await self.load(NAME, weather(), "csv", tell=tell)

    async def load(
        self,
        name: str,
        text: str,
        syntax: Syntax | None = None,
        kinds: Mapping[str, Kind] | None = None,
        tell: Tell = tell_nobody,
    ) -> bool:
        """Replace the table. Whether it will be there after a reload."""
        await self._show(name, text, syntax, kinds, tell)
        if self._lost:
            self._lost = ""
            self.page.say("")
        return self._keep({"name": name, "text": text, "syntax": syntax, "kinds": dict(kinds or {})})

    @property
    def absence(self) -> str:
        """What is wrong before anything else: the table that a call is about is not here. Empty where it is."""
        if not self._lost:
            return ""
        return self.with_warning("Load that table, or the example, then call again.")

    def with_warning(self, message: str) -> str:
        """A message about the table, after words that it is not the one that was loaded last, if so."""
        if not self._lost:
            return message
        instead = f"What is here instead is {quoted(self.table.name)}."
        return f"The table {quoted(self._lost)} was too large to be kept: load it again. {instead} {message}".strip()

    async def _show(
        self, name: str, text: str, syntax: Syntax | None, kinds: Mapping[str, Kind] | None, tell: Tell = tell_nobody
    ) -> None:
        self.table = await read(name, text, syntax, kinds, tell)
        self.page.show_table(self.table)

    def _keep(self, source: dict[str, Any]) -> bool:
        """Keep a table's source; at least its name, so that the next visit can say what is lacking."""
        self._storage.pop(SOURCE, None)
        if len(source["text"]) <= KEPT_CHARS and self.page.has_storage:
            with suppress(OSError):
                self._storage[SOURCE] = source
                return True
        with suppress(OSError):
            self._storage[SOURCE] = {"name": source["name"], "text": None}
        return False

    @asynccontextmanager
    async def session(self) -> AsyncIterator[None]:
        """While a host is connected: what was loaded in an earlier visit is there again, or its name is told."""
        try:
            self._storage = current_session().storage
        except TransomError:  # a client in the same process
            self._storage = {}
        source = self._storage.get(SOURCE)
        if source is not None and source["text"] is None:
            await self._miss(source["name"])
        elif source is not None:
            await self.load(source["name"], source["text"], _syntax_of(source), source["kinds"])
        elif not self.table.columns:
            await self.load_example()
        yield

    async def _miss(self, name: str) -> None:
        """Tell what was not kept. The example is not kept in its place: the next visit has to tell it as well."""
        if not self.table.columns:
            await self._show(NAME, weather(), "csv", None)
        self._lost = name
        self.page.say(self.with_warning(""))


def _syntax_of(source: Mapping[str, Any]) -> Syntax | None:
    return next((syntax for syntax in get_args(Syntax) if syntax == source["syntax"]), None)
