"""How well a kind of things fits what the opening words of a question ask for."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.people import is_person
from assistant.planner.readings.company import (
    ANYTHING,
    has_full_names,
    held_by,
    persons,
    tells_person,
)
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.guessing import nearness
from assistant.planner.readings.people import (
    GOOD,
    HAVING,
    STAFF,
    is_called_so,
    is_doer,
    is_persons,
    is_role,
    only_doer,
    takes_part,
)
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.wanted import CALENDAR, REASONS, is_calendar, is_remark
from assistant.planner.readings.wants import Want

HELD = 0.2
"""How much rather than of whom else it is asked who has a thing."""
FITS = 0.7
MISFITS = -0.8
HEAD = 0.8
POINTED = 0.5
MEASURES = ("much", "amount", "long", "age")
ELSEWHERE = 0.4
SORTS = wordset("kind type category sort role genre class")
STANDING = 0.2
"""`until when is it closed?`: of what is so, and not of what has to do with it."""
TOLD_SO = 0.1
"""How much less a kind fits `who` that only its tool tells to be of persons."""
HARDLY_SAID = 0.2
"""How well the description of a thing fits what somebody said."""
SPEAKER = 0.4
"""How much rather somebody's words are in what tells of that person."""
WHICH_OF = 3
"""`which of its projects`: so many words before a noun may say that some of them are asked for."""
ONES = wordset("one ones those these them")


def _is_log(kind: Kind) -> bool:
    """Whether such things are what somebody wrote, and not what it was written about: they have no name."""
    return not any(one.path in (("name",), ("title",)) for one in kind.fields)


def _names_one(kind: Kind) -> bool:
    """Entries of a list that somebody is on."""
    named = [one for one in persons(kind.fields) if is_person(one.slot)]
    return kind.parent is not None and len(named) == 1


def fit_of(phrase: Phrase, want: Want, kind: Kind, chosen: Sequence[Atom], asked: Sequence[Field]) -> float:
    """How well the kind fits what the opening words ask for."""
    score = 0.3 if any(one.role == "kind" and one.kind is kind for one in chosen) else 0.0
    if any(one.side == "pointed" and one.kind is kind and phrase.words[one.span.start] in ONES for one in chosen):
        score += POINTED
    if want.asker in MEASURES and any(one.is_number for one in asked) and _is_pointed(phrase, kind, chosen):
        score += POINTED
    if want.head:
        score += _head_fit(phrase, want, kind, chosen)
    if _is_whose(phrase, kind, chosen):
        score -= HEAD
    if want.asker == "who":
        is_told = any(tells_person(one) or has_full_names(one) for one in asked)
        fits = is_persons(kind) or is_doer(phrase, kind, chosen) or is_told
        said = [token.word for token in phrase.tokens]
        is_part = takes_part(phrase) and any(one.is_list for one in asked)
        is_unsaid = not is_persons(kind) and not is_part and all(nearness(one, said) < GOOD for one in asked)
        is_unsaid = is_unsaid and (only_doer(phrase, asked) is None or is_persons(kind))
        is_guess = is_unsaid and (len(persons(kind.fields)) > 1 or _is_had(phrase, kind, chosen))
        is_elsewhere = is_unsaid and any(one.role == "field" and one.kind is not kind for one in chosen)
        fits = fits and not _asks_of_itself(phrase, kind, chosen)
        if asked and asked == held_by(phrase, kind):
            return score + FITS + HELD
        score += (0.0 if is_elsewhere else 0.4 if is_guess else FITS) if fits else MISFITS
        if is_persons(kind) and (_is_had(phrase, kind, chosen) or _names_others(phrase, kind, chosen)):
            score -= FITS
        score -= TOLD_SO if is_persons(kind) and not is_called_so(kind) else 0.0
        if is_persons(kind) and not any(one.role == "field" and one.kind is kind for one in chosen):
            score += 0.1
    elif want.asker == "said":
        score += (FITS if _is_log(kind) else HARDLY_SAID) if any(map(is_remark, asked)) else MISFITS
        own = [one.field for one in chosen if one.kind is kind and one.field]
        is_spoken = any(_is_speaker(one) for one in own) and not any(map(is_remark, own))
        is_spoken = is_spoken or (phrase.has(*STAFF) and _is_log(kind) and any(map(tells_person, kind.fields)))
        score += SPEAKER if is_spoken else 0.0
    elif want.asker == "why":
        own = {one.kind for one in chosen if one.role == "these"}  # why it is so, and not what has to do with it
        is_told = any(REASONS & set(one.words) for one in asked) and bool(own & {kind, kind.parent})
        score += FITS if is_told else 0.5 * FITS if any(map(is_remark, asked)) else 0.0
    elif want.asker == "when":
        is_day = any(one.is_moment or one.is_clock or is_calendar(one) for one in asked)
        score += FITS if is_day else 0.5 * FITS if any(one.is_prose for one in asked) else MISFITS
        said = phrase.words[phrase.begin :] if phrase.has("which", "what") else []
        score += POINTED if any(one.words[-1] in CALENDAR & set(said) for one in asked) else 0.0
        if want.ends and any(one.role == "these" and not one.is_name and one.kind is kind for one in chosen):
            score += STANDING
    elif want.asker == "where":
        score += 0.5 * FITS if asked else 0.5 * MISFITS
    elif want.of_people and not asked:
        score += FITS if is_persons(kind) or _names_one(kind) else MISFITS
    elif want.asker == "amount" and asked and any(one.is_number for one in asked):
        score += 0.9 * FITS
    elif want.asker in ("much", "age"):
        score += FITS if any(one.is_number or one.is_moment for one in asked) else MISFITS
    elif want.asker == "long":
        score += FITS if any(one.is_number or one.is_moment or one.is_clock for one in asked) else MISFITS
    return score


