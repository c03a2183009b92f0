"""A server that asks for the camera and the microphone; with `?optional` in its address, it can do without either."""

from __future__ import annotations

from collections.abc import Callable

from mcp.server import MCPServer
from transom import InnerOptions, PermissionRequirement, serve

PURPOSES = {"camera": "To see the bread.", "microphone": "To hear the oven."}


def requirements(*required: str) -> tuple[PermissionRequirement, ...]:
    """What the page asks for; it can't do without those named."""
    return tuple(
        PermissionRequirement(name=name, phase=("setup", "transport"), required=name in required, purpose=purpose)
        for name, purpose in PURPOSES.items()
    )


def new_server(allows: Callable[[str], bool]) -> MCPServer:
    """`allows` tells whether the page's policy has a permission in it."""
    mcp = MCPServer("Permission")

    @mcp.tool()
    async def allowed() -> list[str]:
        """The permissions that this page has got."""
        return [name for name in (*PURPOSES, "geolocation") if allows(name)]

    return mcp


async def start(host: str) -> None:
    from pyscript import document, window

    required = () if window.location.search == "?optional" else ("camera",)
    options = InnerOptions(permissions=requirements(*required))
    await serve(new_server(document.featurePolicy.allowsFeature), allow=[host], options=options)
