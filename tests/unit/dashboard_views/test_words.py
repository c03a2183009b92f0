"""Figures and dates as people read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from operations.views.words import (
    ago,
    clip,
    clock_words,
    count,
    initials,
    latency_words,
    pretty,
    share_words,
    span_words,
)

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(), "just now"),
        (timedelta(minutes=59), "59 min ago"),
        (timedelta(hours=23, minutes=59), "23 h ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=12, hours=5), "12 days ago"),
    ],
)
def test_how_long_ago_something_was(before: timedelta, words: str) -> None:
    assert ago(NOW - before, NOW) == words


def test_times_are_those_of_utc() -> None:
    oslo = NOW.astimezone(timezone(timedelta(hours=1)))
    assert "".join(clock_words(oslo)) == "Wed 18 Nov 2026, 09:00 UTC"
    assert span_words(oslo, 90).startswith("Wed 18 Nov, 09:00")
    assert span_words(oslo, 90).endswith("10:30 UTC")


def test_figures_have_as_many_digits_as_say_something() -> None:
    assert [share_words(value) for value in (0.08, 2.44, 61)] == ["0.08 %", "2.4 %", "61 %"]
    assert [latency_words(value) for value in (84, 4200)] == ["84 ms", "4.2 s"]
    assert [count(number, "day") for number in (0, 1, 2)] == ["0 days", "1 day", "2 days"]


@pytest.mark.parametrize(("name", "letters"), [("Maya Lindqvist", "ML"), ("Cher", "C"), ("", "?"), ("a b c", "AC")])
def test_a_face_has_the_first_letters_of_a_name(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_a_foreign_text_is_as_long_as_there_is_room_for() -> None:
    assert clip("short", 5) == "short"
    assert clip("longer", 5) == "longe … (1 more character)"
    assert len(clip("x" * 10**6, 100)) < 140
    assert pretty({"name": "Trần"}, 100) == '{\n  "name": "Trần"\n}'
