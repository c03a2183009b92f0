"""What the answers come to: scores for each kind, goals, and a table for people."""

from __future__ import annotations

import os
import platform
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from textwrap import shorten
from typing import Any

from assistant.conversation import Turn
from benchmarks.copilot.asking import Asked
from benchmarks.copilot.judging import VERDICTS, Verdict, in_words
from benchmarks.copilot.questions import KINDS

Figures = dict[str, Any]

PLAIN_RIGHT, MOST_WRONG = 80, 5
"""The goals, in percent: of the plain questions of all sets, and of all questions of all sets."""
SHOWN_CHARACTERS = 600
"""Of an answer, among what went wrong; `--json` has all of it."""
PARAPHRASED = "paraphrased"
"""Across all kinds; the questions of one kind are counted here once more."""

NOTES = """\
questions: the dashboard's; held_out: more of them; second_server: of a server with quite other tools
matcher: the copilot's built-in model; keywords: the tool with the most words in common, with the enums that it sees
right: every call that was expected, no other that acts, and an answer that says what it should, in every round
asked back, declined: not right, and says so: it offers what may be meant, or names what it can't do or place
wrong: all others: something was done that was not asked for, or told as the answer and is not
paraphrased: of all kinds, those in a person's own words, with typos and fragments;
    benchmarks/copilot/README.md has the rules"""


def scores(rounds: Sequence[Sequence[Asked]]) -> Figures:
    """What came of all and of each kind, and how long a question took."""
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
    """Each question as it came out in its worst round."""
    return [max(asked, key=lambda one: VERDICTS.index(one.verdict)) for asked in zip(*rounds, strict=True)]


def others(rounds: Sequence[Sequence[Asked]]) -> list[Figures]:
    """What was asked, said and called where the answer was not right, for who looks into it."""
    return [_in_full(one) for one in worst(rounds) if one.verdict != "right"]


def _in_full(asked: Asked) -> Figures:
    question = asked.question
    return {
        "id": question.id,
        "kind": question.kind,
        "verdict": asked.verdict,
        "why": asked.faults,
        "turns": [_turn(turn) for turn in asked.turns],
    }


def _turn(turn: Turn) -> Figures:
    calls = [in_words(call) for call in turn.calls]
    candidates = [one.name for one in turn.candidates]
    found: Figures = {"speaker": turn.speaker, "text": turn.said}
    return found | ({"calls": calls} if calls else {}) | ({"candidates": candidates} if candidates else {})


def _score(asked: Sequence[Asked]) -> Figures:
    count = Counter(one.verdict for one in asked)
    return {"of": len(asked), **{verdict: count[verdict] for verdict in VERDICTS}}


def goals(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    """Over all sets that were asked of the matcher."""
    asked = [figures for row, figures in rows.items() if row.endswith(", matcher")]
    plain = [figures["kinds"]["plain"] for figures in asked if "plain" in figures["kinds"]]
    right = _percent(plain, "right")
    wrong = _percent([figures["all"] for figures in asked], "wrong")
    return {
        "plain questions right": {"percent": right, "at_least": PLAIN_RIGHT, "met": right >= PLAIN_RIGHT},
        "all questions wrong": {"percent": wrong, "at_most": MOST_WRONG, "met": wrong <= MOST_WRONG},
    }


def _percent(scores: Sequence[Figures], verdict: Verdict) -> float:
    of = sum(score["of"] for score in scores)
    return round(100 * sum(score[verdict] for score in scores) / of, 1) if of else 0.0


def machine() -> Figures:
    """What it ran on: the times depend on it, the scores don't."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "mcp": version("mcp"),
    }


def lines(result: Figures) -> Iterator[str]:
    """The result for people: for each set and model, what came of each kind of question."""
    for row, figures in result["rows"].items():
        times = f"median {figures['median_ms']:.1f} ms, longest {figures['longest_ms']:.1f} ms"
        yield f"{row}: {times}"
        table = [["", "of", *VERDICTS]]
        scores = {**figures["kinds"], "all": figures["all"], PARAPHRASED: figures.get(PARAPHRASED)}
        for name, score in scores.items():
            if score:
                table.append([name, *(str(score[column]) for column in table[0][1:])])
        for first, *rest in table:
            yield "  ".join([f"    {first:12}", *(cell.rjust(10) for cell in rest)])
        yield ""
    for name, goal in result["goals"].items():
        bound = f"at least {goal['at_least']}" if "at_least" in goal else f"at most {goal['at_most']}"
        yield f"{'met' if goal['met'] else 'NOT MET'}: {name} {goal['percent']} %; the goal is {bound} %"
    yield from ("", NOTES, "machine: " + ", ".join(f"{key} {value}" for key, value in result["machine"].items()))


def details(result: Figures) -> Iterator[str]:
    """Every question that was not answered rightly, with what was said and called, and why that is not right."""
    for row, questions in result["not_right"].items():
        yield f"\n{row}: {len(questions)} not right"
        for question in questions:
            yield f"\n{question['id']}: {question['verdict']}"
            for turn in question["turns"]:
                yield from (f"    called   {call}" for call in turn.get("calls", []))
                yield f"    {turn['speaker']:8} {shorten(turn['text'], SHOWN_CHARACTERS, placeholder=' …')}"
                yield from (f"    offers   {one}" for one in turn.get("candidates", []))
            yield from (f"    BECAUSE  {why}" for why in question["why"])
