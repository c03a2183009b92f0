"""Idioms of people at work, and what they ask for in plain words: `who is at the helm of it`, its lead.

`idioms.txt` has an idiom a line, below the plain words for it, of which each line is an alternative that begins with
`=`. In an idiom `a/b` is either of two, `?` behind a word means that it may be missing, `_` joins the words of one
choice, and it stands alone for whatever is said there. Words are found in all their forms; `is`, `has`, `do`, `can`,
`they`, `them`, `their`, `the` stand for their likes, and small words like `still` may stand anywhere between.
In plain words `[a|b]` is a field or a kind of things that the server calls so, and `<a|b>` how things are there: one of
their choices, or what is true of them. Where there is none of these, the line is none for that server. After
`=!` orders follow, which begin with their verb as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token, written

FILE = Path(__file__).with_name("idioms.txt")
SLOT = "_"
MAX_SLOT = 9
"""So many words at most are said in such a place."""
LIKES = {
    "is": wordset("is are was were be been being am gets got"),
    "has": wordset("has have had having"),
    "do": wordset("do does did"),
    "can": wordset("can could may might should would will shall must"),
    "they": wordset("they he she we it you i anyone anybody people somebody someone everybody everyone one"),
    "them": wordset("them him her us me it you"),
    "their": wordset("their his her my our your its the"),
    "the": wordset("the a an this that these those our their his her any some"),
}
BETWEEN = wordset(
    "still yet now currently just really actually even already right exactly only all please then ever quite again "
    "finally normally usually generally basically literally well also too nearly almost rather"
)
"""They may stand between the words of any idiom."""


PREPOSITIONS = wordset("in on at for with of to into from")
BEHIND = wordset("and or but today tonight tomorrow yesterday this next last on again then at") | BETWEEN
"""May stand behind an idiom that ends in a preposition: `which days is Ada in next week`."""


Choice = tuple[tuple[str, ...], ...]
"""The ways to say one part of an idiom, each of which may take several words, or none."""
ANYTHING: Choice = ((SLOT,),)
ASKED: tuple[Choice, ...] = ((("has",), ("do",)), (("they",),))
ORDERED = "mark _ as", "is _"


@dataclass(frozen=True, eq=False)
class Idiom:
    parts: tuple[Choice, ...]
    plain: tuple[str, ...]
    """What may be said for it, the best first."""
    is_order: bool = False


@dataclass(frozen=True)
class Hit:
    """Where a text has an idiom."""

    start: int
    end: int
    said: str
    """In its open place."""
    length: int
    """How many words of it are its own."""
    plain: tuple[str, ...]


def hits(text: str, is_order: bool = False) -> list[Hit]:
    """The idioms in a text, those of the most words first; none that is within a longer one."""
    found = written(text)
    near = dict.fromkeys(idiom for token in found for idiom in _idioms().get(stem(token.word), ()))
    near = [idiom for idiom in near if idiom.is_order == is_order]
    told = [hit for idiom in near for at in range(len(found)) if (hit := _hit(text, found, at, idiom))]
    told.sort(key=lambda one: -one.length)
    return [one for at, one in enumerate(told) if not any(_is_within(one, other) for other in told[:at])]


def _is_within(one: Hit, other: Hit) -> bool:
    return other.start <= one.start and one.end <= other.end and one.length < other.length


def _hit(text: str, found: Sequence[Token], at: int, idiom: Idiom) -> Hit | None:
    matched = _match(found, at, idiom.parts)
    if matched is None or matched[0] == at:
        return None
    end, slot = matched
    if slot and _goes_on(found, slot.stop, end):
        return None
    is_exact = any(words[:1] == (found[at].word,) for words in idiom.parts[0])
    if (idiom.is_order or end == at + 1) and not is_exact:
        return None
    said = text[found[slot.start].start : found[slot.stop - 1].end] if slot else ""
    return Hit(found[at].start, found[end - 1].end, said, end - at - len(slot), idiom.plain)


def _goes_on(found: Sequence[Token], slot_end: int, end: int) -> bool:
    """Whether its end is a preposition of what follows: `who is the contact for the bakery`."""
    is_open = end == slot_end + 1 and found[slot_end].word in PREPOSITIONS
    return is_open and end < len(found) and found[end].word not in BEHIND


def _match(found: Sequence[Token], at: int, parts: Sequence[Choice]) -> tuple[int, range] | None:
    """Where the words end that begin there, and what stands in the open place."""
    if not parts:
        return at, range(0)
    if parts[0] == ANYTHING:
        is_last = all(() in part for part in parts[1:])
        for end in range(at + 1, min(len(found), at + MAX_SLOT) + 1):
            rest = _match(found, end, parts[1:])
            if rest is not None and (rest[0] == len(found) or not is_last):
                return rest[0], range(at, end)
        return None
    for words in parts[0]:
        end = _end(found, at, words)
        if end is not None and (rest := _match(found, end, parts[1:])) is not None:
            return rest
    return None


def _end(found: Sequence[Token], at: int, words: Sequence[str]) -> int | None:
    """Where these words end, with those that may stand between them."""
    for word in words:
        while at and at < len(found) and found[at].word in BETWEEN and not _is_like(found[at], word):
            at += 1
        if at == len(found) or not _is_like(found[at], word):
            return None
        at += 1
    return at


def _is_like(token: Token, word: str) -> bool:
    if token.is_quoted or token.is_known:
        return False
    if word in LIKES:
        return token.word in LIKES[word]
    return token.word == word or (len(word) > 2 and stem(token.word) == stem(word))


@cache
def _idioms() -> dict[str, list[Idiom]]:
    """By the first words of the part that most marks them."""
    found: dict[str, list[Idiom]] = {}
    for idiom in parsed(FILE.read_text(encoding="utf-8")):
        own = [part for part in idiom.parts if part != ANYTHING and all(part) and not any(LIKES.keys() & {*part[0]})]
        marking = max(own, key=lambda part: (-len(part), max(len(word) for word in part[0])))
        for key in {stem(word) for words in marking for word in words[:1]}:
            found.setdefault(key, []).append(idiom)
    return found


def parsed(text: str) -> Iterator[Idiom]:
    plain: list[str] = []
    is_heading = is_order = False
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("="):
            is_order = line.startswith("=!")
            plain = [*(plain if is_heading else ()), line.lstrip("=! ")]
        else:
            parts = tuple(ANYTHING if part == SLOT else tuple(_choices(part)) for part in line.casefold().split())
            yield Idiom(parts, tuple(plain), is_order)
            if is_order:  # `have we put it on ice?`
                yield Idiom((*ASKED, *parts), tuple(one.replace(*ORDERED) for one in plain))
        is_heading = line.startswith("=")


def _choices(part: str) -> Iterator[tuple[str, ...]]:
    """`hit/run_into?`: either, or none."""
    for one in part.removesuffix("?").split("/"):
        yield tuple(one.replace("-", "_").split("_"))
    if part.endswith("?"):
        yield ()
