"""A turn as its clauses, and what each is: a question, something to look up, an order, or the opposite of one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from assistant.planner.assigning import things_told
from assistant.planner.catalog import Catalog
from assistant.planner.marks import marked
from assistant.planner.moods import GOES, NOUNS_TOO, Mood, is_of, is_unheard, mood_of
from assistant.planner.references import kinds_of
from assistant.planner.spelling import corrected
from assistant.planner.vocabulary import (
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
from assistant.planner.words import Token, concept, stem, tokens

OPENERS = wordset(
    "please now then also and ok okay hey hi hiya hello so well first next finally just kindly afterwards but or "
    "thanks after that lastly alternatively additionally moreover"
)
POLITE = re.compile(
    r"^(?:(?:can|could|would|will) you(?: please| kindly| maybe| just| also)*"
    r"|(?:(?:i|we) )?(?:want|need|would like)(?: you)? to|i would like you to|let us|go ahead and|make sure (?:to|you)"
    r"|be so kind(?: as)? to|would you mind) "
)
DOING_MYSELF = re.compile(r"^(?:i|we)(?: will| can| shall| would)? ")
WISH = re.compile(r"^(?:(?:i|we) )?(?:want|need|would like) ")
WISHED_LIST = re.compile(
    r"^(?:(?:i|we) )?(?:want|need|would like) (?:a|the|an) (?:\w+ )?(?:list|overview|summary) of (?=\w)"
)
NOT_WISHED = wordset("list overview summary know see report status information info details number count")
FORBIDDING = re.compile(r"^(?:(?:please|no|nope|oh|sorry) )*(?:do not|never|you must not|you should not|not) ")
REPORTING = wordset(
    "reads texted emailed messaged replied "
    "said says say told tells wrote writes asked asks thinks thought wants wanted suggests suggested proposed claims "
    "should must ought would might wonder wondering whether"
)
WANTING = frozenset({"wants", "wanted", "asks", "asked"})
DOUBTING = wordset("should shall could would may might can must")
TURNING = frozenset({"but", "so", "instead", "just", "please", "only"})
"""Words with which a sentence begins anew."""
SENTENCE_END = re.compile(r"[.!?;\n]|[:;]-?[)D]")
TOPIC_END = re.compile(r":|\s[-\u2013\u2014]\s")
MAX_TOPIC = 6
TELLING_VERBS = frozenset({"write", "say", "note", "comment", "text"})
"""Behind these, what follows a colon is what is to be written."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a person asks or wants."""

    text: str
    tokens: tuple[Token, ...]
    mood: Mood
    verb: Token | None = None
    """What is to be done, in an order."""
    begin: int = 0
    """The first token behind what opens the clause."""
    is_unsure: bool = False
    """An order, or what may be one, that ends with a question mark."""
    condition: str = ""
    """What must be so, for an order to be meant: the words behind its `if`."""

    @property
    def words(self) -> list[str]:
        return [token.word for token in self.tokens]

    def has(self, *words: str) -> bool:
        return any(token.word in words for token in self.tokens if not token.is_quoted)


def clauses(text: str, catalog: Catalog) -> list[Clause]:
    """The clauses of a turn, in order; misspelt words of the offer are read as what they are meant to be."""
    text = marked(text, catalog.sure)
    found = _without_titles(corrected(tokens(text), catalog))
    result: list[Clause] = []
    for part in _parts(text, found, catalog):
        clause = _clause(text, part, catalog)
        if result and clause.mood == "orders" and not _begins_sentence(text, part[0].start):
            clause = _carried_over(result[-1], clause)
        result.append(clause)
    return result


def _without_titles(found: Sequence[Token]) -> list[Token]:
    """`The Sea Garden`, where the data have it: its article is no name by itself."""
    after = [*found[1:], None][: len(found)]
    return [
        replace(token, is_name=False) if token.word in ARTICLES and other is not None and other.is_known else token
        for token, other in zip(found, after, strict=True)
    ]


def _begins_sentence(text: str, start: int) -> bool:
    return text[:start].rstrip()[-1:] in ("", *".!?;")


