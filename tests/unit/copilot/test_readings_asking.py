"""What a question asks for: whom, until when, what somebody wrote, how many of all; of a riverside camp."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.conversation import Turn
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record
from assistant.planner.orders.arranging import arranged
from assistant.planner.reading.recognizing import recognize
from assistant.planner.readings.grasping import Grasp
from assistant.planner.selecting.focus import Focus
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)


class Tent(BaseModel):
    id: str
    name: str
    meadow: str
    height_cm: int
    guest: str | None
    state: Literal["dry", "wet", "torn"]
    vacate_by: date


class Meadow(BaseModel):
    id: str
    name: str
    ranger: str
    opens: str
    closes: str


class Canoe(BaseModel):
    id: str
    name: str
    builder: str
    place: Literal["in", "out"]
    seats_left: int
    seats: int
    fee: float


class Loan(BaseModel):
    id: str
    canoe: str
    paddler: str
    status: Literal["waiting", "running", "returned"]


class Note(BaseModel):
    id: str
    title: str
    author: str
    written: date
    body: str


def _tent(key: str, name: str, meadow: str, height: int, guest: str | None, state: Any, day: int) -> Tent:
    return Tent(
        id=key, name=name, meadow=meadow, height_cm=height, guest=guest, state=state, vacate_by=date(2026, 6, day)
    )


TENTS = [
    _tent("T-1", "Marmot", "Field A", 120, "Ada Stone", "wet", 4),
    _tent("T-2", "Otter", "Field A", 150, None, "dry", 20),
    _tent("T-3", "Badger", "Field B", 190, "Cy Moor", "wet", 12),
]
MEADOWS = [
    Meadow(id="M-1", name="Field A", ranger="Ben Oak", opens="06:00", closes="20:30"),
    Meadow(id="M-2", name="Field B", ranger="Gil Wren", opens="07:00", closes="18:45"),
]
CANOES = [
    Canoe(id="C-1", name="Kestrel", builder="Nuts & Oars", place="out", seats_left=2, seats=5, fee=31),
    Canoe(id="C-2", name="Plover", builder="Ekholm", place="in", seats_left=4, seats=4, fee=12),
]
LOANS = [
    Loan(id="L-1", canoe="Kestrel", paddler="Tom Ek", status="running"),
    Loan(id="L-2", canoe="Plover", paddler="Tom Ek", status="returned"),
]
NOTES = [
    Note(
        id="N-1",
        title="Barn dance",
        author="Ida Marsh",
        written=date(2026, 5, 1),
        body="The dance is on 20 June. Bring a lantern, for the path is dark.",
    )
]


def camp() -> MCPServer[Any]:
    server = MCPServer("Camp")

    @server.tool(annotations=READS)
    def list_tents(
        low: Annotated[bool | None, Field(description="true: only tents below standing height")] = None,
    ) -> list[Tent]:
        """The tents, and who sleeps in them."""
        return [one for one in TENTS if low is None or (one.height_cm < 180) == low]

    @server.tool(annotations=READS)
    def list_meadows() -> list[Meadow]:
        """The meadows, and who looks after them."""
        return MEADOWS

    @server.tool(annotations=READS)
    def list_canoes() -> list[Canoe]:
        """The canoes."""
        return CANOES

    @server.tool(annotations=READS)
    def list_loans() -> list[Loan]:
        """Who paddles which canoe."""
        return LOANS

    @server.tool(annotations=READS)
    def list_notes() -> list[Note]:
        """What hangs on the board."""
        return NOTES

    @server.tool(annotations=READS)
    def kiosk_hours(day: date | None = None) -> str:
        """When the kiosk is open."""
        return f"Open from 8 to 11 on {day or 'all days'}."

    return server


async def said(question: str, *ids: str) -> str:
    """What the reader says, without the rules, after such tents were told."""
    async with connected(camp()) as connection:
        catalog = Catalog(connection.offer)
        desk = Desk(Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0), catalog, NOON)
        await recognize(desk, [Turn("person", question)])
        source = next(one for one in catalog.listed() if "tent" in one.nouns)
        focus = Focus([Record(source, one.model_dump()) for one in TENTS if one.id in ids])
        grasp = Grasp(desk, arranged(question, catalog, bool(ids)).clauses[0], focus)
        await grasp.read()
        assert grasp.is_sure, (grasp.readings[:2], grasp.phrase.weights)
        return (await grasp.reply()).text


@pytest.mark.parametrize(
    ("question", "words", "others"),
    [
        ("tents with a height between 140 and 160", ["Otter"], ["Marmot", "Badger"]),
        ("which tents are in field b", ["Badger"], ["Marmot", "Otter"]),
        ("which tents have a guest", ["Marmot", "Badger"], ["Otter"]),
        ("which canoes are out", ["Kestrel"], ["Plover"]),
        ("which tents have to go by 10 june", ["Marmot"], ["Otter", "Badger"]),
        ("any tents under standing height?", ["Marmot", "Otter"], ["Badger"]),
        ("which loans has Tom Ek got right now", ["L-1"], ["L-2"]),
    ],
)
async def test_only_those_are_told_of_which_it_is_so(question: str, words: list[str], others: list[str]) -> None:
    text = await said(question)
    assert [word for word in words if word not in text] == [], text
    assert [word for word in others if word in text] == [], text


async def test_what_is_so_of_all_is_so_of_each() -> None:
    text = await said("Are all tents wet?")
    assert text.startswith("No")
    assert "Otter" in text
    assert (await said("Are all tents in field b wet?")).startswith("Yes")


@pytest.mark.parametrize(
    ("question", "person", "others"),
    [
        ("who is the ranger of the meadow where the Badger is?", "Gil Wren", ["Ben Oak"]),
        ("who's got the kestrel", "Tom Ek", ["Nuts"]),
        ("is anyone in the marmot?", "Ada Stone", ["120"]),
        ("is anybody in the otter?", "none", ["150", "Yes"]),
    ],
)
async def test_who_it_is_is_told_by_what_names_somebody(question: str, person: str, others: list[str]) -> None:
    text = await said(question)
    assert person in text, text
    assert [word for word in others if word in text] == [], text


@pytest.mark.parametrize("question", ["until when is field b open?", "how late is field b open"])
async def test_until_when_is_when_it_ends(question: str) -> None:
    text = await said(question)
    assert "18:45" in text, text
    assert "07:00" not in text, text


@pytest.mark.parametrize("question", ["when's the barn dance?", "what did Ida Marsh write", "has Ida written anything"])
async def test_what_is_written_is_neither_when_it_was_written_nor_when_it_is(question: str) -> None:
    text = await said(question)
    assert "20 June" in text, text
    assert "2026-05-01" not in text, text


async def test_how_much_something_is_is_its_price() -> None:
    assert "31" in await said("how much is a seat in the kestrel?")


async def test_what_a_tool_tells_of_a_day_is_asked_of_that_day() -> None:
    assert await said("What are the kiosk hours tomorrow?") == "Open from 8 to 11 on 2026-06-04."


async def test_the_one_that_belongs_to_what_was_told_is_meant() -> None:
    text = await said("what are the opens and closes of the meadow?", "T-3")
    assert "18:45" in text, text
    assert "20:30" not in text, text
