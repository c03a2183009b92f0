"""What a clause is by its first word: a question, something to look up, an order, or what is only said."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Literal

from assistant.planner.english.common import is_past
from assistant.planner.english.numbers import NUMBER_WORDS
from assistant.planner.english.phrasal import asked_for
from assistant.planner.english.stems import IRREGULAR, concept, is_plural, stem
from assistant.planner.english.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    CHANGE_VERBS,
    LOOSE_VERBS,
    ORDER_VERBS,
    PERSONAL,
    PREPOSITIONS,
    READ_VERBS,
    STOPWORDS,
    WH,
    wordset,
)
from assistant.planner.english.words import CONTACTS, Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.events_told import phrased
from assistant.planner.offer.mentions import Mention, spot

KNOWING = frozenset({"know", "hear", "learn", "understand"})
NOUNS_TOO = wordset(
    "name report count order note comment place point record play plan start end water mail message highlight "
    "release store file lock link roll run text issue request book host call charge free open close hold "
    "complete view look print search mark rank sort check update deploy change move turn post share list get "
    "schedule fix phone ping"
)
AMOUNTS = frozenset(NUMBER_WORDS) | {"half", "quarter", "couple", "dozen"}
GOES = "goes"
OPEN = wordset("whichever whoever whatever anything everything")
AMOUNT = 4
"""So many words at most say how much, and where from."""
PICKING = frozenset({"of", "among"})
"""Before all those of which one is asked for: `of the late ones, which is …?`"""
BOOKED = wordset("him her them it the this that his their")
TOLD = wordset("found saw got had went did left")
SHOVED = wordset("to onto into up down back forward on over off in")
FAR = 6
GIVEN = wordset("a an the another some his her their its more")
UNTIL = frozenset({"until", "till"})
PLACED = wordset("to as into onto in down up off on with for")
"""What a name stands before that something is done with: `pop Ada onto the list`."""
LOOSELY = wordset("at in on by near there with without until after before from during")
"""Behind a verb, what is asked of anybody: `can you swim in the lake`."""
NO_OBJECTS = wordset("of number numbers address count counts total totals stats statistics figures rate rates")
FINITE = frozenset({"has", "needs", "will", "must", "should", "was", "can"})
"""Behind a word that is a subject, and no verb."""
REACHING = wordset("page ping nudge ring buzz text email mail message notify remind invite dm poke")
BOTH = frozenset({"both", "all", "should", "can", "must", "to", "need", "needs", "have", "has"})
GOING = frozenset({"go", "goes"})
Mood = Literal["asks", "reads", "orders", "forbids", "states"]
EXCEPTING = frozenset({"besides", "except", "excluding", "excepting"})
MAKING = frozenset({"print", "get", "bring"})
"""Verbs for looking up that have a new thing made."""


def mood_of(found: Sequence[Token], at: int, catalog: Catalog) -> Mood:
    if at >= len(found) or found[at].is_quoted or (found[at].is_noun and found[at].word in CONTACTS):
        return "states"
    if found[at].is_id:
        return "orders" if _is_short_order(found, at, catalog) else "states"
    word = found[at].word
    after = found[at + 1].word if at + 1 < len(found) else ""
    if is_plural(word) and "nobody" in [one.word for one in found[at + 1 : at + 3]]:
        return "asks"  # `jobs nobody's taken yet`
    if word in WH or word in AUXILIARIES or (word in PREPOSITIONS and after in ("what", "which", "whom")):
        return "asks"
    if word in PICKING and any(
        one.word in ("which", "who") and two.word in AUXILIARIES for one, two in pairwise(found)
    ):
        return "asks"
    if word in PREPOSITIONS and _asks_apart(found, at):
        return "asks"
    if word in EXCEPTING:
        return "asks" if any(token.word in ("which", "what", "who", "how") for token in found[at:]) else "states"
    own = {deed.name_words[0] for deed in catalog.acts if deed.name_words}
    stems = {token.stem for token in found[at + 1 :]}
    own |= {"bring"} & {one for one in (word,) if found[at].stem in catalog.act_verbs}
    own |= {
        word
        for deed in catalog.acts
        for word in (found[at].word,)
        if found[at].stem in deed.verbs and deed.nouns & stems
    }
    if _is_subject(found, at):
        return "states"
    if _is_going(found, at, catalog) or _is_calling(found, at):
        return "orders"
    if _is_getting(found, at):
        return "reads"
    if (
        is_booking(found, at)
        or _is_shoving(found, at)
        or _is_giving(found, at)
        or _is_telling(found, at)
        or asked_for(found, at) & catalog.act_verbs
        or any(phrased(found, at, param) for deed in catalog.acts for param in deed.required)
    ):
        return "orders"
    if _is_read(found[at], stems, catalog):
        return "reads"
    if _is_handing(found, at):
        return "orders"
    if word == "tell" and found[at + 1 : at + 2] and found[at + 1].word not in ("me", "us", "about"):
        return "orders"
    if word in MAKING and [token.word for token in found[at + 1 : at + 3]] in (["a", "new"], ["another", "new"]):
        return "orders"
    if word in KNOWING or (word in READ_VERBS and word not in own and word not in CHANGE_VERBS):
        return "reads"
    if found[at].owns or is_of(found, at) or _describes(found, at, catalog):
        return "states"
    if is_unheard(found, at, catalog) or _is_choosing(found, at, catalog):
        return "orders"
    is_order = (
        word in ORDER_VERBS
        or word in CHANGE_VERBS
        or (found[at].stem in catalog.act_verbs and not word.endswith(("ed", "ing", "s")))
    )
    return "orders" if is_order else "states"


def _asks_apart(found: Sequence[Token], at: int) -> bool:
    """`on the late shift, which desk is …`: behind a comma, what is asked of it."""
    for here in range(at + 1, len(found) - 1):
        is_apart = found[here].start > found[here - 1].end + 1
        is_open = found[here].word in ("which", "what", "who", "how") or found[here + 1].word in AUXILIARIES
        if is_apart and found[here].word in WH and is_open:
            return True
    return False


def _is_read(verb: Token, stems: Collection[str], catalog: Catalog) -> bool:
    """`list boats`, where a tool lists them: also one that acts may call itself so."""
    is_plain = verb.word in READ_VERBS - CHANGE_VERBS - ORDER_VERBS
    return is_plain and any(deed.reads and verb.stem in deed.verbs and deed.nouns & {*stems} for deed in catalog.deeds)


def _is_short_order(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`P-1 back to planned please`, `T-3 goes to Lena`: an order without a verb of its own."""
    words = {token.word for token in found[at + 1 :]}
    if (WH | AUXILIARIES) & words:
        return False
    if GOES in words:
        return "to" in words
    chosen = [one for deed in catalog.acts for one in spot(found, deed.params) if one.choice]
    return bool(chosen) and (bool(words & {"please", "back", "to", "now"}) or _is_noted(found, at, chosen))


