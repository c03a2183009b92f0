"""Words, days and lengths as the matcher reads them."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assistant.matcher
from assistant.matcher import dates, words
from assistant.matcher.dates import lengths_in, moment_in
from assistant.matcher.words import Sentence, meant_by, squeezed, stem, stems

NOW = datetime(2026, 3, 4, 10)
"""A Wednesday."""
FOLDER = Path(assistant.matcher.__file__).parent


def said(text: str) -> Sentence:
    return Sentence(text, NOW)


def test_the_matcher_stays_small() -> None:
    """Half an hour of reading, and no list of words that grows with the sentences that fail."""
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob("*.py")) < 1200
    listed = {*words.SILENT, *words.LEAST, *dates.UNITS, *dates.RELATIVE, "most"}
    assert len(listed) <= 100


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("owner", "owns"),
        ("leads", "leading"),
        ("services", "service"),
        ("acknowledged", "acknowledge"),
        ("priorities", "priority"),
        ("classes", "classes"),
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_hyphens_joined_names_and_humps_are_the_same_everywhere() -> None:
    assert squeezed("at_risk") == squeezed("At-risk") == squeezed("at risk")
    assert stems("Sign-in") == {"signin", "sign"}
    assert stems("getUserName", "user_name") == {"user", "nam"}
    assert said("What's Siobhán's e-mail?").words[-1].plain == "email"
    assert said("What's Siobhán's e-mail?").words[1].plain == "siobhan"


@pytest.mark.parametrize(("word", "known"), [("emial", "email"), ("prio", "priority"), ("bok", None), ("sea", None)])
def test_a_word_means_what_it_misspells_or_begins(word: str, known: str | None) -> None:
    assert meant_by(["email", "priority", "book", "search"], word) == known


@pytest.mark.parametrize(
    "text", ["which arent healthy", "which aren't healthy", "not the healthy", "without healthy ones"]
)
def test_what_is_denied_is_the_next_word_that_says_something(text: str) -> None:
    denied = [word.plain for word in said(text).words if word.is_denied and not word.is_silent]
    assert denied == ["healthy"]


def test_values_are_found_as_phrases() -> None:
    sentence = said("comments on the at-risk ones")
    assert sentence.says("comment") == {0}
    assert sentence.says("at_risk") == {3}
    assert sentence.says("risk") == sentence.says("") == frozenset()


def test_what_is_quoted_is_known_to_be() -> None:
    assert [word.plain for word in said("find “red door”, please").words if word.is_quoted] == ["red", "door"]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("since 2026-11-17", "2026-11-17T00:00:00"),
        ("2026-12-01T03:00 utc", "2026-12-01T03:00:00Z"),
        ("dec 1st 2026 at 3am utc", "2026-12-01T03:00:00Z"),
        ("on the 1st of December, 2026", "2026-12-01T00:00:00"),
        ("march 9", "2026-03-09T00:00:00"),
        ("12 August", "2026-08-12T00:00:00"),
        ("2 July at 14:30", "2026-07-02T14:30:00"),
        ("tomorrow at 12pm", "2026-03-05T12:00:00"),
        ("yesterday", "2026-03-03T00:00:00"),
        ("on Friday", "2026-03-06T00:00:00"),
        ("next wednesday", "2026-03-11T00:00:00"),
        ("last tue", "2026-03-03T00:00:00"),
        ("at 9am", "2026-03-05T09:00:00"),
        ("at 11:30", "2026-03-04T11:30:00"),
    ],
)
def test_days_and_times_are_read(text: str, moment: str) -> None:
    found = moment_in(text, NOW, with_time=True)
    assert found is not None
    assert found[0] == moment


@pytest.mark.parametrize("text", ["2026-02-30", "31 June 2026", "at 25:00", "30 minutes", "P-104", "monetary", "the 5"])
def test_what_is_no_day_is_none(text: str) -> None:
    assert moment_in(text, NOW, with_time=True) is None


@pytest.mark.parametrize(
    ("text", "minutes"), [("an hour", 60), ("90 minutes", 90), ("half an hour", 30), ("2 days", 2880)]
)
def test_lengths_of_time_are_read(text: str, minutes: int) -> None:
    assert [length for length, _ in lengths_in(text)] == [minutes]


@given(st.text(max_size=80) | st.from_regex(re.compile(r"[0-9:/ .-]{1,30}(am|pm|utc)?")))
def test_any_text_can_be_read(text: str) -> None:
    moment_in(text, NOW, with_time=True)
    sentence = said(text)
    assert all(sentence.text[word.start : word.end] == word.text for word in sentence.words)
    assert all(not word.is_quoted for clause in sentence.clauses() for word in clause.words)
