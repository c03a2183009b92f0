"""Where one clause of a turn ends and another begins."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from assistant.planner.clauses.bidding import bidden
from assistant.planner.clauses.moods import NOUNS_TOO, is_of, is_unheard, mood_of
from assistant.planner.english.common import is_past
from assistant.planner.english.stems import IRREGULAR, stem
from assistant.planner.english.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    CHANGE_VERBS,
    ORDER_VERBS,
    PERSONAL,
    PREPOSITIONS,
    PRONOUNS,
    READ_VERBS,
    WH,
    wordset,
)
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog

OPENERS = wordset(
    "please now then also and ok okay hey hi hiya hello so well first next finally just kindly afterwards but or "
    "thanks after that lastly alternatively additionally moreover"
)
SENTENCE_END = re.compile(r"[.!?;\n]|[:;]-?[)D]")
TOPIC_END = re.compile(r":|\s[-\u2013\u2014]\s")
MAX_TOPIC = 6
WHY = 5
SHORTENED = wordset("co ltd inc corp bros mr mrs ms dr st jr sr dept no nr vs approx")
SUBJECTS = wordset("he she they it his her their its")
BEING = wordset("is are was were has had have got")
DESCRIBING = frozenset({"whichever", "whoever", "whatever"})
"""`whichever is the fullest: empty it`"""
OCCASIONS = wordset("for re regarding about")
"""`for the board meeting - how many …?`: why it is asked."""
MAYBE = wordset("will would can could should might must needs wants cannot")
DONE = wordset("told said went saw knew thought felt left met stood sat spoke heard gone did done")
PLURALS = wordset("children men women mice")
NAMED_REASONS = wordset("reason reasons note notes comment remark because message text")
TELLING_VERBS = frozenset({"write", "say", "note", "comment", "text"})
"""Behind these, what follows a colon is what is to be written."""


def begins_sentence(text: str, start: int) -> bool:
    return text[:start].rstrip()[-1:] in ("", *".!?;")


def parted(text: str, found: Sequence[Token], catalog: Catalog) -> list[list[Token]]:
    parts: list[list[Token]] = []
    for at, token in enumerate(found):
        gap = text[found[at - 1].end : token.start] if at else ""
        is_within = at > 0 and token.is_quoted and found[at - 1].is_quoted
        is_within = is_within or (at > 0 and _is_short(text, found[at - 1], gap))
        ends = (bool(SENTENCE_END.search(gap)) and not is_within) or (
            at > 0
            and _joins(gap, found[at - 1], token)
            and begins_clause(found, at, catalog)
            and not (parts and _goes_on(parts[-1], found, at))
        )
        ends = ends or ("," in gap and (_is_remark(found, at) or (parts and _is_why(parts[-1], found, at, catalog))))
        ends = ends or ("," in gap and bool(parts) and _is_asked_of(parts[-1], found, at, catalog))
        ends = ends or ("," in gap and is_becoming(found, at, catalog))
        ends = ends or (":" in gap and bool(parts) and _is_led_to(parts[-1], found, at, catalog))
        ends = ends or (bool(parts) and bool(TOPIC_END.search(gap)) and _is_topic(parts[-1], found, at, catalog))
        if not parts or ends:
            parts.append([])
        parts[-1].append(token)
    return [part for part in parts if any(token.word not in OPENERS for token in part)] or parts[:1]


def _is_led_to(part: Sequence[Token], found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`we paint the hall tonight: keep it free`: behind what somebody does or is, what is to be done."""
    words = [token.word for token in part]
    is_sentence = words[0] in ("i", "we", "they", "he", "she") or tells_event(words)
    is_telling = bool(TELLING_VERBS & set(words)) or mood_of(part, 0, catalog) != "states"
    is_order = mood_of(found, at, catalog) == "orders" or is_becoming(found, at, catalog)
    return is_sentence and not is_telling and is_order


