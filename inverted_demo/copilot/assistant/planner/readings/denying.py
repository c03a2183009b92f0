"""What somebody does not do: `which beds does Ada not own?`, all besides those that she does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.english.words import Token

BESIDES = "besides"
CHOOSING = wordset("which what how list show all any every the")
DOING = wordset("does do did has have had can will")
BEING = wordset("is are was were")
SPEAKERS = wordset("he she they we i")
RELATIVE = wordset("that which who whom")
MAX_SUBJECT = 4
NO_SUBJECT = wordset("and or but that which who not with of in on")


def with_denied(found: Sequence[Token], begin: int) -> tuple[Token, ...]:
    """The same with `besides` before what is denied: `which beds besides Ada own`."""
    if begin >= len(found) or found[begin].word not in CHOOSING:
        return tuple(found)
    for at in range(begin + 2, len(found) - 1):
        if found[at].word != "not" or found[at].is_quoted:
            continue
        if (start := _denied_from(found, begin, at)) is not None:
            kept = [one for here, one in enumerate(found[start:], start) if here != at and not _is_aux(found, here, at)]
            kept = kept[1:] if kept[:1] and kept[0].word in RELATIVE else kept
            before = found[start]
            besides = replace(before, text=BESIDES, word=BESIDES, stem=BESIDES, is_known=False, is_name=False)
            return (*found[:start], besides, *kept) if kept else tuple(found)
    return tuple(found)


def _is_aux(found: Sequence[Token], here: int, at: int) -> bool:
    return here < at and found[here].word in DOING | BEING


def _denied_from(found: Sequence[Token], begin: int, at: int) -> int | None:
    """Where it begins: at `does Ada not …`, `are not Ada's`, or `(that) Ada does not …`."""
    if found[at - 1].word not in DOING | BEING:
        aux = next((here for here in range(at - 2, max(begin, at - 2 - MAX_SUBJECT), -1) if _opens(found, here)), None)
        is_asked = aux is not None and aux > begin + 1 and _is_somebody(found[aux + 1 : at], found[aux].word in DOING)
        return aux if is_asked else None
    if _is_named(found[at + 1]) and at - 1 > begin + 1:  # `are not Ada's`, `has not Ada seen`
        return at - 1
    start = next(
        (here for here in range(at - 2, max(begin + 1, at - 2 - MAX_SUBJECT), -1) if found[here].word in RELATIVE), None
    )
    if start is not None and _is_somebody(found[start + 1 : at - 1], True):
        return start
    start = at - 1
    while start > begin and _is_named(found[start - 1]):
        start -= 1
    is_subject = begin + 1 < start < at - 1 and found[start - 1].is_content
    return start if is_subject and found[start - 2].word not in NO_SUBJECT else None  # `beds of gardener G-1 are not …`


def _opens(found: Sequence[Token], here: int) -> bool:
    return found[here].word in DOING | BEING and not found[here].is_quoted


def _is_somebody(subject: Sequence[Token], may_be_described: bool) -> bool:
    words = {one.word for one in subject}
    is_led = may_be_described and len(subject) > 1 and subject[0].word in ARTICLES
    return not words & NO_SUBJECT and (any(map(_is_named, subject)) or words <= SPEAKERS or is_led) and bool(subject)


def _is_named(token: Token) -> bool:
    return token.is_known or token.is_name or token.is_id
