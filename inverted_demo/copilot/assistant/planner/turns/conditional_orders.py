"""Whether the condition of an order is so: `if it is vacant, …`."""

from __future__ import annotations

import re

from assistant.planner.clauses.clauses import clauses
from assistant.planner.offer.desk import Desk, Stuck
from assistant.planner.offer.reply import Reply
from assistant.planner.reading.reading import read
from assistant.planner.selecting.focus import Focus

PRONOUN = re.compile(r"\b(?:it|that|this|they|he|she)\b", re.IGNORECASE)
IS_SO = re.compile(r"^(?P<subject>.+?)\s+(?P<verb>is|are|has|have|was|were)\b(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)


async def holds(desk: Desk, condition: str, focus: Focus, subject: str) -> Reply:
    """Whether the condition of an order is so for the thing that is ordered about."""
    told = PRONOUN.sub(subject, condition, count=1)
    said = IS_SO.match(told)
    question = f"{said['verb']} {said['subject']}{said['rest']}?" if said else told
    [asked, *_] = clauses(question, desk.catalog)
    reply = await read(desk, asked, focus)
    if reply.holds is None:
        raise Stuck(f"I can't tell whether {condition}, so I have changed nothing.")
    return reply
