"""What one session works with: its table, the page that shows it, and what is kept for the next visit."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from transom import TransomError, current_session

from breathing import Tell, tell_nobody
from columns import Cell, Kind, Table
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

    def show_table(self, table: Table) -> None: ...

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
        self.table = await read(name, text, syntax, kinds, tell)
        self.page.show_table(self.table)
        return self._keep({"name": name, "text": text, "syntax": syntax, "kinds": dict(kinds or {})})

    def _keep(self, source: dict[str, Any]) -> bool:
        self._storage.pop(SOURCE, None)
        if len(source["text"]) > KEPT_CHARS:
            return False
        try:
            self._storage[SOURCE] = source
        except OSError:
            return False
        return True

    @asynccontextmanager
    async def session(self) -> AsyncIterator[None]:
        """While a host is connected: what was loaded in an earlier visit is there again."""
        try:
            self._storage = current_session().storage
        except TransomError:  # a client in the same process
            self._storage = {}
        source = self._storage.get(SOURCE)
        if source is not None:
            await self.load(source["name"], source["text"], _syntax_of(source), source["kinds"])
        elif not self.table.columns:
            await self.load_example()
        yield


def _syntax_of(source: Mapping[str, Any]) -> Syntax | None:
    return next((syntax for syntax in get_args(Syntax) if syntax == source["syntax"]), None)
