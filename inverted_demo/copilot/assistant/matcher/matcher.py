"""The built-in model: it matches what a person says with what a server offers, and knows nothing else.

1. `steps` takes what was said apart.
2. `catalog` ranks tools, resources and prompts by the words of a step (BM25); `arguments` fills their JSON Schemas.
3. `answering` calls what reads and is clearly meant. An order is carried out only where all that it takes was said.
   Whatever is not clear becomes candidates, with forms filled as far as they can be, from which the person picks.
4. `rows` selects, by the words that are left, things and fields of what came back; `telling` says them, with the tool,
   the arguments and the filter that they come from, and names the words that nothing explains.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from assistant.conversation import LanguageModelNeeded, Outcome, Piece, Turn
from assistant.matcher.answering import Answering
from assistant.matcher.catalog import Catalog
from assistant.matcher.telling import Telling
from assistant.matcher.words import ASKING, LONGEST_TEXT, Sentence, without_quotes
from assistant.model import Server
from assistant.offer import Offer

_END = re.compile(r"(?<=[.?!;])\s+")
_AND = re.compile(r",? and |, ", re.IGNORECASE)
_CLOCK = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


@dataclass
class Matcher:
    clock: Callable[[], datetime] = datetime.now
    """For what “tomorrow” means, where the server's instructions tell no time."""
    name: str = "Built-in matcher"
    _catalog: Catalog = field(default_factory=lambda: Catalog(Offer()))
    _last: tuple[Turn, Telling | None] | None = None
    """What was asked last, and what the answer was about."""
    _kept: dict[str, Outcome] = field(default_factory=dict[str, Outcome])
    """The lists that names were looked up in."""

    def forget(self) -> None:
        """Something has changed: lists are read again."""
        self._kept.clear()

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncGenerator[Piece]:
        last = self._last[1] if self._last and len(turns) > 2 and turns[-3] is self._last[0] else None
        if len(turns) == 1:
            self.forget()
        if server.offer is not self._catalog.offer:
            self._catalog = Catalog(server.offer)
            self.forget()
        answering = Answering(server, self._catalog, self._now(server.offer), self._kept, last)
        asked = turns[-1]
        if len(asked.text) > LONGEST_TEXT and not asked.picked:
            yield "I match single questions with tools, and can't take one so long: that takes a language model."
            yield LanguageModelNeeded()
            return
        for piece in await answering.pick(asked.picked) if asked.picked else ():
            yield piece
        for number, step in enumerate(() if asked.picked else steps(asked.text, answering.now, self._catalog)):
            yield "\n\n" if number else ""
            for piece in await answering.answer(step):
                yield piece
        self._last = asked, answering.last

    def _now(self, offer: Offer) -> datetime:
        """A server that tells one time in its instructions has a clock of its own."""
        told = _CLOCK.findall(offer.instructions)
        with suppress(ValueError):
            return datetime.fromisoformat(told[0] if len(told) == 1 else "").replace(year=int(told[0][:4]) % 3000)
        return self.clock().replace(tzinfo=None)


def steps(text: str, now: datetime, catalog: Catalog) -> list[Sentence]:
    """What is asked or ordered. What is only told is left out, but beside an order: there it may restrain it."""
    ends = [0, *(match.end() for match in _END.finditer(without_quotes(text))), len(text)]
    sentences = [text[begin:end].strip() for begin, end in pairwise(ends)]
    found = [Sentence(part, now) for sentence in sentences for part in _parted(sentence, now, catalog)]
    meant = [one for one in found if one.is_question or catalog.orders(one)]
    has_order = any(catalog.orders(one) for one in meant)
    return [Sentence(text, now)] if has_order and len(meant) < len(found) else meant or found[-1:]


def _parted(text: str, now: datetime, catalog: Catalog) -> list[str]:
    """“…, and …” is two where the second part begins as a question does, or as an order."""
    for match in _AND.finditer(without_quotes(text)):
        tail = Sentence(text[match.end() :], now)
        is_joined = "and" in match.group()
        is_asked = any(word.plain in ASKING for word in tail.words[:1])
        is_order = is_joined and 0 in catalog.orders(tail).values()
        if is_order or (is_asked and (is_joined or Sentence(text[: match.start()], now).is_question)):
            return [text[: match.start()], *_parted(tail.text, now, catalog)]
    return [text]
