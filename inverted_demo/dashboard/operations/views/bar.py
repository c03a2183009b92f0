"""The top of the page: who is here, the clock, and the figures that one looks at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from transom_page.dom import Element, find, h, on, replace, set_attributes

from operations.state import State
from operations.views.incidents import open_words
from operations.views.selection import counts, worst
from operations.views.words import clock_words, count, initials


class Bar:
    """`pause` says whether the simulation goes on after it."""

    def __init__(self, state: State, pause: Callable[[], bool]) -> None:
        self._state, self._pause = state, pause
        person = state.company.person(state.company.user)
        face = h("span", initials(person.name), class_="face", aria_hidden="true")
        words = h("span", person.name, h("small", f"{person.role}, {state.company.name}"))
        replace(find("#user"), face, words)
        button = find("#pause")
        on(button, "click", lambda event: self.show_running(self._pause()))
        set_attributes(button, disabled=False)
        self.draw()

    def show_running(self, runs: bool) -> None:
        find("#pause").textContent = "Pause" if runs else "Resume"

    def draw(self) -> None:
        clock, now = find("#clock"), self._state.now
        day, minute = clock_words(now)
        replace(clock, h("span", day, class_="day"), minute)
        set_attributes(clock, datetime=now.isoformat())
        replace(find("#sums"), *self._sums())

    def _sums(self) -> list[Element]:
        health = Counter(service.status for service in self._state.services.values())
        ill = ", ".join(f"{health[status]} {status}" for status in ("down", "degraded") if health[status])
        open_now, how_bad = open_words(self._state)
        projects = self._state.projects.values()
        at_risk, overdue, unfinished = counts(projects, self._state.now.date())
        first = worst(projects)
        return [
            _sum("Services healthy", health["healthy"], f" of {health.total()}", ill or "all of them"),
            _sum("Open incidents", open_now, "", how_bad),
            _sum("Projects at risk", at_risk, "", first.name if first else "none"),
            _sum("Projects overdue", overdue, "", f"of {count(unfinished, 'unfinished one')}"),
        ]


def _sum(name: str, number: int, of: str, words: str) -> Element:
    figure = h("strong", str(number), h("small", of) if of else None)
    return h("li", h("span", name), figure, h("small", words, title=words), class_="sum", testid="sum")
