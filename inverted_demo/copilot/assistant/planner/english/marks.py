"""Names that are known, marked in a text: what is within marks is neither a verb nor a time nor a number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.planner.english.spans import QUOTED

OPEN, CLOSE = "\ue000", "\ue001"
"""Of the private use area: no person types them, and no font shows them."""
MARKED = re.compile(f"{OPEN}[^{CLOSE}]*{CLOSE}?")
MARK = re.compile(f"[{OPEN}{CLOSE}]")
BLANK = "\u00a4"


def marked(text: str, names: Iterable[str]) -> str:
    """The text with marks around these names, where they are not quoted; the longest first."""
    text = unmarked(text)
    ordered = sorted({name for name in names if name}, key=len, reverse=True)
    if not ordered:
        return text
    quoted = [match.span() for match in QUOTED.finditer(text)]
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered))})(?:['\u2019]s|['\u2019](?=\s))?(?!\w)"

    def mark(match: re.Match[str]) -> str:
        is_quoted = any(start < match.end() and match.start() < end for start, end in quoted)
        return match[0] if is_quoted else f"{OPEN}{match[0]}{CLOSE}"

    return re.sub(pattern, mark, text, flags=re.IGNORECASE)


def unmarked(text: str) -> str:
    return MARK.sub("", text)


def blanked(text: str) -> str:
    """The text of the same length without what is marked."""
    return MARKED.sub(lambda match: BLANK * len(match[0]), text)
