"""What is likely asked for, though no word names it: whoever does it, how many of each, the others."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .test_planner import READS, talk

pytestmark = pytest.mark.anyio


class Commission(BaseModel):
    id: Annotated[str, Field(description="For example CM-1")]
    title: str
    maker: str
    customer: str
    urgency: Literal["low", "medium", "high"]
    status: Literal["forging", "cooling", "fetched"]
    carbon_percent: float


class Remark(BaseModel):
    id: Annotated[str, Field(description="For example RK-1")]
    day: str
    by: str
    text: str


class Anvil(BaseModel):
    id: Annotated[str, Field(description="For example AN-1")]
    name: str
    keeper: str
    hardness: float


COMMISSIONS = [
    Commission(id="CM-1", title="Garden gate", maker="Ines Ruiz", customer="Hill School", urgency="low",
               status="forging", carbon_percent=0.3),
    Commission(id="CM-2", title="Fire basket", maker="Olaf Berg", customer="Red Inn", urgency="high",
               status="forging", carbon_percent=0.6),
    Commission(id="CM-3", title="Weather vane", maker="Ines Ruiz", customer="Tom Ash", urgency="medium",
               status="cooling", carbon_percent=0.2),
]  # fmt: skip
REMARKS = [
    Remark(id=f"RK-{at}", day="2026-05-01", by="Olaf Berg", text=text)
    for at, text in enumerate(["The bellows leak again.", "Coke is on its way.", "Hinges came without pins."], 1)
]
ANVILS = [
    Anvil(id="AN-1", name="Old Bess", keeper="Olaf Berg", hardness=52),
    Anvil(id="AN-2", name="Little John", keeper="Ines Ruiz", hardness=58),
]


def forge() -> MCPServer:
    server = MCPServer("Forge")

    @server.tool(annotations=READS)
    def list_commissions() -> list[Commission]:
        """What is being made, and for whom."""
        return COMMISSIONS

    @server.tool(annotations=READS)
    def list_anvils() -> list[Anvil]:
        """The anvils, and who looks after each."""
        return ANVILS

    @server.tool(annotations=READS)
    def search_remarks(
        text: Annotated[str | None, Field(description="Words that the remark has")] = None,
        limit: Annotated[int, Field(description="How many at most", le=1)] = 1,
    ) -> list[Remark]:
        """What was written down in the forge, the latest first."""
        return [one for one in REMARKS if text is None or text.casefold() in one.text.casefold()][:limit]

    return server


@pytest.mark.parametrize(
    ("turns", "said", "unsaid"),
    [
        (["who polishes Old Bess?"], ["Olaf Berg"], ["Ines"]),
        (["who's making the fire basket"], ["Olaf Berg"], ["Red Inn"]),
        (["does ines tend Little John?"], ["Ines Ruiz"], ["can't"]),
        (["which anvil did Ines Ruiz shape"], ["Little John"], ["Bess"]),
        (["how many commissions per maker?"], ["Ines Ruiz: **2**", "Olaf Berg: **1**"], []),
        (["number of commissions by status"], [], ["can't"]),
        (["how hard is Old Bess?"], ["52"], ["58"]),
        (["who makes the garden gate?", "which other commissions does she have?"], ["Weather vane"], ["gate"]),
        (["which commissions are forging?", "which of them is more urgent?"], ["Fire basket"], ["gate"]),
        (["which commission is the least urgent?"], ["Garden gate"], ["basket", "vane"]),
        (["what was written about hinges"], ["without pins"], ["bellows"]),
        (["anything that mentions coke?"], ["on its way"], ["bellows"]),
    ],
)
async def test_what_is_likely_asked_for_is_told(turns: list[str], said: list[str], unsaid: list[str]) -> None:
    answer, _ = await talk(forge(), *turns)
    assert [one for one in said if one not in answer] == [], answer
    assert [one for one in unsaid if one in answer] == [], answer


@pytest.mark.parametrize(
    "question", ["what is the weather in Rome?", "who is the mayor of Rome?", "how much is a horse"]
)
async def test_what_nothing_tells_is_not_guessed(question: str) -> None:
    answer, _ = await talk(forge(), question)
    assert "can't" in answer
