"""The conversation as it goes on: a question at a time, an answer that can be stopped, and beginning anew."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Protocol

from assistant.characters import Joining, whole
from assistant.conversation import Candidate, Piece, Turn
from assistant.model import Disconnected, Model, ModelError, Server
from assistant.recording import Recorder

MAX_QUESTION_CHARACTERS = 20_000
MAX_ANSWER_CHARACTERS = 200_000
MAX_ROWS = 1000

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Entry:
    """A turn, and why it was not finished, for the person."""

    turn: Turn
    problem: str = ""


class Display(Protocol):
    """Who shows the conversation."""

    def added(self, entry: Entry) -> None: ...
    def written(self, entry: Entry) -> None:
        """The text of the answer has grown."""
        ...

    def called(self, entry: Entry) -> None:
        """A call of it has begun or ended."""
        ...

    def ended(self, entry: Entry) -> None: ...
    def replaced(self) -> None:
        """There is another conversation."""
        ...


class Chat:
    def __init__(
        self,
        server: Server,
        model: Callable[[], Model],
        matcher: Model,
        display: Display,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`model` gives the one that is chosen at that moment; `matcher` makes the calls that the person picks; `now`
        gives seconds."""
        self._server = server
        self._model = model
        self._matcher = matcher
        self._display = display
        self._now = now
        self._writing: asyncio.Task[None] | None = None
        self.entries: list[Entry] = []

    @property
    def is_writing(self) -> bool:
        return self._writing is not None

    @property
    def turns(self) -> list[Turn]:
        return [entry.turn for entry in self.entries]

    def ask(self, question: str, picked: Candidate | None = None) -> asyncio.Task[None]:
        """Say something, or pick a candidate, and have it answered. Not while an answer is being written."""
        if self.is_writing:
            raise RuntimeError("An answer is being written. Stop it first.")
        model = self._matcher if picked else self._model()
        asked = Entry(Turn("person", whole(question.strip()[:MAX_QUESTION_CHARACTERS]), picked=picked))
        entry = Entry(Turn("copilot", state="writing", model=model.name))
        task = self._writing = asyncio.ensure_future(self._write(entry, model, [*self.turns, asked.turn]))
        task.add_done_callback(lambda task: self._end(entry, task))
        # A display that fails must not lose the question: it is told once the answer is on its way.
        self.entries += [asked, entry]
        self._display.added(asked)
        self._display.added(entry)
        return task

    def stop(self) -> None:
        if self._writing:
            self._writing.cancel()

    def put(self, entries: list[Entry]) -> list[Entry]:
        """Go on with another conversation, or an empty one; the one that was there. It stops what is being written."""
        before, self.entries = self.entries, entries
        self.stop()
        self._writing = None
        for entry in before:  # at once: it may be brought back, and gone on with, before its task has ended
            if entry.turn.state == "writing":
                entry.turn.state = "stopped"
        self._display.replaced()
        return before

    async def _write(self, entry: Entry, model: Model, said: list[Turn]) -> None:
        turn = entry.turn
        server = Recorder(self._server, turn, lambda: self._display.called(entry), self._now)
        words, joining = model.answer(said, server), Joining()
        try:
            async for piece in words:
                self._take(entry, joining.take(piece) if isinstance(piece, str) else piece)
        finally:
            if isinstance(words, AsyncGenerator):
                await words.aclose()
        if not (turn.said.strip() or turn.candidates or turn.needs_language_model):
            raise ModelError("The model ended without an answer. Ask again in other words.")

    def _take(self, entry: Entry, piece: Piece) -> None:
        if piece == "":
            return
        entry.turn.take(piece)
        self._display.written(entry)
        if len(entry.turn.text) > MAX_ANSWER_CHARACTERS:
            raise ModelError(f"The answer was longer than {MAX_ANSWER_CHARACTERS} characters, and was cut off.")
        if len(entry.turn.rows) > MAX_ROWS:
            raise ModelError(f"The answer told of more than {MAX_ROWS} things, and was cut off. Ask for fewer.")

    def _end(self, entry: Entry, task: asyncio.Task[None]) -> None:
        if self._writing is task:
            self._writing = None
        if entry.turn.state != "writing":
            return
        error = None if task.cancelled() else task.exception()
        entry.turn.state = "stopped" if task.cancelled() else "failed" if error else "done"
        if isinstance(error, ModelError | Disconnected):
            entry.problem = whole(str(error))
        elif error:  # whatever a model does, its turn must not stay open
            log.error("The model made a mistake.", exc_info=error)
            entry.problem = "The model stopped with an error of its own. Ask again in other words."
        self._display.ended(entry)
