"""The one observable thing: topics, and who wants to hear that something changed in them."""

from __future__ import annotations

from collections.abc import Callable

Watcher = Callable[[], None]
Schedule = Callable[[Callable[[], None]], object]
"""Runs something soon, once the present change is complete: `loop.call_soon`."""


class Store:
    """Many changes in one turn of the loop come to one call of each watcher."""

    def __init__(self, schedule: Schedule, report: Callable[[BaseException], None] = lambda error: None) -> None:
        """`report` hears of watchers that fail; the others are called all the same."""
        self._schedule = schedule
        self._report = report
        self._watchers: dict[str, dict[Watcher, None]] = {}
        self._touched: dict[str, None] = {}

    def watch(self, topic: str, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` after each change of a topic. Call what is returned to stop that."""
        self._watchers.setdefault(topic, {})[watcher] = None

        def stop() -> None:
            watchers = self._watchers.get(topic, {})
            watchers.pop(watcher, None)
            if not watchers:
                self._watchers.pop(topic, None)

        return stop

    def touch(self, *topics: str) -> None:
        """Say that something changed."""
        if not self._touched:
            self._schedule(self._flush)
        self._touched.update(dict.fromkeys(topics))

    def _flush(self) -> None:
        topics, self._touched = self._touched, {}
        called: dict[Watcher, None] = {}
        for topic in topics:
            for watcher in list(self._watchers.get(topic, ())):
                if watcher not in called and watcher in self._watchers.get(topic, {}):
                    called[watcher] = None
                    self._call(watcher)

    def _call(self, watcher: Watcher) -> None:
        try:
            watcher()
        except Exception as error:
            self._report(error)
