"""How long a foreign pattern could take on a text: Python's own search has no limit."""

from __future__ import annotations

import re
from math import inf, prod

MAX_PATTERN = 500
MAX_COUNT = 1000
MAX_TRIES = 2_000_000
"""More are left to the server: these take some 50 ms, and some times that in a page."""

REPEAT = r"(?:[*+?]|\{\d*,?\d*\})"
ONE_REPEAT = re.compile(rf"({REPEAT})[?+]?")
ATOM = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
COUNTED_ATOM = re.compile(r"(?<=[^()|])\{\d{1,2}\}")
OPENING = re.compile(r"\(\?(?:P<\w+>|<?[=!]|[:>])")
INNERMOST = re.compile(rf"\(([^()]*)\)((?:{REPEAT}[?+]?)?)")
NO_LOOP = ("", "?", "??", "?+")
INNER_OR = "\0"


def tries(pattern: str, length: int) -> float:
    """At most so many on a text of that length; infinite for choices that are repeated, and what is hard to tell."""
    bare = OPENING.sub("(", COUNTED_ATOM.sub("", ATOM.sub("x", pattern)))
    if len(pattern) > MAX_PATTERN or "(?" in bare:
        return inf
    ways = 1
    while group := INNERMOST.search(bare):
        body, repeat = group.groups()
        if repeat not in NO_LOOP and ("|" in body or INNER_OR in body or ONE_REPEAT.search(body)):
            return inf
        ways *= 1 + body.count("|")
        bare = f"{bare[: group.start()]}{body.replace('|', INNER_OR)}x{repeat}{bare[group.end() :]}"
    starts = 1 if bare.startswith("^") and "|" not in bare else length + 1
    return starts * ways * (1 + bare.count("|")) * prod(_ways(one, length) for one in ONE_REPEAT.findall(bare))


def _ways(repeat: str, length: int) -> float:
    """In how many ways it can end."""
    if repeat == "?":
        return 2
    low, comma, high = repeat.strip("{}").partition(",")
    if repeat in "*+" or not (high or low):
        return length + 1
    if int(low or 0) > MAX_COUNT:
        return inf
    return 1 + (min(int(high), length) if high else length if comma else int(low))
