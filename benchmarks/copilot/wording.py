"""Whether an answer says something, however it is spelled or marked up."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from decimal import Decimal

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_PLAINER = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014\u2212", "''\"\"---")
"""Quotes, dashes and the minus sign."""
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"[*`|\\]|~~|^\s*(?:#+|>)\s", re.MULTILINE)
_LIST_NUMBER = re.compile(r"^\s*\d+[.)]\s", re.MULTILINE)
_THOUSANDS = re.compile(r"(?<=\d)[,'\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"(?:\d{4}-\d\d-\d\d[t ]?)?\d\d:\d\d(?::\d\d)?(?:\.\d+)?|\d{4}-\d\d-\d\d")
_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?!\.?\d)")

_REFUSES = re.compile(
    r"\bcan(?:'t|not| not)\b|\bunable\b|\bnot able\b|\bno (?:tool|way)\b|\bnone of (?:the|its|my) tools\b"
    r"|(?:n't|\bnot) (?:possible|offer\w*|available|have|know|something|find a tool|supported)\b"
)
_ASKS = re.compile(r"\?|\b(?:which|please|tell me|specify|say (?:which|what|when|who)|need to know|missing)\b")


def plain(text: str) -> str:
    """Without case, Markdown, thousands separators, and the ways to write quotes, dashes and spaces."""
    text = _LIST_NUMBER.sub(" ", _LINK.sub(r"\1", _THOUSANDS.sub("", text)))
    text = _MARKUP.sub(" ", text.translate(_PLAINER)).replace("_", " ")
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def says(answer: str, words: str) -> bool:
    """Whether a text says these words, as whole words; a number or a date in any of its spellings."""
    text, wanted = plain(answer), plain(words)
    if _NUMBER.fullmatch(wanted):
        return _says_number(text, Decimal(wanted))
    if _DATE.fullmatch(wanted):
        return wanted in text or any(_has_words(text, form) for form in _spellings(date.fromisoformat(wanted)))
    return _has_words(text, wanted)


def refuses(answer: str) -> bool:
    """Whether an answer says that something can't be done."""
    return bool(_REFUSES.search(plain(answer)))


def asks_back(answer: str) -> bool:
    """Whether an answer asks for something."""
    return bool(_ASKS.search(plain(answer)))


def _has_words(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _says_number(text: str, number: Decimal) -> bool:
    """Digits in ids, dates and times are no numbers."""
    without = _TIME.sub(" ", text)
    if any(Decimal(found) == number for found in _NUMBER.findall(without)):
        return True
    is_word = number == number.to_integral_value() and 0 <= number < len(NUMBER_WORDS)
    return is_word and _has_words(text, NUMBER_WORDS[int(number)])


def _spellings(day: date) -> list[str]:
    month, short = day.strftime("%B").casefold(), day.strftime("%b").casefold()
    names = [spelling for name in (month, short, f"{short}.") for spelling in _with_day(name, day.day)]
    return [day.strftime("%d.%m.%Y"), day.strftime("%d/%m/%Y"), *names]


def _with_day(month: str, day: int) -> list[str]:
    ending = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return [
        form
        for number in (f"{day}", f"{day:02}", f"{day}{ending}")
        for form in (f"{number} {month}", f"{number} of {month}", f"{month} {number}")
    ]
