"""What is wrong with an answer: the calls that were made, and the words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from assistant.conversation import Arguments, Call, Turn
from benchmarks.copilot.questions import Ask, Ending, ExpectedCall
from benchmarks.copilot.wording import asks_back, refuses, says

Verdict = Literal["right", "asked back", "declined", "wrong"]
"""Asked back and declined are honest: the person knows that this is no answer, or not a whole one."""
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer to one turn."""

    faults: list[str]
    verdict: Verdict


def judge(expected: Ask, answer: Turn, reading: Collection[str], where: str = "") -> Judged:
    """What is wrong with an answer, and what kind of answer that makes it.

    One that is not right is honest if nothing was done that was not asked for, and if it asks back without telling
    anything, or names what it can't do or place. Any other is wrong.
    """
    found = faults(expected, answer.calls, answer.said, reading)
    if not found:
        return Judged([], "right")
    has_acted = any(fault.startswith("acted: ") and fault.endswith(": done") for fault in found)
    verdict: Verdict = "wrong"
    if not has_acted and asks_back(answer.text) and not answer.rows:
        verdict = "asked back"
    elif not has_acted and refuses(answer.text):
        verdict = "declined"
    return Judged([where + fault for fault in found], verdict)


def worst_of(judged: Sequence[Judged]) -> Verdict:
    """Of all turns of a question."""
    verdicts: list[Verdict] = [one.verdict for one in judged]
    return max(verdicts, key=VERDICTS.index)


def faults(expected: Ask, calls: Sequence[Call], answer: str, reading: Collection[str]) -> list[str]:
    """Everything that is wrong, in words; nothing where the answer is right. `reading` are the tools that only read."""
    wanted = [[one] if isinstance(one, ExpectedCall) else one for one in expected.calls]
    acting = [call for call in calls if call.tool not in reading]
    open_calls = list(calls)
    found: list[str] = []
    for choices in wanted:
        made = next((call for call in open_calls if any(_fits(call, choice) for choice in choices)), None)
        if made is None:
            found.append(f"not called: {' or '.join(map(_expected_in_words, choices))}")
        elif made in acting:
            acting.remove(made)
            open_calls.remove(made)
    found += [f"acted: {in_words(call)}" for call in acting]
    return found + _wrong_words(expected, answer)


def _fits(call: Call, expected: ExpectedCall) -> bool:
    """A call that failed is none."""
    return (
        call.tool == expected.tool
        and call.state == "done"
        and all(_is_given(call.arguments, name, value) for name, value in expected.arguments.items())
    )


def _is_given(arguments: Arguments, name: str, expected: Any) -> bool:
    choices = expected if isinstance(expected, list) else [expected]
    return _comparable(arguments.get(name)) in [_comparable(choice) for choice in choices]


def _comparable(value: Any) -> Any:
    """Texts without case, times as instants; an empty text is as none, and `True` is not 1."""
    if not isinstance(value, str):
        return (type(value) is bool, value)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return " ".join(value.casefold().split()) or (False, None)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _wrong_words(expected: Ask, answer: str) -> list[str]:
    wanted = [[one] if isinstance(one, str) else one for one in expected.answer.has]
    missing = [choices for choices in wanted if not any(says(answer, words) for words in choices)]
    return [
        *_wrong_ending(expected.outcome, answer),
        *(f"not said: {' or '.join(map(repr, choices))}" for choices in missing),
        *(f"said: {words!r}" for words in expected.answer.lacks if says(answer, words)),
    ]


def _wrong_ending(outcome: Ending, answer: str) -> list[str]:
    if not answer.strip():
        return ["no answer"]
    if outcome == "refused" and not refuses(answer):
        return ["does not say that it can't"]
    if outcome == "asked back" and not asks_back(answer):
        return ["does not ask back"]
    return []


def in_words(call: Call) -> str:
    """A call for a reader of the results."""
    return f"{call.tool}({_given(call.arguments)}): {call.state}"


def _expected_in_words(call: ExpectedCall) -> str:
    return f"{call.tool}({_given(call.arguments)})"


def _given(arguments: Arguments) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items())
