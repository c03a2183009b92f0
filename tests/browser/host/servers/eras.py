"""What a tool says to its client in either protocol era."""

from __future__ import annotations

import warnings
from typing import Any

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import LoggingLevel
from mcp_types.version import MODERN_PROTOCOL_VERSIONS


def is_modern(context: Context) -> bool:
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


async def log(context: Context, level: LoggingLevel, data: Any, logger: str | None = None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        sending = context.session.send_log_message(level, data, logger, context.request_id)
    await sending


async def tell_tools_changed(context: Context) -> None:
    if is_modern(context):
        await context.notify_tools_changed()
    else:
        await context.session.send_tool_list_changed()


async def tell_resources_changed(context: Context) -> None:
    if is_modern(context):
        await context.notify_resources_changed()
    else:
        await context.session.send_resource_list_changed()


async def tell_prompts_changed(context: Context) -> None:
    if is_modern(context):
        await context.notify_prompts_changed()
    else:
        await context.session.send_prompt_list_changed()
