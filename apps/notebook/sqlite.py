"""SQLite as wasm, in the page: loaded when it is first asked, with a copy of the table that nothing can write to."""

from __future__ import annotations

import json
import math
from time import monotonic
from typing import Any

from breathing import Tell, part_of, slices
from browser import JsException, Proxies, in_javascript, library
from columns import Cell, DataError, Table, listed
from notebook import Found

SECONDS = 3.0
CHECK_EVERY_STEPS = 10_000
SLICE_ROWS = 5_000
TYPES = {"integer": "INTEGER", "number": "REAL", "boolean": "INTEGER", "date": "TEXT", "text": "TEXT"}
NOTHING_SAID = "The statement gives no rows. Ask with SELECT."


class Sqlite:
    def __init__(self) -> None:
        self._sqlite: Any = None
        self._database: Any = None
        self._table: Table | None = None

    async def run(self, table: Table, statement: str, limit: int, tell: Tell) -> Found:
        if self._sqlite is None:
            await tell(0, "Loading SQLite")
            self._sqlite = await (await library("sqlite/index.mjs")).default()
        if self._table is not table:
            await self._copy(table, part_of(tell, 0.1, 0.9))
        await tell(0.9, "Asking")
        proxies = Proxies()
        ends = monotonic() + SECONDS
        stop = proxies.of(lambda *given: int(monotonic() > ends))
        api, pointer = self._sqlite.capi, self._database.pointer
        api.sqlite3_progress_handler(pointer, CHECK_EVERY_STEPS, stop, 0)
        try:
            return self._ask(statement, limit)
        except JsException as error:
            raise DataError(_advice(str(error), table)) from None
        finally:
            api.sqlite3_progress_handler(pointer, 0, 0, 0)
            proxies.destroy()

    async def _copy(self, table: Table, tell: Tell) -> None:
        if self._database is not None:
            self._database.close()
        self._table = None
        self._database = self._sqlite.oo1.DB.new(":memory:")
        names = ", ".join(
            f"{_quoted(name)} {TYPES[one.kind]}" for name, one in zip(_names(table), table.columns, strict=True)
        )
        self._execute(f"CREATE TABLE data ({names})")
        values = ", ".join(f"value ->> {place}" for place in range(len(table.columns)))
        async for part in slices(table.rows, tell, "Copying", SLICE_ROWS):
            rows = json.dumps(table.part(part.start, len(part)))
            self._execute(f"INSERT INTO data SELECT {values} FROM json_each(?)", rows)  # noqa: S608  numbers alone
        self._execute("PRAGMA query_only = ON")
        self._sqlite.capi.sqlite3_limit(self._database.pointer, self._sqlite.capi.SQLITE_LIMIT_ATTACHED, 0)
        self._table = table

    def _execute(self, statement: str, *bound: str) -> None:
        self._database.exec(in_javascript({"sql": statement, **({"bind": bound} if bound else {})}))

    def _ask(self, statement: str, limit: int) -> Found:
        prepared = self._database.prepare(statement)
        try:
            if not self._sqlite.capi.sqlite3_stmt_readonly(prepared.pointer):
                raise DataError("The statement would change the data, which is a copy to ask. Use SELECT alone.")
            if not prepared.columnCount:
                raise DataError(NOTHING_SAID)
            names = list(prepared.getColumnNames(in_javascript([])))
            rows: list[list[Cell]] = []
            while prepared.step():
                if len(rows) == limit:
                    return Found(names, rows, False)
                rows.append([_cell(value) for value in prepared.get(in_javascript([]))])
            return Found(names, rows, True)
        finally:
            prepared.finalize()


def _names(table: Table) -> list[str]:
    """SQLite takes `A` and `a` for one."""
    given: set[str] = set()
    names: list[str] = []
    for name in table.names:
        unique, again = name, 2
        while unique.casefold() in given:
            unique, again = f"{name} {again}", again + 1
        given.add(unique.casefold())
        names.append(unique)
    return names


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))


def _cell(value: Any) -> Cell:
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return None if not hasattr(value, "byteLength") else f"{value.byteLength} bytes"


def _advice(problem: str, table: Table) -> str:
    if "interrupt" in problem.lower():
        return (
            f"The statement took longer than {SECONDS:g} seconds, and was stopped. Ask for less: filter, or join less."
        )
    return f"SQLite says: {problem}. Correct the statement. The table is data, its columns: {listed(_names(table))}."
