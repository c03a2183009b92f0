"""Where a text says one of the choices of a field."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.likeness import SAME, plain_tokens
from assistant.planner.english.stems import concept, content_stems, identifier_words, stem, stems
from assistant.planner.english.vocabulary import STOPWORDS
from assistant.planner.english.words import PHRASE_WORDS, Token
from assistant.planner.offer.schemas import Slot

IN_CHOICE = 0.65
AHEAD = frozenset(
    {"to", "will", "must", "should", "can", "could", "would", "does", "do", "did", "who", "i", "we", "you"}
)
TURNED = frozenset({"out", "off", "not", "no"})
PAST = frozenset({"done", "sent", "paid", "sold", "lost", "built", "made", "gone", "out", "shut", "won", "read"})
DONE_SO = frozenset({"clean", "dry", "cool", "warm", "empty", "clear", "dirty", "wet"})
"""What is so is not being made so: `clean`, and `cleaning`."""
MAKING = frozenset({"set", "put", "mark", "make", "change", "turn", "switch", "move", "update", "get"})
"""Verbs with `to`: what is set to clean is so then."""
TO_DO = frozenset({"to", "must", "should", "will"})
SMALL = TURNED | {"only"}
NOT_SO = frozenset({"not", "un", "no", "to", "awaiting", "pending"})


def joined_choices(found: Sequence[Token], choice: str) -> list[tuple[int, int, float]]:
    """`noshows` for `no_show`."""
    words = identifier_words(choice)
    whole = stem("".join(words))
    return [(at, at + 1, SAME) for at, token in plain_tokens(found) if len(words) > 1 and stem(token.word) == whole]


def in_choice(found: Sequence[Token], choice: str, slot: Slot) -> list[int]:
    """`the bikes` for `cargo_bike`: a word that no other choice has."""
    words = identifier_words(choice)
    if len(words) != 2 or words[0] in STOPWORDS or words[1] in STOPWORDS:
        return []
    others = {concept(key) for one in slot.choices if one != choice for key in stems(one)}
    others |= {concept(key) for key in slot.key}
    own = {concept(key) for key in stems(choice)} - others
    return [at for at, token in plain_tokens(found) if concept(token.stem) in own and not token.is_name]


FREE = frozenset({"available", "vacant"})
WISHED = frozenset({"like", "want", "prefer", "love"})
"""`I want it to be cleaned`: it is what it becomes."""
WHICH = frozenset({"which", "what", "who", "how"})
MAY_BE = ("can", "could", "may", "to")


def is_possible(found: Sequence[Token], at: int) -> bool:
    """`can be adopted`, `for rent`, `up for adoption`: what may be done with things that are free for it."""
    before = [token.word for token in found[max(0, at - 2) : at]]
    is_bare = found[at].word.endswith(("al", "ion")) or not found[at].word.endswith(("ed", "ing"))
    is_wished = before[:1] == ["to"] and any(one.word in WISHED for one in found[: at - 2])
    if is_wished and not any(one.word in WHICH for one in found[: at - 2]):
        return False
    return (len(before) == 2 and before[0] in MAY_BE and before[1] == "be") or (before[-1:] == ["for"] and is_bare)


def free_choice(slot: Slot) -> str | None:
    """The choice of things with which it may be done."""
    return next((one for one in slot.choices if one in FREE), None)


def is_ahead(found: Sequence[Token], at: int, choice: str) -> bool:
    """`who is to fix it`, `what needs fixing`: the choice says what is behind, and this is still to come."""
    is_to_do = at > 0 and found[at - 1].word in TO_DO and not any(one.word in MAKING for one in found[:at])
    own = identifier_words(choice)
    if tuple(one.word for one in found[at : at + len(own)]) == own and len(own) > 1:
        return False
    if found[at].word in DONE_SO and (choice.endswith("ing") or choice == found[at].word):
        return is_to_do != choice.endswith("ing")
    if (choice.endswith("ed") or choice in PAST) and is_possible(found, at):
        return True
    if not (choice.endswith("ed") or choice in PAST) or found[at].word.endswith("ed") or found[at].word == choice:
        return False
    if [token.word for token in found[max(0, at - 2) : at]] in (["can", "you"], ["could", "you"], ["would", "you"]):
        return False
    if at > 1 and found[at - 2].word == "did" and found[at - 1].word in ("we", "you", "i", "they"):
        return False
    is_noun = at > 0 and found[at - 1].word in ("in", "under", "the")
    return (found[at].word.endswith("ing") and not is_noun) or (at > 0 and found[at - 1].word in AHEAD)


def choice_key(choice: str, slot: Slot) -> tuple[str, ...]:
    """The stems of what it says; of all its words where small ones tell it from another, or turn it round."""
    if word := PHRASE_WORDS.get(identifier_words(choice)):
        return (stem(word),)
    words = identifier_words(choice)
    if len(words) > 1 and len(words[-1]) == 1:
        return stems(choice)
    key = content_stems(choice)
    others = [content_stems(one) for one in slot.choices if one != choice]
    return stems(choice) if key in others or SMALL & set(identifier_words(choice)) else key


def is_called(choice: str, phrase: str) -> bool:
    """`ready_for_pickup` is ready; `not_ready` is not."""
    own, words = identifier_words(choice), tuple(phrase.split())
    if own == words:
        return True
    places = [at for at in range(len(own) - len(words) + 1) if own[at : at + len(words)] == words]
    return bool(places) and len(own) <= len(words) + 2 and not NOT_SO & set(own) - set(words)
