"""Which of several persons that a thing names a `who` asks for: who does it, or for whom it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.people import RECEIVING, asks_doer, is_agent, may_have
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source

COMING = wordset(
    "coming arriving visiting staying booked due expected arrived arrive arrives come comes seen here leaving left "
    "departing paid paying missed"
)
HAVING = (["has", "a"], ["has", "an"], ["has", "got"], ["have", "a"], ["got", "a"], ["got", "an"])
LACKING = wordset("missing without not no former previous outstanding")
STILL = wordset("owe owes still yet not no missing without outstanding lack lacks")


def whom(source: Source, found: Sequence[Token], known: Collection[str] = ()) -> Slot | None:
    """`Who is recruiting for it?`: the recruiter; `who is coming in for interviews?`: the candidates.

    Nobody asks for those who are named: in `known` are the fields of which it is said what they are.
    """
    slots = [slot for slot in source.fields if _names(slot, found)]
    slots = [slot for slot in slots if slot.name not in known] or slots
    return max(slots, key=lambda slot: _fit(slot, found), default=None)


def _names(slot: Slot, found: Sequence[Token]) -> bool:
    return may_have(slot, found) and slot.form in ("text", "list") and not slot.is_id


def _fit(slot: Slot, found: Sequence[Token]) -> float:
    words = [token.word for token in found]
    last = slot.all_words[-1:]
    fit = 0.0
    if any(token.text.endswith("ing") and stem(token.text.casefold()) in map(stem, last) for token in found):
        fit += 2
    if asks_doer(found) and is_agent(slot):
        fit += 1
    if _is_doing(words) and not RECEIVING & set(slot.all_words):
        fit += 0.5
    has_thing = any(words[at : at + 2] in HAVING for at in range(len(words)))
    if (has_thing or COMING & set(words)) and RECEIVING & set(slot.all_words):
        fit += 1
    if LACKING & set(slot.all_words):
        fit += 2 if STILL & set(words) else -1
    return fit


def _is_doing(words: Sequence[str]) -> bool:
    """`Who is printing the menus?`: any verb, of who does something."""
    at = words.index("who") if "who" in words else len(words)
    verb = words[at + 2] if at + 2 < len(words) and words[at + 1] in ("is", "was") else ""
    return verb.endswith("ing") and verb not in COMING
