"""How much the words of an atom count for a kind of things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.planner.english.vocabulary import PREPOSITIONS, SEARCHING, wordset
from assistant.planner.facts.things import Kind
from assistant.planner.readings.distances import FAR, Distances
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.values import ADJECTIVE

LOOSE = frozenset({"first", "last", "next", "upcoming", "recent"})
RELATION = 0.9
NO_FIELD = 0.25
"""The same, for the name of a field of other things: it is asked of these."""
UNNAMED = 0.6
"""`over 30`, of a figure that nothing names: of whatever it is, it is one of theirs."""
OF_OWN = frozenset({"time", "state", "no"})
HARDLY = 0.05
"""What is said of whatever is meant, and speaks for nothing."""
EXACT = 0.97
ALIKE = 0.75
NAMED = 0.8
PLAIN_FIELDS = wordset("summary details overview information number plan situation moment matter work plate kind sort")
"""Words that say little, unless a field is called so."""
CLEAR = 0.9
HARDLY_SAID = 0.35
"""Below it a common word stands somewhere in a text, which says nothing unless that is asked for."""
FAINT = 0.4
"""So well a text of other things says a word at least, for that to mean them."""
CLEARLY = 0.7
WEAKLY = 0.5
"""How much less `the most` counts of a figure that nothing leads to."""
QUOTED = 0.5
"""How much less words in quotation marks count that are found in other things than those which are asked for."""
PREDICATE = 0.9
"""What a state counts at least that is said by a small word."""


def timed_words(target: Kind, atoms: Iterable[Atom]) -> dict[int, float]:
    """How well each word for a time or a state is said of these things themselves."""
    found: dict[int, float] = {}
    for one in atoms:
        is_own = one.kind is target and one.role == "these" and one.side in OF_OWN
        if is_own and (one.things or one.side == "no"):
            found |= {at: max(one.strength, found.get(at, 0.0)) for at in one.span}
    return found


def is_time_of_others(atom: Atom, target: Kind, timed: Mapping[int, float]) -> bool:
    """`projects due this month`, `that are not done`: of theirs, and not of what has to do with them."""
    if atom.side not in OF_OWN or atom.kind is target or atom.is_name:
        return False
    return max((timed.get(at, 0.0) for at in atom.span), default=0.0) >= atom.strength


def worth_of(atom: Atom, target: Kind, phrase: Phrase, distances: Distances) -> float:
    steps = distances.of(target, atom.kind)
    if steps is None or (steps and atom.side == "nested"):
        return 0.0
    if steps and all(phrase.tokens[at].is_quoted and not phrase.tokens[at].is_known for at in atom.span):
        return atom.utility(phrase.weights) * FAR[steps] * QUOTED
    if steps and atom.role == "these" and not atom.side and atom.strength < FAINT:
        return 0.0
    if steps and (atom.side == "count" or (atom.side == "figure" and atom.strength <= UNNAMED)):
        return 0.0
    if atom.side == "ongoing":
        return 0.0 if steps else HARDLY
    worth = atom.utility(phrase.weights) * FAR[steps]
    if atom.role == "these" and not atom.side and atom.strength < CLEAR and _is_light(phrase, atom):
        return 0.0
    if atom.role == "these" and not atom.side and atom.strength < HARDLY_SAID and not phrase.has(*SEARCHING):
        return 0.0
    if atom.role == "these" and atom.strength >= ADJECTIVE and _is_predicate(phrase, atom.span):
        worth = max(worth, PREDICATE * FAR[steps])
    if atom.side in ("pointed", "time", "state", "said") or atom.role == "extreme" or _is_so_then(phrase, atom):
        is_loose = phrase.words[atom.span.start] in LOOSE and len(atom.span) == 1
        least = (0.5 if is_loose else 0.9) * atom.strength * FAR[steps]
        least *= WEAKLY if atom.role == "extreme" and atom.strength < CLEARLY else 1.0
        worth = worth + least if _is_named_time(phrase, atom) else max(worth, least)
    if atom.role == "field" and not steps and atom.strength >= EXACT and len(atom.span) == 1:
        worth = max(worth, NAMED if phrase.words[atom.span.start] in PLAIN_FIELDS else 0.0)
    if atom.role == "field" and steps:
        return worth * (RELATION if atom.field is not None and distances.leads(atom.field, target) else NO_FIELD)
    return worth


def _is_named_time(phrase: Phrase, atom: Atom) -> bool:
    """`due this month`: the day is called by its name, and the time says as much again; so does that of `off today`."""
    timed = {at for times, _ in phrase.times for at in times}
    beside = [at for at in atom.span if at not in timed and phrase.weights[at] > 0]
    words = atom.field.words if atom.field is not None else ()
    least = {at: ALIKE if phrase.words[at] == "due" else EXACT for at in beside}  # `due in May`, of a deadline
    is_called = any(lexical(phrase.words[at], word) >= least[at] for at in beside for word in words)
    is_said = (atom.side == "time" and is_called) or _is_so_then(phrase, atom)
    return is_said and not any(phrase.weights[at] for at in atom.span if at in timed)


def _is_so_then(phrase: Phrase, atom: Atom) -> bool:
    """`off today`, `not working tomorrow`: how something is, and when."""
    timed = {at for times, _ in phrase.times for at in times}
    others = [at for at in atom.span if at not in timed and phrase.weights[at] > 0]
    return atom.side in ("state", "said", "no") and bool(others) and bool(timed & set(atom.span))


def _is_predicate(phrase: Phrase, span: range) -> bool:
    """`are available`, `is over`; but not `is over 30`."""
    is_end = span.stop >= len(phrase.tokens)
    return is_end or not any(phrase.words[at] in PREPOSITIONS for at in span)


def _is_light(phrase: Phrase, atom: Atom) -> bool:
    return all(phrase.weights[at] < 1 for at in atom.span if at < len(phrase.weights))
