"""The page's event loop in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.conftest import RunPython, Site, html, result_of, wait_for_status

STORM = """
import asyncio
import time
from pyscript import document, when, window

@when("click", "#stop")
def stop(event):
    global stopped
    stopped = True

async def storm():
    while not stopped:
        await asyncio.sleep(0)
    document.documentElement.dataset.result = "1"

async def work():
    while not stopped:
        end = time.perf_counter() + 0.02
        while time.perf_counter() < end:
            pass
        window.slices += 1
        await asyncio.sleep(0)

stopped = False
window.slices = 0
storms = [asyncio.create_task(storm()) for _ in range(50)]
works = [asyncio.create_task(work()) for _ in range(3)]
"""

FRAMES = """() => new Promise((resolve) => {
    let left = 10;
    const paint = () => (left-- ? requestAnimationFrame(paint) : resolve(true));
    paint();
})"""

SLICES_BETWEEN_TIMERS = """() => new Promise((resolve) => {
    let left = 10;
    let most = 0;
    let before = slices;
    const ring = () => {
        most = Math.max(most, slices - before);
        before = slices;
        left-- ? setTimeout(ring, 1) : resolve(most);
    };
    ring();
})"""


@pytest.fixture(params=[True, False], ids=["stack switching", "no stack switching"])
def stack_switching(request: pytest.FixtureRequest, page: Page) -> bool:
    """Browsers differ in whether `run_sync` can wait, and in what schedules tasks, and so in how they call the loop."""
    if not request.param:
        page.add_init_script("delete WebAssembly.Suspending; delete WebAssembly.Suspender; delete globalThis.scheduler")
    return request.param


@pytest.mark.usefixtures("stack_switching")
def test_callbacks_run_in_order_and_timers_by_their_time(run_python: RunPython) -> None:
    shown = run_python("""
import asyncio
ran, rang, done = [], [], asyncio.Event()
loop = asyncio.get_running_loop()
now = loop.time()
loop.call_at(now + 0.03, done.set)
loop.call_at(now + 0.02, rang.append, "later")
loop.call_at(now + 0.01, rang.append, "sooner")
loop.call_later(0.015, rang.append, "cancelled").cancel()
loop.call_soon(ran.append, 1)
loop.call_soon(lambda: (ran.append(2), loop.call_soon(ran.append, 4)))
loop.call_soon(ran.append, 3)
await done.wait()
show([type(loop).__name__, ran, rang])
""")
    assert shown == ["PageLoop", [1, 2, 3, 4], ["sooner", "later"]]


@pytest.mark.usefixtures("stack_switching")
def test_a_page_paints_takes_clicks_and_has_its_timers_while_callbacks_never_end(site: Site, page: Page) -> None:
    body = '<button id="stop">Stop</button><script type="py" src="./server.py"></script>'
    page.goto(site.add({"index.html": html(body), "server.py": STORM}))
    wait_for_status(page, "ready")
    assert page.evaluate(FRAMES)
    assert page.evaluate(SLICES_BETWEEN_TIMERS) < 10
    page.click("#stop")
    assert result_of(page) == 1


def test_browser_timers_of_cancelled_time_outs_do_not_pile_up(site: Site, page: Page) -> None:
    page.add_init_script("""
        globalThis.timers = new Set();
        const { setTimeout: set, clearTimeout: clear } = globalThis;
        globalThis.setTimeout = (callback, delay, ...rest) => {
            const id = set(callback, delay, ...rest);
            if (delay > 50_000 && delay < 60_000) timers.add(id);
            return id;
        };
        globalThis.clearTimeout = (id) => (timers.delete(id), clear(id));
    """)
    page.goto(
        site.add_script("""
import asyncio
from pyscript import document
for _ in range(200):
    async with asyncio.timeout(55):
        await asyncio.sleep(0)
document.documentElement.dataset.result = "1"
""")
    )
    result_of(page)
    assert page.evaluate("timers.size") == 1


@pytest.mark.usefixtures("stack_switching")
def test_errors_are_reported_and_the_loop_goes_on(run_python: RunPython, page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    shown = run_python("""
import asyncio
def fail(text):
    raise ValueError(text)
async def fail_later():
    fail("in a task")
loop = asyncio.get_running_loop()
loop.call_soon(fail, "in a callback")
loop.call_soon(fail, "in the next one")
task = asyncio.create_task(fail_later())
for _ in range(5):
    await asyncio.sleep(0)
reported = []
loop.set_exception_handler(lambda loop, context: reported.append(str(context["exception"])))
loop.call_soon(fail, "to the handler")
await asyncio.sleep(0)
loop.set_exception_handler(None)
show(reported)
""")
    assert shown == ["to the handler"]
    text = "\n".join(said)
    assert [f"ValueError: {where}" in text for where in ("in a callback", "in the next one", "in a task")] == [True] * 3


@pytest.mark.usefixtures("stack_switching")
def test_what_javascript_makes_ready_runs(run_python: RunPython, page: Page) -> None:
    shown = run_python("""
import asyncio, js
from pyodide.ffi import create_once_callable, create_proxy

async def answer():
    await asyncio.sleep(0)
    return 42

event = asyncio.Event()
js.answer = create_proxy(answer)
js.setTimeout(create_once_callable(event.set), 1)
await event.wait()
show(await js.Promise.resolve(41))
""")
    assert (shown, page.evaluate("answer()")) == (41, 42)


def test_others_run_while_run_sync_waits(run_python: RunPython, page: Page) -> None:
    """Each of the two waits for what the other does. Without the snapshot: Python in it has no `run_sync`."""
    page.route("**/snapshot.bin*", lambda route: route.abort())
    shown = run_python("""
import asyncio
from pyodide.ffi import can_run_sync, run_sync

ran, first, second = [], asyncio.Event(), asyncio.Event()

async def one():
    ran.append("one waits")
    run_sync(first.wait())
    ran.append("one goes on")
    second.set()

async def other():
    await asyncio.sleep(0.01)
    ran.append("other sets")
    first.set()
    run_sync(second.wait())
    ran.append("other goes on")

supported = can_run_sync()
await asyncio.gather(one(), other())
await asyncio.sleep(0.01)
show([supported, ran])
""")
    assert shown == [True, ["one waits", "other sets", "one goes on", "other goes on"]]
