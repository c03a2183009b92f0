"""Figures, orders, sums and days that are said of one list, in questions to the built-in planner; of a bell foundry."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .test_planner import talk

pytestmark = pytest.mark.anyio
READS = ToolAnnotations(read_only_hint=True)


class Bell(BaseModel):
    id: str
    name: str
    state: Literal["cast", "tuned", "cracked"]
    metal: Literal["bronze", "steel"]
    weight_kg: int
    strokes: int
    free_strokes: int
    weeks_late: int
    hours_this_week: float
    price_per_stroke: float
    warranty_start: date
    warranty_end: date


BELLS = [
    ("B-1", "Agatha", "cast", "bronze", 900, 20, 9, 0, 4.5, 1.0, date(2024, 1, 5), date(2028, 5, 1)),
    ("B-2", "Beda", "tuned", "steel", 300, 12, 3, 2, 2.0, 2.5, date(2023, 3, 1), date(2027, 2, 1)),
    ("B-3", "Clara", "cracked", "bronze", 1200, 30, 12, 5, 8.0, 4.0, date(2022, 6, 9), date(2029, 9, 9)),
    ("B-4", "Dorothea", "cast", "bronze", 450, 15, 8, 7, 1.0, 3.0, date(2025, 2, 2), date(2026, 12, 24)),
]


def foundry() -> MCPServer:
    server = MCPServer("Bell foundry")

    @server.tool(annotations=READS)
    def list_bells() -> list[Bell]:
        """All bells that were ordered."""
        return [Bell.model_validate(dict(zip(Bell.model_fields, one, strict=True))) for one in BELLS]

    return server


NAMES = ["Agatha", "Beda", "Clara", "Dorothea"]


@pytest.mark.parametrize(
    ("question", "those"),
    [
        ("bells whose weight is no more than 450", ["Beda", "Dorothea"]),
        ("Which bells have no less than 15 strokes?", ["Agatha", "Clara", "Dorothea"]),
        ("bells with a weight of 900 or more", ["Agatha", "Clara"]),
        ("bells with 5 or more weeks late", ["Clara", "Dorothea"]),
        ("Which bells have more than 8 free strokes?", ["Agatha", "Clara"]),
        ("Which bells have a price per stroke over 2.5?", ["Clara", "Dorothea"]),
        ("any bells with a higher weight than that of Dorothea?", ["Agatha", "Clara"]),
        ("bells with more than the average number of strokes", ["Agatha", "Clara"]),
        ("top two bells by weight", ["Agatha", "Clara"]),
        ("bottom two bells by free strokes", ["Beda", "Dorothea"]),
        ("Which bell has the latest warranty end?", ["Clara"]),
        ("Which bells have a warranty end before 2028?", ["Beda", "Dorothea"]),
        ("bells whose state is either tuned or cracked", ["Beda", "Clara"]),
        ("Which bells are cast, apart from B-4?", ["Agatha"]),
        ("besides B-4, which bells are cast?", ["Agatha"]),
    ],
)
async def test_what_is_said_of_figures_choices_and_days_is_held_against_all(question: str, those: list[str]) -> None:
    said, _ = await talk(foundry(), question)
    assert [name for name in NAMES if name in said] == those


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("sum of the weight of the bells", ["total weight of 4 bells", "2850 kg"]),
        ("what does the weight of the cast bells add up to", ["total weight of 2 bells", "1350 kg"]),
        ("average weight of all bells", ["average weight of 4 bells", "712.5 kg"]),
        ("How many hours this week do all bells have together?", ["15.5"]),
        ("average strokes by metal", ["bronze: **21.67**", "steel: **12**"]),
        ("total weight per state", ["cast: **1350 kg**", "tuned: **300 kg**"]),
        ("number of bells by state", ["cast: **2**", "cracked: **1**"]),
        ("Which state is the most common among the bells?", ["**cast**: 2 of 4"]),
        ("what metal do most bells have", ["**bronze**: 3 of 4"]),
        ("What is the difference in weight between Agatha and Beda?", ["**600 kg**"]),
        ("by how much is the weight of Agatha higher than that of Beda", ["**600 kg**"]),
        ("Do Agatha and Beda have the same metal?", ["No."]),
        ("Do Agatha and Clara have the same metal?", ["Yes."]),
        ("How many bells have a price per stroke over 2.5?", ["**2** bells"]),
    ],
)
async def test_sums_averages_groups_and_differences_are_reckoned(question: str, told: list[str]) -> None:
    said, _ = await talk(foundry(), question)
    assert [one for one in told if one not in said.replace(",", "")] == []


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("rank the bells by weight", ["Clara", "Agatha", "Dorothea", "Beda"]),
        ("bells by weight, lowest first", ["Beda", "Dorothea", "Agatha", "Clara"]),
        ("sort the bells by strokes, from high to low", ["Clara", "Agatha", "Dorothea", "Beda"]),
    ],
)
async def test_a_list_is_told_in_the_order_that_is_said(question: str, order: list[str]) -> None:
    said, _ = await talk(foundry(), question)
    assert sorted(NAMES, key=said.index) == order


async def test_the_first_one_is_that_of_the_order_that_was_told() -> None:
    said, _ = await talk(foundry(), "List the bells by weight, highest first.", "What is the first one?")
    assert [name for name in NAMES if name in said] == ["Clara"]
