"""An open session, from either side: a transport for `mcp.Client`, or for a server, and what its user may ask of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import TracebackType
from typing import Any

from mcp.server import MCPServer, Server
from mcp.shared.exceptions import MCPError

from transom.channel import Channel
from transom.errors import PeerSilent, SessionEnded, TransomError
from transom.handshake.machine import Open
from transom.link import Link
from transom.serving import serve_channel
from transom.streams import ChannelReader, ChannelStreams, ChannelWriter

CHECK_SECONDS = 10.0


class SessionTransport:
    """One session. `async with` gives the streams, once: `Client(transport)` does that."""

    def __init__(self, link: Link, opened: Open) -> None:
        self._link = link
        self._streams: ChannelStreams | None = None
        self._is_used = False
        self.session_id = opened.session_id
        self.origin = opened.origin
        self.over_port = opened.port is not None
        """Whether messages go over a port of their own, or over the window."""

    async def __aenter__(self) -> tuple[ChannelReader, ChannelWriter]:
        self._streams = ChannelStreams(self._take())
        return self._streams.reader, self._streams.writer

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._streams is not None:
            self._streams.close_reader()
            self._streams.close_writer()

    def _take(self) -> Channel:
        if self._is_used:
            raise RuntimeError("A session is used once. Connect again for another.")
        self._is_used = True
        assert self._link.channel is not None
        return self._link.channel

    async def serve(self, server: MCPServer[Any] | Server[Any]) -> None:
        """Serve the other side until the session ends."""
        await serve_channel(server, self._take())

    @property
    def error(self) -> TransomError | None:
        """Why the session is over; `None` while it is not."""
        return self._link.ended.result() if self._link.ended.done() else None

    @property
    def dropped(self) -> Counter[str]:
        """How many messages were dropped, by reason."""
        return self._link.drops()

    async def wait_ended(self) -> TransomError:
        """Why the session ended, once it has."""
        return await asyncio.shield(self._link.ended)

    async def check(self, seconds: float = CHECK_SECONDS) -> None:
        """Return when the other page answers. Raises `PeerSilent` if it does not, the session's error if that ends."""
        pulse = self._link.pulse
        if pulse is None:
            raise SessionEnded("The page on the other side knows no heartbeat: call one of its tools instead.")
        if self.error is not None:
            raise self.error
        answered = asyncio.Event()
        pulse.ping(answered.set)
        waiting = asyncio.ensure_future(answered.wait())
        try:
            await asyncio.wait([waiting, self._link.ended], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if self.error is not None:
            raise self.error
        if not answered.is_set():
            raise PeerSilent


def reason_of(error: MCPError) -> str | None:
    """The code of the Transom error that ended a call, such as `PEER_RELOADED`; `None` if it was another error."""
    data: Any = error.error.data
    code = data.get("transom") if isinstance(data, dict) else None  # type: ignore[reportUnknownMemberType]
    return code if isinstance(code, str) else None
