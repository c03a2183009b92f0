"""`not even a third done`, `more than two thirds through`: what a part of the whole says of figures in percent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assistant.planner.english.numbers import Comparison, comparison_of
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Kind
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.amounts import has_unit
from assistant.planner.wishes.conditions import compares, is_number

COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
PARTS = {"half": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "tenth": 10.0}
DONE = wordset("done complete completed finished ready through built over gone along there")
PROGRESS = wordset("progress complete completed completion done finished percent percentage pct")
SHARE = re.compile(
    r"(?P<not>\b(?:not (?:even|yet)|(?<=n't )(?:even|yet)|hardly|barely) )?"
    rf"\b(?:(?P<count>{'|'.join(COUNTS)})[ -])?(?P<part>{'|'.join(PARTS)})s?"
    rf"(?P<done> (?:the way )?(?:{'|'.join(sorted(DONE))}))?\b(?P<behind> \w+)?",
    re.IGNORECASE,
)
BEHIND = wordset("and or but yet now so in on at by already are is any of")
"""These may stand behind a part of the whole; any other word is what it is the half, or the third, of."""
SAID = 0.96
UNSAID = 0.85


@dataclass(frozen=True)
class Share:
    """How many percent, held against how, and whether they are said to be of what is done."""

    percent: float
    comparison: Comparison
    span: range
    is_done: bool


def share_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    told = list(shares(phrase))
    for kind in kinds if told else ():
        own = [one for one in kind.fields if one.is_number and has_unit(one.slot, "percent")]
        for share in told:
            for field in own:
                if share.is_done and not PROGRESS & set(field.words):
                    continue
                things = frozenset(
                    thing
                    for thing in kind.things
                    if any(
                        is_number(one) and compares(one, share.comparison, share.percent) for one in thing.values(field)
                    )
                )
                strength = SAID if share.is_done or len(own) == 1 else UNSAID
                yield Atom(share.span, "these", kind, strength, field, things)


def shares(phrase: Phrase) -> Iterator[Share]:
    for said in SHARE.finditer(phrase.text):
        count, part, behind = (said[0] and said[name] for name in ("count", "part", "behind"))
        is_done = bool(said["done"])
        is_named = behind is not None and behind.strip().casefold() not in BEHIND and not is_done
        if is_named or (part.casefold() != "half" and not count):
            continue
        start = said.start("count") if count else said.start("part")
        comparison = "lt" if said["not"] else comparison_of(phrase.text, start, said.end("part"))
        if comparison is None and not is_done:
            continue
        percent = COUNTS[(count or "one").casefold()] * PARTS[part.casefold()]
        span = _whole(phrase, phrase.span(said.start(), said.end("done") if is_done else said.end("part")))
        if span.start >= phrase.begin and percent < 100:
            yield Share(percent, comparison or "ge", span, is_done)


def _whole(phrase: Phrase, span: range) -> range:
    """With the `not` before `even`, which is no denial of its own."""
    start = span.start
    while start > phrase.begin and phrase.words[start - 1] in ("not", "even"):
        start -= 1
    return range(start, span.stop)
