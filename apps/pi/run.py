"""One run: points until there are enough, a slice at a time."""

from __future__ import annotations

import math
import time
from typing import Annotated

from pydantic import BaseModel, Field

from picture import Picture
from points import BATCH_POINTS, Points

MOST_POINTS = 50_000_000
MOST_PLOTTED = 130_000
"""So many points of a run are in its picture, two for each pixel: it fills as long as the run goes on."""
SLICE_SECONDS = 0.010


class PiEstimate(BaseModel):
    """What the points so far say of pi."""

    estimate: Annotated[float, Field(description="Four times the share of the points inside the quarter circle")]
    standard_error: Annotated[float, Field(description="How far off such an estimate is, typically")]
    error: Annotated[float, Field(description="How far off this one is: the estimate minus pi")]
    points: Annotated[int, Field(description="How many points were thrown, all of them counted")]
    inside: Annotated[int, Field(description="How many of them are inside the quarter circle")]
    seconds: Annotated[float, Field(description="How long it took, with the picture and the pauses")]
    points_per_second: float
    seed: int | None = None
    stopped: Annotated[bool, Field(description="Whether the person stopped it early, in the page")] = False


class Run:
    """The points of one run, its picture, and its clock."""

    stopped = False

    def __init__(self, wanted: int, seed: int | None = None) -> None:
        self.wanted = wanted
        self._seed = seed
        self.picture = Picture()
        self._points = Points(seed)
        self._plotted = 0
        self._since = time.perf_counter()

    @property
    def thrown(self) -> int:
        return self._points.thrown

    @property
    def is_done(self) -> bool:
        return self.thrown == self.wanted

    def throw_slice(self) -> None:
        """Throw points for as long as the page can wait."""
        end = time.perf_counter() + SLICE_SECONDS
        while not self.is_done and time.perf_counter() < end:
            self._throw(min(BATCH_POINTS, self.wanted - self.thrown))

    def _throw(self, count: int) -> None:
        columns, rows = self._points.throw(count)
        due = min(self.thrown, self.thrown * MOST_PLOTTED // self.wanted) - self._plotted
        self.picture.plot(columns[:due], rows[:due])
        self._plotted += due

    def estimate(self) -> PiEstimate:
        thrown, inside = self.thrown, self._points.inside
        seconds = max(round(time.perf_counter() - self._since, 6), 1e-6)
        share = (inside + 1) / (thrown + 2)  # never 0 or 1: a few points must not look certain
        estimate = 4 * inside / max(thrown, 1)
        return PiEstimate(
            estimate=estimate,
            standard_error=4 * math.sqrt(share * (1 - share) / max(thrown, 1)),
            error=estimate - math.pi,
            points=thrown,
            inside=inside,
            seconds=seconds,
            points_per_second=round(thrown / seconds),
            seed=self._seed,
            stopped=self.stopped,
        )
