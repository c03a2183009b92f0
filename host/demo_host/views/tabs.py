"""Tabs with the keyboard that people expect of them. What a tab shows is made when it is first chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from transom_page.dom import Element, add, h, replace, set_attributes


class View(Protocol):
    element: Element

    def close(self) -> None: ...


class Tab:
    def __init__(self, name: str, title: str, make: Callable[[], View], count: Callable[[], int | None]) -> None:
        self.name, self.title, self.make, self.count = name, title, make, count


class Tabs:
    def __init__(self, prefix: str, label: str, tabs: list[Tab]) -> None:
        self._tabs = {tab.name: tab for tab in tabs}
        self._prefix = prefix
        self._views: dict[str, View] = {}
        self.chosen = tabs[0].name
        self.is_shown = False
        """What is not shown is not made: a server may be connected and never looked at."""
        self._buttons = {tab.name: self._button(tab) for tab in tabs}
        self._panels = {
            tab.name: h(
                "div",
                id=f"{prefix}-{tab.name}",
                role="tabpanel",
                tabindex="0",
                aria_labelledby=f"{prefix}-tab-{tab.name}",
                hidden=True,
                testid=f"panel-{tab.name}",
            )
            for tab in tabs
        }
        self.element: Element = h(
            "div",
            h(
                "div",
                *self._buttons.values(),
                class_="tabs",
                role="tablist",
                aria_label=label,
                on={"keydown": self._key},
            ),
            *self._panels.values(),
            class_="tabbed",
        )
        self.draw()

    def _button(self, tab: Tab) -> Element:
        return h(
            "button",
            type="button",
            role="tab",
            id=f"{self._prefix}-tab-{tab.name}",
            aria_controls=f"{self._prefix}-{tab.name}",
            testid=f"tab-{tab.name}",
            on={"click": lambda event: self.choose(tab.name)},
        )

    def choose(self, name: str) -> None:
        self.chosen = name
        self.draw()

    def view(self, name: str) -> View:
        """What a tab shows, made if it was not."""
        if name not in self._views:
            self._views[name] = self._tabs[name].make()
            add(self._panels[name], self._views[name].element)
        return self._views[name]

    def draw(self) -> None:
        """Bring the counts and the choice up to date."""
        for name, button in self._buttons.items():
            chosen = name == self.chosen
            count = self._tabs[name].count()
            replace(
                button, self._tabs[name].title, h("span", str(count), class_="count") if count is not None else None
            )
            set_attributes(button, aria_selected="true" if chosen else "false", tabindex="0" if chosen else "-1")
            set_attributes(self._panels[name], hidden=not chosen)
        if self.is_shown:
            self.view(self.chosen)

    def _key(self, event: Any) -> None:
        names = list(self._tabs)
        steps = {"ArrowRight": 1, "ArrowLeft": -1}
        if event.key in steps:
            name = names[(names.index(self.chosen) + steps[event.key]) % len(names)]
        elif event.key in ("Home", "End"):
            name = names[0 if event.key == "Home" else -1]
        else:
            return
        event.preventDefault()
        self.choose(name)
        self._buttons[name]._dom_element.focus()

    def close(self) -> None:
        for view in self._views.values():
            view.close()
        self._views.clear()
