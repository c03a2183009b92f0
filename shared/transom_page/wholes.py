"""What in a text must not break over two lines, although it may break by the browser's rules: ids, dates, amounts."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_CHARS = 24
"""What is longer may break: it could be wider than where it stands."""

WHOLE = re.compile(r"(?<![\w-])(?:[€$£¥]\s?\d[\d.,]*|(?=[\w-]*\d)\w+(?:-\w+)+)(?![\w-])")


def in_wholes(text: str) -> Iterator[tuple[str, bool]]:
    """The text in parts, and whether each must stay whole."""
    end = 0
    for found in WHOLE.finditer(text):
        if len(found[0]) <= MOST_CHARS:
            yield text[end : found.start()], False
            yield found[0], True
            end = found.end()
    yield text[end:], False
