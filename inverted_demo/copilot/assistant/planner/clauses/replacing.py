"""A name in the place of what stands for one, or a pronoun in the place of what is known."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.marks import CLOSE, OPEN
from assistant.planner.english.words import tokens


def put(clause: Clause, start: int, end: int, name: str, owns: bool) -> Clause:
    """The clause with a name in the place of some of its tokens."""
    found = clause.tokens
    first, last = found[start].start, found[end - 1].end
    suffix = "'s" if owns else ""
    name = f"{OPEN}{name}{suffix}{CLOSE}"
    grown = len(name) - (last - first)
    inner = [
        replace(token, start=token.start + first, end=token.end + first, is_name=True, is_known=True, is_quoted=True)
        for token in tokens(name)
    ]
    rest = [replace(token, start=token.start + grown, end=token.end + grown) for token in found[end:]]
    text = f"{clause.text[:first]}{name}{clause.text[last:]}"
    return replace(clause, text=text, tokens=(*found[:start], *inner, *rest))
