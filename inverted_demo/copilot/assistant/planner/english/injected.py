"""Markup that speaks to a machine, in what a person has pasted: `[SYSTEM: …]`. It is nobody's order, and no detail."""

from __future__ import annotations

import re

VOICE = r"(?:system|assistant|admin(?:istrator)?|developer|copilot|ai|instructions?|prompt|override)"
KIND = r"(?:message|note|prompt|instructions?|override)"
MARKUP = re.compile(
    rf"<(?P<tag>{VOICE})\b[^<>]*>.*?(?:</(?P=tag)\s*>|$)"
    rf"|[\[{{<(][\[{{<(|#\s]*(?:note to (?:the )?)?{VOICE}(?: {KIND})?\s*(?::|\||-\s|\]|\}}|>)[^\])}}>]*[\])}}>]*",
    re.IGNORECASE | re.DOTALL,
)
SHOUTED = re.compile(
    r"(?:^|(?<=[.!?;:]\s)|(?<=\n))(?:SYSTEM|ASSISTANT|ADMIN|OVERRIDE)(?: (?:MESSAGE|NOTE|PROMPT))?:[^.!?\n]*[.!?]?"
)


def without_markup(text: str) -> str:
    """The text without what is addressed to a machine; as it is where there is nothing like that."""
    left = SHOUTED.sub(" ", MARKUP.sub(" ", text))
    return text if left == text else re.sub(r"[ \t]{2,}", " ", left).strip()
