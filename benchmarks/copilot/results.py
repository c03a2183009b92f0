"""What the answers come to: scores for each kind, goals, and a table for people."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from textwrap import shorten
from typing import Any

from assistant.conversation import Turn
from benchmarks.copilot.asking import Asked
from benchmarks.copilot.judging import in_words
from benchmarks.copilot.questions import KINDS

Figures = dict[str, Any]

GOALS = {"held_out": 85, "second_server": 75}
"""How many percent of a set the planner answers, at least."""
SHOWN_CHARACTERS = 600
"""Of an answer, among what went wrong; `--json` has all of it."""
PARAPHRASED = "paraphrased"
"""Across all kinds; the questions of one kind are counted here once more."""

NOTES = """\
questions: the dashboard's, which the planner was made with; held_out: those that were kept out of sight meanwhile;
    second_server: of a server with quite other tools, which were kept out of sight as well
unseen: more of the dashboard's and of more servers out of sight; practice: the same, in sight, each by another author
drills: made from the data of the servers in sight, from what their fields alone allow to be asked
planner: the copilot's built-in one; keywords: the tool with the most words in common, with the enums that it sees
right: every call that was expected, no other that acts, and an answer that says what it should, in every round;
    benchmarks/copilot/README.md has the rules
paraphrased: of all kinds, those in a person's own words, with typos and fragments"""


def scores(rounds: Sequence[Sequence[Asked]]) -> Figures:
    """How many were right, of all and of each kind, and how long a question took."""
    asked = worst(rounds)
    groups = {kind: [one for one in asked if one.question.kind == kind] for kind in KINDS}
    paraphrased = [one for one in asked if one.question.paraphrased]
    seconds = [one.seconds for one_round in rounds for one in one_round]
    return {
        "all": _score(asked),
        "kinds": {name: _score(group) for name, group in groups.items() if group},
        **({PARAPHRASED: _score(paraphrased)} if paraphrased else {}),
        "median_ms": round(1000 * statistics.median(seconds), 1),
        "longest_ms": round(1000 * max(seconds), 1),
    }


def worst(rounds: Sequence[Sequence[Asked]]) -> list[Asked]:
    """Each question as it came out in the first round in which something was wrong, if there is one."""
    return [next((one for one in asked if one.wrong), asked[0]) for asked in zip(*rounds, strict=True)]


def wrong(rounds: Sequence[Sequence[Asked]]) -> list[Figures]:
    """What was asked, said and called where something was wrong, for who looks into it."""
    return [_in_full(one) for one in worst(rounds) if one.wrong]


def _in_full(asked: Asked) -> Figures:
    question = asked.question
    return {
        "id": question.id,
        "kind": question.kind,
        "why": asked.wrong,
        "turns": [_turn(turn) for turn in asked.turns],
    }


def _turn(turn: Turn) -> Figures:
    calls = [in_words(call) for call in turn.calls]
    return {"speaker": turn.speaker, "text": turn.text, **({"calls": calls} if calls else {})}


def _score(asked: Sequence[Asked]) -> Figures:
    right = sum(not one.wrong for one in asked)
    return {"right": right, "of": len(asked), "percent": round(100 * right / len(asked), 1)}


def goals(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    """The goals whose sets were asked."""
    percents = {name: rows[f"{name}, planner"]["all"]["percent"] for name in GOALS if f"{name}, planner" in rows}
    return {
        name: {"percent": percent, "at_least": GOALS[name], "met": percent >= GOALS[name]}
        for name, percent in percents.items()
    }


def machine() -> Figures:
    """What it ran on: the times depend on it, the scores don't."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "mcp": version("mcp"),
    }


def lines(result: Figures) -> Iterator[str]:
    """The result for people."""
    rows = result["rows"]
    kinds = [kind for kind in KINDS if any(kind in row["kinds"] for row in rows.values())]
    table = [["", *heads] for heads in zip(*(row.split(", ") for row in rows), strict=True)]
    table += [[kind, *(_cell(row["kinds"].get(kind)) for row in rows.values())] for kind in kinds]
    table += [["all", *(_cell(row["all"], percent=True) for row in rows.values())]]
    table += [[PARAPHRASED, *(_cell(row.get(PARAPHRASED), percent=True) for row in rows.values())]]
    table += [[name, *(f"{row[name]:.1f}" for row in rows.values())] for name in ("median_ms", "longest_ms")]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *rest in table:
        yield "  ".join([first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(rest, widths[1:], strict=True))])
    yield ""
    for name, goal in result["goals"].items():
        met = "met" if goal["met"] else "NOT MET"
        yield f"{met}: the planner answers {goal['percent']} % of {name}; the goal is {goal['at_least']} %"
    yield from ("", NOTES, "machine: " + ", ".join(f"{key} {value}" for key, value in result["machine"].items()))


def _cell(score: Figures | None, *, percent: bool = False) -> str:
    if score is None:
        return "-"
    return f"{score['right']} of {score['of']}" + (f", {score['percent']} %" if percent else "")


def details(result: Figures) -> Iterator[str]:
    """Every question that was answered wrongly, with what was said and called, and why that is wrong."""
    for row, questions in result["wrong"].items():
        yield f"\n{row}: {len(questions)} wrong"
        for question in questions:
            yield f"\n{question['id']}"
            for turn in question["turns"]:
                yield from (f"    called   {call}" for call in turn.get("calls", []))
                yield f"    {turn['speaker']:8} {shorten(turn['text'], SHOWN_CHARACTERS, placeholder=' …')}"
            yield from (f"    WRONG    {why}" for why in question["why"])
