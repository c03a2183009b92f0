"""Questions that read, of a harbour that the planner knows nothing of: which tool, which filters, which figures."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.conversation import Turn
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday

Kind = Literal["dinghy", "yacht", "kayak_only"]
Urgency = Literal["low", "high"]
State = Literal["open", "mended"]
Guild = Literal["riggers", "pilots"]


class Boat(BaseModel):
    name: str
    kind: Kind
    rate: Annotated[int, Field(description="Price of a day without fuel, in euros")]
    berths: int
    colour: str
    gear: list[str]
    skipper: Annotated[str | None, Field(description="The name of who is out with it now; null if nobody is")]


class Damage(BaseModel):
    id: Annotated[str, Field(description="For example D-12")]
    boat: str
    problem: str
    urgency: Urgency
    state: State
    reported_by: Annotated[str, Field(description="The name of who saw it first")]
    mender: Annotated[str | None, Field(description="The name of who is to mend it; null if nobody is")]


class Hand(BaseModel):
    name: str
    post: str
    guild: Guild
    phone: str
    tongues: Annotated[list[str], Field(description="The languages that they speak")]


class Note(BaseModel):
    id: str
    sender: str
    recipient: str
    text: str
    answered: bool


BOATS = [
    Boat(name="Swift", kind="dinghy", rate=40, berths=2, colour="red", gear=["anchor"], skipper=None),
    Boat(name="Heron", kind="yacht", rate=210, berths=6, colour="white", gear=["radar", "anchor"], skipper="Ada Falk"),
    Boat(name="Plover", kind="dinghy", rate=55, berths=3, colour="white", gear=["oars"], skipper="Ben Oduya"),
    Boat(name="Grebe", kind="yacht", rate=180, berths=4, colour="blue", gear=["radar"], skipper=None),
]
DAMAGES = [
    Damage(
        id="D-1", boat="Heron", problem="Torn sail", urgency="high", state="open", reported_by="Ida Roth", mender=None
    ),
    Damage(
        id="D-2",
        boat="Swift",
        problem="Rudder is loose",
        urgency="low",
        state="mended",
        reported_by="Ida Roth",
        mender="Sam Lee",
    ),
    Damage(
        id="D-3",
        boat="Grebe",
        problem="Pump leaks",
        urgency="low",
        state="open",
        reported_by="Ben Oduya",
        mender="Sam Lee",
    ),
]
HANDS = [
    Hand(name="Ida Roth", post="Chief of the riggers", guild="riggers", phone="11", tongues=["German", "English"]),
    Hand(name="Sam Lee", post="Rigger", guild="riggers", phone="12", tongues=["English"]),
    Hand(name="Vera Kos", post="Pilot", guild="pilots", phone="13", tongues=["Polish"]),
]
NOTES = [
    Note(id="N-1", sender="Ada Falk", recipient="Office", text="May I have two more ropes?", answered=False),
    Note(id="N-2", sender="Office", recipient="Ada Falk", text="The lock closes at eight.", answered=True),
]


def harbour() -> MCPServer[Any]:
    mcp = MCPServer("Harbour")

    @mcp.tool(annotations=READS)
    def list_boats(
        kind: Annotated[Kind | None, Field(description="Only boats of this kind")] = None,
        hired: Annotated[
            bool | None, Field(description="true: only boats somebody is sailing now; false: only those at the pier")
        ] = None,
        free_from: Annotated[
            date | None, Field(description="Only boats that nobody has booked from this day on")
        ] = None,
        free_until: Annotated[date | None, Field(description="The day of return; without it, one day later")] = None,
    ) -> list[Boat]:
        """Find boats by kind, or by whether they are free, with what they cost."""
        if free_until and free_from and free_until <= free_from:
            raise ToolError("free_until has to be later than free_from.")
        found = [one for one in BOATS if kind in (None, one.kind) and hired in (None, one.skipper is not None)]
        return [one for one in found if free_from is None or one.name != "Swift"]

    @mcp.tool(annotations=READS)
    def list_damages(state: State | None = None, boat: str = "") -> list[Damage]:
        """What is broken on the boats, and who is to mend it."""
        return [one for one in DAMAGES if state in (None, one.state) and boat in ("", one.boat)]

    @mcp.tool(annotations=READS)
    def list_hands(guild: Guild | None = None) -> list[Hand]:
        """Who works in the harbour."""
        return [one for one in HANDS if guild in (None, one.guild)]

    @mcp.tool(annotations=READS)
    def search_notes(
        text: Annotated[str, Field(description="Words that are all in the text")] = "",
        person: Annotated[str, Field(description="Only from or to this person: the name, or a part of it")] = "",
        answered: Annotated[bool | None, Field(description="false: only those nobody has seen to yet")] = None,
    ) -> list[Note]:
        """What skippers have asked for, and what the office has written to them."""
        found = [one for one in NOTES if all(word in one.text.casefold() for word in text.casefold().split())]
        found = [one for one in found if person.casefold() in f"{one.sender} {one.recipient}".casefold()]
        return [one for one in found if answered in (None, one.answered)]

    return mcp


async def ask(*asked: str) -> Turn:
    """The last answer to some questions, one after the other."""
    turns: list[Turn] = []
    async with connected(harbour()) as server:
        for text in asked:
            turns += [Turn("person", text), Turn("copilot", "")]
            recorder = Recorder(server, turns[-1], lambda: None, lambda: 0.0)
            turns[-1].text = "".join([word async for word in Planner(lambda: NOON).answer(turns[:-1], recorder)])
    return turns[-1]


NAMES = {one.name for one in BOATS}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which boats are being sailed", {"Heron", "Plover"}),
        ("which boats are not hired", {"Swift", "Grebe"}),
        ("which dinghies are at the pier", {"Swift"}),
        ("any unhired yachts?", {"Grebe"}),
    ],
)
async def test_what_a_switch_is_for_is_told_by_either_side_of_its_description(
    question: str, expected: set[str]
) -> None:
    answer = await ask(question)
    assert {name for name in NAMES if name in answer.text} == expected


async def test_something_that_nobody_has_seen_to_is_what_the_description_says() -> None:
    answer = await ask("which notes has nobody seen to yet")
    assert "ropes" in answer.text
    assert "lock" not in answer.text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which boat is the cheapest?", {"Swift"}),
        ("whats the most expensive boat", {"Heron"}),
        ("boats cheaper than 100 euros", {"Swift", "Plover"}),
        ("which boats are pricier than 200", {"Heron"}),
        ("boats under 60 euros a day", {"Swift", "Plover"}),
        ("how expensive is the Grebe?", {"Grebe"}),
    ],
)
async def test_adjectives_are_about_the_figure_that_is_described_so(question: str, expected: set[str]) -> None:
    answer = await ask(question)
    assert {name for name in NAMES if name in answer.text} == expected


@pytest.mark.parametrize(
    ("question", "begin", "end"),
    [
        ("which yachts are free from june 5 to june 8", "2026-06-05", "2026-06-08"),
        ("is a dinghy free tomorrow?", "2026-06-04", None),
        ("boats available between 2026-06-06 and 2026-06-09", "2026-06-06", "2026-06-09"),
    ],
)
async def test_times_go_to_the_parameters_that_are_named(question: str, begin: str, end: str | None) -> None:
    answer = await ask(question)
    made = [call.arguments for call in answer.calls if call.state == "done" and call.tool == "list_boats"]
    assert (begin, end) in [(one.get("free_from"), one.get("free_until")) for one in made]


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("who is to mend D-3?", "Sam Lee", "Ben Oduya"),
        ("who's mending the pump of the Grebe", "Sam Lee", "Vera Kos"),
        ("what needs mending on the Heron", "Torn sail", "Rudder"),
        ("anything broken on the Grebe?", "Pump leaks", "Torn sail"),
        ("who works with the pilots?", "Vera Kos", "Sam Lee"),
        ("who speaks german", "Ida Roth", "Vera Kos"),
        ("what is the phone of the chief of the riggers", "11", "12"),
        ("who's out with the Heron anyway", "Ada Falk", "Ben Oduya"),
        ("does the Swift have oars", "No", "Plover"),
    ],
)
async def test_the_tool_that_has_a_word_for_everything_answers(question: str, said: str, unsaid: str) -> None:
    answer = await ask(question)
    assert said in answer.text
    assert unsaid not in answer.text


async def test_what_nothing_here_is_about_is_said_to_be_so() -> None:
    answer = await ask("who is the president of the riggers")
    assert "can't" in answer.text


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("which damages don't have a mender yet?", "D-1", "D-3"),
        ("damages without a mender", "D-1", "D-2"),
        ("which damages has nobody taken", "D-1", "D-3"),
        ("has anyone asked for rope?", "N-1", "N-2"),
        ("did somebody write about the lock", "N-2", "N-1"),
        ("notes from Ada Falk", "ropes", "lock"),
        ("notes for Ada Falk", "lock", "ropes"),
        ("boats with an anchor and radar", "Heron", "Swift"),
        ("boats with an anchor or radar", "Grebe", "Plover"),
        ("open damages on boats with more than 5 berths", "D-1", "D-3"),
        ("the pump of the Grebe, who is to mend it?", "Sam Lee", "Ben Oduya"),
        ("the damages on Grebe, what is their state?", "open", "D-1"),
        ("how many berths do the yachts have", "10", "dinghy"),
    ],
)
async def test_what_is_lacking_looked_for_or_told_of_other_things_narrows_a_list(
    question: str, said: str, unsaid: str
) -> None:
    answer = await ask(question)
    assert said in answer.text
    assert unsaid not in answer.text


async def test_a_word_that_nothing_explains_is_no_yes() -> None:
    assert not (await ask("is the Heron seaworthy?")).text.startswith("Yes")


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("yachts please, all of them, Vera's waiting for the list", "Grebe", "Swift"),
        ("Everybody talks about the pump of the Grebe. Who is to mend that?", "Sam Lee", "Ben Oduya"),
        ("damages of urgency high", "Torn sail", "Rudder"),
        ("which boats are the colour white", "Plover", "Grebe"),
    ],
)
async def test_what_is_told_beside_a_question_does_not_narrow_it(question: str, said: str, unsaid: str) -> None:
    answer = await ask(question)
    assert said in answer.text
    assert unsaid not in answer.text
