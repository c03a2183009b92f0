"""A channel moves JSON texts between two pages, in order, with limits and counters.

What carries them is a `Wire`: a pinned window, a message port, or memory.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from mcp_types import ErrorData, JSONRPCError, JSONRPCRequest, RequestId

from transom.errors import ClosedHere, MessageTooLarge, Overloaded, TransomError
from transom.jsonrpc import NotJsonRpc, read_jsonrpc, write_jsonrpc

OVERLOADED = -32000
SLICE = 100
"""How many messages that came early are handed over in one go."""
PING_EVERY_MESSAGES = 256
PING_EVERY_CHARS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a session holds at most. Beyond it there is an error, never a longer queue."""

    message_chars: int = 8_000_000
    """The longest message, either way."""
    requests: int = 2_000
    """Requests of the other side that are not answered yet."""
    queue: int = 4_000
    """Messages that have come and were not taken yet."""
    unread_messages: int = 20_000
    """Messages that were sent and not read yet, as far as can be known."""
    unread_chars: int = 64_000_000


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A message that was not let in, but whose id is known."""

    id: RequestId
    is_request: bool
    reason: str


class Receiver(Protocol):
    """Takes what comes out of a channel."""

    def receive(self, text: str) -> None: ...
    def reject(self, rejected: Rejected) -> None: ...
    def end(self, error: TransomError) -> None: ...


class Wire(Protocol):
    """Carries texts to the other side. `ping` asks it to say, by `Channel.read_up_to`, when it has read so far."""

    def post(self, text: str) -> None: ...
    def ping(self, number: int) -> None: ...
    def close(self) -> None: ...


Watcher = Callable[[Literal["sent", "received"], str], None]


@dataclass(slots=True)
class _Unread:
    number: int
    messages: int
    chars: int


@dataclass(slots=True)
class Channel:
    """One end. What comes before there is a receiver is kept, up to the limit, in order."""

    wire: Wire
    limits: Limits = DEFAULT_LIMITS
    knows_reading: bool = False
    """Whether the other side says what it has read."""
    sent: int = field(default=0, init=False)
    received: int = field(default=0, init=False)
    dropped: Counter[str] = field(default_factory=Counter[str], init=False)
    watcher: Watcher | None = field(default=None, init=False)
    """Sees every message, in and out. For inspectors."""
    error: TransomError | None = field(default=None, init=False)
    """Why it is closed."""
    on_close: Callable[[TransomError], None] | None = field(default=None, init=False)
    _receiver: Receiver | None = field(default=None, init=False)
    _early: deque[str | Rejected] = field(default_factory=deque[str | Rejected], init=False)
    _early_chars: int = field(default=0, init=False)
    _unread: deque[_Unread] = field(default_factory=deque[_Unread], init=False)
    _unread_messages: int = field(default=0, init=False)
    _unread_chars: int = field(default=0, init=False)
    _since_ping: _Unread = field(default_factory=lambda: _Unread(0, 0, 0), init=False)

    def open(self, receiver: Receiver) -> None:
        """Hand over what has come so far, and everything from now on."""
        self._receiver = receiver
        self._catch_up()
        if self.error is not None:
            receiver.end(self.error)

    def _catch_up(self) -> None:
        """Hand over what came early, in slices; what comes meanwhile is behind it."""
        for _ in range(min(SLICE, len(self._early))):
            self._hand_over(self._early.popleft())
        if self._early:
            asyncio.get_running_loop().call_soon(self._catch_up)

    def deliver(self, message: str | Rejected) -> None:
        """A message has come."""
        if self.error is not None:
            return
        self.received += 1
        if isinstance(message, str) and self.watcher is not None:
            self.watcher("received", message)
        if self._receiver is not None and not self._early:
            self._hand_over(message)
            return
        chars = len(message) if isinstance(message, str) else 0
        if len(self._early) >= self.limits.queue or self._early_chars + chars > self.limits.unread_chars:
            self.dropped["overload"] += 1
            self._turn_away(message)
            return
        self._early_chars += chars
        self._early.append(message)

    def _turn_away(self, message: str | Rejected) -> None:
        """Answer a request that there is no room for."""
        try:
            read = read_jsonrpc(message) if isinstance(message, str) else None
        except NotJsonRpc:
            return
        if isinstance(read, JSONRPCRequest):
            error = ErrorData(code=OVERLOADED, message="Too many messages came before anybody took them.")
            self.wire.post(write_jsonrpc(JSONRPCError(jsonrpc="2.0", id=read.id, error=error)))

    def _hand_over(self, message: str | Rejected) -> None:
        assert self._receiver is not None
        if isinstance(message, str):
            self._receiver.receive(message)
        else:
            self._receiver.reject(message)

    def send(self, text: str) -> None:
        """Raises the channel's error when it is closed, `MessageTooLarge` or `Overloaded` when it can't take this."""
        if self.error is not None:
            raise self.error
        if len(text) > self.limits.message_chars:
            raise MessageTooLarge(len(text), self.limits.message_chars)
        if self.knows_reading:
            self._account(len(text))
        self.wire.post(text)
        self.sent += 1
        if self.watcher is not None:
            self.watcher("sent", text)

    def _account(self, chars: int) -> None:
        if (
            self._unread_messages >= self.limits.unread_messages
            or self._unread_chars + chars > self.limits.unread_chars
        ):
            raise Overloaded(f"The other side has not read {self._unread_messages} messages yet.")
        self._unread_messages += 1
        self._unread_chars += chars
        since = self._since_ping
        since.messages += 1
        since.chars += chars
        if since.messages >= PING_EVERY_MESSAGES or since.chars >= PING_EVERY_CHARS:
            self._unread.append(since)
            self._since_ping = _Unread(since.number + 1, 0, 0)
            self.wire.ping(since.number)

    def read_up_to(self, number: int) -> None:
        """The other side has read what was sent before that ping."""
        while self._unread and self._unread[0].number <= number:
            read = self._unread.popleft()
            self._unread_messages -= read.messages
            self._unread_chars -= read.chars

    def close(self, error: TransomError | None = None) -> None:
        """Close, once. The receiver gets the error."""
        if self.error is not None:
            return
        self.error = error or ClosedHere()
        self._early.clear()
        self._unread.clear()
        self.wire.close()
        if self._receiver is not None:
            self._receiver.end(self.error)
        if self.on_close is not None:
            self.on_close(self.error)
