"""Which fields words ask for that are no names of them: `what did she think of it` asks for a comment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import PLACE_WORDS, wordset
from assistant.planner.offer.schemas import Slot

HINTS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        wordset("think thinks thought reckon reckons opinion impression view feedback"),
        wordset("comment comments feedback opinion review verdict remark remarks assessment recommendation"),
    ),
    (
        wordset("say says said write wrote written"),
        wordset("comment comments feedback opinion review verdict remark remarks note notes text message body"),
    ),
    (
        wordset("know aware careful watch remember mind special"),
        wordset("note notes remark remarks allergies allergy preferences warnings warning comments alert alerts"),
    ),
    (wordset("why"), wordset("reason cause note notes")),
    (wordset("pay pays earn earns salary paid wage"), wordset("salary wage wages pay rate fee")),
    (wordset("cost costs price charge charges"), wordset("price cost fee rate charge")),
    (
        wordset("complain complains complained report reported wrong"),
        wordset("complaint problem issue symptom symptoms fault"),
    ),
    (
        wordset("ask asks asked asking request requested want wants wanted wish"),
        wordset("requests request wishes wish"),
    ),
    (wordset("where"), PLACE_WORDS | wordset("bin drawer cabinet locker box berth slot hall country")),
    (wordset("last"), frozenset({"last"})),
    (wordset("next"), frozenset({"next"})),
)
"""Words of questions, with words in the names of fields that answer them."""
STRENGTH = 0.6
PRICED = wordset("price cost fee rate charge")
KEPT = wordset("stock hand quantity available left units amount balance free")
THERE = wordset("there left have got remain remains remaining")
BESIDES = wordset("missing by at on from until count number date")
"""In names of fields that are about what is called so, and not that itself."""


def hinted(clause: Clause, slots: Sequence[Slot]) -> Iterable[tuple[int, str, float]]:
    """The fields that words of a question ask for, with the words."""
    for at, token in enumerate(clause.tokens):
        if at < clause.begin or token.is_quoted:
            continue
        for words, fields in HINTS:
            if token.word in words:
                yield from _of(slots, fields, at)
        if token.word in ("much", "many") and at and clause.words[at - 1] == "how":
            is_kept = bool(THERE & set(clause.words[at:]))
            if is_kept or token.word == "much":
                yield from _of(slots, KEPT if is_kept else PRICED, at)


def _of(slots: Sequence[Slot], fields: frozenset[str], at: int) -> Iterable[tuple[int, str, float]]:
    for slot in slots:
        words = identifier_words(slot.name)
        if fields & set(words) and not (BESIDES & set(words) and fields & set(words[:1])):
            yield at, slot.name, STRENGTH
