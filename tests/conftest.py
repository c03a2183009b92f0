"""Pages on origins of their own, served as `serve.py` serves them, and Chromium to open them in."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Playwright, Route, sync_playwright
from starlette.types import ASGIApp, Receive, Scope, Send

from devserver.app import create_app
from devserver.browsers import LAUNCH_ARGUMENTS, find_chromium
from devserver.origins import ROLES, ROOT, Origins, bind_block
from runtime.build import DIST, build

pytest_plugins = [
    "tests.crashes",
    "tests.distribution",
    "tests.security.table",
    *(["tests.alone"] if os.name == "posix" else []),
]

TEST_PORT = 18700
LIMIT_MS = 30_000
POLL_MS = 20

NO_EXERCISE = "Object.defineProperty(navigator, 'userAgentData', { value: undefined })"
"""Keeps pages from their exercise at the end of a first visit, which each visit of a test is."""

NO_STORAGE = """
    const denied = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, { get: denied });
"""
"""What a page finds where the browser keeps nothing for it."""

CLOCK = """
    const [wait, forget, now] = [setTimeout, clearTimeout, performance.now.bind(performance)];
    const timers = new Map();
    let [speed, since, passed, last] = [1, 0, 0, 1e9];
    performance.now = () => passed + (now() - since) * speed;
    const start = (timer, id) => {
        const ring = () => { timers.delete(id); timer.done(...timer.given); };
        timer.handle = wait(ring, (timer.at - performance.now()) / speed);
    };
    window.setTimeout = (done, ms = 0, ...given) => {
        const timer = { done, given, at: performance.now() + Number(ms) };
        timers.set(++last, timer);
        start(timer, last);
        return last;
    };
    window.clearTimeout = (id) => {
        forget(timers.get(id)?.handle ?? id);
        timers.delete(id);
    };
    window.hurry = (faster) => {
        [passed, since, speed] = [performance.now(), now(), faster];
        for (const [id, timer] of timers) { forget(timer.handle); start(timer, id); }
    };
"""
"""Lets a page believe that time runs faster, also for what waits already: for waits that nobody can shorten."""

FAKE_CAMERAS = ["--use-fake-device-for-media-stream=device-count=2", "--use-fake-ui-for-media-stream"]
"""Chromium's own. Nobody is asked for them beside the host."""

COMPILED_ONCE = "--js-flags=--liftoff-only"
"""Pages of tests last for seconds: to compile again what runs often takes a fifth of a boot, and saves less."""

KEEPER = '<script type="py">pass</script>'
KEPT_ROLES = ("host", "dashboard", "copilot")
KEPT_APPS = 4

STORED = "file_systems,indexeddb,local_storage,service_workers,cache_storage"

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    {head}
    <title>{title}</title>
    <link rel="stylesheet" href="/runtime/page.css" />
    <script type="module" src="/runtime/page.js"></script>
  </head>
  <body>
    <main>
      <h1>{title}</h1>
      {body}
    </main>
  </body>
