"""Answers in words: every value in them comes from a result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, cast

from assistant.planner.english.marks import unmarked
from assistant.planner.english.stems import CAMEL, is_plural, plural
from assistant.planner.english.vocabulary import WH, wordset
from assistant.planner.offer.records import LONG_TEXTS, MAX_NAME, Record, as_moment, is_sentence
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import is_number

MAX_LISTED = 25
HIDDEN = "hidden by the server"
MAX_INLINE = 6
MARKDOWN = re.compile(r"([\\`*_\[\]<>|#])")
SUFFIXES = {"ms": " ms", "percent": " %", "pct": " %", "c": " °C", "celsius": " °C", "kwh": " kWh", "kg": " kg"}
DROPPED = frozenset({*SUFFIXES, "id", "eur", "gbp", "usd"})
AMOUNTS = frozenset({"days", "hours", "minutes", "weeks"})
PLACING = wordset("on by at in until since to from for of this")
STANDING = wordset("status state stage phase health condition availability")
STATES = wordset("spent paid due done left sold lent open booked used invoiced owed")
CURRENCIES = {"€": r"\beuros?\b|\beur\b|€", "£": r"\bpounds?\b|\bgbp\b|£", "$": r"\bdollars?\b|\busd\b|\$"}
MIN_GROUPED = 10_000
"""From here on digits are grouped; of money from a thousand on."""
PERCENT = re.compile(r"\bper ?cent|%")


def plain(text: object) -> str:
    """Foreign text in Markdown, where it is to be read as it is."""
    return MARKDOWN.sub(r"\\\1", " ".join(unmarked(str(text)).split()))


def bold(text: object) -> str:
    return f"**{plain(text)}**"


def spoken(name: str) -> str:
    """The name of a field or a choice as words."""
    name = CAMEL.sub(" ", name).casefold() if name[:1].islower() and " " not in name else name
    words = [word for word in re.split(r"[_\s]+", name) if word]
    return " ".join(words[:-1] if len(words) > 1 and words[-1] in DROPPED else words)


def value_text(value: Any, slot: Slot | None = None) -> str:
    if value is None or value == [] or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _figure(value, slot)
    if isinstance(value, list):
        return _listed_values(cast(list[Any], value))
    if isinstance(value, Mapping):
        return _object_text(cast(Mapping[str, Any], value))
    return _text(str(value), slot)


def _text(value: str, slot: Slot | None) -> str:
    moment = as_moment(value)
    if moment is not None and len(value) > 10 and "T" in value:
        return moment.strftime("%Y-%m-%d %H:%M")
    return spoken(value) if slot is not None and value in slot.choices else plain(value)


def number_text(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else f"{value:.2f}".rstrip("0").rstrip(".")


def _figure(value: float, slot: Slot | None) -> str:
    """With its unit; a number that only names something is left as it is."""
    money = _currency(slot)
    is_large = isfinite(value) and abs(value) >= (1000 if money else MIN_GROUPED)
    is_grouped = slot is not None and not slot.is_id and is_large
    digits = number_text(value)
    if is_grouped:
        whole, dot, rest = digits.partition(".")
        digits = f"{int(whole):,}{dot}{rest}"
    if money and "." in digits:
        digits = f"{digits}0" if digits[-2] == "." else digits
    return f"{money}{digits}".replace(f"{money}-", f"-{money}") if money else f"{digits}{_unit(slot)}"


def _currency(slot: Slot | None) -> str:
    """The sign of what an amount is in, where the server says so."""
    said = f"{' '.join(slot.all_words)} {slot.description}".casefold() if slot is not None and slot.is_measure else ""
    found = [sign for sign, words in CURRENCIES.items() if re.search(words, said)]
    return found[0] if len(found) == 1 else ""


def _unit(slot: Slot | None) -> str:
    if slot is None:
        return ""
    suffix = SUFFIXES.get(slot.all_words[-1])
    return suffix or (" %" if PERCENT.search(slot.description) else "")


def _listed_values(values: Sequence[Any]) -> str:
    shown = [value_text(one) for one in values[:MAX_LISTED]]
    return joined(shown) if all(not isinstance(one, Mapping) for one in values) else "; ".join(shown)


def _object_text(value: Mapping[str, Any]) -> str:
    known = [(key, one) for key, one in value.items() if one is not None]
    return ", ".join(
        value_text(one) if place == 0 and isinstance(one, str) else f"{spoken(str(key))} {value_text(one)}"
        for place, (key, one) in enumerate(known)
    )


def joined(parts: Sequence[str], word: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def called(thing: Record) -> str:
    """A thing's name, and its id where it has both."""
    name, own = thing.label, thing.id
    if name.isdigit():
        return f"{thing.source.noun.capitalize()} {bold(name)}"
    return bold(name) if own is None or str(own) == name else f"{bold(name)} ({plain(own)})"


