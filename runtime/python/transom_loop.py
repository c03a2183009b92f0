"""The page's event loop: what is ready runs in one turn of the browser, as long as a time budget allows.

Pyodide's own loop gives every callback a turn, and a proxy, of its own: half the time of a tool call.
"""

import asyncio
import contextvars
import heapq
import itertools
import math
from asyncio import Future, Handle, TimerHandle
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from pyodide.webloop import PyodideFuture, WebLoop  # pyright: ignore[reportMissingImports]

BUDGET_SECONDS = 0.008
"""How long a turn goes on before the browser may paint and handle input: half of a frame."""

TIMER_SLACK_SECONDS = 0.001
"""Browsers round their clock and their timers: a timer this much too early counts as due."""

LONGEST_TIMER_MS = 2**31 - 1
MANY_CANCELLED = 64


Turn = Callable[..., None]
"""Called without an argument, or with True by the alarm that `Alarm.later` set."""


class Alarm(Protocol):
    """Has the browser call the loop."""

    def soon(self) -> None: ...

    def after_others(self) -> None:
        """When messages, timers, input and frames that wait already had their turn."""
        ...

    def later(self, delay_ms: int) -> None:
        """In place of an alarm that was set before."""
        ...


class BrowserAlarm:
    """One callable that JavaScript keeps for as long as the page lives."""

    def __init__(self, turn: Turn) -> None:
        import js
        from pyodide.ffi import create_proxy  # pyright: ignore[reportMissingImports]
        from pyodide_js import _api, _module  # pyright: ignore[reportMissingImports]

        proxy = create_proxy(turn)
        if _module.jspiSupported:
            # On a stack that `run_sync` can suspend. Waits for a task of the browser before it calls Python.
            self._call = proxy.callPromising.bind(proxy)
            self._schedule = js.queueMicrotask
        else:
            self._call = proxy
            self._schedule = _api.scheduleCallback
        # Chromium reads a MessageChannel, Pyodide's way, for 50 ms at a time while there is something in it
        post_task = getattr(getattr(js, "scheduler", None), "postTask", None)
        self._schedule_fairly = post_task or js.setTimeout
        self._set_timeout, self._clear_timeout = js.setTimeout, js.clearTimeout
        self._timeout: Any = None

    def soon(self) -> None:
        self._schedule(self._call)

    def after_others(self) -> None:
        self._schedule_fairly(self._call)

    def later(self, delay_ms: int) -> None:
        if self._timeout is not None:
            self._clear_timeout(self._timeout)
        self._timeout = self._set_timeout(self._call, delay_ms, True)


class PageLoop(WebLoop):
    """Pyodide's loop with a queue of its own.

    A turn may be suspended in a callback, by `run_sync`: so nothing depends on a turn's end, and what becomes ready
    in a turn has the next turn scheduled at once.
    """

    def __init__(self, make_alarm: Callable[[Turn], Alarm] = BrowserAlarm) -> None:
        super().__init__()
        self._make_alarm = make_alarm
        self._alarm: Alarm | None = None
        self._ready: deque[Handle] = deque()
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._numbers = itertools.count()
        self._cancelled_timers = 0
        self._turn_is_coming = False
        self._busy_since = math.inf
        self._next_alarm = math.inf
        self.turns = 0
        """How many there were: a page that is used has many."""

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None) -> Handle:
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        if not self._turn_is_coming:
            self._call_for_turn()
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> Handle:
        if delay <= 0:
            return self.call_soon(callback, *args, context=context)
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        if when < math.inf:
            heapq.heappush(self._timers, (when, next(self._numbers), handle))
            handle._scheduled = True  # type: ignore[attr-defined]
            self._set_alarm()
        return handle

    def create_future(self) -> Future[Any]:
        """Counted as work in progress, which costs a callback, only where somebody waits for the end of all work."""
        return PyodideFuture(loop=self) if self._no_in_progress_handler is None else super().create_future()

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """Drops cancelled timers when they are many; the alarm may ring once for nothing."""
        if not handle._scheduled:  # type: ignore[attr-defined]
            return
        self._cancelled_timers += 1
        if self._cancelled_timers > max(MANY_CANCELLED, len(self._timers) // 2):
            self._timers = [entry for entry in self._timers if not entry[2].cancelled()]
            heapq.heapify(self._timers)
            self._cancelled_timers = 1  # this one, which is marked only after this call

    def _ring(self) -> Alarm:
        # Made on first use: a memory snapshot can't hold what JavaScript keeps.
        if self._alarm is None:
            self._alarm = self._make_alarm(self._turn)
        return self._alarm

    def _call_for_turn(self) -> None:
        self._turn_is_coming = True
        alarm = self._ring()
        if self.time() - self._busy_since < BUDGET_SECONDS:
            alarm.soon()
        else:
            self._busy_since = math.inf
            alarm.after_others()

    def _set_alarm(self) -> None:
        if not self._timers or self._timers[0][0] >= self._next_alarm:
            return
        when = self._timers[0][0]
        delay = when - self.time()
        if delay > TIMER_SLACK_SECONDS:
            self._next_alarm = when
            self._ring().later(min(math.ceil(delay * 1000), LONGEST_TIMER_MS))
        elif not self._turn_is_coming:
            self._call_for_turn()

    def _take_due_timers(self, now: float) -> None:
        while self._timers and (self._timers[0][2].cancelled() or self._timers[0][0] <= now + TIMER_SLACK_SECONDS):
            handle = heapq.heappop(self._timers)[2]
            handle._scheduled = False  # type: ignore[attr-defined]
            if handle.cancelled():
                self._cancelled_timers -= 1
            else:
                self._ready.append(handle)

    def _turn(self, alarm_rang: bool = False) -> None:
        """What the browser calls: run what is ready, and what becomes ready, until the budget is used."""
        self._turn_is_coming = False
        if alarm_rang:
            self._next_alarm = math.inf
        self.run_ready()

    def run_ready(self) -> None:
        """Run what is ready in the turn that there is: what JavaScript calls need not wait for another."""
        self.turns += 1
        self._install_asyncgen_hooks()
        now = self.time()
        self._busy_since = min(self._busy_since, now)
        self._take_due_timers(now)
        self._set_alarm()
        end = now + BUDGET_SECONDS
        ready = self._ready
        try:
            while ready:
                handle = ready.popleft()
                if not handle._cancelled:  # type: ignore[attr-defined]
                    self._install_running_loop()  # each: a callback may have made another loop, which takes its place
                    self._run_handle(handle)
                if self.time() >= end:
                    break
        finally:
            if not ready:
                self._busy_since = math.inf
            elif not self._turn_is_coming:
                self._call_for_turn()

    def _run_handle(self, handle: Handle) -> None:
        try:
            handle._run()
        except SystemExit as exit_:
            if not self._system_exit_handler:
                raise
            self._system_exit_handler(exit_.code)
        except KeyboardInterrupt:
            if not self._keyboard_interrupt_handler:
                raise
            self._keyboard_interrupt_handler()


def install() -> None:
    """Make a loop of this kind the one that runs, in place of Pyodide's."""
    asyncio.set_event_loop(PageLoop())
