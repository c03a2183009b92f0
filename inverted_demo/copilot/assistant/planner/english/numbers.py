"""Numbers in figures and in words, and what a text compares with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from assistant.planner.english.marks import blanked

COUNTING = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty"""
ROUND = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100, "thousand": 1000}
LOOSE = {"dozen": 12, "couple": 2, "half": 0.5}
NUMBER_WORDS = {word: float(value) for value, word in enumerate(COUNTING.split())}
NUMBER_WORDS |= {word: float(value) for word, value in (*ROUND.items(), *LOOSE.items())}
NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{'|'.join(NUMBER_WORDS)})"
SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}
FIGURE = re.compile(
    rf"(?<![\w.:-])(?P<value>-?{NUMBER})(?P<scale>k| thousand| million|m)?(?![\w-]|[.:]\d)(?P<unit> ?%)?"
)

Comparison = Literal["gt", "ge", "lt", "le", "eq"]
Patterns: TypeAlias = tuple[tuple[re.Pattern[str], Comparison], ...]
GREATER = (
    "(?:more|greater|higher|larger|bigger|longer|later|slower|older|better|warmer|hotter|pricier|dearer|costlier"
    "|heavier|taller|wider|thicker|deeper|busier|fuller|roomier|brighter|louder|farther|further)"
)
SMALLER = (
    "(?:less|fewer|lower|smaller|shorter|faster|quicker|cheaper|younger|worse|colder|cooler|drier|lighter|emptier"
    "|thinner|narrower|quieter|closer|nearer)"
)
COMPARATORS: Patterns = (
    (re.compile(r"(?:no|not) (?:more|greater|higher|over|longer)(?: than)?$|at most$|up to$|maximum(?: of)?$"), "le"),
    (re.compile(r"(?:no|not) (?:less|fewer|lower|under)(?: than)?$|at least$|minimum(?: of)?$|from$"), "ge"),
    (re.compile(rf"(?:{GREATER}|more (?!than)\w+) than$"), "gt"),
    (re.compile(r"(?:over|above|exceed(?:s|ing)?|beyond|past|>)$"), "gt"),
    (re.compile(rf"(?:{SMALLER}|less (?!than)\w+) than$"), "lt"),
    (re.compile(r"(?:under|below|beneath|<)$"), "lt"),
    (re.compile(r">=$"), "ge"),
    (re.compile(r"<=$"), "le"),
    (re.compile(r"(?:exactly|equal to|equals|=|just)$"), "eq"),
)
SUFFIXES: Patterns = (
    (re.compile(r"^ ?(?:%|\w+)? ?(?:\w+ )?or (?:more|higher|above|over|longer|better|greater)"), "ge"),
    (re.compile(r"^ ?(?:%|\w+)? ?(?:\w+ )?or (?:less|fewer|lower|below|under|shorter)"), "le"),
    (re.compile(r"^\+"), "ge"),
)


POINTING_ONE = re.compile(r"(?:the|that|this|which|any|each|every|no|another) (?:\w+ )?$")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text, with what stands around it."""

    value: float
    start: int
    end: int
    comparison: Comparison | None
    unit: str
    """The word or sign after it, in lower case."""


def number(text: str) -> float | None:
    word = text.casefold().strip()
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    try:
        return float(word.replace(",", ""))
    except ValueError:
        return None


def figures(text: str) -> list[Figure]:
    """The numbers of a text, in its order, in figures or in words."""
    lower = blanked(text).casefold()
    found = [figure for match in FIGURE.finditer(lower) if (figure := _figure(match, lower)) is not None]
    return _with_ranges(found, lower)


def _with_ranges(found: list[Figure], text: str) -> list[Figure]:
    """`between 20 and 50`, `from 20 to 50`."""
    for at, (low, high) in enumerate(pairwise(found)):
        before, inner = text[: low.start].rstrip(), text[low.end : high.start]
        if re.search(r"(?:between|from)$", before) and re.fullmatch(r" ?%?(?: \w+)? ?(?:and|to|-) ?", inner):
            found[at] = replace(low, comparison="ge", unit=low.unit or high.unit)
            found[at + 1] = replace(high, comparison="le")
    return found


def _figure(match: re.Match[str], text: str) -> Figure | None:
    value = number(match["value"])
    if value is None or (match["value"] == "one" and POINTING_ONE.search(text[: match.start()])):
        return None
    value *= SCALES.get((match["scale"] or "").strip(), 1)
    before, after = text[: match.start()].rstrip(" $€£"), text[match.end("value") :]
    comparison = _comparison(SUFFIXES, after) or _comparison(COMPARATORS, before)
    led = r"(?:\s*an?\b)?" if match["value"] == "half" else ""  # `half a ton`
    unit = "%" if match["unit"] else (re.match(rf"{led}\s*-?([a-z]+)", text[match.end() :]) or ["", ""])[1]
    return Figure(value, match.start(), match.end(), comparison, unit)


def comparison_of(text: str, start: int, end: int) -> Comparison | None:
    """What a text compares with the words from one place to another."""
    lower = text.casefold()
    return _comparison(SUFFIXES, lower[end:]) or _comparison(COMPARATORS, lower[:start].rstrip())


def _comparison(patterns: Patterns, text: str) -> Comparison | None:
    return next((word for pattern, word in patterns if pattern.search(text)), None)
