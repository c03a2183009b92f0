"""Message ports in memory, and border.js as far as the rest can tell."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextvars import Context
from typing import TYPE_CHECKING

from transom.link import BorderEvent, Link

if TYPE_CHECKING:
    from tests.unit.transom.world import FakePage, Place


class Port:
    """One end of a message channel. It keeps what comes until somebody listens."""

    def __init__(self) -> None:
        self.other: Port | None = None
        self.listener: Callable[[str, bool], None] | None = None
        self.closed = False
        self._kept: list[tuple[str, bool]] = []

    @classmethod
    def pair(cls) -> tuple[Port, Port]:
        one, other = cls(), cls()
        one.other, other.other = other, one
        return one, other

    def post(self, text: str, *, is_control: bool = False) -> None:
        if self.other is not None and not self.closed:
            asyncio.get_running_loop().call_soon(self.other._hear, text, is_control, context=Context())

    def start(self, listener: Callable[[str, bool], None]) -> None:
        self.listener = listener
        for kept in self._kept:
            listener(*kept)

    def _hear(self, text: str, is_control: bool) -> None:
        if self.closed:
            return
        if self.listener is not None:
            self.listener(text, is_control)
        else:
            self._kept.append((text, is_control))


class FakeBorder:
    def __init__(self, page: FakePage, peer: Place, link: Link) -> None:
        self.page = page
        self.peer = peer
        self.link = link
        self.origin: str | None = None
        self.mode = "closed"
        self.dropped: Counter[str] = Counter()
        self.is_open = True
        self._ports: dict[int, Port] = {}
        self._port: Port | None = None
        self._goodbye: str | None = None
        page.borders.append(self)

    def tell(self, kind: BorderEvent, text: str = "", origin: str = "") -> None:
        if self.is_open and self.page.alive:
            self.link.on_event(kind, text, origin)

    def hear(self, text: str, source: Place | None, origin: str, port: Port | None) -> None:
        data = json.loads(text)
        kind = data.get("type", "") if isinstance(data, dict) else ""
        if source is not self.peer:
            self.dropped["source"] += 1
        elif not kind.startswith(("MCP_", "TRANSOM_")):
            self.tell("foreign", "", origin)
        elif kind == "MCP_MESSAGE" and self.origin in (None, origin):
            if self.mode == "window":
                self.link.on_message(json.dumps(data["payload"]))
            else:
                self._drop("unexpected" if self.mode == "port" else "early", kind, origin)
        else:
            if port is not None and self.origin in (None, origin):
                self._ports.setdefault(data["port"], port)
            self.tell("control", text, origin)

    def _drop(self, reason: str, kind: str, origin: str) -> None:
        self.dropped[reason] += 1
        self.tell("dropped", json.dumps({"reason": reason, "type": kind}), origin)

    def _hear_on_port(self, text: str, is_control: bool) -> None:
        if not self.page.alive or self.origin is None or self._port is None:
            return
        if not is_control:
            self.link.on_message(text)
        elif '"TRANSOM_PING"' in text:
            self._port.post(text.replace("TRANSOM_PING", "TRANSOM_PONG"), is_control=True)
        else:
            self.tell("control", text, self.origin)

    def post(self, text: str, origin: str, port: int | None) -> None:
        given: Port | None = None
        if port is not None:
            self._ports[port], given = Port.pair()
        self.page.post(self.peer, text, origin, given)

    def pin(self, origin: str) -> None:
        self.origin = origin

    def open(self, origin: str, port: int | None) -> bool:
        self.origin = origin
        if port is None:
            self.mode = "window"
            return True
        self._port = self._ports.get(port)
        if self._port is None:
            return False
        self.mode = "port"
        self._port.start(self._hear_on_port)
        return True

    def send(self, text: str) -> None:
        if self._port is not None:
            if self.page.alive:
                self._port.post(text)
        else:
            payload = json.dumps({"type": "MCP_MESSAGE", "payload": json.loads(text)})
            self.page.post(self.peer, payload, self._address())

    def send_control(self, text: str) -> None:
        if self._port is not None:
            if self.page.alive:
                self._port.post(text, is_control=True)
        elif self.origin is not None:
            self.page.post(self.peer, text, self._address())

    def _address(self) -> str:
        assert self.origin is not None
        return "*" if self.origin == "null" else self.origin

    def say_on_leaving(self, text: str) -> None:
        self._goodbye = text

    def leave(self) -> None:
        if self.is_open and self._goodbye is not None:
            self.send_control(self._goodbye)

    def counts(self) -> dict[str, int]:
        return dict(self.dropped)

    def close(self) -> None:
        self.is_open = False
        if self in self.page.borders:
            self.page.borders.remove(self)
        if self._port is not None:
            self._port.closed = True
