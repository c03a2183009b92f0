"""The planner on what was done before: what it did, what is set back, what is excluded and what is left undone."""

from __future__ import annotations

import pytest

from assistant.conversation import Arguments

from .test_planner import acts, greenhouse, talk

pytestmark = pytest.mark.anyio

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
    assert said[0].endswith("?") and "sown" in said[0]
    assert acts(said) == []
    assert acts(await talk(greenhouse(), *before, order, "yes please")) == [("set_state", {**RIPE, "state": "sown"})]
    assert acts(await talk(greenhouse(), *before, order, "no")) == []


@pytest.mark.parametrize("order", ["undo that", "take it back"])
async def test_what_nothing_sets_back_is_said_to_stay(order: str) -> None:
    said = await talk(greenhouse(), "Water B-2 with 3 litres", order)
    assert "can't undo" in said[0] and "B-2 got 3 litres" in said[0]
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
    assert "Not done" in said[0] and "B-1 is ripe now" in said[0]
