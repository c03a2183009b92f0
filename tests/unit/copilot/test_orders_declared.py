"""Orders in the form of sentences, for several things at once, and only if something is so: at a bell foundry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import ACTS, READS
from .test_planner import talk

pytestmark = pytest.mark.anyio
State = Literal["not_poured", "on_hold", "cooling", "cast"]
BellId = Annotated[str, Field(description="For example B-11")]


class Bell(BaseModel):
    id: BellId
    name: str
    state: State
    tower: str


class Crane(BaseModel):
    id: Annotated[str, Field(description="For example CR-1")]
    name: str
    faulty: bool


BELLS = [
    Bell(id="B-11", name="Great Agnes", state="not_poured", tower="Elmstead Minster"),
    Bell(id="B-12", name="Old Rufus", state="cooling", tower="Elmstead Minster"),
    Bell(id="B-13", name="Sister Maud", state="cast", tower="Corn Exchange"),
    Bell(id="B-14", name="Tenor Four", state="on_hold", tower="Corn Exchange"),
]
CRANES = [Crane(id="CR-1", name="Goliath", faulty=False), Crane(id="CR-2", name="Samson", faulty=True)]


def foundry() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("foundry")

    @server.tool(annotations=READS)
    def list_bells() -> list[Bell]:
        """The bells that are ordered."""
        return BELLS

    @server.tool(annotations=READS)
    def list_cranes() -> list[Crane]:
        """The cranes of the hall."""
        return CRANES

    @server.tool(annotations=ACTS)
    def set_bell_state(bell_id: BellId, state: State) -> str:
        """Note how far a bell has got."""
        return "noted"

    @server.tool(annotations=ACTS)
    def report_fault(
        crane_id: Annotated[str, Field(description="For example CR-1")],
        description: Annotated[str, Field(description="What is wrong with it")],
    ) -> str:
        """Report a fault of a crane."""
        return "reported"

    return server


class Hoist(BaseModel):
    id: Annotated[str, Field(description="For example CR-1")]
    name: str
    use: Literal["available", "in_workshop", "hired", "withdrawn"]


def cranes() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("crane yard")

    @server.tool(annotations=READS)
    def list_yard() -> list[Hoist]:
        """The cranes of the yard."""
        return [Hoist(id="CR-1", name="Goliath", use="hired"), Hoist(id="CR-2", name="Samson", use="in_workshop")]

    @server.tool(annotations=ACTS)
    def set_crane_use(
        crane_id: Annotated[str, Field(description="For example CR-1")],
        use: Literal["available", "in_workshop", "hired", "withdrawn"],
    ) -> str:
        """Set how a crane is used: it can be hired or withdrawn."""
        return "noted"

    return server


def to(state: str, *bells: str) -> list[tuple[str, dict[str, Any]]]:
    return [("set_bell_state", {"bell_id": bell, "state": state}) for bell in bells]


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("B-11 has to be put on hold.", to("on_hold", "B-11")),
        ("Great Agnes needs to go on hold", to("on_hold", "B-11")),
        ("Great Agnes wants setting to cooling", to("cooling", "B-11")),
        ("B-12 should be on hold from now on", to("on_hold", "B-12")),
        ("Old Rufus is on hold now, please note that.", to("on_hold", "B-12")),
        ("From today Old Rufus is cast, change it please.", to("cast", "B-12")),
        ("B-12: cast, please", to("cast", "B-12")),
        ("Great Agnes and B-12 are both on hold now, note that", to("on_hold", "B-11", "B-12")),
        ("Great Agnes to cooling and Old Rufus to cast, please", [*to("cooling", "B-11"), *to("cast", "B-12")]),
        ("Set Great Agnes and B-12 to on hold", to("on_hold", "B-11", "B-12")),
        ("Mark Great Agnes as cooling and Sister Maud as well.", to("cooling", "B-11", "B-13")),
        ("Set B-11 to on hold. Old Rufus too.", to("on_hold", "B-11", "B-12")),
        ("Could you set B-11 to cast and do the same with Old Rufus?", to("cast", "B-11", "B-12")),
        ("Set the state of Old Rufus to not poured.", to("not_poured", "B-12")),
        ("New state for Old Rufus: cast.", to("cast", "B-12")),
        ("state of B-12 to cast, please", to("cast", "B-12")),
        ("Update B-12: state cast", to("cast", "B-12")),
        ("I want Old Rufus set to cast", to("cast", "B-12")),
        ("Old Rufus should be cast and B-11 should be cooling", [*to("cast", "B-12"), *to("cooling", "B-11")]),
        ("Mark B-11 as cooling, and the cooling bell as cast.", [*to("cooling", "B-11"), *to("cast", "B-12")]),
    ],
)
async def test_sentences_about_what_things_become_are_orders(said: str, made: list[tuple[str, dict[str, Any]]]) -> None:
    _, calls = await talk(foundry(), said)

    assert [call for call in calls if call[0] != "list_bells" and call[0] != "list_cranes"] == made


@pytest.mark.parametrize(
    "said",
    [
        "Old Rufus is on hold.",
        "Old Rufus should be cast",
        "Ada says that Old Rufus has to be cast",
        "Is Old Rufus on hold now?",
        "Is it possible to set Old Rufus to cast?",
        "Set B-99 to cast.",
        "Change the state of the cooling bell.",
        "Could you update the state of Old Rufus?",
        "change the state of Old Rufus to half-baked",
        "Unless Old Rufus is cooling, set it to cast.",
        "Once B-12 is cast, put it on hold.",
        "set B-12 to cast if it's on hold",
        "If Old Rufus is on hold, set it to cast.",
    ],
)
async def test_what_is_only_told_asked_or_not_so_changes_nothing(said: str) -> None:
    _, calls = await talk(foundry(), said)

    assert {name for name, _ in calls} <= {"list_bells", "list_cranes"}


@pytest.mark.parametrize("said", ["Old Rufus needs a new state", "set B-12 to something else"])
async def test_what_something_is_to_be_is_asked_where_it_is_not_said(said: str) -> None:
    answer, calls = await talk(foundry(), said)

    assert "?" in answer
    assert "on hold" in answer
    assert not [call for call in calls if call[0] == "set_bell_state"]


@pytest.mark.parametrize(
    ("said", "crane", "use"),
    [
        ("take CR-2 out of the workshop, it's mended", "CR-2", "available"),
        ("Samson is back from the workshop, note that", "CR-2", "available"),
        ("Withdraw Goliath.", "CR-1", "withdrawn"),
        ("scrub CR-1", "CR-1", "withdrawn"),
        ("please call Goliath off", "CR-1", "withdrawn"),
    ],
)
async def test_a_choice_is_also_said_by_a_verb_or_by_what_it_is_no_more(said: str, crane: str, use: str) -> None:
    _, calls = await talk(cranes(), said)

    assert [call for call in calls if call[0] == "set_crane_use"] == [
        ("set_crane_use", {"crane_id": crane, "use": use})
    ]


@pytest.mark.parametrize("said", ["Don't withdraw Goliath.", "Can CR-1 be withdrawn?", "Who withdrew Goliath?"])
async def test_a_verb_that_is_denied_or_asked_about_changes_nothing(said: str) -> None:
    _, calls = await talk(cranes(), said)

    assert {name for name, _ in calls} <= {"list_yard"}


@pytest.mark.parametrize(
    "said",
    [
        "set B-12 to cast if it's cooling",
        "Is Old Rufus still cooling? If so, mark it as cast.",
        "Unless B-12 is on hold, set it to cast.",
    ],
)
async def test_what_a_condition_says_of_it_is_looked_up(said: str) -> None:
    _, calls = await talk(foundry(), said)

    assert [call for call in calls if call[0] == "set_bell_state"] == to("cast", "B-12")


async def test_an_id_that_is_not_in_the_list_is_asked_about() -> None:
    answer, _ = await talk(foundry(), "Set B-99 to cast.")

    assert "There is no bell B-99" in answer


class Verdict(BaseModel):
    id: Annotated[str, Field(description="Of the casting, for example C-5")]
    text: str


async def test_a_list_of_something_else_does_not_say_which_ids_there_are() -> None:
    server: MCPServer[Any] = MCPServer("castings")

    @server.tool(annotations=READS)
    def list_verdicts() -> list[Verdict]:
        """What was written about castings that are over."""
        return [Verdict(id="C-5", text="A clear tone."), Verdict(id="C-6", text="A crack.")]

    @server.tool(annotations=ACTS)
    def cancel_casting(casting_id: Annotated[str, Field(description="For example C-5")]) -> str:
        """Cancel a casting."""
        return "cancelled"

    _, calls = await talk(server, "Cancel casting C-9.")

    assert ("cancel_casting", {"casting_id": "C-9"}) in calls
