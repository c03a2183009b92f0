"""Two pages in Python that do what a test says: a host among attackers, and a server under a host that is none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import BrowserContext, ConsoleMessage, Frame, Page

from tests.conftest import Site, wait_for_element, wait_until

PAGES = Path(__file__).parent / "pages"
GOOD_CALL = {"name": "good", "tool": "greet", "arguments": {"name": "Ada"}}

Found = TypeVar("Found")


class Failed(Exception):
    """What a command raised in the page."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(f"{fields['error']}: {fields['text']}")
        self.kind: str = fields["error"]
        self.text: str = fields["text"]
        self.code: str | None = fields["code"]
        self.number: int | None = fields.get("number")


def page_file(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


def script_page(name: str, *, module: bool = False) -> str:
    kind = 'type="module" ' if module else ""
    return f'<!doctype html>\n<title>{name}</title>\n<body><script {kind}src="./{name}"></script></body>\n'


def origin_of(url: str) -> str:
    return "/".join(url.split("/")[:3])


def run(frame: Page | Frame, command: str, /, **given: Any) -> Any:
    """Run a command in the Python of a page."""
    text = frame.evaluate("([command, text]) => lab(command, text)", [command, json.dumps(given)])
    fields = json.loads(text)
    if "error" in fields:
        raise Failed(fields)
    return fields["value"]


def until(page: Page, look: Callable[[], Found], wanted: Callable[[Found], bool], seconds: float = 5) -> Found:
    """What `look` sees, once it is as wanted, or when the time is over."""
    limit = page.evaluate("performance.now()") + seconds * 1000
    while not wanted(seen := look()) and page.evaluate("performance.now()") < limit:
        page.evaluate("new Promise((done) => setTimeout(done, 20))")
    return seen


@dataclass
class Console:
    """What the pages of a context say, and what went wrong in them."""

    lines: list[str] = field(default_factory=list[str])
    expected: list[str] = field(default_factory=list[str])

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._note)
        context.on("weberror", lambda error: self.lines.append(f"error: {error.error}"))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._is_the_browsers(message):
            self.lines.append(f"{message.type}: {message.text}")

    def _is_the_browsers(self, message: ConsoleMessage) -> bool:
        if message.location["url"].endswith("/favicon.ico"):
            return True
        return message.text.startswith("An iframe which has both allow-scripts and allow-same-origin")

    def expect(self, *texts: str) -> None:
        self.expected += texts

    def take_unexpected(self) -> list[str]:
        unexpected = [line for line in self.lines if not any(text in line for text in self.expected)]
        self.lines.clear()
        self.expected.clear()
        return unexpected


ATTACK_FILES = {"evil.html": script_page("evil.js"), "evil.js": page_file("evil.js")}


def add_lab_pages(site: Site) -> tuple[str, str, str, str]:
    """The URLs of the host, the good server, the plain page, and the attacker."""
    host = site.add_script(page_file("lab_host.py"))
    good = page_file("good_server.py").replace('ALLOW = ""', f'ALLOW = "{origin_of(host)}"')
    peer = {"index.html": script_page("peer.js"), "peer.js": page_file("peer.js")}
    return (
        host,
        site.add_script(good, **ATTACK_FILES),
        site.add({**peer, **ATTACK_FILES}),
        site.add({"index.html": script_page("evil.js"), **ATTACK_FILES}),
    )


def add_inner_pages(site: Site) -> tuple[str, str]:
    """The URLs of the server and of the page that has it in a frame."""
    server = site.add_script(page_file("lab_server.py"))
    body = f'<iframe src="{server}"></iframe><script src="./host.js"></script>'
    files = {"index.html": f"<!doctype html>\n<body>{body}</body>\n", "host.js": page_file("host.js")}
    return server, site.add({**files, **ATTACK_FILES})


