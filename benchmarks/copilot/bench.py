"""How many questions in plain words the copilot's planner answers, beside a keyword matcher, in one run.

All of it runs in this process: a fresh server for each question, `mcp.Client` in front of it, and no browser.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from datetime import UTC, datetime
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


def measure(rounds: int, say: Say) -> Figures:
    """Each set, asked of each model; right is what is right in every round."""
    logging.getLogger("mcp").setLevel(logging.WARNING)  # its servers tell of every error that a tool answers with
    rows: dict[str, Figures] = {}
    mistakes: dict[str, list[Figures]] = {}
    for name, servers in {**sets(), "drills": drilled()}.items():
        for model, make_model in MODELS.items():
            if model != "planner" and name in PLANNER_ALONE:
                continue
            row = f"{name}, {model}"
            say(f"{row}: {sum(len(questions) for questions, _ in servers)} questions")
            asked = [_asked(servers, make_model) for _ in range(rounds)]
            rows[row], mistakes[row] = scores(asked), wrong(asked)
    return {"bench": "copilot", "rows": rows, "goals": goals(rows), "wrong": mistakes, "machine": machine()}


def _asked(servers: Servers, make_model: Callable[[], Model]) -> list[Asked]:
    return [one for questions, make in servers for one in asyncio.run(ask_all(questions, make_model, make))]


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
    return found


def drilled() -> Servers:
    """What is made from the data of those servers that are in sight."""
    folders = sorted(one.parent for one in (HERE / "practice").glob("*/second_server.py"))
    return [(asyncio.run(drills(make)), make) for make in (dashboard, *map(second_server, folders))]


def _beside(folder: Path) -> tuple[list[Question], MakeServer]:
    """A server with its questions; what is said of them names the folder."""
    questions = load(folder / "second_questions.json")
    if folder.parent.parent == HERE:
        questions = [one.model_copy(update={"id": f"{folder.name}/{one.id}"}) for one in questions]
    return questions, second_server(folder)
