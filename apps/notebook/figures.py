"""Figures as SVG, written by hand: a title, axes with round numbers, a legend, and words for who does not see them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from itertools import pairwise
from typing import Literal

FigureKind = Literal["line", "bar", "scatter"]
XKind = Literal["number", "date", "text"]

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 72, 40, 64, 64
PLOT_WIDTH, PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
LABEL_CHARS = 28
TICKS = 6
LEGEND_CHAR_PX = 7
COLOURS = ("#0b5e8a", "#b3541e", "#1a6b3a", "#7a4a9e", "#8a6d00", "#a1260d", "#4b5563", "#0f766e")
"""All of them readable on white."""

DAY_SECONDS = 86_400
SMALLEST = 1e-250
"""A difference below it is none to draw."""


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    xs: Sequence[float]
    ys: Sequence[float]


@dataclass(frozen=True, slots=True)
class Figure:
    """What is drawn, in numbers: dates are seconds since 1970, texts the places of `labels`."""

    kind: FigureKind
    title: str
    x_title: str
    y_title: str
    x_kind: XKind
    series: tuple[Series, ...]
    labels: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return sum(len(one.xs) for one in self.series)

    def x_label(self, value: float) -> str:
        if self.x_kind == "text":
            place = round(value)
            return shortened(self.labels[place]) if 0 <= place < len(self.labels) else ""
        if self.x_kind == "date":
            return date_label(value)
        return number_label(value)

    @property
    def description(self) -> str:
        """The figure in words."""
        if not self.points:
            return "Nothing to draw."
        xs, ys = self._all("xs"), self._all("ys")
        names = ", ".join(one.name for one in self.series if one.name)
        across = f"{self.x_title} from {self.x_label(min(xs))} to {self.x_label(max(xs))}"
        if self.x_kind == "text":
            across = f"{self.x_title}: {', '.join(self.labels[:8])}{' and more' if len(self.labels) > 8 else ''}"
        values = f"{self.y_title} from {number_label(min(ys))} to {number_label(max(ys))}"
        return f"A {self.kind} plot of {self.points} points. {across}. {values}.{f' Series: {names}.' if names else ''}"

    def _all(self, axis: Literal["xs", "ys"]) -> list[float]:
        return [value for one in self.series for value in getattr(one, axis)]


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to a length in the picture."""

    low: float
    high: float
    start: float
    length: float

    def __call__(self, value: float) -> float:
        return round(self.start + (value - self.low) / (self.high - self.low) * self.length, 1)


def shortened(text: str, chars: int = LABEL_CHARS) -> str:
    return text if len(text) <= chars else f"{text[: chars - 1]}…"


def date_label(seconds: float) -> str:
    try:
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).date().isoformat()
    except OverflowError:  # beside the calendar's ends
        return ""


def number_label(value: float) -> str:
    return f"{value:.6g}" if abs(value) < 1e6 else f"{value:.3g}"


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
    xs, ys = figure._all("xs") or [0.0, 1.0], figure._all("ys") or [0.0, 1.0]
    if figure.kind == "bar":
        ys = [*ys, 0.0]  # the length of a bar is its value
    x_low, x_high = (-0.5, len(figure.labels) - 0.5) if figure.x_kind == "text" else _span(xs, 0.02)
    x = Scale(x_low, x_high, LEFT, PLOT_WIDTH)
    y = Scale(*_span(ys, 0.05), TOP + PLOT_HEIGHT, -PLOT_HEIGHT)
    parts = [*_head(figure), *_y_axis(figure, y), *_x_axis(figure, x)]
    for place, one in enumerate(figure.series):
        colour = COLOURS[place % len(COLOURS)]
        parts += MARKS[figure.kind](one, x, y, colour, (place, len(figure.series), _narrowest(xs)))
    return "\n".join([*parts, *_legend(figure), "</svg>\n"])


def _narrowest(xs: Sequence[float]) -> float:
    """The smallest distance between two that differ."""
    known = sorted(set(xs))
    return min((after - before for before, after in pairwise(known)), default=1.0)


def _text(words: str, x: float, y: float, size: int = 12, anchor: str = "start", extra: str = "") -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in words)
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{extra}>{escape(printable)}</text>'


def _plain(words: str) -> str:
    return escape("".join(letter if letter.isprintable() else " " for letter in words))


