"""What was told one by one, answer after answer, and is then spoken of together: `the two`, `which of those`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.planner.clauses.pointing import PLACES
from assistant.planner.english.degrees import superlative
from assistant.planner.english.vocabulary import AUXILIARIES, NEWEST, OLDEST, PREPOSITIONS, SUPERLATIVES, wordset
from assistant.planner.english.words import Token
from assistant.planner.facts.things import Thing, folded
from assistant.planner.readings.people import is_persons

THOSE = wordset("those these them")
ENDS = wordset("former latter")
DOING = wordset("does do did will can")
"""With these, what a verb says stands behind its subject: `when does the biggest open?`"""
PAIR = 2


def held_together(asked: Sequence[Token], told: Sequence[Thing], things: Iterable[Thing]) -> list[Thing]:
    """`Which is heavier, Ada or Bea?`: the two, in the order of the question, where one of them was the answer."""
    found = [one for one in called_in(asked, things) if len(told) == 1 and one.kind is told[0].kind]
    return found if len(found) > 1 and told[0] in found else []


def called_in(asked: Sequence[Token], things: Iterable[Thing]) -> list[Thing]:
    """The things whose names or ids a question has, in its order."""
    words = folded(" ".join(token.text for token in asked))
    calls = {one: [folded(call) for call in (one.id, one.name) if call] for one in things} if words else {}
    places = {one: min((at for call in calls[one] if (at := _place(words, call)) >= 0), default=-1) for one in calls}
    return sorted((one for one, at in places.items() if at >= 0), key=lambda one: places[one])


def _place(words: Sequence[str], call: Sequence[str]) -> int:
    size = len(call)
    return next((at for at in range(len(words) - size + 1) if size and words[at : at + size] == call), -1)


def named_before(asked: Sequence[Token], things: Iterable[Thing]) -> list[Thing]:
    """`Who wrote The Sea Wall?` `… And when does it open?`: the thing that a question named, and no answer."""
    words = folded(" ".join(token.text for token in asked))
    ends: dict[Thing, int] = {}
    for thing in things:
        name = folded(thing.name or "")
        places = [at for at in range(len(words) - len(name) + 1) if name and words[at : at + len(name)] == name]
        if places and thing.parent is None and not is_persons(thing.kind):
            ends[thing] = places[-1] + len(name)
    return [thing for thing, end in ends.items() if end == max(ends.values())]


def of_several(found: Sequence[Token], at: int, together: Sequence[Thing], count: int | None) -> list[Thing]:
    """`the two`, `which of those`, of things that were told one after the other."""
    if count is not None:
        return list(together[-count:]) if len(together) >= count else []
    is_choice = found[at].word in THOSE and at > 0 and found[at - 1].word == "of"
    return list(together) if is_choice and len(together) > 1 else []


def picked(found: Sequence[Token], at: int, listed: Sequence[Thing]) -> list[Thing]:
    """`the latter`, `the first`: by its place among several, with no noun behind it."""
    word = found[at].word
    place = PLACES.get(word)
    is_bare = word in ENDS or _is_end(found, at + 1)
    if place is None or found[at - 1].word != "the" or not is_bare or not -len(listed) <= place < len(listed) > 1:
        return []
    return [listed[place]]


def numbered(found: Sequence[Token], at: int, listed: Sequence[Thing]) -> list[Thing]:
    """`number 2`, of those that were listed."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    is_bare = at == 0 or not found[at - 1].is_content  # and not `phone number 2`
    is_place = found[at].word in ("number", "no", "nr") and after.isdigit() and is_bare
    return [listed[int(after) - 1]] if is_place and 0 < int(after) <= len(listed) > 1 else []


def other_of_two(found: Sequence[Token], at: int, told: Sequence[Thing], listed: Sequence[Thing]) -> list[Thing]:
    """`the other one`: of two that were told, the one that the last answer was not about."""
    rest = [one for one in listed if one not in told]
    return rest if is_other(found, at) and len(listed) == len(rest) + 1 == PAIR else []


def is_other(found: Sequence[Token], at: int) -> bool:
    after = found[at + 1].word if at + 1 < len(found) else ""
    return (
        found[at].word == "other" and at > 0 and found[at - 1].word == "the" and (after in ("one", "ones") or not after)
    )


def is_bare_extreme(found: Sequence[Token], at: int) -> bool:
    """`the biggest`, `the later`: of those talked about, where no noun says of which else."""
    word = superlative(found[at + 1].word) if found[at].word == "the" and at + 1 < len(found) else ""
    is_one = word in SUPERLATIVES or word in (NEWEST | OLDEST) - set(PLACES)
    is_verb_last = at + 3 == len(found) and any(token.word in DOING for token in found[:at])
    return is_one and (is_verb_last or _is_end(found, at + 2))


def _is_end(found: Sequence[Token], at: int) -> bool:
    after = found[at].word if at < len(found) else ""
    return not after or after in AUXILIARIES or (after in PREPOSITIONS and after not in ("of", "to", "in"))
