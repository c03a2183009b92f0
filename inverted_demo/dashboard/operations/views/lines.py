"""Where the lines of a chart go: numbers into the paths of an SVG, and round figures for its axis."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

STEPS = (1, 2, 2.5, 3, 5, 10)


def line(values: Sequence[float], top: float, width: float, height: float, slots: int) -> str:
    """The path of a line whose last value is at the right edge; `slots` values fill the width."""
    return " ".join(
        f"{'L' if number else 'M'}{x:.1f} {y:.1f}"
        for number, (x, y) in enumerate(points(values, top, width, height, slots))
    )


def area(values: Sequence[float], top: float, width: float, height: float, slots: int) -> str:
    """The same, with what is below it."""
    if not values:
        return ""
    start = points(values, top, width, height, slots)[0][0]
    return f"{line(values, top, width, height, slots)} L{width:.1f} {height:.1f} L{start:.1f} {height:.1f} Z"


def points(values: Sequence[float], top: float, width: float, height: float, slots: int) -> list[tuple[float, float]]:
    step, first = width / max(1, slots - 1), slots - len(values)
    return [((first + n) * step, height * (1 - min(1.0, value / top))) for n, value in enumerate(values)]


def round_top(most: float, parts: int = 4) -> float:
    """A round figure that is not less than `most`, and `parts` of which are round and whole as well."""
    rough = max(1.0, most / parts)
    size = 10.0 ** floor(log10(rough))
    step = next(step for step in STEPS if step * size >= rough * (1 - 1e-9) and (size, step) != (1, 2.5))
    return step * size * parts


def slot_at(share: float, slots: int, length: int) -> int | None:
    """Which value is at a share of the width, if there is one."""
    index = ceil(share * (slots - 1) - 0.5) - (slots - length)
    return index if 0 <= index < length else None
