import asyncio
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Elicit, Resolve, Sample
from mcp_types import CreateMessageResult, SamplingMessage, TextContent
from pydantic import BaseModel
from pyscript import document, window
from transom import OuterFrame, serve

mcp = MCPServer("A server")


class Age(BaseModel):
    age: int


def how_old() -> Elicit[Age]:
    return Elicit("How old are you?", Age)


def opinion() -> Sample:
    question = SamplingMessage(role="user", content=TextContent(text="What do you say?"))
    return Sample([question], max_tokens=10)


@mcp.tool()
def greet(name: str) -> str:
    return f"Hello, {name}!"


@mcp.tool()
def echo(text: str) -> str:
    return text


@mcp.tool()
async def count(to: int, context: Context) -> str:
    for number in range(1, to + 1):
        await context.report_progress(number, to)
    return f"Counted to {to}"


@mcp.tool()
async def wait(context: Context) -> str:
    await context.report_progress(0)
    try:
        return await asyncio.get_running_loop().create_future()
    finally:
        document.documentElement.dataset.cancelled = "wait"


@mcp.tool()
def ask_age(given: Annotated[Age, Resolve(how_old)]) -> str:
    return f"accept: {given.age}"


@mcp.tool()
def ask_model(said: Annotated[CreateMessageResult, Resolve(opinion)]) -> str:
    assert isinstance(said.content, TextContent)
    return said.content.text


query = window.URLSearchParams.new(window.location.search)
if url := query.get("frame"):
    async with OuterFrame(url, document.body).connect("a session") as transport:
        await serve(mcp, over=transport)
else:
    await serve(mcp, allow=[query.get("allow")])