def _carried_over(before: Clause, clause: Clause) -> Clause:
    """What follows in the sentence of a report, a doubt or a prohibition is reported, doubted or forbidden too."""
    if any(token.word in TURNING for token in clause.tokens[: clause.begin + 1]):
        return clause
    if before.mood == "forbids":
        return replace(clause, mood="forbids", verb=None)
    first = before.words[before.begin] if before.begin < len(before.words) else ""
    is_doubt = before.mood == "asks" and first in DOUBTING
    is_joined = any(token.word in ("and", "or", "then") for token in clause.tokens[: clause.begin])
    is_report = before.mood in ("states", "asks") and _reports(before) and (is_joined or not _only_wishes(before))
    return replace(clause, mood="states", verb=None) if is_doubt or is_report else clause


def _reports(clause: Clause) -> bool:
    """Whether it tells what somebody says or wants; who wants a thing only gives the reason."""
    return any(
        token.word not in WANTING or {"to", "me", "us", "you", "that"} & set(clause.words[at + 1 : at + 3])
        for at, token in enumerate(clause.tokens)
        if token.word in REPORTING and not token.is_quoted
    )


def _only_wishes(clause: Clause) -> bool:
    """`Ada wants to pay her fine`: of nobody else is anything wanted."""
    words = clause.words
    wishes = [at for at, word in enumerate(words) if word in ("wants", "wanted") and words[at + 1 : at + 2] == ["to"]]
    return bool(wishes) and sum(word in REPORTING for word in words) == len(wishes)


def _parts(text: str, found: Sequence[Token], catalog: Catalog) -> list[list[Token]]:
    parts: list[list[Token]] = []
    for at, token in enumerate(found):
        gap = text[found[at - 1].end : token.start] if at else ""
        is_within = at > 0 and token.is_quoted and found[at - 1].is_quoted
        ends = (bool(SENTENCE_END.search(gap)) and not is_within) or (
            at > 0 and _joins(gap, found[at - 1], token) and begins_clause(found, at, catalog)
        )
        ends = ends or ("," in gap and _is_remark(found, at))
        ends = ends or (bool(parts) and bool(TOPIC_END.search(gap)) and _is_topic(parts[-1], found, at, catalog))
        if not parts or ends:
            parts.append([])
        parts[-1].append(token)
    return [part for part in parts if any(token.word not in OPENERS for token in part)] or parts[:1]


