"""Who or what has the most of some things is found by counting them."""

from __future__ import annotations

import pytest

from .test_planner import talk
from .test_readings_excepting import foundry

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who founded the most bells?", "**Ines Roth**: 2 bells"),
        ("which founder has the most bells", "**Ines Roth**: 2 bells"),
        ("which state do most bells have", "Most often the state is **cast**: 2 of 4 bells"),
        ("which founder has the most bronze bells", "**Ines Roth**: 2 bells"),
    ],
)
async def test_whoever_has_the_most_of_them_is_told(question: str, said: str) -> None:
    answer, _ = await talk(foundry(), question)
    assert answer.startswith(said)


async def test_a_figure_of_theirs_goes_before_counting_them() -> None:
    answer, _ = await talk(foundry(), "which bell has the most weight?")
    assert "Great Osanna" in answer
