"""What people say of the answer's form: `Give me a briefing. … Use short lists, name ids.` It asks for no thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

FRAME = re.compile(
    r"^(?:(?:please|just) )*(?:give me|give us|show me|i need|i want|i would like|i'd like)"
    r" (?:a|an|the|my|our)(?: (?:short|quick|brief|little|daily|morning|usual))*"
    r" (?:briefing|summary|overview|digest|rundown|round-?up)"
    r"(?: (?:for|of|on|to start) (?:the (?:start|beginning) of )?(?:my|our|the) (?:day|morning|week|shift))?"
    r"(?: please)?[.!:]*$",
    re.IGNORECASE,
)
STYLES = (
    r"use (?:only )?(?:short |simple |plain )*(?:lists?|bullets?|bullet points|sentences|words|paragraphs)",
    r"(?:name|give|mention|include|show|add|use) (?:the |their |all )*(?:ids|identifiers)",
    r"keep (?:it|this|the answer|your answer) (?:short|brief|simple|concise)",
    r"be (?:brief|concise|short)|(?:answer|reply) (?:briefly|in short|in a few words|in one sentence)",
)
STYLE = re.compile(rf"^(?:(?:please|and|but) )*(?:{'|'.join(STYLES)})(?: please)?$", re.IGNORECASE)
PARTS = re.compile(r",\s*(?:and\s+)?|\s+and\s+")


def without_form(sentences: Sequence[str]) -> list[str]:
    """The sentences, and of each what is not only of the answer's form; all of them, where nothing else is said."""
    found = [_rest(one) for one in sentences if not FRAME.match(one.strip())]
    return [one for one in found if one] or list(sentences)


def _rest(sentence: str) -> str:
    parts = PARTS.split(sentence.strip())
    bare = [part.strip(" .!") for part in parts]
    count = next((at for at, part in enumerate(bare) if not STYLE.match(part)), len(parts))
    return sentence if not count else ", ".join(parts[count:])
