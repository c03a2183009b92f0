"""What people ask a dashboard first: how it all is, what is on track, who works on what, and who somebody is."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from benchmarks.copilot.servers import dashboard

from .test_planner import talk

pytestmark = pytest.mark.anyio

WRONG = ["P-104", "P-102", "P-105", "P-109", "P-112", "S-3", "S-5", "S-10", "I-31", "I-30", "I-28", "I-29"]
ON_TRACK = ["P-114", "P-101", "P-106", "P-108", "P-115", "P-111", "P-103"]


def ids(text: str) -> list[str]:
    """Of what is told of, in this order."""
    return re.findall(r"\(([A-Z]-\d+)\)", text)


async def asked(*questions: str) -> str:
    text, _ = await talk(dashboard({}), *questions)
    return text


@pytest.mark.parametrize(
    ("question", "begin"),
    [
        ("Is everything running fine?", "No: this looks wrong:"),
        ("is everything ok", "No: this looks wrong:"),
        ("Anything wrong?", "Yes: this looks wrong:"),
        ("is there anything I should worry about?", "Yes: this looks wrong:"),
        ("What needs my attention?", "This looks wrong:"),
        ("What's the overall status?", "This looks wrong:"),
        ("How are things going today?", "This looks wrong:"),
        ("quick health check", "This looks wrong:"),
        ("what should I focus on first?", "This looks wrong:"),
    ],
)
async def test_how_it_all_is_is_told_by_all_that_looks_wrong(question: str, begin: str) -> None:
    text = await asked(question)
    assert text.startswith(begin)
    assert ids(text) == WRONG
    assert "- overall down" in text


@pytest.mark.parametrize(
    ("question", "begin", "expected"),
    [
        ("are all our services up?", "No: this looks wrong:", ["S-3", "S-5", "S-10"]),
        ("What's wrong with checkout?", "This looks wrong:", ["S-3", "I-30"]),
        ("is checkout ok?", "No: this looks wrong:", ["S-3", "I-30"]),
        ("is search alright", "No: this looks wrong:", ["S-5", "I-29"]),
        ("any problems with search?", "Yes: this looks wrong:", ["S-5", "I-29"]),
        ("is there trouble with e-mail", "Yes: this looks wrong:", ["S-10", "I-31"]),
        ("is the data team doing fine?", "No: this looks wrong:", ["P-112", "S-5"]),
        ("is P-104 ok", "No. **Instant refunds** (P-104): at risk and 19 days overdue.", ["P-104"]),
        ("is P-106 ok", "Yes: nothing looks wrong with **Invoices in five languages** (P-106).", ["P-106"]),
        ("how is billing doing?", "**Billing** (S-4) is healthy.", ["S-4"]),
    ],
)
async def test_how_a_part_of_it_is_is_told_with_what_belongs_to_that(
    question: str, begin: str, expected: list[str]
) -> None:
    text = await asked(question)
    assert text.startswith(begin)
    assert ids(text) == expected


class Lift(BaseModel):
    id: str
    name: str
    state: str


State = Literal["working", "broken"]


class Pump(BaseModel):
    id: str
    name: str
    state: State | None
    masked: list[str] = []


class Pumps(BaseModel):
    pumps: list[Pump]


def pool(*states: State, hides: bool = False) -> MCPServer:
    mcp = MCPServer("Pool")

    @mcp.tool()
    def list_pumps() -> Pumps:
        """The pumps of the pool."""
        pumps = [Pump(id=f"U-{at}", name=f"Pump {at}", state=one) for at, one in enumerate(states, 1)]
        return Pumps(
            pumps=[one.model_copy(update={"state": None, "masked": ["state"]}) for one in pumps] if hides else pumps
        )

    return mcp


@pytest.mark.parametrize(
    ("server", "answer"),
    [
        (pool("working", "working"), "Yes: nothing looks wrong. I have looked at 2 pumps."),
        (pool("working", "broken"), "No. **Pump 2** (U-2): broken."),
        (pool("working", "broken", hides=True), "I can't tell: I could not see all of the pumps."),
    ],
)
async def test_whether_all_is_well_is_known_where_all_states_are(server: MCPServer, answer: str) -> None:
    text, _ = await talk(server, "Is everything ok?")
    assert text == answer


async def test_of_many_that_are_wrong_only_some_are_named() -> None:
    states: list[State] = ["broken"] * 10
    text, _ = await talk(pool(*states), "What's wrong?")
    assert (len(ids(text)), text.splitlines()[-1]) == (8, "  - and 2 more")


async def test_a_state_that_is_asked_by_its_name_is_that_state() -> None:
    text, _ = await talk(pool("working", "broken"), "Are all pumps working?")
    assert text.startswith("No")
    assert "Pump 2" in text


async def test_where_nothing_is_known_to_be_bad_nothing_is_said_to_be_fine() -> None:
    mcp = MCPServer("House")

    @mcp.tool()
    def list_lifts() -> list[Lift]:
        """The lifts of the house."""
        return [Lift(id="L-1", name="North lift", state="blue"), Lift(id="L-2", name="South lift", state="red")]

    text, _ = await talk(mcp, "Is everything ok?")
    assert not text.startswith("Yes")


@pytest.mark.parametrize(
    ("question", "begin"),
    [
        ("is billing running well?", "Yes: nothing looks wrong with **Billing** (S-4)."),
        ("is billing healthy?", "Yes: **Billing** (S-4) is healthy."),
        ("is search down?", "No. **Search** (S-5) is degraded."),
        ("is anything down?", "Yes: **E-mail delivery** (S-10) is down."),
        ("is P-106 on track?", "Yes: **Invoices in five languages** (P-106) is 0 days overdue."),
        ("is P-105 on track?", "No. **Card vault renewal** (P-105) is 7 days overdue."),
        ("is any project over budget?", "Yes: **Atlas migration** (P-102):"),
        ("does any project exceed its budget?", "Yes: **Atlas migration** (P-102):"),
    ],
)
async def test_how_one_thing_is(question: str, begin: str) -> None:
    assert (await asked(question)).startswith(begin)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which projects are on track?", ON_TRACK),
        ("which projects are going well?", ON_TRACK),
        ("are all projects on time?", ["P-104", "P-102", "P-105", "P-109", "P-112"]),
        ("which projects are off track?", ["P-104", "P-102", "P-105", "P-109", "P-112"]),
        ("which projects does Yuki work on?", ["P-104", "P-114", "P-106", "P-107"]),
        ("which projects does Daniel Weiss work on", ["P-113", "P-102", "P-112", "P-115", "P-111"]),
        ("what is Kwame working on?", ["P-104", "P-105", "P-106"]),
        ("how many projects does Alice work on?", ["P-104", "P-105", "P-107"]),
        ("which services have no maintenance planned?", ["S-1", "S-3", "S-5", "S-6", "S-7", "S-8", "S-9", "S-10"]),
        ("which services have maintenance planned?", ["S-2", "S-4"]),
        ("what milestones are due this week?", ["P-112", "P-108"]),
        ("show the incidents, worst first", ["I-31", "I-30", "I-28", "I-29"]),
        ("list the open incidents, worst first", ["I-31", "I-30", "I-28"]),
        ("which project has the highest priority?", ["P-102", "P-105"]),
    ],
)
async def test_which_they_are(question: str, expected: list[str]) -> None:
    text = await asked(question)
    assert ids(text) == expected
    assert "misunderstood" not in text


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("list projects by priority", ["P-102", "P-105"], "P-107"),
        ("highest priority projects first", ["P-102", "P-105"], "P-107"),
        ("projects sorted by priority, lowest first", ["P-110", "P-107"], "P-105"),
        ("list the projects by due date", ["P-113", "P-104"], "P-107"),
        ("projects by progress", ["P-107", "P-115"], "P-116"),
    ],
)
async def test_all_are_told_in_the_order_that_is_said(question: str, first: list[str], last: str) -> None:
    found = ids(await asked(question))
    assert (len(found), found[:2], found[-1]) == (16, first, last)


async def test_who_somebody_is_is_told_by_what_names_them() -> None:
    text = await asked("Who is Nia Okafor?")
    assert text.splitlines()[:4] == [
        "**Nia Okafor**:",
        "",
        "- lead: **Data** (T-4)",
        "- owner: **Sales forecast** (P-111)",
    ]


class Student(BaseModel):
    id: str
    name: str
    course: str
    status: Literal["active", "overdue"]


async def test_what_has_a_course_is_on_that_and_not_on_track() -> None:
    mcp = MCPServer("School")

    @mcp.tool()
    def list_students() -> list[Student]:
        """The students of the school."""
        told: list[tuple[str, Literal["active", "overdue"]]] = [
            ("long", "active"),
            ("basic", "active"),
            ("basic", "overdue"),
        ]
        names = ("Ida Berg", "Jon Falk", "Kim Lind")
        return [
            Student(id=f"N-{at}", name=name, course=course, status=status)
            for at, (name, (course, status)) in enumerate(zip(names, told, strict=True), 1)
        ]

    text, _ = await talk(mcp, "Which students are on course basic?")
    assert ids(text) == ["N-2", "N-3"]


async def test_what_names_somebody_often_is_counted() -> None:
    text = await asked("who is Daniel?")
    assert text.splitlines()[-1] == "- person: 8 activities"


async def test_of_what_a_page_leaves_out_it_is_known_that_there_is_more() -> None:
    assert "at least 50 activities" in await asked("give me an overview")


async def test_a_state_that_only_other_things_have_is_not_theirs() -> None:
    assert await asked("show resolved incidents") == "There is no incident like that."
