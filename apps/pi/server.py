"""The tools: pi by chance, and by digits."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from desk import Desk
from run import MOST_POINTS, PiEstimate, Run

LARGEST_SEED = 2**32 - 1
MOST_DIGITS = 20_000
"""All at once: the longest step for so many is 14 ms in native Python; for 50,000, it would be 190 ms."""
MOST_ONE_BY_ONE = 10_000

DRAWS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
CLEARS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)

Iterations = Annotated[int, Field(ge=1, le=MOST_POINTS, description="How many points to throw", examples=[5_000_000])]
Seed = Annotated[
    Annotated[int, Field(ge=0, le=LARGEST_SEED)] | None,
    Field(description="The same seed gives the same points again", examples=[42]),
]
Count = Annotated[int, Field(ge=1, le=MOST_DIGITS, description="How many digits after the point", examples=[1000])]
Way = Annotated[
    Literal["all at once", "one by one"],
    Field(description=f"One by one, they appear in the page as they are found; up to {MOST_ONE_BY_ONE:,} of them"),
]


class PiDigits(BaseModel):
    """The first digits of pi, cut off and not rounded."""

    digits: Annotated[str, Field(description="From the 3 on, with a point")]
    count: Annotated[int, Field(description="How many there are after the point")]
    seconds: float
    stopped: Annotated[bool, Field(description="Whether the person stopped it early, in the page")]


class Cleared(BaseModel):
    cleared: bool


def make_server(desk: Desk) -> MCPServer:
    mcp = MCPServer("Pi", instructions="Calculates pi in the page of a person, who can watch it there, and stop it.")

    @mcp.tool(title="Estimate pi with random points", annotations=DRAWS)
    async def calculate_pi(
        context: Context, iterations: Iterations = 5_000_000, seed: Seed = None
    ) -> Annotated[CallToolResult, PiEstimate]:
        """Throw points at a square, and see how many are in its quarter circle. Returns an estimate of pi with its
        standard error, and the picture that the points make. Takes a second or two for 50 million points.

        Example: iterations=5000000, seed=42
        """
        return estimate_result(await desk.throw(iterations, seed, context.report_progress))

    @mcp.tool(title="Digits of pi", annotations=DRAWS)
    async def digits_of_pi(context: Context, count: Count = 100, way: Way = "all at once") -> PiDigits:
        """The first digits of pi, exactly. Shows them in the page as well.

        Example: count=1000, way="one by one"
        """
        if way == "one by one" and count > MOST_ONE_BY_ONE:
            message = f'One by one there are {MOST_ONE_BY_ONE:,} digits at most: ask for fewer, or for "all at once".'
            raise ToolError(message)
        since = time.perf_counter()
        if way == "one by one":
            digits = await desk.write_one_by_one(count, context.report_progress)
        else:
            digits = await desk.write_at_once(count)
        found, seconds = len(digits) - 2, round(time.perf_counter() - since, 6)
        return PiDigits(digits=digits, count=found, seconds=seconds, stopped=found < count)

    @mcp.tool(title="Clear the page", annotations=CLEARS)
    async def reset() -> Cleared:
        """Remove the points, the figures and the digits from the page. Example: no arguments"""
        desk.clear()
        return Cleared(cleared=True)

    return mcp


def estimate_result(run: Run) -> CallToolResult:
    """In words, as figures, and with the picture."""
    found = run.estimate()
    words = (
        f"Pi is about {found.estimate:.6f}, give or take {found.standard_error:.6f}: {found.inside:,} of "
        f"{found.points:,} points are inside. It took {found.seconds:.2f} seconds."
    )
    if found.stopped:
        words += f" The person stopped it before all {run.wanted:,} points were thrown."
    return CallToolResult(
        content=[TextContent(text=words), Image(data=run.picture.png(), format="png").to_image_content()],
        structured_content=found.model_dump(),
    )
