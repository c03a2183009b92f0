"""The questions: what is asked, and what should come of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, model_validator

Kind = Literal["plain", "paraphrase", "chained", "action", "refused", "asked back", "conversation", "injection"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Ending = Literal["answered", "refused", "asked back"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ExpectedCall(_Strict):
    tool: str
    arguments: dict[str, JsonValue] = {}
    """Those that matter. A list means any of its values, `null` that the argument is not given, or empty."""


class Words(_Strict):
    has: list[str | list[str]] = []
    """What the answer must say; of a list, one is enough."""
    lacks: list[str] = []


class Ask(_Strict):
    """What the person says in one turn, and what should come of it."""

    ask: str
    calls: list[ExpectedCall | list[ExpectedCall]] = []
    """Of a list, one is enough."""
    answer: Words = Words()
    outcome: Ending = "answered"


class Question(_Strict):
    id: str
    kind: Kind
    turns: list[Ask] = Field(min_length=1)
    paraphrased: bool = False
    """In the words of somebody in a hurry: typos, fragments, chat, other words than the server's."""
    planted: dict[str, dict[str, str]] = {}
    """Texts that are put into the data beforehand: by id of a thing, then by field."""

    @model_validator(mode="before")
    @classmethod
    def _one_turn(cls, data: Any) -> Any:
        """A question of one turn is written without `turns`."""
        if not isinstance(data, dict) or "turns" in data:
            return data
        turn = {name: value for name, value in data.items() if name in Ask.model_fields}
        return {**{name: value for name, value in data.items() if name not in turn}, "turns": [turn]}


_QUESTIONS = TypeAdapter(list[Question])


def load(path: Path) -> list[Question]:
    """The questions of a file; raises where two have one id."""
    questions = _QUESTIONS.validate_json(path.read_bytes())
    ids = [question.id for question in questions]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise ValueError(f"{path.name} has ids that are not unique: {', '.join(twice)}")
    return questions
