"""What is measured once there is a connection: the same in a page and in native Python, and in measure.js."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any

import anyio

SMALL = "Ada"

Echo = Callable[[str], Awaitable[str]]


async def measure(echo: Echo, plan: Mapping[str, int]) -> dict[str, Any]:
    """Times of calls, one after the other and many at once; `plan` is plan.json."""
    for _ in range(plan["warm_up"]):
        await _timed(echo, SMALL)
    rtts = [await _timed(echo, SMALL) for _ in range(plan["sequential"])]
    seconds = await _many(echo, plan["many"], plan["in_flight"])
    large = "x" * plan["large_bytes"]
    return {
        "rtts_ms": rtts,
        "calls_per_s": plan["many"] / seconds,
        "large_ms": [await _timed(echo, large) for _ in range(plan["large"])],
    }


async def _timed(echo: Echo, text: str) -> float:
    started = perf_counter()
    answer = await echo(text)
    elapsed = perf_counter() - started
    if answer != text:
        raise ValueError(f"The answer is not what was sent: {answer[:200]!r}")
    return elapsed * 1000


async def _many(echo: Echo, calls: int, in_flight: int) -> float:
    left = iter(range(calls))

    async def caller() -> None:
        for _ in left:
            await echo(SMALL)

    started = perf_counter()
    async with anyio.create_task_group() as group:
        for _ in range(in_flight):
            group.start_soon(caller)
    return perf_counter() - started
