import asyncio
import json

import js
from mcp import Client, MCPError
from pyscript import document, when
from transom import OuterFrame, TransomError

state, tools = document.getElementById("state"), document.getElementById("tools")
connect, disconnect = document.getElementById("connect"), document.getElementById("disconnect")
url = document.getElementById("url")
session: asyncio.Task[None] | None = None


def say(text: str, *, busy: bool) -> None:
    state.textContent = text
    now, then = (disconnect, connect) if busy else (connect, disconnect)
    now.disabled = False
    if document.activeElement.id == then.id:  # a button that is disabled would lose the focus
        now.focus()
    then.disabled = True


def texts(error: BaseException) -> list[str]:
    """What went wrong; the SDK's client raises groups."""
    if isinstance(error, BaseExceptionGroup):
        return [text for part in error.exceptions for text in texts(part)]
    return [str(error)]


async def show_tools(client: Client) -> None:
    for tool in (await client.list_tools()).tools:
        item = document.createElement("li")
        item.textContent = f"{tool.name}: {tool.description or 'no description'}"
        tools.append(item)


async def converse(address: str) -> None:
    """One session, from the setup to its end."""
    try:
        frame = OuterFrame(
            address, document.getElementById("frame"), on_stage=lambda stage: say(f"Python: {stage}.", busy=True)
        )
        result = await frame.setup()
        async with frame.connect(result.session_id) as transport, Client(transport) as client:
            say(f"Connected to {result.display_name}.", busy=True)
            await show_tools(client)
            say(str(await transport.wait_ended()), busy=False)
    except* (TransomError, MCPError, ValueError) as errors:
        say(" ".join(texts(errors)), busy=False)
    except* asyncio.CancelledError:
        say("Disconnected.", busy=False)
    finally:
        tools.replaceChildren()


@when("submit", "form")
def start(event) -> None:
    global session
    event.preventDefault()
    say("Loading the page …", busy=True)
    session = asyncio.create_task(converse(url.value))


@when("click", "#disconnect")
def stop(event) -> None:
    if session is not None:
        session.cancel()


apps = json.loads(await (await js.fetch("/origins.json")).text())["apps"]
url.value = f"{next(iter(apps.values()))}/" if apps else ""
