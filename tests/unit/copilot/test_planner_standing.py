"""Where an answer stands: in the details of the thing that is named, in its parts, in the field that is meant."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Play(BaseModel):
    id: Annotated[str, Field(description="For example PL-301")]
    title: str
    director: str
    price: Annotated[float, Field(description="Of a seat, in euros")]
    state: Literal["rehearsing", "running", "closed"]


class Review(BaseModel):
    critic: str
    paper: str
    stars: int
    comment: str


class Prop(BaseModel):
    prop_id: str
    name: str
    shelf_id: str
    count: int


class PlayDetails(Play):
    remarks: str
    trouble: str
    minutes: Annotated[int, Field(description="How long it lasts without the interval")]
    reviews: list[Review]
    props: list[Prop]


class Actor(BaseModel):
    id: Annotated[str, Field(description="For example AC-11")]
    name: str
    voice: str


class ActorDetails(Actor):
    phone: str
    allergies: list[str]
    notes: str
    fee_min: Annotated[int, Field(description="Euros an evening")]
    fee_max: Annotated[int, Field(description="Euros an evening")]


class Rehearsal(BaseModel):
    id: Annotated[str, Field(description="For example RE-51")]
    actor_id: str
    actor: str
    play: str
    day: str
    note: str


PLAYS = [
    PlayDetails(
        id="PL-301", title="The Glass Heron", director="Ines Okafor", price=24, state="running",
        remarks="Real smoke in the second act.", trouble="The trapdoor sticks.", minutes=95,
        reviews=[
            Review(critic="Noor Blom", paper="Evening Post", stars=2, comment="Too long by half an hour."),
            Review(critic="Jude Farkas", paper="The Lamp", stars=5, comment="A heron to fall for."),
        ],
        props=[
            Prop(prop_id="PR-1", name="Lantern", shelf_id="S-4", count=3),
            Prop(prop_id="PR-2", name="Oar", shelf_id="S-9", count=1),
        ],
    ),
    PlayDetails(
        id="PL-302", title="Winter Orchard", director="Tove Lind", price=31, state="rehearsing", remarks="",
        trouble="", minutes=140, reviews=[], props=[],
    ),
]  # fmt: skip
ACTORS = [
    ActorDetails(
        id="AC-11", name="Bruno Castel", voice="bass", phone="555 11", allergies=["latex"],
        notes="Wants a chair in the wings.", fee_min=200, fee_max=260,
    ),
    ActorDetails(
        id="AC-12", name="Saga Nyman", voice="alto", phone="555 12", allergies=[], notes="", fee_min=180, fee_max=240
    ),
]  # fmt: skip
REHEARSALS = [
    Rehearsal(id="RE-51", actor_id="AC-11", actor="Bruno Castel", play="The Glass Heron", day="Monday", note=""),
    Rehearsal(id="RE-52", actor_id="AC-12", actor="Saga Nyman", play="Winter Orchard", day="Friday", note="Bring tea"),
]


def theatre() -> MCPServer:
    server = MCPServer("Theatre")

    @server.tool(annotations=READS)
    def list_plays() -> list[Play]:
        """The plays of this season."""
        return [Play(**one.model_dump(include=set(Play.model_fields))) for one in PLAYS]

    @server.tool(annotations=READS)
    def get_play(play_id: Annotated[str, Field(description="The play's id, for example PL-301")]) -> PlayDetails:
        """Everything about one play: remarks, reviews, props."""
        return next(one for one in PLAYS if one.id == play_id)

    @server.tool(annotations=READS)
    def list_actors() -> list[Actor]:
        """Who plays here."""
        return [Actor(**one.model_dump(include=set(Actor.model_fields))) for one in ACTORS]

    @server.tool(annotations=READS)
    def get_actor(actor_id: Annotated[str, Field(description="The actor's id, for example AC-11")]) -> ActorDetails:
        """Everything about one actor."""
        return next(one for one in ACTORS if one.id == actor_id)

    @server.tool(annotations=READS)
    def list_rehearsals() -> list[Rehearsal]:
        """Who rehearses what, and when."""
        return REHEARSALS

    @server.tool(annotations=ACTS)
    def report_trouble(
        play_id: Annotated[str, Field(description="The play's id, for example PL-301")],
        trouble: Annotated[str, Field(description="What the stage hands reported")],
    ) -> str:
        """Write down what is wrong with a play's stage."""
        return f"{play_id}: {trouble}"

    return server


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("what do the notes say about bruno castel", ["chair in the wings"], ["Bring tea", "555"]),
        ("anything in the notes on Bruno Castel?", ["chair in the wings"], ["RE-51"]),
        ("what does the note on RE-52 say", ["Bring tea"], ["RE-51"]),
        ("the remarks on 301?", ["Real smoke"], ["trapdoor"]),
        ("what did the stage hands report for PL-301?", ["trapdoor sticks"], ["smoke"]),
        ("is there a remark on the glass heron?", ["Yes", "Real smoke"], ["trapdoor"]),
        ("What did Noor Blom think of The Glass Heron?", ["Too long by half"], ["fall for"]),
        ("what did jude farkas say about the glass heron", ["fall for"], ["Too long"]),
        ("on which shelves are the props of PL-301", ["S-4", "S-9"], ["Too long"]),
        ("which props does the glass heron need", ["Lantern", "Oar", "3"], ["Too long"]),
        ("what does bruno castel earn", ["200", "260"], ["latex", "555"]),
        ("how long is winter orchard", ["140"], ["31"]),
        ("what allergies does Bruno Castel have", ["latex"], ["555"]),
        ("how much is a seat for winter orchard", ["31"], ["140"]),
        ("that actor with the bass voice, anything we should know about him?", ["chair in the wings"], ["Bring tea"]),
    ],
)
async def test_the_field_or_part_that_is_meant_is_told(question: str, said: list[str], unsaid: list[str]) -> None:
    answer, _ = await talk(theatre(), question)
    assert [one for one in said if one not in answer] == []
    assert [one for one in unsaid if one in answer] == []


