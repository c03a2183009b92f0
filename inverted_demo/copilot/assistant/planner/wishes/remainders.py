"""What is left of a figure: the budget without what is spent, the seats without those that are taken."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.records import Record
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.wording import bold, called, spoken, value_text

LEFT = wordset("left remaining remains unspent unused over")
FREE = wordset("free available vacant spare")
BLOWN = wordset(
    "blow blew blown exceed exceeds exceeded exceeding overspend overspent overrun overran bust burst within"
)
USED = wordset(
    "spent used taken sold booked consumed occupied paid spending enrolled registered reserved filled allocated "
    "attendees participants"
)
DONE = USED | wordset("done completed finished processed handled delivered made")
WHOLE = wordset("budget capacity total limit quota seats places allowance amount price spaces berths beds max maximum")
PLACES = wordset("places seats spaces spots slots tickets beds berths room")
STOCK = wordset("stock quantity available hand onhand count units left")
KEPT = wordset("reorder minimum min par threshold restock safety")


def pair_of(fields: Sequence[Slot]) -> tuple[Slot, Slot] | None:
    """The figure, and how much of it is gone; none where a field says itself what is left."""
    measures = [slot for slot in fields if slot.is_measure]
    used = next((slot for slot in measures if USED & set(slot.all_words)), None)
    whole = next((slot for slot in measures if slot is not used and WHOLE & set(slot.all_words)), None)
    if whole is None or used is None:
        whole, used = next(
            ((one, other) for one in measures for other in measures if _is_done_of(other, one)), (None, None)
        )
    has_own = any(LEFT & set(slot.all_words) for slot in measures)
    return (whole, used) if whole and used and not has_own else None


def _is_done_of(used: Slot, whole: Slot) -> bool:
    """`pages_done`, of `pages`."""
    words, own = set(used.all_words), set(whole.all_words)
    return own < words and words - own <= DONE


def left_figure(fields: Sequence[Slot]) -> Slot | None:
    """The figure for what is left, or for what is in stock."""
    measures = [slot for slot in fields if slot.is_measure]
    own = (slot for slot in measures if (LEFT | FREE) & set(slot.all_words))
    stock = (slot for slot in measures if _is_stock(slot))
    return next(own, None) or (None if pair_of(fields) else next(stock, None))


def kept_pair(fields: Sequence[Slot]) -> tuple[Slot, Slot] | None:
    """How much there is of a thing, and how much there should be at least."""
    measures = [slot for slot in fields if slot.is_measure]
    least = next((slot for slot in measures if KEPT & set(slot.all_words)), None)
    others = [slot for slot in measures if slot is not least and not KEPT & set(slot.all_words)]
    there = next((slot for slot in others if FREE & set(slot.all_words)), None)
    there = there or next((slot for slot in others if LEFT & set(slot.all_words) or _is_stock(slot)), None)
    return (there, least) if there and least else None


def _is_stock(slot: Slot) -> bool:
    told = f" {slot.description.casefold()} "
    is_said = any(f" {words} " in told for words in ("in stock", "on hand", "in store", "there are", "we have"))
    return (bool(STOCK & set(slot.all_words)) or is_said) and not KEPT & set(slot.all_words)


def left_words(found: Sequence[Token], fields: Sequence[Slot]) -> set[int]:
    """Where a text asks what is left of such a figure."""
    pair = pair_of(fields)
    words = {*pair[0].all_words, *pair[1].all_words, *PLACES, "much", "money"} if pair else set[str]()
    keys = set(map(stem, words))
    is_asked = any(token.stem in keys for token in found)
    return {at for at, token in enumerate(found) if is_asked and token.word in LEFT | BLOWN and not token.is_quoted}


def remainder(things: Sequence[Record], fields: Sequence[Slot]) -> Reply | None:
    pair = pair_of(fields)
    if pair is None or len(things) != 1:
        return None
    [thing], (whole, used) = things, pair
    figures = [thing.get(whole.name), thing.get(used.name)]
    if not all(is_number(one) for one in figures):
        return None
    if figures[1] > figures[0]:
        more = bold(value_text(figures[1] - figures[0], whole))
        told = f"{spoken(used.name)} {value_text(figures[1], used)}"
        name = spoken(whole.name)
        text = f"The {name} of {called(thing)}, {value_text(figures[0], whole)}, is exceeded by {more}: {told}."
        return Reply(text, list(things))
    left = value_text(figures[0] - figures[1], whole)
    told = f"{spoken(whole.name)} {value_text(figures[0], whole)}, {spoken(used.name)} {value_text(figures[1], used)}"
    return Reply(f"{bold(left)} is left of the {spoken(whole.name)} of {called(thing)}: {told}.", list(things))
