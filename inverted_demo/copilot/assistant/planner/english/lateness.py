"""What should have been done, and what is to come back: asked for as what is overdue, and when it is due."""

from __future__ import annotations

import re

from assistant.planner.english.spans import QUOTED

DOING = r"(?: \w+(?:ed|en|one|ack|aid|ent|ade))?"
NOT_SO = (
    r",? (?:but|and|yet) (?:(?:it|they|he|she) )?(?:is|are|was|were|has|have|had)(?:n't|nt| not)"
    r"(?: been)?(?: here)?(?: yet)?"
)
SHOULD = re.compile(
    rf"\bsho(?:u?dl|(?:ul?|lu|uld)?d)(?: already)?(?: have been| be|(?: have|'?ve| of)(?: already)?(?: been)?)"
    rf"(?:(?P<here> (?:here|in|arrived|come(?: in)?|got here|with us))|{DOING})"
    rf"(?: (?:by now|already|long ago)(?:{NOT_SO})?|{NOT_SO})(?=\W|$)",
    re.IGNORECASE,
)
OUGHT = re.compile(
    r"\bsho(?:u?dl|(?:ul?|lu|uld)?d)(?:'?ve| have| of)?\b(?P<what>[^?.!,;]{1,60}?) by now"
    rf"(?:{NOT_SO})?(?=\W|$)",
    re.IGNORECASE,
)
"""`what should the workroom have finished mending by now but hasn't`: whoever has not done it, it is overdue."""
ACTING = re.compile(r"\b(?!nothing|anything|something|everything)\w{3,}ing\b", re.IGNORECASE)
GET_BACK = re.compile(
    r"\bwhen (?:do|will|can|are|should) (?:we|i|they|you)(?: going to)? (?:get|have) "
    r"(?P<what>it|them|that|this|(?:the|my|our|that|this) [\w' \u2019]+?) back\b",
    re.IGNORECASE,
)
SUPPOSED = re.compile(
    r"\b(?P<be>is|are|was|were) (?:supposed|meant) to (?:be|have been) (?:ready|done|finished|completed?)\b",
    re.IGNORECASE,
)
"""`what was supposed to be ready in May`: what was due then, and is it or not."""
OR_NOT = re.compile(r",\s*(?:whether )?\w+ or not\s*(?=[?.!]|$)", re.IGNORECASE)
UP = re.compile(
    r"\bwhen(?:'s|s| is| are) (?P<what>(?:the|her|his|their|its|our|my|[^\W\d_]+'s|[\w ]+'s)\b[^,?!.]*?)"
    r" up(?=\s*(?:$|[?.!]|and\b))",
    re.IGNORECASE,
)
"""`when's her lease up`: when it ends."""


def _overdue(said: re.Match[str]) -> str:
    return "are overdue to arrive" if said["here"] else "are overdue"


def _behindhand(said: re.Match[str]) -> str:
    doing = ACTING.search(said["what"])
    return f"{doing[0]} are overdue" if doing else "are overdue"


def with_due(text: str) -> str:
    """`Which should have been sent by now, but weren't?`: which are overdue; what is quoted stays as it is."""
    if QUOTED.search(text):
        return text
    text = OR_NOT.sub("", SUPPOSED.sub(r"\g<be> due", text))
    text = UP.sub(lambda match: f"when does {match['what']} end", text)
    text = OUGHT.sub(_behindhand, SHOULD.sub(_overdue, text))
    return GET_BACK.sub(lambda match: f"when is {match['what']} due back", text)
