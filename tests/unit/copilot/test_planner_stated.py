"""States, times and figures as people speak of them: what is empty, being mended, unanswered or owed, and by when."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.planner.english.dates import moments

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOW = datetime(2026, 6, 3, 9, tzinfo=UTC)


class Berth(BaseModel):
    id: Annotated[str, Field(description="For example BE-1")]
    name: str
    length: Annotated[int, Field(description="In metres")]
    status: Literal["taken", "vacant", "closed"]


class Launch(BaseModel):
    id: Annotated[str, Field(description="For example LA-1")]
    name: str
    status: Literal["in_service", "workshop", "out_of_service"]


class Offer(BaseModel):
    id: Annotated[str, Field(description="For example OF-1")]
    title: str
    status: Literal["draft", "sent", "accepted", "declined"]


class Licence(BaseModel):
    id: Annotated[str, Field(description="For example LI-1")]
    skipper: str
    begins: date
    ends: date


BERTHS = [
    Berth(id="BE-1", name="Heron", length=9, status="taken"),
    Berth(id="BE-2", name="Teal", length=9, status="vacant"),
    Berth(id="BE-3", name="Gull", length=14, status="vacant"),
    Berth(id="BE-4", name="Tern", length=14, status="closed"),
]
LAUNCHES = [
    Launch(id="LA-1", name="Wisp", status="in_service"),
    Launch(id="LA-2", name="Dart", status="workshop"),
    Launch(id="LA-3", name="Bolt", status="out_of_service"),
]
OFFERS = [
    Offer(id="OF-1", title="New jetty", status="draft"),
    Offer(id="OF-2", title="Winter storage", status="sent"),
    Offer(id="OF-3", title="Hull cleaning", status="declined"),
]
LICENCES = [
    Licence(id="LI-1", skipper="Ada Stone", begins=date(2024, 7, 1), ends=date(2025, 6, 30)),
    Licence(id="LI-2", skipper="Bo Lake", begins=date(2025, 7, 1), ends=date(2026, 6, 15)),
    Licence(id="LI-3", skipper="Cy Marsh", begins=date(2026, 1, 1), ends=date(2026, 12, 31)),
]


def harbour() -> MCPServer:
    server = MCPServer("Harbour")

    @server.tool(annotations=READS)
    def list_berths() -> list[Berth]:
        """The berths of the harbour."""
        return BERTHS

    @server.tool(annotations=READS)
    def list_launches() -> list[Launch]:
        """Our own launches."""
        return LAUNCHES

    @server.tool(annotations=READS)
    def list_offers() -> list[Offer]:
        """Offers to customers."""
        return OFFERS

    @server.tool(annotations=READS)
    def list_licences() -> list[Licence]:
        """The licences of skippers."""
        return LICENCES

    return server


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("anything empty?", ["Teal", "Gull"], ["Heron", "Tern"]),
        ("got anything empty with 14 metres?", ["Gull"], ["Teal", "Tern"]),
        ("which berths are standing empty", ["Teal", "Gull"], ["Heron", "Tern"]),
        ("any unoccupied berths?", ["Teal", "Gull"], ["Heron", "Tern"]),
        ("are any launches in the workshop at the moment", ["Dart"], ["Wisp", "Bolt"]),
        ("which launches are in the garage", ["Dart"], ["Wisp", "Bolt"]),
        ("which launch is being repaired", ["Dart"], ["Wisp", "Bolt"]),
        ("any of the launches out of action?", ["Bolt"], ["Wisp", "Dart"]),
        ("which offers are we still waiting to hear back on?", ["Winter storage"], ["New jetty", "Hull"]),
        ("offers they haven't answered yet", ["Winter storage"], ["New jetty", "Hull"]),
        ("which offers have we had no reply to yet", ["Winter storage"], ["New jetty", "Hull"]),
        ("any licences about to run out before july?", ["LI-2"], ["LI-1", "LI-3"]),
        ("which licences are about to run out", ["LI-2"], ["LI-3"]),
    ],
)
async def test_states_are_understood_as_people_speak_of_them(question: str, said: list[str], unsaid: list[str]) -> None:
    told = (await talk(harbour(), question))[0]
    assert all(one in told for one in said), told
    assert not any(one in told for one in unsaid), told


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("tomorrow at 3", "2026-06-04T15:00"),
        ("friday to 8:30 in the morning", "2026-06-05T08:30"),
        ("tonight at 8", "2026-06-03T20:00"),
        ("tomorrow morning at 5", "2026-06-04T05:00"),
        ("at half 8 on friday", "2026-06-05T08:30"),
        ("half past three tomorrow", "2026-06-04T15:30"),
        ("at 4.30 on friday", "2026-06-05T16:30"),
        ("at 02:00 tomorrow", "2026-06-04T02:00"),
        ("at 3 utc tomorrow", "2026-06-04T03:00"),
        ("tomorrow at 11", "2026-06-04T11:00"),
    ],
)
async def test_bare_hours_are_those_at_which_people_work(text: str, moment: str) -> None:
    [when] = moments(text, NOW)
    assert when.first.isoformat().startswith(moment)


class Charter(BaseModel):
    id: Annotated[str, Field(description="For example CH-1")]
    guest: str
    skipper: str | None
    status: Literal["planned", "cancelled", "over"]
    amount: Annotated[int, Field(description="In euros")]
    paid: Annotated[int, Field(description="What has been paid of it, in euros")]
    due: date
    days_late: int


class Mending(BaseModel):
    id: Annotated[str, Field(description="For example ME-1")]
    boat: str
    mechanic: str
    start: datetime
    status: Literal["planned", "done", "cancelled"]


class Skipper(BaseModel):
    id: Annotated[str, Field(description="For example SK-1")]
    name: str


MENDINGS = [
    Mending(id="ME-1", boat="Wisp", mechanic="Gil Frost", start=datetime(2026, 5, 2, 9, tzinfo=UTC), status="done"),
    Mending(id="ME-2", boat="Wisp", mechanic="Ida Moor", start=datetime(2026, 5, 9, 9, tzinfo=UTC), status="done"),
    Mending(id="ME-3", boat="Wisp", mechanic="Jo Field", start=datetime(2026, 5, 20, tzinfo=UTC), status="cancelled"),
    Mending(id="ME-4", boat="Wisp", mechanic="Kim Wood", start=datetime(2026, 7, 1, 9, tzinfo=UTC), status="planned"),
]
MAY, SEPTEMBER = date(2026, 5, 1), date(2026, 9, 1)
EVE, FLO = "Eve Hart", "Flo Reed"
CHARTERS = [
    Charter(id="CH-1", guest=EVE, skipper=None, status="planned", amount=300, paid=100, due=MAY, days_late=33),
    Charter(id="CH-2", guest=EVE, skipper="Bo Lake", status="planned", amount=50, paid=0, due=SEPTEMBER, days_late=0),
    Charter(id="CH-3", guest=FLO, skipper=None, status="cancelled", amount=80, paid=80, due=SEPTEMBER, days_late=0),
]


def charters() -> MCPServer:
    server = harbour()

    @server.tool(annotations=READS)
    def list_charters() -> list[Charter]:
        """Charters, with guest and skipper, what they cost and what is paid."""
        return CHARTERS

    @server.tool(annotations=READS)
    def list_mendings() -> list[Mending]:
        """Mendings of boats, past and planned."""
        return MENDINGS

    @server.tool(annotations=READS)
    def list_skippers(
        free_on: Annotated[date | None, Field(description="Only those who are free on this day")] = None,
    ) -> list[Skipper]:
        """Our skippers."""
        everybody = [Skipper(id="SK-1", name="Bo Lake"), Skipper(id="SK-2", name="Cy Marsh")]
        return everybody[1:] if free_on == date(2026, 6, 5) else everybody

    return server


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("what's still sitting there that nobody's been put on yet", ["CH-1"], ["CH-2", "CH-3"]),
        ("which charters haven't got a skipper yet", ["CH-1"], ["CH-2", "CH-3"]),
        ("how much does Eve Hart still have to pay in total", ["**€250**"], ["**€350**"]),
        ("what does Eve Hart owe us altogether", ["**€250**"], ["**€350**"]),
        ("what are we behind on?", ["CH-1"], ["CH-2"]),
        ("When does the licence of Bo Lake end?", ["2026-06-15"], ["2025-07-01"]),
        ("which licence runs out first?", ["LI-2"], ["LI-1", "LI-3"]),
        ("who did the last mending of the Wisp?", ["Ida Moor"], ["Kim Wood", "Jo Field", "Gil Frost"]),
        ("which of the skippers could still sail on friday", ["Cy Marsh"], []),
        ("when's Bo Lake's licence up", ["2026-06-15"], ["2025-07-01"]),
    ],
)
async def test_what_lacks_somebody_or_money_is_told(question: str, said: list[str], unsaid: list[str]) -> None:
    told = (await talk(charters(), question))[0]
    assert all(one in told for one in said), told
    assert not any(one in told for one in unsaid), told
