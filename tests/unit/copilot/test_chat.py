"""The conversation: how a turn begins, grows and ends, and what is written down of its calls."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from assistant.chat import MAX_ANSWER_CHARACTERS, MAX_ROWS, Chat, Entry
from assistant.conversation import Candidate, LanguageModelNeeded, Outcome, Piece, Row, Turn
from assistant.model import Disconnected, ModelError, Server
from assistant.recording import MAX_CALLS, READ

from .servers import Shelf, tool

pytestmark = pytest.mark.anyio

Write = Callable[[Sequence[Turn], Server], AsyncIterator[Piece]]


class Scripted:
    """A `Model` that does what a test says."""

    name = "Scripted"

    def __init__(self, write: Write) -> None:
        self._write = write

    def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        return self._write(turns, server)


class Journal:
    """A `Display` that notes what it is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def added(self, entry: Entry) -> None:
        self.lines.append(f"{entry.turn.speaker} {entry.turn.state}")

    def written(self, entry: Entry) -> None:
        self.lines.append(f"written {entry.turn.text}")

    def called(self, entry: Entry) -> None:
        call = entry.turn.calls[-1]
        self.lines.append(f"{call.tool} {call.state}")

    def ended(self, entry: Entry) -> None:
        self.lines.append(f"ended {entry.turn.state}")

    def replaced(self) -> None:
        self.lines.append("replaced")


