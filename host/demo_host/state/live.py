"""What is going on with one server right now. None of it outlives the page."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from mcp import Client
from mcp_types import (
    Implementation,
    LoggingLevel,
    Prompt,
    Resource,
    ResourceTemplate,
    ServerCapabilities,
    Tool,
)

from .problems import Problem
from .store import Store

Status = Literal["disconnected", "setting-up", "waiting", "loading", "connecting", "connected", "failed", "ended"]

STATUS_WORDS: dict[Status, str] = {
    "disconnected": "Not connected",
    "setting-up": "Being set up",
    "waiting": "Waiting for its turn",
    "loading": "Loading its page",
    "connecting": "Connecting",
    "connected": "Connected",
    "failed": "Failed",
    "ended": "Ended",
}
BUSY: frozenset[Status] = frozenset({"setting-up", "waiting", "loading", "connecting"})

LOG_LINES = 1000


@dataclass(frozen=True, slots=True)
class LogLine:
    time: float
    """Milliseconds since 1970."""
    level: LoggingLevel
    logger: str
    text: str


def lines_after(log: Sequence[LogLine], seen: LogLine | None) -> list[LogLine]:
    """What a log holds after a line, or all of it if that line has gone."""
    fresh: list[LogLine] = []
    for line in reversed(log):
        if line is seen:
            break
        fresh.append(line)
    return fresh[::-1]


@dataclass
class Catalog:
    """What a server offers; a list is `None` where the server has no such thing."""

    tools: list[Tool] | None = None
    resources: list[Resource] | None = None
    templates: list[ResourceTemplate] | None = None
    prompts: list[Prompt] | None = None
    problems: dict[str, str] = field(default_factory=dict[str, str])
    """Why a list could not be had, by its name."""
    cut: set[str] = field(default_factory=set[str])
    """Lists that are longer than what is kept of them."""


class LiveServer:
    """The running side of a server in the list. Topics: `live:ID` (status), `catalog:ID`, `log:ID`, `updates:ID`."""

    def __init__(self, id: str, store: Store) -> None:
        self.id = id
        self._store = store
        self.status: Status = "disconnected"
        self.stage = ""
        """How far the page's Python is, in words."""
        self.problem: Problem | None = None
        self.client: Client | None = None
        """There while it is connected."""
        self.list_again: Callable[[], object] | None = None
        """Ask the server again what it offers; there while it is connected."""
        self.catalog = Catalog()
        self.info: Implementation | None = None
        self.instructions: str | None = None
        self.capabilities: ServerCapabilities | None = None
        self.protocol_version = ""
        self.over_port = False
        self.connected_ms: float | None = None
        """How long the last connection took."""
        self.log: deque[LogLine] = deque(maxlen=LOG_LINES)
        self.log_level: LoggingLevel = "info"
        self.subscribed: dict[str, bool] = {}
        """Resources whose changes are wanted: whether one has changed since it was last read."""
        self.streams: dict[str, asyncio.Task[None]] = {}
        """What tells of those changes in the newer protocol."""
        self.popped_out = False

    @property
    def is_busy(self) -> bool:
        return self.status in BUSY

    def set_status(self, status: Status, problem: Problem | None = None) -> None:
        self.status, self.problem = status, problem
        if status not in ("loading", "connecting", "setting-up"):
            self.stage = ""
        self.touch("live")

    def set_stage(self, stage: str) -> None:
        self.stage = stage
        self.touch("live")

    def touch(self, topic: Literal["live", "catalog", "log", "updates"]) -> None:
        self._store.touch(f"{topic}:{self.id}")
        if topic == "live":
            self._store.touch("live")
