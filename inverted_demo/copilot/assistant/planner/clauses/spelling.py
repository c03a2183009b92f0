"""Misspelt and shortened words of what a server offers, read as what they are meant to be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from assistant.planner.english.clipping import unclipped
from assistant.planner.english.common import is_common_word
from assistant.planner.english.everyday import known_instead
from assistant.planner.english.families import relative
from assistant.planner.english.likeness import likeness
from assistant.planner.english.stems import concept, is_plural, plural, stem
from assistant.planner.english.typos import SHORT, nearest
from assistant.planner.english.vocabulary import (
    CHANGE_VERBS,
    LOOSE_VERBS,
    ORDER_VERBS,
    READ_VERBS,
    STOPWORDS,
    SUPERLATIVES,
    wordset,
)
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.people import are_called_persons, is_agent

DOERS = wordset("i we you they")
LIVING = wordset("live lives")
DWELLING = wordset("in at on near with alone together there here")
LEADING = wordset("please you to and then can could just now so i we let us not")


def corrected(found: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    known = catalog.vocabulary
    plain = STOPWORDS | READ_VERBS | set(SUPERLATIVES)
    general = plain | ORDER_VERBS | CHANGE_VERBS | LOOSE_VERBS
    stems = set(known.values()) | {stem(word) for word in general}
    found = [_in_hand(token, catalog) for token in _checked_out(found, catalog)]
    read = [
        part
        for at, token in enumerate(found)
        for part in _turned(token if _is_doing(found, at) else _instead(token, catalog), known)
    ]
    right = catalog.said - set(known)
    return tuple(
        token
        if token.word in right
        else _corrected(token, known, general, general if _may_order(read, at) else plain, stems)
        for at, token in enumerate(read)
    )


def _checked_out(found: Sequence[Token], catalog: Catalog) -> list[Token]:
    """`check out Dune` is to borrow it, unless something is there that is called checking out."""
    result = list(found)
    is_own = any(deed.name_words[:2] == ("check", "out") or "checkout" in deed.name_words for deed in catalog.acts)
    for at in range(len(result) - 2, -1, -1):
        verb, small = result[at : at + 2]
        if not is_own and (verb.word, small.word) == ("check", "out") and not verb.is_quoted:
            result[at : at + 2] = [replace(verb, text="borrow", word="borrow", stem=stem("borrow"), end=small.end)]
    return result


def _may_order(found: Sequence[Token], at: int) -> bool:
    """Whether a verb may stand there that says what is to be done: `after the storm` is not to store."""
    return at == 0 or found[at - 1].word in LEADING or found[at].start > found[at - 1].end + 1


def _is_doing(found: Sequence[Token], at: int) -> bool:
    """`buy us two`, `who do we buy it from`, `who lives in York`: a verb, and not who does it."""
    is_led = at > 0 and found[at - 1].word in DOERS
    if found[at].word in LIVING:
        after = found[at + 1].word if at + 1 < len(found) else ""
        return is_led or after in DWELLING or any(one.word in ("do", "does", "where") for one in found[:at])
    return found[at].word in ORDER_VERBS | CHANGE_VERBS and (is_led or _may_order(found, at))


def _in_hand(token: Token, catalog: Catalog) -> Token:
    """What somebody is `working on`, where there are no projects: the things that are assigned to persons.

    Who works on it are the persons that there are, where none are called members.
    """
    if token.word == token.text == "member" and not any(stem("member") in one.nouns for one in catalog.sources):
        agents = (slot for one in catalog.listed() for slot in one.fields if is_agent(slot))
        if any(stem("member") in slot.key for one in catalog.sources for slot in one.fields):
            return token
        if (agent := next(agents, None)) is not None:
            word = agent.all_words[-1]
            return replace(token, word=word, stem=stem(word))
        persons = next((one for one in catalog.listed() if are_called_persons(one)), None)
        return token if persons is None else replace(token, word=persons.noun, stem=stem(persons.noun.split()[-1]))
    if token.word != "project" or token.text != "project" or "project" in catalog.vocabulary:
        return token
    kinds = (one for one in catalog.listed() if any(slot.is_nullable and is_agent(slot) for slot in one.fields))
    source = next(kinds, None)
    return token if source is None else replace(token, word=source.noun, stem=stem(source.noun.split()[-1]))


def _instead(token: Token, catalog: Catalog) -> Token:
    """An everyday word for what the offer, or its data, call otherwise."""
    is_plain = token.is_content and token.word.isalpha() and not (token.is_name or token.is_quoted)
    is_read = token.word not in (token.text, token.text.casefold()) or token.word in catalog.told_words
    if not is_plain or is_read:
        return token
    whole = unclipped(token.word, catalog.vocabulary) if token.word not in catalog.said else None
    if whole is not None:
        return replace(token, word=whole, stem=stem(whole))
    word = known_instead(token.word, catalog.named_words, catalog.kind_stems, catalog.said)
    if word is None:
        return token
    if word not in catalog.named_words and stem(word) not in catalog.kind_stems:
        return replace(token, text=word, word=word, stem=stem(word))
    word = plural(word) if is_plural(token.word) and not is_plural(word) else word
    return replace(token, word=word, stem=stem(word))


def _turned(token: Token, known: dict[str, str]) -> list[Token]:
    """`unanswered` is not answered, where the offer speaks of what is."""
    bare = token.word.removeprefix("un")
    is_turned = bare != token.word and bare.endswith("ed") and token.word not in known and bare in known
    if not is_turned or token.is_quoted or token.is_name or concept(token.stem) != token.stem:
        return [token]
    return [replace(token, word=one, stem=stem(one)) for one in ("not", bare)]


def _corrected(
    token: Token, known: dict[str, str], general: Collection[str], likely: Collection[str], stems: set[str]
) -> Token:
    if token.is_quoted or not token.word.isalpha():
        return token
    if token.stem in stems or token.word in general:
        return replace(token, is_common=True)
    if token.is_name:
        return token
    kin = next((key for key in known.values() if likeness(token.stem, key)), None)
    if kin is not None:
        return replace(token, stem=kin)
    if (kin := relative(token.stem, set(known.values()))) is not None:
        return replace(token, stem=kin)
    if is_common_word(token.word):
        return replace(token, is_common=True)
    meant = nearest(token.word, known)
    if meant is None and len(token.word) > SHORT:
        meant = nearest(token.word, likely, limit=1)
    meant = meant or _abbreviated(token.word, known)
    return token if meant is None else replace(token, word=meant, stem=stem(meant))


def _abbreviated(word: str, known: Iterable[str]) -> str | None:
    """`prio`, where only one word begins so."""
    meant = {stem(one): one for one in known if len(word) >= SHORT and one.startswith(word)}
    return next(iter(meant.values())) if len(meant) == 1 else None
