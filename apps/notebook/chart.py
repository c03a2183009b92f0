"""A figure in the page, drawn by uPlot: hover for values, drag to zoom, click twice to see all again."""

from __future__ import annotations

import asyncio
from typing import Any

from browser import Proxies, in_javascript, library, listen, strings, window
from figures import COLOURS, DARK_COLOURS, DAY_SECONDS, Figure, Series

DAY_STEPS = (1, 2, 7, 14, 31, 61, 92, 184, 366, 731, 1827, 3653, 18263, 36525)
BARS_SHARE = 0.8
HEIGHT_PX = 352
LAST_FRAME_SECONDS = 1.0


class Chart:
    def __init__(self, place: Any) -> None:
        self._place = place
        self._plot: Any = None
        self._proxies = Proxies()
        self._figure: Figure | None = None
        self._dark = window.matchMedia("(prefers-color-scheme: dark)")
        listen(self._dark, "change", self._again)
        listen(window, "resize", self._again)

    @property
    def is_drawn(self) -> bool:
        return self._plot is not None

    async def show(self, figure: Figure) -> None:
        self._figure = figure
        uplot = (await library("uplot.js")).default
        self.clear()
        self._figure = figure
        width = self._place.clientWidth
        options = in_javascript(self._options(figure, width))
        self._add_functions(uplot, options, figure)
        self._plot = uplot.new(options, in_javascript(aligned(figure)), self._place)

    def clear(self) -> None:
        self._figure = None
        if self._plot is not None:
            self._plot.destroy()
            self._plot = None
        # uPlot may still have a frame to draw, in which it asks for labels.
        asyncio.get_running_loop().call_later(LAST_FRAME_SECONDS, self._proxies.destroy)
        self._proxies = Proxies()

    async def _again(self, event: Any) -> None:
        if self._figure is not None:
            await self.show(self._figure)

    def _options(self, figure: Figure, width: int) -> dict[str, Any]:
        looks = window.getComputedStyle(self._place)
        text, line = looks.color, looks.borderTopColor
        axis = {"stroke": text, "grid": {"stroke": line, "width": 1}, "ticks": {"stroke": line, "width": 1}}
        x_axis: dict[str, Any] = {**axis, "label": figure.x_title}
        x_scale: dict[str, Any] = {"time": False}
        if figure.x_kind == "text":
            x_axis["splits"] = list(range(len(figure.labels)))
            x_scale["range"] = [-0.5, len(figure.labels) - 0.5]
        elif figure.x_kind == "date":
            x_axis["incrs"] = [days * DAY_SECONDS for days in DAY_STEPS]
            x_axis["space"] = 90
        y_scale = {"range": {"min": {"soft": 0, "mode": 1}, "max": {"soft": 0, "mode": 1}}}
        return {
            "width": width,
            "height": HEIGHT_PX,
            "scales": {"x": x_scale, "y": y_scale if figure.kind == "bar" else {}},
            "axes": [x_axis, {**axis, "label": figure.y_title, "size": 64}],
            "series": [
                {"label": figure.x_title},
                *(self._series(one, place, figure) for place, one in enumerate(figure.series)),
            ],
        }

    def _series(self, series: Series, place: int, figure: Figure) -> dict[str, Any]:
        colour = (DARK_COLOURS if self._dark.matches else COLOURS)[place % len(COLOURS)]
        looks: dict[str, Any] = {"label": series.name or figure.y_title, "stroke": colour, "spanGaps": True}
        match figure.kind:
            case "line":
                return {**looks, "width": 1.75}
            case "bar":
                return {**looks, "fill": colour, "width": 0, "points": {"show": False}}
            case "scatter":
                return {**looks, "width": 0, "points": {"show": True, "size": 5, "space": 0, "fill": colour}}

    def _add_functions(self, uplot: Any, options: Any, figure: Figure) -> None:
        if figure.x_kind != "number":
            across = options.axes[0]
            across.values = self._proxies.of(lambda plot, splits, *rest: strings([figure.x_label(at) for at in splits]))
            options.series[0].value = self._proxies.of(
                lambda plot, at, *rest: figure.x_label(at) if isinstance(at, int | float) else "-"
            )
        for series in list(options.series)[1:]:
            if figure.kind == "bar":
                series.paths = uplot.paths.bars(in_javascript({"size": [0.95, 1000]}))
            elif figure.kind == "scatter":
                series.paths = self._proxies.of(lambda *given: None)


def aligned(figure: Figure) -> list[list[float | None]]:
    """What uPlot takes: all values of x in order, and for each series its values there, or none.

    Bars of several series stand beside each other, each a little off its x.
    """
    if figure.kind == "scatter":
        return _scattered(figure)
    count = len(figure.series)
    places: list[dict[float, float]] = []
    for number, series in enumerate(figure.series):
        off = BARS_SHARE * ((number + 0.5) / count - 0.5) if figure.kind == "bar" else 0.0
        places.append({x + off: y for x, y in zip(series.xs, series.ys, strict=True)})
    xs = sorted({x for one in places for x in one})
    return [list(xs), *([one.get(x) for x in xs] for one in places)]


def _scattered(figure: Figure) -> list[list[float | None]]:
    """Several points may have the same x here: each has a place of its own."""
    points = sorted(
        (x, number, y) for number, series in enumerate(figure.series) for x, y in zip(series.xs, series.ys, strict=True)
    )
    heights = [[y if of == number else None for _, of, y in points] for number in range(len(figure.series))]
    return [[x for x, _, _ in points], *heights]
