"""Who is on duty: `who is in on Friday?`, `who is doing nights?`, of a roster of persons with their hours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import time

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.sources import Source
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.stretches import FIRSTS, LASTS

ROSTERS = frozenset(map(stem, ("roster", "rota", "duty", "shift", "shifts")))
AT_WORK = wordset("working works work duty")
OFF = wordset("off")
SHIFTS: dict[str, tuple[time, time]] = {
    "nights": (time(20), time(4)), "night": (time(20), time(4)), "earlies": (time(4), time(9, 30)),
    "early": (time(4), time(9, 30)), "mornings": (time(4), time(12)), "lates": (time(12), time(20)),
    "late": (time(12), time(20)), "afternoons": (time(12), time(17)), "evenings": (time(16), time(20)),
    "days": (time(4), time(20)),
}  # fmt: skip
"""Between which hours each begins."""
NOT_ALONE = wordset("night early late days")
"""They are shifts only before that word, or behind `on` and `doing`."""
DOING = wordset("doing does do on work works working")
SHIFT = wordset("shift shifts")
BEING = wordset("is are was were")
STRENGTH = 0.97


def is_roster(source: Source) -> bool:
    """Whether it tells who works on a day that it has to be told."""
    return any(one.is_moment for one in source.needs) and bool(ROSTERS & set(source.deed.prose))


def says_duty(phrase: Phrase) -> bool:
    return any(_said(phrase, at) for at in range(phrase.begin, len(phrase.tokens)))


def duty_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    for kind in kinds:
        hours = _hours(kind)
        if hours is None or not is_roster(kind.source):
            continue
        for at in range(phrase.begin, len(phrase.tokens)):
            if (told := _said(phrase, at)) is not None:
                span, shift = told
                things = frozenset(thing for thing in kind.things if _is_on(thing, hours, shift))
                no = phrase.negated(span.start)
                is_off = phrase.words[at] in OFF
                if is_off or no is not None:
                    things = frozenset(kind.things) - things
                span = span if no is None else range(no, span.stop)
                yield Atom(span, "these", kind, STRENGTH, hours, things, side="no" if no is not None else "state")


def _said(phrase: Phrase, at: int) -> tuple[range, tuple[time, time] | None] | None:
    word, before = phrase.words[at], phrase.words[at - 1] if at > phrase.begin else ""
    after = phrase.words[at + 1] if at + 1 < len(phrase.tokens) else ""
    is_bare = phrase.tokens[at].is_quoted
    if word in SHIFTS and not is_bare and (word not in NOT_ALONE or after in SHIFT or before in DOING):
        start = at - 1 if before in DOING else at
        return range(start, at + 2 if after in SHIFT else at + 1), SHIFTS[word]
    is_on = word == "on" and before in BEING and phrase.has("who") and not any(at + 1 in one for one, _ in phrase.times)
    if (word in AT_WORK or word in OFF or is_on) and not is_bare and after not in SHIFTS:
        return range(at - 1 if word == "duty" and before in ("on", "off") else at, at + 1), None
    return None


def _hours(kind: Kind) -> Field | None:
    """Where it is told from when on somebody works."""
    clocks = [one for one in kind.fields if one.is_clock]
    begins = [one for one in clocks if FIRSTS & set(one.words)]
    return begins[0] if begins and any(LASTS & set(one.words) for one in clocks) else None


def _is_on(thing: Thing, hours: Field, shift: tuple[time, time] | None) -> bool:
    told = [time.fromisoformat(str(one).zfill(5)) for one in thing.values(hours)]
    if shift is None:
        return bool(told)
    first, last = shift
    return any(first <= one < last if first < last else one >= first or one < last for one in told)
