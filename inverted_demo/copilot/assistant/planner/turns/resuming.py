"""Turns that change a part of the one before: `and Omar?`, `no, I meant P-105`, `make it 45 minutes`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.pointing import pointing
from assistant.planner.clauses.verbless import names_deed
from assistant.planner.english.durations import durations
from assistant.planner.english.marks import blanked
from assistant.planner.english.numbers import number
from assistant.planner.english.stems import concept, identifier_words, is_plural
from assistant.planner.english.times_of_day import HOUR, clock_times
from assistant.planner.english.vocabulary import AUXILIARIES, WH
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import Deed
from assistant.planner.readings.lexical import lexical
from assistant.planner.selecting.focus import Focus
from assistant.planner.turns.parts import Part, parts_of
from assistant.planner.turns.varying import ELLIPTIC, counting, narrowed_by

LEADING = r"(?:(?:and|so|ok|okay|but|now|then|or|also|oh|ah|well|hm+|please|pls)\b[\s,]*)*"
SAME = r"(?:the )?same(?: thing)?(?: again)? (?:for|with)|do (?:that|it|the same) (?:for|to|with)"
ABOUT = re.compile(
    rf"^\W*{LEADING}(?:(?:what|how) about|the one (?:of|for)|what (?:was|is|'s) (?:it|that) for|{SAME}"
    r"|and(?: for| of| in| at| on)?\b|also\b|or\b|then\b|now\b|but\b)[\s,]*(?P<rest>.{1,90}?)"
    r"(?:[\s,]+(?:too|as well|also|then|again|was|please|pls))*[?.!\s]*$",
    re.IGNORECASE,
)
NARROWING = re.compile(
    r"^\W*(?:and |but |so |ok )*(?:just|only) (?P<rest>(?:the )?[^?.!]{1,50}?)[?.!\s]*$", re.IGNORECASE
)
TOO = re.compile(r"^\W*(?P<rest>.{1,60}?)[\s,]+(?:too|as well)[?.!\s]*$", re.IGNORECASE)
SORRY = (
    r"(?:(?:no|nope|sorry|oops|whoops|wait|actually|oh|ah|hm+|argh|my (?:bad|mistake)|i am sorry|i'm sorry|wrong one)"
    r"\b\W*)"
)
MEANT = (
    r"(?:(?:i|we) (?:meant|mean|wanted|said)|(?:that|it|this) should (?:be|have been)|make (?:it|that|this)"
    r"|(?:it'?s|it is|that'?s|that is) (?!wrong|not|fine|ok|good|all)|rather|better)"
)
CORRECTING = re.compile(
    rf"^\W*(?:{SORRY}+(?:{MEANT}\W+)?|{MEANT}\W+|(?=not ))(?P<rest>.{{1,90}}?)"
    r"(?:[\s,]+(?:instead|please|pls|then|rather|of course|sorry|my mistake|my bad|oops))*[.!\s]*$",
    re.IGNORECASE,
)
NOT_BUT = re.compile(
    r"^(?:not (?P<wrong>.+?)(?:,|;| but| -) *(?:but )?(?P<right>.+)|(?P<first>.+?),? (?:and )?not (?P<last>.+))$",
    re.IGNORECASE,
)
OWN = frozenset({"his", "her", "their", "its"})
SAID = 0.9
BARE_HOUR = re.compile(rf"^(?:at |to )?(?P<hour>{HOUR})(?: o'?clock)?$")
MAKING = re.compile(r"\bmake (?:it|that|this)\b", re.IGNORECASE)


def is_correction(text: str) -> bool:
    return CORRECTING.match(text) is not None


@dataclass(frozen=True)
class Resumed:
    """What a turn says with the one before."""

    text: str
    is_again: bool = False
    """What points back in it does so to what was talked about then."""


async def resumed(desk: Desk, before: str, text: str, focus: Focus) -> Resumed | None:
    """The turn before with what this one says instead; none where this one does not go on with it."""
    if rest := narrowed_by(text, focus):
        return Resumed(rest)
    if (narrow := NARROWING.match(text)) and len(focus.things) > 1:
        [part, *_] = clauses(narrow["rest"], desk.catalog)
        is_whole = pointing(part, set()) or _stands_alone(part)
        return None if is_whole else Resumed(f"which of them are {narrow['rest']}?")
    fixing = CORRECTING.match(text)
    said = fixing or ABOUT.match(text) or TOO.match(text)
    earlier = clauses(before, desk.catalog)
    if said is None or not earlier:
        return None
    rest = said["rest"]
    if fixing and (other := NOT_BUT.match(rest)):
        rest = other["right"] or other["first"]
    rest = _as_clock(rest, earlier[-1]) if fixing else rest
    if (elliptic := ELLIPTIC.match(rest)) and (again := await _of_others(desk, earlier[-1], rest, elliptic.end())):
        return again
    [*_, part] = clauses(rest, desk.catalog) or [None]
    if part is None or _stands_alone(part) or (not fixing and _is_called_deed(part, desk)):
        return None
    asked = earlier[-1]
    orders = asked.mood == "orders"
    new, old = await parts_of(desk, part, orders), await parts_of(desk, asked, orders)
    if asked.mood != "orders" and _is_of(part, new):
        return Resumed(f"what is {rest}")
    if focus.others and any("it" in one.kinds for one in new):
        own = ("value", *map(concept, focus.others[0].source.nouns))
        old = [one for one in old if not _is_value(one) or own in one.kinds] or old  # `the other one` is one of those
    if not _share(new, old):
        new = [one for one in new if "number" not in one.kinds]  # it says how many of something else
        if any("field" in one.kinds for one in old) and _says_field(part, focus):
            return Resumed(_put(asked, old, part, [Part(frozenset({"field"}), part.begin, len(part.tokens))]))
    if asked.mood != "orders" and MAKING.search(text) and not _share(new, old):
        deed = _changing(desk, focus, new)
        return Resumed(f"{deed.name_words[0]} it to {rest}") if deed else None
    if asked.mood != "orders" and focus.things and part.tokens[part.begin].word in OWN and not _is_named(part):
        return Resumed(f"what is {rest}")
    if asked.mood != "orders" and focus.things and new and all("field" in one.kinds for one in new):
        return Resumed(f"what is {rest} of {'it' if focus.is_one else 'them'}")
    if not fixing and asked.mood == "orders" and text.rstrip().endswith("?"):
        return Resumed(f"{_put(asked, old, part, new).rstrip(' ?.!')}?")
    return Resumed(_put(asked, old, part, new), asked.mood != "orders" and not pointing(part, set()))


async def _of_others(desk: Desk, asked: Clause, rest: str, start: int) -> Resumed | None:
    """`and how many have Ada?`, `and which has Ben?`: what has another name than that which was said."""
    told = clauses(rest[start:], desk.catalog)
    parts = clauses(counting(asked.text, rest), desk.catalog)
    if asked.mood == "orders" or len(told) != 1 or len(parts) != 1:
        return None
    new, old = await parts_of(desk, told[0], False), await parts_of(desk, parts[0], False)
    named = [one for one in new if _is_value(one)]
    is_same = len(new) == len(named) == 1 and _share(named, old) and named[0].end == len(told[0].tokens)
    return Resumed(_put(parts[0], old, told[0], named), is_again=True) if is_same else None


def _is_of(part: Clause, new: Sequence[Part]) -> bool:
    """`and the deposit of the second?`: a whole question, but for its verb."""
    fields = [one.end for one in new if "field" in one.kinds]
    owners = [one.start for one in new if _is_name(one)]
    return any("of" in part.words[end:start] for end in fields for start in owners)


def _says_field(part: Clause, focus: Focus) -> bool:
    """`when is the lease due?`, `and the deposit?`: something else of the one thing talked about."""
    said = [token for token in part.tokens if token.is_content]
    if not said or not focus.is_one or _is_named(part):
        return False
    own = {word for slot in focus.things[0].source.fields for word in identifier_words(slot.name)}
    return all(any(lexical(token.word, word) >= SAID for word in own) for token in said)


def _is_named(part: Clause) -> bool:
    return any(token.is_known or token.is_id or token.is_name for token in part.tokens)


def _as_clock(rest: str, asked: Clause) -> str:
    """`make it 7`, where a time of day was told, and nothing was counted."""
    bare = BARE_HOUR.match(rest.casefold())
    told = clock_times(blanked(asked.text).casefold())
    hour = int(number(bare["hour"]) or 0) if bare else 24
    lengths = [range(start, end) for _, start, end in durations(asked.text)]
    counts = any(
        one.is_number and is_plural(after.word) and not any(one.start in length for length in lengths)
        for one, after in pairwise(asked.tokens)
    )
    if not told or hour >= 24 or counts:
        return rest
    is_late = told[0][0].hour >= 12 > hour and hour
    return f"at {hour + 12 * bool(is_late)}:00"


def _is_called_deed(part: Clause, desk: Desk) -> bool:
    """`then a wake-up call for her`: an order of its own."""
    at = part.begin + (part.words[part.begin : part.begin + 1] in (["a"], ["an"], ["another"]))
    return names_deed(part.tokens[at:], desk.catalog)


def _share(new: Sequence[Part], old: Sequence[Part]) -> bool:
    return any(one.kinds & other.kinds for one in new for other in old)


def _changing(desk: Desk, focus: Focus, new: Sequence[Part]) -> Deed | None:
    """`make that the 25th`: the only tool for the thing talked about that takes such a value."""
    kinds = {kind for one in new for kind in one.kinds}
    able = [
        deed
        for deed in desk.catalog.acts
        if deed.name_words and any(_takes(param, kinds) for param in deed.required)
        if any(kind.nouns & focus.nouns for param in deed.required for kind in kinds_of(param, deed, desk.catalog))
    ]
    return able[0] if len(able) == 1 and focus.is_one else None


def _takes(param: Slot, kinds: Collection[object]) -> bool:
    return (param.is_moment and "when" in kinds) or (bool(param.choices) and ("choice", *param.key) in kinds)


def _stands_alone(part: Clause) -> bool:
    if part.mood in ("orders", "forbids") or (part.mood == "reads" and len(part.tokens) > 2):
        return True
    return any(token.word in WH | AUXILIARIES and not token.is_quoted for token in part.tokens)


def _put(asked: Clause, old: Sequence[Part], part: Clause, new: Sequence[Part]) -> str:
    """The clause with the parts of another in the place of its own of the same kind."""
    places: list[tuple[int, int, str]] = []
    rest: list[str] = []
    for one in new or [Part(frozenset({"name"}), 0, len(part.tokens))]:
        words = _text(part, one.start, one.end)
        same = [other for other in old if other.kinds & one.kinds]
        named = [other for other in old if _is_name(other)]
        same = same or (named if _is_name(one) and (len(named) == 1 or not _is_value(one)) else [])
        if not same:
            rest.append(words)
        places += [
            _place(asked, other, one, words) if other is same[0] else (other.start, other.end, "") for other in same
        ]
    text = ""
    at = 0
    for start, end, words in sorted(places):
        if start >= at:
            text += f"{_text(asked, at, start)} {words} "
            at = end
    text = f"{text}{_text(asked, at, len(asked.tokens))}".strip(" ?.!")
    return " ".join([text, *rest])


def _place(asked: Clause, old: Part, new: Part, words: str) -> tuple[int, int, str]:
    """A bare figure leaves what it is compared by; a bare time of day leaves the day, and a day the time."""
    if "number" in new.kinds and new.end - new.start == 1:
        return old.end - 1, old.end, words
    if "when" in new.kinds:
        before = _text(asked, old.start, old.end)
        told, said = _times_of_day(before), _times_of_day(words)
        if told and said == [words]:
            words = before.replace(told[0], f" {words} ").strip()
        elif told and not said:
            words = f"{words} {told[0]}"
    return old.start, old.end, words


def _times_of_day(text: str) -> list[str]:
    return [text[start:end] for _, start, end in clock_times(blanked(text).casefold())]


def _is_value(part: Part) -> bool:
    return any(isinstance(kind, tuple) and kind[0] == "value" for kind in part.kinds)


def _is_name(part: Part) -> bool:
    """A name, known or not, or a pronoun for one."""
    return _is_value(part) or bool(part.kinds & {"name", "it"})


def _text(clause: Clause, start: int, end: int) -> str:
    found = clause.tokens[start:end]
    return clause.text[found[0].start : found[-1].end] if found else ""
