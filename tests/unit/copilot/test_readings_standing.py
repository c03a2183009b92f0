"""What is asked of another day than today, of a brewery that only tells how things stand now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from .businesses import READS
from .test_planner import talk

pytestmark = pytest.mark.anyio
NOT_THEN = "only how it stands now"


class Vat(BaseModel):
    id: str
    name: str
    pressure_bar: float
    cleaned: datetime | None


class Entry(BaseModel):
    id: str
    vat: str
    time: datetime
    text: str


def brewery() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("brewery")

    @server.tool(annotations=READS)
    def list_vats() -> list[Vat]:
        """The vats with their pressure."""
        return [
            Vat(id="V-1", name="Old Tom", pressure_bar=1.4, cleaned=datetime(2026, 11, 16, 8)),
            Vat(id="V-2", name="Little Meg", pressure_bar=0.9, cleaned=None),
        ]

    @server.tool(annotations=READS)
    def list_entries() -> list[Entry]:
        """What was written in the log."""
        return [Entry(id="E-1", vat="Old Tom", time=datetime(2026, 11, 17, 9), text="Foam at the valve.")]

    return server


@pytest.mark.parametrize(
    "question",
    [
        "What was the pressure of Old Tom yesterday?",
        "What was the pressure of Old Tom last week?",
        "whats old toms pressure going to be tomorrow",
    ],
)
async def test_how_it_is_now_is_not_told_as_how_it_was_or_will_be(question: str) -> None:
    said, _ = await talk(brewery(), question)
    assert NOT_THEN in said
    assert "1.4" in said


@pytest.mark.parametrize(
    "question",
    ["What is the pressure of Old Tom today?", "What is the pressure of Old Tom?", "When was Old Tom cleaned?"],
)
async def test_what_is_asked_of_now_is_told_without_a_word_on_that(question: str) -> None:
    said, _ = await talk(brewery(), question)
    assert NOT_THEN not in said
