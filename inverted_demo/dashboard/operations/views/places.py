"""The dashboard, the trust panel and the copilot: side by side where there is room, else one of them at a time."""

from __future__ import annotations

from typing import Any, Literal

from pyscript import document, window
from transom_page.dom import find, listen, on

Place = Literal["dashboard", "copilot", "trust"]
SINGLE = "(max-width: 63.99rem)"
"""As in style.css: where there is room for one of them."""


class Places:
    def __init__(self) -> None:
        self._single = window.matchMedia(SINGLE)
        self.shown: Place = "dashboard"
        on(find("nav.views"), "click", self._click)
        listen(self._single, "change", lambda event: self.show(self.shown))
        self.show("dashboard")

    @property
    def hides_dashboard(self) -> bool:
        return bool(self._single.matches) and self.shown != "dashboard"

    def show(self, place: Place) -> None:
        """With the dashboard always in sight, it stands for what is beside it at first."""
        self.shown = place
        view = "copilot" if place == "dashboard" and not self._single.matches else place
        document.documentElement.dataset.view = view
        for button in document.querySelectorAll("nav.views button"):
            button.setAttribute("aria-pressed", "true" if button.dataset.view == view else "false")

    def _click(self, event: Any) -> None:
        if button := event.target.closest("[data-view]"):
            self.show(button.dataset.view)
