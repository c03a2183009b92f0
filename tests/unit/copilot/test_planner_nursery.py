"""What a server's own words for its lists and switches do to a question, in front of a nursery for plants."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
Kind = Literal["shrub", "fruit_tree", "herb"]


class Tree(BaseModel):
    id: Annotated[str, Field(description="For example T-1")]
    name: str
    kind: Kind
    grower: str
    left: int
    target: Annotated[int, Field(description="With fewer than this, more should be grown")]
    price: float


class Hit(BaseModel):
    label_id: str
    text: str


class Hits(BaseModel):
    total: int
    hits: list[Hit]


TREES = [
    Tree(id="T-1", name="Quince", kind="fruit_tree", grower="Ida Moor", left=2, target=5, price=31),
    Tree(id="T-2", name="Tall box", kind="shrub", grower="Ida Moor", left=9, target=5, price=12),
    Tree(id="T-3", name="Medlar", kind="fruit_tree", grower="Jon Hale", left=1, target=3, price=44),
    Tree(id="T-4", name="Low box", kind="shrub", grower="Ida Moor", left=7, target=5, price=8),
]
LABELS = {"L-1": "Medlar: frost does no harm", "L-2": "Box: keep it moist"}


def nursery() -> MCPServer:
    server = MCPServer("Nursery")

    @server.tool(annotations=READS)
    def list_trees(
        kind: Annotated[Kind | None, Field(description="Only of this kind")] = None,
        short: Annotated[bool | None, Field(description="true: only trees below their target")] = None,
    ) -> list[Tree]:
        """The trees for sale. Example: short=true"""
        return [
            one for one in TREES if kind in (None, one.kind) and (short is None or (one.left < one.target) == short)
        ]

    @server.tool(annotations=READS)
    def search_labels(words: Annotated[str, Field(description="Words that all occur")]) -> Hits:
        """Search the text of all labels. Example: words="sun\""""
        hits = [Hit(label_id=key, text=text) for key, text in LABELS.items() if words.casefold() in text.casefold()]
        return Hits(total=len(hits), hits=hits)

    @server.tool(annotations=ToolAnnotations(read_only_hint=False))
    def water_tree(tree_id: Annotated[str, Field(description="For example T-1")]) -> str:
        """Water a tree. Example: tree_id="T-1\""""
        return f"{tree_id} is watered."

    return server


@pytest.mark.parametrize("question", ['Search the labels for "frost"', "which labels mention frost?"])
async def test_a_list_of_hits_is_of_what_is_searched(question: str) -> None:
    said = await talk(nursery(), question)
    assert "frost does no harm" in said[0]
    assert ("search_labels", {"words": "frost"}) in said[1]


@pytest.mark.parametrize("question", ["Which trees are below their target?", "any trees under the target"])
async def test_a_switch_is_set_by_the_words_that_describe_it(question: str) -> None:
    said = await talk(nursery(), question)
    assert ("list_trees", {"short": True}) in said[1]
    assert "Quince" in said[0]
    assert "box" not in said[0]


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("which of the fruit trees is the cheapest?", "Quince", "Medlar"),
        ("Of the shrubs, which is the most expensive?", "Tall box", "Low box"),
    ],
)
async def test_one_of_several_is_the_one_that_comes_first(question: str, one: str, other: str) -> None:
    said = await talk(nursery(), question)
    assert one in said[0]
    assert other not in said[0]


async def test_words_for_a_kind_are_no_choice_of_it() -> None:
    said = await talk(nursery(), "List the shrub trees")
    assert "Tall box" in said[0]
    assert "Quince" not in said[0]


async def test_two_names_for_one_thing_leave_open_which_of_two_it_is() -> None:
    said = await talk(nursery(), "water Ida Moor's box")
    assert [tool for tool, _ in said[1] if tool == "water_tree"] == []
    assert said[0].endswith("?")
