"""The border in front of the other side's window, as the library sees it, and as what carries a channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from transom.channel import Channel
from transom.pulse import Pulse


class Border(Protocol):
    """What is in front of the other side's window; see border.js."""

    def post(self, text: str, origin: str, port: int | None) -> None: ...
    def pin(self, origin: str) -> None: ...
    def open(self, origin: str, port: int | None) -> bool: ...
    def send(self, text: str) -> None: ...
    def send_control(self, text: str) -> None: ...
    def say_on_leaving(self, text: str) -> None: ...
    def counts(self) -> dict[str, int]: ...
    def close(self) -> None: ...


class Session(Protocol):
    channel: Channel | None
    pulse: Pulse | None


@dataclass(slots=True)
class BorderWire:
    """Carries the texts of an open session."""

    border: Border
    session: Session

    def post(self, text: str) -> None:
        self.border.send(text)

    def ping(self, number: int) -> None:
        channel, pulse = self.session.channel, self.session.pulse
        assert channel is not None
        assert pulse is not None
        pulse.ping(lambda: channel.read_up_to(number))

    def close(self) -> None: ...
