"""Tests that measure have the machine to themselves: no test of another process runs beside one marked `alone`."""

from __future__ import annotations

import fcntl
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

ROOM = Path(__file__)
"""Locked by every test that runs, by one that is alone against all others."""
DOOR = Path(__file__).with_name("conftest.py")
"""Locked on the way into the room, so that one who waits for an empty room lets nobody pass."""


@contextmanager
def locked(path: Path, kind: int) -> Iterator[None]:
    with path.open() as file:
        fcntl.flock(file, kind)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    if not hasattr(item.config, "workerinput"):  # the only process
        return (yield)
    with ExitStack() as room:
        with locked(DOOR, fcntl.LOCK_EX):
            room.enter_context(locked(ROOM, fcntl.LOCK_EX if item.get_closest_marker("alone") else fcntl.LOCK_SH))
        return (yield)
