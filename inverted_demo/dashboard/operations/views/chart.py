"""Lines that move: a small one for each service, and a large one with its axes for the service that was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pyscript import document
from transom_page.dom import SVG, Element, h, listen, replace

from operations.company import Figures, Service
from operations.views.lines import area, line, round_top, slot_at
from operations.views.words import latency_ticks, latency_words, rate_ticks, rate_words, share_words

SLOTS = 60
WIDTH, HEIGHT = 600.0, 180.0
SPARK_SLOTS = 30
SPARK_WIDTH, SPARK_HEIGHT = 100.0, 24.0
PARTS = 4


def drawing(width: float, height: float, *children: Any, class_: str) -> Any:
    """A picture that fills its place, whatever the shape of that."""
    node = shape("svg", class_=class_, viewBox=f"0 0 {width:g} {height:g}", preserveAspectRatio="none")
    node.append(*children)
    return node


def shape(tag: str, **attributes: object) -> Any:
    node = document.createElementNS(SVG, tag)
    for name, value in attributes.items():
        node.setAttribute(name.rstrip("_"), str(value))
    return node


class Spark:
    """The latency of a service, without figures: those are beside it."""

    def __init__(self) -> None:
        self._line, self._area = shape("path"), shape("path", class_="area")
        node = drawing(SPARK_WIDTH, SPARK_HEIGHT, self._area, self._line, class_="spark")
        node.setAttribute("aria-hidden", "true")
        self.element = Element(dom_element=node)

    def draw(self, figures: Sequence[Figures]) -> None:
        values = [one.latency_ms for one in figures][-SPARK_SLOTS:]
        where = (max(values) * 1.25 or 1, SPARK_WIDTH, SPARK_HEIGHT, SPARK_SLOTS)
        self._line.setAttribute("d", line(values, *where))
        self._area.setAttribute("d", area(values, *where))


class Chart:
    """Latency and requests of one service. Where the pointer is, its caption has the figures of that moment."""

    def __init__(self, place: Element) -> None:
        self._line, self._area = shape("path"), shape("path", class_="area")
        self._second = shape("path", class_="second")
        self._pointer = shape("path", class_="pointer")
        heights = [HEIGHT * part / PARTS for part in range(PARTS + 1)]
        grid = [shape("path", class_="grid", d=f"M0 {y:g} H{WIDTH:g}") for y in heights]
        parts = (*grid, self._area, self._second, self._line, self._pointer)
        self._picture = drawing(WIDTH, HEIGHT, *parts, class_="")
        self._picture.setAttribute("role", "img")
        self._left = [_tick(y / HEIGHT, "tick") for y in heights]
        self._right = [_tick(y / HEIGHT, "tick end") for y in heights]
        self._plot = h("div", Element(dom_element=self._picture), self._left, self._right, class_="plot")
        self._caption = h("figcaption")
        replace(place, self._caption, self._plot)
        self._at: float | None = None
        """Where the pointer is, as a share of the width."""
        self._shown: tuple[Service, Sequence[Figures]] | None = None
        listen(self._plot._dom_element, "pointermove", self._point)
        listen(self._plot._dom_element, "pointerleave", self._leave)

    def draw(self, service: Service, figures: Sequence[Figures]) -> None:
        last = list(figures)[-SLOTS:]
        self._shown = service, last
        latency = _scale(self._left, [one.latency_ms for one in last], latency_ticks)
        requests = _scale(self._right, [one.requests_per_second for one in last], rate_ticks)
        where = (WIDTH, HEIGHT, SLOTS)
        self._line.setAttribute("d", line([one.latency_ms for one in last], latency, *where))
        self._area.setAttribute("d", area([one.latency_ms for one in last], latency, *where))
        self._second.setAttribute("d", line([one.requests_per_second for one in last], requests, *where))
        self._picture.setAttribute("aria-label", f"Latency and requests of {service.name}, as measured until now")
        self._describe()

    def _describe(self) -> None:
        if self._shown is None:
            return
        service, figures = self._shown
        index = None if self._at is None else slot_at(self._at, SLOTS, len(figures))
        at = figures[-1 if index is None else index]
        back = 0 if index is None else len(figures) - 1 - index
        x = None if index is None else (SLOTS - 1 - back) * WIDTH / (SLOTS - 1)
        self._pointer.setAttribute("d", "" if x is None else f"M{x:.1f} 0 V{HEIGHT:g}")
        replace(
            self._caption,
            h("strong", service.name),
            h("span", f"Latency {latency_words(at.latency_ms)}", class_="key"),
            h("span", f"Requests {rate_words(at.requests_per_second)}", class_="key second"),
            h("span", f"Errors {share_words(at.error_rate)}"),
            h("span", f"Uptime {service.uptime:.2f} % in 30 days" if not back else f"{back} measurements earlier"),
        )

    def _point(self, event: Any) -> None:
        place = self._picture.getBoundingClientRect()
        self._at = (event.clientX - place.left) / place.width
        self._describe()

    def _leave(self, event: Any) -> None:
        self._at = None
        self._describe()


def _scale(ticks: list[Element], values: list[int], words: Callable[[float, list[float]], list[str]]) -> float:
    """Write the figures of an axis; the one at its top."""
    top = round_top(max(values) * 1.1, PARTS)
    shares = [1 - part / PARTS for part in range(PARTS + 1)]
    for tick, text in zip(ticks, words(top, shares), strict=True):
        tick.textContent = text
    return top


def _tick(share: float, class_: str) -> Element:
    return h("span", class_=class_, style=f"top: {share * 100:g}%", aria_hidden="true")