def is_becoming(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`…, so the barn can be put on hold`: an order of its own."""
    while at < len(found) - 1 and found[at].word in OPENERS:
        at += 1
    return bidden(found, at, catalog) is not None


def _is_short(text: str, token: Token, gap: str) -> bool:
    """`Wye Cider Co. to packed`, `Co.'s order`: the stop of an abbreviation ends no sentence."""
    behind = text[token.end + 1 : token.end + 3].lstrip()
    is_stop = gap[:1] == "." and not SENTENCE_END.search(gap[1:])
    return is_stop and token.word in SHORTENED and (behind[:1].islower() or behind[:1] in ("'", "\u2019"))


def _goes_on(part: Sequence[Token], found: Sequence[Token], at: int) -> bool:
    """`which boat is late and is on its way`: what else is so of it, and no question of its own."""
    words = [token.word for token in found[at : at + 3]]
    is_more = words[:1] in (["and"], ["but"]) and words[1:2] and words[1] in BEING - {"got"}
    is_bare = bool(words[2:]) and words[2] not in ARTICLES | PRONOUNS | PERSONAL | {
        "there",
        "any",
        "anyone",
        "everyone",
    }
    is_named = len(found) > at + 2 and (found[at + 2].is_name or found[at + 2].is_known)
    return (
        bool(is_more) and is_bare and not is_named and bool({"which", "who", "what"} & {one.word for one in part[:3]})
    )


def _is_topic(part: Sequence[Token], found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`P-1: set the status …`: what an order is about may stand before it."""
    words = {token.word for token in part}
    if part[0].word in DESCRIBING and mood_of(found, at, catalog) == "orders":
        return True
    is_bare = len(part) <= MAX_TOPIC and not words & (WH | AUXILIARIES | TELLING_VERBS)
    is_known = all(token.is_known for token in part) or part[0].word in OCCASIONS
    after = mood_of(found, at, catalog)
    return is_bare and mood_of(part, 0, catalog) == "states" and (after == "orders" or (is_known and after == "asks"))


def _is_done(word: str) -> bool:
    """Whether a word says what somebody did."""
    is_irregular = word in IRREGULAR and word not in PLURALS
    return word in DONE or is_irregular or (word.endswith("ed") and len(word) > len("need"))


def _is_asked_of(part: Sequence[Token], found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`Ada is here, which room is she in`: a question behind a sentence, and not only which Ada is meant."""
    words = [token.word for token in part]
    begin = next((here for here, word in enumerate(words) if word not in OPENERS), 0)
    is_sentence = any(
        word in AUXILIARIES or is_past(word) for here, word in enumerate(words) if here > begin and word not in WH
    )
    is_sentence = is_sentence or _is_at_work(words[begin:])
    after = found[at + 1] if at + 1 < len(found) else None
    is_relative = found[at].word == "which" and after is not None and after.word in AUXILIARIES
    is_question = found[at].word in WH and not is_relative and not WH & set(words)
    return is_question and is_sentence and mood_of(part, begin, catalog) == "states"


def _is_at_work(words: Sequence[str]) -> bool:
    """`writing the report for …`, `working on my slides`: what the person is about, and orders nobody to do."""
    return (
        bool(words) and words[0].endswith("ing") and bool((ARTICLES | PREPOSITIONS | {"my", "our"}) & set(words[1:2]))
    )


def _joins(gap: str, before: Token, token: Token) -> bool:
    return "," in gap or token.word in ("and", "then", "also", "but", "&") or before.word in ("then", "also")


def _is_remark(found: Sequence[Token], at: int) -> bool:
    """`…, i'm looking at it`, `…, Ada's waiting`: what is told beside, and asks nothing."""
    if is_doing(found[at:]) or (
        found[at].word == "you" and at + 1 < len(found) and found[at + 1].word in ("can", "may")
    ):
        return True
    return found[at].word in ("i", "we") and at + 1 < len(found) and found[at + 1].word not in ("want", "need")


def _is_why(part: Sequence[Token], found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`switch his tickets, his show got cancelled`: behind an order, what is so."""
    verbs = ORDER_VERBS | CHANGE_VERBS
    begin = next((here for here, one in enumerate(part) if one.word not in OPENERS | AUXILIARIES | {"you"}), 0)
    is_order = part[begin].word in verbs or part[begin].stem in catalog.act_verbs
    is_order = is_order or mood_of(part, begin, catalog) == "orders"
    return is_order and tells_event([token.word for token in found[at : at + WHY]])


def tells_event(words: Sequence[str]) -> bool:
    """`his show got cancelled`, `she just told me`, `boss signed it off`: a subject, and what it did or is."""
    if not words or words[0] in PREPOSITIONS | WH | NAMED_REASONS or not words[0].isalpha():
        return False
    ends = SUBJECTS if words[0] in SUBJECTS else SUBJECTS | PREPOSITIONS | {"and", "or", "to", "that", "which", "who"}
    for at, word in enumerate(words[1:], 1):
        is_adjective = words[at - 1] in ARTICLES or words[at - 1].endswith("ly")
        if word in BEING | MAYBE or (_is_done(word) and not is_adjective):
            return words[0] in SUBJECTS or not _is_done(words[0])
        if word in ends:
            return False
    return False


def is_doing(found: Sequence[Token]) -> bool:
    """`Ada's waiting`, at the beginning."""
    return len(found) > 1 and found[0].is_name and found[0].owns and found[1].word.endswith("ing")


def begins_clause(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether a new clause, and not only a further part of this one, begins here."""
    has_and = False
    while at < len(found) and found[at].word in OPENERS:
        has_and = has_and or found[at].word in ("and", "then", "also", "but")
        at += 1
    rest = found[at : at + 3]
    if not rest or rest[0].is_quoted:
        return False
    word = rest[0].word
    if word in WH or word in AUXILIARIES:
        return has_and or word not in ("which", "who", "whose", "where", "when", "has", "have", "been", "be")
    if has_and and word in PREPOSITIONS and len(rest) > 1 and rest[1].word in ("which", "what", "whom"):
        return True
    if word in ("do", "never", "dont") or " ".join(token.word for token in rest).startswith(("can you", "could you")):
        return True
    return _is_verb(found, at, catalog)


def _is_verb(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    word = found[at].word
    if word not in READ_VERBS and word not in ORDER_VERBS and word not in CHANGE_VERBS:
        is_own = stem(word) in catalog.act_verbs and not word.endswith(("ed", "ing", "s"))
        return (is_own and _has_object(found, at, {"to"})) or is_unheard(found, at, catalog, frozenset({"it", "them"}))
    return not is_of(found, at) and (word not in NOUNS_TOO or _has_object(found, at) or _is_getting(found, at))


def _is_getting(found: Sequence[Token], at: int) -> bool:
    """`…, get 10 more in`."""
    after = found[at + 1] if at + 1 < len(found) else None
    return found[at].word == "get" and after is not None and (after.is_number or after.word in ("some", "more"))


def _has_object(found: Sequence[Token], at: int, led: Collection[str] = ()) -> bool:
    if at + 1 >= len(found):
        return False
    after = found[at + 1]
    return (
        after.word in ARTICLES | PRONOUNS | PERSONAL | {"for", "at", *led}
        or after.is_id
        or after.is_name
        or (after.is_content and at == 0)
    )
