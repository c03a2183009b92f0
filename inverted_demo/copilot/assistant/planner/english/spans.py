"""What stands within quotation marks."""

from __future__ import annotations

import re

from assistant.planner.english.vocabulary import STOPWORDS

QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`|(?<!\w)\'([^\']+)\'(?!\w)')


def quotes(text: str) -> list[str]:
    """What is within quotation marks, without them."""
    return [next(part for part in match.groups() if part) for match in QUOTED.finditer(text)]


def uncapitalized(text: str) -> str:
    """As it stands within a sentence, where it began one with a small word: `the older one`."""
    first = text.partition(" ")[0]
    return text[:1].lower() + text[1:] if first.casefold() in STOPWORDS and first != "I" else text
