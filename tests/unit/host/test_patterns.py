"""How long a foreign pattern could take."""

from __future__ import annotations

import pytest

from demo_host.state.patterns import MAX_TRIES, tries


@pytest.mark.parametrize(
    "pattern",
    [
        "^(a+)+$",
        "^(a+){12}$",
        "^(a?){26}a{26}$",
        "^(a+){8}$",
        "(a|aa)*$",
        "((a|b)x)*",
        "^((a+)?b?)*$",
        "(?:(?P<n>a*))*",
        "(?x)^(a+) +$",
        "(a+)(?#c)+$",
        "(((){100}){100}){100}",
        "(){4294967294}",
        r"[\]](a+)+b",
        "[]](a+)+b",
        "a*a*a*a*a*b",
        "a?" * 26 + "a" * 26,
        "a" * 5000,
    ],
)
def test_choices_that_are_repeated_could_take_for_ever(pattern: str) -> None:
    assert tries(pattern, 40) > MAX_TRIES


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$",
        r"^(?:[A-Za-z0-9+/]{4})*={0,2}$",
        r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
        r"^\w+([ab]|c)?$",
        r"[(a+)+]\(x+\)",
        "red|green|blue",
        "^a{2,}?$",
        "x{,3}y",
    ],
)
def test_usual_patterns_may_be_tried(pattern: str) -> None:
    assert tries(pattern, 40) <= MAX_TRIES


def test_it_depends_on_the_length_of_the_text() -> None:
    assert tries("a+b", 1000) < MAX_TRIES < tries("a+b", 100_000)
    assert tries("^a+$", 100_000) < MAX_TRIES
    assert tries("^a*a*a*b$", 40) < MAX_TRIES < tries("^a*a*a*b$", 200)
