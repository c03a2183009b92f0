"""Reads the records of the wire: which are requests, which response belongs to which, and what became of each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Never

from .wire import Record

RowKind = Literal["handshake", "request", "notification", "drop", "stage"]
Outcome = Literal[
    "", "waiting", "result", "failed", "error", "cancelled", "unanswered", "orphan", "dropped", "unreadable"
]
Direction = Literal["out", "in", ""]
DIRECTIONS: dict[str, Direction] = {"sent": "out", "received": "in", "dropped": "in", "stage": "", "state": ""}
ERRORS: frozenset[Outcome] = frozenset({"failed", "error", "unanswered", "dropped", "unreadable"})

PENDING = 10_000
ID_CHARS = 300
LONG_CHARS = 10_000
"""A request that is not shown any more is kept for its response, unless it is as long as this."""
USUAL_ENDS = ("CLOSED_HERE", "PEER_CLOSED")

_ID = r'("[^"\\]{0,256}"|-?\d{1,16})'
_HEAD = re.compile(rf'\{{(?:"jsonrpc":"2\.0",|"id":{_ID},)*(?:"method":"([^"\\]{{1,256}})"|"(result|error)":)')
_TAIL = re.compile(rf',"id":{_ID}(?:,"jsonrpc":"2\.0")?\}}$')

Key = tuple[str, str, str]


@dataclass(slots=True, eq=False)
class Row:
    """A message, or a request with its response."""

    number: int
    record: Record
    kind: RowKind
    title: str
    """The method, or the type of the message."""
    outcome: Outcome = ""
    code: str = ""
    """That of an error."""
    answer: Record | None = None
    version: int = 0
    """Goes up when the response comes."""
    is_gone: bool = False
    """Not in the list any more."""
    key: Key | None = None

    @property
    def is_error(self) -> bool:
        return self.outcome in ERRORS

    @property
    def direction(self) -> Direction:
        """Out: to the server."""
        return DIRECTIONS[self.record.kind]

    @property
    def ms(self) -> float | None:
        """How long the response took."""
        return None if self.answer is None else self.answer.time - self.record.time

    @property
    def size(self) -> int:
        return self.record.size + (self.answer.size if self.answer else 0)


class Reader:
    def __init__(self, changed: Callable[[Row], None]) -> None:
        """`changed` is called for a row that was there before, and is complete now."""
        self._changed = changed
        self._pending: dict[Key, Row] = {}
        self._stage_rows: dict[str, Row] = {}
        self._set_up: set[str] = set()
        """Servers of which the last was that their setup is complete."""

    def read(self, record: Record) -> Row | None:
        """The new row that a record makes, if it makes one."""
        match record.kind:
            case "stage":
                return self._read_stage(record)
            case "state":
                return self._read_end(record)
            case "dropped":
                return Row(record.number, record, "drop", _type_of(record), "dropped")
            case _:
                message = parse(record)
                if isinstance(message.get("type"), str) and "jsonrpc" not in message:
                    return self._read_control(record, message)
                return self._read_rpc(record, message)

    def let_go(self, row: Row) -> None:
        """A row is not shown any more. When its response comes, it comes back."""
        row.is_gone = True
        if row.key is not None and row.size > LONG_CHARS and self._pending.get(row.key) is row:
            del self._pending[row.key]

    def _read_stage(self, record: Record) -> Row | None:
        """The message that says so has come before, as a rule."""
        told = self._stage_rows.pop(record.server, None)
        if told is not None and told.title == record.text:
            return None
        return _stage(record, record.text)

    def _read_end(self, record: Record) -> Row | None:
        """Of a session, that is; a setup that is complete has said so."""
        if record.text == "CLOSED_HERE" and record.server in self._set_up:
            return None
        for key in [key for key in self._pending if key[0] == record.server]:
            self._settle(self._pending.pop(key), "unanswered")
        usual = record.text in USUAL_ENDS
        return Row(record.number, record, "stage", record.text, "" if usual else "error")

    def _read_control(self, record: Record, message: dict[str, Any]) -> Row:
        kind = message["type"]
        if kind == "TRANSOM_STAGE":
            row = self._stage_rows[record.server] = _stage(record, str(message.get("stage")))
            return row
        if kind == "MCP_SETUP_COMPLETE":
            self._set_up.add(record.server)
        else:
            self._set_up.discard(record.server)
        row = Row(record.number, record, "handshake", kind)
        error = message.get("error") if kind == "MCP_SETUP_COMPLETE" else message
        if kind in ("TRANSOM_FAILURE", "MCP_SETUP_REQUIRED") or message.get("status") == "error":
            row.outcome = "error"
            row.code = str(error.get("code", error.get("reason", ""))) if isinstance(error, dict) else ""
        return row

    def _read_rpc(self, record: Record, message: dict[str, Any]) -> Row | None:
        method = message.get("method")
        if isinstance(method, str):
            return self._read_request(record, message, method)
        if "result" in message or "error" in message:
            return self._read_response(record, message)
        return Row(record.number, record, "notification", "Unreadable message", "unreadable")

    def _read_request(self, record: Record, message: dict[str, Any], method: str) -> Row:
        if "id" not in message:
            if method == "notifications/cancelled":
                self._cancel(record, message.get("params"))
            return Row(record.number, record, "notification", method)
        key = _key(record.server, record.kind, message["id"])
        if (before := self._pending.pop(key, None)) is not None:
            self._settle(before, "unanswered")
        row = Row(record.number, record, "request", method, "waiting", key=key)
        self._pending[key] = row
        if len(self._pending) > PENDING:
            self._pending.pop(next(iter(self._pending)))
        return row

    def _read_response(self, record: Record, message: dict[str, Any]) -> Row | None:
        asked = "sent" if record.kind == "received" else "received"
        row = self._pending.pop(_key(record.server, asked, message.get("id")), None)
        outcome, code = outcome_of(message)
        if row is None:
            title = f"Response to {json.dumps(message.get('id'))[:80]}"
            return Row(record.number, record, "request", title, outcome if outcome in ERRORS else "orphan", code)
        row.answer, row.code = record, code
        self._settle(row, "cancelled" if row.outcome == "cancelled" else outcome)
        if not row.is_gone:
            return None
        row.number, row.is_gone = record.number, False
        return row

    def _cancel(self, record: Record, params: object) -> None:
        number = params.get("requestId") if isinstance(params, dict) else None
        if (row := self._pending.get(_key(record.server, record.kind, number))) is not None:
            self._settle(row, "cancelled")

    def _settle(self, row: Row, outcome: Outcome) -> None:
        row.outcome = row.outcome if row.outcome == "cancelled" else outcome
        row.version += 1
        if not row.is_gone:
            self._changed(row)


def _key(server: str, kind: str, id: object) -> Key:
    """An id may be any JSON: 1 is not "1", nor `true`."""
    return (server, kind, repr(id)[:ID_CHARS])


def _stage(record: Record, stage: str) -> Row:
    return Row(record.number, record, "stage", stage, "error" if stage == "failed" else "")


def outcome_of(message: dict[str, Any]) -> tuple[Outcome, str]:
    """What a response says, and the code of its error."""
    error, result = message.get("error"), message.get("result")
    if "error" in message:
        return "error", str(error.get("code", ""))[:40] if isinstance(error, dict) else ""
    failed = isinstance(result, dict) and result.get("isError") is True
    return ("failed" if failed else "result"), ""


def parse(record: Record) -> dict[str, Any]:
    """The message of a record; of one that was cut what can be told, of one that is no object nothing."""
    if record.tail:
        return _parse_edges(record)
    try:
        value = json.loads(record.text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return {}
    record.is_json = True
    return value if isinstance(value, dict) else {}


def _refuse(constant: str) -> Never:
    raise ValueError(f"{constant} is not JSON.")


def _parse_edges(record: Record) -> dict[str, Any]:
    """Serialisers put what names a message at its start, its id at the start or the end."""
    head = _HEAD.match(record.text)
    if head is None:
        return {}
    id, method, answer = head.groups()
    tail = _TAIL.search(record.tail)
    id = id or (tail and tail[1])
    fields = {"method": method} if method else {answer: {}}
    return fields if id is None else {**fields, "id": json.loads(id)}


def _type_of(record: Record) -> str:
    """What was dropped: a message as JSON, or only its type."""
    if not record.text.startswith("{"):
        return record.text or "A message"
    message = parse(record)
    return str(message.get("type") or message.get("method") or "A message")