</html>
"""


@dataclass
class Site:
    """A running development server over a folder of pages that tests write."""

    root: Path
    origins: Origins
    _numbers: Iterator[int] = field(default_factory=lambda: iter(range(10_000)))

    def url(self, name: str, hostname: str = "localhost") -> str:
        self.origins.refresh()
        return f"{self.origins.apps(hostname)[name]}/"

    def host(self, hostname: str = "localhost") -> str:
        """The URL of the demo host."""
        return f"{self.origins.roles(hostname)['host']}/"

    def add(self, files: dict[str, str | bytes], hostname: str = "localhost") -> str:
        """A new page, on an origin of its own; its URL."""
        name = f"page{next(self._numbers)}"
        for path, content in files.items():
            target = self.root / "apps" / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        return self.url(name, hostname)

    def add_script(
        self, source: str, *, head: str = "", attributes: str = "", hostname: str = "localhost", **files: str
    ) -> str:
        """A new page that runs a Python script from its own file."""
        body = f'<script type="py" src="./server.py" {attributes}></script>'
        return self.add({"index.html": html(body, head=head), "server.py": source, **files}, hostname)


class Profile:
    """A browser that tests share: what it has compiled is kept, what pages stored is not.

    The browser ends with its last page; and a process that lives has compiled Python already: pages that are there at
    the beginning stay.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self._kept = list(context.pages)
        self._storage = context.new_cdp_session(self._kept[0])
        self._visited: set[str] = set()
        context.on("page", lambda page: page.on("framenavigated", self._note))
        for page in self._kept:
            self._note(page.main_frame)
        self.clear()

    def _note(self, frame: Frame) -> None:
        parts = urlsplit(frame.url)
        if parts.scheme == "http":
            self._visited.add(f"{parts.scheme}://{parts.netloc}")

    def _storage_keys(self) -> Iterator[str]:
        """Of each origin that was visited: by itself, below another site in its own one, and in each other site."""
        sites = {origin.rpartition(":")[0] for origin in self._visited}
        for origin in self._visited:
            yield from (f"{origin}/", f"{origin}/^31")
            yield from (f"{origin}/^0{site}" for site in sites if not origin.startswith(site))

    def _is_as_it_was(self) -> bool:
        """What can't be taken back was not done: a page's clock is that of its whole context."""
        return "[native code]" in self._kept[0].evaluate("String(setTimeout)")

    def clear(self) -> None:
        """As after a first visit: no pages but those that are kept, nothing stored, nothing allowed."""
        for page in self.context.pages:
            if page not in self._kept:
                page.close()
        for key in self._storage_keys():
            self._storage.send("Storage.clearDataForStorageKey", {"storageKey": key, "storageTypes": STORED})
        self._visited.clear()
        self.context.unroute_all()
        self.context.clear_permissions()
        self.context.clear_cookies()
        assert self._is_as_it_was(), "A clock that a test sets stays in all pages: take `context` for it."


def html(body: str, *, head: str = "", title: str = "Test") -> str:
    return PAGE.format(body=body, head=head, title=title)


@pytest.fixture(scope="session")
def runtime() -> Path:
    """The built runtime."""
    return build()


def uncompressed(app: ASGIApp) -> ASGIApp:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await app({**scope, "headers": headers}, receive, send)

    return answer


