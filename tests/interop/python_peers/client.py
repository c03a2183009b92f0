import asyncio
import json

from mcp import Client
from mcp_types import CreateMessageResult, ElicitResult, TextContent
from pyscript import document, window
from transom import OuterFrame, connect_out


async def answer_question(context, params):
    return ElicitResult(action="accept", content={"age": 36})


async def answer_as_model(context, params):
    return CreateMessageResult(role="assistant", model="none", content=TextContent(text="A model's answer"))


async def run(client):
    progress = []

    async def note(value, total, message):
        progress.append(value)

    async def text_of(tool, /, **arguments):
        return (await client.call_tool(tool, arguments, progress_callback=note)).content[0].text

    found = {
        "version": client.protocol_version,
        "tools": [tool.name for tool in (await client.list_tools()).tools],
        "greet": await text_of("greet", name="Ada"),
        "count": await text_of("count", to=3),
        "progress": list(progress),
        "ask_age": await text_of("ask_age"),
        "ask_model": await text_of("ask_model"),
    }
    await cancel_a_call(client)
    return found


async def cancel_a_call(client):
    begun = asyncio.Event()

    async def begin(value, total, message):
        begun.set()

    call = asyncio.ensure_future(client.call_tool("wait", {}, progress_callback=begin))
    await begun.wait()
    call.cancel()
    await asyncio.wait([call])
    assert call.cancelled()


query = window.URLSearchParams.new(window.location.search)
url = query.get("frame")
connecting = OuterFrame(url, document.body).connect("a session") if url else connect_out([query.get("allow")])
async with (
    connecting as transport,
    Client(
        transport,
        mode=query.get("mode") or "auto",
        elicitation_callback=answer_question,
        sampling_callback=answer_as_model,
    ) as client,
):
    document.documentElement.dataset.result = json.dumps(await run(client))
    await transport.wait_ended()
