"""The servers that are asked, each afresh for a question, and what a model sees of them."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from mcp import Client, MCPError
from mcp.server import MCPServer

from assistant.conversation import Arguments, Outcome
from assistant.listing import introduction, items_of, kinds_of
from assistant.offer import Offer
from assistant.outcomes import outcome_of, outcome_of_error, text_of_resource
from assistant.recording import READ
from devserver.origins import ROOT
from operations.board import Board
from operations.company import Company
from operations.server import make_server

DATA = ROOT / "inverted_demo" / "dashboard" / "data.json"

Planted = Mapping[str, Mapping[str, str]]
"""Texts by id of a thing, then by field."""

MakeServer = Callable[[Planted], MCPServer[Any]]


def dashboard(planted: Planted) -> MCPServer[Any]:
    """The dashboard, where all is allowed, and nobody has to be asked."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    _plant(data, planted)
    return make_server(Board.trusting(Company.load(json.dumps(data))))


def second_server(folder: Path) -> MakeServer:
    """The server of a folder: a module, with its data beside it."""
    spec = spec_from_file_location(f"{folder.name}_server", folder / "second_server.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # pydantic looks there for the types of its models
    spec.loader.exec_module(module)

    def make(planted: Planted) -> MCPServer[Any]:
        data = json.loads((folder / "second_data.json").read_text(encoding="utf-8"))
        _plant(data, planted)
        return module.make_server(data)

    return make


def _plant(data: dict[str, Any], planted: Planted) -> None:
    """Raises where there is no such thing, so that no question tests nothing."""
    things = {item["id"]: item for group in data.values() if isinstance(group, list) for item in group if "id" in item}
    for thing, texts in planted.items():
        unknown = [name for name in texts if name not in things[thing]]
        if unknown:
            raise KeyError(f"{thing} has no {', '.join(unknown)}")
        things[thing].update(texts)


class Connected:
    """A server in this process, as a model sees it."""

    def __init__(self, client: Client, offer: Offer) -> None:
        self._client = client
        self.offer = offer

    async def call(self, tool: str, arguments: Arguments) -> Outcome:
        try:
            return outcome_of(tool, await self._client.call_tool(tool, arguments))
        except MCPError as error:
            return outcome_of_error(error)

    async def read(self, uri: str) -> str:
        try:
            return text_of_resource(await self._client.read_resource(uri))
        except MCPError as error:
            raise LookupError(str(error)) from error

    @property
    def reading(self) -> frozenset[str]:
        """The tools that only read, by the server's own word; and what stands for a resource that was read."""
        hints = {tool.name: tool.annotations and tool.annotations.read_only_hint for tool in self.offer.tools}
        return frozenset({READ, *(name for name, only_reads in hints.items() if only_reads)})


@asynccontextmanager
async def connected(server: MCPServer[Any]) -> AsyncIterator[Connected]:
    """Connect to a server, as the copilot does, and get its lists."""
    async with Client(server) as client:
        lists = {kind: await items_of(client, kind) for kind in kinds_of(client)}
        yield Connected(client, replace(introduction(client), **lists))
