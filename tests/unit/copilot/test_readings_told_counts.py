"""What is told before a question with how many there are: the question goes on about those."""

from __future__ import annotations

import pytest

from .test_planner import talk
from .test_readings_lengths import workshop

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        ("The chapel organ has one fault. When did it start?", "2026-06-03 08:40", "A pipe hums"),
        ("The flood in the cellar has two entries. Which one is the latest?", "All of it is out", "lathe"),
    ],
)
async def test_how_many_there_are_is_no_figure_of_theirs(text: str, said: str, unsaid: str) -> None:
    answer, _ = await talk(workshop(), text)
    assert said in answer
    assert unsaid not in answer


async def test_by_how_many_days_goes_on_about_what_was_told() -> None:
    answer, _ = await talk(workshop(), "When is the deadline of the Chapel organ?", "how many days is that from now")
    assert "**14 days**" in answer
