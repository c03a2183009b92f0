"""Words that only say that the things on both sides of them have to do with each other: `who tends the beds`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.english.vocabulary import ARTICLES, NEGATIONS, wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.people import is_person
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.people import OWNERS
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.wants import Want

MAX_WORDS = 2
"""`looks after`, `takes charge of`."""
LACKING = NEGATIONS | wordset("lack lacks miss misses need needs want wants without except but and or than")
OURS = wordset("we you they people")
THAT = wordset("that which")


def relating(
    phrase: Phrase, want: Want, kind: Kind, chosen: Sequence[Atom], asked: Sequence[Field], left: Sequence[int]
) -> set[int]:
    """Those of the words left over that only say how one has to do with the other."""
    if not left or len(left) > MAX_WORDS or not all(_may_relate(phrase, at) for at in left):
        return set()
    covered = {at for one in chosen for at in one.span}
    if any(at in covered for at in range(left[0], left[-1] + 1)):
        return set()
    before, after = range(phrase.begin, left[0]), range(left[-1] + 1, len(phrase.tokens))
    is_named = any(one.span.start in after and _is_named(one) for one in chosen)
    if want.asker == "who":
        is_first = not covered & set(before) and not any(phrase.weights[at] for at in before)
        return set(left) if is_first and is_named and _is_only_person(kind, asked) else set()
    if want.shape == "truth":
        persons = [one for one in chosen if one.span.start in before and _is_person(one, kind)]
        return set(left) if persons and is_named and _is_only_person(kind, [persons[0].field]) else set()
    is_head = bool(want.head) and _is_called(kind, chosen, want.head) and want.head[-1] < left[0]
    is_head = is_head and not OURS & set(phrase.words[max(0, left[0] - 1) : left[0]])
    if is_head and is_named:
        return set(left)
    return set(left) if _is_done_with(phrase, kind, chosen, left[0]) and not covered & set(after) else set()


def _may_relate(phrase: Phrase, at: int) -> bool:
    token = phrase.tokens[at]
    if at and phrase.words[at - 1] in ARTICLES:
        return False
    is_value = token.is_name or token.is_known or token.is_id or token.is_number or token.is_quoted
    return not is_value and token.word not in LACKING


def _is_named(atom: Atom) -> bool:
    return atom.role == "these" and (atom.is_name or atom.side == "pointed" or bool(atom.field and atom.field.is_text))


def _is_person(atom: Atom, kind: Kind) -> bool:
    return atom.kind is kind and atom.role == "these" and atom.field is not None and is_person(atom.field.slot)


def _is_only_person(kind: Kind, asked: Sequence[Field | None]) -> bool:
    """Whether nobody else could be meant: not a customer, who has it done by somebody."""
    own = [one for one in kind.fields if is_person(one.slot) and not one.slot.is_id and not one.slot.choices]
    return len(own) == 1 and list(asked) == own and not OWNERS & set(own[0].words)


def _is_called(kind: Kind, chosen: Sequence[Atom], head: Collection[int]) -> bool:
    return any(one.role == "kind" and one.kind is kind and set(one.span) & set(head) for one in chosen)


def _is_done_with(phrase: Phrase, kind: Kind, chosen: Sequence[Atom], at: int) -> bool:
    """`the portraits that we hire out`: what is done with all of them."""
    nouns = {one.span.stop for one in chosen if one.role == "kind" and one.kind is kind}
    before = phrase.words[max(phrase.begin, at - 2) : at]
    is_ours = bool(before) and before[-1] in OURS
    start = at - len(before) if before[:1] and before[0] in THAT else at - 1
    return is_ours and start in nouns