def _head(figure: Figure) -> list[str]:
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" fill="#1b1f24">'
    )
    return [
        opening,
        f'<title id="title">{_plain(figure.title)}</title>',
        f'<desc id="description">{_plain(figure.description)}</desc>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>',
        _text(shortened(figure.title, 70), LEFT, 26, 16, extra=' font-weight="600"'),
    ]


def _y_axis(figure: Figure, y: Scale) -> list[str]:
    parts = [_text(shortened(figure.y_title), 16, TOP + PLOT_HEIGHT / 2, 12, "middle", _turned(16))]
    for value in ticks(y.low, y.high):
        parts.append(f'<path d="M{LEFT} {y(value)}h{PLOT_WIDTH}" stroke="#d5d9de"/>')
        parts.append(_text(number_label(value), LEFT - 8, y(value) + 4, 12, "end"))
    return parts


def _turned(x: float) -> str:
    return f' transform="rotate(-90 {x} {TOP + PLOT_HEIGHT / 2})"'


def _x_axis(figure: Figure, x: Scale) -> list[str]:
    base = TOP + PLOT_HEIGHT
    parts = [
        f'<path d="M{LEFT} {base}h{PLOT_WIDTH}" stroke="#57606a"/>',
        _text(shortened(figure.x_title), LEFT + PLOT_WIDTH / 2, HEIGHT - 14, 12, "middle"),
    ]
    for value in x_ticks(figure, x.low, x.high):
        parts.append(f'<path d="M{x(value)} {base}v5" stroke="#57606a"/>')
        parts.append(_text(shortened(figure.x_label(value), 14), x(value), base + 20, 12, "middle"))
    return parts


def x_ticks(figure: Figure, low: float, high: float) -> list[float]:
    """Where labels have room: labels of texts, whole days, or round numbers."""
    if figure.x_kind == "text":
        stride = math.ceil(len(figure.labels) / 8) or 1
        return [float(place) for place in range(0, len(figure.labels), stride)]
    if figure.x_kind == "date":
        first, last = math.ceil(low / DAY_SECONDS), math.floor(high / DAY_SECONDS)
        stride = max(1, math.ceil((last - first) / TICKS))
        return [float(day * DAY_SECONDS) for day in range(first, last + 1, stride)]
    return ticks(low, high, TICKS)


Place = tuple[int, int, float]
"""Which series it is, of how many, and how near the nearest values of x are."""


def _line(series: Series, x: Scale, y: Scale, colour: str, place: Place) -> list[str]:
    if len(series.xs) == 1:
        return _dots(series, x, y, colour, place)
    points = " ".join(f"{x(across)},{y(up)}" for across, up in zip(series.xs, series.ys, strict=True))
    style = 'fill="none" stroke-width="1.8" stroke-linejoin="round"'
    return [f'<polyline points="{points}" stroke="{colour}" {style}/>']


def _dots(series: Series, x: Scale, y: Scale, colour: str, place: Place) -> list[str]:
    dots = "".join(f"M{x(across)} {y(up)}h0" for across, up in zip(series.xs, series.ys, strict=True))
    return [f'<path d="{dots}" stroke="{colour}" stroke-width="6" stroke-linecap="round" stroke-opacity="0.65"/>']


def _bars(series: Series, x: Scale, y: Scale, colour: str, place: Place) -> list[str]:
    number, count, apart = place
    room = 0.8 * apart / (x.high - x.low) * PLOT_WIDTH
    width = max(room / count, 1)
    left = number * room / count - room / 2
    shapes = [
        f"M{round(x(across) + left, 1)} {y(0)}V{y(up)}h{round(width, 1)}V{y(0)}z"
        for across, up in zip(series.xs, series.ys, strict=True)
    ]
    return [f'<path d="{"".join(shapes)}" fill="{colour}"/>']


MARKS = {"line": _line, "scatter": _dots, "bar": _bars}


def _legend(figure: Figure) -> list[str]:
    if len(figure.series) < 2:
        return []
    parts: list[str] = []
    across = LEFT
    for place, one in enumerate(figure.series):
        name, colour = shortened(one.name, 20), COLOURS[place % len(COLOURS)]
        parts.append(f'<rect x="{across}" y="38" width="12" height="12" rx="2" fill="{colour}"/>')
        parts.append(_text(name, across + 18, 48))
        across += 34 + LEGEND_CHAR_PX * len(name)
    return parts
