"""Pages that are measured: served, opened in Chromium without a debugger attached, and heard when they report."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import uvicorn
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from devserver.app import create_app
from devserver.browsers import LAUNCH_ARGUMENTS, find_chromium
from devserver.origins import Origins, bind_block

FIRST_PORT = 19700


class Reports:
    """Takes the reports of pages, beside the development server's own answers, and says where to go next; and how much
    memory all pages have together."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.arrived: queue.Queue[dict[str, Any]] = queue.Queue()
        self.next: Callable[[], str] = lambda: "about:blank"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path == "/memory":
            await JSONResponse(sum(renderer_memory()))(scope, receive, send)
            return
        if path != "/report":
            await self._app(scope, receive, send)
            return
        report = await Request(scope, receive).json()
        report["memory"] = max(renderer_memory(), default=0)
        self.arrived.put(report)
        await JSONResponse(self.next())(scope, receive, send)


def renderer_memory() -> Iterator[int]:
    """The private memory of this bench's renderer processes, in bytes."""
    for process in psutil.Process().children(recursive=True):
        try:
            if "--type=renderer" in process.cmdline():
                yield process.memory_full_info().uss
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue


@contextmanager
def serving(root: Path, dist: Path) -> Iterator[tuple[Reports, Origins]]:
    sockets = bind_block("127.0.0.1", FIRST_PORT)
    origins = Origins(root, sockets[0].getsockname()[1])
    origins.refresh()
    reports = Reports(create_app(origins, dist))
    server = uvicorn.Server(uvicorn.Config(reports, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": sockets})
    thread.start()
    try:
        yield reports, origins
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def chromium(profile: Path, url: str, flags: list[str]) -> Iterator[None]:
    arguments = [*LAUNCH_ARGUMENTS, "--headless=new", *flags, f"--user-data-dir={profile}", url]
    process = subprocess.Popen([find_chromium(), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        with suppress(psutil.NoSuchProcess):
            for child in psutil.Process(process.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    child.terminate()
        process.terminate()
        process.wait()