def _is_noted(found: Sequence[Token], at: int, chosen: Sequence[Mention]) -> bool:
    """`P-1 and P-2: done`: behind ids and a colon nothing but what they are to be."""
    ids = [here for here in range(at, len(found)) if found[here].is_id]
    rest = range(ids[-1] + 1, len(found))
    is_apart = bool(rest) and found[rest[0]].start > found[rest[0] - 1].end + 1
    is_list = all(found[here].is_id or found[here].word == "and" for here in range(at, ids[-1]))
    return is_apart and is_list and any(set(rest) <= set(one.span) for one in chosen)


def _is_handing(found: Sequence[Token], at: int) -> bool:
    """`give the repair to Samir`, but not `give me …`."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    is_asked = after in PERSONAL or any(token.word in WH for token in found[at + 1 :])
    return found[at].word in ("give", "hand") and not is_asked and any(token.word == "to" for token in found[at + 2 :])


def _is_getting(found: Sequence[Token], at: int) -> bool:
    """`get the guests of floor 2`, `get Ada's phone number`: to be told, as nothing is to become of it."""
    if found[at].word != "get" or asked_for(found, at):
        return False
    rest = [token for token in found[at + 1 :] if token.word not in ("me", "us")]
    is_known = bool(rest) and (rest[0].word == "the" or any(token.owns for token in rest[:3]))
    goes = any(token.word in (PLACED | {"out", "over", "back"}) - {"for", "with", "on", "in"} for token in rest)
    is_done = any(token.word.endswith(("ed", "ing")) or token.word in IRREGULAR for token in rest[1:])
    return is_known and not goes and not is_done and not any(_says_how(token) for token in rest)


def _says_how(token: Token) -> bool:
    return token.word in ("ready", "clean", "fixed", "sorted", "ordered", "open", "shut", "free", "please")


def _is_shoving(found: Sequence[Token], at: int) -> bool:
    """`push Ada's lesson back to Friday`, `bump B-7 up`: a verb that says little, with an object and where it goes."""
    after = found[at + 1] if at + 1 < len(found) else None
    has_object = after is not None and (after.is_known or after.is_id or after.is_number or after.word in BOOKED)
    goes = any(token.word in SHOVED for token in found[at + 2 : at + 2 + FAR])
    return found[at].word in LOOSE_VERBS and has_object and goes


def is_booking(found: Sequence[Token], at: int) -> bool:
    """`check her in`, `check the Millers out`: to note that they come or go."""
    words = [token.word for token in found[at + 1 : at + 1 + AMOUNT]]
    small = next((here for here, word in enumerate(words) if word in ("in", "out")), 0)
    is_object = bool(small) and (
        words[0] in BOOKED or any(token.is_known or token.is_name for token in found[at + 1 : at + 1 + small])
    )
    return (
        found[at].word in ("check", "sign", "buzz")
        and is_object
        and words[small + 1 : small + 2] not in (["the"], ["our"])
    )


def _is_giving(found: Sequence[Token], at: int) -> bool:
    """`give Ada a refund`, `give it two more days`, `give her till noon`: and not `give me the list`."""
    if found[at].word != "give" or at + 2 >= len(found) or found[at + 1].word in PERSONAL:
        return False
    for here in range(at + 1, len(found) - 1):
        is_behind = here > at + 1 and found[here - 1].word not in ARTICLES
        if found[here].word in GIVEN and is_behind:
            return found[here + 1].is_content or found[here + 1].is_number
        if is_behind and (found[here].word in UNTIL or found[here].is_number or found[here].word in AMOUNTS):
            return True
        if found[here].word in PREPOSITIONS | {"and", "or"}:
            return False
    return False


def _is_telling(found: Sequence[Token], at: int) -> bool:
    """`let Ada know that we are late`, but not `let me know`."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    return found[at].word == "let" and after not in PERSONAL and any(one.word == "know" for one in found[at + 2 :])


