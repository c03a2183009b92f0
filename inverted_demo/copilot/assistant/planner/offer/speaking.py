"""Where a text speaks of whoever writes it as the one whose things are meant: `my projects`, and not `on my desk`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.common import is_past
from assistant.planner.english.likeness import likeness
from assistant.planner.english.thesaurus import related
from assistant.planner.english.vocabulary import AUXILIARIES, PREPOSITIONS, WH, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog

OWNED = wordset("mine myself")
IN_HAND = wordset("plate list agenda calendar diary lap")
"""`what is on my plate?`: what is mine to do."""
WHOSE = wordset("to by with for under of on about")
LISTED = wordset("tell show remind ask send give explain pass read write")
"""What is told to somebody is not that person's own."""
IMPATIENT = wordset("bear stay stick deal talk speak work hang wrong matter up out it that this back")
MODALS = wordset("can could may should need must would will shall")
THINKING = wordset(
    "can could may should need must will would shall have want hear heard see saw think thought guess believe wonder "
    "wondered know knew forget forgot remember recall mean meant suppose hope said say told tell read like love mind "
    "promised owe just keep kept swear bet understand assume figure reckon gather was lost missed"
)
"""What somebody says of himself by the way: `I heard that …`, `I owe them a coffee`."""
BEING_AT = wordset(
    "new looking writing calling asking trying sitting standing going just sorry afraid sure curious late driving "
    "preparing putting making about after back not here off wondering hoping checking planning meeting"
)
"""`I am looking for`; but not `the team I am in`."""
BEHIND = 3
SAID_FOR = 0.7


def asks_me(found: Sequence[Token], catalog: Catalog) -> list[int]:
    """The places of `I`, `me` and `my` where they say whose things, or which of them, are meant."""
    return [at for at, token in enumerate(found) if not token.is_quoted and _is_meant(found, at, catalog)]


def _is_meant(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    match found[at].word:
        case "i":
            return _is_subject(found, at)
        case "my":
            return _is_owner(found, at, catalog)
        case "me":
            return _is_whose(found, at)
        case word:
            return word in OWNED


def _is_subject(found: Sequence[Token], at: int) -> bool:
    """`what do I own`, `projects I lead`; but not `I heard`, `can I`, `who do I ring`."""
    before = found[at - 1].word if at else ""
    after = found[at + 1].word if at + 1 < len(found) else ""
    is_other = at >= 2 and found[at - 2].word in ("who", "whom") and before in ("do", "did")
    is_aside = after in THINKING and before not in WH and before not in AUXILIARIES
    if after == "am":
        is_aside = before not in WH and bool({token.word for token in found[at + 2 : at + 3]} & BEING_AT)
    return before not in MODALS and not is_aside and not is_other


def _is_owner(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether the server tells of what is called mine: `my open tasks`, `my team's lead`."""
    for here in range(at + 1, min(len(found), at + 1 + BEHIND)):
        word = found[here].word
        if word in PREPOSITIONS | AUXILIARIES | WH or found[here].is_quoted:
            break
        if is_told_of(found[here], catalog):
            return True
    after = found[at + 1 : at + 2]
    return bool(after) and after[0].word in IN_HAND and at > 0 and found[at - 1].word == "on"


def is_told_of(token: Token, catalog: Catalog) -> bool:
    """Whether the server has things, or tells of them what is called so."""
    if not token.is_content:
        return False
    names = {noun for one in catalog.sources for noun in one.nouns}
    names |= {key for one in catalog.sources for slot in one.fields for key in slot.key}
    words = {word for one in catalog.sources for slot in one.fields for word in slot.all_words}
    is_near = any(related(token.word, word) >= SAID_FOR for word in words)
    return is_near or any(likeness(token.stem, name) for name in names)


def _is_whose(found: Sequence[Token], at: int) -> bool:
    """`assigned to me`, `who leads me`; but not `tell me`, `bear with me`, `scroll me down`."""
    before = found[at - 1].word if at else ""
    led = found[at - 2] if at > 1 else None
    if before in WHOSE:
        is_own = led is not None and (is_past(led.word) or led.is_content) and led.word not in IMPATIENT
        return is_own and led is not None and not (led.word in LISTED or (before == "for" and not is_past(led.word)))
    is_asked = at > 1 and found[at - 2].word in ("who", "which")
    return is_asked and found[at - 1].is_content