@pytest.mark.parametrize(
    ("turns", "said", "unsaid"),
    [
        (["Who is Bruno Castel?", "allergies or so?"], ["latex"], ["chair"]),
        (["tell me about PL-301", "what did the critics think of it"], ["Too long by half", "fall for"], ["S-4"]),
        (["tell me about PL-301", "and how long is it"], ["95"], ["24"]),
    ],
)
async def test_what_was_talked_about_is_meant_by_a_pronoun_or_by_nothing(
    turns: list[str], said: list[str], unsaid: list[str]
) -> None:
    answer, _ = await talk(theatre(), *turns)
    assert [one for one in said if one not in answer] == []
    assert [one for one in unsaid if one in answer] == []


JOBS: list[dict[str, Any]] = [
    {
        "job_number": "PJ-801", "customer": "Oakfield School", "what": "Yearbooks", "copies": 240, "due": "2026-06-20",
        "details": {"paper": "matt 120 g", "instructions": "Crests go on the back page.", "quote": 1180.0},
        "proofs": [
            {"sent": "2026-05-10", "reviewer": "Della Finch", "comments": "Page 12 is upside down."},
            {"sent": "2026-05-14", "reviewer": "Omar Haddad", "comments": "Lovely now."},
        ],
    },
    {
        "job_number": "PJ-802", "customer": "Marlow Bakery", "what": "Flyers", "copies": 2000, "due": "2026-06-25",
        "details": {"paper": "gloss 90 g", "instructions": "", "quote": 210.0}, "proofs": [],
    },
]  # fmt: skip
PAPERS: list[dict[str, Any]] = [
    {"code": "P-matt", "name": "Matt 120 g", "sheets_in_stock": 5200, "shelf": "North wall", "last_counted": "May"},
    {"code": "P-linen", "name": "Linen 300 g", "sheets_in_stock": 130, "shelf": "Cellar", "last_counted": "June"},
]


def print_shop() -> MCPServer:
    """Of its results no schema says anything."""
    server = MCPServer("Print shop")

    @server.tool(annotations=READS)
    def list_jobs() -> dict[str, Any]:
        """Print jobs with customer, what is printed, how many copies and when they are due."""
        return {
            "jobs": [{key: job[key] for key in ("job_number", "customer", "what", "copies", "due")} for job in JOBS]
        }

    @server.tool(annotations=READS)
    def get_job(job_number: Annotated[str, Field(description="The number, for example PJ-801")]) -> dict[str, Any]:
        """One job with its paper, instructions, quote, and what was said of its proofs."""
        return next(job for job in JOBS if job["job_number"] == job_number)

    @server.tool(annotations=READS)
    def list_papers() -> list[dict[str, Any]]:
        """Papers, and how much of them there is."""
        return PAPERS

    return server


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("list the jobs", ["Yearbooks", "Flyers"], []),
        ("what are the instructions for PJ-801", ["back page"], []),
        ("what did omar haddad think of the yearbooks", ["Lovely now"], ["upside down"]),
        ("how much did we quote for the yearbooks?", ["1180"], ["240"]),
        ("is there anything in the instructions of the flyers?", ["none"], ["back page"]),
        ("how much linen is left", ["130"], ["Cellar"]),
        ("where do we keep the linen", ["Cellar"], ["130"]),
    ],
)
async def test_what_no_schema_tells_is_told_by_the_results(question: str, said: list[str], unsaid: list[str]) -> None:
    answer, _ = await talk(print_shop(), question)
    assert [one for one in said if one not in answer] == []
    assert [one for one in unsaid if one in answer] == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which plays are running?", ["The Glass Heron"]),
        ("who directs winter orchard?", ["Tove Lind"]),
        ("which actor rehearses on Friday?", ["Saga Nyman"]),
    ],
)
async def test_other_questions_are_answered_as_before(question: str, said: list[str]) -> None:
    answer, _ = await talk(theatre(), question)
    assert [one for one in said if one not in answer] == []
