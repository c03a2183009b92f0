"""`What is in the diary for tomorrow?`: only what there is then, unless the server has diaries itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.catalog import Catalog
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

DIARIES = wordset("diary calendar agenda schedule planner timetable rota")
LED, WHOSE = frozenset({"in", "on"}), frozenset({"the", "our", "my", "your", "their"})


def on_days(phrase: Phrase, catalog: Catalog) -> Phrase:
    """The phrase with the word for a diary set aside, where a time is named."""
    if any(DIARIES & set(source.noun.split()) for source in catalog.sources):
        return phrase
    places = [at for at in range(len(phrase.tokens)) if _is_diary(phrase, at)]
    return replace(phrase, aside=frozenset(places)) if places and phrase.times else phrase


def dated(phrase: Phrase, atoms: Iterable[Atom]) -> Iterator[Atom]:
    """Of `Friday` in a diary only the day, and not every week's."""
    days = {at for span, _ in phrase.times for at in span} if phrase.aside else set[int]()
    return (atom for atom in atoms if not days.issuperset(atom.span))


def _is_diary(phrase: Phrase, at: int) -> bool:
    words, begin = phrase.words, phrase.begin
    is_led = at >= begin + 2 and words[at - 2] in LED and words[at - 1] in WHOSE
    return words[at] in DIARIES and is_led and "what" in words[begin:at]
