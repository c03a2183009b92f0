"""Verbs of two words with their object between them: `let it go`, `call the tour off`."""

from __future__ import annotations

import re

from assistant.planner.english.spans import QUOTED

OBJECT = r"(?P<what>it|that|this|them|these|those|(?:the|that|this) (?:\w+ )?\w+?)"
VERBS = {
    rf"\blet {OBJECT} go\b(?! (?:to|into|up|down|back))": "release",
    rf"\bcall {OBJECT} off\b": "cancel",
    rf"\bput {OBJECT} off\b": "postpone",
    rf"\b(?:hand|give) {OBJECT} back\b": "return",
    rf"\bset {OBJECT} free\b": "release",
}
OKAYED = re.compile(r"\b(?:ok(?:['\u2019]d|d|-ed|ed|['\u2019]ed))\b", re.IGNORECASE)
PATTERNS = [(re.compile(pattern, re.IGNORECASE), verb) for pattern, verb in VERBS.items()]


def with_whole_verbs(text: str) -> str:
    """With one word for them, before their object; what is quoted stays as it is."""
    if QUOTED.search(text):
        return text
    text = OKAYED.sub("okayed", text)
    for pattern, verb in PATTERNS:
        text = pattern.sub(rf"{verb} \g<what>", text)
    return text
