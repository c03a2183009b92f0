"""What the dashboard's own prompt asks for, in front of the dashboard: several things, in an order, in a form."""

from __future__ import annotations

import pytest

from benchmarks.copilot.servers import dashboard
from operations.server import briefing

from .test_planner import talk

pytestmark = pytest.mark.anyio
INCIDENTS = ["I-31", "I-30", "I-28", "I-29"]
OVERDUE = ["P-104", "P-102", "P-105", "P-109", "P-112"]


def places(text: str, ids: list[str]) -> list[int]:
    return [text.find(f"({one})") for one in ids]


async def test_the_morning_briefing_is_answered_with_all_that_it_asks_for_and_nothing_else() -> None:
    text, calls = await talk(dashboard({}), briefing([]))
    assert text.startswith("10 services:")
    assert places(text, INCIDENTS) == sorted(places(text, INCIDENTS))
    assert places(text, OVERDUE) == sorted(places(text, OVERDUE))
    assert -1 not in places(text, INCIDENTS + OVERDUE)
    assert "12 activities:" in text
    assert text.endswith("All right: nothing is changed.")
    assert "can't" not in text
    assert len(calls) < 10


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Which incidents are not resolved, the worst first?", INCIDENTS[:2]),
        ("Incidents that are not resolved, most severe first", INCIDENTS[:2]),
        ("show me all incidents, oldest first", ["I-28", "I-29", "I-30", "I-31"]),
        ("overdue projects, the most overdue first", OVERDUE),
        ("list overdue projects, longest overdue first", OVERDUE),
        ("show the services, slowest first", ["S-10", "S-3", "S-5", "S-4", "S-9", "S-2", "S-7", "S-1", "S-8", "S-6"]),
    ],
)
async def test_what_is_to_come_first_is_an_order_of_all(question: str, ids: list[str]) -> None:
    text, _ = await talk(dashboard({}), question)
    assert -1 not in places(text, ids)
    assert places(text, ids) == sorted(places(text, ids))


@pytest.mark.parametrize("question", ["which incident came first", "Which incident was the first?"])
async def test_the_first_is_one(question: str) -> None:
    text, _ = await talk(dashboard({}), question)
    assert text.startswith("**Attachments of the help center open slowly** (I-28)")
    assert "I-30" not in text


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Give me an overview. Which services are down?", "Which services are down?"),
        ("Which services are down? Keep it short.", "Which services are down?"),
        ("Use short lists, name ids, which services are down?", "Which services are down?"),
        ("Be brief.", "Be brief."),
    ],
)
async def test_words_on_the_form_of_an_answer_ask_for_nothing(question: str, same: str) -> None:
    assert await talk(dashboard({}), question) == await talk(dashboard({}), same)
