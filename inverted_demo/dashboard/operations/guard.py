"""The one way in and out: each call, read and prompt of the copilot is noted and checked here, each answer masked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any

from mcp.server import MCPServer
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult, TextContent, Tool
from pydantic import AnyUrl, ValidationError

from operations.actions import Action
from operations.board import Board
from operations.changes import Change, Outdated
from operations.ledger import Call, Kind
from operations.lookups import Impossible
from operations.names import Foreign, listed, nearest, quoted
from operations.trust import Refused, TurnedAway

RETRY_AFTER = "transom/retry_after_seconds"
"""Beside an error that time alone cures, in `_meta`: a client that waits need not ask anybody."""

_current: ContextVar[Call] = ContextVar("_current")
"""The call in whose task a tool, resource or prompt runs."""


class GuardedServer(MCPServer[None]):
    """What goes around the policy would have to go around this class."""

    def __init__(self, board: Board, name: str, **options: Any) -> None:
        super().__init__(name, **options)
        self._board = board
        self._tools: dict[str, Tool] = {}
        self._acted: list[Call] = []
        """The calls of this session that have changed something, in the order in which they did."""

    async def list_tools(self) -> list[Tool]:
        """Without those that the copilot may never call."""
        trust = self._board.trust
        if not trust.is_connected:
            return []
        return [tool for name, tool in (await self._known()).items() if trust.policy(name) != "never"]

    async def _known(self) -> dict[str, Tool]:
        """All tools, by their names. They are made once, like the server."""
        if not self._tools:
            self._tools = {tool.name: _strict(tool) for tool in await super().list_tools()}
        return self._tools

    # For the tools and resources

    async def permit(self, tool: str, sentence: str) -> None:
        """Called by everything that gives what `tool` gives, before it does."""
        await self._board.permit(_current.get(), tool, sentence)

    async def carry_out(self, tool: str, make: Callable[[], Action]) -> Action:
        """What acting tools do, and nothing else."""
        call = _current.get()
        action = await self._board.carry_out(call, tool, make)
        self._acted = [one for one in (*self._acted, call) if one.can_undo]
        return action

    @property
    def changes(self) -> list[Change]:
        """What this session has changed and nobody has undone, the newest first."""
        return [call.change for call in reversed(self._acted) if call.change and call.can_undo]

    # For the copilot

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        tool = (await self._known()).get(name)
        title = tool.title or name if tool else "Unknown tool"
        try:
            async with self._noted("tool", name, title, arguments, _what(name, tool, arguments)) as call:
                with self._in_plain_words(ToolError):
                    await self._check(name, tool, arguments)
                    result = await super().call_tool(name, arguments, context)
                return self._leaving(call, result)
        except Refused as refused:
            if wait := refused.wait if isinstance(refused, TurnedAway) else 0:
                text = TextContent(text=refused.words)
                return CallToolResult(content=[text], is_error=True, _meta={RETRY_AFTER: wait})
            raise ToolError(refused.words) from None

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[None, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        try:
            what = ("the resource ", quoted(str(uri)))
            async with self._noted("resource", str(uri), "Read a resource", {}, what) as call:
                with self._in_plain_words(ResourceNotFoundError):
                    contents = await super().read_resource(uri, context)
                assert not isinstance(contents, InputRequiredResult)
                return [self._masked(call, one) for one in contents]
        except Refused as refused:
            raise ResourceError(refused.words) from None

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[None, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        try:
            what = ("the prompt ", quoted(name))
            async with self._noted("prompt", name, "Use a prompt", arguments or {}, what) as call:
                with self._in_plain_words(ValueError):
                    result = await super().get_prompt(name, arguments, context)
                self._board.trust.ledger.end(call, "done", "The prompt was given.")
                return result
        except (Refused, ValueError) as error:
            text = error.words if isinstance(error, Refused) else str(error)
            raise MCPError(code=INVALID_PARAMS, message=text) from None

    # In between

    @asynccontextmanager
    async def _noted(
        self, kind: Kind, name: str, title: str, arguments: dict[str, Any], what: tuple[str, ...]
    ) -> AsyncIterator[Call]:
        """Note a call from its beginning to its end, whatever that is. Raises `Refused`, which names `what`."""
        trust = self._board.trust
        call = trust.ledger.begin(kind, name, title, arguments)
        call.what = what
        try:
            trust.check_switch()
            trust.count(name)
        except TurnedAway as refused:
            trust.ledger.turn_away(call, str(refused))
            refused.what = self._board.masking.said(call.what)
            raise
        token = _current.set(call)
        try:
            yield call
        except Refused as refused:
            trust.ledger.end(call, "refused", str(refused))
            refused.what = self._board.masking.said(call.what)
            raise
        except asyncio.CancelledError:
            trust.ledger.end(call, "stopped", "The copilot has not waited for the answer.")
            raise
        except Exception as error:
            trust.ledger.end(call, "failed", str(error))
            raise
        finally:
            _current.reset(token)

    @contextmanager
    def _in_plain_words(self, kind: type[Exception]) -> Iterator[None]:
        """Raise what was meant, as the SDK knows it, and without what is masked. A crash stays one."""
        try:
            yield
        except (Impossible, ToolError, ResourceError, ValueError) as error:
            parts = _meant(error)
            if parts is None:
                raise
            raise kind(self._board.masking.said(parts)) from error

    async def _check(self, name: str, tool: Tool | None, arguments: dict[str, Any]) -> None:
        if tool is None:
            offered = {tool.name: tool.name for tool in await self.list_tools()}
            near = nearest(name, offered) or list(offered)
            raise Impossible("There is no tool ", quoted(name), f". There is {listed(near) if near else 'none'}.")
        self._board.trust.check_policy(name)
        # What has no meaning that the person could be shown is not accepted.
        known = tool.input_schema["properties"]
        if unknown := [quoted(one) for one in arguments if one not in known]:
            takes = f"It takes {listed(known)}." if known else "It takes none."
            raise Impossible(f"{name} has no argument ", Foreign(listed(unknown[:3])), f". {takes}")

    def _leaving(self, call: Call, result: CallToolResult | InputRequiredResult) -> CallToolResult:
        """The result as it may leave."""
        assert isinstance(result, CallToolResult)
        structured = self._board.masking.value(result.structured_content)
        text = json.dumps(structured, ensure_ascii=False)
        summary = structured.get("summary", "") if isinstance(structured, dict) else ""
        self._board.trust.ledger.end(call, "done", summary, structured)
        return CallToolResult(content=[TextContent(text=text)], structured_content=structured)

    def _masked(self, call: Call, contents: ReadResourceContents) -> ReadResourceContents:
        assert isinstance(contents.content, str)
        structured = self._board.masking.value(json.loads(contents.content))
        self._board.trust.ledger.end(call, "done", "", structured)
        return ReadResourceContents(json.dumps(structured, ensure_ascii=False), contents.mime_type)


def _strict(tool: Tool) -> Tool:
    return tool.model_copy(update={"input_schema": {**tool.input_schema, "additionalProperties": False}})


def _what(name: str, tool: Tool | None, arguments: dict[str, Any]) -> tuple[str, ...]:
    """What is called, before anything is looked up: of the thing, no more is told than the copilot has said."""
    if tool is None:
        return "the unknown tool ", quoted(name)
    thing = arguments.get(next(iter(tool.input_schema["properties"]), ""))
    named = (" for ", quoted(thing)) if isinstance(thing, str) and thing.strip() else ()
    return f"“{tool.title}”", *named


def _meant(error: Exception) -> tuple[str, ...] | None:
    """What was said within: the SDK puts errors of its own around it. `None` for what nobody has said."""
    cause: BaseException | None = error
    while cause is not None:
        match cause:
            case Refused():
                raise cause from None
            case Impossible():
                return cause.parts
            case Outdated():
                return (str(cause),)
            case ValidationError() if type(error) is ToolError:  # any other is a mistake of ours
                return "Mend the arguments. ", Foreign(_problems(cause))
            case _:
                cause = cause.__cause__
    return None


def _problems(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return " ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}." for one in found[:3])
