"""What is kept of a conversation, for whom, and how much."""

from __future__ import annotations

import json

import pytest
from transom.storage import MemoryStore

from assistant.chat import Entry
from assistant.conversation import Call, Candidate, Outcome, Row, Turn
from assistant.memory import (
    MAX_CHARACTERS,
    MAX_CONVERSATIONS,
    MAX_RESULT_CHARACTERS,
    MAX_ROWS_CHARACTERS,
    MAX_TURNS,
    PREFIX,
    Memory,
    bounded,
)


def a_memory(store: MemoryStore, *, origin: str = "https://one.example", tab: str = "a") -> Memory:
    return Memory(store, origin, tab)


def asked(text: str = "Which?") -> Entry:
    return Entry(Turn("person", text))


def test_a_conversation_comes_back_as_it_was() -> None:
    call = Call(1, "list", {"late": True}, Outcome("done", "2", {"total": 2}), 0.25, "List boats")
    entries = [
        asked(),
        Entry(Turn("copilot", "Two.", [call], "done", "matcher")),
        Entry(Turn("copilot", state="failed"), "No."),
    ]
    store = MemoryStore()
    a_memory(store).save(entries, 5.0)
    assert a_memory(store).load() == entries


def test_things_choices_and_what_was_picked_come_back() -> None:
    candidate = Candidate("tool", "move", {"boat_id": "B-1", "days": 3}, "the first")
    rows = [Row("Heron", {"berth": "South"}, {"crew": [{"name": "Ada"}], "late": None})]
    answer = Turn("copilot", "Which?", rows=rows, candidates=[candidate], needs_language_model=True)
    entries = [asked(), Entry(answer), Entry(Turn("person", "Move: B-1", picked=candidate))]
    store = MemoryStore()
    a_memory(store).save(entries, 5.0)
    assert a_memory(store).load() == entries


def test_what_was_kept_before_there_were_things_and_choices_comes_back() -> None:
    store = MemoryStore()
    memory = a_memory(store)
    memory.save([asked()], 0)
    turns = [{"speaker": "person", "text": "Which?"}, {"speaker": "copilot", "text": "Two.", "calls": [], "model": "x"}]
    record = {"version": 1, "time": 1, "entries": [{"turn": turn, "problem": ""} for turn in turns]}
    store.set(next(iter(store.names())), json.dumps(record))
    assert [(one.turn.text, one.turn.candidates) for one in memory.load()] == [("Which?", []), ("Two.", [])]


def test_of_many_things_the_first_are_kept() -> None:
    rows = [Row(f"Boat {number}", rest={"log": "x" * 10_000}) for number in range(20)]
    kept = bounded([Entry(Turn("copilot", rows=rows))])[0].turn.rows
    assert kept == rows[: MAX_ROWS_CHARACTERS // 10_000 - 1]


def test_each_dashboard_and_each_tab_has_its_own() -> None:
    store = MemoryStore()
    a_memory(store).save([asked()], 0)
    assert a_memory(store, origin="https://two.example").load() == []
    assert a_memory(store, tab="b").load() == []


def test_what_was_being_written_when_the_page_was_left_has_stopped() -> None:
    store = MemoryStore()
    turn = Turn("copilot", "So f", [Call(1, "list", {})], "writing")
    a_memory(store).save([asked(), Entry(turn)], 0)
    entry = a_memory(store).load()[-1]
    assert (entry.turn.state, entry.turn.text, entry.turn.calls[0].state) == ("stopped", "So f", "stopped")
    assert "left" in entry.problem


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', '{"time": 1, "entries": [{"turn": 5}]}'])
def test_what_somebody_else_wrote_is_no_conversation(text: str) -> None:
    store = MemoryStore()
    memory = a_memory(store)
    memory.save([asked()], 0)
    store.set(next(iter(store.names())), text)
    assert memory.load() == []


def test_an_empty_conversation_is_not_kept() -> None:
    store = MemoryStore()
    memory = a_memory(store)
    memory.save([asked()], 0)
    memory.save([], 1)
    assert list(store.names()) == []


def test_the_oldest_turns_go_first() -> None:
    many = [asked(str(number)) for number in range(MAX_TURNS + 5)]
    assert [entry.turn.text for entry in bounded(many)] == [str(number) for number in range(5, MAX_TURNS + 5)]
    long = [asked("x" * (MAX_CHARACTERS // 2)), asked("y" * (MAX_CHARACTERS // 2)), asked("z")]
    assert [entry.turn.text[0] for entry in bounded(long)] == ["y", "z"]
    assert len(bounded([asked("x" * 2 * MAX_CHARACTERS)])) == 1


def test_results_that_are_too_long_are_kept_in_part_and_stay_whole_in_the_page() -> None:
    long = "x" * (MAX_RESULT_CHARACTERS + 1)
    call = Call(1, "list", {}, Outcome("done", long, {"text": long}))
    entry = Entry(Turn("copilot", "", [call]))
    kept = bounded([entry])[0].turn.calls[0].outcome
    assert kept is not None
    assert kept.data is None
    assert kept.text == f"{long[:-1]}\n… (1 more characters)"
    assert call.outcome == Outcome("done", long, {"text": long})


def test_conversations_of_tabs_that_were_closed_are_forgotten_some_day() -> None:
    store = MemoryStore()
    store.set("theirs", "untouched")
    for number in range(MAX_CONVERSATIONS + 3):
        a_memory(store, tab=str(number)).save([asked()], number)
    kept = [name for name in store.names() if name.startswith(PREFIX)]
    assert len(kept) == MAX_CONVERSATIONS
    assert a_memory(store, tab="0").load() == []
    assert a_memory(store, tab=str(MAX_CONVERSATIONS + 2)).load() != []
    assert store.get("theirs") == "untouched"
