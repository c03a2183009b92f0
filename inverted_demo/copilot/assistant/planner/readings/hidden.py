"""What a server hides decides nothing: no yes, no “there is none” and no list where only that would tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.degrees import COMPARED, LEAST, MOST, superlative
from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import SUPERLATIVES, wordset
from assistant.planner.offer.hiding import Hiding
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.lexical import lexical
from assistant.planner.wishes.wording import HIDDEN, joined, spoken

NAMED = 0.8
DECIDING = (
    COMPARED | MOST | LEAST | {*SUPERLATIVES} | wordset("total average sum mean half sort sorted order ordered rank")
)
VERDICTS = ("Yes: ", "No: ", "Yes. ", "No. ", "Yes:\n\n", "No:\n\n")


def honest(clause: Clause, reply: Reply, hiding: Hiding) -> Reply:
    """The answer to a question, or that it has none because of what is hidden."""
    words = clause.words[clause.begin :]
    said = [word for word in words if word not in hiding.called or HIDDEN in reply.text]
    names = sorted(name for name in hiding.hidden if _is_named(name, said))
    is_decided = len(reply.things) > 1 and any(word in DECIDING or superlative(word) in DECIDING for word in words)
    if not names or not (is_decided or not reply.things):
        return _without_verdict(reply) if HIDDEN in reply.text else reply
    told = joined([f"“{spoken(name)}”" for name in names])
    text = f"I can't tell: the server hides {told} from me. Allow it there, and ask again."
    return replace(reply, text=text, holds=None)


def _without_verdict(reply: Reply) -> Reply:
    begin = next((one for one in VERDICTS if reply.text.startswith(one)), "")
    return replace(reply, text=reply.text.removeprefix(begin), holds=None if begin else reply.holds)


def _is_named(name: str, words: Sequence[str]) -> bool:
    parts = identifier_words(name)
    return bool(parts) and all(any(lexical(word, part) >= NAMED for word in words) for part in parts)