def _is_topic(part: Sequence[Token], found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`P-1: set the status …`: what an order is about may stand before it."""
    words = {token.word for token in part}
    is_bare = len(part) <= MAX_TOPIC and not words & (WH | AUXILIARIES | TELLING_VERBS)
    return is_bare and mood_of(part, 0, catalog) == "states" and mood_of(found, at, catalog) == "orders"


def _joins(gap: str, before: Token, token: Token) -> bool:
    return "," in gap or token.word in ("and", "then", "also", "but", "&") or before.word in ("then", "also")


def _is_remark(found: Sequence[Token], at: int) -> bool:
    """`…, i'm looking at it`, `…, Ada's waiting`: what is told beside, and asks nothing."""
    if is_doing(found[at:]):
        return True
    return found[at].word in ("i", "we") and at + 1 < len(found) and found[at + 1].word not in ("want", "need")


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
    return not is_of(found, at) and (word not in NOUNS_TOO or _has_object(found, at))


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


def _clause(text: str, part: Sequence[Token], catalog: Catalog) -> Clause:
    end = part[-1].end if part else 0
    closing = re.match(r"[^\w?]*\?", text[end:]) is not None
    own = text[part[0].start : end] if part else text
    shift = part[0].start if part else 0
    moved = tuple(replace(token, start=token.start - shift, end=token.end - shift) for token in part)
    begin = _after_openers(moved)
    rest = " ".join(token.word for token in moved[begin:]) + " "
    if FORBIDDING.match(rest):
        return Clause(own, moved, "forbids", None, begin)
    polite = POLITE.match(rest) or _doing_myself(moved, begin, rest, catalog)
    begin += len(polite[0].split()) if polite else 0
    begin = _after_openers(moved, begin)
    mood = mood_of(moved, begin, catalog)
    if listing := WISHED_LIST.match(rest):
        return Clause(own, moved, "states", None, begin + len(listing[0].split()))
    if not polite and WISH.match(rest) and mood == "states" and not NOT_WISHED & set(rest.split()):
        return Clause(own, moved, "orders", None, begin)
    is_asked = any(token.word == "please" for token in part) and (
        _says_all(moved, catalog) or names_deed(moved[begin:], catalog)
    )
    is_own = any(begin < len(moved) and moved[begin].stem in deed.verbs for deed in catalog.acts)
    if mood == "orders" and not is_own and names_deed(moved[begin:], catalog):
        return Clause(own, moved, "orders", None, begin, closing)
    if mood == "states" and is_asked:
        return Clause(own, moved, "orders", None, begin)
    if mood == "states" and _wishes_deed(moved, catalog):
        return Clause(own, moved, "orders", None, begin, is_unsure=True)
    moved = _with_objects(moved, begin) if mood == "orders" else moved
    verb = moved[begin] if mood in ("orders", "reads") else None
    if verb is not None and verb.is_id:
        verb = next((token for token in moved if token.word == GOES), None)
    is_unsure = mood in ("orders", "states") and closing and not polite
    return Clause(own, moved, mood, verb, begin, is_unsure)


def names_deed(found: Sequence[Token], catalog: Catalog) -> bool:
    """`wake-up call for 305 at six, please`: begins with what only a tool is called, and no thing is."""
    kinds = {concept(noun) for source in catalog.sources for noun in source.nouns}
    for deed in catalog.acts:
        name = "".join(deed.name_words[1:])
        said = ("".join(token.word for token in found[:count]) for count in range(1, 4))
        if name and concept(stem(deed.name_words[-1])) not in kinds and name in said:
            return True
    return False


def _wishes_deed(found: Sequence[Token], catalog: Catalog) -> bool:
    """`305 wants a wake-up call`: told, but nothing else could be meant by it."""
    for at, token in enumerate(found):
        if token.word in ("wants", "needs") and not token.is_quoted and found[at + 1 : at + 2]:
            return names_deed(found[at + 1 + (found[at + 1].word in ARTICLES) :], catalog)
    return False


def _says_all(found: Sequence[Token], catalog: Catalog) -> bool:
    """`2 seats at the concert for Ada, please`: all the things that a tool takes, how many, and no verb."""
    for deed in catalog.acts:
        things = {param.name for param in deed.required if kinds_of(param, deed, catalog)}
        counted = {key for param in deed.params if param.is_measure for key in param.key}
        is_counted = len(found) > 1 and found[0].is_number and found[1].stem in counted | deed.nouns
        if is_counted and things and things <= things_told(deed, found, catalog):
            return True
    return False


def _with_objects(found: Sequence[Token], begin: int) -> tuple[Token, ...]:
    """`highlight search`: what stands behind the verb of an order is no verb for looking something up."""
    return tuple(
        replace(token, is_noun=True) if at > begin and token.word in READ_VERBS else token
        for at, token in enumerate(found)
    )


def _doing_myself(found: Sequence[Token], begin: int, rest: str, catalog: Catalog) -> re.Match[str] | None:
    """`I take incident 7`, `I will pay invoice 12`: what a tool does in the person's name."""
    said = DOING_MYSELF.match(rest)
    at = begin + len(said[0].split()) if said else len(found)
    is_act = at < len(found) and found[at].stem in catalog.act_verbs
    has_object = any(token.is_id or token.is_number for token in found[at + 1 : at + 4])
    return said if is_act and has_object and mood_of(found, at, catalog) == "orders" else None


def _after_openers(found: Sequence[Token], at: int = 0) -> int:
    while at < len(found) - 1 and found[at].word in OPENERS and not found[at].is_quoted:
        at += 1
    return at
