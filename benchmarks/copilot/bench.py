"""How many questions in plain words the copilot's matcher answers, beside a keyword matcher, in one run.

For each question there is a fresh server with `mcp.Client` in front of it, in the same process, and no browser. The
questions are shared out to as many processes as there are processors.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from assistant.matcher import Matcher
from assistant.model import Model
from benchmarks.copilot.asking import Asked, ask_all
from benchmarks.copilot.keywords import KeywordMatcher
from benchmarks.copilot.questions import Question, load
from benchmarks.copilot.results import goals, machine, others, scores
from benchmarks.copilot.servers import MakeServer, dashboard, second_server

Say = Callable[[str], None]
Figures = dict[str, Any]
Servers = list[tuple[list[Question], MakeServer]]
"""Questions, and what makes the server that they are asked of."""

HERE = Path(__file__).parent
HELD_OUT = "COPILOT_HELD_OUT"
"""Names a folder with the questions that are not in the repository yet."""

NOW = datetime(2026, 11, 18, 9)
"""When the data of the servers are from, so that today is the same day in each run."""

MODELS: dict[str, Callable[[], Model]] = {"matcher": lambda: Matcher(clock=lambda: NOW), "keywords": KeywordMatcher}

PARTS = 4
"""Into so many the questions of a server are shared out, so that no process is left alone with a long list."""


def measure(rounds: int, say: Say) -> Figures:
    """Each set, asked of each model; right is what is right in every round."""
    rows: dict[str, Figures] = {}
    not_right: dict[str, list[Figures]] = {}
    _quiet()
    with ProcessPoolExecutor(initializer=_quiet) as processes:
        for name, servers in sets().items():
            for model in MODELS:
                row = f"{name}, {model}"
                say(f"{row}: {sum(len(questions) for questions, _ in servers)} questions")
                asked = [_asked(processes, name, servers, model) for _ in range(rounds)]
                rows[row], not_right[row] = scores(asked), others(asked)
    return {"bench": "copilot", "rows": rows, "goals": goals(rows), "not_right": not_right, "machine": machine()}


def _quiet() -> None:
    """The SDK's servers tell of every error that a tool answers with."""
    logging.getLogger("mcp").setLevel(logging.WARNING)


def _asked(processes: Executor, name: str, servers: Servers, model: str) -> list[Asked]:
    """All questions of a set, in their order."""
    shares = [(at, part) for at in range(len(servers)) for part in range(PARTS)]
    answers = processes.map(partial(_ask_share, name, model), *zip(*shares, strict=True))
    found = dict(zip(shares, answers, strict=True))
    return [
        found[at, number % PARTS][number // PARTS]
        for at, (questions, _) in enumerate(servers)
        for number in range(len(questions))
    ]


def _ask_share(name: str, model: str, at: int, part: int) -> list[Asked]:
    questions, make = sets()[name][at]
    return asyncio.run(ask_all(questions[part::PARTS], MODELS[model], make))


@cache
def sets() -> dict[str, Servers]:
    """The sets of questions that are there, each with what makes the server that is asked; made once in each process:
    what makes a server can't be sent to another."""
    folder = Path(os.environ.get(HELD_OUT, HERE)).resolve()
    found: dict[str, Servers] = {"questions": [(load(HERE / "questions.json"), dashboard)]}
    if (path := folder / "held_out.json").exists():
        found["held_out"] = [(load(path), dashboard)]
    if (path := folder / "second_questions.json").exists():
        found["second_server"] = [(load(path), second_server(folder))]
    return found
