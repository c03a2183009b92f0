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
CANCELS = 5
CANCEL_SECONDS = 10
MIDDLE = 0.4
DIGITS: dict[str, dict[str, Any]] = {
    "at_once": {"count": 20_000},
    "one_by_one": {"count": 10_000, "way": "one by one"},
}


class CallFailed(Exception):
    """A tool answered with an error."""


async def call(client: Any, name: str, arguments: dict[str, Any]) -> Any:
    result = await client.call_tool(name, arguments)
    if result.is_error:
        raise CallFailed(f"{name}: {result.content[0].text}")
    return result


def waits(name: str = "") -> Figures:
    """The longest since this was called before: of the app's page, and of this one, the host's."""
    app, host = js.longestWaits().to_py()
    return {f"{name}longest_wait_ms": app, f"{name}host_wait_ms": host}


async def memory_mb() -> float:
    """Of all pages together."""
    return float(await (await js.fetch("/memory")).json()) / 1e6


async def pi(connected: Any, clock: Any) -> Figures:
    async with connected("pi") as (page, client):
        await call(client, "calculate_pi", {"iterations": WARMING_POINTS})
        before = await memory_mb()
        waits()
        watch = clock()
        result = await call(client, "calculate_pi", {"iterations": POINTS})
        took = watch.ms()
        figures: Figures = {"points_per_s": POINTS / took * 1000, **waits()}
        figures |= {"memory_mb_before": before, "memory_mb_after": await memory_mb()}
        figures["cancel_ms"] = await cancel(page, client, clock, took, "calculate_pi", {"iterations": POINTS})
        await call(client, "digits_of_pi", {"count": 1000})
        for name, arguments in DIGITS.items():
            waits()
            watch = clock()
            await call(client, "digits_of_pi", arguments)
            took = watch.ms()
            figures |= {f"digits_{name}_ms": took, **waits(f"digits_{name}_")}
            figures[f"digits_{name}_cancel_ms"] = await cancel(page, client, clock, took, "digits_of_pi", arguments)
    found = result.structured_content
    return {**figures, "standard_errors_off": abs(found["error"]) / found["standard_error"]}


async def cancel(page: Any, client: Any, clock: Any, took: float, tool: str, arguments: dict[str, Any]) -> float:
    """From the client's cancel, in the middle of what takes so long, until the server's page says that the work has
    ended; the median of a few."""
    return sorted([await _cancel(page, client, clock, took, tool, arguments) for _ in range(CANCELS)])[CANCELS // 2]


async def _cancel(page: Any, client: Any, clock: Any, took: float, tool: str, arguments: dict[str, Any]) -> float:
    running = asyncio.create_task(call(client, tool, arguments))
    await asyncio.sleep(took / 1000 * MIDDLE)
    cancelled, done = page.expect("cancelled"), page.expect("done")
    watch = clock()
    was_done = not running.cancel()
    if not was_done:
        await asyncio.wait((cancelled, done), timeout=CANCEL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    found = watch.ms()
    if was_done or done.done():  # it was quicker this time
        return await _cancel(page, client, clock, took / 2, tool, arguments)
    if not cancelled.done():
        raise CallFailed(f"{tool} with {arguments} was not cancelled within {CANCEL_SECONDS} seconds.")
    waits()
    return found


async def reference(connected: Any, clock: Any) -> Figures:
    js.referencePi(POINTS // 100)
    before = await memory_mb()
    found = js.referencePi(POINTS)
    figures = {"points_per_s": POINTS / found.ms * 1000, "longest_wait_ms": found.ms}
    return {**figures, "memory_mb_before": before, "memory_mb_after": await memory_mb()}


async def counted(connected: Any, clock: Any) -> Figures:
    js.countedPi(POINTS // 100)
    found = js.countedPi(POINTS)
    return {"points_per_s": POINTS / found.ms * 1000, "longest_wait_ms": found.ms}


async def json_analyzer(connected: Any, clock: Any) -> Figures:
    waits()
    watch = clock()
    async with connected("json_analyzer", "bench", set_up=True) as (_, client):
        figures = {"json_set_up_ms": watch.ms(), **waits("json_set_up_")}
        for name, tool, arguments in (
            ("first_call", "pointer", {"pointer": "/0/id"}),
            ("describe", "describe", {}),
            ("query", "query", {"path": "$[?@.id == 250000].name"}),
            ("search", "search", {"text": "name 250000"}),
            ("pointer", "pointer", {"pointer": "/1000/name"}),
        ):
            watch = clock()
            await call(client, tool, arguments)
            figures |= {f"json_{name}_ms": watch.ms(), **waits(f"json_{name}_")}
    return figures


async def notebook(connected: Any, clock: Any) -> Figures:
    text = str(await (await js.fetch("./big.csv")).text())
    async with connected("notebook") as (page, client):
        waits()
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
            figures |= {f"notebook_{name}_ms": watch.ms(), **waits(f"notebook_{name}_")}
    return figures


async def choose(page: Any, clock: Any) -> Figures:
    """The rows as JSON: too long for a message."""
    loaded = page.expect("loaded")
    watch = clock()
    page.feed()
    await asyncio.wait_for(loaded, 60)
    return {"notebook_load_json_ms": watch.ms(), **waits("notebook_load_json_")}


STEPS: dict[str, Step] = {
    "pi": pi,
    "counted": counted,
    "reference": reference,
    "json_analyzer": json_analyzer,
    "notebook": notebook,
}
