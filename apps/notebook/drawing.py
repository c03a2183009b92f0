"""Figures as SVG, written by hand: a title, axes with round numbers, a legend, and words for who does not see them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from figures import COLOURS, DARK_COLOURS, DAY_SECONDS, Figure, Series, number_label, shortened

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 72, 40, 64, 64
PLOT_WIDTH, PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
TICKS = 6
LEGEND_CHAR_PX = 7
X_MARGIN = {"line": 0.0, "bar": 0.0, "scatter": 0.02}
"""On each side: dots need room."""
SMALLEST = 1e-250
"""A difference below it is none to draw."""

LOOKS = {"ground": ("#ffffff", "#1c2024"), "text": ("#1b1f24", "#e8eaed"), "grid": ("#d5d9de", "#363d45")}
LOOKS |= {f"series{place}": both for place, both in enumerate(zip(COLOURS, DARK_COLOURS, strict=True))}
"""The colour of each part, light and dark."""
DARK = "".join(f".{part}{{color:{dark}}}" for part, (_, dark) in LOOKS.items())


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to a length in the picture."""

    low: float
    high: float
    start: float
    length: float

    def __call__(self, value: float) -> float:
        return round(self.start + (value - self.low) / (self.high - self.low) * self.length, 1)


def ticks(low: float, high: float, count: int = TICKS) -> list[float]:
    """Round numbers between two, that many about."""
    raw = (high - low) / count
    power = 10.0 ** math.floor(math.log10(raw))
    step = next((power * factor for factor in (1, 2, 5, 10) if power * factor >= raw), power * 10)
    first, last = math.ceil(low / step), math.floor(high / step)
    return [place * step for place in range(first, last + 1)]


def _span(values: Sequence[float], margin: float) -> tuple[float, float]:
    low, high = min(values), max(values)
    if high - low <= max(1e-9 * max(abs(low), abs(high)), SMALLEST):
        room = abs(low) * 0.1 or 1.0
        return low - room, high + room
    room = (high - low) * margin
    return low - room, high + room


def svg(figure: Figure) -> str:
    """The figure as a picture that needs nothing else."""
    xs, ys = figure.all("xs") or [0.0, 1.0], figure.all("ys") or [0.0, 1.0]
    if figure.kind == "bar":
        ys = [*ys, 0.0]  # the length of a bar is its value
    x_low, x_high = (-0.5, len(figure.labels) - 0.5) if figure.x_kind == "text" else _span(xs, X_MARGIN[figure.kind])
    x = Scale(x_low, x_high, LEFT, PLOT_WIDTH)
    y = Scale(*_span(ys, 0.05), TOP + PLOT_HEIGHT, -PLOT_HEIGHT)
    parts = [*_head(figure), *_y_axis(figure, y), *_x_axis(figure, x)]
    for place, one in enumerate(figure.series):
        marks = MARKS[figure.kind](one, x, y, (place, len(figure.series), _narrowest(xs)))
        parts.append(f"<g{_look(f'series{place}')}>{marks}</g>")
    return "\n".join([*parts, *_legend(figure), "</svg>\n"])


def _look(part: str) -> str:
    """The attribute is for whatever shows SVG without its style sheet."""
    return f' class="{part}" color="{LOOKS[part][0]}" fill="currentColor"'


def _narrowest(xs: Sequence[float]) -> float:
    """The smallest distance between two that differ."""
    known = sorted(set(xs))
    return min((after - before for before, after in pairwise(known)), default=1.0)


def _text(words: str, x: float, y: float, size: int = 12, anchor: str = "start", extra: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{extra}>{_plain(words)}</text>'


def _plain(words: str) -> str:
    return escape("".join(letter if letter.isprintable() else " " for letter in words))


def _head(figure: Figure) -> list[str]:
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" aria-labelledby="title description" font-family="system-ui, sans-serif"'
        f"{_look('text')}>"
    )
    return [
        opening,
        f'<title id="title">{_plain(figure.title)}</title>',
        f'<desc id="description">{_plain(figure.description)}</desc>',
        f"<style>@media (prefers-color-scheme:dark){{{DARK}}}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8"{_look("ground")}/>',
        _text(shortened(figure.title, 70), LEFT, 26, 16, extra=' font-weight="600"'),
    ]


