"""Choices for who somebody is in a thing, told by what they do there: `Ada will edit it`, where a role is `editor`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.likeness import plain_tokens
from assistant.planner.english.words import Token
from assistant.planner.offer.mentions import DESCRIBED, Mention
from assistant.planner.offer.schemas import Slot

MIN_VERB = 4
BEING = frozenset({"will", "can", "could", "would", "to", "is", "shall", "should"})
"""What stands before what somebody does."""
ENDINGS = ("", "e", "s", "es", "ing")


def doers_told(found: Sequence[Token], param: Slot) -> list[Mention]:
    """Where a text says that somebody does what such a one does."""
    doing = {f"{base}{ending}": choice for choice in param.choices if (base := _verb(choice)) for ending in ENDINGS}
    places = [at for at, token in plain_tokens(found) if at and token.word in doing and found[at - 1].word in BEING]
    return [Mention(param, at, at + 1, DESCRIBED, doing[found[at].word]) for at in places]


def _verb(choice: str) -> str:
    """`edit` of `editor`; nothing, of what is no doer."""
    base = choice[:-2].casefold() if choice.casefold().endswith(("er", "or")) else ""
    return base if len(base) >= MIN_VERB and base.isalpha() else ""
