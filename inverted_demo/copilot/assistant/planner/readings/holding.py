"""`How many people does it hold?`, `what can it carry?`: the most that goes into a thing, or onto it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

HOLDING = wordset(
    "hold holds take takes fit fits seat seats sleep sleeps carry carries accommodate accommodates lift lifts bear"
)
ABLE = wordset("can could does do will would")
SOULS = wordset("people persons passengers guests adults kids children heads pax visitors")
ROOMS = (
    wordset("passengers seats sleeps berths persons people guests beds pax occupancy"),
    wordset("capacity max maximum limit places holds"),
)
LOADS = (wordset("payload capacity load"), wordset("max maximum limit places holds"))
STRENGTH = 0.92


def holding_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    at = _place(phrase)
    if at is None:
        return
    for kind in kinds:
        if (field := _most(kind, phrase.has(*SOULS))) is not None:
            yield Atom(range(at, at + 1), "field", kind, STRENGTH, field)


def _place(phrase: Phrase) -> int | None:
    """Where the verb is: the last word of what asks how much."""
    words = phrase.words
    is_asked = phrase.has("how", "what") and bool(ABLE & set(words[phrase.begin : -1]))
    is_last = bool(words) and words[-1] in HOLDING and not phrase.tokens[-1].is_quoted
    is_time = phrase.has("long", "when", "time")
    return len(words) - 1 if is_asked and is_last and not is_time else None


def _most(kind: Kind, of_people: bool) -> Field | None:
    figures = [one for one in kind.told_fields if one.is_number]
    groups = ROOMS if of_people else LOADS
    return next((one for words in groups for one in figures if words & set(one.words)), None)
