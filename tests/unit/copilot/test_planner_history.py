"""The planner on what was done before: what it did, what is set back, what is excluded and what is left undone."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import date
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from assistant.conversation import Arguments, Turn
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

from .test_planner import ACTS, NOON, READS, acts, greenhouse, talk

pytestmark = pytest.mark.anyio

Outcome = Literal["repaired", "apology", "rejected"]


class Machine(BaseModel):
    id: str = Field(description="For example M-1; what the other tools take as machine_id")
    hall: str
    fault: str | None = Field(description="What is wrong with it; null if nothing is")
    check: date = Field(description="The day of its next check")


MACHINES = [
    Machine(id="M-1", hall="North", fault=None, check=date(2026, 6, 5)),
    Machine(id="M-2", hall="South", fault="Leaks oil", check=date(2026, 6, 8)),
]
MachineId = Annotated[str, Field(description="For example M-1")]


def workshop() -> MCPServer[Any]:
    mcp = MCPServer("Workshop")

    @mcp.tool(annotations=READS)
    def list_machines() -> list[Machine]:
        """The machines, with their faults and checks."""
        return MACHINES

    @mcp.tool(annotations=ACTS)
    def report_fault(machine_id: MachineId, problem: Annotated[str, Field(description="What is broken")]) -> str:
        """Tell the mechanics that a machine has a fault."""
        return f"{machine_id}: {problem}"

    @mcp.tool(annotations=ACTS)
    def close_fault(machine_id: MachineId, outcome: Outcome) -> str:
        """Close the fault of a machine: it was repaired, an apology was made, or it was rejected."""
        return f"{machine_id}: {outcome}"

    @mcp.tool(annotations=ACTS)
    def postpone_check(machine_id: MachineId, day: date) -> str:
        """Postpone the check of a machine."""
        return f"{machine_id} is checked on {day}."

    @mcp.tool(annotations=ACTS)
    def lend_machine(machine_id: MachineId, borrower: Annotated[str, Field(description="Who takes it")]) -> str:
        """Lend a machine to somebody."""
        return f"{machine_id}: {borrower}"

    return mcp


RIPE = {"bed_id": "B-3", "state": "ripe"}


@pytest.mark.parametrize("question", ["what did you just change?", "What have you done so far?", "what did u do there"])
async def test_what_was_done_is_told_from_the_conversation(question: str) -> None:
    said = await talk(greenhouse(), "Mark the basil corner as ripe", question)
    assert "B-3 is ripe now" in said[0]
    assert said[1] == []


async def test_nothing_was_done_before_anything_was_done() -> None:
    said = await talk(greenhouse(), "Is the basil corner ripe?", "what did you change?")
    assert "changed nothing" in said[0]


@pytest.mark.parametrize("order", ["undo that", "can you revert it please?", "no, put it back to how it was"])
async def test_what_was_known_before_is_offered_and_set_back_only_after_a_yes(order: str) -> None:
    before = ["What is the state of the basil corner?", "Mark it as ripe"]
    said = await talk(greenhouse(), *before, order)
    assert said[0].endswith("?")
    assert "sown" in said[0]
    assert acts(said) == []
    assert acts(await talk(greenhouse(), *before, order, "yes please")) == [("set_state", {**RIPE, "state": "sown"})]
    assert acts(await talk(greenhouse(), *before, order, "no")) == []


@pytest.mark.parametrize("order", ["undo that", "take it back"])
async def test_what_nothing_sets_back_is_said_to_stay(order: str) -> None:
    said = await talk(greenhouse(), "Water B-2 with 3 litres", order)
    assert "can't undo" in said[0]
    assert "B-2 got 3 litres" in said[0]
    assert acts(said) == []


@pytest.mark.parametrize(
    "turns",
    [
        ["tell me about B-3", "no, not that one. mark it as ripe"],
        ["tell me about B-3", "not B-3. mark it as ripe"],
        ["not the basil corner. mark it as ripe"],
    ],
)
async def test_what_is_excluded_is_not_meant_by_a_pronoun(turns: list[str]) -> None:
    said = await talk(greenhouse(), *turns)
    assert "?" in said[0]
    assert acts(said) == []


async def test_of_two_the_one_that_is_not_excluded_is_meant() -> None:
    said = await talk(greenhouse(), "Which beds are overdue?", "not the first one. mark it as ripe")
    assert acts(said) == [("set_state", RIPE)]


@pytest.mark.parametrize(
    ("turns", "calls"),
    [
        (
            ["Which beds are overdue?", "mark the first one as ripe", "no, the second one, sorry"],
            [("set_state", RIPE)],
        ),
        (
            ["Which beds are overdue?", "water the second one with 2 litres", "and the other one too"],
            [("water_bed", {"bed_id": "B-1", "litres": 2})],
        ),
    ],
)
async def test_the_list_that_was_talked_about_is_known_after_an_act(
    turns: list[str], calls: list[tuple[str, Arguments]]
) -> None:
    assert acts(await talk(greenhouse(), *turns)) == calls


async def test_orders_behind_one_that_no_tool_does_are_said_to_be_undone() -> None:
    said = await talk(greenhouse(), "bake a cake and mark B-1 as ripe")
    assert "have not done “mark B-1 as ripe”" in said[0]
    assert acts(said) == []


async def test_an_order_behind_one_that_was_refused_is_carried_out_and_both_are_told() -> None:
    said = await talk(greenhouse(), "water B-4 with 3 litres and mark B-1 as ripe")
    assert "Not done" in said[0]
    assert "B-1 is ripe now" in said[0]


async def test_a_question_about_one_thing_is_not_answered_from_things_that_have_nothing_to_do_with_it() -> None:
    said = await talk(greenhouse(), "What was harvested since 1 June?", "is it ripe?")
    assert "Yes" not in said[0]


async def test_others_are_those_that_were_not_talked_about() -> None:
    said = await talk(greenhouse(), "Who looks after the basil corner?", "Which other beds does she have?")
    assert "North tomatoes" in said[0]
    assert "Basil corner" not in said[0]


async def test_a_choice_said_in_an_order_of_its_own_belongs_to_the_deed_of_the_next() -> None:
    said = await talk(workshop(), "Machine M-2 is fine again, close it")
    assert [call for call in said[1] if call[0] == "close_fault"] == []
    said = await talk(workshop(), "What is wrong with M-2?", "say sorry and close it")
    assert said[1][-1:] == [("close_fault", {"machine_id": "M-2", "outcome": "apology"})]


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ("the belt of M-1 slips, tell the mechanics", "the belt of M-1 slips"),
        ("M-1 makes a terrible noise! Please report it.", "M-1 makes a terrible noise"),
        ("Report a torn belt on M-1", "torn belt"),
        ("M-1: report that the motor doesn't start", "the motor doesn't start"),
    ],
)
async def test_what_is_told_before_an_order_is_what_is_to_be_reported(order: str, problem: str) -> None:
    said = await talk(workshop(), order)
    assert said[1][-1:] == [("report_fault", {"machine_id": "M-1", "problem": problem})]


async def test_when_something_can_not_be_is_no_time_for_it() -> None:
    said = await talk(workshop(), "M-2 can't be checked on Monday, make it Tuesday the 9th instead")
    assert said[1][-1:] == [("postpone_check", {"machine_id": "M-2", "day": "2026-06-09"})]


async def test_them_are_those_that_were_only_counted() -> None:
    said = await talk(greenhouse(), "How many beds are overdue?", "Which of those are ripe?")
    assert "There is no" in said[0]
    said = await talk(greenhouse(), "How many beds are overdue?", "Which of those are sown?")
    assert "Basil corner" in said[0]


async def test_what_is_to_be_other_changes_the_thing_that_was_asked_about() -> None:
    said = await talk(workshop(), "Is there a check of M-2?", "make that the 9th of June instead")
    assert said[1][-1:] == [("postpone_check", {"machine_id": "M-2", "day": "2026-06-09"})]


async def told_without(tool: str, before: str, *texts: str) -> list[str]:
    """The answers after a tool was taken away; `before` was asked while it was there."""
    planner, answers = Planner(lambda: NOON), list[str]()
    async with connected(greenhouse()) as connection:
        answer = Turn("copilot")
        turns = [Turn("person", before), answer]
        async for words in planner.answer(turns[:1], Recorder(connection, answer, lambda: None, time.perf_counter)):
            answer.text += words
        tools = tuple(one for one in connection.offer.tools if one.name != tool)
        connection.offer = replace(connection.offer, tools=tools)
        for text in texts:
            asked = [*turns, Turn("person", text)]
            answers.append("".join([words async for words in planner.answer(asked, connection)]))
    return answers


async def test_a_tool_that_was_taken_away_is_missed_by_its_title() -> None:
    later = ("Mark B-1 as resting", "Is B-1 ripe?", "what did you change?")
    order, question, done = await told_without("set_state", "Mark B-3 as ripe", *later)
    assert "**Set state** before" in order
    assert "can't" in order
    assert question.startswith("No")
    assert "B-3 is ripe now" in done


async def test_what_a_tool_told_that_was_taken_away_is_not_told_from_another() -> None:
    [said, other] = await told_without(
        "harvest_log", "Which beds are ripe?", "What was harvested?", "Which beds are ripe?"
    )
    assert "**Harvest log** before" in said
    assert "South tomatoes" in other


@pytest.mark.parametrize("borrower", ["Ann O'Neill", "D'Arcy Jones", "Bo"])
async def test_a_new_name_beside_an_id_is_a_name_whatever_is_in_it(borrower: str) -> None:
    said = await talk(workshop(), f"Lend M-1 to {borrower}")
    assert said[1][-1:] == [("lend_machine", {"machine_id": "M-1", "borrower": borrower})]
