"""Ports of programs that are measured."""

from __future__ import annotations

import socket
from time import monotonic, sleep

START_SECONDS = 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port: int) -> None:
    """Return when something listens there."""
    deadline = monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if monotonic() > deadline:
                raise
            sleep(0.05)
        else:
            return
