import js

usable_ms = js.performance.now()

from mcp import Client
from transom import OuterFrame

bench = await js.bench
query = js.URLSearchParams.new(js.location.search)


async def ignore(progress: float, total: float | None, message: str | None) -> None:
    pass


async def connect() -> None:
    started = js.performance.now()
    frame = OuterFrame(query.get("server"), js.document.body)
    async with frame.connect("bench") as transport, Client(transport) as client:
        await client.list_tools()
        bench.note("connect_ms", js.performance.now() - started)
        await run(client)
        await count(client)


async def run(client: Client) -> None:
    for number in range(int(query.get("runs"))):
        started = js.performance.now()
        await client.call_tool("echo", {"text": f"Ada {number}"})
        bench.note("run_ms", js.performance.now() - started)


async def count(client: Client) -> None:
    for name in ("warming", "closed"):
        frames = bench.frames()
        messages = int(query.get("messages"))
        await client.call_tool("count", {"messages": messages}, progress_callback=ignore)
        bench.counted(name, messages, frames)


bench.note("usable_ms", usable_ms)
if query.get("bench") == "load":
    await bench.again()
else:
    await bench.rest()
    await connect()
    bench.done()