@dataclass
class Lab:
    """A host page in Python with one good session, opened by an attacker's page. Each is on an origin of its own."""

    context: BrowserContext
    site: Site
    urls: tuple[str, str, str, str]
    console: Console = field(default_factory=Console)
    secrets: list[str] = field(default_factory=list[str])
    """Session ids that no attacker may ever see."""
    open_names: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.console.watch(self.context)
        self.host_url, self.good_url, self.peer_url, self.evil_url = self.urls
        self.opener = self.context.new_page()
        self.opener.goto(self.evil_url)
        with self.context.expect_page() as opened:
            self.opener.evaluate("(url) => { window.w = open(url, 'lab') }", self.host_url)
        self.page = opened.value
        wait_for_element(self.page, "html[data-lab=ready]")
        self.connect("good", self.good_url, mode="auto")
        self.secrets = [self.good_session]

    @property
    def good_session(self) -> str:
        return self._good_session

    def run(self, command: str, **given: Any) -> Any:
        return run(self.page, command, **given)

    def connect(self, name: str, url: str, **given: Any) -> dict[str, Any]:
        connected = self.run("connect", name=name, url=url, **given)
        if name == "good":
            self._good_session = connected["session_id"]
        else:
            self.open_names.append(name)
        return connected

    def close(self, name: str) -> None:
        self.open_names.remove(name)
        self.run("close", name=name)

    def finish_late(self, key: str) -> Any:
        """What a call ends with, when its time is over."""
        self.page.evaluate("hurry(20)")
        try:
            return self.run("finish", key=key, seconds=60)
        finally:
            self.page.evaluate("hurry(1)")

    def begin(self, key: str, name: str, tool: str, **arguments: Any) -> None:
        self.run("begin", key=key, name=name, tool=tool, arguments=arguments)

    def begin_wait(self, name: str, frame: Frame) -> dict[str, Any]:
        """A call that the plain page has got and does not answer: its request. "under way" is its key."""
        self.begin("under way", name, "wait")
        wait_until(frame, "peer.requests.some(({ params }) => params?.name === 'wait')")
        return frame.evaluate("peer.requests.find(({ params }) => params?.name === 'wait')")

    def frame(self, url: str) -> Frame:
        """The frame that shows an address which begins like this."""
        found = until(
            self.page, lambda: [f for f in self.page.frames if f.url.startswith(url) and f.parent_frame], bool
        )
        assert found, [frame.url for frame in self.page.frames]
        wait_until(found[-1], "document.readyState === 'complete'")
        return found[-1]

    @property
    def good_frame(self) -> Frame:
        return next(frame for frame in self.page.frames if frame.url == self.good_url)

    def move_opener(self, url: str) -> None:
        """The page that opened the host goes elsewhere by itself, and gets hold of the host's window again."""
        self.opener.evaluate("(url) => { location.href = url }", url)
        self.opener.wait_for_url(url)
        self.opener.evaluate("addEventListener('message', ({ source }) => { window.w = source })")
        self.page.evaluate("opener.postMessage('here', '*')")
        wait_until(self.opener, "window.w !== undefined")

    def peer(self, name: str, query: str = "", *, url: str = "", **given: Any) -> Frame:
        """A session with the plain page; its frame."""
        url = f"{url or self.peer_url}?{query}"
        self.connect(name, url, **given)
        return self.frame(url)

    def add_frame(self, url: str, attributes: str = "") -> Frame:
        """One more frame in the host's page, as an advertisement would be."""
        add = """([url, attributes]) => new Promise((loaded) => {
            const template = document.createElement("template");
            template.innerHTML = `<iframe data-extra ${attributes}></iframe>`;
            const frame = template.content.firstChild;
            frame.onload = loaded;
            frame.src = url;
            document.body.append(frame);
        })"""
        self.page.evaluate(add, [url, attributes])
        element = self.page.locator("iframe[data-extra]").last.element_handle()
        assert element is not None
        frame = element.content_frame()
        assert frame is not None
        return frame

    def dropped(self, name: str = "good") -> dict[str, int]:
        return self.run("dropped", name=name)

    def dropped_inside(self) -> dict[str, int]:
        """What the good server dropped."""
        return json.loads(self.run("call", name="good", tool="dropped", arguments={}))

    def wait_dropped(self, reason: str, number: int, name: str = "good") -> int:
        return until(self.page, lambda: self.dropped(name).get(reason, 0), lambda count: count >= number)

    def attack(self, attacker: Frame | Page, target: str = "parent", **known: Any) -> None:
        """Everything that can be forged goes to a window, and all of it is counted there."""
        inside = "frames" in target
        count = self.dropped_inside if inside else self.dropped
        before = count().get("source", 0)
        known = {"sessionId": self.good_session, **known}
        sent = attacker.evaluate(f"(known) => attack({target}, known)", known)
        seen = until(self.page, lambda: count().get("source", 0), lambda seen: seen >= before + sent)
        assert seen == before + sent

    def good_call(self) -> str:
        return self.run("call", **GOOD_CALL)

    def check(self) -> None:
        """After every case: what has to hold whatever happened."""
        for name in list(self.open_names):
            self.close(name)
        assert self.good_call() == "Hello, Ada!"
        assert self.run("is_open", name="good")
        for page in self.context.pages:
            for frame in page.frames:
                assert frame.evaluate("({}).polluted === undefined")
                assert self.leaked_to(frame) == []
        self.page.evaluate("document.querySelectorAll('iframe[data-extra]').forEach((frame) => frame.remove())")
        self.run("warned")
        assert self.run("left").count("kept") == 1  # the good session; a call that hangs would be another
        assert "\n".join(self.console.take_unexpected()) == ""

    def leaked_to(self, frame: Frame) -> list[str]:
        """Session ids that an attacker's page has received."""
        received = frame.evaluate("JSON.stringify(window.received ?? [])")
        return [secret for secret in self.secrets if secret in received]


