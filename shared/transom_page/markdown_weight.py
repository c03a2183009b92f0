"""Which texts are shown as Markdown: those that look like it, and are laid out soon."""

from __future__ import annotations

import re

TYPICAL = (
    r"^#{1,6} \S|^```|^> \S|^ {0,3}[-*] \S.*\n {0,3}[-*] \S|^ {0,3}1[.)] \S.*\n {0,3}2[.)] \S"
    r"|^\|.+\|[ \t]*\n\|[ :|-]+\||\*\*[^\s*][^*\n]*\*\*|!?\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)|`[^`\n]{1,200}`"
)
PROBED_CHARACTERS = 10_000
"""Where signs of Markdown are looked for."""

MAX_CHARACTERS = 30_000
MAX_SIGNS = 2000
MAX_SIGNED_LINES = 300_000
MAX_CELLS = 20_000
"""With more of these, laying a text out could take many seconds."""
SIGNS = re.compile(r"[][*_`~<>&!(]")


def has_markdown(text: str) -> bool:
    return re.search(TYPICAL, text[:PROBED_CHARACTERS], re.MULTILINE) is not None


def is_light_markdown(text: str) -> bool:
    """Whether a text may be laid out: for some, that takes a time that grows with the square of their length."""
    if len(text) > MAX_CHARACTERS:
        return False
    paragraphs = [(len(SIGNS.findall(part)), part.splitlines()) for part in text.split("\n\n")]
    cells = sum(len(lines) * max((line.count("|") for line in lines), default=0) for _, lines in paragraphs)
    return (
        sum(signs for signs, _ in paragraphs) <= MAX_SIGNS
        and sum(signs * len(lines) for signs, lines in paragraphs) <= MAX_SIGNED_LINES
        and cells <= MAX_CELLS
    )
