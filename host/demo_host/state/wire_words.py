"""The wire in words: what a step of the handshake is, why something was dropped, what a request asks and gets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from .amounts import short
from .wire import Record
from .wire_rows import Outcome, Row, RowKind, parse
from .wire_text import embed

SUMMARY_CHARS = 300
LONG_CHARS = 100_000
"""A longer message is not read for a summary: that would take too long for a line of a list."""

KIND_WORDS: dict[RowKind, str] = {
    "request": "Requests",
    "notification": "Notifications",
    "handshake": "Handshake",
    "stage": "Stages",
    "drop": "Drops",
}
STEPS = {
    "MCP_SETUP_HANDSHAKE": "The page asks to be set up",
    "MCP_SETUP_HANDSHAKE_REPLY": "The host gives the session id and the permissions",
    "MCP_SETUP_COMPLETE": "The page has been set up",
    "MCP_TRANSPORT_HANDSHAKE": "The page asks for a session",
    "MCP_TRANSPORT_HANDSHAKE_REPLY": "The host names the session",
    "MCP_TRANSPORT_ACCEPTED": "The page takes it: the session is open",
    "MCP_SETUP_REQUIRED": "The page has to be set up again",
    "TRANSOM_READY": "The host is ready as well",
    "TRANSOM_GOODBYE": "The last word of a session",
    "TRANSOM_FAILURE": "A handshake is refused, or a session ends",
    "TRANSOM_PING": "Is anybody there?",
    "TRANSOM_PONG": "A sign of life",
}
STAGES = {
    "loading": "The page loads Python",
    "starting": "The page's script starts",
    "ready": "The page is ready",
    "failed": "The page could not start",
}
DROPS = {
    "source": "It came from another window",
    "origin": "It came from a page of another origin",
    "untrusted": "A script made it, not the browser",
    "malformed": "It is not as the protocol wants it",
    "unexpected": "It came at the wrong moment",
    "session": "It names another session",
    "not-json": "It carries what JSON does not know",
    "too-large": "It is too large",
    "early": "It came before the session was open",
    "unknown-id": "It answers no request",
    "overload": "There were too many at once",
}
OUTCOMES: dict[Outcome, str] = {
    "": "",
    "waiting": "… waiting",
    "result": "✓ result",
    "failed": "✗ tool error",
    "error": "✗ error",
    "cancelled": "⊘ cancelled",
    "unanswered": "✗ no answer",
    "orphan": "? no request",
    "dropped": "✗ dropped",
    "unreadable": "✗ unreadable",
}
LISTS = {"tools": "tool", "resources": "resource", "resourceTemplates": "template", "prompts": "prompt"}
DIRECTIONS = {"out": "to the server", "in": "from the server", "": "in this page"}


def outcome_words(row: Row) -> str:
    words = OUTCOMES[row.outcome]
    return f"{words} {short(row.code, 40)}" if row.code and row.outcome == "error" else words


def summary(row: Row) -> str:
    """One line that says what it is about. Reads the message: for the rows in sight only."""
    record = row.record
    match row.kind:
        case "stage":
            return _stage(row)
        case "drop":
            reason, _, origin = record.detail.partition(" ")
            return short(f"{DROPS.get(reason, reason)}{f', {origin}' if origin else ''}", SUMMARY_CHARS)
        case "handshake":
            return short(_step(row.title, _short(record)), SUMMARY_CHARS)
        case _ if row.outcome == "unreadable":
            return short(record.text, SUMMARY_CHARS)
        case _:
            asked, got = _request(_short(record)), _response(_short(row.answer) if row.answer else {})
            return short(f"{asked}  ⇒  {got}" if got else asked, SUMMARY_CHARS)


def _short(record: Record) -> dict[str, Any]:
    return parse(record) if record.size <= LONG_CHARS else {}


def _stage(row: Row) -> str:
    record = row.record
    if record.kind == "state":
        return short(record.detail, SUMMARY_CHARS)
    return STAGES.get(row.title, "The page says how far it is")


def _step(title: str, message: dict[str, Any]) -> str:
    said = [STEPS.get(title, "A message that this host does not know")]
    problem = message.get("error")
    for part in (message, problem if isinstance(problem, dict) else {}):
        said += [str(part[key]) for key in ("code", "reason", "displayName", "message") if part.get(key)]
    return ": ".join(said[:3])


def _request(message: dict[str, Any]) -> str:
    if "method" not in message:
        return _response(message)
    params = message.get("params")
    if not isinstance(params, dict):
        return ""
    shown = {key: value for key, value in params.items() if key != "_meta"}
    name = shown.pop("name", None) or shown.pop("uri", None)
    arguments = shown.pop("arguments", None)
    parts = [
        name if isinstance(name, str) else "",
        brief(arguments) if arguments else "",
        brief(shown) if shown else "",
    ]
    return " ".join(part for part in parts if part)


def _response(message: dict[str, Any]) -> str:
    error, result = message.get("error"), message.get("result")
    if isinstance(error, dict):
        return str(error.get("message", ""))
    if not isinstance(result, dict):
        return "" if result is None else brief(result)
    for key, noun in LISTS.items():
        if isinstance(result.get(key), list):
            count = len(result[key])
            return f"{count} {noun}{'' if count == 1 else 's'}"
    content = result.get("content")
    if isinstance(content, list) and content and isinstance(content[0], dict):
        more = f" and {len(content) - 1} more" if len(content) > 1 else ""
        return str(content[0].get("text") or content[0].get("type", "")) + more
    return brief({key: value for key, value in result.items() if key != "_meta"})


def brief(value: object) -> str:
    """A value in a few words, however large it is."""
    if isinstance(value, dict):
        few = [f"{str(key)[:40]}: {_scalar(value[key])}" for key in list(value)[:6]]
        return "{" + ", ".join(few + ["…"] * (len(value) > 6)) + "}"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list):
        return f"[{len(value)}]"
    return json.dumps(value[:100] if isinstance(value, str) else value, ensure_ascii=False)


def since_start(time: float, start: float) -> str:
    return f"+{max(0.0, time - start) / 1000:.3f}"


SESSION_ID = re.compile(r'("sessionId"\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?\Z)', re.DOTALL)
LEFT_OUT = r'\1"(left out)"'


def without_session_id(row: Row, text: str) -> str:
    """For what is shown to others: who has a session id can pose as this host."""
    return text if row.kind in ("request", "notification") else SESSION_ID.sub(LEFT_OUT, text)


def export_lines(rows: Iterable[Row], start: float, name_of: Callable[[str], str]) -> Iterator[str]:
    """A line of JSON for each message. A response has the number of its request in `row`."""
    for row in rows:
        yield _export(row, row.record, "request" if row.answer else row.kind, start, name_of)
        if row.answer is not None:
            yield _export(row, row.answer, "response", start, name_of)


def _export(row: Row, record: Record, part: str, start: float, name_of: Callable[[str], str]) -> str:
    fields: dict[str, object] = {
        "number": record.number,
        "row": row.number,
        "part": part,
        "time": datetime.fromtimestamp(record.time / 1000, UTC).isoformat(timespec="milliseconds"),
        "sinceStartMs": round(record.time - start, 3),
        "server": record.server,
        "serverName": name_of(record.server),
        "kind": record.kind,
        "title": row.title,
        "outcome": row.outcome,
        "code": row.code,
        "durationMs": None if row.ms is None else round(row.ms, 3),
        "detail": record.detail,
        "chars": record.size,
        "charsLeftOut": record.left_out,
    }
    text, tail = without_session_id(row, record.text), without_session_id(row, record.tail)
    if record.is_json:
        return f'{json.dumps(fields)[:-1]}, "message": {embed(text)}}}'
    return json.dumps({**fields, "text": text, **({"end": tail} if tail else {})})
