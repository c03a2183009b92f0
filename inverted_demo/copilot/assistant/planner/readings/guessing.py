"""Whether a field that would be told is only a guess, or one of several that may be meant."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import singular
from assistant.planner.english.vocabulary import PLACE_WORDS, STOPWORDS, wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.readings.company import (
    held_by,
    is_other_party,
    persons,
)
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.people import GOOD, HAVING, is_persons, only_doer, takes_part
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.stretches import ENDS
from assistant.planner.readings.wants import Want

LASTING = wordset("minutes hours days duration length weeks takes mins long")
AGE = wordset("age born birth birthday founded year aged")
ANYBODY = wordset("anyone anybody someone somebody")


def nearness(field: Field, words: Sequence[str]) -> float:
    said = [word for word in words if word not in STOPWORDS]
    return max((lexical(word, own) for word in said for own in field.words), default=0.0)


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
    if takes_part(phrase) and all(one.is_list for one in asked):
        return False
    said = [token.word for token in phrase.tokens]
    is_only = want.asker == "who" and len(persons(kind.fields)) == 1 and phrase.has("is", "are", "was")
    if want.asker == "who" and len(persons(kind.fields)) > 1 and all(_is_paraphrase(phrase, one) for one in asked):
        return True
    is_only = is_only and (not phrase.has(*HAVING) or any(one.is_name and one.kind is not kind for one in chosen))
    is_only = is_only and (phrase.has(*HAVING) or any(one.kind is kind for one in chosen))
    return not is_only and all(one not in told and nearness(one, said) < GOOD for one in asked)


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
        or (field.is_list and takes_part(phrase))
    ):
        return False
    strengths = [one.strength for one in chosen if one.role == "field" and one.field is field]
    if strengths:
        return max(strengths) < GOOD
    said = [token.word for token in phrase.tokens[phrase.begin :]]
    alike = [one for one in kind.fields if (one.is_moment, one.is_number) == (field.is_moment, field.is_number)]
    return len(alike) > 1 and nearness(field, said) < GOOD


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
    return nearness(field, said) < GOOD <= nearness(field, phrase.words[phrase.begin :])
