"""Boards of the company in data.json, and clients of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from mcp import Client
from mcp_types import CallToolResult, TextContent, TextResourceContents

from devserver.origins import ROOT
from operations.board import Board, Proposal
from operations.company import Company
from operations.server import make_server

TEXT = (ROOT / "inverted_demo" / "dashboard" / "data.json").read_text(encoding="utf-8")
COMPANY = Company.load(TEXT)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Person:
    """Answers questions as they are told to; `None` never does."""

    answer: bool | None = True
    asked: list[Proposal] = field(default_factory=list[Proposal])
    is_asked: asyncio.Event = field(default_factory=asyncio.Event)
    gave_up: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a question was taken back."""

    async def __call__(self, proposal: Proposal) -> bool:
        self.asked.append(proposal)
        self.is_asked.set()
        if self.answer is not None:
            return self.answer
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self.gave_up.set()
            raise
        raise AssertionError


@asynccontextmanager
async def client_of(board: Board, **options: Any) -> AsyncIterator[Client]:
    async with Client(make_server(board), **options) as client:
        yield client


def trusting() -> Board:
    return Board.trusting(COMPANY)


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, words(result)
    assert result.structured_content is not None
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Why a call is refused, or has failed."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return words(result)


def words(result: CallToolResult) -> str:
    content = result.content[0]
    assert isinstance(content, TextContent)
    return content.text


async def read(client: Client, uri: str) -> str:
    contents = (await client.read_resource(uri)).contents[0]
    assert isinstance(contents, TextResourceContents)
    return contents.text
