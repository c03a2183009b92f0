"""Verbs with their small words, and what they ask for: `call it off` is to cancel, `put in a complaint` to create."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import PREPOSITIONS
from assistant.planner.english.words import Token

PHRASAL: tuple[tuple[str, str, str], ...] = (
    ("get order stock", "in", "order buy purchase restock"),
    ("put pop stick send call phone hand get", "in", "create add request report order file submit raise"),
    ("put pop stick get", "through", "record process submit enter pay"),
    ("put get note write take jot mark pop stick", "down", "record note log add write register"),
    ("put push knock move shift set", "back", "postpone reschedule delay move"),
    ("put set keep lay leave", "aside", "reserve book hold keep"),
    ("put", "off", "postpone reschedule delay"),
    ("put sign pop stick", "up", "post publish add create"),
    ("put sign", "forward", "submit propose nominate"),
    ("bring pull move", "forward", "reschedule move"),
    ("take cross strike knock scratch", "off", "remove delete unassign deduct"),
    ("take strike cross rule chuck throw kick bin", "out", "remove delete discard"),
    ("take get pull", "out", "borrow"),
    ("take", "on", "assign accept hire"),
    ("take", "over", "assign"),
    ("take put bring give send hand get", "back", "return restore"),
    ("call", "off", "cancel"),
    ("call", "back", "call"),
    ("sign put book", "up", "enrol register subscribe add"),
    ("sign", "off", "approve confirm complete close"),
    ("sign", "out", "borrow issue lend"),
    ("hand pass give", "over", "assign transfer give"),
    ("hand give lend", "out", "issue lend"),
    ("hand give", "in", "return submit"),
    ("pass", "on", "forward send assign transfer"),
    ("send ship get", "off", "send ship dispatch"),
    ("send ship", "out", "send ship dispatch"),
    ("set fix", "up", "schedule create arrange book"),
    ("fix set line", "up", "schedule arrange book"),
    ("pencil squeeze fit slot book put get pop", "in", "book schedule reserve arrange"),
    ("pencil slot put", "down", "book schedule reserve enrol assign"),
    ("book", "out", "reserve borrow issue checkout"),
    ("top fill stock", "up", "refill restock order top"),
    ("stock load", "up", "order buy restock"),
    ("fill", "in", "complete enter"),
    ("pay settle", "off", "pay settle"),
    ("pay settle", "up", "pay settle"),
    ("ring", "up", "call record charge"),
    ("turn knock", "down", "reject decline refuse lower"),
    ("turn knock", "back", "reject decline refuse"),
    ("turn put", "up", "raise increase"),
    ("switch turn put", "on", "enable activate start"),
    ("switch turn put", "off", "disable deactivate stop"),
    ("close shut wind", "down", "close stop shut"),
    ("close wrap wind", "up", "close finish complete"),
    ("shut", "off", "stop close disable"),
    ("start fire kick power", "up", "start restart enable"),
    ("kick set", "off", "start begin launch"),
    ("carry", "on", "resume continue"),
    ("carry", "out", "do complete perform"),
    ("let set", "go", "release free"),
    ("let set", "free", "release free"),
    ("let", "off", "waive forgive cancel"),
    ("let", "in", "admit check"),
    ("write", "up", "record log write create"),
    ("move push bump", "on", "move advance promote"),
    ("move push bump step", "up", "move advance promote raise upgrade"),
    ("mark knock bring", "down", "lower reduce discount"),
    ("sort", "out", "resolve fix repair arrange"),
    ("clear", "up", "clean clear resolve"),
    ("do tidy freshen", "up", "clean prepare"),
    ("wave nod", "through", "approve"),
    ("lock", "up", "lock close"),
    ("open", "up", "open reopen"),
    ("swap switch change", "over", "swap replace reassign exchange"),
    ("give", "away", "donate release"),
    ("pick", "up", "collect"),
    ("drop", "off", "deliver return"),
)
"""Verbs, a small word, and plain verbs for what they may ask for together."""
MEANINGS: dict[tuple[str, str], frozenset[str]] = {}
for _verbs, _small, _plain in PHRASAL:
    for _verb in _verbs.split():
        _known = MEANINGS.get((_verb, _small), frozenset[str]())
        MEANINGS[_verb, _small] = _known | frozenset(map(stem, _plain.split()))
SMALL = frozenset(small for _, small in MEANINGS)
MAKING = frozenset({"log", "raise", "file", "report", "enter", "submit", "request", "post", "get"})
"""Verbs that make a thing, where it is a new one: `log a repair`."""
MADE = frozenset(map(stem, ("create", "add", "request", "report", "open")))
NEW = frozenset({"a", "an", "another", "new"})
TAKING = frozenset({"take", "get", "bring", "put"})
PLACING = frozenset({"get", "put", "take", "bring", "shift", "stick", "pop", "pull", "push", "swap"})
PENCILLING = frozenset({"pencil", "slot", "fit", "squeeze", "enter", "write", "move"})
MOVED = frozenset(map(stem, ("move", "transfer", "relocate")))
FIRM = frozenset({"go", "free", "off", "away"})
"""Small words that leave no doubt of what is to be done."""
SWITCHED = frozenset({"switch", "swap", "shift", "change"})
PLANNED = frozenset(map(stem, ("schedule", "book", "plan", "arrange")))
DIARIES = frozenset({"diary", "calendar", "timetable", "schedule", "planner", "rota", "books"})
FREED = frozenset(map(stem, ("release", "resume", "free", "unpause", "continue", "unblock")))
FAR = 7
"""So many words at most are what is called off, put down, or let go."""


def asked_for(found: Sequence[Token], at: int) -> frozenset[str]:
    """The stems of plain verbs that may be meant by the verb there with its small word; none where it has none.

    A small word that leads to something, like that of `put it in the garage`, belongs to what follows it.
    """
    words = [token.word for token in found[at:] if not token.is_quoted]
    if not words:
        return frozenset()
    result = MADE if words[0] in MAKING and NEW & set(words[1:2]) else frozenset[str]()
    result |= MOVED if words[0] in PLACING and _is_from_to(words) else frozenset[str]()
    result |= MOVED if words[0] in SWITCHED and {"to", "onto", "over"} & set(words[2:]) else frozenset[str]()
    result |= PLANNED if words[0] in PLACING | PENCILLING and _is_in_diary(words) else frozenset[str]()
    result |= FREED if words[0] in TAKING and _is_off_hold(words) else frozenset[str]()
    for here in range(at + 1, min(len(found), at + 1 + FAR)):
        token = found[here]
        if token.word in SMALL and not token.is_quoted:
            meant = MEANINGS.get((found[at].word, token.word), frozenset[str]())
            if meant and (here == at + 1 or _is_last(found, here)):
                result |= meant
    return result


def _is_in_diary(words: Sequence[str]) -> bool:
    """`… in the diary`, `… onto our calendar`."""
    places = (here for here, word in enumerate(words) if word in DIARIES and here > 1)
    return any({"in", "into", "on", "onto"} & set(words[max(0, here - 2) : here]) for here in places)


def _is_off_hold(words: Sequence[str]) -> bool:
    """`take it off hold`."""
    return any(word == "off" and words[here + 1 : here + 2] == ["hold"] for here, word in enumerate(words))


def is_firm(found: Sequence[Token], at: int) -> bool:
    """`set it free`, `call it off`: which tool is meant hangs on the small word."""
    firm = (MEANINGS.get((found[at].word, token.word)) for token in found[at + 1 : at + FAR] if token.word in FIRM)
    return any(firm) or (found[at].word in TAKING and _is_off_hold([token.word for token in found[at:]]))


def _is_from_to(words: Sequence[str]) -> bool:
    """`… out of the shed and into the barn`."""
    starts = [here for here, word in enumerate(words) if word == "from" or words[here : here + 2] == ["out", "of"]]
    return bool(starts) and bool({"to", "into", "onto"} & set(words))


def _is_last(found: Sequence[Token], at: int) -> bool:
    """Whether what it is done to is told already, and nothing is that it leads to."""
    after = found[at + 1] if at + 1 < len(found) else None
    return (
        found[at].word == "off"
        or after is None
        or after.word in PREPOSITIONS | {"please", "now", "then", "and", "thanks", "today", "tomorrow"}
    )