def _is_pointed(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """`how many hours has he done?`: his own, and not those of where he works."""
    return any(one.side == "pointed" and one.kind is kind and one.span.start in phrase.pointing for one in chosen)


def _is_whose(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """`anything from the night crew that is late?`: what they have, and not they."""
    own = [one for one in chosen if one.kind is kind and one.role in ("kind", "these") and not one.side]
    others = any(one.kind is not kind and one.role == "these" and not one.is_name for one in chosen)
    is_open = phrase.words[phrase.begin] in ANYTHING
    return is_open and others and bool(own) and all(_is_behind(phrase, one.span.start) for one in own)


def _is_behind(phrase: Phrase, at: int) -> bool:
    """Whether it is in a part of the sentence that begins with a preposition."""
    before = phrase.words[max(phrase.begin, at - 3) : at]
    return bool({"from", "of", "by", "for", "with", "in", "at", "on"} & set(before))


def _is_speaker(field: Field) -> bool:
    """`what did Noor Blom think of it`: somebody, or in a part of the thing whatever is named there."""
    is_of_part = field.kind.parent is not None and field.is_text
    return is_person(field.slot) or (is_of_part and not field.slot.choices and not field.slot.is_id)


def _is_had(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """`who has got the smew?`: not the smew itself, but what names it together with somebody."""
    return phrase.has(*HAVING) and any(
        one.is_name and one.kind is kind and _is_own_name(one.field, kind) for one in chosen
    )


def _is_own_name(field: Field | None, kind: Kind) -> bool:
    return field is not None and bool(kind.things) and field.path == (kind.things[0].record.name_field,)


def _names_others(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """`who is the warden of …`: something else tells whom, and they are not among these."""
    own = {str(thing.name).casefold() for thing in kind.things}
    roles = {one.field for one in chosen if one.role == "field" and one.kind is not kind and one.field is not None}
    told = [one for one in roles if is_role(phrase, one, chosen)]
    return any(not own & {str(value).casefold() for value in one.values} for one in told)


def _asks_of_itself(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """`Who does Ada see?` is not answered by Ada, as `Who is Ada?` is."""
    own = [one for one in chosen if one.is_name and one.kind is kind and one.field is not None]
    is_named = any(one.field.path in (("name",), ("id",)) for one in own if one.field)
    at = next((at for at in range(phrase.begin, len(phrase.tokens)) if phrase.words[at] in ("who", "whom")), -1)
    return is_persons(kind) and is_named and bool({"does", "do", "did"} & set(phrase.words[at + 1 : at + 2]))


def _is_sort(atom: Atom) -> bool:
    """`the comments`, of entries whose kind is comment: they are called by the sort that they are of."""
    is_said = atom.role == "these" and atom.strength >= GOOD
    return is_said and atom.field is not None and bool(SORTS & set(atom.field.words[-1:]))


def _head_fit(phrase: Phrase, want: Want, kind: Kind, chosen: Sequence[Atom]) -> float:
    last = want.head[-1]
    for one in chosen:
        if last in one.span or (one.span and one.span[-1] in want.head):
            before = phrase.words[max(0, want.head.start - WHICH_OF) : want.head.start]
            is_which = bool({"which", "list", "show", "any"} & set(before))
            if is_which and one.role == "field" and one.field is not None and one.field.is_number:
                return -HEAD
            if one.role == "these" and one.span.start <= want.head.start and phrase.tokens[last].stem in one.kind.nouns:
                return HEAD if one.kind is kind else -ELSEWHERE
            if one.side == "pointed":
                return HEAD if one.kind is kind else -HEAD
            if one.kind is kind and one.role in ("kind", "field"):
                return HEAD * one.strength * (1.0 if one.role == "kind" else 0.75)
            if one.kind is kind and _is_sort(one):
                return HEAD * one.strength
            if one.role == "kind" and one.kind is not kind:
                before = phrase.words[max(0, want.head.start - 1)]
                return -ELSEWHERE if want.asker in ("", "amount") and before in ("which", "what", "many") else 0.0
    return 0.0
