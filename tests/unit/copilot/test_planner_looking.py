"""Questions that no field or filter fits: what the lists show is looked through for their words."""

from __future__ import annotations

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .test_planner import talk

pytestmark = pytest.mark.anyio


class Tree(BaseModel):
    id: str
    name: str
    remark: str


class TreeInFull(Tree):
    history: list[str]


HISTORY = {"T-2": ["Some 40 fungi were counted at the roots by the inspector."]}
TREES = [
    Tree(id="T-1", name="Old lime", remark="A swarm of bees lives in the trunk."),
    Tree(id="T-2", name="Copper beech", remark="The lowest branch was sawn off after the storm."),
    Tree(id="T-3", name="Plane", remark="A bench stands beneath it."),
]


def garden() -> MCPServer:
    server = MCPServer("Garden")

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    def get_tree(tree_id: str) -> TreeInFull:
        """All about a tree. Example: T-1"""
        tree = next(one for one in TREES if one.id == tree_id)
        return TreeInFull(**tree.model_dump(), history=HISTORY.get(tree_id, []))

    @server.tool(annotations=ToolAnnotations(read_only_hint=False))
    def fell_tree(tree_id: str) -> str:
        """Fell a tree. Example: T-1"""
        return f"{tree_id} is gone."

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    def list_trees() -> list[Tree]:
        """All trees. Example: which trees are there?"""
        return TREES

    return server


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Has somebody seen a swarm of bees?", "Old lime"),
        ("Is there a bench beneath one?", "Plane"),
    ],
)
async def test_what_the_data_say_in_passing_is_found(question: str, name: str) -> None:
    told, _ = await talk(garden(), question)
    assert name in told
    assert sum(tree.name in told for tree in TREES) == 1


async def test_what_only_the_details_say_is_found_with_as_many_words_as_say_it() -> None:
    told, _ = await talk(garden(), "roughly how many fungi has the beech got at its roots, says the inspector?")
    assert "Copper beech" in told
    assert "40 fungi" in told


async def test_nothing_is_done_to_what_only_comes_near() -> None:
    _, calls = await talk(garden(), "Chop up the swarm trunk bees")
    assert all(name != "fell_tree" for name, _ in calls)


@pytest.mark.parametrize("question", ["Who waters the lawn?", "What does a trip to Venus cost?"])
async def test_what_the_data_do_not_say_is_not_made_up(question: str) -> None:
    told, _ = await talk(garden(), question)
    assert not any(tree.name in told for tree in TREES)
