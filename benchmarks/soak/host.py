import asyncio
import gc
import json

import js
import pyodide_js
from mcp import Client
from transom import OuterFrame

query = js.URLSearchParams.new(js.location.search)
CALLS, CONNECTS, STEPS = (int(query.get(name)) for name in ("calls", "connects", "steps"))
module = pyodide_js._module
frame = OuterFrame(query.get("frame"), js.document.body)


async def report(kind: str, number: int) -> None:
    await asyncio.sleep(0.2)  # what ends with a turn of the browser has ended then
    gc.collect()
    js.gc()
    held = {
        "proxies": module.pyproxy_alloc_map.size,
        "tasks": len(asyncio.all_tasks()),
        "frames": js.document.querySelectorAll("iframe").length,
        "objects": len(gc.get_objects()),
        "wasm_mb": module.HEAPU8.length / 1e6,
    }
    body = json.dumps({"kind": kind, "number": number, **held})
    options = {"method": "POST", "body": body}
    await js.fetch("/report", js.JSON.parse(json.dumps(options)))


async def call(client: Client, calls: int) -> None:
    left = iter(range(calls))

    async def caller() -> None:
        for number in left:
            await client.call_tool("echo", {"text": str(number)})

    await asyncio.gather(*(caller() for _ in range(20)))


async def connect() -> None:
    async with frame.connect() as transport, Client(transport) as client:
        await client.call_tool("echo", {"text": ""})


module.enable_pyproxy_allocation_tracing()
async with frame.connect() as transport, Client(transport) as client:
    await call(client, CALLS // STEPS)
    await report("calls", 0)
    for step in range(1, STEPS + 1):
        await call(client, CALLS // STEPS)
        await report("calls", step * CALLS // STEPS)
await connect()
await report("connects", 0)
for step in range(1, STEPS + 1):
    for _ in range(CONNECTS // STEPS):
        await connect()
    await report("connects", step * CONNECTS // STEPS)
await report("done", 0)
