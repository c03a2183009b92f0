"""How many questions in plain words the copilot's planner answers, beside a keyword matcher, in one run.

For each question there is a fresh server with `mcp.Client` in front of it, in the same process, and no browser. The
questions are shared out to as many processes as there are processors.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from assistant.model import Model
from assistant.planner.planner import Planner
from benchmarks.copilot.asking import Asked, ask_all
from benchmarks.copilot.drills import drills
from benchmarks.copilot.keywords import KeywordMatcher
from benchmarks.copilot.questions import Question, load
from benchmarks.copilot.results import goals, machine, scores, wrong
from benchmarks.copilot.servers import MakeServer, dashboard, second_server

Say = Callable[[str], None]
Figures = dict[str, Any]
Servers = list[tuple[list[Question], MakeServer]]
"""Questions, and what makes the server that they are asked of."""

HERE = Path(__file__).parent
HELD_OUT = "COPILOT_HELD_OUT"
"""Names a folder with the questions that are not in the repository yet."""

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
"""When the data of the servers are from, so that today is the same day in each run."""

MODELS: dict[str, Callable[[], Model]] = {"planner": lambda: Planner(clock=lambda: NOW), "keywords": KeywordMatcher}

PLANNER_ALONE = ("unseen", "practice", "drills")
"""Sets so large that the matcher of keywords, which has few of any, would double the time."""

PARTS = 4
"""Into so many the questions of a server are shared out, so that no process is left alone with a long list."""


def measure(rounds: int, say: Say) -> Figures:
    """Each set, asked of each model; right is what is right in every round."""
    rows: dict[str, Figures] = {}
    mistakes: dict[str, list[Figures]] = {}
    _quiet()
    with ProcessPoolExecutor(initializer=_quiet) as processes:
        for name, servers in _everything().items():
            for model in MODELS:
                if model != "planner" and name in PLANNER_ALONE:
                    continue
                row = f"{name}, {model}"
                say(f"{row}: {sum(len(questions) for questions, _ in servers)} questions")
                asked = [_asked(processes, name, servers, model) for _ in range(rounds)]
                rows[row], mistakes[row] = scores(asked), wrong(asked)
    return {"bench": "copilot", "rows": rows, "goals": goals(rows), "wrong": mistakes, "machine": machine()}


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
    questions, make = _everything()[name][at]
    return asyncio.run(ask_all(questions[part::PARTS], MODELS[model], make))


@cache
def _everything() -> dict[str, Servers]:
    """All sets, made once in each process: what makes a server can't be sent to another."""
    return {**sets(), "drills": drilled()}


def sets() -> dict[str, Servers]:
    """The sets of questions that are there, each with what makes the servers that are asked."""
    folder = Path(os.environ.get(HELD_OUT, HERE)).resolve()
    found: dict[str, Servers] = {"questions": [(load(HERE / "questions.json"), dashboard)]}
    if (path := folder / "held_out.json").exists():
        found["held_out"] = [(load(path), dashboard)]
    if (folder / "second_questions.json").exists():
        found["second_server"] = [_beside(folder)]
    for name in ("unseen", "practice"):
        others = [_beside(one.parent) for one in sorted((HERE / name).glob("*/second_questions.json"))]
        found[name] = [(load(HERE / name / "dashboard.json"), dashboard), *others]
    known = sorted((HERE / "unseen" / "known").glob("*.json"))
    found["unseen"] += [(_named(path.stem, load(path)), second_server(HERE / "practice" / path.stem)) for path in known]
    return found


def drilled() -> Servers:
    """What is made from the data of those servers that are in sight."""
    folders = sorted(one.parent for one in (HERE / "practice").glob("*/second_server.py"))
    return [(asyncio.run(drills(make)), make) for make in (dashboard, *map(second_server, folders))]


def _beside(folder: Path) -> tuple[list[Question], MakeServer]:
    """A server with its questions."""
    files = (folder / "second_questions.json", folder / "more_questions.json")
    questions = [one for path in files if path.exists() for one in load(path)]
    is_one_of_many = folder.parent.parent == HERE
    return _named(folder.name, questions) if is_one_of_many else questions, second_server(folder)


def _named(folder: str, questions: list[Question]) -> list[Question]:
    """What is said of a question names the folder of its server."""
    return [one.model_copy(update={"id": f"{folder}/{one.id}"}) for one in questions]
