"""What is asked in other words than the offer has: reworded, before anything is looked up."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses import Clause
from assistant.planner.dates import moments
from assistant.planner.desk import Desk
from assistant.planner.people import is_person
from assistant.planner.stems import concept, stem
from assistant.planner.vocabulary import ARTICLES, AUXILIARIES, PREPOSITIONS, wordset

DONE = concept(stem("done"))
AHEAD = wordset("must supposed should will have has need needs going planned expected to")
BESIDES = frozenset({"besides", "beside", "except", "excluding"})
STANDING = wordset("kept stored located situated found standing")
CALLING = wordset("call ring reach dial get phone contact catch")


def reworded(clause: Clause, desk: Desk) -> Clause:
    """The clause in the words of fields."""
    return _calling(_closing(_on(_due(_placed(_without_excepted(clause)), desk), desk)))


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
        replace(token, word="due", stem=stem("due")) if is_timed and concept(token.stem) == DONE else token
        for token in clause.tokens
    )
    return replace(clause, tokens=found)


def _without_excepted(clause: Clause) -> Clause:
    """`Who works on it besides Lena?`: all who do are told."""
    for at, token in enumerate(clause.tokens):
        is_end = not any(one.word in PREPOSITIONS | AUXILIARIES for one in clause.tokens[at + 1 :])
        if token.word in BESIDES and is_end and clause.has("who") and at > clause.begin + 2:
            return replace(clause, text=clause.text[: token.start].rstrip(), tokens=clause.tokens[:at])
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
