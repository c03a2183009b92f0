"""A server's log: which lines a person wants to see, and the level that the server is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import get_args

import mcp_types as types
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from .live import LiveServer, LogLine

LEVELS: tuple[types.LoggingLevel, ...] = get_args(types.LoggingLevel)
"""From the least to the most important."""


def is_wanted(line: LogLine, level: types.LoggingLevel, text: str) -> bool:
    if LEVELS.index(line.level) < LEVELS.index(level):
        return False
    return text.lower() in f"{line.logger} {line.text}".lower()


def as_text(lines: Iterable[LogLine]) -> str:
    return "".join(f"{iso_time(line)} {line.level.upper()} {line.logger or '-'} {line.text}\n" for line in lines)


def iso_time(line: LogLine) -> str:
    return datetime.fromtimestamp(line.time / 1000, UTC).isoformat(timespec="milliseconds")


def asks_each_time(live: LiveServer) -> bool:
    """In the newer protocol each request says which lines it wants."""
    return live.protocol_version in MODERN_PROTOCOL_VERSIONS


def has_level(live: LiveServer) -> bool:
    """Whether the level that is asked for makes a difference."""
    return asks_each_time(live) or bool(live.capabilities and live.capabilities.logging is not None)


async def ask_for_level(live: LiveServer, level: types.LoggingLevel) -> None:
    live.log_level = level
    if live.client and not asks_each_time(live):
        params = types.SetLevelRequestParams(level=level)
        await live.client.session.send_request(types.SetLevelRequest(params=params), types.EmptyResult)
    live.touch("log")
