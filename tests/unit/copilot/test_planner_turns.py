"""The planner over several clauses and turns: what is said besides, what an order is about, and what goes on."""

from __future__ import annotations

import pytest

from assistant.conversation import Arguments

from .test_planner import acts, greenhouse, talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("order", "calls"),
    [
        ("B-1: set the state to ripe", [("set_state", {"bed_id": "B-1", "state": "ripe"})]),
        ("Basil corner - mark it as growing", [("set_state", {"bed_id": "B-3", "state": "growing"})]),
        ("i water B-2 with 3 litres", [("water_bed", {"bed_id": "B-2", "litres": 3})]),
        ("Set the basil corner back to sown", [("set_state", {"bed_id": "B-3", "state": "sown"})]),
        (
            "mark B-1 as ripe and write there that I saw red ones",
            [("set_state", {"bed_id": "B-1", "state": "ripe", "reason": "I saw red ones"})],
        ),
        (
            "mark B-1 as ripe, reason: I saw it",
            [("set_state", {"bed_id": "B-1", "state": "ripe", "reason": "I saw it"})],
        ),
        ("Hi, hope all is well :) Water B-2 with 3 litres", [("water_bed", {"bed_id": "B-2", "litres": 3})]),
    ],
)
async def test_an_order_is_understood_with_what_stands_around_it(
    order: str, calls: list[tuple[str, Arguments]]
) -> None:
    assert acts(await talk(greenhouse(), order)) == calls


async def test_what_is_wrong_is_set_right_by_the_next_order() -> None:
    said = await talk(greenhouse(), "Mark the basil corner as ripe.", "Sorry, that was wrong. Set it back to sown.")
    assert acts(said) == [("set_state", {"bed_id": "B-3", "state": "sown"})]


@pytest.mark.parametrize("text", ["Sorry, my mistake!", "Oops. That was wrong.", "hope you are well :)"])
async def test_what_is_said_besides_asks_nothing(text: str) -> None:
    said = await talk(greenhouse(), text)
    assert said == ("All right. What would you like to know?", [])


async def test_a_verb_that_nobody_knows_is_an_order_that_no_tool_carries_out() -> None:
    said = await talk(greenhouse(), "the basil corner looks dry, defrobnicate it")
    assert "can't" in said[0]
    assert acts(said) == []
