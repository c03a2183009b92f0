import json
from pathlib import Path

import js
from mcp import Client
from measure import measure
from transom import OuterFrame

url = js.URLSearchParams.new(js.location.search).get("frame")
plan = json.loads(Path("plan.json").read_text())

frame = OuterFrame(url, js.document.body)
async with frame.connect("bench") as transport, Client(transport) as client:

    async def echo(text: str) -> str:
        return (await client.call_tool("echo", {"text": text})).content[0].text

    await client.list_tools()
    connect_ms = js.performance.now() - js.innerIsUp
    figures = await measure(echo, plan)
    report = {"protocol": client.protocol_version, "connect_ms": connect_ms, **figures}
    js.report(js.JSON.parse(json.dumps(report)))
