"""An endpoint that speaks the OpenAI API over HTTP, and answers each request with the next act of a play."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LIMIT_SECONDS = 30
TICK_SECONDS = 0.02
EVENTS = "text/event-stream; charset=utf-8"


@dataclass
class Act:
    """One answer: pieces of a body as they are written. A piece that is called may wait."""

    pieces: Sequence[bytes | Callable[[], bytes]]
    status: int = 200
    type: str = EVENTS
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass
class Endpoint:
    url: str = ""
    acts: list[Act] = field(default_factory=list[Act])
    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    keys: list[str] = field(default_factory=list[str])
    """What each request had as its `Authorization`."""
    closed: threading.Event = field(default_factory=threading.Event)
    """The page closed a request before its answer had ended."""
    go_on: threading.Event = field(default_factory=threading.Event)

    def plays(self, *acts: Act) -> None:
        self.acts[:] = acts
        self.requests.clear()
        self.keys.clear()
        self.closed.clear()
        self.go_on.clear()

    def waits(self) -> bytes:
        """A piece that comes when the test says `go_on`, or never: comments keep the connection open."""
        return b"" if self.go_on.wait(TICK_SECONDS) else b": still here\n\n"


def delta(**message: Any) -> bytes:
    return event({"choices": [{"index": 0, "delta": message}]})


def event(body: object) -> bytes:
    return f"data: {json.dumps(body)}\n\n".encode()


DONE = b"data: [DONE]\n\n"


def says(*words: str) -> Act:
    return Act([delta(content=word) for word in words] + [DONE])


def calls(*wanted: tuple[str, str], cut: int = 5) -> Act:
    """Calls of tools, at the same time, with their arguments in fragments of so many characters."""
    pieces = [
        delta(tool_calls=[{"index": n, "id": f"call{n}", "function": {"name": name, "arguments": ""}}])
        for n, (name, _) in enumerate(wanted)
    ]
    longest = max(len(arguments) for _, arguments in wanted)
    for start in range(0, longest, cut):
        for n, (_, arguments) in enumerate(wanted):
            if fragment := arguments[start : start + cut]:
                pieces.append(delta(tool_calls=[{"index": n, "function": {"arguments": fragment}}]))
    return Act([*pieces, DONE])


def refuses(status: int, words: str, **headers: str) -> Act:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Act([json.dumps({"error": {"message": words}}).encode()], status, "application/json", named)


class Handler(BaseHTTPRequestHandler):
    endpoint: Endpoint

    def do_OPTIONS(self) -> None:
        self.send_response(204)
        self._allow()
        self.send_header("Access-Control-Allow-Headers", "authorization, content-type")
        self.end_headers()

    def do_POST(self) -> None:
        endpoint = self.endpoint
        body = self.rfile.read(int(self.headers["content-length"]))
        endpoint.requests.append(json.loads(body))
        endpoint.keys.append(self.headers.get("authorization", ""))
        act = endpoint.acts.pop(0) if endpoint.acts else refuses(500, "The play is over.")
        self.send_response(act.status)
        self._allow()
        self.send_header("Content-Type", act.type)
        for name, value in act.headers.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            for piece in act.pieces:
                self._write(piece)
        except OSError:
            endpoint.closed.set()

    def _write(self, piece: bytes | Callable[[], bytes]) -> None:
        if isinstance(piece, bytes):
            self.wfile.write(piece)
            self.wfile.flush()
            return
        while more := piece():
            self._write(more)

    def _allow(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Expose-Headers", "retry-after")

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Not into the test's output."""


@contextmanager
def running() -> Iterator[Endpoint]:
    endpoint = Endpoint()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OwnHandler", (Handler,), {"endpoint": endpoint}))
    server.daemon_threads = True
    endpoint.url = f"http://localhost:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()
