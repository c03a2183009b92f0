"""What is wanted of a source: conditions, an order, a number of things, fields; and which words have said so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.planner.english.dates import When
from assistant.planner.english.likeness import likeness
from assistant.planner.english.vocabulary import NEGATIONS
from assistant.planner.english.words import Token
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition, Order

WHOLE = frozenset({"all", "every", "everything", "everyone", "everybody", "anything", "anyone"})
EXCEPTING = frozenset({"not", "except", "without", "excluding", "besides"})


@dataclass
class Wish:
    """What is wanted of a source."""

    source: Source
    found: Sequence[Token]
    conditions: list[Condition] = field(default_factory=list[Condition])
    order: Order | None = None
    limit: int | None = None
    asked: list[Mention] = field(default_factory=list[Mention])
    times: list[When] = field(default_factory=list[When])
    explained: set[int] = field(default_factory=set[int])
    stated: set[int] = field(default_factory=set[int])
    """Words that say in which state things are."""
    unmet: set[int] = field(default_factory=set[int])
    """Such words that only things of another kind have something for."""

    @property
    def unexplained(self) -> list[int]:
        return [at for at, token in enumerate(self.found) if at not in self.explained and is_naming(token)]

    @property
    def codes(self) -> list[int]:
        """Numbers that are no figures: a room may be called so."""
        return [at for at, token in enumerate(self.found) if at not in self.explained and token.is_number]

    @property
    def asked_fields(self) -> list[Slot]:
        ordered = sorted(self.asked, key=lambda one: one.start)
        return list(dict.fromkeys(one.slot for one in ordered))


def is_naming(token: Token) -> bool:
    return token.is_content and not token.is_number


def is_field(source: Source, slot: Slot) -> bool:
    return any(slot is one for one in source.fields)


def counterpart(source: Source, slot: Slot) -> Slot | None:
    """The field that shows what a parameter filters by."""
    if is_field(source, slot):
        return slot
    named = source.field(slot.name)
    return named or next((one for one in source.fields if one.key == slot.key and not one.is_id), None)


def token_at(wish: Wish, place: int) -> int:
    """The number of the token at a place of the text."""
    return next((at for at, token in enumerate(wish.found) if token.end > place), len(wish.found))


def is_negated(found: Sequence[Token], at: int) -> bool:
    if [token.word for token in found[max(0, at - 2) : at]] == ["out", "of"]:
        return True
    if is_left_out(found, at):
        return True
    before = [token for token in found[max(0, at - 3) : at] if not token.is_prefix or token is found[at - 1]]
    return any(token.word in NEGATIONS and token.word != "no" for token in before) and not any(
        token.word in ("only", "but") for token in found[max(0, at - 2) : at]
    )


def is_left_out(found: Sequence[Token], at: int) -> bool:
    """`everything but the healthy ones`."""
    before = [token.word for token in found[:at] if token.word not in ("the", "those")]
    return before[-1:] == ["but"] and bool(WHOLE & set(before[-4:-1]))


def is_excepted(found: Sequence[Token], at: int) -> bool:
    """`not at the harbour`, `except Apollo`: a name that is left out."""
    before = [token.word for token in found[max(0, at - 3) : at]]
    return is_left_out(found, at) or (bool(EXCEPTING & set(before)) and "but" not in before)


def kind_words(found: Sequence[Token], source: Source) -> set[int]:
    kinds = source.nouns | source.deed.nouns | source.deed.verbs
    return {at for at, one in enumerate(found) if not one.is_quoted and any(likeness(one.stem, key) for key in kinds)}
