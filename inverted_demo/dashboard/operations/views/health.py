"""The services: how each is doing, and a chart of the one that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from transom_page.dom import Element, find, h, replace, set_attributes

from operations.changes import Planned
from operations.company import Figures, Service
from operations.state import State
from operations.views.chart import Chart, Spark
from operations.views.marks import Changes
from operations.views.words import TONES, latency_words, share_words, spaced, span_words


class HealthView:
    """One of the worst is chosen at first."""

    def __init__(self, state: State) -> None:
        self._state = state
        worst = max(state.services.values(), key=lambda service: service.error_rate)
        self._chosen = worst.id
        self._chart = Chart(find("#chart"))
        self._tiles = {key: Tile(key, self._choose) for key in state.services}
        replace(find("#services"), *(tile.element for tile in self._tiles.values()))
        self._planned = Changes()
        self.draw()

    def draw(self) -> None:
        for key, tile in self._tiles.items():
            tile.draw(self._state.services[key], self._state.figures[key], self._state.windows(key))
            set_attributes(tile.button, aria_pressed="true" if key == self._chosen else "false")
        self._chart.draw(self._state.services[self._chosen], self._state.figures[self._chosen])
        self._planned.see({key: tile.windows for key, tile in self._tiles.items()})

    def _choose(self, key: str) -> None:
        self._chosen = key
        self.draw()


class Tile:
    """Stays in the page as it is; only its words and its line change."""

    def __init__(self, key: str, choose: Any) -> None:
        self.windows: list[Planned] = []
        self._spark = Spark()
        self._name, self._pill = h("strong"), h("span", class_="pill", testid="service-status")
        self._figures = h("span", class_="figures")
        parts = (self._name, self._pill, self._figures, self._spark.element)
        self.button = h("button", *parts, type="button", testid="service", on={"click": lambda event: choose(key)})
        self.element: Element = h("li", self.button, class_="service", data_id=key)

    def draw(self, service: Service, figures: Sequence[Figures], windows: list[Planned]) -> None:
        tone = TONES[service.status]
        self.windows = windows
        set_attributes(self.element, data_tone=tone)
        set_attributes(self._pill, data_tone=tone)
        self._name.textContent, self._pill.textContent = service.name, spaced(service.status)
        self._figures.textContent = f"{latency_words(service.latency_ms)} · {share_words(service.error_rate)} errors"
        planned = [f"Maintenance {span_words(one.start, one.minutes)}: {one.reason}" for one in windows]
        set_attributes(self.button, title="\n".join(planned) or None)
        self._spark.draw(figures)
