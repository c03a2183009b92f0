"""Time zones behind a time of day: `9 pm CET`, `nine in the evening Stockholm time`."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

HOURS = {"utc": 0, "gmt": 0, "wet": 0, "bst": 1, "cet": 1, "cest": 2, "eet": 2, "eest": 3, "ist": 5.5, "jst": 9,
         "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7}  # fmt: skip
ZONE = re.compile(
    rf"^[ ,]*(?:in )?(?:(?P<base>utc|gmt) ?(?P<shift>[+-]\d{{1,2}})|(?P<short>{'|'.join(HOURS)})\b"
    r"|(?P<city>[a-z]+(?: [a-z]+)?) time\b)"
)
PLACE = re.compile(r"\b(?P<place>[A-Z][a-z]+(?: [A-Z][a-z]+)?) time\b")
NO_CITIES = frozenset(
    {"the", "this", "same", "first", "next", "last", "some", "any", "which", "what", "local", "your", "my"}
)


def shifted(moment: datetime, after: str) -> tuple[datetime, int]:
    """The moment in UTC where a zone follows in the text, and how much of the text that takes."""
    said = ZONE.match(after)
    if said is None:
        return moment, 0
    if said["base"]:
        return moment - timedelta(hours=int(said["shift"])), said.end()
    if said["short"]:
        return moment - timedelta(hours=HOURS[said["short"]]), said.end()
    if set(said["city"].split()) & NO_CITIES:
        return moment, 0
    offset = _of_city(said["city"], moment)
    return (moment, 0) if offset is None else (moment - offset, said.end())


def unknown_zone(text: str, moment: datetime) -> str | None:
    """A place whose time is meant, where its zone is not known: browsers have none for Python."""
    places = (said["place"] for said in PLACE.finditer(text))
    return next((one for one in places if _of_city(one.casefold(), moment) is None), None)


def _of_city(city: str, moment: datetime) -> timedelta | None:
    wanted = city.replace(" ", "_")
    name = next((one for one in available_timezones() if one.rpartition("/")[2].casefold() == wanted), None)
    try:
        return moment.replace(tzinfo=ZoneInfo(name)).utcoffset() if name else None
    except ZoneInfoNotFoundError:
        return None