def introduced(thing: Record, but: Slot | None = None) -> str:
    """A thing that has only an id, with what tells people which it is."""
    if thing.name_field is not None:
        return called(thing)
    fields = (slot for slot in thing.source.fields if slot.form == "text" and not slot.is_id and not slot.choices)
    values = [thing.get(slot.name) for slot in fields if slot is not but and slot.name not in LONG_TEXTS]
    told = next((value for value in values if isinstance(value, str) and not value.isdigit()), "")
    return f"{called(thing)} ({plain(told)})" if told and len(told) <= MAX_NAME else called(thing)


def counted(count: int, source: Source) -> str:
    return f"{count} {source.noun}" if count == 1 else f"{count} {plural(source.noun)}"


def shown(thing: Record, slot: Slot) -> str:
    """A field's value; where the server hides it, that it does."""
    if thing.get(slot.name) is None and slot.name in thing.masked:
        return HIDDEN
    return value_text(thing.get(slot.name), slot)


def sentence(thing: Record, slots: Sequence[Slot]) -> str:
    """What a question for some fields of one thing is answered with."""
    if len(slots) == 1:
        return _one_field(thing, slots[0])
    parts = [f"{spoken(slot.name)}: {shown(thing, slot)}" for slot in slots]
    return f"{called(thing)}: {', '.join(parts)}."


def _one_field(thing: Record, slot: Slot) -> str:
    value, who = thing.get(slot.name), introduced(thing, slot)
    name, text = spoken(slot.name), shown(thing, slot)
    if value is None and slot.name in thing.masked:
        return f"The {name} of {who} is {HIDDEN}: the person has to allow it there."
    if isinstance(value, bool):
        return f"{who} is {'' if value else 'not '}{name}."
    if isinstance(value, str) and value in slot.choices and slot.all_words[-1] in STANDING:
        return f"{who} is {text}."
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return f"The {name} of {who}:\n\n" + "\n".join(f"- {value_text(one)}" for one in value[:MAX_LISTED])
    if (words := slot.all_words)[0] in AMOUNTS and len(words) == 2:
        return f"{who} is {text} {' '.join(words)}."
    if is_number(value) and len(words) == 1 and is_plural(name):
        return f"{who}: {text} {name}." if name in AMOUNTS else f"{who} has {text} {name}."
    if slot.is_measure and name in STATES:
        return f"{text} is {name} for {who}."
    if slot.is_moment or words[0] in PLACING or words[-1] in PLACING or words[-1].endswith("ed") or name in STATES:
        return f"{who}: {name} {text}."
    if isinstance(value, str) and is_sentence(value):
        return f"The {name} of {who}: {text}"
    if name in WH:
        return f"{who}: {text}."
    verb = "are" if isinstance(value, list) or (isinstance(value, str | None) and is_plural(name)) else "is"
    return f"The {name} of {who} {verb} {text}."


def bullet(thing: Record, slots: Iterable[Slot]) -> str:
    parts = [_part(thing, slot) for slot in slots if thing.get(slot.name) is not None or slot.name in thing.masked]
    if not thing.is_called:
        return f"- {', '.join(parts)}"
    return f"- {called(thing)}: {', '.join(parts)}" if parts else f"- {called(thing)}"


def _part(thing: Record, slot: Slot) -> str:
    text = shown(thing, slot)
    is_plain = slot.choices or (slot.form == "text" and isinstance(thing.get(slot.name), str))
    return text if is_plain else f"{spoken(slot.name)} {text}"


def table(things: Sequence[Record], slots: Sequence[Slot]) -> str:
    head = ["", *(spoken(slot.name).capitalize() for slot in slots)]
    rows = [[called(thing), *(shown(thing, slot) for slot in slots)] for thing in things]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