async def pick(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
    """What the matcher does with a candidate that was picked."""
    if picked := turns[-1].picked:
        yield (await server.call(picked.name, picked.arguments)).text


def a_chat(write: Write, shelf: Shelf | None = None) -> tuple[Chat, Journal]:
    journal = Journal()
    ticks = iter(range(1000))
    chat = Chat(shelf or Shelf(), lambda: Scripted(write), Scripted(pick), journal, lambda: next(ticks))
    return chat, journal


async def ask(chat: Chat, words: str = "Hello?") -> Entry:
    await asyncio.wait([chat.ask(words)], timeout=5)
    return chat.entries[-1]


async def greet(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
    yield "Good "
    yield ""
    yield f"day to {len(turns)} turns"


async def test_an_answer_grows_and_is_done() -> None:
    chat, journal = a_chat(greet)
    entry = await ask(chat, "  Hello?  ")
    assert (entry.turn.text, entry.turn.state, entry.turn.model) == ("Good day to 1 turns", "done", "Scripted")
    assert journal.lines == [
        "person done",
        "copilot writing",
        "written Good ",
        "written Good day to 1 turns",
        "ended done",
    ]
    assert chat.turns[0].text == "Hello?"
    assert not chat.is_writing
    assert (await ask(chat)).turn.text == "Good day to 3 turns"


async def test_calls_are_written_down_as_they_happen() -> None:
    async def work(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        outcome = await server.call("sell", {"what": "rye"})
        yield f"{outcome.text} {await server.read('shelf://note')}"
        with pytest.raises(LookupError, match="There is no shelf://none"):
            await server.read("shelf://none")

    shelf = Shelf(tool("sell", title="Sell bread"), sell=Outcome("refused", "Refused: no."))
    chat, journal = a_chat(work, shelf)
    entry = await ask(chat)
    assert entry.turn.text == "Refused: no. Bread at noon."
    assert [(call.number, call.tool, call.state, call.seconds) for call in entry.turn.calls] == [
        (1, "sell", "refused", 1),
        (2, READ, "done", 1),
        (3, READ, "failed", 1),
    ]
    assert entry.turn.calls[1].arguments == {"uri": "shelf://note"}
    assert [call.title for call in entry.turn.calls] == ["Sell bread", "Read shelf://note", "Read shelf://none"]
    assert journal.lines[2:4] == ["sell running", "sell refused"]


async def test_stopping_ends_the_call_and_the_answer_and_keeps_what_was_written() -> None:
    async def work(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield "Let me see"
        await server.call("wait", {})
        yield "never"

    shelf = Shelf(tool("wait"))
    chat, _ = a_chat(work, shelf)
    task = chat.ask("Wait.")
    await asyncio.wait_for(shelf.is_waited_for.wait(), 5)
    chat.stop()
    await asyncio.wait([task], timeout=5)
    turn = chat.entries[-1].turn
    assert (turn.state, turn.text, turn.calls[0].state) == ("stopped", "Let me see", "stopped")
    assert not chat.is_writing


async def test_an_answer_that_is_stopped_before_it_began_is_stopped() -> None:
    chat, _ = a_chat(greet)
    task = chat.ask("Hello?")
    chat.stop()
    await asyncio.wait([task], timeout=5)
    assert chat.entries[-1].turn.state == "stopped"


@pytest.mark.parametrize("error", [ModelError("Check the key."), Disconnected("Check the key.")])
async def test_what_a_model_can_not_do_is_said_to_the_person(error: Exception) -> None:
    async def fail(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield "So far"
        raise error

    chat, _ = a_chat(fail)
    entry = await ask(chat)
    assert (entry.turn.state, entry.turn.text, entry.problem) == ("failed", "So far", "Check the key.")


async def test_a_call_after_the_end_of_the_session_is_no_answer() -> None:
    async def work(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield (await server.call("sell", {})).text

    shelf = Shelf()
    shelf.is_gone = True
    chat, _ = a_chat(work, shelf)
    entry = await ask(chat)
    assert (entry.turn.state, entry.problem, entry.turn.text) == ("failed", "The page was closed.", "")
    assert entry.turn.calls[0].state == "failed"


async def test_a_mistake_of_a_model_leaves_no_turn_open(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield "x"
        raise ZeroDivisionError

    chat, _ = a_chat(fail)
    entry = await ask(chat)
    assert (entry.turn.state, "error of its own" in entry.problem) == ("failed", True)
    assert "ZeroDivisionError" in caplog.text


async def test_no_answer_at_all_is_said_to_be_none() -> None:
    async def nothing(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield " "

    chat, _ = a_chat(nothing)
    assert "without an answer" in (await ask(chat)).problem


async def test_a_model_without_an_end_is_ended_and_closed() -> None:
    closed: list[str] = []

    async def write(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        try:
            while True:
                yield "x" * 10_000
        finally:
            closed.append("closed")

    async def call(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield "So many: "
        while True:
            await server.call("sell", {})

    chat, _ = a_chat(write)
    entry = await ask(chat)
    assert entry.problem.startswith(f"The answer was longer than {MAX_ANSWER_CHARACTERS}")
    assert closed == ["closed"]
    chat, _ = a_chat(call)
    entry = await ask(chat)
    assert (len(entry.turn.calls), str(MAX_CALLS) in entry.problem) == (MAX_CALLS, True)


async def test_an_answer_may_tell_of_things_give_a_choice_or_need_a_language_model() -> None:
    row, candidate = Row("Rye", {"price": "3"}), Candidate("tool", "sell")

    async def work(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        for piece in ("One bread.", row, candidate, LanguageModelNeeded()):
            yield piece

    async def choice(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield candidate

    chat, journal = a_chat(work)
    turn = (await ask(chat)).turn
    assert (turn.text, turn.rows, turn.candidates) == ("One bread.", [row], [candidate])
    assert turn.needs_language_model
    assert journal.lines.count("written One bread.") == 4
    chat, _ = a_chat(choice)
    assert (await ask(chat)).turn.state == "done"


async def test_more_things_than_anybody_reads_are_cut_off() -> None:
    async def work(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        while True:
            yield Row("Rye")

    chat, _ = a_chat(work)
    assert f"more than {MAX_ROWS} things" in (await ask(chat)).problem


async def test_a_candidate_that_is_picked_is_called_by_the_matcher_whichever_model_is_chosen() -> None:
    shelf = Shelf(tool("sell", title="Sell bread"))
    chat, _ = a_chat(greet, shelf)
    picked = Candidate("tool", "sell", {"what": "rye"})
    await asyncio.wait([chat.ask("Sell bread: rye", picked)], timeout=5)
    assert shelf.calls == [("sell", {"what": "rye"})]
    assert chat.turns[0] == Turn("person", "Sell bread: rye", picked=picked)
    assert chat.turns[1].text == "sell is done"
    assert chat.turns[1].calls[0].named == "Sell bread: rye"


async def test_only_one_answer_is_written_at_a_time() -> None:
    chat, _ = a_chat(greet)
    task = chat.ask("Hello?")
    with pytest.raises(RuntimeError, match="Stop it first"):
        chat.ask("And?")
    await asyncio.wait([task])


async def test_a_new_conversation_can_be_taken_back_and_stops_what_is_being_written() -> None:
    async def work(turns: Sequence[Turn], server: Server) -> AsyncIterator[Piece]:
        yield "Let me see"
        await server.call("wait", {})

    shelf = Shelf(tool("wait"))
    chat, _ = a_chat(work, shelf)
    task = chat.ask("Wait.")
    await asyncio.wait_for(shelf.is_waited_for.wait(), 5)
    before = chat.put([])
    assert (chat.entries, chat.is_writing) == ([], False)
    await asyncio.wait([task], timeout=5)
    assert chat.put(before) == []
    assert [turn.state for turn in chat.turns] == ["done", "stopped"]
