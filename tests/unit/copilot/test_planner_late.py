"""What is late, what has to be done by a day, and switches that descriptions turn both ways."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Portrait(BaseModel):
    id: Annotated[str, Field(description="For example PO-1")]
    sitter: str
    place: Literal["studio", "out", "inquiry"]
    begun: date
    hang_by: Annotated[date, Field(description="The day by which it hangs")]
    signed: Annotated[bool, Field(description="Whether the painter has initialled it")]
    overdue: bool


def _portrait(key: str, sitter: str, place: Literal["studio", "out", "inquiry"], day: int, signed: bool) -> Portrait:
    begun, hang = date(2026, 5, day), date(2026, 6, day)
    return Portrait(id=key, sitter=sitter, place=place, begun=begun, hang_by=hang, signed=signed, overdue=day < 2)


PORTRAITS = [
    _portrait("PO-1", "Ada Stone", "studio", 1, True),
    _portrait("PO-2", "Bo Lake", "out", 4, False),
    _portrait("PO-3", "Cy Moor", "inquiry", 20, True),
]


def studio() -> MCPServer:
    server = MCPServer("Studio")

    @server.tool(annotations=READS)
    def list_portraits(
        signed: Annotated[bool | None, Field(description="false: only those that nobody has initialled")] = None,
    ) -> list[Portrait]:
        """Portraits that the studio paints."""
        return [one for one in PORTRAITS if signed in (None, one.signed)]

    return server


@pytest.mark.parametrize(
    ("question", "one", "others"),
    [
        ("which portraits should have been finished by now but arent?", "Ada Stone", ("Bo Lake", "Cy Moor")),
        ("any portraits that shoud be done already", "Ada Stone", ("Bo Lake", "Cy Moor")),
        ("which portraits have to go by 10 june", "Bo Lake", ("Cy Moor",)),
        ("which portraits are just an enquiry", "Cy Moor", ("Ada Stone", "Bo Lake")),
        ("any portraits that they haven't initialled yet", "Bo Lake", ("Ada Stone", "Cy Moor")),
        ("which portraits are out", "Bo Lake", ("Ada Stone", "Cy Moor")),
    ],
)
async def test_what_is_late_due_or_not_yet_done_is_told(question: str, one: str, others: tuple[str, ...]) -> None:
    words, _ = await talk(studio(), question)
    assert one in words
    assert not [other for other in others if other in words]


async def test_what_is_done_with_all_is_not_where_one_is() -> None:
    words, _ = await talk(studio(), "List the portraits that we hire out")
    assert "Ada Stone" in words
    assert "Cy Moor" in words
