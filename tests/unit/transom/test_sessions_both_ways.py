"""The SDK's client and server over a channel: what the server asks and tells in the middle of it."""

from __future__ import annotations

import asyncio
from typing import Annotated

import anyio
import mcp_types as types
from mcp.client.session import ClientRequestContext
from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Elicit, Resolve, Sample
from pydantic import BaseModel

from tests.unit.transom.sessions import connected, era, text_in


class Choice(BaseModel):
    color: str


async def ask_color() -> Elicit[Choice]:
    return Elicit("Which color?", Choice)


async def ask_model() -> Sample:
    message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Name a color."))
    return Sample([message], max_tokens=5)


@era
async def test_a_tool_asks_the_person_in_the_middle_of_a_call(mode: str) -> None:
    server = MCPServer("Painter")

    @server.tool()
    async def paint(choice: Annotated[Choice, Resolve(ask_color)]) -> str:
        return f"painted {choice.color}"

    async def answer(context: ClientRequestContext, params: types.ElicitRequestParams) -> types.ElicitResult:
        assert params.message == "Which color?"
        return types.ElicitResult(action="accept", content={"color": "blue"})

    async with connected(server, mode=mode, elicitation_callback=answer) as client:
        assert text_in(await client.call_tool("paint", {})) == "painted blue"


@era
async def test_a_tool_asks_the_model_in_the_middle_of_a_call(mode: str) -> None:
    server = MCPServer("Painter")

    @server.tool()
    async def paint(reply: Annotated[types.CreateMessageResult, Resolve(ask_model)]) -> str:
        assert isinstance(reply.content, types.TextContent)
        return f"painted {reply.content.text}"

    async def answer(
        context: ClientRequestContext, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult:
        text = types.TextContent(type="text", text="green")
        return types.CreateMessageResult(role="assistant", content=text, model="m")

    async with connected(server, mode=mode, sampling_callback=answer) as client:
        assert text_in(await client.call_tool("paint", {})) == "painted green"


async def test_many_tools_ask_at_once_in_the_legacy_era() -> None:
    server = MCPServer("Painter")

    @server.tool()
    async def paint(number: int, ctx: Context) -> str:
        answer = await ctx.elicit(str(number), Choice)
        assert answer.action == "accept"
        return f"{number} {answer.data.color}"

    async def answer(context: ClientRequestContext, params: types.ElicitRequestParams) -> types.ElicitResult:
        await anyio.sleep(1 / (1 + int(params.message)))
        return types.ElicitResult(action="accept", content={"color": params.message})

    async with connected(server, mode="legacy", elicitation_callback=answer) as client:
        calls = [asyncio.ensure_future(client.call_tool("paint", {"number": number})) for number in range(20)]
        answers = [text_in(result) for result in await asyncio.gather(*calls)]
    assert answers == [f"{number} {number}" for number in range(20)]


async def test_a_change_of_the_list_is_told_in_the_legacy_era() -> None:
    server = MCPServer("Changing")
    heard = asyncio.Event()

    @server.tool()
    async def change(ctx: Context) -> str:
        server.add_tool(change, name="again")
        await ctx.session.send_tool_list_changed()
        return "changed"

    async def listen(message: object) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            heard.set()

    async with connected(server, mode="legacy", message_handler=listen) as client:
        await client.call_tool("change", {})
        await heard.wait()
        assert len((await client.list_tools()).tools) == 2


async def test_a_change_of_the_list_is_told_in_the_modern_era() -> None:
    server = MCPServer("Changing")

    @server.tool()
    async def change(ctx: Context) -> str:
        server.add_tool(change, name="again")
        await ctx.notify_tools_changed()
        return "changed"

    async with (
        connected(server, mode="2026-07-28") as client,
        client.listen(tools_list_changed=True) as events,
    ):
        await client.call_tool("change", {})
        await anext(events)
        assert len((await client.list_tools()).tools) == 2
