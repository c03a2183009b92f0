"""What a candidate is to the person, and what they send."""

from __future__ import annotations

from typing import Any

import mcp_types as types
import pytest

from assistant.candidates import asked_in_words, described, filled, is_picked, titled
from assistant.conversation import Candidate, told
from assistant.offer import Offer

from .servers import tool

OFFER = Offer(
    tools=(
        tool("move_boat", "boat_id", "berth", title="Move a boat", description="Bring it to another berth. More."),
        tool("list_boats", annotations=types.ToolAnnotations(read_only_hint=True)),
    ),
    prompts=(types.Prompt(name="order_of", arguments=[types.PromptArgument(name="what", required=True)]),),
    resources=(types.Resource(uri="harbour://tide", name="tide", title="The tide"),),
    templates=(types.ResourceTemplate(uri_template="harbour://boats/{boat_id}{?at}", name="boat", title="A boat"),),
)
MOVE = Candidate("tool", "move_boat", {"boat_id": "B-1"})
BOAT = Candidate("resource", "harbour://boats/{boat_id}{?at}")


def test_a_tool_says_whether_it_acts_and_what_it_lacks() -> None:
    shown = described(MOVE, OFFER)
    assert shown is not None
    assert (shown.title, shown.about, shown.mark) == ("Move a boat", "Bring it to another berth.", "acts")
    assert shown.button == "Do it: Move a boat"
    assert [(one.name, one.text) for one in shown.fields] == [("boat_id", "B-1"), ("berth", "")]
    picked, problems = filled(MOVE, shown.fields, {"boat_id": "B-1", "berth": ""})
    assert problems == {"berth": "This is needed."}
    picked, problems = filled(MOVE, shown.fields, {"boat_id": "B-1", "berth": "north_pier"})
    assert picked == Candidate("tool", "move_boat", {"boat_id": "B-1", "berth": "north_pier"})
    assert asked_in_words(MOVE, picked, OFFER) == "Move a boat: B-1, north pier"


def test_what_reads_is_run() -> None:
    shown = described(Candidate("tool", "list_boats"), OFFER)
    assert shown is not None
    assert (shown.mark, shown.button, shown.fields) == ("reads", "Run", [])


def test_a_prompt_asks_for_its_arguments() -> None:
    shown = described(Candidate("prompt", "order_of", {"what": "rope"}), OFFER)
    assert shown is not None
    assert (shown.title, shown.mark) == ("Order of", "prompt")
    assert [(one.name, one.text, one.is_required) for one in shown.fields] == [("what", "rope", True)]


def test_a_template_asks_for_what_its_address_lacks() -> None:
    shown = described(BOAT, OFFER)
    assert shown is not None
    assert [(one.name, one.is_required) for one in shown.fields] == [("boat_id", True), ("at", False)]
    picked, problems = filled(BOAT, shown.fields, {"boat_id": "a/b c", "at": ""})
    assert (picked.name, picked.arguments, problems) == ("harbour://boats/a%2Fb%20c", {}, {})
    assert asked_in_words(BOAT, picked, OFFER) == "A boat: harbour://boats/a%2Fb%20c"
    assert is_picked(BOAT, picked)
    tide = Candidate("resource", "harbour://tide")
    assert not is_picked(tide, picked)
    assert filled(tide, [], {}) == (tide, {})
    assert asked_in_words(tide, tide, OFFER) == "The tide"


@pytest.mark.parametrize("kind", ["tool", "prompt", "resource"])
def test_what_has_gone_can_not_be_picked_but_still_has_a_name(kind: Any) -> None:
    gone = Candidate(kind, "gone_away{")
    assert described(gone, OFFER) is None
    assert titled(gone, OFFER)


def test_those_that_call_the_same_are_told_apart() -> None:
    one, other = (Candidate("tool", "move_boat", words=words) for words in ("the first", "the second"))
    picked = filled(other, [], {})[0]
    assert (is_picked(one, picked), is_picked(other, picked), is_picked(one, None)) == (False, True, False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"project_id": "P-104", "status": "on_hold"}, "P-104, on hold"),
        ({"late": True, "days_left": 3, "none": None, "empty": ""}, "late: yes, days left: 3"),
        ({"many": ["a", 1]}, '["a", 1]'),
        ({"text": "A  long\nline"}, "A long line"),
        ({str(number): f"V{number}" for number in range(9)}, "V0, V1, V2, V3, V4, V5, …"),
        ({"text": "x" * 100}, "x" * 60 + "…"),
        ({}, ""),
    ],
)
def test_arguments_are_told_in_a_line(arguments: dict[str, Any], words: str) -> None:
    assert told(arguments) == words
