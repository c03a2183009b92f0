"""Tools that take their time, say something on the way, or change what the server offers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import get_args

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import LoggingLevel, SetLevelRequestParams, ToolAnnotations

from .eras import log, tell_prompts_changed, tell_resources_changed, tell_tools_changed

LEVELS: tuple[LoggingLevel, ...] = get_args(LoggingLevel)

HINTS = {
    "hint_read_only": ToolAnnotations(title="Look only", read_only_hint=True, open_world_hint=False),
    "hint_destructive": ToolAnnotations(title="Throw away", read_only_hint=False, destructive_hint=True),
    "hint_additive": ToolAnnotations(read_only_hint=False, destructive_hint=False),
    "hint_idempotent": ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True),
    "hint_open_world": ToolAnnotations(read_only_hint=True, open_world_hint=True),
    "hint_closed_world": ToolAnnotations(read_only_hint=True, open_world_hint=False),
}


@dataclass
class Work:
    """What goes on in the kitchen: a call waits for `go_on`, and is told of when it was cancelled."""

    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    waiting: int = 0
    cancelled: list[str] = field(default_factory=list[str])
    level: LoggingLevel | None = None
    runs: dict[str, int] = field(default_factory=dict[str, int])
    """How often each annotated tool was run."""

    async def wait(self, name: str) -> None:
        self.waiting += 1
        try:
            await self.gate.acquire()
        except asyncio.CancelledError:
            self.cancelled.append(name)
            raise
        finally:
            self.waiting -= 1

    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            self.gate.release()


def add_calls(mcp: MCPServer) -> None:
    work = Work()
    _add_slow(mcp, work)
    _add_logs(mcp, work)
    _add_changes(mcp)
    for name, hints in HINTS.items():
        _add_hint(mcp, work, name, hints)


def _add_slow(mcp: MCPServer, work: Work) -> None:
    @mcp.tool(title="Bake slowly")
    async def slow(context: Context, steps: int = 3, total: bool = True) -> str:
        """Report progress before each step, and wait for `go_on` in it."""
        for step in range(steps):
            await context.report_progress(step, steps if total else None, f"Step {step + 1}")
            await work.wait("slow")
        await context.report_progress(steps, steps if total else None, "Done")
        return f"Baked in {steps} steps."

    @mcp.tool()
    async def go_on(steps: int = 1) -> str:
        """Let calls that wait go on by some steps."""
        work.go_on(steps)
        return f"{steps} steps"

    @mcp.tool()
    async def wait() -> str:
        """Wait until `go_on`, or until cancelled."""
        await work.wait("wait")
        return "Went on."

    @mcp.tool()
    async def waiting() -> int:
        """How many calls wait."""
        return work.waiting

    @mcp.tool()
    async def cancelled() -> list[str]:
        """The calls that were cancelled."""
        return work.cancelled


def _add_logs(mcp: MCPServer, work: Work) -> None:
    @mcp.tool()
    async def log_each(context: Context) -> str:
        """Log a message at each level."""
        for level in LEVELS:
            await log(context, level, f"This is {level}.", "kitchen")
        return f"{len(LEVELS)} messages"

    @mcp.tool()
    async def log_many(context: Context, count: int = 100) -> str:
        """Log many messages with data."""
        for number in range(count):
            await log(context, "error", {"number": number, "of": count})
        return f"{count} messages"

    @mcp.tool()
    async def log_level() -> str:
        """The level that the client has set, in the older protocol."""
        return work.level or "none"

    async def set_level(context: object, params: SetLevelRequestParams) -> dict[str, object]:
        work.level = params.level
        return {}

    mcp._lowlevel_server.add_request_handler("logging/setLevel", SetLevelRequestParams, set_level)


def _add_changes(mcp: MCPServer) -> None:
    @mcp.tool()
    async def add_offers(context: Context, name: str = "new") -> str:
        """Add a tool, a resource and a prompt."""

        async def offer() -> str:
            return f"This is {name}."

        mcp.add_tool(offer, name=name, description="It was added later.")
        mcp.resource(f"kitchen://added/{name}", name=name)(offer)
        mcp.prompt(name=name)(offer)
        await tell_tools_changed(context)
        await tell_resources_changed(context)
        await tell_prompts_changed(context)
        return f"Added {name}."

    @mcp.tool()
    async def remove_tool(context: Context, name: str = "new") -> str:
        """Take a tool away."""
        mcp.remove_tool(name)
        await tell_tools_changed(context)
        return f"Removed {name}."


def _add_hint(mcp: MCPServer, work: Work, name: str, hints: ToolAnnotations) -> None:
    async def tool(what: str = "bread") -> str:
        work.runs[name] = work.runs.get(name, 0) + 1
        return f"{name} {what}, run {work.runs[name]}"

    mcp.add_tool(tool, name=name, description="Has hints on what it does.", annotations=hints)
