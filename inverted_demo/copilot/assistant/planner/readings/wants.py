"""What kind of answer a question wants: things, a number of them, fields of theirs, or a yes or no."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from assistant.planner.english.vocabulary import AUXILIARIES, PERSONAL, PREPOSITIONS, PRONOUNS, wordset
from assistant.planner.readings.phrase import SAYING, Phrase

Shape = Literal["things", "count", "truth", "sum"]
Asker = Literal["", "who", "when", "where", "amount", "much", "long", "why", "age", "said"]

TRUTH = wordset("is are was were does do did has have had can could will would am any anyone anybody")
BEING = wordset("is are was were")
LONG = wordset("long far old big tall heavy late full hot cold fast high deep wide often soon")
UNTIL = wordset("until till til by")
EVERY = wordset("all every each everything everyone everybody")
PAYING = wordset("pay pays cost costs charge charges owe owes earn earns")
"""`what do they pay a month?`: how much."""
PARTS = wordset("bits bit pieces piece items item types type kinds kind sorts sort")
"""`bits of kit`: what follows is asked for."""
TIMES = ("time", "day", "date", "week", "month", "year")
PEOPLE = wordset("people persons folk folks")
OURS = wordset("of our the these those more other")
THOSE = wordset("them those these both two three ones")
ALL_WHO = PEOPLE | {"everyone", "everybody", "those", "all", "anyone", "person"}
SOMEBODY = ("who", "whose", "whom", "anyone", "anybody", "someone", "somebody", "everyone", "everybody")
NOTED = wordset("written noted said recorded mentioned")
REMARKING = SAYING | wordset("comment commented remark remarked reply replied")
KNOWING = wordset("know aware")
ANYTHING = wordset("anything something")
SURE_OF = wordset("you")
EXISTING = wordset("there any anything anyone anybody someone somebody something mention mentions mentioned")
HEADLESS = wordset("who whos whom whoever whose when where why how")


@dataclass(frozen=True)
class Want:
    """What the opening words ask for."""

    shape: Shape
    asker: Asker = ""
    head: range = range(0)
    """The words behind `which`, `what`, `how many`: what is asked for is called so."""
    ends: bool = False
    """`until when`, `how late`: when it ends."""
    is_of_all: bool = False
    """Whether it is so of all of them."""
    of_person: bool = False
    """Whether it is somebody that is asked for."""
    is_there: bool = False
    """Whether it is asked if there is such a thing at all."""
    is_of_deed: bool = False
    """`did it happen?`: whether something has come about."""
    of_people: bool = False
    """`how many people`: they are counted, or what counts them."""


def want_of(phrase: Phrase) -> Want:
    return replace(
        _want_of(phrase),
        of_person=phrase.has(*SOMEBODY),
        is_there=phrase.has(*EXISTING),
        is_of_deed=_is_of_deed(phrase),
    )


def _is_of_deed(phrase: Phrase) -> bool:
    """`did it happen?`, `has she been?`, and not `has she a dog?`, `do you have one?`."""
    words = phrase.words[phrase.begin :]
    is_asked = words[:1] in (["did"], ["does"]) or words[-1:] in (["happen"], ["happened"], ["occurred"])
    return is_asked and not {"have", "got", "own", "exist"} & set(words)


def _want_of(phrase: Phrase) -> Want:
    words = phrase.words
    at = _opening(phrase)
    word = words[at] if at < len(words) else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if word == "how" and after == "many" and PEOPLE & set(words[at + 2 : at + 5]) and not _is_noun(phrase, at + 2):
        return Want("count", "amount", of_people=True)
    if word == "how" and after in ("many", "much"):
        return Want(
            "count" if after == "many" else "things", "amount" if after == "many" else "much", _head(phrase, at + 2)
        )
    if word == "how" and after == "old":
        return Want("things", "age", range(at + 1, at + 2))
    if word == "how" and after == "late" and phrase.asks_until_when:
        return Want("things", "when", ends=True)
    if word == "how" and after in LONG:
        return Want("things", "long", range(at + 1, at + 2))
    if word in ("who", "whom", "whoever", "whose"):
        return Want("things", "who")
    if word == "when" and words[at - 1 : at] and words[at - 1] in UNTIL:
        return Want("things", "when", ends=True)
    if word == "when" and words[-1:] == ["back"]:
        return Want("things", "when", ends=True)
    if word == "when" or (word in ("what", "which") and after in TIMES) or (word == "until" and after == "when"):
        return Want("things", "when")
    if word == "where":
        return Want("things", "where")
    if word == "why":
        return Want("things", "why")
    if _is_said(phrase, at):
        return Want("things", "said")
    if word == "what" and PAYING & set(words[at + 1 :]):
        return Want("things", "much")
    if word == "what" and after in {*BEING, "for"} and words[-1] == "for":
        return Want("things", "why")
    if word == "which" and PEOPLE & set(words[at + 1 : at + 4]) and not _is_noun(phrase, at + 1):
        return Want("things", "who")
    if word in ("which", "what"):
        return Want("things", "", _head(phrase, at + 1))
    if word in TRUTH and at == phrase.begin:
        return Want("truth", "", _any(phrase, at), is_of_all=bool(EVERY & set(words[at + 1 : at + 3])))
    return Want("things", "", _head(phrase, at))


def _is_noun(phrase: Phrase, at: int) -> bool:
    """Whether something else is counted: `how many tables for two people`."""
    return phrase.weights[at] > 0 or phrase.words[at] not in PEOPLE | OURS


def _is_said(phrase: Phrase, at: int) -> bool:
    """`what did Ada think of it`, `anything we should know about him`: the words that somebody wrote."""
    words = phrase.words[at:]
    is_what = words[:2] in (["what", "did"], ["what", "do"], ["what", "does"], ["what", "have"], ["what", "has"])
    is_open = bool(ANYTHING & set(words)) and not SURE_OF & set(words[1:])
    told = REMARKING if is_what else KNOWING | NOTED
    return (is_what or is_open) and any(word in told for word in words[1:])


def _any(phrase: Phrase, at: int) -> range:
    """`has it got any repairs?`: what is asked for."""
    places = [here for here in range(at, min(len(phrase.tokens), at + 4)) if phrase.words[here] == "any"]
    return _head(phrase, places[0] + 1) if places else range(0)


def _opening(phrase: Phrase) -> int:
    """Where the question word is: at its beginning, or behind what is said first."""
    asking = [at for at in range(phrase.begin, len(phrase.tokens)) if phrase.words[at] in ("which", "what", *HEADLESS)]
    if not asking:
        return phrase.begin
    first = asking[0]
    if phrase.words[first] == "whose" and first > phrase.begin and phrase.weights[first - 1] >= 1:
        return phrase.begin  # `boats whose price is …`
    if phrase.words[first] in ("who", "whom", "whose", "whoever", "that", "which") and first > phrase.begin + 1:
        if _is_set_apart(phrase, first):
            return first
        before = phrase.words[first - 1]
        if before in ALL_WHO and not any(phrase.weights[phrase.begin : first]):
            return first  # `name the people who …`
        if before not in ("and", "so", "um", "ok", "but", "please", "tell", "me", "know"):
            return phrase.begin
    return first


def _is_set_apart(phrase: Phrase, at: int) -> bool:
    """`on the late shift, which desk is …`: asked of it, and not `the desk which is …`."""
    is_parted = phrase.text[: phrase.tokens[at].start].rstrip().endswith((",", ":", "-", "\u2013"))
    is_placed = phrase.words[phrase.begin] in PREPOSITIONS
    is_choice = phrase.words[at] == "which" and phrase.words[at + 1 : at + 2] != [] and not _says_being(phrase, at + 1)
    return is_parted and (is_placed or is_choice)


def _says_being(phrase: Phrase, at: int) -> bool:
    return phrase.words[at] in AUXILIARIES | PRONOUNS | PERSONAL


def _head(phrase: Phrase, at: int) -> range:
    """The noun that follows, with the words before it: `which open repair requests are …`; `which of them …`."""
    if phrase.words[at : at + 1] == ["of"]:
        near = range(at + 1, min(len(phrase.tokens), at + 3))
        stands = next((here for here in near if phrase.words[here] in THOSE), None)
        if stands is not None:
            return range(stands, stands + 1)
    ones = next((here for here in range(at, min(len(phrase.tokens), at + 4)) if phrase.words[here] == "ones"), None)
    if ones is not None and not any(phrase.weights[at:ones]):
        return range(ones, ones + 1)
    while (
        at < min(len(phrase.tokens), phrase.begin + 4)
        and phrase.weights[at] == 0
        and not phrase.tokens[at].word.endswith("self")
    ):
        at += 1
    if phrase.words[at : at + 1] and phrase.words[at] in PARTS and phrase.words[at + 1 : at + 2] == ["of"]:
        return _head(phrase, at + 2) if at + 2 < len(phrase.tokens) else range(at, at + 1)
    start = at
    while at < len(phrase.tokens) and phrase.weights[at] > 0 and at < start + 4:
        at += 1
    return range(start, at)
