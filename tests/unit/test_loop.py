"""The page's event loop, driven by hand: a clock that stands still, and a browser that calls when it is told to."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from runtime.pins import RUNTIME
from tests.unit.loading import load

Loop = Any


class PyodidesLoop(asyncio.AbstractEventLoop):
    """What Pyodide's loop gives to ours."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.now = 100.0
        self._in_progress = 0
        self._no_in_progress_handler: Callable[[], None] | None = None
        self._system_exit_handler: Callable[[int], None] | None = None
        self._keyboard_interrupt_handler: Callable[[], None] | None = None

    def time(self) -> float:
        return self.now

    def get_debug(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.errors.append(str(context["exception"]))

    def create_future(self) -> asyncio.Future[Any]:
        self._in_progress += 1
        return asyncio.Future(loop=self)

    def _install_running_loop(self) -> None: ...

    def _install_asyncgen_hooks(self) -> None: ...


class Browser:
    """Keeps what the loop asked for until a test lets it happen."""

    def __init__(self, turn: Callable[..., None]) -> None:
        self._turn = turn
        self.turns_to_come = 0
        self.asked: list[str] = []
        self.delay_ms: int | None = None

    def soon(self) -> None:
        self.turns_to_come += 1
        self.asked.append("soon")

    def after_others(self) -> None:
        self.turns_to_come += 1
        self.asked.append("after others")

    def later(self, delay_ms: int) -> None:
        self.delay_ms = delay_ms

    def give_turn(self) -> None:
        assert self.turns_to_come
        self.turns_to_come -= 1
        self._turn()

    def give_all_turns(self) -> None:
        while self.turns_to_come:
            self.give_turn()

    def ring(self) -> None:
        assert self.delay_ms is not None
        self.delay_ms = None
        self._turn(True)


@pytest.fixture(scope="module")
def transom_loop() -> Iterator[ModuleType]:
    stand_in = SimpleNamespace(WebLoop=PyodidesLoop, PyodideFuture=asyncio.Future)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
        patch.setitem(sys.modules, "pyodide.webloop", stand_in)
        yield load(RUNTIME / "python" / "transom_loop.py", "transom_loop_in_test")


@pytest.fixture
def browsers() -> list[Browser]:
    return []


@pytest.fixture
def loop(transom_loop: ModuleType, browsers: list[Browser]) -> Loop:
    def make(turn: Callable[..., None]) -> Browser:
        browsers.append(Browser(turn))
        return browsers[-1]

    return transom_loop.PageLoop(make)


@pytest.fixture
def browser(loop: Loop, browsers: list[Browser]) -> Browser:
    """The browser of a loop that has called for it, and been answered."""
    loop.call_soon(lambda: None)
    browsers[0].give_all_turns()
    return browsers[0]


def fail(text: str) -> None:
    raise ValueError(text)


def leave(error: type[BaseException]) -> None:
    raise error


def test_the_browser_is_not_touched_before_there_is_something_to_do(loop: Loop, browsers: list[Browser]) -> None:
    assert not browsers
    loop.call_soon(lambda: None)
    assert len(browsers) == 1


def test_callbacks_run_in_order_with_those_that_become_ready_meanwhile(loop: Loop, browser: Browser) -> None:
    ran: list[str] = []
    loop.call_soon(lambda: (ran.append("first"), loop.call_soon(ran.append, "third")))
    loop.call_soon(ran.append, "second")
    assert browser.turns_to_come == 1
    browser.give_turn()
    assert ran == ["first", "second", "third"]


def test_a_turn_ends_with_its_budget_and_the_next_goes_on(
    transom_loop: ModuleType, loop: Loop, browser: Browser
) -> None:
    ran: list[float] = []

    def work() -> None:
        ran.append(loop.now)
        loop.now += transom_loop.BUDGET_SECONDS / 2

    for _ in range(5):
        loop.call_soon(work)
    browser.give_turn()
    assert len(ran) == 2
    browser.give_turn()
    assert len(ran) == 4
    browser.give_turn()
    assert len(ran) == 5
    assert not browser.turns_to_come


def test_work_that_goes_on_lets_others_go_first_and_a_short_answer_does_not_wait_for_them(
    transom_loop: ModuleType, loop: Loop, browser: Browser
) -> None:
    def go_on(turns: int) -> None:
        loop.now += transom_loop.BUDGET_SECONDS * 2
        if turns:
            loop.call_soon(go_on, turns - 1)

    browser.asked.clear()
    loop.call_soon(go_on, 3)
    browser.give_all_turns()
    assert browser.asked == ["soon", "after others", "after others", "after others"]
    browser.asked.clear()
    loop.call_soon(lambda: None)
    browser.give_all_turns()
    assert browser.asked == ["soon"]


def test_short_turns_that_follow_each_other_let_others_go_first_from_time_to_time(
    transom_loop: ModuleType, loop: Loop, browser: Browser
) -> None:
    """Such as a long callback behind one that has asked for the next turn already."""

    def ask_for_the_next(turns: int) -> None:
        if turns:
            loop.call_soon(ask_for_the_next, turns - 1)
            loop.call_soon(work)

    def work() -> None:
        loop.now += transom_loop.BUDGET_SECONDS

    browser.asked.clear()
    loop.call_soon(ask_for_the_next, 10)
    browser.give_all_turns()
    assert browser.asked.count("after others") >= 3


def test_a_callback_that_is_suspended_does_not_hold_the_others_up(loop: Loop, browser: Browser) -> None:
    """`run_sync` leaves a turn in the middle of a callback, and the browser gives the next one."""
    ran: list[str] = []

    def wait_for_the_others() -> None:
        loop.call_soon(ran.append, "what it waits for")
        browser.give_turn()
        ran.append("the waiting one")

    loop.call_soon(wait_for_the_others)
    loop.call_soon(ran.append, "the next")
    browser.give_all_turns()
    assert ran == ["the next", "what it waits for", "the waiting one"]


def test_an_error_is_reported_and_the_rest_runs(loop: Loop, browser: Browser) -> None:
    ran: list[str] = []
    loop.call_soon(fail, "a mistake")
    loop.call_soon(ran.append, "the next")
    browser.give_turn()
    assert (loop.errors, ran) == (["a mistake"], ["the next"])


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt])
def test_what_ends_a_program_leaves_the_turn_and_the_rest_runs_in_another(
    loop: Loop, browser: Browser, error: type[BaseException]
) -> None:
    ran: list[str] = []
    loop.call_soon(leave, error)
    loop.call_soon(ran.append, "the next")
    with pytest.raises(error):
        browser.give_turn()
    browser.give_all_turns()
    assert ran == ["the next"]


