"""Rows that lie together: k-means on two columns, the same each time for the same data."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Any, cast

from breathing import Tell, part_of, slices, tell_nobody
from columns import DataError, Table, quoted
from figures import Figure, Series

SEED = 5
ROUNDS = 60
FITTED_ROWS = 3_000
DRAWN_POINTS = 3_000
LARGEST = 1e100

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Group:
    centre: Point
    """In the units of the columns."""
    rows: int


@dataclass(frozen=True, slots=True)
class Clusters:
    x: str
    y: str
    groups: tuple[Group, ...]
    points: tuple[tuple[Point, ...], ...]
    """Some points of each group, to draw."""
    left_out: int
    """Rows without a value in one of the columns."""

    def figure(self, title: str, names: Sequence[str]) -> Figure:
        series = [
            Series(name, [x for x, _ in points], [y for _, y in points])
            for name, points in zip(names, self.points, strict=True)
        ]
        return Figure("scatter", title, self.x, self.y, "number", tuple(series))


async def find_clusters(table: Table, x: str, y: str, count: int, tell: Tell = tell_nobody) -> Clusters:
    """Groups from the lowest x to the highest."""
    xs, ys = table.numeric(x, "finding clusters").values, table.numeric(y, "finding clusters").values
    points: list[Point] = []
    async for part in slices(table.rows, part_of(tell, 0, 0.3), "Reading"):
        pairs = cast("list[tuple[Any, Any]]", [(xs[row], ys[row]) for row in part])
        points += [(float(a), float(b)) for a, b in pairs if a is not None and b is not None]
    if any(max(abs(a), abs(b)) > LARGEST for a, b in points):
        raise DataError(f"There is a value beyond {LARGEST:g}, too far from all others. Load the data without it.")
    distinct = len(set(points))
    if distinct < count:
        advice = "Ask for fewer clusters, or choose other columns."
        raise DataError(f"{quoted(x)} and {quoted(y)} make {distinct} different points, too few. {advice}")
    scale = _scale_of(points)
    centres = await _fit([scale.apply(point) for point in _some(points, FITTED_ROWS)], count, part_of(tell, 0.3, 0.8))
    members: list[list[Point]] = [[] for _ in centres]
    async for part in slices(len(points), part_of(tell, 0.8, 1), "Assigning"):
        for point in points[part.start : part.stop]:
            members[_nearest(scale.apply(point), centres)].append(point)
    return _described(x, y, sorted((one for one in members if one), key=_centre), table.rows - len(points))


def _described(x: str, y: str, members: Sequence[list[Point]], left_out: int) -> Clusters:
    step = max(1, sum(map(len, members)) // DRAWN_POINTS)
    groups = tuple(Group(_centre(one), len(one)) for one in members)
    return Clusters(x, y, groups, tuple(tuple(one[::step]) for one in members), left_out)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Both columns count alike, whatever their units."""

    means: Point
    spreads: Point

    def apply(self, point: Point) -> Point:
        return (point[0] - self.means[0]) / self.spreads[0], (point[1] - self.means[1]) / self.spreads[1]


def _scale_of(points: Sequence[Point]) -> _Scale:
    some = _some(points, FITTED_ROWS)
    xs, ys = [x for x, _ in some], [y for _, y in some]
    return _Scale((fmean(xs), fmean(ys)), (pstdev(xs) or 1.0, pstdev(ys) or 1.0))


def _some(points: Sequence[Point], most: int) -> Sequence[Point]:
    return points[:: max(1, len(points) // most)]


async def _fit(points: Sequence[Point], count: int, tell: Tell) -> list[Point]:
    centres = _first_centres(points, count)
    for number in range(ROUNDS):
        members: list[list[Point]] = [[] for _ in centres]
        async for part in slices(len(points), size=1_000):
            for point in points[part.start : part.stop]:
                members[_nearest(point, centres)].append(point)
        moved = [_centre(one) if one else centre for one, centre in zip(members, centres, strict=True)]
        if moved == centres:
            break
        centres = moved
        await tell(number / ROUNDS, f"Round {number + 1}")
    return centres


def _first_centres(points: Sequence[Point], count: int) -> list[Point]:
    """Far from each other, as k-means++ takes them."""
    chance = random.Random(SEED)  # noqa: S311  the same each time
    centres = [chance.choice(points)]
    while len(centres) < count:
        weights = [min(_distance(point, centre) for centre in centres) for point in points]
        if not any(weights):
            break
        centres += chance.choices(points, weights)
    return centres


def _distance(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _nearest(point: Point, centres: Sequence[Point]) -> int:
    return min(range(len(centres)), key=lambda place: _distance(point, centres[place]))


def _centre(points: Sequence[Point]) -> Point:
    return fmean(x for x, _ in points), fmean(y for _, y in points)
