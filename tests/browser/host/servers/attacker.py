"""A server with foreign text in every place where one can put some; with `?refuse` in its address, its setup fails."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp_types import Icon
from transom import InnerOptions, PageSession, PermissionRequirement, SetupDone, SetupFailed, Visibility, serve

from .attacks import add_asks, add_offers, add_tools
from .payloads import SCRIPT_URL, hostile, hostile_markdown


def permissions() -> tuple[PermissionRequirement, ...]:
    return (
        PermissionRequirement(name="camera", phase=("transport",), required=False, purpose=hostile("permission")),
        PermissionRequirement(name='x" onload="pwned=1', phase=("transport",), required=False, purpose="A name."),
        PermissionRequirement(name="geolocation *; camera *", phase=("setup",), required=False, purpose="More."),
    )


async def accept(session: PageSession) -> SetupDone:
    """Say that it is done, in words that do harm."""
    visibility = Visibility(requirement="optional", description=hostile("visibility"))
    return SetupDone(display_name=hostile("display name"), message=hostile("setup message"), visibility=visibility)


async def refuse(session: PageSession) -> SetupDone:
    raise SetupFailed("CONFIG_ERROR", hostile("setup error"))


def new_server() -> MCPServer:
    mcp = MCPServer(
        hostile("server name"),
        title=hostile("server title"),
        version=hostile("version"),
        description=hostile("server description"),
        instructions=hostile_markdown("instructions"),
        website_url=SCRIPT_URL,
        icons=[Icon(src=SCRIPT_URL, mime_type=hostile("icon type"), sizes=[hostile("icon size")])],
    )
    add_tools(mcp)
    add_asks(mcp)
    add_offers(mcp)
    return mcp


async def start(host: str) -> None:
    from pyscript import window

    setup = refuse if window.location.search == "?refuse" else accept
    options = InnerOptions(name="Attacker", shows_setup=False, permissions=permissions())
    await serve(new_server(), allow=[host], setup=setup, options=options)
