"""What a screen reader is given to say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.aloud import MAX_CHARACTERS, MORE, aloud, answer_aloud
from assistant.conversation import Call, Candidate, Outcome, Row, Turn


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("Two are **late**, and *one* is `P-104`.", "Two are late, and one is P-104."),
        ("### Boats\n\n- Heron\n- Seagull", "Boats\nHeron\nSeagull"),
        ("See [the log](https://x.example/a) of `list_projects`, 2 * 3.", "See the log of list_projects, 2 * 3."),
        ("| Boat | Days |\n| --- | ---: |\n| Heron | 3 |", "Boat, Days\nHeron, 3"),
        ("> quoted\n```python\nx = 1\n```", "quoted\nx = 1"),
        ("", ""),
    ],
)
def test_the_signs_of_markdown_are_not_said(markdown: str, words: str) -> None:
    assert aloud(markdown) == words


def test_a_long_answer_is_said_in_part() -> None:
    assert aloud("word " * 1000).endswith(MORE)


@pytest.mark.parametrize("part", ["-", "| ", "[", "[a](", "*", " ", "\n", "#"])
def test_signs_without_an_end_take_no_time(part: str) -> None:
    assert len(aloud(part * 100_000 + "x")) <= MAX_CHARACTERS + len(MORE)


@given(st.text(max_size=300))
def test_any_text_can_be_said(text: str) -> None:
    assert len(aloud(text * 20)) <= MAX_CHARACTERS + len(MORE)


def test_an_answer_is_said_with_its_things_its_choices_and_what_was_refused() -> None:
    calls = [
        Call(1, "list", {}, Outcome("done", "2"), title="List boats"),
        Call(2, "move", {"boat_id": "B-1", "berth": "north_pier"}, Outcome("refused", "No."), title="Move a boat"),
    ]
    turn = Turn("copilot", "Two **boats**.", calls, rows=[Row("Heron", {"berth": "South"}), Row("Seagull")])
    assert answer_aloud(turn) == "Refused: Move a boat: B-1, north pier.\nTwo boats.\nHeron (berth: South)\nSeagull"
    choices = [Candidate("tool", "move"), Candidate("tool", "list")]
    assert answer_aloud(Turn("copilot", "Which?", candidates=choices)) == "Which?\n2 choices."
    assert answer_aloud(Turn("copilot", candidates=choices[:1])) == "1 choice."
