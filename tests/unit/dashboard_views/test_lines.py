"""Lines of a chart: where they go, and round figures beside them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from operations.views.lines import area, line, points, round_top, slot_at
from operations.views.words import latency_ticks, rate_ticks

VALUES = st.lists(st.floats(0, 1e6), min_size=1, max_size=60)


def test_the_last_value_is_at_the_right_edge_and_zero_at_the_bottom() -> None:
    assert points([0, 5, 10], 10, 300, 100, 4) == [(100, 100), (200, 50), (300, 0)]
    assert line([5, 10], 10, 100, 40, 2) == "M0.0 20.0 L100.0 0.0"
    assert area([5, 10], 10, 100, 40, 2) == "M0.0 20.0 L100.0 0.0 L100.0 40.0 L0.0 40.0 Z"
    assert area([], 10, 100, 40, 2) == line([], 10, 100, 40, 2) == ""


@given(VALUES, st.floats(0.1, 1e6))
def test_no_line_leaves_its_place(values: list[float], top: float) -> None:
    for x, y in points(values, top, 600, 180, 60):
        assert 0 <= x <= 600 + 1e-9
        assert 0 <= y <= 180


@pytest.mark.parametrize(
    ("most", "top"), [(0, 4), (0.05, 4), (3, 4), (9.9, 12), (84, 100), (101, 120), (640, 800), (4200, 8000)]
)
def test_the_scale_ends_with_a_round_figure(most: float, top: float) -> None:
    assert round_top(most) == pytest.approx(top)


@given(st.floats(4, 1e12))
def test_the_scale_has_room_for_the_highest_value_and_not_much_more(most: float) -> None:
    top = round_top(most)
    assert most <= top * (1 + 1e-6)
    assert top <= most * 2 * (1 + 1e-6)
    assert math.isfinite(top)


@given(st.integers(0, 10**6))
def test_what_is_beside_an_axis_is_exact(most: int) -> None:
    top, shares = round_top(most), (1, 0.75, 0.5, 0.25, 0)
    rates = [int(tick.removesuffix("/s").replace("\u202f", "")) for tick in rate_ticks(top, shares)]
    assert rates == [top * share for share in shares]
    units = {"ms": 1, "s": 1000}
    latencies = [tick.split() for tick in latency_ticks(top, shares)]
    assert [float(value) * units[unit] for value, unit in latencies] == pytest.approx([top * share for share in shares])
    assert len({unit for _, unit in latencies}) == 1


def test_a_place_in_the_chart_belongs_to_the_nearest_value() -> None:
    assert [slot_at(share, 5, 5) for share in (0, 0.1, 0.13, 0.5, 1)] == [0, 0, 1, 2, 4]
    assert [slot_at(share, 5, 2) for share in (0.5, 0.75, 1)] == [None, 0, 1]
    assert slot_at(1.5, 5, 5) is None
