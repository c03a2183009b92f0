"""What the server can see to: a reading's conditions as arguments of the tool that lists the things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.conversation import Arguments
from assistant.planner.english.likeness import likeness
from assistant.planner.english.stems import content_stems, stem
from assistant.planner.english.vocabulary import QUERY_WORDS, STOPWORDS, wordset
from assistant.planner.facts.things import Field, folded
from assistant.planner.offer.schemas import Slot
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading

SINCE = wordset("since from after")
UNTIL = wordset("until to before till")


def narrowed(phrase: Phrase, reading: Reading) -> Arguments:
    """Those conditions that parameters of the tool stand for, in the server's own values."""
    params = [one for one in reading.target.source.deed.params if not one.is_paging]
    found: Arguments = {}
    for atom in reading.conditions:
        if atom.given and atom.kind is reading.target:
            found |= atom.given
        if (
            atom.role != "these"
            or atom.kind is not reading.target
            or atom.field is None
            or atom.side in ("either", "same")
        ):
            continue
        for param in params:
            if param.name not in found and (value := _value(phrase, param, atom, atom.field)) is not None:
                found[param.name] = value
    return found


def _value(phrase: Phrase, param: Slot, atom: Atom, field: Field) -> Any:
    is_same = param.name == field.name or (param.key == field.slot.key and not param.is_id)
    is_negated = any(phrase.tokens[at].word == "not" for at in atom.span)
    values = {str(one) for thing in atom.things for one in thing.values(field)}
    if param.is_moment:
        return _moment(phrase, param, atom, field, is_same)
    if param.choices and is_same and not is_negated and len(values) == 1 and values <= set(param.choices):
        return values.pop()
    if param.form == "truth" and is_same and values in ({"True"}, {"False"}):
        return values == {"True"}
    if param.choices or param.form not in ("text", "any") or param.is_id:
        return None
    if is_same and field.is_text and not field.is_prose:
        return values.pop() if len(values) == 1 else _said(phrase, atom)
    if field.is_prose and QUERY_WORDS & set(param.all_words):
        return _written_words(phrase, atom, field) or None
    return None


def _written_words(phrase: Phrase, atom: Atom, field: Field) -> str:
    """Those words that are in all of these texts, as they are written there: `can support help with the merging`."""
    texts = [folded(" ".join(map(str, thing.values(field)))) for thing in atom.things]
    said = [phrase.tokens[at].word for at in atom.span if phrase.words[at] not in STOPWORDS]
    return " ".join(found for word in said if (found := _common(word, texts)))


def _common(word: str, texts: Sequence[Sequence[str]]) -> str:
    """`certificate`, where one text has `certificates`; the texts' own word, where that is a shorter one."""
    own = [next((one for one in text if stem(one) == stem(word)), "") for text in texts]
    if all(one.startswith(word) for one in own):
        return word
    return own[0] if len(set(own)) == 1 else ""


def _said(phrase: Phrase, atom: Atom) -> str:
    return " ".join(phrase.tokens[at].text for at in atom.span)


def _moment(phrase: Phrase, param: Slot, atom: Atom, field: Field, is_same: bool) -> Any:
    when = next((one for span, one in phrase.times if set(span) & set(atom.span)), None)
    if when is None:
        return None
    words = set(param.all_words)
    if when.side == "since" and words & SINCE:
        return _written(param, when.first)
    if when.side == "until" and words & UNTIL:
        return _written(param, when.last)
    if when.side == "within" and words & (SINCE | UNTIL) and _is_of(param, field):
        return _written(param, when.first if words & SINCE else when.last)
    if when.side == "within" and is_same and when.first.date() == when.last.date():
        return _written(param, when.first)
    return None


def _is_of(param: Slot, field: Field) -> bool:
    """Whether its description, or its name, says that it is about this day."""
    keys = {*content_stems(param.description), *param.key}
    return any(likeness(key, own) > 0 for key in keys for own in field.slot.key)


def _written(param: Slot, moment: Any) -> str:
    return moment.date().isoformat() if param.form == "date" else moment.isoformat()
