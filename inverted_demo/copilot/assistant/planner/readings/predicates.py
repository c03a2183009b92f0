"""What atoms say of some things: that they are so, the most of something, or named, or that they name others."""

from __future__ import annotations

from assistant.planner.facts.things import Kind
from assistant.planner.readings.evidence import Atom

NAME = 0.8
ADJECTIVE = 0.85
STATE = 0.75
CHOICE = frozenset({"", "state", "no", "time", "figure"})


def is_of(atom: Atom, kind: Kind) -> bool:
    is_told = is_most(atom) or (atom.role == "these" and atom.side in CHOICE and atom.strength >= ADJECTIVE)
    return atom.kind is kind and is_told and not atom.is_name


def is_state_of(atom: Atom, kind: Kind) -> bool:
    """`the unpaid invoice`: before the noun a state may be said in other words than its own."""
    is_state = atom.field is not None and bool(atom.field.slot.choices) and atom.side in CHOICE
    return atom.role == "these" and atom.kind is kind and is_state and atom.strength >= STATE


def stands_in_text(atom: Atom, at: int) -> bool:
    is_text = atom.field is not None and atom.field.is_text and not atom.field.slot.choices
    return atom.role == "these" and atom.span.start == at and is_text and not atom.side


def is_named(atom: Atom) -> bool:
    return atom.role == "these" and atom.is_name and atom.strength >= NAME and atom.side != "nested"


def is_most(atom: Atom) -> bool:
    """A superlative, also of how many of others there are."""
    is_counted = atom.role == "these" and atom.field is None and not atom.is_name and atom.side in ("", "no")
    return atom.role == "extreme" or is_counted


def calls(atom: Atom, extreme: Atom) -> bool:
    """Whether it is the name of that by which something is the first, beside that."""
    is_beside = atom.span.start == extreme.span.stop or atom.span.stop == extreme.span.start
    return atom.role == "field" and atom.field is extreme.field and is_beside


def names_others(atom: Atom) -> bool:
    """Whether it is a field in which something else may stand: neither a figure nor a day, a text or a choice."""
    field = atom.field if atom.role == "field" else None
    return field is not None and field.is_text and not (field.is_prose or field.slot.choices)
