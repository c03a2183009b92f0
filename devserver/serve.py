"""`python3 serve.py`: builds what is out of date, and serves until Ctrl+C."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from contextlib import suppress

import uvicorn

from devserver.app import create_app, is_loopback
from devserver.console import say, steps
from devserver.origins import ROOT, Origins, bind_block
from runtime.build import DIST, build, is_current

LINGER_SECONDS = 1


def _shown_host(address: str) -> str:
    """The host name to put into a URL for an address that is listened on."""
    if is_loopback(address) or address in ("0.0.0.0", "::"):  # noqa: S104
        return "localhost"
    return f"[{address}]" if ":" in address else address


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _announce(origins: Origins, hostname: str) -> str:
    """Print every URL; the one to open."""
    apps = {f"apps/{name}": url for name, url in origins.apps(hostname).items()}
    everything = {**origins.roles(hostname), **apps}
    width = max(map(len, everything), default=0)
    say()
    for name, url in everything.items():
        say(f"  {name:<{width}}  {url}/")
    say("\nCtrl+C stops the server.")
    return next(iter(everything.values()), "")


class Server(uvicorn.Server):
    """uvicorn, telling when it accepts connections."""

    def __init__(self, config: uvicorn.Config, url: str) -> None:
        super().__init__(config)
        self._url = url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._url:
            webbrowser.open(self._url)


def serve(address: str, port: int, *, open_browser: bool) -> int:
    if not is_current():
        with steps() as step:
            build(step)
    try:
        sockets = bind_block(address, port)
    except (socket.gaierror, OSError) as error:
        say(f"Can't listen on {address}: {error.strerror or error}. Choose another address with --host.")
        return 1
    first = sockets[0].getsockname()[1]
    if first != port:
        say(f"Some port from {port} on is taken; using the block from {first} on.")
    if not is_loopback(address):
        say(f"Warning: listening on {address}, so others on the network can read what is served here.")
    origins = Origins(ROOT, first)
    origins.refresh()
    hostname = _shown_host(address)
    url = _announce(origins, hostname)

    def added(name: str) -> None:
        say(f"New: apps/{name}  {origins.apps(hostname)[name]}/")

    config = uvicorn.Config(
        create_app(origins, DIST, address, added),
        log_level="warning",
        lifespan="off",
        timeout_graceful_shutdown=LINGER_SECONDS,
    )
    with suppress(KeyboardInterrupt):  # uvicorn has closed everything, and raises it once more
        Server(config, url if open_browser and _has_display() else "").run(sockets=sockets)
    say("Stopped.")
    return 0
