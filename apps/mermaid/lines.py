"""Which line of a diagram an error of Mermaid is about, and what to say of it.

Mermaid counts lines after it has taken out what is no diagram: front matter, comments, blank lines before the first
word. People count all of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

FRONT_MATTER = re.compile(r"\s*---[^\n]*\n.*?\n[ \t]*---[ \t]*(?:\n|$)", re.DOTALL)
COMMENT = re.compile(r"\s*%%(?!\{)[^\n]+")
DIRECTIVE = re.compile(r"%%\{.*?\}%%", re.DOTALL)
LINE = re.compile(r"\bline (\d+)", re.IGNORECASE)
JOINED = "\0"
NO_KIND = "No diagram type detected"
EXPECTING = re.compile(r"Expecting (.*?)(?:$|, got|but found)", re.DOTALL)
WORD = re.compile(r"'([^']+)'")
MOST_WORDS = 4
"""Parsers list all that might come next, which helps when it is little."""
SAID_CHARS = 300


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a text can't be drawn."""

    message: str
    line: int | None = None

    def __str__(self) -> str:
        return f"Line {self.line}: {self.message}" if self.line else self.message


def problem_of(code: str, said: str) -> Problem:
    """What Mermaid's words come to, for the person who wrote the text."""
    kept = kept_lines(code)
    if said.startswith(NO_KIND):
        first = kept[0] if kept else 1
        return Problem("Mermaid knows no such kind of diagram. Begin with one, such as flowchart TD.", first)
    found = LINE.search(said)
    if "undefined" in said:
        return Problem("Mermaid can't draw this, and doesn't say why. Check what you have changed last.")
    if not found:
        return Problem(f"Mermaid can't draw this. It says: {said[:SAID_CHARS]}")
    number = int(found[1])
    line = kept[min(max(number, 1), len(kept)) - 1] if kept else 1
    written = code.splitlines()[line - 1 : line]
    return Problem(f"Mermaid can't read {written[0].strip()!r}. {_advice(said)}" if written else _advice(said), line)


def _advice(said: str) -> str:
    expected = EXPECTING.search(said)
    words = WORD.findall(expected[1]) if expected else []
    if not 0 < len(words) <= MOST_WORDS:
        return "Check this line, and the one before it."
    return f"It expects {' or '.join(word.replace('_', ' ') for word in words)} here."


def kept_lines(code: str) -> list[int]:
    """The numbers, from 1, of the lines that Mermaid counts."""
    code = code.replace("\r\n", "\n").replace("\r", "\n")
    front = FRONT_MATTER.match(code)
    start = front.end() if front else 0
    number = 1 + code.count("\n", 0, start)
    numbers: list[tuple[int, bool]] = []
    for line in DIRECTIVE.sub(_on_one_line, code[start:]).split("\n"):
        is_blank = not line.strip(f"{JOINED} \t")
        if COMMENT.fullmatch(line):
            while numbers and numbers[-1][1]:  # blank lines before a comment go with it
                numbers.pop()
        elif numbers or not is_blank:
            numbers.append((number, is_blank))
        number += 1 + line.count(JOINED)
    return [number for number, _ in numbers]


def _on_one_line(directive: re.Match[str]) -> str:
    return JOINED * directive[0].count("\n")
