"""What is there before the first question: what one could ask, who answers, and the way back to what was before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from transom_page.dom import Element, find, h, on, redraw, set_attributes

from assistant.chat import Entry
from assistant.suggestions import Suggestion

ANSWERS = {
    "matcher": "The built-in matcher answers: it matches your words with the application's tools. "
    "It can't reason or explain.",
    "endpoint": "{name} answers, behind an endpoint. The conversation and the results of calls are sent there.",
    "browser": "The browser's own model answers, on this device. It is small, and can be wrong.",
}


class Welcome:
    def __init__(
        self,
        choose: Callable[[Suggestion], object],
        restore: Callable[[list[Entry]], None],
        choose_model: Callable[[str], None],
    ) -> None:
        self._choose = choose
        self._restore = restore
        self._before: list[Entry] = []
        self._shown: list[Suggestion] = []
        self._element = find("#welcome")
        self._list = find("#suggestions")
        self._undo = find("#undo")
        on(find("#undo-button"), "click", lambda event: self._bring_back())
        for way in ANSWERS:
            on(find(f"#way-{way}"), "click", lambda event, way=way: choose_model(way))

    def show(self, visible: bool) -> None:
        set_attributes(self._element, hidden=not visible)
        if not visible:
            self.offer_undo([])

    def offer_undo(self, before: list[Entry]) -> None:
        """The conversation that was left, until the next one begins."""
        self._before = before
        set_attributes(self._undo, hidden=not before)

    def draw(self, server: str, found: Sequence[Suggestion]) -> None:
        find("#welcome-server").textContent = server or "the application"
        if list(found) != self._shown:
            self._shown = list(found)
            redraw(self._list, *(self._item(one) for one in found))

    def draw_model(self, kind: str, name: str) -> None:
        """Who answers, in honest words."""
        find("#who").textContent = ANSWERS[kind].format(name=name)
        for way in ANSWERS:
            set_attributes(find(f"#way-{way}"), disabled=None, aria_current="true" if way == kind else None)

    def _item(self, one: Suggestion) -> Element:
        button = h(
            "button",
            h("span", one.words if one.draft in ("", one.words) else f"{one.words} …", class_="suggestion-words"),
            h("span", one.about, class_="suggestion-about") if one.about else None,
            type="button",
            class_="suggestion",
            testid="suggestion",
            data_name=one.words,
            on={"click": lambda event: self._choose(one)},
        )
        return h("li", button)

    def _bring_back(self) -> None:
        before, self._before = self._before, []
        self._restore(before)
