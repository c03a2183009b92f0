"""Orders about things that only another thing tells of: the locker of a hut."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Hut(BaseModel):
    id: str
    valley: str


class Locker(BaseModel):
    id: str
    kind: Literal["ski_rack", "boot_dryer", "shelf"]
    side: Literal["left", "right"]


class HutDetails(Hut):
    lockers: list[Locker]


LOCKERS = {
    "H12": [
        Locker(id="LK-201", kind="ski_rack", side="left"),
        Locker(id="LK-202", kind="boot_dryer", side="left"),
        Locker(id="LK-203", kind="boot_dryer", side="right"),
    ],
    "H31": [Locker(id="LK-301", kind="boot_dryer", side="left")],
}


def huts() -> MCPServer:
    server = MCPServer("Huts")

    @server.tool(annotations=READS)
    def list_huts() -> list[Hut]:
        """The huts, by valley."""
        return [Hut(id=one, valley="Upper") for one in LOCKERS]

    @server.tool(annotations=READS)
    def get_hut(hut_id: Annotated[str, Field(description="Such as H12")]) -> HutDetails:
        """A hut with its lockers."""
        return HutDetails(id=hut_id, valley="Upper", lockers=LOCKERS[hut_id])

    @server.tool(annotations=ACTS)
    def record_count(
        locker_id: Annotated[str, Field(description="Number on the locker, such as LK-101")],
        value: Annotated[float, Field(ge=0, description="What its counter shows")],
    ) -> str:
        """Record what the counter of a locker shows."""
        return "Recorded."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if call[0] == "record_count"]


@pytest.mark.parametrize(
    ("question", "locker"),
    [
        ("record 217.5 for the ski rack of H12", "LK-201"),
        ("the boot dryer in h31 is at 217.5 now, note that down", "LK-301"),
        ("record 217.5 for locker LK-202", "LK-202"),
    ],
)
async def test_what_a_thing_has_is_found_in_it(question: str, locker: str) -> None:
    assert done(await talk(huts(), question)) == [("record_count", {"locker_id": locker, "value": 217.5})]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("record 217.5 for the boot dryer of H12", ["LK-202", "LK-203"]),
        ("record a count of 217.5 for H12", ["LK-201", "LK-202", "LK-203"]),
    ],
)
async def test_of_several_that_it_has_is_asked_which(question: str, names: list[str]) -> None:
    said = await talk(huts(), question)
    assert not done(said)
    assert all(name in said[0] for name in names)


async def test_without_the_thing_that_has_it_it_is_asked_for() -> None:
    said = await talk(huts(), "record 217.5 for the boot dryer")
    assert not done(said)
    assert "locker" in said[0]