def _describes(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`open incidents`: the word before a kind of things says which, where no tool does such a thing."""
    if at + 1 >= len(found) or found[at].word not in NOUNS_TOO:
        return False
    after = found[at + 1]
    kinds = catalog.concepts
    own = {verb for deed in catalog.acts for verb in deed.verbs}
    return found[at].stem not in own and is_plural(after.word) and concept(after.stem) in kinds


def _is_subject(found: Sequence[Token], at: int) -> bool:
    """`search has to come down`: of what could be a verb something is told."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    return (found[at].word in READ_VERBS | ORDER_VERBS and after in FINITE) or _is_name_of_verb(found, at)


def _is_name_of_verb(found: Sequence[Token], at: int) -> bool:
    """`Clean customer records is late`: a name that begins with a verb, and what is so of it."""
    stop = at + 1
    while stop < len(found) and stop < at + 1 + FAR and found[stop].is_content and not found[stop].owns:
        stop += 1
    inner = found[at + 1 : stop]
    is_plain = not any(one.is_id or one.is_number or one.is_name or one.is_known or one.word in OPEN for one in inner)
    return is_plain and at + 1 < stop < len(found) - 1 and found[stop].word in ("is", "was") and found[at].is_content


def _is_calling(found: Sequence[Token], at: int) -> bool:
    """`page Ada for me`, `nudge Bo about it`: somebody is to be told, or to be got hold of."""
    after = found[at + 1] if at + 1 < len(found) else None
    return found[at].word in REACHING and after is not None and (after.is_known or after.is_name) and not after.owns


def _is_going(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`The mill and the barn both go on hold now`: what they are to be, of things that are called by their names."""
    names = at
    while names < len(found) and (found[names].is_known or found[names].word in ("and", "the")):
        names += 1
    behind = next((here for here in range(names, len(found)) if found[here].word not in BOTH), len(found))
    if names == at or behind >= len(found) or found[behind].word not in GOING or not found[names - 1].is_known:
        return False
    chosen = [one for deed in catalog.acts for one in spot(found, deed.required) if one.choice]
    return any(behind < one.start <= behind + 1 + (found[behind + 1].word in PLACED) for one in chosen)


def _is_choosing(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`waive her fine`, where a tool makes it `waived`: the plain form of a choice is the verb of an order."""
    word, params = found[at].word, [one for deed in catalog.acts for one in deed.required]
    if at + 1 >= len(found) or found[at].is_name or found[at].is_known or word.endswith(("s", "ing")):
        return False
    chosen = (one for param in params for one in param.choices if one.endswith("ed") and one != word)
    return any(stem(one) == found[at].stem for one in chosen) and found[at + 1].word not in AUXILIARIES | PREPOSITIONS


def is_told(word: str) -> bool:
    """`found the key`: what somebody has done, and not what is to be done."""
    return IRREGULAR.get(word, word) != word or word in TOLD or is_past(word)


def is_unheard(
    found: Sequence[Token],
    at: int,
    catalog: Catalog,
    objects: frozenset[str] = ARTICLES | {"it", "them", "this", "these", "us", "me", "him", "her"},
) -> bool:
    """A first word that nobody knows, with an object behind it, is a verb: `defrost the fridge`, `knock ten off it`."""
    known = STOPWORDS | AMOUNTS | set(catalog.vocabulary)
    after = found[at + 1] if at + 1 < len(found) else None
    has_object = after is not None and (after.word in objects or after.is_id or _is_taken_off(found[at + 1 :]))
    has_object = has_object or _is_placed(found[at + 1 :])
    is_plain = found[at].word.isalpha() and not (found[at].is_known or found[at].is_name or is_told(found[at].word))
    is_doing = found[at].word.endswith("ing") and found[at].stem != found[at].word
    return is_plain and not is_doing and found[at].word not in known and has_object


def _is_placed(found: Sequence[Token]) -> bool:
    """`… Ada onto the list`, `… 202 down as clean`: a name, and where it goes."""
    names = 0
    while names < len(found) and (found[names].is_known or found[names].is_number):
        names += 1
    return 0 < names < len(found) - 1 and found[names].word in PLACED


def is_bidden(found: Sequence[Token], at: int) -> bool:
    """Behind `can you`: a verb, whatever it is, unless it may be asked of anybody."""
    if at >= len(found) or found[at].is_quoted or not found[at].word.isalpha():
        return False
    is_plain = found[at].word not in STOPWORDS | READ_VERBS | AMOUNTS and not found[at].is_name
    return is_plain and at + 1 < len(found) and found[at + 1].word not in LOOSELY


def _is_taken_off(found: Sequence[Token]) -> bool:
    """`10 percent off the quote`, `20 euros from his bill`: by how much, and of what."""
    places = (here for here, token in enumerate(found[:AMOUNT]) if token.word in ("off", "from"))
    is_amount = bool(found) and (found[0].is_number or found[0].word in AMOUNTS)
    return is_amount and any(here > 0 and here + 1 < len(found) for here in places)


def is_of(found: Sequence[Token], at: int) -> bool:
    """`email of …`, `phone number`, `deploy count`: a verb has no such object."""
    return any(token.word in NO_OBJECTS for token in found[at + 1 : at + 2])