@contextmanager
def serving(root: Path, dist: Path, around: Callable[[ASGIApp], ASGIApp] = lambda app: app) -> Iterator[Site]:
    """A development server over the pages in `root`, with the runtime in `dist`."""
    (root / "apps").mkdir(exist_ok=True)
    sockets = bind_block("127.0.0.1", TEST_PORT)
    origins = Origins(root, sockets[0].getsockname()[1])
    server = uvicorn.Server(uvicorn.Config(around(create_app(origins, dist)), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": sockets})
    thread.start()
    try:
        yield Site(root, origins)
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def served(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Nothing is compressed: the browser would unpack 60 MB at each boot, also of what it has in its cache."""
    with serving(tmp_path_factory.mktemp("site"), DIST, around=uncompressed) as site:
        yield site


@contextmanager
def with_pages(served: Site) -> Iterator[Site]:
    """The host and a server, and what is added; without any of it afterwards."""
    for folder in ("host", "apps/hello"):
        shutil.copytree(ROOT / folder, served.root / folder)
    yield served
    for folder in ("host", "apps"):
        shutil.rmtree(served.root / folder)
    (served.root / "apps").mkdir()
    served.origins.refresh()


@pytest.fixture
def site(served: Site) -> Iterator[Site]:
    """Pages for one test."""
    with with_pages(served):
        yield served


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=LAUNCH_ARGUMENTS)
    yield browser
    browser.close()


def prepare(context: BrowserContext) -> None:
    """What every context of a test is like."""
    context.add_init_script(NO_EXERCISE)
    context.set_default_timeout(LIMIT_MS)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that nobody has used."""
    context = browser.new_context()
    prepare(context)
    yield context
    context.close()


@pytest.fixture(scope="session")
def profile(served: Site, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Profile]:
    folder = tmp_path_factory.mktemp("profile")
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=find_chromium(),
        args=[*LAUNCH_ARGUMENTS, *FAKE_CAMERAS, COMPILED_ONCE, "--process-per-site"],
        reduced_motion="reduce",  # nobody waits until something has moved
    )
    prepare(context)
    keep_processes(served, context)
    yield Profile(context)
    context.close()


def keep_processes(served: Site, context: BrowserContext) -> None:
    """Have a page with Python on each origin that most tests use: the next one there finds it compiled.

    Each origin has a process of its own all the same, as it has for people.
    """
    for role in KEPT_ROLES:
        folder = served.root / ROLES[role]
        folder.mkdir(parents=True)
        (folder / "index.html").write_text(html(KEEPER), encoding="utf-8")
    for _ in range(KEPT_APPS):
        served.add({"index.html": html(KEEPER)})
    roles, apps = served.origins.roles("localhost"), served.origins.apps("localhost")
    for origin in (*roles.values(), *apps.values()):
        page = context.new_page()
        page.goto(f"{origin}/")
        wait_for_status(page, "ready")
    for folder in ("host", "inverted_demo", "apps"):
        shutil.rmtree(served.root / folder)
    (served.root / "apps").mkdir()
    served.origins.refresh()


@pytest.fixture
def page(profile: Profile) -> Iterator[Page]:
    """A page of a browser that has run the runtime before, which takes half of the work of a first visit."""
    yield profile.context.new_page()
    profile.clear()


RunPython = Callable[..., Any]


@pytest.fixture
def run_python(site: Site, page: Page) -> RunPython:
    """Run a script in a page of its own; what it gave to `show` comes back."""

    def run(source: str, **options: str) -> Any:
        prelude = (
            "import json\nfrom pyscript import document\n"
            "def show(value): document.documentElement.dataset.result = json.dumps(value)\n"
        )
        page.goto(site.add_script(prelude + source, **options))
        return result_of(page)

    return run


def result_of(page: Page) -> Any:
    """What the page's script gave to `show`; a failure's card becomes the test's failure."""
    wait_for_element(page, "html[data-result], html[data-status=failed]")
    shown = page.locator("html").get_attribute("data-result")
    if shown is None:
        raise AssertionError(page.locator(".transom-card pre").text_content())
    return json.loads(shown)


def wait_until(side: Page | Frame, expression: str, argument: Any = None) -> None:
    """Wait for a JavaScript expression to hold; `given` is the argument in it.

    Playwright would look at each animation frame, of which a hidden frame has none.
    """
    side.wait_for_function(f"(given) => {expression}", arg=argument, polling=POLL_MS)


def wait_for_element(side: Page | Frame, selector: str) -> None:
    """Wait for an element, visible or not."""
    wait_until(side, "document.querySelector(given)", selector)


def wait_for_status(side: Page | Frame, status: str) -> None:
    wait_for_element(side, f"html[data-status={status}]")


def held(page: Page, pattern: str) -> Callable[[], None]:
    """Hold requests back; the function that lets them go, and whichever come only then."""
    routes: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        if is_over:
            route.continue_()
        else:
            routes.append(route)

    def release() -> None:
        nonlocal is_over
        is_over = True
        for route in routes:
            route.continue_()

    page.route(pattern, hold)
    return release


def crash(browser: Browser, url: str) -> None:
    """End the process of a frame's page. The order goes as a message in a message: it has no answer to wait for."""
    debugger = browser.new_browser_cdp_session()
    targets = debugger.send("Target.getTargets")["targetInfos"]
    target = next(target["targetId"] for target in targets if target["url"] == url)
    session = debugger.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
    order = json.dumps({"id": 1, "method": "Page.crash"})
    debugger.send("Target.sendMessageToTarget", {"sessionId": session, "message": order})
