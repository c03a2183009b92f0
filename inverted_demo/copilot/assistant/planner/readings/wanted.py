"""Which fields a question asks for, and how well a kind of things fits what it asks."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import identifier_words, singular
from assistant.planner.english.vocabulary import FREE_TEXT_WORDS, PLACE_WORDS, STOPWORDS, wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.money import OPEN, sum_of
from assistant.planner.offer.people import PERSON_KEYS, is_person
from assistant.planner.offer.schemas import Slot
from assistant.planner.readings.company import (
    ANYTHING,
    has_full_names,
    held_by,
    is_other_party,
    others,
    persons,
    tells_person,
)
from assistant.planner.readings.dimensions import hints_of, measured
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.headcounts import heads
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.recorded import is_recorded
from assistant.planner.readings.remaining import is_left
from assistant.planner.readings.stretches import ENDS, stretch_of
from assistant.planner.readings.wants import Want

CONTACT = frozenset({"contact"})
CONTACTS = wordset("phone email mobile telephone")
MONEY = wordset(
    "price cost fee amount total balance due rate rent value paid owed deposit charge budget pounds gbp eur"
)
RANGE = frozenset({"min", "max"})
SUMS = wordset("total altogether sum")
LASTING = wordset("minutes hours days duration length weeks takes mins long")
AGE = wordset("age born birth birthday founded year aged")
QUANTITIES = wordset("quantity stock amount count left available remaining number qty kg units hand")
UNITS = {"kilos": "kg", "kilo": "kg", "hrs": "hours", "mins": "minutes", "quid": "gbp", "pounds": "gbp", "euros": "eur"}
REASONS = wordset("reason why cause purpose because occasion grounds motive")
ANYBODY = wordset("anyone anybody someone somebody")
DONE = wordset("did has have had")
"""`what did she write?`: what it says, and not when."""
FREE = wordset("available free left remaining unreserved spare")
"""What can be had is not all that there is."""
HAVING = wordset("got has have having")
HELD = 0.2
"""How much rather than of whom else it is asked who has a thing."""
BEING = wordset("is was are were")
DOERS = ("er", "or", "ist", "wright", "ic")
DEEDS = wordset("coach cook chef pilot guide host judge smith nurse clerk lead crew")
ATTENDING = wordset("coming attending going enrolled joining taking signed booked")
ATTENDEES = wordset("member attendee participant guest student pupil visitor learner signed enrolled booked joined")
"""Who is there for what others do."""
OWNERS = wordset("owner customer buyer member user sender reporter holder requester donor visitor tester author")
"""Who is called for what he does, but does not do what is done with the thing."""
STAFF = wordset("people persons staff crew team colleagues everyone everybody members roster rota duty")
LEAVES = wordset("leave leaves absence absences holiday holidays vacation away")
WORKS = wordset("works working")
BEGINNING = 4
"""So many words of a description say what it is of."""
FIRST_PERSON = ("i", "me", "my", "mine", "myself", "am", "we", "us", "our")
GOOD = 0.7
FITS = 0.7
MISFITS = -0.8
HEAD = 0.8
POINTED = 0.5
MEASURES = ("much", "amount", "long", "age")
ELSEWHERE = 0.4
SORTS = wordset("kind type category sort role genre class")
CALENDAR = wordset("day week month year")
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


def is_persons(kind: Kind) -> bool:
    """Whether such things are persons, or what one speaks of as of a person."""
    return _is_called_so(kind) or (_has_names(kind) and (_is_of_people(kind) or _takes_leave(kind)))


def _takes_leave(kind: Kind) -> bool:
    """`{"name": …, "works_on": ["mon"], "away": [{"first": …}]}`: only persons go to work and on leave."""
    lists = (one for one in kind.source.fields if one.form == "list" or one.of_objects)
    return any((LEAVES if one.of_objects else WORKS) & set(one.all_words) for one in lists)


def _is_called_so(kind: Kind) -> bool:
    if kind.parent is not None and _has_names(kind) and is_person(Slot(kind.source.noun, "text")):
        return True  # `volunteers`, of `{"volunteers": [{"id": …, "name": …}]}`
    own = [one for one in kind.fields if len(one.path) == 1]
    reachable = any(CONTACTS & set(one.words) for one in own) and not any(map(_tells_contact, own))
    return bool(kind.nouns & PERSON_KEYS) or (reachable and _has_names(kind))


def _has_names(kind: Kind) -> bool:
    return any(one.path == ("name",) for one in kind.fields)


def _is_of_people(kind: Kind) -> bool:
    """`Who works here, and when they are away`: the tool tells of persons."""
    told = identifier_words(kind.source.deed.description.partition(",")[0].partition(".")[0])
    others = (one for one in kind.told_fields if not one.slot.is_id)
    is_plain = kind.parent is None and kind.source.is_list and not any(map(tells_person, others))
    return is_plain and (told[:1] == ("who",) or bool(STAFF & set(told[:BEGINNING])))


def _tells_contact(field: Field) -> bool:
    """Who is to be reached there: what has such a person is none itself."""
    return set(field.words) >= CONTACT and not CONTACTS & set(field.words) and is_person(field.slot)


def asked_fields(phrase: Phrase, want: Want, kind: Kind, chosen: Sequence[Atom], left: Sequence[int]) -> list[Field]:
    named = [one for one in chosen if one.role == "field" and one.kind is kind and not _is_beside_value(one, chosen)]
    told = list(dict.fromkeys(one.field for one in named if one.field is not None))
    if not want.asker and phrase.has(*DONE) and told and all(one.is_moment and is_recorded(one) for one in told):
        return [one for one in kind.fields if one.is_prose][:1]
    if want.shape == "truth":
        anybody = persons(kind.fields) if phrase.has(*ANYBODY) and not is_persons(kind) else []
        return told or (anybody if len(anybody) == 1 else [])
    said_of = _said_of(chosen, kind)
    fields = [one for one in kind.fields if one not in said_of]
    if want.asker == "who" and not is_persons(kind):
        reached = [*filter(_tells_contact, fields), *told] if any(CONTACTS & set(one.words) for one in told) else told
        named = [one for one in reached if tells_person(one) or has_full_names(one) or _is_role(phrase, one, chosen)]
        if not named and (held := held_by(phrase, kind)):
            return held
        those = [one for one in persons(fields) if one.is_list] if _takes_part(phrase) else []
        return (
            reached
            if named or is_doer(phrase, kind, chosen)
            else _likeliest(phrase, those or others(phrase, fields, kind, chosen), left)
        )
    if want.asker == "when":
        moments = [one for one in fields if one.is_moment or one.is_clock] or [*filter(_is_calendar, fields)]
        if want.ends:
            ends = [one for one in moments if ENDS & set(one.words)]
            return [one for one in told if one in ends] or _likeliest(phrase, ends or moments, left)
        is_told = any(one in moments for one in told)
        own = [one for one in moments if not is_recorded(one)]
        if moments and not own and not is_told:
            return [one for one in fields if one.is_prose][:1]
        found = told if is_told else _likeliest(phrase, own, left)
        return found if is_told else with_end(found, kind)
    if want.asker == "where":
        places = [one for one in fields if PLACE_WORDS & set(one.words)]
        return told or _likeliest(phrase, places, left)
    if want.asker == "why":
        return [one for one in fields if REASONS & set(one.words)][:1] or told or [*filter(is_remark, fields)]
    if want.asker == "said":
        remarks = [one for one in kind.fields if is_remark(one)]
        return [one for one in told if is_remark(one)] or remarks or told
    if want.asker in ("amount", "much") and (left_over := [one for one in told if is_left(one)]):
        return left_over
    if want.asker == "much":
        figures = [one for one in (*told, *_counted(chosen, kind)) if one.is_number]
        if _is_price(phrase) and not any(MONEY & set(one.words) for one in figures):
            figures = _measuring(phrase, want, [one for one in fields if MONEY & set(one.words)]) or figures
        return figures or _measuring(phrase, want, fields) or told
    if want.asker in ("long", "age"):
        figures = [one for one in (*told, *_counted(chosen, kind)) if one.is_number or one.is_moment]
        right = _measuring(phrase, want, kind.fields) if want.asker == "long" else []
        is_right = not right or any(_measures(phrase, want, one) for one in figures)
        return figures if figures and is_right else right or told
    if want.of_people or (want.asker == "amount" and not want.head and phrase.has("people", "persons")):
        return [one for one in (*told, *_counted(chosen, kind)) if one.is_number] or heads(kind)
    if (
        want.asker == "amount"
        and want.head
        and not any(one.role == "kind" and one.kind is kind and want.head[-1] in one.span for one in chosen)
    ):
        return [one for one in told if one.is_number] or _quantities(phrase, want, kind) or told
    if _is_total(phrase) and not any(one.is_number for one in told):
        return [*told, *_summed(phrase, fields)]
    return told


def _is_calendar(field: Field) -> bool:
    """`day: 3`, of a journey; `year`, of a book."""
    return field.is_number and field.words[-1] in CALENDAR


def _is_beside_value(atom: Atom, chosen: Sequence[Atom]) -> bool:
    """`the van Kestrel`: the name of the field says only what that is."""
    return any(
        one.role == "these"
        and one.field is atom.field
        and one.span.start in (atom.span.stop, atom.span.start - len(one.span))
        for one in chosen
        if not one.side
    )


def _summed(phrase: Phrase, fields: Sequence[Field]) -> list[Field]:
    """What a total is of, where it is not said."""
    figures = [one for one in fields if one.is_number]
    slot = sum_of([one.slot for one in figures], phrase.has(*OPEN))
    return [one for one in figures if one.slot is slot] or [one for one in figures if MONEY & set(one.words)][:1]


def is_remark(field: Field) -> bool:
    """What somebody wrote in sentences."""
    return field.slot.form in ("text", "any", "list") and (field.is_prose or bool(FREE_TEXT_WORDS & set(field.words)))


def _is_log(kind: Kind) -> bool:
    """Whether such things are what somebody wrote, and not what it was written about: they have no name."""
    return not any(one.path in (("name",), ("title",)) for one in kind.fields)


def _is_total(phrase: Phrase) -> bool:
    """`the total of the open bills`, and not `the total number of bills`."""
    return any(
        word in SUMS and not {"number", "count"} & set(phrase.words[at + 1 : at + 2])
        for at, word in enumerate(phrase.words)
    )


def _is_price(phrase: Phrase) -> bool:
    """`how much is a place?`: what it costs, and not how many there are."""
    places = [at for at in range(phrase.begin, len(phrase.tokens) - 1) if phrase.words[at] == "much"]
    return bool(places) and phrase.words[places[0] + 1] in ("is", "are", "does", "do", "for")


def _measures(phrase: Phrase, want: Want, field: Field) -> bool:
    """`how far do they ride`: kilometres, and not the riders."""
    said = phrase.words[want.head[0]]
    hints = hints_of(said) or LASTING
    return field.is_moment or bool(hints & set(measured(field)))


def _measuring(phrase: Phrase, want: Want, fields: Sequence[Field]) -> list[Field]:
    """The figure that `how much`, `how big` or `how long` asks for; since when, where it has been so."""
    said = phrase.words[want.head[0]] if want.asker == "long" and want.head else ""
    hints = {"much": MONEY, "long": LASTING, "age": AGE}[want.asker]
    hints = hints_of(said) or hints if said != "long" else hints
    found = [one for one in fields if one.is_number and hints & set(measured(one))]
    if said == "long" and not found and phrase.has("been", "since"):
        return [one for one in fields if one.is_moment][:1]
    return _with_range(found or [one for one in fields if hints & set(one.words)])


def _with_range(found: Sequence[Field]) -> list[Field]:
    """The first; and of what is told by its least and its most, both."""
    ends = [one for one in found if RANGE & set(one.words)]
    same = [one for one in ends if set(one.words) - RANGE == set(found[0].words) - RANGE]
    return same if found and found[0] in ends and len(same) == len(RANGE) else list(found[:1])


def _quantities(phrase: Phrase, want: Want, kind: Kind) -> list[Field]:
    """`how many kilos of leeks`: the figure in that unit, or what says how much there is."""
    unit = phrase.words[want.head[0]]
    if unit in ("people", "persons"):
        return heads(kind)
    figures = [one for one in kind.told_fields if one.is_number]
    in_unit = [one for one in figures if any(lexical(UNITS.get(unit, unit), word) >= GOOD for word in one.words)]
    amounts = [one for one in figures if QUANTITIES & set(one.words)]
    is_free = phrase.has(*FREE)
    return in_unit or sorted(amounts, key=lambda one: bool(FREE & set(one.words)) != is_free)[:1]


def _names_one(kind: Kind) -> bool:
    """Entries of a list that somebody is on."""
    named = [one for one in persons(kind.fields) if is_person(one.slot)]
    return kind.parent is not None and len(named) == 1


def with_end(found: list[Field], kind: Kind) -> list[Field]:
    """Of what lasts from a day to another, both."""
    moments = [one for one in kind.fields if one.is_moment]
    stretch = stretch_of(moments)
    return list(stretch) if stretch and len(moments) == len(stretch) and found in ([one] for one in stretch) else found


def _said_of(chosen: Sequence[Atom], kind: Kind) -> set[Field]:
    return {one.field for one in chosen if one.role == "these" and one.kind is kind and one.field is not None}


def _counted(chosen: Sequence[Atom], kind: Kind) -> list[Field]:
    """`how much do they owe`: the figure, of which is also said that there is any."""
    said = [one.field for one in chosen if one.role == "these" and one.kind is kind and not one.side]
    return [one for one in said if one is not None and one.is_number]


def _takes_part(phrase: Phrase) -> bool:
    """`who is on the project?`: all those who are named together."""
    words = phrase.words
    at = next((at for at, word in enumerate(words) if word == "who"), len(words))
    rest = [word for word in words[at + 1 :] if word not in ("the", "people")]
    return bool(set(rest[:1]) & BEING and set(rest[1:2]) & {"on", "in"})


def is_doer(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """`who sponsors the show?`: a sponsor, whether that is a person or not; and no play, of who plays."""
    reachable = any(CONTACTS & set(one.words) or "contact" in one.words for one in kind.fields)
    if not reachable:
        return False
    return any(one.role == "kind" and one.kind is kind and phrase.words[one.span.start - 1] == "who" for one in chosen)


def _is_role(phrase: Phrase, field: Field, chosen: Sequence[Atom]) -> bool:
    """`who is the warden of …`: whoever is called so, whatever that is."""
    spans = [one.span for one in chosen if one.role == "field" and one.field is field]
    before = [phrase.words[phrase.begin : one.start] for one in spans]
    is_said = any(words[-1:] in (["the"], ["its"], ["their"]) and set(words[-2:-1]) & BEING for words in before)
    return is_said and field.is_text and not field.is_prose and not field.slot.choices


def only_doer(phrase: Phrase, fields: Sequence[Field]) -> Field | None:
    """`who is printing it?`: whoever is called for what he does, and not whose it is; `who is coming?`"""
    words = phrase.words[phrase.begin :]
    at = next((at for at, word in enumerate(words) if word in ("who", "whos", "whom")), len(words))
    is_doing = any(word.endswith("ing") and word not in HAVING for word in words[at + 1 : at + 3])
    if ATTENDING & set(words[at + 1 : at + 3]):
        attending = [one for one in fields if ATTENDEES & set(map(singular, one.words))]
        return attending[0] if len(attending) == 1 else None
    doers = [one for one in fields if _is_called_for_deed(singular(one.words[-1])) and not OWNERS & set(one.words)]
    return doers[0] if is_doing and len(doers) == 1 and doers[0].is_text else None


def _is_called_for_deed(word: str) -> bool:
    return word.endswith(DOERS) or word in DEEDS


def _likeliest(phrase: Phrase, fields: Sequence[Field], left: Sequence[int]) -> list[Field]:
    """The one that the rest of the words is nearest to; else the first."""
    if not fields:
        return []
    if (doer := only_doer(phrase, fields)) is not None:
        return [doer]
    rest = [phrase.tokens[at].word for at in left] or [""]
    said = [token.word for token in phrase.tokens[phrase.begin :]]
    return [max(fields, key=lambda one: (_near(one, rest), _near(one, said)))]


def _near(field: Field, words: Sequence[str]) -> float:
    said = [word for word in words if word not in STOPWORDS]
    return max((lexical(word, own) for word in said for own in field.words), default=0.0)


def is_choosing(phrase: Phrase, want: Want, chosen: Sequence[Atom]) -> bool:
    """`who owes us?`, `which readers have an overdue book?`: and not `how much does each owe?`."""
    is_which = bool(want.head) and phrase.words[max(0, want.head.start - 1)] == "which"
    has_extreme = any(one.role == "extreme" for one in chosen)
    return not has_extreme and want.shape == "things" and (want.asker == "who" or is_which)


def is_guess(phrase: Phrase, want: Want, kind: Kind, chosen: Sequence[Atom], asked: Sequence[Field]) -> bool:
    """Whether a person or a place is told only for want of another."""
    told = {one.field for one in chosen if one.role == "field"}
    if phrase.words[phrase.begin] == "how" and not want.asker and not asked:
        return True
    if want.asker in ("long", "age") and not any(_measures_time(one) for one in asked):
        return True
    if want.asker not in ("who", "where") or not asked or (want.asker == "who" and is_persons(kind)):
        return False
    if is_other_party(phrase, kind, chosen, asked) or (want.asker == "who" and asked == held_by(phrase, kind)):
        return False
    if _takes_part(phrase) and all(one.is_list for one in asked):
        return False
    said = [token.word for token in phrase.tokens]
    is_only = want.asker == "who" and len(persons(kind.fields)) == 1 and phrase.has("is", "are", "was")
    if want.asker == "who" and len(persons(kind.fields)) > 1 and all(_is_paraphrase(phrase, one) for one in asked):
        return True
    is_only = is_only and (not phrase.has(*HAVING) or any(one.is_name and one.kind is not kind for one in chosen))
    is_only = is_only and (phrase.has(*HAVING) or any(one.kind is kind for one in chosen))
    return not is_only and all(one not in told and _near(one, said) < GOOD for one in asked)


def is_single_person(kind: Kind) -> bool:
    """Whoever asks, as a tool tells of him."""
    is_single = kind.parent is None and not kind.source.is_list and not kind.source.needs
    return is_single and is_persons(kind)


def is_of_speaker(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """What a tool tells of whoever asks, though nobody speaks of himself."""
    own = [one for one in chosen if one.kind is kind]
    is_said = any(one.role == "these" or (one.role == "kind" and one.strength >= GOOD) for one in own)
    return is_single_person(kind) and not is_said and not phrase.has(*FIRST_PERSON)


def is_vague(phrase: Phrase, want: Want, kind: Kind, chosen: Sequence[Atom], asked: Sequence[Field]) -> bool:
    """Whether the one field that it tells is hardly called what is said, and others of its sort may be meant."""
    if len(asked) != 1 or want.asker in ("much", "long", "age", "why") or want.of_people:
        return False
    [field] = asked
    if want.asker == "where" and [one for one in kind.fields if PLACE_WORDS & set(one.words)] == asked:
        return False
    if only_doer(phrase, persons(kind.fields)) is field or (want.asker == "who" and asked == held_by(phrase, kind)):
        return False
    if (
        is_other_party(phrase, kind, chosen, asked)
        or _is_only_of_its_sort(phrase, kind, field)
        or (field.is_list and _takes_part(phrase))
    ):
        return False
    strengths = [one.strength for one in chosen if one.role == "field" and one.field is field]
    if strengths:
        return max(strengths) < GOOD
    said = [token.word for token in phrase.tokens[phrase.begin :]]
    alike = [one for one in kind.fields if (one.is_moment, one.is_number) == (field.is_moment, field.is_number)]
    return len(alike) > 1 and _near(field, said) < GOOD


def _is_only_of_its_sort(phrase: Phrase, kind: Kind, field: Field) -> bool:
    """What is written, the one person, the one end: no other could be meant."""
    if field.is_prose:
        return sum(one.is_prose for one in kind.fields) == 1
    if phrase.has(*ANYBODY):
        return persons(kind.fields) == [field]
    ends = [one for one in kind.fields if (one.is_moment or one.is_clock) and ENDS & set(one.words)]
    return (phrase.has("until", "till", "til") or phrase.asks_until_when) and ends == [field]


def _measures_time(field: Field) -> bool:
    return (
        field.is_number or field.is_moment or field.is_clock or bool((AGE | LASTING) & set(map(singular, field.words)))
    )


def _is_paraphrase(phrase: Phrase, field: Field) -> bool:
    """`who is working on it?`, of the field that other words would name."""
    said = [token.text.casefold() for token in phrase.tokens[phrase.begin :]]
    return _near(field, said) < GOOD <= _near(field, phrase.words[phrase.begin :])


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
        is_part = _takes_part(phrase) and any(one.is_list for one in asked)
        is_unsaid = not is_persons(kind) and not is_part and all(_near(one, said) < GOOD for one in asked)
        is_unsaid = is_unsaid and (only_doer(phrase, asked) is None or is_persons(kind))
        is_guess = is_unsaid and (len(persons(kind.fields)) > 1 or _is_had(phrase, kind, chosen))
        is_elsewhere = is_unsaid and any(one.role == "field" and one.kind is not kind for one in chosen)
        fits = fits and not _asks_of_itself(phrase, kind, chosen)
        if asked and asked == held_by(phrase, kind):
            return score + FITS + HELD
        score += (0.0 if is_elsewhere else 0.4 if is_guess else FITS) if fits else MISFITS
        if is_persons(kind) and (_is_had(phrase, kind, chosen) or _names_others(phrase, kind, chosen)):
            score -= FITS
        score -= TOLD_SO if is_persons(kind) and not _is_called_so(kind) else 0.0
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
        is_day = any(one.is_moment or one.is_clock or _is_calendar(one) for one in asked)
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
    told = [one for one in roles if _is_role(phrase, one, chosen)]
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
