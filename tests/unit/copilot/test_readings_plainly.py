"""Questions that are put in idioms, to a pottery, in words that its tools do not have."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.english.idioms import FILE, hits, parsed
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected
from devserver.archives import members

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOW = datetime(2026, 6, 3, 9, tzinfo=UTC)


class Kiln(BaseModel):
    id: str
    name: str
    state: Literal["working", "faulty", "in_repair"]
    keeper: str
    shelf_places: int
    serviced: date


class Course(BaseModel):
    id: str
    name: str
    status: Literal["planned", "in_progress", "on_hold", "cancelled"]
    tutor: str
    starts: date
    fee: int


class Potter(BaseModel):
    id: str
    name: str
    phone: str
    joined: date


class Order(BaseModel):
    id: str
    customer: str


class OrderDetails(Order):
    paid: bool
    total: int


KILNS = [
    Kiln(id="K-1", name="Vesuvius", state="working", keeper="Ada Moss", shelf_places=40, serviced=date(2026, 3, 2)),
    Kiln(id="K-2", name="Etna", state="faulty", keeper="Ben Thorne", shelf_places=25, serviced=date(2026, 1, 9)),
    Kiln(id="K-3", name="Hekla", state="in_repair", keeper="Ada Moss", shelf_places=10, serviced=date(2025, 8, 4)),
]
COURSES = [
    Course(id="C-1", name="Raku", status="planned", tutor="Cleo Ward", starts=date(2026, 7, 6), fee=90),
    Course(id="C-2", name="Slipware", status="on_hold", tutor="Ben Thorne", starts=date(2026, 5, 11), fee=60),
    Course(id="C-3", name="Glazing", status="in_progress", tutor="Ada Moss", starts=date(2026, 5, 25), fee=75),
]
POTTERS = [
    Potter(id="P-1", name="Ada Moss", phone="020 111", joined=date(2019, 4, 1)),
    Potter(id="P-2", name="Ben Thorne", phone="020 222", joined=date(2022, 9, 15)),
]
ORDERS = [
    OrderDetails(id="O-1", customer="Harbour Inn", paid=True, total=310),
    OrderDetails(id="O-2", customer="Mill Cafe", paid=False, total=120),
]


def pottery() -> MCPServer:
    server = MCPServer("Pottery")

    @server.tool(annotations=READS)
    def list_kilns() -> list[Kiln]:
        """All kilns."""
        return KILNS

    @server.tool(annotations=READS)
    def list_courses() -> list[Course]:
        """All courses."""
        return COURSES

    @server.tool(annotations=READS)
    def list_potters() -> list[Potter]:
        """All potters."""
        return POTTERS

    @server.tool(annotations=READS)
    def list_orders() -> list[Order]:
        """All orders."""
        return [Order(id=one.id, customer=one.customer) for one in ORDERS]

    @server.tool(annotations=READS)
    def get_order(order_id: str) -> OrderDetails:
        """All of one order."""
        return next(one for one in ORDERS if one.id == order_id)

    @server.tool()
    def set_course_status(course_id: str, status: Literal["planned", "in_progress", "on_hold", "cancelled"]) -> Course:
        """Change the status of a course."""
        return next(one for one in COURSES if one.id == course_id).model_copy(update={"status": status})

    @server.tool()
    def hold_kiln(kiln_id: str, day: date) -> Kiln:
        """Hold a kiln for a day."""
        return KILNS[0]

    return server


async def answer(question: str) -> str:
    turn = Turn("copilot", model="planner")
    async with connected(pottery()) as client:
        recorder = Recorder(client, turn, lambda: None, lambda: 0.0)
        pieces = Planner(lambda: NOW).answer([Turn("person", question)], recorder)
        return "".join([piece async for piece in pieces])


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("Who's at the helm of Raku?", "Cleo Ward", "Ben"),
        ("which kilns are on the blink?", "Etna", "Vesuvius"),
        ("what's on the mending bench?", "Hekla", "Etna"),
        ("Which courses have been put on ice?", "Slipware", "Glazing"),
        ("Which courses haven't got off the ground yet?", "Raku", "Slipware"),
        ("What would Glazing set me back?", "75", "60"),
        ("When does the curtain go up on Raku?", "2026-07-06", "2026-05-11"),
        ("when did Ben Thorne come on board?", "2022-09-15", "2019"),
        ("how much can you cram into Hekla?", "10", "Etna"),
        ("When was Etna last given the once-over?", "2026-01-09", "2025"),
    ],
)
async def test_an_idiom_asks_for_what_the_server_calls_by_a_plain_word(question: str, has: str, lacks: str) -> None:
    text = await answer(question)
    assert has in text
    assert lacks not in text


async def test_how_to_get_hold_of_somebody_asks_for_no_tool_that_holds_things() -> None:
    assert "020 111" in await answer("How do I get hold of Ada Moss?")
    assert "Tell me to" in await answer("How do I hold a kiln?")


async def test_what_only_details_tell_is_read_before_it_is_denied() -> None:
    assert (await answer("Has Harbour Inn squared up?")).startswith("Yes")
    assert (await answer("Has Mill Cafe paid?")).startswith("No")


async def test_a_question_in_plain_words_stays_as_it_is() -> None:
    assert "Etna" in await answer("Which kilns are faulty?")
    assert "Ada Moss" in await answer("Who is the keeper of Vesuvius?")


def test_an_idiom_is_found_in_all_its_forms_with_small_words_in_between() -> None:
    for text in ("who's at the helm of it", "who is currently at the helm of it", "Who was at the tiller of it?"):
        assert hits(text), text
    assert {hit.said for hit in hits("What did the old brick kiln set us back?")} == {"the old brick kiln"}
    assert not hits("who is in the helmet shop")


def test_a_longer_idiom_goes_before_one_within_it() -> None:
    [hit] = hits("which are off? to be mended".replace("?", ""))
    assert hit.length > 2


def test_the_file_has_plain_words_for_every_idiom() -> None:
    found = list(parsed(FILE.read_text(encoding="utf-8")))
    assert len(found) > 1500
    assert all(one.plain and all(one.parts) for one in found)


def test_the_list_is_read_when_it_is_asked_and_reaches_the_page() -> None:
    program = (
        "from assistant.planner.english import idioms as one;"
        "assert not one._idioms.cache_info().currsize; one.hits('who is at the helm');"
        "assert one._idioms.cache_info().currsize"
    )
    folder = FILE.parents[3]
    subprocess.run([sys.executable, "-c", program], check=True, cwd=folder)
    assert "planner/english/idioms.txt" in [name for name, _ in members(folder / "assistant")]


async def told(order: str) -> tuple[str, list[str]]:
    """What is said, and which status a course was given."""
    turn = Turn("copilot", model="planner")
    async with connected(pottery()) as client:
        recorder = Recorder(client, turn, lambda: None, lambda: 0.0)
        pieces = Planner(lambda: NOW).answer([Turn("person", order)], recorder)
        text = "".join([piece async for piece in pieces])
        return text, [str(call.arguments.get("status")) for call in turn.calls if call.tool == "set_course_status"]


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ("Put Glazing on the back burner.", "on_hold"),
        ("could you pull the plug on Raku please", "cancelled"),
        ("get the ball rolling on Slipware", "in_progress"),
    ],
)
async def test_an_order_that_is_an_idiom_takes_the_choice_that_it_stands_for(order: str, status: str) -> None:
    assert (await told(order))[1] == [status]


async def test_an_idiom_that_is_forbidden_asked_or_has_no_choice_changes_nothing() -> None:
    assert (await told("Don't put Glazing on ice."))[1] == []
    assert (await told("Have we put Slipware on ice?"))[0].startswith("Yes")
    assert (await told("Have we put Slipware on ice?"))[1] == []
    assert (await told("Send Glazing packing."))[1] == []


def test_an_idiom_that_ends_in_a_preposition_is_none_where_the_sentence_goes_on() -> None:
    assert [hit.said for hit in hits("who is the vase for")] == ["the vase"]
    assert hits("who is doing the glazing for the museum") == []
    assert [hit.said for hit in hits("which days is Ada in next week")] == ["Ada"]
