"""The development server: one application for all ports, each an origin of its own."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from devserver.files import SOURCE_HEADERS, Runtime, Sources
from devserver.origins import NoFreePorts, Origins

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:\d*)?", re.ASCII | re.IGNORECASE)
SECURITY_HEADERS = {
    "origin-agent-cluster": "?1",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def hostname_of(host: str) -> str:
    """The name in a Host header, without its port; the brackets of an IPv6 address stay. Empty if it is no host."""
    return match[1] if (match := HOST.fullmatch(host)) else ""


def is_own_host(host: str, address: str) -> bool:
    """Whether a Host header names this server, as bound to `address`.

    Any other name would be a foreign page's, pointed here by its DNS to read what only this machine may.
    """
    name = hostname_of(host).lower().strip("[]").rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    if name == address.lower():
        return True
    if is_loopback(address):
        return is_loopback(name)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == socket.gethostname().lower()
    return True


def is_loopback(address: str) -> bool:
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Guard:
    """Refuses foreign hosts, and adds to every answer the headers that all of them have."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {**SECURITY_HEADERS, **SOURCE_HEADERS}.items():
                    headers.setdefault(name, value)
            await send(message)

        if is_own_host(Headers(scope=scope).get("host", ""), self._address):
            await self._app(scope, receive, guarded)
        else:
            refused = PlainTextResponse("This server answers only to its own host names.\n", status_code=421)
            await refused(scope, receive, guarded)


class PageFiles:
    """The folder of the port that a request came in on."""

    def __init__(self, origins: Origins, announce: Callable[[str], None]) -> None:
        self._origins = origins
        self._announce = announce
        self._served: dict[Path, Sources] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for name in self._origins.refresh():
            self._announce(name)
        folder = self._origins.folder(scope["server"][1])
        if folder is None:
            raise HTTPException(404)
        if folder not in self._served:
            self._served[folder] = Sources(folder, may_be_framed=folder not in self._origins.outer_folders)
        await self._served[folder](scope, receive, send)


def create_app(
    origins: Origins, dist: Path, address: str = "127.0.0.1", announce: Callable[[str], None] = lambda name: None
) -> ASGIApp:
    """The application; `dist` has the built runtime, `announce` hears of apps that are added while it runs."""

    async def origins_json(request: Request) -> Response:
        for name in origins.refresh():
            announce(name)
        hostname = hostname_of(request.headers["host"])
        return JSONResponse({**origins.roles(hostname), "apps": origins.apps(hostname)})

    async def not_found(request: Request, error: Exception) -> Response:
        return PlainTextResponse(f"There is nothing at {request.url.path} here.\n", status_code=404)

    async def no_free_ports(request: Request, error: Exception) -> Response:
        return PlainTextResponse(f"{error}\n", status_code=500)

    handlers: Mapping[int | type[Exception], Callable[[Request, Exception], object]] = {
        404: not_found,
        NoFreePorts: no_free_ports,
    }
    app = Starlette(
        routes=[
            Route("/origins.json", origins_json),
            Mount("/runtime", Runtime(dist)),
            Mount("/", PageFiles(origins, announce)),
        ],
        exception_handlers=handlers,  # type: ignore[arg-type]
    )
    return Guard(app, address)
