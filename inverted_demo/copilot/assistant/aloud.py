"""An answer as a screen reader should say it: once, complete, and without the signs of Markdown."""

from __future__ import annotations

import re

from assistant.conversation import Turn

MAX_CHARACTERS = 2000
"""Of an answer: whoever wants more of a long one reads it in the conversation."""
MORE = " The rest is in the conversation."

SIGNS = (
    (re.compile(r"^[ \t:|-]{3,}\n?", re.MULTILINE), ""),  # between the head of a table and its rows
    (re.compile(r"^[ \t]*(?:```.*$|#{1,6} |> ?|[-*+] )", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*\|[ \t]*|\|[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\]\n]{1,200})\]\([^)\n]{1,500}\)"), r"\1"),
    (re.compile(r"\*\*|__|`"), ""),
    (re.compile(r"(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)"), ""),
    (re.compile(r" ?\| ?"), ", "),
    (re.compile(r"[ \t]*\n\s*"), "\n"),
)


def aloud(markdown: str) -> str:
    text = markdown[: 2 * MAX_CHARACTERS]
    for sign, instead in SIGNS:
        text = sign.sub(instead, text)
    return text.strip() if len(text) <= MAX_CHARACTERS else text[:MAX_CHARACTERS].strip() + MORE


def answer_aloud(turn: Turn) -> str:
    """What the model says, the things that it tells of, what was refused, and that there is something to choose."""
    refused = [f"Refused: {call.named}." for call in turn.calls if call.state == "refused"]
    count = len(turn.candidates)
    choices = [f"{count} choices." if count > 1 else "1 choice."] if count else []
    return "\n".join(part for part in (*refused, aloud(turn.said), *choices) if part)
