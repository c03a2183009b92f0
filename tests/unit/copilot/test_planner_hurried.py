"""Words for times, written in a hurry."""

from __future__ import annotations

import pytest

from assistant.planner.english.hurried import spelled


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("anything on tmrw nite?", "anything on tomorrow night?"),
        ("by fri 5pm, or sat morning", "by friday 5pm, or saturday morning"),
        ("from thrusday to sun", "from thursday to sunday"),
        ("tomorow or the 3rd of Sept", "tomorrow or the 3rd of september"),
    ],
)
def test_days_are_read_however_short_or_misspelt(text: str, meant: str) -> None:
    assert spelled(text) == meant


@pytest.mark.parametrize(
    "text",
    ["She sat in the sun, thus", "Augusta Weeks", 'the note "see u tmrw"', "sunny mornings", "X-FRI fri-7 money"],
)
def test_other_words_stay_as_they_are(text: str) -> None:
    assert spelled(text) == text
