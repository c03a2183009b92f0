"""The arguments of a call, from what was said and the tool's JSON Schema alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from assistant.conversation import Arguments
from assistant.matcher.catalog import Item
from assistant.matcher.dates import UNITS, Span, lengths_in, moment_in
from assistant.matcher.words import Places, Sentence, stem, stems
from assistant.schema import Property

_ID = re.compile(r"(?<![\w-])(?=[\w-]*\d)[A-Za-z]{1,8}[-_]?\d{1,8}(?:-\d{1,8})?(?![\w-])")
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,2})?")


@dataclass(slots=True)
class Filled:
    """A tool with its arguments, as far as they were said."""

    item: Item
    arguments: Arguments = field(default_factory=Arguments)
    used: set[int] = field(default_factory=set[int])
    """The places of the words that say them."""
    missing: list[Property] = field(default_factory=list[Property])
    """What is required, and was not said."""

    def put(self, parameter: Property, value: Any, places: Iterable[int]) -> None:
        self.arguments[parameter.name] = value
        self.used |= set(places)
        self.missing = [one for one in self.missing if one is not parameter]


def fill(item: Item, sentence: Sentence) -> Filled:
    filled = Filled(item)
    for parameter in item.parameters:
        form = parameter.schema.get("format")
        if parameter.choices:
            found = _choice(parameter, sentence)
        elif parameter.type == "boolean":
            found = _switch(parameter, sentence)
        elif parameter.type in ("integer", "number"):
            found = _number(parameter, sentence, filled.used)
        elif form in ("date", "date-time"):
            found = _moment(parameter, sentence)
        else:
            found = _ids(item, parameter, sentence, filled)
        if found and (item.reads or not filled.used.intersection(found[1])):
            filled.put(parameter, *found)
        elif parameter.is_required:
            filled.missing.append(parameter)
    return filled


def _choice(parameter: Property, sentence: Sentence) -> tuple[str, Places] | None:
    """The choice that is said; none where two are, or where it is denied."""
    said = {value: places for value in parameter.choices if (places := sentence.says(value))}
    said = {value: places for value, places in said.items() if not any(places < other for other in said.values())}
    found = next(iter(said.items())) if len(said) == 1 else None
    is_meant = found and not any(sentence.words[at].is_denied or sentence.words[at].is_quoted for at in found[1])
    return found if is_meant else None


def _switch(parameter: Property, sentence: Sentence) -> tuple[bool, Places] | None:
    """Named, it is on; denied, it is off."""
    name = stems(parameter.name)
    places = frozenset(at for at in sentence.meant if sentence.words[at].stem in name)
    is_named = name and name == {sentence.words[at].stem for at in places}
    return (not any(sentence.words[at].is_denied for at in places), places) if is_named else None


def _moment(parameter: Property, sentence: Sentence) -> tuple[str, Places] | None:
    """A day or a time that is required; one that may be left out is said with its name, as “since” Monday."""
    with_time, name = parameter.schema["format"] == "date-time", parameter.name.casefold()
    found = moment_in(sentence.text, sentence.now, with_time=with_time, is_past=not parameter.is_required)
    is_meant = parameter.is_required or any(word.plain == name for word in sentence.words)
    places = [at for at, word in enumerate(sentence.words) if word.plain == name]
    return (found[0], _covered(sentence, found[1]) | frozenset(places)) if found and is_meant else None


def _number(parameter: Property, sentence: Sentence, used: set[int]) -> tuple[float, Places] | None:
    """A length of time in the schema's unit; else a number beside the parameter's name, or the only one."""
    name, about, words = stems(parameter.name), stems(parameter.name, parameter.description), sentence.words
    unit = next((minutes for one, minutes in UNITS.items() if stem(one) in about), 0)
    lengths = [*lengths_in(sentence.text)] if unit else []
    if lengths and sum(length for length, _ in lengths) % unit == 0:
        return sum(length for length, _ in lengths) // unit, _covered(sentence, [span for _, span in lengths])
    alone = [
        at for at, word in enumerate(words) if sentence.text[word.start - 1 : word.end + 1].strip(" .,!?") == word.text
    ]
    free = [at for at in alone if _NUMBER.fullmatch(words[at].text) and at not in used]
    for at in free:
        beside = name & {word.stem for word in words[max(0, at - 1) : at + 2]}
        if beside or (parameter.is_required and len(free) == 1):
            value = float(words[at].text)
            return int(value) if value.is_integer() else value, frozenset({at})
    return None


def _ids(item: Item, parameter: Property, sentence: Sentence, filled: Filled) -> tuple[str, Places] | None:
    shapes, words = id_shapes(item, parameter), sentence.words
    free = [at for at, word in enumerate(words) if not (word.is_quoted or word.is_denied) and at not in filled.used]
    places = [at for at in free if any(shape.fullmatch(words[at].text) for shape in shapes)]
    if not places:
        return None
    is_upper = any(letter.isupper() for shape in shapes for letter in shape.pattern)
    return words[places[0]].text.upper() if is_upper else words[places[0]].text, frozenset(places[:1])


def id_shapes(item: Item, parameter: Property) -> list[re.Pattern[str]]:
    """What ids look like: the letters of the examples in the schema, with any digits."""
    given = parameter.schema.get("examples")
    texts = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
    found = {one for text in (*texts, parameter.description) for one in _ID.findall(text)}
    return [re.compile(re.sub(r"\d+", r"\\d+", re.escape(one)), re.IGNORECASE) for one in sorted(found)]


def takes_id(item: Item, parameter: Property, key: str) -> bool:
    shapes = id_shapes(item, parameter)
    return bool(key) and (not shapes or any(shape.fullmatch(key) for shape in shapes))


def wants_id(item: Item, parameter: Property) -> bool:
    """Whether people give a name where this wants an id."""
    says_so = "id" in stems(parameter.name, parameter.description)
    return parameter.type == "string" and (says_so or bool(id_shapes(item, parameter)))


def leftover(sentence: Sentence, used: set[int]) -> tuple[str, Places] | None:
    """What is quoted, or else all from the first to the last word that nothing has used, as it was written."""
    words = sentence.words
    free = [at for at, word in enumerate(words) if word.is_quoted] or sorted(sentence.meant - used)
    return (sentence.text[words[free[0]].start : words[free[-1]].end], frozenset(free)) if free else None


def _covered(sentence: Sentence, spans: Iterable[Span]) -> Places:
    words = enumerate(sentence.words)
    return frozenset(at for at, word in words if any(start <= word.start < end for start, end in spans))