def _y_axis(figure: Figure, y: Scale) -> list[str]:
    parts = [_text(shortened(figure.y_title), 16, TOP + PLOT_HEIGHT / 2, 12, "middle", _turned(16))]
    for value in ticks(y.low, y.high):
        parts.append(f'<path d="M{LEFT} {y(value)}h{PLOT_WIDTH}" stroke="currentColor"{_look("grid")}/>')
        parts.append(_text(number_label(value), LEFT - 8, y(value) + 4, 12, "end"))
    return parts


def _turned(x: float) -> str:
    return f' transform="rotate(-90 {x} {TOP + PLOT_HEIGHT / 2})"'


def _x_axis(figure: Figure, x: Scale) -> list[str]:
    base = TOP + PLOT_HEIGHT
    parts = [
        f'<path d="M{LEFT} {base}h{PLOT_WIDTH}" stroke="currentColor"/>',
        _text(shortened(figure.x_title), LEFT + PLOT_WIDTH / 2, HEIGHT - 14, 12, "middle"),
    ]
    for value in x_ticks(figure, x.low, x.high):
        parts.append(f'<path d="M{x(value)} {base}v5" stroke="currentColor"/>')
        parts.append(_text(shortened(figure.x_label(value), 14), x(value), base + 20, 12, "middle"))
    return parts


def x_ticks(figure: Figure, low: float, high: float) -> list[float]:
    """Where labels have room: labels of texts, whole days from the first one, or round numbers."""
    if figure.x_kind == "text":
        stride = math.ceil(len(figure.labels) / 8) or 1
        return [float(place) for place in range(0, len(figure.labels), stride)]
    if figure.x_kind == "date":
        xs = figure.all("xs") or [low, high]
        first, last = math.ceil(min(xs) / DAY_SECONDS), math.floor(max(xs) / DAY_SECONDS)
        stride = max(1, math.ceil((last - first) / TICKS))
        return [float(day * DAY_SECONDS) for day in range(first, last + 1, stride)] or xs[:1]
    return ticks(low, high, TICKS)


Place = tuple[int, int, float]
"""Which series it is, of how many, and how near the nearest values of x are."""


def _line(series: Series, x: Scale, y: Scale, place: Place) -> str:
    if len(series.xs) == 1:
        return _dots(series, x, y, place)
    points = " ".join(f"{x(across)},{y(up)}" for across, up in zip(series.xs, series.ys, strict=True))
    style = 'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"'
    return f'<polyline points="{points}" {style}/>'


def _dots(series: Series, x: Scale, y: Scale, place: Place) -> str:
    dots = "".join(f"M{x(across)} {y(up)}h0" for across, up in zip(series.xs, series.ys, strict=True))
    style = 'stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-opacity="0.65"'
    return f'<path d="{dots}" {style}/>'


def _bars(series: Series, x: Scale, y: Scale, place: Place) -> str:
    number, count, apart = place
    room = 0.8 * apart / (x.high - x.low) * PLOT_WIDTH
    width = max(room / count, 1)
    left = number * room / count - room / 2
    shapes = [
        f"M{round(x(across) + left, 1)} {y(0)}V{y(up)}h{round(width, 1)}V{y(0)}z"
        for across, up in zip(series.xs, series.ys, strict=True)
    ]
    return f'<path d="{"".join(shapes)}"/>'


MARKS = {"line": _line, "scatter": _dots, "bar": _bars}


def _legend(figure: Figure) -> list[str]:
    if len(figure.series) < 2:
        return []
    parts: list[str] = []
    across = LEFT
    for place, one in enumerate(figure.series):
        name = shortened(one.name, 20)
        parts.append(f'<rect x="{across}" y="38" width="12" height="12" rx="2"{_look(f"series{place}")}/>')
        parts.append(_text(name, across + 18, 48))
        across += 34 + LEGEND_CHAR_PX * len(name)
    return parts
