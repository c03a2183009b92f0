"""What an acting tool is called with: ids as people say them, two things of one kind, lists, times, and amounts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Boat(BaseModel):
    id: str
    name: str
    owner: str
    berth: str | None


class Berth(BaseModel):
    id: str
    pier: str
    free: bool
    state: Literal["clean", "dirty", "being_cleaned"] = "dirty"


class Repair(BaseModel):
    id: str
    boat: str
    what: str
    state: Literal["waiting", "in_work", "finished"]


class Bill(BaseModel):
    id: str
    owner: str
    total_eur: Annotated[float, Field(description="In euros")]
    left_eur: Annotated[float, Field(description="What has still to be paid, in euros")]


class Trip(BaseModel):
    id: str
    skipper: str
    start: datetime
    state: Literal["planned", "cancelled", "completed"]


class Crew(BaseModel):
    id: str
    name: str
    works_from: Annotated[str, Field(description="As 10:00")]


class Stay(BaseModel):
    id: str
    boat: str
    owner: str
    state: Literal["reserved", "checked_in", "checked_out"]


STAYS = [
    Stay(id="ST-90", boat="Kittiwake", owner="Ruth Amos", state="reserved"),
    Stay(id="ST-91", boat="Kittiwake", owner="Ruth Amos", state="checked_in"),
]
BOATS = [
    Boat(id="BT-301", name="Kittiwake", owner="Ruth Amos", berth="N-4"),
    Boat(id="BT-302", name="Silver Tern", owner="Karel Novak", berth="S-12"),
    Boat(id="BT-303", name="Osprey", owner="Ruth Amos", berth=None),
]
BERTHS = [
    Berth(id="N-4", pier="North", free=False),
    Berth(id="S-12", pier="South", free=False),
    Berth(id="W-7", pier="West", free=True),
]
REPAIRS = [
    Repair(id="RP-2210", boat="Kittiwake", what="Torn jib", state="waiting"),
    Repair(id="RP-2211", boat="Silver Tern", what="Engine service", state="in_work"),
    Repair(id="RP-2212", boat="Osprey", what="Cracked rudder", state="finished"),
]
BILLS = [
    Bill(id="BL-81", owner="Karel Novak", total_eur=400, left_eur=150),
    Bill(id="BL-82", owner="Ruth Amos", total_eur=90, left_eur=90),
]
TRIPS = [
    Trip(id="TR-51", skipper="Ines Falk", start=datetime(2026, 6, 1, 9, tzinfo=UTC), state="completed"),
    Trip(id="TR-52", skipper="Ines Falk", start=datetime(2026, 6, 9, 14, tzinfo=UTC), state="planned"),
    Trip(id="TR-53", skipper="Otto Brandt", start=datetime(2026, 6, 8, 8, tzinfo=UTC), state="planned"),
    Trip(id="TR-54", skipper="Otto Brandt", start=datetime(2026, 6, 12, 8, tzinfo=UTC), state="planned"),
]
CREW = [Crew(id="CW-1", name="Ines Falk", works_from="10:00"), Crew(id="CW-2", name="Otto Brandt", works_from="08:00")]


def marina() -> MCPServer:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """Boats, whose they are, and where they lie."""
        return BOATS

    @server.tool(annotations=READS)
    def list_berths() -> list[Berth]:
        """Berths of all piers."""
        return BERTHS

    @server.tool(annotations=READS)
    def list_repairs() -> list[Repair]:
        """Repairs of boats."""
        return REPAIRS

    @server.tool(annotations=READS)
    def list_bills() -> list[Bill]:
        """Bills of the owners of boats."""
        return BILLS

    @server.tool(annotations=READS)
    def list_trips() -> list[Trip]:
        """Trips and who steers."""
        return TRIPS

    @server.tool(annotations=READS)
    def list_crew() -> list[Crew]:
        """Who works here, and from when."""
        return CREW

    @server.tool(annotations=ACTS)
    def change_trip(
        trip_id: Annotated[str, Field(description="The trip's id, for example TR-50")],
        start: Annotated[datetime | None, Field(description="The new time; UTC, unless it has an offset")] = None,
        minutes: Annotated[int | None, Field(description="How long it takes")] = None,
    ) -> str:
        """Move a trip to another time, or change how long it takes."""
        return f"{trip_id} changed."

    @server.tool(annotations=ACTS)
    def cancel_trip(trip_id: Annotated[str, Field(description="The trip's id, for example TR-50")]) -> str:
        """Call a trip off."""
        return f"{trip_id} is off."

    @server.tool(annotations=ACTS)
    def log_damage(
        boat_id: Annotated[str, Field(description="The boat's id, for example BT-301")],
        title: Annotated[str, Field(description="What is wrong, in a few words")],
        worker: Annotated[str, Field(description="Who looks at it: the name, or a part of it")] = "",
    ) -> str:
        """Note a damage of a boat."""
        return f"{title}: noted."

    @server.tool(annotations=ACTS)
    def set_berth_state(
        berth: Annotated[str, Field(description="The berth's id, for example N-1")],
        state: Annotated[Literal["clean", "dirty", "being_cleaned"], Field(description="The new state")],
    ) -> str:
        """Set whether a berth is clean."""
        return f"{berth} is {state}."

    @server.tool(annotations=READS)
    def list_stays() -> list[Stay]:
        """Stays of boats, past and to come."""
        return STAYS

    @server.tool(annotations=ACTS)
    def check_out(stay_id: Annotated[str, Field(description="The stay's id, for example ST-90")]) -> str:
        """End a stay."""
        return f"{stay_id} has ended."

    @server.tool(annotations=ACTS)
    def block_berth(
        berth: Annotated[str, Field(description="The berth's id, for example N-1")],
        reason: Annotated[Literal["storm", "repair", "other"], Field(description="Why")],
    ) -> str:
        """Block a berth."""
        return f"{berth} is blocked."

    @server.tool(annotations=ACTS)
    def tow_boat(
        boat_id: Annotated[str, Field(description="The boat's id, for example BT-301")],
        from_berth: Annotated[str, Field(description="The berth's id, for example N-1")],
        to_berth: Annotated[str, Field(description="The berth's id, for example N-1")],
    ) -> str:
        """Tow a boat from one berth to another."""
        return f"{boat_id} towed to {to_berth}."

    @server.tool(annotations=ACTS)
    def start_repair(repair_id: Annotated[str, Field(description="The repair's id, for example RP-2201")]) -> str:
        """Begin with a repair that is waiting."""
        return f"{repair_id} begun."

    @server.tool(annotations=ACTS)
    def inspect_boats(
        boat_ids: Annotated[list[str], Field(min_length=1, description="Which boats, for example BT-301")],
        starts: Annotated[datetime, Field(description="When it starts; UTC, unless it has an offset")],
        topics: list[Literal["hull", "engine", "sails"]] = [],  # noqa: B006
    ) -> str:
        """Arrange an inspection of boats."""
        return "Arranged."

    @server.tool(annotations=ACTS)
    def record_payment(
        bill_id: Annotated[str, Field(description="The bill's id, for example BL-80")],
        amount: Annotated[float, Field(gt=0, description="How much was paid, in euros; not more than is left")],
        method: Literal["cash", "card"],
    ) -> str:
        """Note that a bill, or a part of it, was paid."""
        return "Noted."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


@pytest.mark.parametrize(
    "question",
    [
        "start repair 2210",
        "start 2210 please",
        "pls start repair no. 2210, the sail has come",
        "could you start rp2210?",
        "start RP 2210",
        "start rp-2210",
    ],
)
async def test_an_id_is_known_by_its_number(question: str) -> None:
    assert done(await talk(marina(), question)) == [("start_repair", {"repair_id": "RP-2210"})]


@pytest.mark.parametrize("question", ["start repairs 2210 and 2211", "start repair 2210 and 2211", "start 2210, 2211"])
async def test_numbers_behind_an_id_are_ids_too(question: str) -> None:
    said = await talk(marina(), question)
    assert [call[1]["repair_id"] for call in done(said)] == ["RP-2210", "RP-2211"]


@pytest.mark.parametrize(
    "question", ["which repairs did we finish in 2026?", "how many repairs are there for 2211 euros"]
)
async def test_a_year_and_an_amount_are_no_ids(question: str) -> None:
    assert "RP-2026" not in (await talk(marina(), question))[0]


@pytest.mark.parametrize(
    "question",
    [
        "Tow BT-301 from berth N-4 to berth W-7.",
        "tow bt-301 from n-4 to w-7",
        "tow boat 301 to W-7 from N-4 please",
        "tow the Kittiwake out of N-4 and into W-7",
        "tow kittiwake from N-4 over to W-7, thanks",
    ],
)
async def test_two_things_of_one_kind_have_their_roles(question: str) -> None:
    expected = {"boat_id": "BT-301", "from_berth": "N-4", "to_berth": "W-7"}
    assert done(await talk(marina(), question)) == [("tow_boat", expected)]


async def test_what_has_no_role_yet_is_asked_for() -> None:
    said = await talk(marina(), "tow BT-301 to W-7")
    assert not done(said)
    assert said[0].endswith("?")


@pytest.mark.parametrize(
    ("question", "boats"),
    [
        ("inspect BT-301 tomorrow at 10:00", ["BT-301"]),
        ("inspect boats 301 and 303 tomorrow at 10:00", ["BT-301", "BT-303"]),
        ("please inspect the Kittiwake and the Osprey at 10:00 tomorrow", ["BT-301", "BT-303"]),
    ],
)
async def test_a_list_of_ids_is_given_as_a_list(question: str, boats: list[str]) -> None:
    expected = {"boat_ids": boats, "starts": "2026-06-04T10:00:00+00:00"}
    assert done(await talk(marina(), question)) == [("inspect_boats", expected)]


async def test_choices_of_a_list_are_given_as_a_list() -> None:
    said = await talk(marina(), "inspect hull and sails of BT-302 on 9 June at 8:30")
    assert done(said)[0][1]["topics"] == ["hull", "sails"]


async def test_a_time_that_the_data_have_too_is_no_name() -> None:
    said = await talk(marina(), "Move Ines Falk's trip to Wednesday, 10 June 2026 at 10:00.")
    assert done(said) == [("change_trip", {"trip_id": "TR-52", "start": "2026-06-10T10:00:00+00:00"})]


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("move ines falk's trip to 15:30", "2026-06-09T15:30:00+00:00"),
        ("move trip 52 to 3 pm", "2026-06-09T15:00:00+00:00"),
        ("move TR-52 half an hour earlier", "2026-06-09T13:30:00+00:00"),
        ("move TR-52 back by two hours", "2026-06-09T16:00:00+00:00"),
        ("move TR-52 a day later", "2026-06-10T14:00:00+00:00"),
        ("move TR-52 to 4pm on the same day", "2026-06-09T16:00:00+00:00"),
        ("move TR-52 to 11 June at 9", "2026-06-11T09:00:00+00:00"),
    ],
)
async def test_a_new_time_has_of_the_old_one_what_is_not_said(question: str, start: str) -> None:
    assert done(await talk(marina(), question)) == [("change_trip", {"trip_id": "TR-52", "start": start})]


async def test_a_length_of_time_is_no_shift() -> None:
    said = await talk(marina(), "change trip 52 to 45 minutes")
    assert done(said) == [("change_trip", {"trip_id": "TR-52", "minutes": 45})]


async def test_of_several_things_the_one_that_is_not_over_is_meant() -> None:
    assert done(await talk(marina(), "cancel ines's trip")) == [("cancel_trip", {"trip_id": "TR-52"})]


async def test_things_that_are_called_the_same_are_told_apart() -> None:
    said = await talk(marina(), "cancel otto brandt's trip")
    assert not done(said)
    assert "TR-53" in said[0]
    assert "2026-06-08" in said[0]
    assert "TR-54" in said[0]
    assert "2026-06-12" in said[0]


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("Karel Novak pays the rest of his bill by card, record the payment", 150),
        ("record the payment of what is left on bill 81, by card", 150),
        ("record a card payment for half of karel novak's bill", 75),
        ("record a payment of 40 euros by card for bl-81", 40),
    ],
)
async def test_what_is_left_is_how_much_is_paid(question: str, amount: float) -> None:
    expected = {"bill_id": "BL-81", "amount": amount, "method": "card"}
    assert done(await talk(marina(), question)) == [("record_payment", expected)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ('note for BT-301, given to Ines: "Rope in the propeller"', ("BT-301", "Rope in the propeller", "Ines")),
        ("log a damage for boat 302, assigned to Otto: mast is bent", ("BT-302", "mast is bent", "Otto")),
        ("log a damage of BT-303 - rudder came off on Friday", ("BT-303", "rudder came off on Friday", None)),
        ("log a damage for otto brandt on BT-303: two cleats loose", ("BT-303", "two cleats loose", "otto brandt")),
        ('log a damage of BT-303 "two cleats loose"', ("BT-303", "two cleats loose", None)),
    ],
)
async def test_what_is_to_be_written_down_and_who_does_it_say_nothing_else(
    question: str, expected: tuple[str, str, str | None]
) -> None:
    boat, title, worker = expected
    given = {"boat_id": boat, "title": title, **({"worker": worker} if worker else {})}
    assert done(await talk(marina(), question)) == [("log_damage", given)]


@pytest.mark.parametrize(
    "question", ["set berth W-7 to clean", "mark W-7 as clean please", "ines just did w-7, put it down as clean"]
)
async def test_what_is_set_to_clean_is_so_then(question: str) -> None:
    assert done(await talk(marina(), question)) == [("set_berth_state", {"berth": "W-7", "state": "clean"})]


async def test_what_was_said_before_an_order_has_the_role_that_it_leaves_open() -> None:
    said = await talk(marina(), "N-4 is closed from today. Please tow the Kittiwake out of there and into W-7")
    assert done(said) == [("tow_boat", {"boat_id": "BT-301", "from_berth": "N-4", "to_berth": "W-7"})]


async def test_a_thing_that_no_words_name_is_asked_for() -> None:
    said = await talk(marina(), "log a damage pls, the heating is dead")
    assert not done(said)
    assert "Which boat" in said[0]


@pytest.mark.parametrize("question", ["check out Amos", "check out boat 301 please", "check the Kittiwake out"])
async def test_who_is_checked_out_was_checked_in(question: str) -> None:
    assert done(await talk(marina(), question)) == [("check_out", {"stay_id": "ST-91"})]


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("move TR-53 from 8 June to 10 June at 9", "2026-06-10T09:00:00+00:00"),
        ("move otto brandt's trip on Monday to Wednesday, 10 June at 9:00", "2026-06-10T09:00:00+00:00"),
    ],
)
async def test_of_two_times_the_one_behind_to_is_new(question: str, start: str) -> None:
    assert done(await talk(marina(), question)) == [("change_trip", {"trip_id": "TR-53", "start": start})]


@pytest.mark.parametrize("question", ["block berth W-7 because of the storm", "block W-7, reason: storm"])
async def test_a_reason_that_has_choices_is_one_of_them(question: str) -> None:
    assert done(await talk(marina(), question)) == [("block_berth", {"berth": "W-7", "reason": "storm"})]
