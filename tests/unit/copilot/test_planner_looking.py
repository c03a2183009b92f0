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


TREES = [
    Tree(id="T-1", name="Old lime", remark="A swarm of bees lives in the trunk."),
    Tree(id="T-2", name="Copper beech", remark="The lowest branch was sawn off after the storm."),
    Tree(id="T-3", name="Plane", remark="A bench stands beneath it."),
]


def garden() -> MCPServer:
    server = MCPServer("Garden")

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


@pytest.mark.parametrize("question", ["Who waters the lawn?", "What does a trip to Venus cost?"])
async def test_what_the_data_do_not_say_is_not_made_up(question: str) -> None:
    told, _ = await talk(garden(), question)
    assert not any(tree.name in told for tree in TREES)
