"""Where calls are made: each reading call once in an answer, not too many of them, page by page where needed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from assistant.conversation import Arguments, Outcome
from assistant.model import Server
from assistant.planner.english.vocabulary import PAGE_WORDS
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.clock import now_in
from assistant.planner.offer.hiding import Hiding
from assistant.planner.offer.records import Record, next_page, records, structured, total_of
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed

MAX_CALLS = 60
MAX_PAGES = 10


class Stuck(Exception):
    """A clause can't be answered; the text says why, to the person."""


class Asking(Exception):
    """The person has to say more first; the text asks for it."""


class Choosing(Asking):
    """Several things are such as was said; the text asks which of them is meant."""


class Desk:
    """The calls of one answer."""

    def __init__(self, server: Server, catalog: Catalog, now: datetime) -> None:
        self.catalog = catalog
        self.now = now
        self.calls = 0
        self.acts = 0
        """How many of them were no mere reading."""
        self.hiding = Hiding()
        self._server = server
        self._known: dict[tuple[str, str], Outcome] = {}
        self._told: dict[tuple[Source, int], list[Record]] = {}
        """The things in each outcome that is kept: made once, as much of what is known of them is."""

    async def call(self, deed: Deed, arguments: Arguments) -> Outcome:
        """The outcome of a call; of the one before, where a reading tool was called with just that."""
        key = (deed.name, json.dumps(arguments, sort_keys=True, default=str))
        if deed.reads and key in self._known:
            return self._known[key]
        if self.calls >= MAX_CALLS:
            raise Stuck(f"I stopped after {MAX_CALLS} calls. Ask for less at a time.")
        self.calls += 1
        self.acts += not deed.reads
        outcome = await self._server.call(deed.name, arguments)
        data = structured(outcome)
        self.now = now_in(data) or self.now
        self.hiding.take(data)
        if not deed.reads:
            self._known.clear()
            self._told.clear()
            self.catalog.looked.clear()  # what is new since has to be looked for
        self._known[key] = outcome
        return outcome

    async def read(self, uri: str) -> str:
        """The text of a resource. Raises `Stuck` where the server does not give it."""
        try:
            return await self._server.read(uri)
        except LookupError as error:
            raise Stuck(f"I can't read {uri}: {error.args[0] if error.args else error}") from error

    async def some(self, source: Source, arguments: Arguments) -> tuple[list[Record], int | None, Outcome]:
        """One page, with how many there are in all where the server says so."""
        outcome = await self.call(source.deed, arguments)
        if outcome.state != "done":
            return [], None, outcome
        data = structured(outcome)
        found = self._told.get((source, id(outcome)))
        if found is None:
            found = self._told[source, id(outcome)] = records(source, data)
        return list(found), total_of(data) if source.is_list else None, outcome

    async def all(self, source: Source, arguments: Arguments) -> tuple[list[Record], bool, Outcome]:
        """Every page, up to a limit; whether they are complete."""
        arguments = {**arguments, **largest_page(source.deed, arguments)}
        found, _, first = await self.some(source, arguments)
        outcome = first
        for _ in range(MAX_PAGES - 1):
            more = _next(source, structured(outcome), len(found)) if outcome.state == "done" else None
            if more is None:
                total = total_of(structured(first))
                return found, outcome.state == "done" and (total is None or total <= len(found)), first
            page, _, outcome = await self.some(source, {**arguments, **more})
            if not page:
                return found, outcome.state == "done", first
            found += page
        return found, False, first


def largest_page(deed: Deed, arguments: Mapping[str, Any]) -> Arguments:
    limit = deed.limit
    if limit is None or limit.highest is None or limit.name in arguments:
        return {}
    return {limit.name: int(limit.highest)}


def _next(source: Source, data: Any, count: int) -> Arguments | None:
    if not source.is_list or not (names := _page_names(source)):
        return None
    following = next_page(data)
    if following is not None:
        name, value = following
        return {name if name in names else names[0]: value}
    total = total_of(data)
    if total is not None and total > count and "offset" in names and "next_offset" not in data:
        return {"offset": count}
    page, pages = (data.get(name) if isinstance(data, dict) else None for name in ("page", "pages"))
    if "page" in names and isinstance(page, int) and (page < pages if isinstance(pages, int) else count < (total or 0)):
        return {"page": page + 1}
    return None


def _page_names(source: Source) -> list[str]:
    params = source.deed.params
    return [one.name for one in params if PAGE_WORDS & set(one.all_words) and not one.required and not one.is_moment]
