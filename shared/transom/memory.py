"""Two channels joined in memory: for tests, and for a server and a client in one page."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from transom.channel import DEFAULT_LIMITS, Channel, Limits
from transom.errors import PeerClosed


@dataclass(slots=True)
class _MemoryWire:
    """Hands texts over in a later turn of the event loop, as a window does."""

    loop: asyncio.AbstractEventLoop
    other: Channel | None = None
    own: Channel | None = None

    def post(self, text: str) -> None:
        assert self.other is not None
        self.loop.call_soon(self.other.deliver, text)

    def ping(self, number: int) -> None:
        assert self.own is not None
        self.loop.call_soon(self.own.read_up_to, number)

    def close(self) -> None:
        assert self.other is not None
        self.loop.call_soon(self.other.close, PeerClosed())


def memory_channels(limits: Limits = DEFAULT_LIMITS) -> tuple[Channel, Channel]:
    """A pair of channels; what goes into one comes out of the other."""
    loop = asyncio.get_running_loop()
    wires = _MemoryWire(loop), _MemoryWire(loop)
    one, other = (Channel(wire, limits, knows_reading=True) for wire in wires)
    wires[0].own, wires[0].other = one, other
    wires[1].own, wires[1].other = other, one
    return one, other
