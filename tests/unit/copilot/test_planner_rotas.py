"""Orders for what no list gives at once: staff that only a search tells, duties of a day, things in one's own hands."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)
State = Literal["on_show", "in_store", "under_repair"]


class Guard(BaseModel):
    id: str
    name: str
    phone: str


class Duty(BaseModel):
    duty_id: str
    hall: str
    start: str
    usual: str
    away: str | None = None
    cover: str | None = None


class Exhibit(BaseModel):
    id: Annotated[str, Field(description="For example X-1")]
    name: str
    state: State
    keeper: str
    value: Annotated[int, Field(description="In euros")]


class Complaint(BaseModel):
    id: Annotated[str, Field(description="For example Q-1")]
    title: str
    status: Literal["open", "answered"]
    opened: date
    answered_by: str | None = None


GUARDS = [
    Guard(id="GU-1", name="Ada Stone", phone="555 01"),
    Guard(id="GU-2", name="Bo Lake", phone="555 02"),
    Guard(id="GU-3", name="Bo Marsh", phone="555 03"),
]
DUTIES = {
    date(2026, 6, 4): [
        Duty(duty_id="DU-1", hall="Roman hall", start="09:00", usual="Cy Reed"),
        Duty(duty_id="DU-2", hall="Coin room", start="09:00", usual="Di Wood", away="Di Wood", cover="Bo Lake"),
        Duty(duty_id="DU-3", hall="Clock gallery", start="13:00", usual="Ed Moor", away="Ed Moor"),
    ]
}
EXHIBITS = [
    Exhibit(id="X-1", name="Bronze horse", state="on_show", keeper="Lena Holt", value=9000),
    Exhibit(id="X-2", name="Glass ship", state="in_store", keeper="Omar Vik", value=700),
    Exhibit(id="X-3", name="Silver bowl", state="on_show", keeper="Omar Vik", value=3000),
]
COMPLAINTS = [
    Complaint(id="Q-1", title="Cold in the coin room", status="open", opened=date(2026, 5, 20)),
    Complaint(id="Q-2", title="Long queue", status="answered", opened=date(2026, 5, 2), answered_by="Lena Holt"),
    Complaint(id="Q-3", title="Wrong label on the bowl", status="open", opened=date(2026, 5, 28)),
]


def museum() -> MCPServer:
    server = MCPServer("Museum")

    @server.tool(annotations=READS)
    def find_guards(text: Annotated[str, Field(min_length=2, description="Words of the name")]) -> list[Guard]:
        """Search the guards by their names."""
        return [one for one in GUARDS if all(word in one.name.casefold() for word in text.casefold().split())]

    @server.tool(annotations=READS)
    def get_rota(day: Annotated[date, Field(description="The day")]) -> list[Duty]:
        """The duties of one day: hall, who usually has it, who is away and who covers."""
        return DUTIES.get(day, [])

    @server.tool(annotations=READS)
    def list_exhibits() -> list[Exhibit]:
        """The exhibits, with their keepers."""
        return EXHIBITS

    @server.tool(annotations=READS)
    def list_complaints() -> list[Complaint]:
        """What visitors complain about, and who has answered."""
        return COMPLAINTS

    @server.tool(annotations=ACTS)
    def assign_cover(
        duty_id: Annotated[str, Field(description="Id of a duty, such as DU-1")],
        day: Annotated[date, Field(description="The day of the duty")],
        guard_id: Annotated[str, Field(description="Id of the guard who stands in, such as GU-1")],
    ) -> str:
        """Let a guard stand in for the usual one."""
        return f"{guard_id} has {duty_id} on {day}."

    @server.tool(annotations=ACTS)
    def set_exhibit_state(
        exhibit_id: Annotated[str, Field(description="Id of an exhibit, such as X-1")], state: State
    ) -> str:
        """Set the state of an exhibit."""
        return f"{exhibit_id} is {state}."

    @server.tool(annotations=ACTS)
    def take_complaint(complaint_id: Annotated[str, Field(description="Id of a complaint, such as Q-1")]) -> str:
        """Take a complaint in hand, in your own name."""
        return f"{complaint_id} is yours."

    @server.tool(annotations=ACTS)
    def highlight(target: Annotated[str, Field(description="Id of an exhibit or a complaint, such as X-1")]) -> str:
        """Scroll the page to something and outline it."""
        return f"The page shows {target}."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    names = {"assign_cover", "set_exhibit_state", "take_complaint", "highlight"}
    return [call for call in said[1] if call[0] in names]


COVERED = ("assign_cover", {"duty_id": "DU-1", "day": "2026-06-04", "guard_id": "GU-1"})


@pytest.mark.parametrize(
    "question",
    [
        "put ada on the roman hall tomorrow",
        "Cy has a cold, put ada on the roman hall tomorrow instead please",
        "let ada stone do the roman hall tomorrow",
    ],
)
async def test_staff_that_only_a_search_tells_are_looked_for_by_name(question: str) -> None:
    assert done(await talk(museum(), question)) == [COVERED]


async def test_two_who_are_called_so_are_asked_about() -> None:
    said = await talk(museum(), "put bo on the roman hall tomorrow")
    assert not done(said)
    assert "Bo Lake" in said[0]
    assert "Bo Marsh" in said[0]


async def test_nobody_who_is_called_so_is_no_id() -> None:
    assert not done(await talk(museum(), "Put Zoltan on the roman hall tomorrow"))


async def test_what_is_told_before_says_which_duty() -> None:
    said = await talk(museum(), "someones away tomorrow and theres no cover yet, put ada on it pls")
    assert done(said) == [("assign_cover", {"duty_id": "DU-3", "day": "2026-06-04", "guard_id": "GU-1"})]


async def test_the_day_of_the_list_is_that_of_the_order() -> None:
    said = await talk(museum(), "what's on tomorrow?", "who covers for di wood?", "he can't make it, give it to ada")
    assert done(said) == [("assign_cover", {"duty_id": "DU-2", "day": "2026-06-04", "guard_id": "GU-1"})]


async def test_a_new_hour_is_nothing_that_a_day_takes() -> None:
    said = await talk(museum(), "can you move the roman hall to 5pm tomorrow")
    assert not done(said)
    assert "can't" in said[0]


@pytest.mark.parametrize(
    "question",
    ["put my name on the cold room complaint Q-1", "sign me up for Q-1", "leave Q-1 to me", "assign Q-1 to me please"],
)
async def test_what_somebody_takes_in_hand_is_theirs(question: str) -> None:
    assert done(await talk(museum(), question)) == [("take_complaint", {"complaint_id": "Q-1"})]


async def test_the_oldest_that_nobody_has_picked_up_is_found() -> None:
    said = await talk(museum(), "put my name on the oldest complaint that nobody's picked up yet")
    assert done(said) == [("take_complaint", {"complaint_id": "Q-1"})]


async def test_what_has_been_so_the_longest_began_first() -> None:
    said = await talk(museum(), "Show me on the page the complaint that has gone unanswered for the longest.")
    assert done(said) == [("highlight", {"target": "Q-1"})]


@pytest.mark.parametrize(
    "question",
    [
        "make Lena Holt the keeper of the glass ship",
        "set the value of the glass ship to 900",
        "put the glass ship's value up to 900, the boss signed it off",
    ],
)
async def test_what_no_tool_does_is_not_shown_either(question: str) -> None:
    said = await talk(museum(), question)
    assert not done(said)
    assert "can't" in said[0]


@pytest.mark.parametrize(
    "question",
    [
        "flip the glass ship to on show",
        "put the glass ship on show, omar just told me",
        "flag the glass ship as on show, the painters finished early",
    ],
)
async def test_what_has_happened_is_no_part_of_the_order(question: str) -> None:
    assert done(await talk(museum(), question)) == [("set_exhibit_state", {"exhibit_id": "X-2", "state": "on_show"})]


class Hirer(BaseModel):
    id: str
    name: str
    owes: Annotated[float, Field(description="In euros")]


class Hire(BaseModel):
    boat_id: str
    boat: str
    until: date


class Damage(BaseModel):
    id: str
    amount: float
    state: Literal["open", "paid", "waived"]


class HirerCard(Hirer):
    hires: list[Hire]
    damages: list[Damage]


HIRERS = [Hirer(id="HR-1", name="Ada Stone", owes=40), Hirer(id="HR-2", name="Bo Lake", owes=0)]
HIRES = {
    "HR-1": [Hire(boat_id="BT-7", boat="Sea Otter", until=date(2026, 6, 9))],
    "HR-2": [
        Hire(boat_id="BT-8", boat="Grey Heron", until=date(2026, 6, 8)),
        Hire(boat_id="BT-9", boat="Little Tern", until=date(2026, 6, 8)),
    ],
}
DAMAGES = {"HR-1": [Damage(id="DM-1", amount=40, state="open")], "HR-2": []}


def boat_hire() -> MCPServer:
    server = MCPServer("Boat hire")

    @server.tool(annotations=READS)
    def list_hirers() -> list[Hirer]:
        """Who hires boats."""
        return HIRERS

    @server.tool(annotations=READS)
    def get_hirer(hirer_id: Annotated[str, Field(description="Id of a hirer, such as HR-1")]) -> HirerCard:
        """All of one hirer: what they have, and damages."""
        [one] = [one for one in HIRERS if one.id == hirer_id]
        return HirerCard(**one.model_dump(), hires=HIRES[hirer_id], damages=DAMAGES[hirer_id])

    @server.tool(annotations=ACTS)
    def extend_hire(
        boat_id: Annotated[str, Field(description="Id of the boat on hire, for example BT-7")],
        days: Annotated[int, Field(description="By how many days")],
    ) -> str:
        """Extend a hire."""
        return f"{boat_id} is out {days} days longer."

    @server.tool(annotations=ACTS)
    def settle_damage(
        damage_id: Annotated[str, Field(description="Id of an open damage, for example DM-1; get_hirer tells it")],
        how: Annotated[Literal["paid", "waived"], Field(description="Whether it is paid, or let off")],
    ) -> str:
        """Close an open damage."""
        return f"{damage_id} is {how}."

    return server


def hired(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if call[0] in ("extend_hire", "settle_damage")]


@pytest.mark.parametrize(
    "question",
    ["extend ada's hire by three days", "ada stone isn't back yet, give her three more days"],
)
async def test_what_only_somebody_s_card_tells_is_found_by_their_name(question: str) -> None:
    assert hired(await talk(boat_hire(), question)) == [("extend_hire", {"boat_id": "BT-7", "days": 3})]


async def test_of_several_on_a_card_one_is_asked_for() -> None:
    said = await talk(boat_hire(), "extend bo's hire by two days")
    assert not hired(said)
    assert "Grey Heron" in said[0]


@pytest.mark.parametrize("question", ["waive ada's damage", "let ada off her damage please"])
async def test_the_plain_form_of_a_choice_is_a_verb(question: str) -> None:
    assert hired(await talk(boat_hire(), question)) == [("settle_damage", {"damage_id": "DM-1", "how": "waived"})]


async def test_nobody_s_id_is_taken_for_that_of_what_they_have() -> None:
    assert not hired(await talk(boat_hire(), "waive bo's damage"))


@pytest.mark.parametrize(
    "question", ["glass ship on show please", "X-2: on show, thanks", "the glass ship back on show again pls"]
)
async def test_all_that_a_tool_takes_and_a_please_are_an_order(question: str) -> None:
    assert done(await talk(museum(), question)) == [("set_exhibit_state", {"exhibit_id": "X-2", "state": "on_show"})]


@pytest.mark.parametrize(
    "question",
    [
        "exhibits on show please",
        "the value of the glass ship please",
        "Omar Vik's exhibits on show please",
        "weekly slides: repair count pls",
        "X-2 please",
    ],
)
async def test_what_may_be_looked_up_is_no_order_for_its_please(question: str) -> None:
    assert not done(await talk(museum(), question))


@pytest.mark.parametrize("question", ["take the glass ship out of store", "the bowl's value is 12 now, change that"])
async def test_what_something_is_no_more_is_not_what_it_becomes(question: str) -> None:
    assert not done(await talk(museum(), question))
