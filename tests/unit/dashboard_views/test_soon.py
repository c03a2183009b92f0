"""Drawing seldom: once for all changes of a turn, and then not again at once."""

from __future__ import annotations

import asyncio

import pytest

from operations.views.soon import PAUSE_SECONDS, soon

pytestmark = pytest.mark.anyio


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_changes_of_a_turn_are_drawn_after_it_and_those_soon_after_wait_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)
    changes: list[int] = []
    drawn: list[int] = []
    ask = soon(lambda: drawn.append(len(changes)), pause=PAUSE_SECONDS)

    async def change() -> None:
        changes.append(1)
        ask()

    await change()
    await change()
    assert drawn == []
    await turns()
    assert drawn == [2]
    for _ in range(3):
        await change()
        await turns()
    assert drawn == [2]
    now += PAUSE_SECONDS
    await turns()
    assert drawn == [2, 5]
    await turns()
    assert drawn == [2, 5]