def test_what_ends_a_program_goes_to_its_handler_where_there_is_one(loop: Loop, browser: Browser) -> None:
    seen: list[object] = []
    loop._system_exit_handler = seen.append
    loop._keyboard_interrupt_handler = lambda: seen.append("interrupted")
    loop.call_soon(sys.exit, 3)
    loop.call_soon(leave, KeyboardInterrupt)
    browser.give_turn()
    assert seen == [3, "interrupted"]


def test_a_cancelled_callback_does_not_run(loop: Loop, browser: Browser) -> None:
    ran: list[str] = []
    loop.call_soon(ran.append, "cancelled").cancel()
    loop.call_later(1, ran.append, "cancelled too").cancel()
    loop.now += 2
    browser.give_all_turns()
    browser.ring()
    assert not ran


def test_timers_run_by_time_and_then_by_age(loop: Loop, browser: Browser) -> None:
    ran: list[str] = []
    loop.call_at(loop.now + 2, ran.append, "third")
    loop.call_at(loop.now + 1, ran.append, "first")
    loop.call_at(loop.now + 1, ran.append, "second")
    loop.now += 3
    browser.ring()
    assert ran == ["first", "second", "third"]


def test_one_timer_of_the_browser_serves_all_and_rings_for_the_earliest(loop: Loop, browser: Browser) -> None:
    loop.call_later(60, print)
    assert browser.delay_ms == 60_000
    loop.call_later(90, print)
    assert browser.delay_ms == 60_000
    loop.call_later(0.0305, print)
    assert browser.delay_ms == 31


def test_a_timer_that_rings_too_early_is_set_again(loop: Loop, browser: Browser) -> None:
    ran: list[str] = []
    loop.call_later(1, ran.append, "late")
    loop.now += 0.5
    browser.ring()
    assert (ran, browser.delay_ms) == ([], 500)
    loop.now += 0.5
    browser.ring()
    assert ran == ["late"]


def test_a_time_beyond_what_the_browser_can_wait_is_waited_for_in_parts(loop: Loop, browser: Browser) -> None:
    loop.call_later(10_000_000, print)
    assert browser.delay_ms == 2**31 - 1


def test_what_is_due_already_does_not_wait_for_a_timer(loop: Loop, browser: Browser) -> None:
    ran: list[str] = []
    loop.call_at(loop.now - 1, ran.append, "at")
    loop.call_later(0, ran.append, "later")
    assert browser.delay_ms is None
    browser.give_turn()
    assert sorted(ran) == ["at", "later"]


def test_a_time_that_never_comes_sets_no_timer(loop: Loop, browser: Browser) -> None:
    loop.call_later(float("inf"), print).cancel()
    assert browser.delay_ms is None


def test_cancelled_timers_do_not_pile_up_behind_one_that_waits(loop: Loop, browser: Browser) -> None:
    loop.call_later(30, print)
    handles: list[weakref.ref[asyncio.TimerHandle]] = []
    for _ in range(1000):
        handle = loop.call_later(60, print)
        handles.append(weakref.ref(handle))
        handle.cancel()
        del handle
    gc.collect()
    assert sum(handle() is not None for handle in handles) < 100


def test_timers_that_are_left_after_cancelling_others_still_run(loop: Loop, browser: Browser) -> None:
    ran: list[int] = []
    timers = [loop.call_later(1 + n / 1000, ran.append, n) for n in range(500)]
    for n, timer in enumerate(timers):
        if n % 5:
            timer.cancel()
    loop.now += 5
    browser.ring()
    assert ran == list(range(0, 500, 5))


def test_futures_count_as_work_in_progress_where_somebody_waits_for_its_end(loop: Loop) -> None:
    loop.create_future()
    assert loop._in_progress == 0
    loop._no_in_progress_handler = lambda: None
    loop.create_future()
    assert loop._in_progress == 1
