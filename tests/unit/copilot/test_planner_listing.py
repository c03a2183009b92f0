"""All things of a kind, with what is to be told of each."""

from __future__ import annotations

import pytest

from benchmarks.copilot.servers import dashboard

from .test_planner import talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("question", "first", "line"),
    [
        ("list the projects with owner and budget", "16 projects", "(P-104): owner Alice Moreno, budget €180,000"),
        ("list projects with team and due date", "16 projects:", "(P-104): team Payments, due 2026-10-30"),
        (
            "list the incidents with their service and severity",
            "4 incidents:",
            "(I-30): service Checkout, severity major",
        ),
        ("show me the projects together with their owners", "16 projects:", "(P-104): owner Alice Moreno"),
    ],
)
async def test_several_fields_are_told_of_each(question: str, first: str, line: str) -> None:
    text, _ = await talk(dashboard({}), question)
    assert text.startswith(first)
    assert line in text


async def test_a_sum_is_told_of_what_adds_up() -> None:
    text, _ = await talk(dashboard({}), "list projects with budget and spent")
    assert text.startswith("16 projects, budget **€1,535,000** in all:")
    text, _ = await talk(dashboard({}), "list services with latency and team")
    assert text.startswith("10 services:")
    assert "in all" not in text
