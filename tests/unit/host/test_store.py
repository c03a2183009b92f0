"""Changes, and who hears of them."""

from __future__ import annotations

from collections.abc import Callable

from demo_host.state.store import Store


class Turns:
    """Runs what was scheduled, when a test says so."""

    def __init__(self) -> None:
        self._soon: list[Callable[[], None]] = []
        self.errors: list[BaseException] = []
        self.store = Store(self._soon.append, self.errors.append)

    def run(self) -> None:
        soon, self._soon[:] = list(self._soon), []
        for work in soon:
            work()


def test_many_changes_in_a_turn_come_to_one_call() -> None:
    turns, heard = Turns(), list[str]()
    watcher = lambda: heard.append("one")  # noqa: E731
    turns.store.watch("a", watcher)
    turns.store.watch("b", watcher)
    turns.store.touch("a")
    turns.store.touch("a", "b", "c")
    turns.run()
    turns.run()
    assert heard == ["one"]


def test_a_watcher_that_stopped_hears_nothing_even_of_this_turn() -> None:
    turns, heard = Turns(), list[str]()
    stop = turns.store.watch("a", lambda: heard.append("two"))
    turns.store.watch("b", stop)
    turns.store.touch("b", "a")
    turns.run()
    assert heard == []


def test_a_change_by_a_watcher_comes_in_the_next_turn() -> None:
    turns, heard = Turns(), list[str]()
    turns.store.watch("a", lambda: turns.store.touch("b"))
    turns.store.watch("b", lambda: heard.append("b"))
    turns.store.touch("a")
    turns.run()
    assert heard == []
    turns.run()
    assert heard == ["b"]


def test_a_watcher_that_fails_is_told_of_and_the_others_are_called() -> None:
    turns, heard = Turns(), list[str]()

    def broken() -> None:
        raise ValueError("broken")

    turns.store.watch("a", broken)
    turns.store.watch("a", lambda: heard.append("a"))
    turns.store.touch("a")
    turns.run()
    assert heard == ["a"]
    assert [str(error) for error in turns.errors] == ["broken"]
