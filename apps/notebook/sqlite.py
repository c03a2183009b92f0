"""SQLite as wasm, beside the page: loaded when it is first asked, with a copy of the table that nothing can write to.

It runs in a worker, sqlite.js: no statement holds the page, and each can be ended.
"""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

from breathing import Tell, part_of, slices
from browser import JsException, Worker, WorkerFailed, address
from columns import Cell, DataError, Table, listed
from notebook import Found

SECONDS = 10
SLICE_ROWS = 5_000
TYPES = {"integer": "INTEGER", "number": "REAL", "boolean": "INTEGER", "date": "TEXT", "text": "TEXT"}
NOTHING_SAID = "The statement gives no rows. Ask with SELECT."
WRITES = "The statement would change the data, which is a copy to ask. Use SELECT alone."
NOT_LOADED = "Call again, or reload the page of this server; `query` does without SQLite."
NO_ROOM = "Load fewer rows or columns, or use `query`, which does without SQLite."


class SqliteFailed(Exception):
    """What SQLite says."""


class Sqlite:
    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._table: Table | None = None
        """What the worker has a copy of."""
        self._free = asyncio.Lock()

    async def run(self, table: Table, statement: str, limit: int, tell: Tell) -> Found:
        async with self._free:
            try:
                worker = await self._loaded(tell)
                await self._copy(worker, table, part_of(tell, 0.1, 0.9))
                await tell(0.9, "Asking")
                return await _found(worker, table, statement, limit)
            except asyncio.CancelledError:
                self._end()  # nothing else ends a statement
                raise
            except WorkerFailed as error:
                self._end()
                raise DataError(f"SQLite has ended ({error}). Call again, or use `query`.") from None

    async def _loaded(self, tell: Tell) -> Worker:
        if self._worker is None:
            await tell(0, "Loading SQLite")
            try:
                self._worker = Worker("./sqlite.js")
                await _told(self._worker, "load", library=address("sqlite/index.mjs"))
            except (JsException, SqliteFailed, WorkerFailed) as error:
                self._end()
                raise DataError(f"SQLite could not be loaded ({error}). {NOT_LOADED}") from None
        return self._worker

    def _end(self) -> None:
        if self._worker:
            self._worker.end()
        self._worker = self._table = None

    async def _copy(self, worker: Worker, table: Table, tell: Tell) -> None:
        if self._table is table:
            return
        self._table = None
        names = ", ".join(
            f"{_quoted(name)} {TYPES[one.kind]}" for name, one in zip(_names(table), table.columns, strict=True)
        )
        values = ", ".join(f"value ->> {place}" for place in range(len(table.columns)))
        insert = f"INSERT INTO data SELECT {values} FROM json_each(?)"  # noqa: S608  numbers alone
        try:
            await _told(worker, "create", sql=f"CREATE TABLE data ({names})")
            async for part in slices(table.rows, tell, "Copying", SLICE_ROWS):
                await _told(worker, "insert", sql=insert, rows=json.dumps(table.part(part.start, len(part))))
            await _told(worker, "seal")
        except SqliteFailed as error:
            raise DataError(f"SQLite could not take the table ({error}). {NO_ROOM}") from None
        self._table = table


async def _told(worker: Worker, step: str, **more: str | float) -> Any:
    """What a step has found. Raises `SqliteFailed`."""
    answer = await worker.ask(step=step, **more)
    if hasattr(answer, "problem"):
        raise SqliteFailed(answer.problem)
    return answer.found


async def _found(worker: Worker, table: Table, statement: str, limit: int) -> Found:
    try:
        found = await _told(worker, "ask", statement=statement, limit=limit, seconds=SECONDS)
    except SqliteFailed as error:
        raise DataError(_advice(str(error), table)) from None
    if not found.isReading:
        raise DataError(WRITES)
    if not found.columns.length:
        raise DataError(NOTHING_SAID)
    return Found(list(found.columns), [[_cell(value) for value in row] for row in found.rows], found.isAll)


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
        return f"The statement took longer than {SECONDS} seconds, and was stopped. Ask for less: filter, or join less."
    return f"SQLite says: {problem}. Correct the statement. The table is data, its columns: {listed(_names(table))}."
