"""What the reader of questions takes words for that point back: where boats lie in a harbour."""

from __future__ import annotations

import time
from typing import Any

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.clauses.clauses import clauses
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record
from assistant.planner.reading.recognizing import recognize
from assistant.planner.readings.grasping import Grasp
from assistant.planner.selecting.focus import Focus
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

from .businesses import NOW, READS

pytestmark = pytest.mark.anyio


class Boat(BaseModel):
    id: str
    name: str
    length_m: float
    skipper: str
    berth: str
    owner: str


class Skipper(BaseModel):
    name: str
    phone: str


class Owner(BaseModel):
    id: str
    name: str
    phone: str


BOATS = [
    Boat(id="B-1", name="Petrel Wing", length_m=9.5, skipper="Ana Duarte", berth="North 4", owner="Wim Peeters"),
    Boat(id="B-2", name="Grey Heron", length_m=14, skipper="Joost Maas", berth="South 1", owner="Eva Lund"),
    Boat(id="B-3", name="Quickstep", length_m=7, skipper="Ana Duarte", berth="North 6", owner="Wim Peeters"),
]
SKIPPERS = {"Ana Duarte": "0711", "Joost Maas": "0722"}
OWNERS = [Owner(id="O-1", name="Wim Peeters", phone="0733"), Owner(id="O-2", name="Eva Lund", phone="0744")]


def harbour() -> MCPServer[Any]:
    server = MCPServer("Harbour")

    @server.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """All boats that lie here."""
        return BOATS

    @server.tool(annotations=READS)
    def find_skippers(text: str) -> list[Skipper]:
        """Skippers, by name."""
        return [Skipper(name=one, phone=SKIPPERS[one]) for one in SKIPPERS if text.casefold() in one.casefold()]

    @server.tool(annotations=READS)
    def list_owners() -> list[Owner]:
        """All owners."""
        return OWNERS

    return server


async def told(text: str, said: str, *ids: str) -> str:
    """The answer to a question after an answer about some boats."""
    async with connected(harbour()) as connection:
        catalog = Catalog(connection.offer)
        desk = Desk(Recorder(connection, Turn("copilot"), lambda: None, time.perf_counter), catalog, NOW)
        await recognize(desk, [Turn("person", text)])
        source = next(one for one in catalog.listed() if "boat" in one.nouns)
        things = [Record(source, one.model_dump()) for one in BOATS if one.id in ids]
        grasp = Grasp(desk, clauses(text, catalog)[0], Focus(things, said=said))
        await grasp.read()
        assert grasp.is_sure, (grasp.readings[:3], grasp.phrase.weights)
        return (await grasp.reply()).text


async def test_a_number_of_his_is_the_telephone_of_whom_the_answer_names_also_where_only_a_search_knows_it() -> None:
    answer = await told("what's his number?", "The skipper of **Grey Heron** (B-2) is Joost Maas.", "B-2")
    assert "0722" in answer
    assert "0711" not in answer
    answer = await told("do you have a number for her?", "**Quickstep** (B-3): skipper Ana Duarte.", "B-3")
    assert "0711" in answer
    assert "0722" not in answer
    answer = await told("and their phone number?", "**Quickstep** (B-3): skipper Ana Duarte.", "B-3")
    assert "0711" in answer


async def test_it_is_the_thing_and_not_the_person_beside_it() -> None:
    answer = await told("which berth is it at?", "The skipper of **Grey Heron** (B-2) is Joost Maas.", "B-2")
    assert "South 1" in answer
    assert "North" not in answer


async def test_which_of_those_asks_for_one_of_the_same_kind() -> None:
    said = "2 boats: **Petrel Wing** (B-1), **Quickstep** (B-3)"
    assert "Petrel Wing" in await told("which of those is the longest?", said, "B-1", "B-3")
    assert "Quickstep" in await told("which of the two has the berth north 6?", said, "B-1", "B-3")


async def test_just_the_ones_of_somebody_are_of_the_kind_that_was_told() -> None:
    answer = await told(
        "just the ones of Joost Maas", "3 boats: **Petrel Wing** (B-1), **Grey Heron** (B-2)", "B-1", "B-2"
    )
    assert "Grey Heron" in answer
    assert "Petrel Wing" not in answer


async def test_a_bare_field_is_asked_of_what_was_told() -> None:
    answer = await told("and at which berth?", "**Quickstep** (B-3): length m 7.", "B-3")
    assert "North 6" in answer
    assert "South" not in answer


async def test_the_one_of_a_kind_is_that_which_has_to_do_with_what_was_told() -> None:
    said = "The berth of **Grey Heron** (B-2) is South 1."
    assert "0744" in (answer := await told("whats the phone of the owner", said, "B-2"))
    assert "0733" not in answer
    assert "0744" in (answer := await told("whats the owners number?", said, "B-2"))
    assert "0733" not in answer
