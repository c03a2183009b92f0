"""What the dashboard hides, as it does until somebody allows it: what the planner says where only that would tell."""

from __future__ import annotations

import pytest

from benchmarks.copilot.servers import DATA
from operations.board import Board
from operations.company import Company
from operations.server import make_server

from .test_planner import talk

pytestmark = pytest.mark.anyio


async def asked(question: str) -> str:
    board = Board(Company.load(DATA.read_text(encoding="utf-8")))
    text, _ = await talk(make_server(board), question)
    return text


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which project has the biggest budget?", "“budget”"),
        ("Which projects are over budget?", "“budget”"),
        ("How many projects are over budget?", "“budget”"),
        ("Is any project over budget?", "“budget”"),
        ("Which projects exceed their budget?", "“budget”"),
        ("What is the total budget?", "“budget”"),
        ("Sort the projects by budget", "“budget”"),
        ("Which project spent the least?", "“spent”"),
        ("Which projects have spent more than half of their budget?", "“budget” and “spent”"),
    ],
)
async def test_where_only_what_is_hidden_would_tell_nothing_is_told(question: str, names: str) -> None:
    assert await asked(question) == f"I can't tell: the server hides {names} from me. Allow it there, and ask again."


async def test_whether_something_is_over_what_is_hidden_is_neither_yes_nor_no() -> None:
    text = await asked("Is P-104 over budget?")
    assert text.startswith("The budget of **Instant refunds** (P-104) is hidden by the server")


@pytest.mark.parametrize(
    ("question", "count"),
    [("Compare the budgets of P-104 and P-110", 2), ("List the projects that are at risk with their budget", 3)],
)
async def test_of_each_that_is_meant_it_is_told_that_it_is_hidden(question: str, count: int) -> None:
    assert (await asked(question)).count("budget hidden by the server") == count


async def test_what_is_called_like_something_hidden_is_no_question_for_that() -> None:
    assert "hides" not in await asked("Any deploys of e-mail delivery today?")


async def test_whose_it_is_that_only_what_is_hidden_would_tell_is_not_told() -> None:
    text = await asked("Who owns the project with the biggest budget?")
    assert text == "I can't tell: the server hides “budget” from me. Allow it there, and ask again."


async def test_what_is_not_hidden_is_told_beside_it() -> None:
    text = await asked("Who owns P-104, and what is its budget?")
    assert "Alice Moreno" in text
    assert "hidden by the server" in text


async def test_what_is_left_of_what_is_hidden_is_hidden() -> None:
    text = await asked("How much budget does Atlas migration have left?")
    assert "budget left hidden by the server" in text
    assert "none" not in text
