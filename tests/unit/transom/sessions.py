"""The SDK's client and server over a channel in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.server import MCPServer
from transom.channel import DEFAULT_LIMITS, Channel, Limits
from transom.memory import memory_channels
from transom.serving import serve_channel
from transom.streams import ChannelReader, ChannelStreams, ChannelWriter

ERAS = ["legacy", "2026-07-28", "auto"]
era = pytest.mark.parametrize("mode", ERAS)


class Pair:
    """A channel as `Client` takes it."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel

    async def __aenter__(self) -> tuple[ChannelReader, ChannelWriter]:
        streams = ChannelStreams(self.channel)
        return streams.reader, streams.writer

    async def __aexit__(self, *_: object) -> None:
        self.channel.close()


@asynccontextmanager
async def connected(server: MCPServer, limits: Limits = DEFAULT_LIMITS, **options: Any) -> AsyncGenerator[Client]:
    near, far = memory_channels(limits)
    serving = asyncio.ensure_future(serve_channel(server, far))
    async with Client(Pair(near), **options) as client:
        yield client
    await serving


def text_in(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text
