"""A server that a person sets up in a form: a name, and a key that has to be right."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

from mcp.server import MCPServer
from transom import PageSession, SetupCancelled, SetupDone, SetupFailed, Visibility, current_session, serve

KEY = "open sesame"


def keep(storage: MutableMapping[str, Any], name: str, key: str) -> SetupDone:
    """Check what was entered, and keep it."""
    if key != KEY:
        raise SetupFailed("AUTH_FAILED", "The key is wrong. Ask the owner for a new one.")
    storage["name"] = name
    storage["key"] = key
    visibility = Visibility(requirement="optional", description="Shows who is signed in.")
    return SetupDone(display_name=f"Form of {name}", message=f"Welcome, {name}.", visibility=visibility)


async def ask(session: PageSession) -> SetupDone:
    from pyscript import document, when  # type: ignore[reportAttributeAccessIssue]

    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    @when("submit", "#setup")
    def submit(event: Any) -> None:
        event.preventDefault()
        answer.set_result("submit")

    @when("click", "#cancel")
    def cancel(event: Any) -> None:
        answer.set_result("cancel")

    document.getElementById("name").value = session.storage.get("name", "")
    document.getElementById("setup").hidden = False
    if await answer == "cancel":
        raise SetupCancelled("The form was closed.")
    return keep(session.storage, *(str(document.getElementById(name).value) for name in ("name", "key")))


def new_server() -> MCPServer:
    mcp = MCPServer("Form")

    @mcp.tool()
    async def who() -> str:
        """The name that was set up."""
        return current_session().storage["name"]

    @mcp.tool()
    async def expire(can_continue: bool = False) -> str:
        """Tell the host that the key has expired."""
        current_session().require_setup("The key has expired.", "AUTH_EXPIRED", can_continue=can_continue)
        return "Expired."

    return mcp


async def start(host: str) -> None:
    await serve(new_server(), allow=[host], setup=ask)
