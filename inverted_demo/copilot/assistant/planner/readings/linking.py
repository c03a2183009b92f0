"""Verbs that only say that two things have to do with each other: `run on gas`, `which town does she live in`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.english.vocabulary import PREPOSITIONS, wordset
from assistant.planner.offer.people import HOLDING, RUNNING
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import OWNED, Phrase
from assistant.planner.readings.wants import Want

LINKING = wordset(
    "assigned allocated attached tied linked related connected dedicated appointed entrusted responsible accountable "
    "involved allotted pertaining"
)
"""`assigned to Ada`: that she has to do with it."""
BETWEEN = wordset("run runs running have has had got take takes taken keep keeps kept belong belongs give gave do done")
"""Verbs that stand between a thing and what it has."""
REACHING = wordset("hit hits reach reaches meet meets cross crosses")
"""`the next to hit its deadline`"""
SPANS = wordset("years months weeks days hours minutes")
"""`years of experience`: of what so many are."""
ENDING = wordset("in on at for from with under")
RELATING = wordset(
    "serve visit cover run use attend handle keep hold carry take teach play join lead manage do get contain include "
    "belong involve concern"
)
DOING = wordset("does do did")


def leads_on(phrase: Phrase, at: int, covered: Collection[int]) -> bool:
    """Whether a verb says nothing but for what follows it: `run on gas`, `belong to Ada`, `assigned to Ada`."""
    if phrase.weights[at] <= 0:
        return False
    if phrase.words[at] in REACHING and at + 2 in covered and phrase.words[at + 1] in OWNED:
        return True
    if phrase.words[at - 1] == "of" and at - 2 in covered and phrase.words[at - 2] in SPANS:
        return True
    is_link = phrase.weights[at] < 1 or phrase.words[at] in LINKING
    is_led = is_link and bool(PREPOSITIONS & set(phrase.words[at + 1 : at + 2]))
    return (is_led and bool({at + 2, at + 3} & set(covered))) or _is_of_head(phrase, at, covered)


def links(phrase: Phrase, want: Want, at: int, chosen: Sequence[Atom]) -> bool:
    """`which team runs the pump?`, `how much wind can it take?`: that one has to do with the other, and no more."""
    is_named = any(one.role == "these" and one.is_name for one in chosen)
    is_said = any(one.role in ("kind", "field", "extreme") for one in chosen)
    return phrase.words[at] in BETWEEN and want.shape != "truth" and is_named and is_said


def _is_of_head(phrase: Phrase, at: int, covered: Collection[int]) -> bool:
    """`which town does Ada live in`, `which stops does the van serve`: the town that she has to do with."""
    words, behind = phrase.words[phrase.begin :], phrase.words[at + 1 :]
    is_last = set(behind) <= ENDING and not phrase.tokens[at].is_name and bool(behind or phrase.words[at] in RELATING)
    is_asked = words[0] in ("which", "what") and bool(DOING & set(words[2:3]))
    if is_last and is_asked and phrase.begin + 1 in covered:
        return True
    return not behind and phrase.has(*DOING) and at - 1 in covered and phrase.words[at] in RUNNING | HOLDING
