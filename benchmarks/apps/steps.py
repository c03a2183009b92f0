"""What is measured in each app, by a client in the host's page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import js

Figures = dict[str, float]
Step = Callable[[Any, Any], Awaitable[Figures]]

POINTS = 50_000_000
WARMING_POINTS = 5_000_000
REFERENCE_POINTS = 5_000_000
BEFORE_CANCEL_SECONDS = 0.4
CANCELS = 5


class CallFailed(Exception):
    """A tool answered with an error."""


async def call(client: Any, name: str, arguments: dict[str, Any]) -> Any:
    result = await client.call_tool(name, arguments)
    if result.is_error:
        raise CallFailed(f"{name}: {result.content[0].text}")
    return result


async def pi(connected: Any, clock: Any) -> Figures:
    async with connected("pi") as (page, client):
        await call(client, "calculate_pi", {"iterations": WARMING_POINTS})
        js.longestWait()
        watch = clock()
        result = await call(client, "calculate_pi", {"iterations": POINTS})
        seconds = watch.ms() / 1000
        wait = float(js.longestWait())
        cancels = sorted([await cancel(page, client, clock) for _ in range(CANCELS)])
    return {
        "points_per_s": POINTS / seconds,
        "longest_wait_ms": wait,
        "cancel_ms": cancels[CANCELS // 2],
        "standard_errors_off": abs(result.structured_content["error"]) / result.structured_content["standard_error"],
    }


async def cancel(page: Any, client: Any, clock: Any) -> float:
    """From the client's cancel until the server's page says that the work has ended."""
    cancelled = page.expect("cancelled")
    running = asyncio.create_task(call(client, "calculate_pi", {"iterations": POINTS}))
    await asyncio.sleep(BEFORE_CANCEL_SECONDS)
    watch = clock()
    running.cancel()
    await asyncio.wait_for(cancelled, 10)
    return watch.ms()


async def reference(connected: Any, clock: Any) -> Figures:
    js.referencePi(REFERENCE_POINTS // 10)
    found = js.referencePi(REFERENCE_POINTS)
    return {"points_per_s": REFERENCE_POINTS / (found.ms / 1000), "longest_wait_ms": found.ms}


async def json_analyzer(connected: Any, clock: Any) -> Figures:
    js.longestWait()
    watch = clock()
    async with connected("json_analyzer", "bench", set_up=True) as (_, client):
        figures = {"json_set_up_ms": watch.ms(), "json_set_up_wait_ms": float(js.longestWait())}
        for name, tool, arguments in (
            ("first_call", "pointer", {"pointer": "/0/id"}),
            ("describe", "describe", {}),
            ("query", "query", {"path": "$[?@.id == 250000].name"}),
            ("search", "search", {"text": "name 250000"}),
            ("pointer", "pointer", {"pointer": "/1000/name"}),
        ):
            watch = clock()
            await call(client, tool, arguments)
            figures[f"json_{name}_ms"] = watch.ms()
            figures[f"json_{name}_wait_ms"] = float(js.longestWait())
    return figures


async def notebook(connected: Any, clock: Any) -> Figures:
    text = str(await (await js.fetch("./big.csv")).text())
    async with connected("notebook") as (page, client):
        js.longestWait()
        figures = await choose(page, clock)
        grouped = {"group_by": ["town"], "aggregates": [{"function": "mean", "column": "degrees"}]}
        for name, tool, arguments in (
            ("load", "load_data", {"text": text}),
            ("filter", "query", {"filters": [{"column": "visitors", "op": ">", "value": 4990}]}),
            ("group", "query", grouped),
            ("sort", "query", {"sort": [{"column": "visitors", "descending": True}]}),
            ("plot", "plot", {"x": "day", "y": "degrees", "by": "town"}),
            ("sql", "sql", {"statement": "SELECT town, avg(degrees) FROM data GROUP BY town"}),
            ("sql_again", "sql", {"statement": "SELECT town, max(degrees) FROM data GROUP BY town"}),
        ):
            watch = clock()
            await call(client, tool, arguments)
            figures[f"notebook_{name}_ms"] = watch.ms()
            figures[f"notebook_{name}_wait_ms"] = float(js.longestWait())
    return figures


async def choose(page: Any, clock: Any) -> Figures:
    """The rows as JSON: too long for a message."""
    loaded = page.expect("loaded")
    watch = clock()
    page.feed()
    await asyncio.wait_for(loaded, 60)
    return {"notebook_load_json_ms": watch.ms(), "notebook_load_json_wait_ms": float(js.longestWait())}


STEPS: dict[str, Step] = {"pi": pi, "reference": reference, "json_analyzer": json_analyzer, "notebook": notebook}