@dataclass
class InnerLab:
    """A server page in Python, in the frame of a page that speaks the wire by hand."""

    context: BrowserContext
    urls: tuple[str, str]
    console: Console = field(default_factory=Console)

    def __post_init__(self) -> None:
        self.console.watch(self.context)
        self.server_url, self.host_url = self.urls
        self.page = self.context.new_page()
        self.page.goto(self.host_url)
        self.frame = self.page.frames[1]
        wait_for_element(self.frame, "html[data-lab=ready]")

    @property
    def origin(self) -> str:
        return origin_of(self.host_url)

    def run(self, command: str, **given: Any) -> Any:
        return run(self.frame, command, **given)

    def listen(self, extensions: list[str] | None, *, auto: bool = True, **given: Any) -> None:
        """A new session of the server; the host answers its handshake with these extensions, unless not `auto`."""
        self.run("stop")
        self.page.evaluate("([extensions, auto]) => host.begin(extensions, auto)", [extensions, auto])
        self.run("listen", **{"allow": [self.origin], **given})
        if auto:
            wait_until(self.page, "host.open")

    def over(self, way: str, **given: Any) -> None:
        self.listen({"port": ["heartbeat", "port"], "window": ["heartbeat"], "plain": None}[way], **given)

    def late_outcome(self) -> dict[str, Any]:
        """What a session ends with, when its time is over."""
        self.frame.evaluate("hurry(20)")
        try:
            return self.run("outcome", seconds=60)
        finally:
            self.frame.evaluate("hurry(1)")

    def host(self, expression: str, *given: Any) -> Any:
        """Run something in the host's page; `given` are its `a`, `b`, `c`."""
        return self.page.evaluate(f"([a, b, c]) => {{ {expression} }}", list(given))

    def answer(self, number: int | str) -> dict[str, Any]:
        """What came for the request of that id."""
        wait_until(self.page, "host.answers.has(given)", number)
        return self.page.evaluate("(id) => host.answers.get(id)", number)

    def text(self, number: int | str) -> str:
        answer = self.answer(number)
        assert "result" in answer, answer
        return answer["result"]["content"][0]["text"]

    def call(self, number: int | str, tool: str, **arguments: Any) -> str:
        self.host("host.call(a, b, c)", number, tool, arguments)
        return self.text(number)

    def dropped(self) -> dict[str, int]:
        return self.run("dropped")

    def wait_dropped(self, reason: str, number: int) -> int:
        return until(self.page, lambda: self.dropped().get(reason, 0), lambda count: count >= number)

    def counted(self) -> dict[str, list[str]]:
        return self.run("counted")

    def check(self) -> None:
        for way in ("port", "plain"):
            self.over(way)
            assert self.call("good", "count") == "1"
        self.run("stop")
        self.run("warned")
        for frame in self.page.frames:
            assert frame.evaluate("({}).polluted === undefined")
        assert "\n".join(self.console.take_unexpected()) == ""


def alone(coroutine: Awaitable[Found]) -> Found:
    """What a coroutine returns, run in a thread: in this one Playwright keeps an event loop running."""

    async def run_it() -> Found:
        return await coroutine

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, run_it()).result()
