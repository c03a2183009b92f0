"""Which role has which port: one origin each for the host, the dashboard, the copilot, the sandbox and every app."""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_PORT = 8700
BLOCK = 32
"""How many ports are taken in a row: one per role, and some for apps that are added while the server runs."""

ROLES = {
    "host": "host",
    "dashboard": "inverted_demo/dashboard",
    "copilot": "inverted_demo/copilot",
    "sandbox": "sandbox",
}
OUTER_ROLES = ("host", "dashboard")
LAST_PORT = 65535


class NoFreePorts(Exception):
    """No block of ports is free."""


@dataclass
class Origins:
    """Roles and apps by port. An app keeps its port as long as the server runs."""

    root: Path
    first_port: int
    _apps: dict[str, int] = field(default_factory=dict)

    def refresh(self) -> list[str]:
        """Look for apps; the names of those that are new."""
        folder = self.root / "apps"
        present = sorted(p.name for p in folder.glob("*/") if (p / "index.html").exists()) if folder.exists() else []
        for name in [name for name in self._apps if name not in present]:
            del self._apps[name]
        new = [name for name in present if name not in self._apps]
        for name in new:
            taken = set(self._apps.values())
            free = [n for n in range(len(ROLES), BLOCK) if self.first_port + n not in taken]
            if not free:
                raise NoFreePorts(f"There is no port left for apps/{name}: {BLOCK - len(ROLES)} apps have one.")
            self._apps[name] = self.first_port + free[0]
        return new

    @property
    def ports(self) -> list[int]:
        return list(range(self.first_port, self.first_port + BLOCK))

    def folder(self, port: int) -> Path | None:
        """The folder that is served on a port, if any."""
        for n, folder in enumerate(ROLES.values()):
            if port == self.first_port + n:
                return self.root / folder if (self.root / folder / "index.html").exists() else None
        for name, app_port in self._apps.items():
            if port == app_port:
                return self.root / "apps" / name
        return None

    @property
    def outer_folders(self) -> set[Path]:
        """Those of the pages that load others, and are loaded by none."""
        return {self.root / ROLES[role] for role in OUTER_ROLES}

    def roles(self, hostname: str) -> dict[str, str]:
        """The origins of the roles that have pages, as seen from a host name."""
        ports = {role: self.first_port + n for n, role in enumerate(ROLES)}
        return {role: f"http://{hostname}:{port}" for role, port in ports.items() if self.folder(port)}

    def apps(self, hostname: str) -> dict[str, str]:
        """The origins of the apps, as seen from a host name."""
        return {name: f"http://{hostname}:{port}" for name, port in sorted(self._apps.items())}


def bind_block(address: str, first_port: int) -> list[socket.socket]:
    """Listen on a block of ports: the one that starts at `first_port`, or the next that is free."""
    port = first_port
    while port + BLOCK - 1 <= LAST_PORT:
        sockets = _try_block(address, port)
        if sockets:
            return sockets
        port += BLOCK
    raise NoFreePorts(f"No block of {BLOCK} ports from {first_port} on is free. Choose another start with --port.")


def _try_block(address: str, first_port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        for port in range(first_port, first_port + BLOCK):
            sockets.append(_listen(address, port, family))  # noqa: PERF401 (those before a failure must be closed)
    except OSError as error:
        for opened in sockets:
            opened.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            return []
        raise
    return sockets


def _listen(address: str, port: int, family: socket.AddressFamily) -> socket.socket:
    # asyncio turns Nagle's algorithm off only where TCP is named; with it, the second part of an answer waits 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # Reuse only skips the wait after a restart, but on Windows it would let two programs share a port.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listening.setsockopt(socket.SOL_SOCKET, option, 1)
        listening.bind((address, port))
        listening.listen()  # Linux lets two programs bind a port, as long as neither listens on it
    except OSError:
        listening.close()
        raise
    return listening
