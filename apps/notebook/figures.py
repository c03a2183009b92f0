"""What is drawn, in numbers and words: for the page's chart and for the image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

FigureKind = Literal["line", "bar", "scatter"]
XKind = Literal["number", "date", "text"]

COLOURS = ("#0b5e8a", "#b3541e", "#1a6b3a", "#7a4a9e", "#8a6d00", "#a1260d", "#4b5563", "#0f766e")
DARK_COLOURS = ("#6cc0ee", "#f0a070", "#7ad39a", "#c9a3ee", "#d9c04a", "#ff9d87", "#b8c0ca", "#5fd6c8")
"""Of series, readable on light ground and on dark."""

LABEL_CHARS = 28
DAY_SECONDS = 86_400


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
        xs, ys = self.all("xs"), self.all("ys")
        names = ", ".join(one.name for one in self.series if one.name)
        across = f"{self.x_title} from {self.x_label(min(xs))} to {self.x_label(max(xs))}"
        if self.x_kind == "text":
            across = f"{self.x_title}: {', '.join(self.labels[:8])}{' and more' if len(self.labels) > 8 else ''}"
        values = f"{self.y_title} from {number_label(min(ys))} to {number_label(max(ys))}"
        return f"A {self.kind} plot of {self.points} points. {across}. {values}.{f' Series: {names}.' if names else ''}"

    def all(self, axis: Literal["xs", "ys"]) -> list[float]:
        return [value for one in self.series for value in getattr(one, axis)]


def shortened(text: str, chars: int = LABEL_CHARS) -> str:
    return text if len(text) <= chars else f"{text[: chars - 1]}…"


def date_label(seconds: float) -> str:
    try:
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).date().isoformat()
    except OverflowError:  # beside the calendar's ends
        return ""


def number_label(value: float) -> str:
    return f"{value:.6g}" if abs(value) < 1e6 else f"{value:.3g}"
