"""An endpoint without a network: answers in a row, and what was asked for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

Piece = bytes | Exception | None
"""Of a body. An error is raised in its place; `None` is a silence without an end."""


class Reply:
    """A `Response`."""

    def __init__(self, *pieces: Piece, status: int = 200, kind: str = "text/event-stream", **headers: str) -> None:
        self.pieces = pieces
        self.status = status
        self._headers = {"content-type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}

    def header(self, name: str) -> str:
        return self._headers.get(name, "")

    async def chunks(self) -> AsyncGenerator[bytes]:
        for piece in self.pieces:
            await asyncio.sleep(0)
            if piece is None:
                await asyncio.Event().wait()
            elif isinstance(piece, Exception):
                raise piece
            else:
                yield piece


class Play:
    """A `Post` that gives one reply after the other; `None` is one that never comes."""

    def __init__(self, *replies: Reply | Exception | None) -> None:
        self._replies = list(replies)
        self.requests: list[dict[str, Any]] = []
        self.urls: list[str] = []
        self.headers: list[Mapping[str, str]] = []
        self.open = 0
        """How many requests have not been closed."""

    @asynccontextmanager
    async def __call__(self, url: str, headers: Mapping[str, str], body: str) -> AsyncGenerator[Reply]:
        self.urls.append(url)
        self.headers.append(headers)
        self.requests.append(json.loads(body))
        self.open += 1
        try:
            await asyncio.sleep(0)
            reply = self._replies.pop(0)
            if reply is None:
                await asyncio.Event().wait()
                return
            if isinstance(reply, Exception):
                raise reply
            yield reply
        finally:
            self.open -= 1


def chunk(**delta: Any) -> bytes:
    return event({"choices": [{"index": 0, "delta": delta}]})


def event(body: object) -> bytes:
    return f"data: {json.dumps(body)}\n\n".encode()


def fragment(index: int | None, name: str = "", arguments: str = "", identity: str = "") -> dict[str, Any]:
    """Of a call of a tool."""
    found: dict[str, Any] = {"function": {"arguments": arguments, **({"name": name} if name else {})}}
    return found | ({} if index is None else {"index": index}) | ({"id": identity} if identity else {})


def end(reason: str) -> bytes:
    return event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})


DONE = b"data: [DONE]\n\n"


def says(*words: str) -> Reply:
    return Reply(*(chunk(content=word) for word in words), end("stop"), DONE)


def calls(*fragments: dict[str, Any]) -> Reply:
    return Reply(*(chunk(tool_calls=[one]) for one in fragments), end("tool_calls"), DONE)


def refuses(status: int, body: str, **headers: str) -> Reply:
    return Reply(body.encode(), status=status, kind="application/json", **headers)


def error(status: int, words: str, **headers: str) -> Reply:
    return refuses(status, json.dumps({"error": {"message": words}}), **headers)
