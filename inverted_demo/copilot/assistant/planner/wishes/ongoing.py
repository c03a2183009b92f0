"""What goes on now: `which posts are we hiring for`, `how many tasks has Ada at the moment`; nothing that is over."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import concept, is_plural, stem
from assistant.planner.english.vocabulary import NEGATIONS, wordset
from assistant.planner.english.words import Token
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.wishes import Wish

STATES = ("status", "state", "stage", "phase")
OPEN = wordset("open active live running ongoing current in_use underway")
BEGUN = wordset("in_progress started working begun")
OVER = wordset(
    "done finished completed complete collected cancelled canceled closed rejected delivered returned filled paid "
    "resolved refused withdrawn expired lost no_show checked_out archived shipped sold received ended declined hired"
)
NOW = (["right", "now"], ["at", "the", "moment"], ["at", "present"], ["these", "days"])
NOW_WORDS = frozenset({"atm", "rn", "currently", "presently"})
WE = frozenset({"we", "they", "you", "i"})
NO_DEEDS = wordset("going getting being having doing waiting missing thing something anything nothing morning evening")


def take_ongoing(wish: Wish) -> None:
    """Leave the things that are open, where nothing else is said of how they are."""
    if not (_says_now(wish.found) or _is_doing(wish.found)) or not _names_several(wish):
        return
    words = {token.word for token in wish.found}
    for slot in wish.source.fields:
        values = _open_ones(slot.choices)
        is_said = any(one.field == slot.name for one in wish.conditions)
        if slot.name in STATES and values and not is_said and not words & (NEGATIONS | set(slot.all_words)):
            wish.conditions.append(Condition(slot.name, "is", values, choices=True))
            return


def _open_ones(choices: Sequence[str]) -> tuple[str, ...]:
    """Those that are called open; where none is, but some are begun, all that is not over."""
    named = tuple(one for one in choices if one.casefold() in OPEN | BEGUN)
    if any(one.casefold() in OPEN for one in named):
        return named
    return tuple(one for one in choices if one.casefold() not in OVER) if named else ()


def _names_several(wish: Wish) -> bool:
    kinds = wish.source.concepts
    return any(concept(token.stem) in kinds and is_plural(token.word) and not token.is_quoted for token in wish.found)


def _says_now(found: Sequence[Token]) -> bool:
    words = [token.word for token in found]
    return bool(NOW_WORDS & set(words)) or any(
        words[at : at + len(one)] == one for one in NOW for at in range(len(words))
    )


def _is_doing(found: Sequence[Token]) -> bool:
    """`are we hiring`, `is Dev recruiting`."""
    for before, subject, verb in zip(found, found[1:], found[2:], strict=False):
        is_verb = verb.text.casefold().endswith("ing") and verb.text.casefold() not in NO_DEEDS and not verb.is_quoted
        is_ours = subject.word in WE or subject.is_known or subject.is_name
        if before.word in ("is", "are", "am") and is_ours and is_verb and verb.stem != stem("be"):
            return True
    return False
