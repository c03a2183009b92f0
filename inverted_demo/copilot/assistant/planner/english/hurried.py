"""Words for times as people write them in a hurry: `tmrw`, `fri`, `thrusday`."""

from __future__ import annotations

import re

from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.spans import QUOTED
from assistant.planner.english.typos import nearest

SHORT = {
    **{day[:3]: day for day in WEEKDAYS[:5]},
    "tues": "tuesday", "weds": "wednesday", "thur": "thursday", "thurs": "thursday",
    "tmrw": "tomorrow", "tmr": "tomorrow", "tmw": "tomorrow", "tomo": "tomorrow", "tomoz": "tomorrow",
    "2moro": "tomorrow", "2morrow": "tomorrow", "2mrw": "tomorrow", "2day": "today", "2nite": "tonight",
    "tonite": "tonight", "nite": "night", "yday": "yesterday", "yest": "yesterday", "nxt": "next", "wk": "week",
    "wks": "weeks", "wkend": "weekend", "morn": "morning", "arvo": "afternoon", "aft": "afternoon",
    "sept": "september", "qtr": "quarter", "qtrs": "quarters", "yr": "year", "yrs": "years", "mth": "month",
    "mths": "months",
}  # fmt: skip
MONTHS = ("january", "february", "september", "october", "november", "december")
"""Written as a name, these too are no names, as what is like a weekday may be."""
LONG = (*WEEKDAYS, "tomorrow", "yesterday", "tonight", "weekend", *MONTHS)
NOON = 12
MIN_MISSPELT = 5
WORD = re.compile(r"(?<![\w'\u2019@/.-])\w+(?![\w'\u2019@/-])")
WITH = re.compile(r"(?<![\w/])w/(?P<out>o(?!\w))?\s*", re.IGNORECASE)
"""`w/ 2 beds`, `w/o a lift`."""
AND = re.compile(r"(?:^|(?<=\w\s)|(?<=[,.?!]\s))n(?=\s+[a-z])")
"""`n which one`, `red n blue`."""
NO_ONE = re.compile(r"\b(?:no[ -]?one|nobody)['\u2019]s\b(?= \w+(?:ing|en|ed)\b| (?:on|got) )", re.IGNORECASE)
"""`no one's doing`: is doing."""
WEEKEND = re.compile(
    r"\b(?P<before>(?:on|this|next|last|by|until|till|since|from|before|after|for|to|and|or) )(?P<day>sat|sun)\b"
    r"|\b(?P<alone>sat|sun)\b(?= (?:at |\d|morning|afternoon|evening|night))",
    re.IGNORECASE,
)


def spelled(text: str) -> str:
    """The same text with such words written out; what is quoted stays as it is."""
    parts: list[str] = []
    at = 0
    for quote in QUOTED.finditer(text):
        parts += [_spelled(text[at : quote.start()]), quote[0]]
        at = quote.end()
    return "".join([*parts, _spelled(text[at:])])


HALVES = re.compile(
    r"\b(?P<led>between |from )?(?P<first>\d{1,2})(?P<minutes>:\d\d)?(?P<link> ?(?:to|till?|until|and|-|\u2013) ?)"
    r"(?P<last>\d{1,2}(?::\d\d)? ?)(?P<half>am|pm)\b",
    re.IGNORECASE,
)
"""`from 4 to 5 pm`, `between 11 and 2 pm`: which half of the day the first is in."""


def _spelled(text: str) -> str:
    text = HALVES.sub(_halves, text)
    text = NO_ONE.sub("nobody is", text)
    text = WITH.sub(lambda short: "without " if short["out"] else "with ", WEEKEND.sub(_weekend, AND.sub("and", text)))
    return WORD.sub(lambda word: _written_out(word[0]), text)


def _halves(match: re.Match[str]) -> str:
    first, last = int(match["first"]), int(match["last"].partition(":")[0])
    is_link = match["link"].strip().casefold() != "and" or (match["led"] or "").casefold() == "between "
    if not is_link or not 0 < first <= NOON or not 0 < last <= NOON:
        return match[0]
    is_same = first % NOON <= last % NOON
    half = match["half"] if is_same else "am" if match["half"].casefold() == "pm" else "pm"
    led = f"{match['led'] or ''}{match['first']}{match['minutes'] or ''}"
    return f"{led} {half}{match['link']}{match['last']}{match['half']}"


def _weekend(match: re.Match[str]) -> str:
    day = (match["day"] or match["alone"]).casefold()
    return f"{match['before'] or ''}{'saturday' if day == 'sat' else 'sunday'}"


def _written_out(word: str) -> str:
    key = word.casefold()
    if key in SHORT and not (word[:1].isupper() and word[1:] != word[1:].casefold()):
        return SHORT[key]
    if not (word.islower() or word.istitle()) or not word.isalpha() or len(word) < MIN_MISSPELT:
        return word
    if key.removesuffix("s") in LONG:
        return word
    return nearest(key, MONTHS if word.istitle() else LONG, limit=1 if word.istitle() else 2) or word
