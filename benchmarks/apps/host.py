import asyncio
import json
import time
from contextlib import asynccontextmanager
from urllib.parse import parse_qs

import js
from mcp import Client
from pyodide.ffi import create_proxy
from steps import STEPS
from transom import OuterFrame

query = {name: values[0] for name, values in parse_qs(str(js.location.search)[1:]).items()}
origins = json.loads(await (await js.fetch("/origins.json")).text())["apps"]


class Page:
    """A server in its frame, and what its page tells of itself."""

    def __init__(self, name: str) -> None:
        self.frame = OuterFrame(f"{origins[name]}/", js.document.body)
        self._heard: dict[str, asyncio.Future[None]] = {}

    def hear(self, event) -> None:
        kind = getattr(event.data, "bench", None)
        waiting = self._heard.get(kind)
        if waiting and not waiting.done():
            waiting.set_result(None)

    def feed(self) -> None:
        """Have it choose its file."""
        window = js.document.querySelector("iframe").contentWindow
        window.postMessage(js.JSON.parse('{"bench": "feed"}'), "*")

    def expect(self, kind: str) -> asyncio.Future[None]:
        self._heard[kind] = asyncio.get_running_loop().create_future()
        return self._heard[kind]


@asynccontextmanager
async def connected(name: str, session_id: str | None = None, *, set_up: bool = False):
    page = Page(name)
    hear = create_proxy(page.hear)
    js.window.addEventListener("message", hear)
    try:
        if set_up:
            page.frame.show()
            session_id = (await page.frame.setup(session_id)).session_id
        async with page.frame.connect(session_id) as transport, Client(transport) as client:
            page.frame.show()
            yield page, client
    finally:
        js.window.removeEventListener("message", hear)
        hear.destroy()


class Clock:
    def __init__(self) -> None:
        self._since = time.perf_counter()

    def ms(self) -> float:
        return (time.perf_counter() - self._since) * 1000


async def report(said: dict) -> None:
    options = {"method": "POST", "body": json.dumps({"run": query["run"], **said})}
    await js.fetch("/report", js.JSON.parse(json.dumps(options)))


try:
    await report({"figures": await STEPS[query["steps"]](connected, Clock)})
except Exception as error:  # whatever it is, the bench has to hear of it
    cause: BaseException = error
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    await report({"error": f"{type(cause).__name__}: {cause}"})
    raise
