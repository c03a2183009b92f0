"""What is asked in other words than the offer has: reworded, before anything is looked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.dates import moments
from assistant.planner.english.stems import concept, identifier_words, stem
from assistant.planner.english.vocabulary import ARTICLES, SINCE, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.people import are_people, is_person
from assistant.planner.offer.schemas import Slot
from assistant.planner.orders.deeds import find_deed

DONE = concept(stem("done"))
AHEAD = wordset("must supposed should will have has need needs going planned expected to")
STANDING = wordset("kept stored located situated found standing")
LICENCES = ("licence", "license", "licences", "licenses")
DRIVING = frozenset({"drive", "ride", "operate"})
MAY = frozenset({"may", "can", "could", "allowed", "able", "to"})
GOING_ON = frozenset({"get on", "got on", "turn out", "turned out", "come out", "pan out"})
FARING = wordset("fare fared do done perform performed go gone")
RESULTS = wordset("result outcome verdict")
NEEDING = wordset("need want must should have")
CONTACTING = {
    "ring": "phone", "call": "phone", "phone": "phone", "text": "phone", "contact": "phone", "reach": "phone",
    "email": "email", "mail": "email",
}  # fmt: skip
OFFERING = wordset("make sell offer have rent hire lend run do serve keep stock provide own")
PARTICLES = wordset("out off up in on away")
US = wordset("we you they")
LEAVING = wordset("leave left put jot jotted enter entered add added make made")
NOTES = wordset("note comment remark message feedback log logbook diary journal entry")
INTO = frozenset({"in", "into", "down"})
SPEAKING = wordset("ring call phone contact email write speak talk ask reach see")
BESIDE = wordset("to for with at in of about from")
CONTACTS = wordset("contact")
PHONES = wordset("phone telephone mobile")
CALLING = wordset("call ring reach dial get phone contact catch")


def reworded(clause: Clause, desk: Desk) -> Clause:
    """The clause in the words of fields."""
    clause = _number(_contacting(_resulting(_since(_able(clause, desk), desk), desk), desk), desk)
    clause = _calling(_closing(_on(_due(_placed(_doing(_written(clause))), desk), desk)))
    return _asking_for(clause, desk)


def _fields(desk: Desk) -> list[Slot]:
    return [slot for source in desk.catalog.sources for slot in source.fields]


def _as(token: Token, word: str) -> Token:
    return replace(token, text=word, word=word, stem=stem(word), is_noun=True)


def _able(clause: Clause, desk: Desk) -> Clause:
    """`Who may drive a van?`: who has the licence, where somebody has one; and not who does."""
    found = clause.tokens
    told = (word for slot in _fields(desk) for word in identifier_words(slot.description))
    words = {*desk.catalog.named_words, *desk.catalog.said, *told}
    licence = next((one for one in LICENCES if one in words), None)
    at = next((at for at in range(1, len(found)) if found[at].word in DRIVING and not found[at].is_quoted), None)
    before = {token.word for token in found[max(0, (at or 0) - 3) : at]}
    if licence is None or at is None or not before & MAY or clause.mood == "orders":
        return clause
    after = at + 1 + (found[at + 1 : at + 2] != () and found[at + 1].word in ARTICLES)
    told = found[after : after + 1] if after < len(found) and found[after].is_content else ()
    first = (replace(one, start=found[at].start, end=found[at].end) for one in told)
    last = told[0] if told else found[at]
    return replace(clause, tokens=(*found[:at], *first, _as(last, licence), *found[after + len(told) :]))


def _since(clause: Clause, desk: Desk) -> Clause:
    """`How long has she been a member?`: since when."""
    found, begin = clause.tokens, clause.begin
    is_span = (
        clause.words[begin : begin + 2] == ["how", "long"] and clause.has("has", "have") and clause.has("been", "had")
    )
    if not is_span or not any(slot.is_moment and SINCE & set(slot.all_words) for slot in _fields(desk)):
        return clause
    since = replace(found[begin], word="since", stem="since"), replace(found[begin + 1], word="when", stem="when")
    return replace(clause, tokens=(*found[:begin], *since, *found[begin + 2 :]))


def _resulting(clause: Clause, desk: Desk) -> Clause:
    """`How did the juniors get on last Sunday?`: what the result was."""
    found, begin = clause.tokens, clause.begin
    is_how = clause.words[begin : begin + 2] in (["how", "did"], ["how", "have"], ["how", "has"])
    pairs = [(at, " ".join(clause.words[at : at + 2])) for at in range(begin + 2, len(found))]
    at = next((at for at, pair in pairs if pair in GOING_ON or found[at].word in FARING), None)
    result = next((word for slot in _fields(desk) for word in slot.all_words if word in RESULTS), None)
    if not is_how or at is None or result is None:
        return clause
    count = 2 if " ".join(clause.words[at : at + 2]) in GOING_ON else 1
    return replace(clause, tokens=(*found[:at], _as(found[at], result), *found[at + count :]))


def _contacting(clause: Clause, desk: Desk) -> Clause:
    """`I need to ring the coach`: with what number, where no tool rings anybody."""
    found, begin = clause.tokens, clause.begin
    is_mine = clause.mood == "orders" and NEEDING & set(clause.words[:begin]) and "you" not in clause.words[:begin]
    if not is_mine or clause.verb is None or clause.verb.word not in CONTACTING:
        return clause
    if find_deed(clause, desk.catalog) is not None:
        return clause
    by = CONTACTING[clause.verb.word]
    return replace(clause, tokens=(_as(found[begin], by), *found[begin + 1 :]), mood="states", verb=None, begin=0)


def _number(clause: Clause, desk: Desk) -> Clause:
    """`Ada's number`, `the number for Ada`: of the phone of a person."""
    found = clause.tokens
    phone = next((slot for slot in _fields(desk) if PHONES & set(slot.all_words)), None)
    at = next((at for at, token in enumerate(found) if token.word == "number" and not token.is_quoted), None)
    if phone is None or at is None or clause.mood == "orders" or not at:
        return clause
    persons = [span.start for span, known in desk.catalog.named(found) if any(map(are_people, known.own))]
    is_of = found[at + 1 : at + 2] != () and found[at + 1].word in ("for", "of") and at + 2 in persons
    is_own = at + 1 == len(found) and (found[at - 1].word in ("his", "her", "their") or found[at - 1].owns)
    if not is_of and not is_own:
        return clause
    return replace(clause, tokens=(*found[:at], _as(found[at], "phone"), *found[at + 1 :]))


def _doing(clause: Clause) -> Clause:
    """`the bikes that we rent out`: what is done with all of them, and not where some of them are."""
    found = clause.tokens
    while found and found[-1].word in PARTICLES and _is_done_by_us(found, len(found) - 1):
        found = found[:-1]
    ends = [token.word for token in found[clause.begin + 1 :]][-3:]
    if len(ends) > 2 and ends[0] in ("that", "which") and ends[1] in US and ends[2] in OFFERING:
        return replace(clause, tokens=found[:-3])
    kept = (
        token
        for at, token in enumerate(found)
        if token.is_quoted or token.word not in PARTICLES or not _is_done_by_us(found, at)
    )
    return replace(clause, tokens=tuple(kept))


def _is_done_by_us(found: Sequence[Token], at: int) -> bool:
    return at > 1 and found[at - 2].word in US and found[at - 1].is_content and not found[at - 1].is_name


def _placed(clause: Clause) -> Clause:
    """`Where is it kept?`: where it is."""
    is_where = clause.words[clause.begin : clause.begin + 1] == ["where"] and clause.tokens[-1].word in STANDING
    return replace(clause, tokens=clause.tokens[:-1]) if is_where else clause


def _on(clause: Clause, desk: Desk) -> Clause:
    """`Who is on the roof project?`: who its members are, where there is a list of them."""
    slots = (slot for source in desk.catalog.sources for slot in source.fields)
    several = next((slot for slot in slots if slot.form == "list" and not slot.parts and is_person(slot)), None)
    words, begin = clause.words, clause.begin
    after = clause.tokens[begin + 3 : begin + 4]
    is_of = any(one.is_name or one.is_id or one.word in ARTICLES | {"it", "that", "this"} for one in after)
    if several is None or words[begin : begin + 3] != ["who", "is", "on"] or not is_of:
        return clause
    word = several.all_words[-1]
    member = replace(clause.tokens[begin + 2], word=word, stem=stem(word), is_noun=True)
    of = replace(clause.tokens[begin + 2], text="of", word="of", stem="of")
    return replace(clause, tokens=(*clause.tokens[: begin + 2], member, of, *clause.tokens[begin + 3 :]))


def _due(clause: Clause, desk: Desk) -> Clause:
    """`What must be finished in May?`: what is due then."""
    words = set(clause.words)
    is_ahead = clause.mood != "orders" and words & AHEAD and not words & {"was", "were", "did"}
    fields = [slot for source in desk.catalog.sources for slot in source.fields if slot.is_moment]
    if not is_ahead or not any("due" in slot.all_words for slot in fields):
        return clause
    is_timed = "when" in words or bool(moments(clause.text, desk.now))
    found = tuple(
        replace(token, word="due", stem=stem("due"))
        if is_timed and (concept(token.stem) == DONE or token.word == "ready")
        else token
        for token in clause.tokens
    )
    return replace(clause, tokens=found)


def _written(clause: Clause) -> Clause:
    """`Did he leave any notes?`: whether there are notes; `what did he put in the log?`: what he wrote."""
    found = clause.tokens
    for at in range(clause.begin + 1, len(found)) if clause.mood != "orders" else ():
        behind = [token.word for token in found[at + 1 : at + 4]]
        is_said_after = found[at - 1].word.removesuffix("s") in NOTES and behind[:1] in (["on"], ["about"], ["by"])
        is_noted = is_said_after or any(word.removesuffix("s") in NOTES for word in behind)
        if found[at].word not in LEAVING or found[at].is_quoted or not is_noted:
            continue
        writes = (_as(found[at], "write"),) if behind[0] in INTO else ()
        return replace(clause, tokens=(*found[:at], *(replace(one, is_noun=False) for one in writes), *found[at + 1 :]))
    return clause


def _closing(clause: Clause) -> Clause:
    """`Until when are they open?`, `how late does it stay open`: when they close."""
    words = clause.words
    pairs = [words[at : at + 2] for at in range(clause.begin, len(words))]
    if not any(one in (["until", "when"], ["till", "when"], ["how", "late"]) for one in pairs):
        return clause
    closes = stem("closes")
    return replace(
        clause,
        tokens=tuple(
            replace(token, word="closes", stem=closes) if token.stem == "open" and not token.is_quoted else token
            for token in clause.tokens
        ),
    )


def _calling(clause: Clause) -> Clause:
    """`What number can I get her on?`: what to ring her with."""
    found = clause.tokens
    numbers = [at for at, token in enumerate(found) if token.word in ("number", "no") and not token.is_quoted]
    calling = [at for at, token in enumerate(found) if token.word in CALLING and not token.is_quoted]
    if not numbers or not calling or clause.mood != "asks" or not {"i", "we", "you"} & set(clause.words):
        return clause
    phone = replace(found[numbers[0]], word="phone", stem=stem("phone"), is_noun=True)
    kept = (phone if at == numbers[0] else token for at, token in enumerate(found) if at not in calling)
    return replace(clause, tokens=tuple(kept))


def _asking_for(clause: Clause, desk: Desk) -> Clause:
    """`Who do I ring at the mill?`: who the contact there is, where somebody is one."""
    found, begin = clause.tokens, clause.begin
    words = clause.words[begin : begin + 4]
    contact = next((word for slot in _fields(desk) for word in slot.all_words if word in CONTACTS), None)
    is_asked = len(words) == 4 and words[0] in ("who", "whom") and words[2] in ("i", "we") and words[3] in SPEAKING
    if contact is None or not is_asked:
        return clause
    rest = begin + 4
    while rest < len(found) and found[rest].word in BESIDE:
        rest += 1
    of = replace(found[begin + 3], text="of", word="of", stem="of")
    asked = (replace(found[begin], text="what", word="what", stem="what"), _as(found[begin + 1], contact), of)
    return replace(clause, tokens=(*found[:begin], *asked, *found[rest:])) if rest < len(found) else clause
