"""What words of a question are of the data: of a ferry office that the planner knows nothing of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.orders.arranging import arranged
from assistant.planner.reading.recognizing import recognize
from assistant.planner.readings.grasping import Grasp
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)


class Parcel(BaseModel):
    id: str
    sender: str
    state: Literal["paid", "waiting"]
    remark: str


class Porter(BaseModel):
    id: str
    name: str
    phone: str
    runs: list[str]
    last_responder: bool


PARCELS = [
    Parcel(id="K-1", sender="Nora Quill", state="waiting", remark="Glass inside"),
    Parcel(id="K-2", sender="Odo Birch", state="paid", remark="Three large glass panes"),
    Parcel(id="K-3", sender="Pia Frost", state="paid", remark=""),
    Parcel(id="K-4", sender="Tess Alder", state="paid", remark=""),
]
PORTERS = [
    Porter(id="H-1", name="Ulf Marsh", phone="1", runs=["Hull > Leeds"], last_responder=True),
    Porter(id="H-2", name="Vera Holt", phone="2", runs=["Leeds > Hull"], last_responder=False),
]


def office() -> MCPServer[Any]:
    server = MCPServer("Parcels")

    @server.tool(annotations=READS)
    def list_parcels() -> list[Parcel]:
        """All parcels."""
        return PARCELS

    @server.tool(annotations=READS)
    def list_porters() -> list[Porter]:
        """All porters."""
        return PORTERS

    return server


async def said(text: str) -> str:
    async with connected(office()) as client:
        recorder = Recorder(client, Turn("copilot", model="planner"), lambda: None, lambda: 0.0)
        catalog = Catalog(client.offer)
        desk = Desk(recorder, catalog, NOON)
        await recognize(desk, [Turn("person", text)])
        grasp = Grasp(desk, arranged(text, catalog, False).clauses[0])
        await grasp.read()
        return (await grasp.reply()).text


def told(text: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if name in text]


async def test_words_in_another_order_are_another_value() -> None:
    assert told(await said("Which porters go from Leeds to Hull?"), ("Ulf", "Vera")) == ["Vera"]


async def test_every_text_that_mentions_a_thing_is_meant_however_long_it_is() -> None:
    assert told(await said("Which parcels have glass?"), ("K-1", "K-2", "K-3")) == ["K-1", "K-2"]


async def test_small_words_of_a_fields_name_belong_to_it() -> None:
    assert told(await said("Which porters are last responders?"), ("Ulf", "Vera")) == ["Ulf"]


async def test_what_is_not_so_of_a_thing_that_is_named_is_denied_with_how_it_is() -> None:
    answer = await said("Has Nora Quill paid?")
    assert answer.startswith("No")
    assert "waiting" in answer
