"""The days, weeks and months that a text names."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from assistant.planner.english.durations import UNIT, in_minutes
from assistant.planner.english.numbers import NUMBER, NUMBER_WORDS, number
from assistant.planner.english.vocabulary import wordset

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CALENDAR = wordset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december morning noon afternoon evening night midnight weekend hour minute second"
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*\.?"
DAY_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
NOT_TOLD = "".join(rf"(?<!\b{one} )" for one in (r"\d", "am", "pm", "o'clock", *list(NUMBER_WORDS)[1:13]))
"""Not behind a time of day: `at nine this evening` is one."""
ISO = re.compile(
    r"\b(?P<date>\d{4}-\d\d-\d\d)(?:[t ](?P<clock>\d\d:\d\d)(?::\d\d)?(?:z|(?P<offset>[+-]\d\d):?(?P<rest>\d\d))?)?"
)
FROM_DAY = rf"today|tomorrow|now|{'|'.join(WEEKDAYS)}"
DAYS = (
    ISO,
    re.compile(
        rf"\b(?P<count>{NUMBER}|an?) (?P<unit>days?|weeks?|fortnights?) (?:from|after) (?:next )?(?P<from>{FROM_DAY})\b"
    ),
    re.compile(rf"\b(?P<count>a) (?P<unit>week|fortnight) (?:on )?(?P<from>today|tomorrow|{'|'.join(WEEKDAYS)})\b"),
    re.compile(rf"\b(?P<from>today|tomorrow|{'|'.join(WEEKDAYS)}) (?P<unit>week|fortnight)\b"),
    re.compile(r"(?<![\d.])(?P<day>\d{1,2})\.(?P<figure>\d{1,2})\.(?P<year>\d{4})\b"),
    re.compile(r"\b(?:on|by|since|until|from|before|after) (?:the )?(?P<day>\d{1,2})\.(?P<figure>\d{1,2})\.(?!\d)"),
    re.compile(r"(?<![\d/])(?P<day>\d{1,2})/(?P<figure>\d{1,2})/(?P<year>\d{4})\b"),
    re.compile(r"\b(?P<night>last night)\b"),
    re.compile(r"\b(?:the )?(?P<word>day after tomorrow|day before yesterday|today|tomorrow|yesterday)\b"),
    re.compile(r"\b(?P<tonight>tonight)\b"),
    re.compile(rf"\b(?P<weekday>{'|'.join(WEEKDAYS)}) (?:of )?(?P<week>next|last|this) week\b"),
    re.compile(rf"\b(?P<week>next|last|this) week,?(?: on)? (?P<weekday>{'|'.join(WEEKDAYS)})\b"),
    re.compile(rf"\b(?:(?P<which>this|next|last|coming) )?(?P<weekday>{'|'.join(WEEKDAYS)})s?\b"),
    re.compile(
        rf"\b{DAY_NUMBER}(?= ?(?:to|-|\u2013|till|until|and) ?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}"
        r"(?:,? (?P<year>\d{4}))?)"
    ),
    re.compile(rf"\b{DAY_NUMBER}(?: of)? {MONTH}(?:,? (?P<year>\d{{4}}))?(?![a-z])"),
    re.compile(rf"\b{MONTH} {DAY_NUMBER}(?:,? (?P<year>\d{{4}}))?\b"),
    re.compile(
        rf"\b(?:(?:in|since|before|until|by|after|of|during|for|from|through) |(?P<which>this|next|last) )"
        rf"(?P<only>{'|'.join(MONTHS)})(?:uary|ruary|ch|il|e|y|ust|tember|t|ober|ember)?\b(?: (?P<year>\d{{4}}))?"
    ),
    re.compile(r"\b(?:in|since|before|until|after|during) (?P<whole_year>199\d|20[0-3]\d)\b(?![-/.]\d)"),
    re.compile(r"\b(?:on )?the (?P<ordinal>\d{1,2})(?:st|nd|rd|th)\b"),
    re.compile(
        r"\b(?:later (?:on )?(?:this|in the)|(?:for |in |during )?the rest of (?:the|this)) (?P<left>week|month|year)\b"
    ),
    re.compile(rf"{NOT_TOLD}\b(?:later )?this (?P<part_of_day>morning|afternoon|evening)\b"),
    re.compile(r"\b(?:the )?end of (?:the |this |(?P<which>next|last) )?(?P<ending>week|month|year)\b"),
    re.compile(
        r"\b(?:the )?(?:start|beginning) of (?:the |this |(?P<which>next|last) )?(?P<opening>week|month|year)\b"
    ),
    re.compile(r"\b(?P<which>coming|past) (?P<unit>minute|day|week|month|year|fortnight)\b"),
    re.compile(r"\b(?P<which>last|next|coming|past) (?P<unit>hour)\b"),
    re.compile(r"\b(?P<which>next|last) (?P<unit>fortnight)\b"),
    re.compile(r"\b(?P<which>this|next|last|current|past|coming|previous) (?P<span>week|month|year|weekend)\b"),
    re.compile(r"\b(?:at|on|over|during|for) (?:the )?(?P<span>weekend)\b"),
    re.compile(
        r"\b(?P<feast>christmas|xmas|x-mas|boxing day|new years?|halloween|valentines?)(?:['\u2019]s)?"
        r"(?: (?P<eve>eve)| day)?\b"
    ),
    re.compile(rf"\b(?P<which>last|past|next|coming) (?P<count>{NUMBER}|few|couple(?: of)?|several) {UNIT}\b"),
    re.compile(rf"\b(?P<count>{NUMBER}) {UNIT} (?P<which>ago|from now)\b"),
    re.compile(rf"\b(?P<which>within) (?P<count>{NUMBER}|couple(?: of)?) {UNIT}\b"),
    re.compile(rf"\bin (?P<count>{NUMBER}) {UNIT}\b"),
)
FEASTS = {
    "christmas": (12, 25), "xmas": (12, 25), "x-mas": (12, 25), "boxing": (12, 26), "new year": (1, 1),
    "halloween": (10, 31), "valentine": (2, 14),
}  # fmt: skip
"""Their month and day."""
MONTHS_BEHIND = 8
"""A month that is further away is rather that of the next year, or of the last."""
VAGUE = {"couple": 2, "few": 3, "several": 4}
PARTS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (17, 24)}
"""From which hour to which."""


def span_of(parts: dict[str, str | None], now: datetime) -> tuple[datetime, datetime] | None:
    today = datetime.combine(now.date(), time(), now.tzinfo)
    if parts.get("date"):
        return _iso(parts, today)
    if parts.get("night"):
        return today + timedelta(hours=PARTS["night"][0] - 24), today - timedelta(microseconds=1)
    if parts.get("tonight"):
        return today + timedelta(hours=PARTS["night"][0]), whole_day(today)[1]
    if word := parts.get("word"):
        steps = {"tomorrow": 1, "yesterday": -1, "day after tomorrow": 2, "day before yesterday": -2}
        return whole_day(today + timedelta(days=steps.get(word, 0)))
    if day := parts.get("from"):
        return whole_day(_from(day, today) + _step(parts))
    if (weekday := parts.get("weekday")) and (week := parts.get("week")):
        return whole_day(_calendar("week", week, today)[0] + timedelta(days=WEEKDAYS.index(weekday)))
    if weekday:
        return whole_day(today + timedelta(days=_days_to(weekday, parts.get("which"), today.weekday())))
    if figure := parts.get("figure"):
        day, month = int(parts["day"] or 1), int(figure)
        day, month = (month, day) if month > 12 else (day, month)
        return whole_day(today.replace(year=int(parts.get("year") or today.year), month=month, day=day))
    if ordinal := parts.get("ordinal"):
        first = today if int(ordinal) >= today.day else _calendar("month", "next", today)[0]
        return whole_day(first.replace(day=int(ordinal)))
    if month := parts.get("month"):
        year = int(parts.get("year") or _nearest_year(MONTHS.index(month) + 1, today))
        return whole_day(today.replace(year=year, month=MONTHS.index(month) + 1, day=int(parts["day"] or 1)))
    if only := parts.get("only"):
        return _month(MONTHS.index(only) + 1, parts.get("year"), parts.get("which"), today)
    if year := parts.get("whole_year"):
        return _calendar("year", "this", today.replace(year=int(year), month=1, day=1))
    if opening := parts.get("opening"):
        return whole_day(_calendar(opening, parts.get("which") or "this", today)[0])
    if ending := parts.get("ending"):
        last = _calendar(ending, parts.get("which") or "this", today)[1]
        return whole_day(datetime.combine(last.date(), time(), now.tzinfo))
    if feast := parts.get("feast"):
        month, day = next(told for name, told in FEASTS.items() if feast.startswith(name))
        coming = today.replace(month=month, day=day) - timedelta(days=1 if parts.get("eve") else 0)
        return whole_day(coming if coming >= today else coming.replace(year=coming.year + 1))
    if part := parts.get("part_of_day"):
        first, last = PARTS[part]
        return today + timedelta(hours=first), today + timedelta(hours=last, microseconds=-1)
    if left := parts.get("left"):
        return now, _calendar(left, "this", today)[1]
    if span := parts.get("span"):
        return _calendar(span, parts.get("which") or "this", today)
    return _counted(parts, now)


def _month(month: int, year: str | None, which: str | None, today: datetime) -> tuple[datetime, datetime]:
    near = _nearest_year(month, today) - today.year
    shift = -1 if which == "last" and month >= today.month else 1 if which == "next" and month <= today.month else 0
    shift = near if which is None else shift
    first = today.replace(year=int(year) if year else today.year + shift, month=month, day=1)
    after = first.year * 12 + first.month
    return first, first.replace(year=after // 12, month=after % 12 + 1) - timedelta(microseconds=1)


def _nearest_year(month: int, today: datetime) -> int:
    """`In January`, said in November, is that of the year to come."""
    away = month - today.month
    return today.year + (1 if away < -MONTHS_BEHIND else -1 if away > MONTHS_BEHIND else 0)


def _iso(parts: dict[str, str | None], today: datetime) -> tuple[datetime, datetime]:
    day = datetime.fromisoformat(parts["date"] or "").replace(tzinfo=today.tzinfo)
    if not (clock := parts.get("clock")):
        return whole_day(day)
    moment = day.replace(hour=int(clock[:2]), minute=int(clock[3:]))
    if offset := parts.get("offset"):
        moment -= timedelta(hours=int(offset), minutes=int(f"{offset[0]}{parts.get('rest') or 0}"))
    return moment, moment


def whole_day(start: datetime) -> tuple[datetime, datetime]:
    return start, start + timedelta(days=1, microseconds=-1)


def _days_to(weekday: str, which: str | None, today: int) -> int:
    ahead = (WEEKDAYS.index(weekday) - today) % 7
    if which == "last":
        return ahead - 7
    return ahead or (7 if which in ("next", "coming") else 0)


def _calendar(span: str, which: str, today: datetime) -> tuple[datetime, datetime]:
    step = {"next": 1, "coming": 1, "last": -1, "past": -1, "previous": -1}.get(which, 0)
    if span in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        first = monday + timedelta(days=5) if span == "weekend" else monday
        return first, monday + timedelta(days=7, microseconds=-1)
    months = today.year * 12 + today.month - 1 + step * (12 if span == "year" else 1)
    first = today.replace(day=1, year=months // 12, month=1 if span == "year" else months % 12 + 1)
    after = first.year * 12 + first.month - 1 + (12 if span == "year" else 1)
    return first, first.replace(year=after // 12, month=after % 12 + 1) - timedelta(microseconds=1)


def _from(day: str, today: datetime) -> datetime:
    """`a week from tomorrow`: from which day on."""
    if day in WEEKDAYS:
        return today + timedelta(days=_days_to(day, None, today.weekday()))
    return today + timedelta(days=day == "tomorrow")


def _step(parts: dict[str, str | None]) -> timedelta:
    count = parts.get("count") or "1"
    counted = VAGUE.get(count.split()[0]) or (1 if count in ("a", "an") else number(count)) or 0
    return timedelta(minutes=in_minutes(counted, parts.get("unit") or ""))


def _counted(parts: dict[str, str | None], now: datetime) -> tuple[datetime, datetime] | None:
    step = _step(parts)
    which = parts.get("which")
    if which in ("last", "past"):
        return now - step, now
    if which in ("next", "coming", "within"):
        return now, now + step
    moment = now - step if which == "ago" else now + step
    return (
        (moment, moment)
        if (parts.get("unit") or "")[:3] in ("min", "hou", "h", "hrs", "hr")
        else whole_day(datetime.combine(moment.date(), time(), now.tzinfo))
    )
