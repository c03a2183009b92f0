"""A small page above the copilot: an MCP server with a frame, which a test can steer. Runs in the page."""

import asyncio
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated, ToolsListChanged
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field
from pyscript import document, window
from pyscript.ffi import create_proxy
from transom import OuterFrame, TransomError, serve, served_origin

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False)


class Boat(BaseModel):
    id: str
    name: str
    berth: str
    days_late: int


BOATS = [
    Boat(id="B-1", name="Seagull", berth="North pier", days_late=0),
    Boat(id="B-2", name="Heron", berth="South pier", days_late=3),
    Boat(id="B-3", name="<b>Albatross</b>", berth="South pier", days_late=12),
]

bus = InMemorySubscriptionBus()
mcp = MCPServer("Harbour office", instructions="Ask about boats.", subscriptions=bus)
gate = asyncio.Event()
made: list[str] = []


@mcp.tool(title="List boats", annotations=READS)
def list_boats(
    late: Annotated[bool | None, Field(description="Only those that are late, or are not")] = None,
) -> list[Boat]:
    """The boats in the harbour. Example: which boats are late?"""
    return [boat for boat in BOATS if late is None or (boat.days_late > 0) == late]


@mcp.tool(title="Show a boat", annotations=READS)
def show_boat(boat_id: Annotated[str, Field(description="The id of a boat, such as B-1")]) -> Boat:
    """Everything about one boat. Example: boat_id="B-2\""""
    for boat in BOATS:
        if boat.id == boat_id:
            return boat
    raise ToolError(f"There is no boat {boat_id}. List boats gives the ids.")


@mcp.tool(title="Move a boat", annotations=ACTS)
def move_boat(boat_id: str, berth: str) -> str:
    """Bring a boat to another berth."""
    made.append(f"move {boat_id} {berth}")
    raise ToolError("Refused: the harbour master said no. Ask for another berth.")


@mcp.tool(title="Wait for the tide", annotations=READS)
async def wait_for_tide() -> str:
    """Takes as long as the tide does."""
    try:
        await gate.wait()
    except asyncio.CancelledError:
        made.append("cancelled")
        document.documentElement.dataset.made = " ".join(made)
        raise
    return "The tide is high."


@mcp.resource("harbour://tide", title="The tide")
def tide() -> str:
    return "rising"


@mcp.prompt(title="Morning round")
def morning_round() -> str:
    """What there is to know in the morning."""
    return "Which boats are late, and where are they?"


def blow_up() -> str:
    """Makes fog."""
    return "Fog."


def ask_the_master() -> CallToolResult:
    """Is busy whenever he is asked."""
    text = TextContent(text="Refused: The harbour master is busy. Ask later.")
    return CallToolResult(content=[text], is_error=True, _meta={"transom/retry_after_seconds": 12})


def ships_log() -> str:
    """All that was ever written into it."""
    return "".join(f'Day {number}: wind from the north, "nothing" to tell.\n' for number in range(2000))


async def steer(word: str) -> None:
    """What a test asks of this page."""
    match word:
        case "open the gate":
            gate.set()
        case "close the gate":
            gate.clear()
        case "offer fog":
            mcp.add_tool(blow_up, name="fog", title="Make <i>fog</i>")
            await bus.publish(ToolsListChanged())
        case "no fog":
            mcp.remove_tool("fog")
            await bus.publish(ToolsListChanged())
        case "offer the master":
            mcp.add_tool(ask_the_master, name="ask_the_master", title="Ask the harbour master", annotations=READS)
            await bus.publish(ToolsListChanged())
        case "no master":
            mcp.remove_tool("ask_the_master")
            await bus.publish(ToolsListChanged())
        case "offer the log":
            mcp.add_tool(ships_log, name="ships_log", title="Read the ship's log", annotations=READS)
            await bus.publish(ToolsListChanged())
        case "no log":
            mcp.remove_tool("ships_log")
            await bus.publish(ToolsListChanged())
        case "tide turns":
            await bus.publish(ResourceUpdated(uri="harbour://tide"))
        case "disconnect":
            state.wants = False
            if state.serving:
                state.serving.cancel()
        case "connect":
            state.wants = True
            state.changed.set()


class State:
    def __init__(self) -> None:
        self.wants = True
        self.serving: Any = None
        self.changed = asyncio.Event()


state = State()
window.steer = create_proxy(lambda word: asyncio.ensure_future(steer(word)))


async def session(frame: OuterFrame) -> None:
    async with frame.connect() as transport:
        frame.show()
        await serve(mcp, over=transport)


async def main() -> None:
    url = f"{await served_origin('copilot')}/"
    is_popup = "popup" in str(window.location.search)
    if is_popup:
        opened = asyncio.Event()
        document.querySelector("button").addEventListener("click", create_proxy(lambda event: opened.set()))
        await opened.wait()
    frame = OuterFrame(url, document.querySelector("main"), popup=is_popup, title="Copilot")
    while True:
        state.changed.clear()
        state.serving = asyncio.ensure_future(session(frame))
        try:
            await state.serving
        except (TransomError, asyncio.CancelledError) as error:
            print(f"The session is over: {error!r}")
        if not state.wants:
            await state.changed.wait()


state.serving = asyncio.ensure_future(main())
