"""Which parts of a text stay on one line."""

from __future__ import annotations

import pytest

from devserver.origins import ROOT
from tests.unit.loading import load

in_wholes = load(ROOT / "shared/transom_page/wholes.py", "wholes_in_test").in_wholes


@pytest.mark.parametrize(
    ("text", "wholes"),
    [
        ("P-104 is late, as is INC-2041.", ["P-104", "INC-2041"]),
        ("from 2026-11-03 to (2026-12-01)", ["2026-11-03", "2026-12-01"]),
        ("Call 555-0199: it costs € 1,250,000.50", ["555-0199", "€ 1,250,000.50"]),
        ("A well-known one, 3 - 4, -5 and 19", []),
        ("A-very-long-name-with-a-1-that-does-not-fit-anywhere", []),
        ("--1 1-- a_1-b", ["a_1-b"]),
        ("", []),
    ],
)
def test_ids_dates_and_amounts_stay_whole(text: str, wholes: list[str]) -> None:
    parts = list(in_wholes(text))
    assert [part for part, is_whole in parts if is_whole] == wholes
    assert "".join(part for part, _ in parts) == text


def test_a_long_text_takes_no_time_that_grows_faster_than_it() -> None:
    assert list(in_wholes("a-" * 100_000)) == [("a-" * 100_000, False)]
