"""Orders that say what becomes of a thing: `the barn gets put on hold`, `B-7 can be marked as paid`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from assistant.planner.english.stems import identifier_words
from assistant.planner.english.thesaurus import related
from assistant.planner.english.vocabulary import ARTICLES, NEGATIONS, PERSONAL, WH, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import spot

BECOMING = (
    ("gets",), ("get",), ("is", "to", "be"), ("are", "to", "be"), ("can", "be"), ("can", "now", "be"), ("may", "be"),
    ("should", "be"), ("should", "now", "be"), ("must", "be"), ("needs", "to", "be"), ("need", "to", "be"),
    ("has", "to", "be"), ("have", "to", "be"), ("ought", "to", "be"), ("shall", "be"),
)  # fmt: skip
GOING = (
    ("goes",), ("can", "go"), ("may", "go"), ("should", "go"), ("must", "go"), ("is", "to", "go"), ("has", "to", "go"),
    ("needs", "to", "go"), ("can", "now", "go"),
)  # fmt: skip
LONGEST_FIRST = sorted([*BECOMING, *GOING], key=len, reverse=True)
RECEIVING = (("gets",), ("get",), ("should", "get"), ("needs",), ("is", "to", "get"))
TOWARDS = wordset("on to into onto in at off under as")
BACK = wordset("back straight now right")
UNITS = wordset("min mins minute minutes hour hours hr hrs h day days week weeks")
DEFINITE = wordset("the this that these those it they our my his her their whatever whichever whoever")
OFTEN = wordset(
    "every each usually always often normally sometimes daily weekly monthly if when whenever unless once until till "
    "because since by"
)
REPORTED = wordset(
    "said says say told tells think thinks thought want wants wanted asks asked whether who why how what"
)
LONGEST = 9
LIKE = 0.55


def passive(
    found: Sequence[Token], begin: int, catalog: Catalog, verb_of: Callable[[Token], Token | None]
) -> tuple[Token, ...] | None:
    """The words with the verb first: `put the barn on hold`; `verb_of` tells the verb of what is `put`."""
    rest = found[begin:]
    words = [token.word for token in rest]
    for at in range(1, min(len(rest) - 1, LONGEST)):
        said = next((one for one in LONGEST_FIRST if tuple(words[at : at + len(one)]) == one), None)
        if said is None or rest[at].is_quoted:
            continue
        behind = at + len(said)
        if not _is_thing(rest[:at]) or OFTEN & {*words[behind:]} or NEGATIONS & {*words[at:]} or behind >= len(rest):
            return None
        if said in BECOMING and (verb := verb_of(rest[behind])) is not None:
            return _turned(found, begin, verb, rest[:at], rest[behind + 1 :])
        if said in RECEIVING and (given := _amount(rest[behind:], catalog)):
            verb, size = given
            stop, link = behind + size, _as(rest[at], "for")
            return (*found[:begin], _as(rest[at], verb), *rest[behind:stop], link, *rest[:at], *rest[stop:])
        if said in GOING and _leads(rest[behind:], catalog):
            return _turned(found, begin, _as(rest[at], "put"), rest[:at], rest[behind:])
    return None


def _turned(
    found: Sequence[Token], begin: int, verb: Token, thing: Sequence[Token], rest: Sequence[Token]
) -> tuple[Token, ...]:
    first = replace(verb, start=thing[0].start, end=thing[0].start, is_noun=False)
    return (*found[:begin], first, *thing, *rest)


def _as(token: Token, word: str) -> Token:
    return replace(token, text=word, word=word, stem=word)


def _is_thing(subject: Sequence[Token]) -> bool:
    """`the order that is late`, `lorry L-2`; and no person who speaks, nor what somebody says."""
    words = {token.word for token in subject}
    first = subject[0]
    is_told = first.word in DEFINITE or any(one.is_known or one.is_id or one.is_number for one in subject)
    is_relative = first.word in DEFINITE
    asked = (WH - {"that", "which"}) - DEFINITE if is_relative else WH - DEFINITE
    return is_told and not words & (PERSONAL | REPORTED | OFTEN | asked)


def _amount(rest: Sequence[Token], catalog: Catalog) -> tuple[str, int] | None:
    """`45 minutes of maintenance`: the verb of the tool that is for it, and how many words say that."""
    if not (rest[0].is_number or rest[0].word in ARTICLES | {"another", "half"}):
        return None
    for size, token in enumerate(rest[:LONGEST], 1):
        deed = next((one for one in catalog.acts if token.word in one.name_words[1:]), None)
        if deed is not None and any(one.word in UNITS for one in rest[1:4]):
            return deed.name_words[0], size
    return None


def _leads(rest: Sequence[Token], catalog: Catalog) -> bool:
    """`back to planned`, `on ice`: into what something can be put."""
    behind = [token for token in rest[:5] if token.word not in BACK]
    params = [param for deed in catalog.acts for param in deed.params if param.choices]
    is_led = bool(behind) and behind[0].word in TOWARDS
    if any(one.choice is not None and one.start <= 2 * is_led for one in spot(behind, params)):
        return True  # `on hold` may be one word
    if not is_led:
        return False
    said = " ".join(token.word for token in behind[:2])
    names = (" ".join(identifier_words(choice)) for param in params for choice in param.choices)
    return any(related(said, name) >= LIKE for name in names)
