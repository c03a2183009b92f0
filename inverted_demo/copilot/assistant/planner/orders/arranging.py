"""How the clauses of a turn belong together: what is said besides, conditions, and what orders refer to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise

from assistant.conversation import Arguments, Call, Turn
from assistant.planner.clauses.afterthoughts import with_afterthoughts
from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.parting import WHY, is_doing, tells_event
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.asides import is_small_talk
from assistant.planner.english.dates import moments
from assistant.planner.english.durations import durations
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import ARTICLES, AUXILIARIES, PERSONAL, PRONOUNS, WH, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import names_truth
from assistant.planner.filling.stretch_given import stretch_in
from assistant.planner.filling.texts import is_telling
from assistant.planner.filling.written import CALLED, REASONS, is_written, takes_name, written_tail
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import names_told
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.conditional import with_conditions
from assistant.planner.orders.declared import with_declared
from assistant.planner.orders.deeds import find_deed
from assistant.planner.orders.pairs import handed, is_same_deed
from assistant.planner.orders.reports import with_reports
from assistant.planner.orders.said import appended, chooses, is_news, is_told_before, merged, says_which, with_said
from assistant.planner.selecting.excluding import is_exclusion
from assistant.planner.wishes.wishes import is_naming

DETAIL = 3
HEADING = 4
WRITING = re.compile(
    r"^(?:and |then |also |please |pls )*(?:as (?:the |a )?(?:reason|note|comment|remark|message) )?"
    r"(?:write|note|say|add|leave|put|mention|comment|state)"
    r"(?: (?:there|that|it|down|in|as|with|the|a|to|beside|notes?|comment|reason|remark|message|text|saying))*"
    r"\s*:?\s+(?P<words>.+)$",
    re.IGNORECASE | re.DOTALL,
)
THAT_IS = re.compile(r"^(?:and |so )?(?:that|this|it)(?: is|['\u2019]?s) (?:on |the )*", re.IGNORECASE)
BY_HOW_MUCH = re.compile(
    r"^(?:and )?(?:by )?how (?:much|many)(?: (?:more|less|fewer|is (?:that|it)|exactly|points|percent))?\W*$",
    re.IGNORECASE,
)
AS_REASON = re.compile(r"^(?:and |then |please )*as (?:the |a )?(?:reason|note|comment|remark|message) ", re.IGNORECASE)
REMARKED = wordset("that this it they these those he she")
HIS = wordset("his her their its")
ENTERING = wordset("put enter note log record write do make get")
AGAIN = ENTERING | wordset("please pls that it this so in down up now for me us and happen thanks right away")
DEGREES = wordset("not too very so pretty quite rather")
MAX_DEGREE = 3
SIGHING = wordset("hm hmm ugh oh ah ok okay well so and but no yeah yes wow argh damn")
JUDGING = frozenset({*AUXILIARIES, "sounds", "looks", "seems", "feels"})
TAGS = (["do", "you", "know"], ["you", "know"], ["any", "idea"], ["right"], ["is", "it"], ["or", "what"],
        ["does", "it", "say"], ["do", "we", "know"], ["does", "anyone", "know"], ["does", "it", "say", "so"],
        ["do", "they", "say"], ["does", "it", "tell"])  # fmt: skip
WHICH = (["which", "one"], ["which", "ones"], ["which", "one", "is", "it"], ["which", "one", "is", "that"])
ABOUT = ("about", "regarding", "concerning", "with")


@dataclass
class Arranged:
    """What is to be answered, and the persons that were named besides."""

    clauses: list[Clause]
    people: list[str] = field(default_factory=list[str])
    asides: list[Clause] = field(default_factory=list[Clause])
    """What is only told."""
    done: list[tuple[str, Arguments]] = field(default_factory=list[tuple[str, Arguments]])
    """Calls that were made for these clauses already."""
    corrected: list[Call] = field(default_factory=list[Call])
    """Calls of the turn before, which these clauses correct."""
    behind: Sequence[Turn] | None = None
    """The turns that these clauses point back to, where those are not just all before."""


def arranged(text: str, catalog: Catalog, has_focus: bool = False) -> Arranged:
    found = [clause for clause in clauses(text, catalog) if not is_small_talk(clause.text)]
    found = [clause for clause in found if clause.words not in TAGS and not _says_day(clause)] or found[:1]
    found = with_declared(with_afterthoughts(_with_margins(found), catalog), catalog)
    found = [part for clause in with_conditions(found, catalog) for part in _ungapped(clause, catalog)]
    found = with_reports(found, catalog)
    found = [_as_order(clause, catalog) for clause in _with_exceptions(found, catalog)]
    result = Arranged([])
    for at, clause in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        is_before_order = any(one.mood == "orders" for one in found[at + 1 :])
        if after is not None and after.mood == "asks" and _is_heading(clause, catalog):
            continue
        is_story = clause.mood == "states" and not clause.condition and tells_event(clause.words[:WHY])
        if is_story and after is not None and after.mood == "orders" and _is_whole(after, catalog):
            result.asides.append(clause)
            continue
        is_told = has_focus and clause.mood == "states" and is_news(clause, found[at + 1 :], catalog)
        is_remark = is_before_order and _is_remark(clause) and not chooses(clause, catalog)
        if is_told or is_remark:
            continue
        if after is not None and _is_need(clause, after):
            found[at + 1] = with_said(after, replace(clause, mood="states"), catalog)
        elif clause.mood != "states" or len(found) == 1:
            result.clauses.append(clause)
        elif after is not None and (
            _says_what(clause, after, text)
            or _is_topic(clause, after, text)
            or is_told_before(clause, after, catalog)
            or says_which(clause, after, catalog)
        ):
            found[at + 1] = with_said(after, clause, catalog) if after.mood == "orders" else merged(after, clause)
        elif after is not None and _is_story(clause, after):
            found[at + 1] = merged(after, _subject_of(clause))
            result.people += names_told(clause.tokens)
        elif (_is_aside(clause) or _is_told_behind(found[:at], clause)) and not _is_asked(clause):
            result.people += names_told(clause.tokens)
            result.asides.append(clause)
        else:
            result.clauses.append(clause)
    return result if result.clauses else Arranged(found[-1:], result.people)


def _is_whole(order: Clause, catalog: Catalog) -> bool:
    """Whether an order names what it is about, and has all words that its tool needs: what is told before is why."""
    deed = find_deed(order, catalog)
    is_named = any(is_naming(token) and (token.is_known or token.is_id) for token in order.tokens)
    if deed is None or not is_named or pointing(order, set()):
        return False
    needed = [one for one in deed.required if one.choices]
    return {one.slot.name for one in spot(order.tokens, needed) if one.choice} >= {one.name for one in needed}


def _is_heading(clause: Clause, catalog: Catalog) -> bool:
    """`write-off review: which …?`, `check-in. who is …?`: for what it is asked, and nothing to be done."""
    plain = [one for one in clause.tokens if not (one.is_known or one.is_id or one.is_number or one.is_quoted)]
    is_bare = len(plain) == len(clause.tokens) <= HEADING and not (ARTICLES | PRONOUNS | PERSONAL) & set(clause.words)
    return is_bare and clause.mood == "orders" and len(plain) > 1 and find_deed(clause, catalog) is None


def _with_margins(found: Sequence[Clause]) -> list[Clause]:
    """`which has more left, and by how much?`: one question, and what it is answered by."""
    result: list[Clause] = []
    for clause in found:
        before = result[-1] if result else None
        is_tail = clause.mood == "asks" and BY_HOW_MUCH.match(clause.text) is not None
        if before is not None and is_tail and before.mood == "asks" and before.has("which", "who", "what"):
            linked = clause.text if clause.text.casefold().startswith("and") else f"and {clause.text}"
            result[-1] = replace(before, text=f"{before.text}, {linked}")
        else:
            result.append(clause)
    return result


def _says_day(clause: Clause) -> bool:
    """`…, that is the 19th`: which day was meant."""
    said = THAT_IS.match(clause.text)
    when = next(iter(moments(clause.text, datetime.now(UTC))), None)
    return said is not None and when is not None and said.end() >= when.start and when.end >= len(clause.text.rstrip())


def _is_need(clause: Clause, after: Clause) -> bool:
    """`We need ten more of the lamps, can you order them`: what is needed, and then the order for it."""
    is_wish = clause.mood == "orders" and clause.verb is None and not clause.condition
    return is_wish and after.mood == "orders" and bool(pointing(after, set()))


def _as_order(clause: Clause, catalog: Catalog) -> Clause:
    """`Maintenance for the lift, tomorrow 21:00, 45 min`: no verb, but all that only an order has."""
    if clause.mood != "states" or (WH | AUXILIARIES) & set(clause.words) or not _says_how_long(clause):
        return clause
    if not any(when.has_clock for when in moments(clause.text, datetime.now(UTC))):
        return clause
    words = {token.word for token in clause.tokens}
    fitting = [deed for deed in catalog.acts if words & set(deed.name_words[1:])]
    fitting = [deed for deed in fitting if any(one.is_moment for one in deed.required)]
    fitting = [deed for deed in fitting if any(one.is_measure for one in deed.required)]
    return replace(clause, mood="orders", verb=None) if len(fitting) == 1 else clause


def _says_how_long(clause: Clause) -> bool:
    return bool(durations(clause.text)) or stretch_in(clause.text, datetime.now(UTC)) is not None


def _is_story(clause: Clause, after: Clause) -> bool:
    """`They talked about the pump in hall 3. Has that been mended?`"""
    is_about_it = after.has("that", "it", "this") and not after.has("he", "she", "they", "them")
    is_named = any(is_naming(one) and one.is_name for one in after.tokens)
    return after.mood == "asks" and is_about_it and not is_named and clause.has(*ABOUT)


def _subject_of(clause: Clause) -> Clause:
    """What a sentence is about: the words behind `about`."""
    at = max(at for at, token in enumerate(clause.tokens) if token.word in ABOUT)
    kept = [token for token in clause.tokens[at + 1 :] if token.word not in ("that", "which", "who")]
    start = kept[0].start if kept else 0
    moved = tuple(replace(token, start=token.start - start, end=token.end - start) for token in kept)
    return replace(clause, text=clause.text[start:], tokens=moved)


def _says_what(clause: Clause, after: Clause, text: str) -> bool:
    """Whether what is said before an order names what it is about: `P-1: mark it as done`."""
    is_named = any(is_naming(token) or token.is_number for token in clause.tokens)
    if clause.condition or after.mood != "orders" or not is_named:
        return False
    gap = text[text.find(clause.text) + len(clause.text) :].lstrip()
    return bool(pointing(after, set())) or (gap[:1] in (":", "-", "\u2013", "\u2014") and not _is_aside(clause))


def _is_topic(clause: Clause, after: Clause, text: str) -> bool:
    """`the pump in hall 3, when was it mended`: what a question is about, named before it in the same sentence."""
    gap = text[text.find(clause.text) + len(clause.text) :].lstrip()
    if after.words in WHICH:
        return True
    return (
        after.mood == "asks"
        and gap[:1] in (",", ":", "-", "\u2013")
        and not _is_aside(clause)
        and (bool(pointing(after, set())) or not any(is_naming(token) for token in after.tokens))
    )


def _is_remark(clause: Clause) -> bool:
    """`That is tight`: what the person thinks of it names nothing."""
    found = [token for token in clause.tokens if token.word not in SIGHING]
    if any(token.is_id or token.is_number or token.is_known or token.is_name or token.is_quoted for token in found):
        return False
    words = [token.word for token in found]
    is_said = words[:1] and words[0] in REMARKED and (len(words) < 2 or words[1] in JUDGING)
    is_degree = bool(words) and words[0] in DEGREES and len(words) <= MAX_DEGREE
    return not words or bool(is_said) or (is_degree and not pointing(clause, set()))


def _with_exceptions(found: Sequence[Clause], catalog: Catalog) -> list[Clause]:
    """`cancel it, but don't tell anybody`, `… and refund it`: how the order before is to be done."""
    result: list[Clause] = []
    for clause in found:
        deed = find_deed(result[-1], catalog) if result and result[-1].mood == "orders" else None
        truths = [param for param in deed.params if param.form == "truth"] if deed else []
        is_besides = clause.mood == "forbids" or (clause.mood == "orders" and find_deed(clause, catalog) is None)
        is_noting = (is_besides and clause.mood == "orders") or AS_REASON.match(clause.text) is not None
        note = WRITING.match(clause.text) if deed and is_noting else None
        is_detail = deed is not None and clause.mood == "states" and _is_detail(clause, deed)
        is_detail = is_detail or (deed is not None and is_same_deed(result[-1], clause, deed, catalog))
        if deed and _says_again(clause, catalog):
            continue
        if is_detail or (is_besides and any(names_truth(clause.tokens, param) for param in truths)):
            result[-1] = appended(result[-1], clause)
        elif deed and is_exclusion(clause):  # `…, not the 8th`, behind what is to be done
            result[-1] = appended(result[-1], clause) if written_tail(result[-1]) else result[-1]
        elif (
            deed
            and CALLED.search(clause.text)
            and clause.mood != "asks"
            and any(takes_name(param) for param in deed.params)
        ):
            result[-1] = appended(result[-1], replace(clause, mood="states", verb=None))
        elif deed and _is_reason(result[-1], clause, deed):
            result[-1] = replace(result[-1], text=f"{result[-1].text}; {clause.text}")
        elif deed and (whole := handed(result[-1], clause, deed, catalog)):
            result[-1] = whole
        elif deed and clause.mood == "states" and _is_why(result[-1], clause, deed):
            told = clauses(f"{result[-1].text}, reason: {clause.text}", catalog)
            result[-1] = replace(told[0], condition=result[-1].condition)
        elif deed and note and any(is_written(param) for param in deed.params):
            told = clauses(f"{result[-1].text}, note: {note['words']}", catalog)
            result[-1] = replace(told[0], condition=result[-1].condition)
        else:
            result.append(clause)
    return result


def _says_again(clause: Clause, catalog: Catalog) -> bool:
    """`…, please put that in`, `make it so`: only that what was ordered is to be done."""
    words = set(clause.words)
    own = {deed.name_words[0] for deed in catalog.acts if deed.name_words}
    return words <= AGAIN and bool(words & ENTERING - own) and bool(words & {"that", "it", "this"})


def _is_reason(order: Clause, clause: Clause, deed: Deed) -> bool:
    """`Book her in at ten. She has a red eye.`: what an order needs to be told, told after it."""
    is_open = any(one.required and is_telling(one) for one in deed.params) and written_tail(order) is None
    names = [token for token in clause.tokens if is_naming(token)]
    tells = bool(names) and (_is_aside(clause) or (len(names) > 1 and clause.words[0] in ARTICLES | PRONOUNS))
    return is_open and clause.mood == "states" and "; " not in order.text and tells and not clause.is_unsure


def _is_why(order: Clause, clause: Clause, deed: Deed) -> bool:
    """`Cancel her lesson, she has a cold.`: why, for a tool that would know."""
    is_open = any(REASONS & set(one.all_words) for one in deed.params) and written_tail(order) is None
    is_told = clause.words[0] in REMARKED | HIS and _is_aside(clause)
    return is_open and not clause.is_unsure and (is_told or tells_event(clause.words[:WHY]))


def _is_detail(clause: Clause, deed: Deed) -> bool:
    """`Low urgency.`: a choice of what was ordered, with the name of what is chosen."""
    params = [param for param in deed.params if param.choices]
    said = spot(clause.tokens[:DETAIL], params)
    chosen = {one.slot.name for one in said if one.choice is not None}
    return any(one.choice is None and one.slot.name in chosen and one.strength > ALIKE for one in said)


def _ungapped(clause: Clause, catalog: Catalog) -> list[Clause]:
    """`put this on hold and that to active`: the second part has the verb of the first."""
    deed = find_deed(clause, catalog) if clause.mood == "orders" else None
    if deed is None or clause.condition:
        return [clause]
    kinds = catalog.concepts
    choices = sorted((one for one in spot(clause.tokens, deed.required) if one.choice), key=lambda one: one.start)
    for first, second in pairwise(choices):
        joint = clause.tokens[first.end : first.end + 1]
        start = clause.begin + (clause.verb is not None)
        named = [one for one in clause.tokens[start : first.start] if _names(one, kinds)]
        after = [one for one in clause.tokens[first.end + 1 : second.start] if _names(one, kinds)]
        if joint and joint[0].word == "and" and named and after and first.choice != second.choice:
            verb = clause.verb.text if clause.verb else ""
            rest = f"{verb} {clause.text[joint[0].end :].strip()}".strip()
            parts = [clause.text[: joint[0].start].strip(), rest]
            return [one for part in parts for inner in clauses(part, catalog) for one in _ungapped(inner, catalog)]
    return [clause]


def _names(token: Token, kinds: frozenset[str]) -> bool:
    return is_naming(token) and concept(token.stem) not in kinds


def _is_relative(words: Sequence[str], at: int) -> bool:
    """`the book that has been gone longest`: says only which one."""
    return any(word in ("that", "which", "who") and here > 0 for here, word in enumerate(words[:at]))


def _is_told_behind(before: Sequence[Clause], clause: Clause) -> bool:
    """`Park it, the boss signed that off.`: what has happened, behind an order."""
    return bool(before) and before[-1].mood == "orders" and tells_event(clause.words[:WHY])


def _is_asked(clause: Clause) -> bool:
    """`That guest from Norway, anything we should know about him?`"""
    return clause.is_unsure and clause.has("anything", "something", "any")


def _is_aside(clause: Clause) -> bool:
    """Something told, and not asked: it has a subject and a verb, or quotes somebody."""
    words = clause.words[clause.begin :]
    tells = bool(words) and words[0] in PERSONAL | {"he", "she", "they", "it", "this", "that", "there"}
    return (
        tells
        or is_doing(clause.tokens[clause.begin :])
        or any(word in AUXILIARIES and not _is_relative(words, at) for at, word in enumerate(words))
        or any(token.is_quoted and not token.is_known for token in clause.tokens)
    )
