"""A turn as its clauses, and what each is: a question, something to look up, an order, or the opposite of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.planner.clauses.bidding import bidden
from assistant.planner.clauses.moods import GOES, Mood, is_bidden, mood_of
from assistant.planner.clauses.parting import OPENERS, begins_sentence, parted
from assistant.planner.clauses.spelling import corrected
from assistant.planner.clauses.verbless import names_deed, says_all, wishes_deed
from assistant.planner.clauses.wished import wished_list
from assistant.planner.english.marks import marked
from assistant.planner.english.vocabulary import ARTICLES, PREPOSITIONS, READ_VERBS, wordset
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.catalog import Catalog

POLITE = re.compile(
    r"^(?:(?:can|could|would|will) you(?: please| kindly| maybe| just| also)*"
    r"|(?:(?:i|we) )?(?:want|need|would like)(?: you)? to|i would like you to|let us|go ahead and|make sure (?:to|you)"
    r"|be so kind(?: as)? to|would you mind) "
)
DOING_MYSELF = re.compile(r"^(?:i|we)(?: will| can| shall| would)? ")
GIVEN_LEAVE = re.compile(r"^you (?:can|may)(?: now| please| just| then)? ")
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
MEASURING = frozenset({"says", "reads", "said", "tells", "told"})
"""Before a number, what a meter shows."""
WANTING = frozenset({"wants", "wanted", "asks", "asked"})
LIKING = (["like"], ["love"], ["prefer"], ["rather"])
"""Behind `would`, a wish."""
DOUBTING = wordset("should shall could would may might can must")
PLACING = PREPOSITIONS | wordset("behind beside inside outside underneath next back")
TURNING = frozenset({"but", "so", "instead", "just", "please", "only"})
"""Words with which a sentence begins anew."""


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
    bare: Clause | None = None
    """An order without what was said before it, where that may only be the reason."""
    said: tuple[Clause, Clause] | None = None
    """An order and what was said before it, of which this is made."""
    deed: str = ""
    """The tool that does it, where that is known."""

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
    for part in parted(text, found, catalog):
        clause = _clause(text, part, catalog)
        if result and clause.mood == "orders" and not begins_sentence(text, part[0].start):
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
    words = clause.words
    return any(
        (token.word not in MEASURING or not any(one.is_number for one in clause.tokens[at + 1 : at + 2]))
        and (token.word not in WANTING or {"to", "me", "us", "you", "that"} & set(words[at + 1 : at + 3]))
        and not (words[at + 1 : at + 2] in LIKING and not {"me", "us", "you"} & set(words[at + 2 : at + 4]))
        for at, token in enumerate(clause.tokens)
        if token.word in REPORTING and not token.is_quoted
    )


def _only_wishes(clause: Clause) -> bool:
    """`Ada wants to pay her fine`: of nobody else is anything wanted."""
    words = clause.words
    wishes = [at for at, word in enumerate(words) if word in ("wants", "wanted") and words[at + 1 : at + 2] == ["to"]]
    return bool(wishes) and sum(word in REPORTING for word in words) == len(wishes)


def _clause(text: str, part: Sequence[Token], catalog: Catalog) -> Clause:
    end = part[-1].end if part else 0
    closing = re.match(r"[^\w?]*\?", text[end:]) is not None
    own = text[part[0].start : end] if part else text
    shift = part[0].start if part else 0
    moved = tuple(replace(token, start=token.start - shift, end=token.end - shift) for token in part)
    begin = _after_openers(moved)
    if (order := bidden(moved, begin, catalog)) is not None:
        moved, closing = order, closing and _asks_leave(moved, begin)
    rest = " ".join(token.word for token in moved[begin:]) + " "
    if FORBIDDING.match(rest):
        return Clause(own, moved, "forbids", None, begin)
    if listed := wished_list(rest, moved, begin, catalog):
        return Clause(own, moved, "states", None, listed)
    polite = (
        POLITE.match(rest) or _doing_myself(moved, begin, rest, catalog) or _given_leave(moved, begin, rest, catalog)
    )
    begin += len(polite[0].split()) if polite else 0
    begin = _after_openers(moved, begin)
    mood = mood_of(moved, begin, catalog)
    mood = "orders" if mood == "states" and polite and is_bidden(moved, begin) else mood
    mood = "states" if mood == "asks" and not closing and _is_subjectless(moved[begin:]) else mood
    if listing := WISHED_LIST.match(rest):
        return Clause(own, moved, "states", None, begin + len(listing[0].split()))
    if not polite and WISH.match(rest) and mood == "states" and not NOT_WISHED & set(rest.split()):
        return Clause(own, moved, "orders", None, begin)
    is_asked = any(token.word == "please" for token in part) and (
        says_all(moved, catalog) or names_deed(moved[begin:], catalog)
    )
    is_own = any(begin < len(moved) and moved[begin].stem in deed.verbs for deed in catalog.acts)
    if mood == "orders" and not is_own and names_deed(moved[begin:], catalog):
        return Clause(own, moved, "orders", None, begin, closing)
    if mood == "states" and is_asked:
        return Clause(own, moved, "orders", None, begin)
    if mood == "states" and wishes_deed(moved, catalog):
        return Clause(own, moved, "orders", None, begin, is_unsure=True)
    moved = _with_objects(moved, begin) if mood == "orders" else moved
    verb = moved[begin] if mood in ("orders", "reads") else None
    if verb is not None and (verb.is_id or verb.is_known):
        verb = next((token for token in moved if token.word == GOES), None) if verb.is_id else None
    is_unsure = mood in ("orders", "states") and closing and not polite
    return Clause(own, moved, mood, verb, begin, is_unsure)


def _asks_leave(found: Sequence[Token], begin: int) -> bool:
    """`can it be moved`, which may be a question: `…, please` is none."""
    words = [token.word for token in found]
    return "be" in words[begin:] and not {"please", "pls"} & {*words}


def _is_subjectless(found: Sequence[Token]) -> bool:
    """`was behind the stove`, `has been in the shed`: what is told of something named before."""
    words = [token.word for token in found]
    behind = words[2:3] if words[1:2] in (["been"], ["just"], ["still"], ["only"]) else words[1:2]
    return words[:1] in (["was"], ["were"], ["has"], ["had"]) and bool(PLACING & {*behind})


def _with_objects(found: Sequence[Token], begin: int) -> tuple[Token, ...]:
    """`highlight search`: what stands behind the verb of an order is no verb for looking something up.

    In `open whichever is the fullest` one is described.
    """
    return tuple(
        replace(token, is_noun=True)
        if at > begin and token.word in READ_VERBS
        else replace(token, word="what", stem="what")
        if at > begin and token.word in ("whatever", "whichever")
        else token
        for at, token in enumerate(found)
    )


def _given_leave(found: Sequence[Token], begin: int, rest: str, catalog: Catalog) -> re.Match[str] | None:
    """`you can mark that as done`: a leave that is given for what is ordered otherwise."""
    said = GIVEN_LEAVE.match(rest)
    return said if said and mood_of(found, begin + len(said[0].split()), catalog) == "orders" else None


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
