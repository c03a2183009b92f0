"""Lines of a chart: where they go, and round figures beside them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from operations.views.lines import area, line, points, round_top, slot_at

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
    ("most", "top"), [(0, 4), (3, 4), (84, 100), (101, 200), (640, 800), (4200, 8000), (0.05, 0.08)]
)
def test_the_scale_ends_with_a_round_figure(most: float, top: float) -> None:
    assert round_top(most) == pytest.approx(top)


@given(st.floats(1e-6, 1e12))
def test_the_scale_has_room_for_the_highest_value_and_not_much_more(most: float) -> None:
    top = round_top(most)
    assert most <= top * (1 + 1e-6)
    assert top <= most * 2.5 * (1 + 1e-6)
    assert math.isfinite(top)


def test_a_place_in_the_chart_belongs_to_the_nearest_value() -> None:
    assert [slot_at(share, 5, 5) for share in (0, 0.1, 0.13, 0.5, 1)] == [0, 0, 1, 2, 4]
    assert [slot_at(share, 5, 2) for share in (0.5, 0.75, 1)] == [None, 0, 1]
    assert slot_at(1.5, 5, 5) is None
