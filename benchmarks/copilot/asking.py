"""Asks a model a question, turn by turn, of a server that is made for it, and says what was wrong."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcp.server import MCPServer

from assistant.conversation import Turn
from assistant.model import Model
from assistant.recording import Recorder
from benchmarks.copilot.judging import Judged, Verdict, judge, worst_of
from benchmarks.copilot.questions import Question
from benchmarks.copilot.servers import Connected, MakeServer, connected

LIMIT_SECONDS = 30
"""For all turns of a question."""


@dataclass(frozen=True)
class Asked:
    """A question with its answers; right, where there are no faults."""

    question: Question
    turns: list[Turn]
    faults: list[str]
    verdict: Verdict
    seconds: float


async def ask(question: Question, model: Model, server: MCPServer[Any]) -> Asked:
    """Ask all turns, whatever comes of the earlier ones."""
    turns: list[Turn] = []
    judged: list[Judged] = []
    async with connected(server) as connection:
        started = time.perf_counter()
        try:
            async with asyncio.timeout(LIMIT_SECONDS):
                await _ask_turns(question, model, connection, turns, judged)
        except Exception as error:  # whatever a model breaks with is its answer to this question, and is told
            judged.append(Judged([f"broke: {type(error).__name__}: {error}"], "wrong"))
        seconds = time.perf_counter() - started
    return Asked(question, turns, [fault for one in judged for fault in one.faults], worst_of(judged), seconds)


async def _ask_turns(
    question: Question, model: Model, connection: Connected, turns: list[Turn], judged: list[Judged]
) -> None:
    for number, expected in enumerate(question.turns, start=1):
        turns.append(Turn("person", expected.ask))
        answer = Turn("copilot", model=model.name)
        recorder = Recorder(connection, answer, lambda: None, time.perf_counter)
        said = tuple(turns)
        turns.append(answer)
        async for piece in model.answer(said, recorder):
            answer.take(piece)
        where = f"turn {number}: " if len(question.turns) > 1 else ""
        judged.append(judge(expected, answer, connection.reading, where))


async def ask_all(questions: list[Question], make_model: Callable[[], Model], make_server: MakeServer) -> list[Asked]:
    """Ask each question afresh: a new model, a new server."""
    return [await ask(question, make_model(), make_server(question.planted)) for question in questions]
