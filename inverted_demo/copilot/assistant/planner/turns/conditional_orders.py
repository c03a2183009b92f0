"""Whether the condition of an order is so: `if it is vacant, …`."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.planner.clauses.clauses import clauses
from assistant.planner.offer.desk import Desk, Stuck
from assistant.planner.offer.reply import Reply
from assistant.planner.orders.conditional import UNLESS
from assistant.planner.reading.reading import read
from assistant.planner.readings.grasping import Grasp
from assistant.planner.selecting.focus import Focus

PRONOUN = re.compile(r"\b(?:it|that|this|they|he|she)\b", re.IGNORECASE)
IS_SO = re.compile(r"^(?P<subject>.+?)\s+(?P<verb>is|are|has|have|was|were)\b(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)


async def holds(desk: Desk, condition: str, focus: Focus, subject: str) -> Reply:
    """Whether the condition of an order is so for the thing that is ordered about."""
    wanted, condition = not condition.startswith(UNLESS), condition.removeprefix(UNLESS)
    told = PRONOUN.sub(subject, condition, count=1)
    said = IS_SO.match(told)
    question = f"{said['verb']} {said['subject']}{said['rest']}?" if said else told
    [asked, *_] = clauses(question, desk.catalog)
    grasp = Grasp(desk, asked, focus)
    await grasp.read()
    reply = await grasp.answer()
    if reply is None or reply.holds is None:
        reply = await read(desk, asked, focus)
    if reply.holds is None:
        raise Stuck(f"I can't tell whether {condition}, so I have changed nothing.")
    return replace(reply, holds=reply.holds is wanted)
