"""A question of a template, with what the data say that its answer is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.copilot.questions import Ending, ExpectedCall, Question

MOST_SAID = 8
"""So many things at most are the right answer, so that an answer can name them all."""
SHOWN_WRONG = 3


@dataclass(frozen=True)
class Drill:
    template: str
    turns: Sequence[str]
    has: Sequence[str | list[str]]
    """What the last answer says."""
    lacks: Sequence[str] = ()
    calls: Sequence[ExpectedCall] = ()
    """What the last turn orders, and nothing else."""
    outcome: Ending = "answered"

    def question(self, id_: str) -> Question:
        *before, last = self.turns
        asked = [{"ask": text} for text in before]
        words = {"has": list(self.has), "lacks": list(self.lacks)[:SHOWN_WRONG]}
        answered = {"ask": last, "answer": words, "calls": list(self.calls), "outcome": self.outcome}
        kind = "conversation" if before else "plain"
        return Question.model_validate({"id": id_, "kind": kind, "turns": [*asked, answered]})


def spoken(name: str) -> str:
    return name.replace("_", " ")


def value(row: Mapping[str, Any], field: str) -> str:
    """As an answer says it: of a moment, its day."""
    text = str(row[field])
    is_moment = isinstance(row[field], str) and text[:4].isdigit() and text[10:11] == "T"
    return text[:10] if is_moment else spoken(text)
