"""What a server offers, as words to be found by: BM25 over its tools, resources and prompts."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import mcp_types as types

from assistant.conversation import Arguments, Candidate
from assistant.matcher.words import SILENT, Sentence, Word, meant_by, plain, squeezed, stems
from assistant.offer import Offer
from assistant.schema import Property, properties
from assistant.suggestions import only_reads, spoken

K1, B = 1.2, 0.3
"""BM25's: how soon a word that comes often counts no more; how much a long text counts against itself."""
NAME, RETURNED, CHOICE, PARAMETER, DESCRIPTION, FIELD = 3.0, 3.0, 1.5, 1.5, 1.0, 0.7
"""What a word weighs where it stands: in a name or title, as a list that is given back, among the choices of a
parameter, in its name, in a description, in a field of what is given back."""

_ORDER = re.compile(r"\s*(?:(?:please|pls|and|then|(?:can|could) (?:you|u))\s+)*(?P<verb>[^\W\d_]+)", re.IGNORECASE)
_CLAUSE = re.compile(r"(?:^|[.,:;]|\band\b|\bor\b)\s*([^\W\d_]+)(?!\w)", re.IGNORECASE)


@dataclass(eq=False)
class Item:
    """A tool, a resource or a prompt."""

    kind: Literal["tool", "resource", "prompt"]
    name: str
    title: str
    description: str
    tool: types.Tool | None = None
    parameters: tuple[Property, ...] = ()
    weights: dict[str, float] = field(default_factory=dict[str, float])
    lists: set[str] = field(default_factory=set[str])
    """The stems of the names of the lists that it gives back."""
    fields: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """The stems of what is said of a field that it gives back, by the field's name."""

    @property
    def reads(self) -> bool:
        return self.kind != "tool" or only_reads(self.tool)

    @property
    def needs(self) -> list[Property]:
        return [one for one in self.parameters if one.is_required]

    @cached_property
    def own(self) -> set[str]:
        """The stems of its name and title."""
        return stems(self.name, self.title)

    @cached_property
    def verbs(self) -> set[str]:
        """What it does: the first words of its name, its title, and of each part of its description."""
        return {
            plain(one) for one in _CLAUSE.findall(f"{spoken(self.name)}. {self.title}. {self.description}")
        } - SILENT

    def add(self, weight: float, *texts: str) -> None:
        for text in texts:
            for one in (*stems(text), *([squeezed(text)] if weight != DESCRIPTION else [])):
                self.weights[one] = self.weights.get(one, 0) + weight

    def candidate(self, arguments: Arguments | None = None, words: str = "") -> Candidate:
        return Candidate(self.kind, self.name, dict(arguments or {}), words)


class Catalog:
    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.items = [*_tools(offer), *_others(offer)]
        lengths = [sum(item.weights.values()) for item in self.items]
        self._average = sum(lengths) / len(lengths) if lengths else 1.0
        self._spread = Counter(one for item in self.items for one in item.weights)
        self._known: dict[str, str | None] = {}
        self._verbs = {verb for item in self.items if not item.reads for verb in item.verbs}

    def known(self, word: Word) -> str | None:
        """What it is called in the offer."""
        if word.text not in self._known:
            self._known[word.text] = meant_by(self._spread, word.plain, word.stem, squeezed(word.text))
        return None if word.is_silent or word.is_quoted else self._known[word.text]

    def orders(self, sentence: Sentence) -> dict[str, int]:
        """The verbs of acting tools with which its clauses begin, and in which clause."""
        begins = [_ORDER.match(clause.text) for clause in sentence.clauses()]
        said = {number: plain(begin["verb"]) for number, begin in enumerate(begins) if begin}
        return {verb: number for number, verb in said.items() if verb in self._verbs}

    def idf(self, one: str = "") -> float:
        """How much a word tells; one that nothing has tells most."""
        count = self._spread[one]
        return math.log(1 + (len(self.items) - count + 0.5) / (count + 0.5))

    def rank(self, words: Iterable[Word]) -> list[tuple[float, Item]]:
        """All, those that have most of the words first."""
        asked = {known for word in words if (known := self.known(word))}
        ranked = [(sum(self._score(item, one) for one in asked), item) for item in self.items]
        return sorted(ranked, key=lambda one: -one[0])

    def _score(self, item: Item, known: str) -> float:
        weight = item.weights.get(known, 0) / (1 - B + B * sum(item.weights.values()) / self._average)
        return self.idf(known) * weight * (K1 + 1) / (weight + K1)


def _tools(offer: Offer) -> Iterator[Item]:
    for tool in offer.tools:
        title = tool.title or (tool.annotations.title if tool.annotations else None) or spoken(tool.name)
        description = (tool.description or "").partition("Example:")[0]
        item = Item("tool", tool.name, title, description, tool, tuple(properties(tool.input_schema)))
        item.add(NAME, tool.name, title)
        item.add(DESCRIPTION, description, *(one.description for one in item.parameters))
        item.add(PARAMETER, *(one.name for one in item.parameters))
        item.add(CHOICE, *(choice for one in item.parameters for choice in one.choices))
        _add_returned(item, tool.output_schema)
        yield item


def _add_returned(item: Item, schema: object) -> None:
    for one in properties(schema):
        inside = list(properties(one.schema.get("items"), schema))
        item.add(RETURNED if inside else FIELD, one.name)
        item.lists.update(stems(one.name) if inside else ())
        for inner in (one, *inside):
            item.fields.setdefault(inner.name, set()).update(stems(inner.description))
            item.add(FIELD, inner.name, inner.description, *inner.choices)


def _others(offer: Offer) -> Iterator[Item]:
    for one in (*offer.resources, *offer.templates, *offer.prompts):
        kind = "prompt" if isinstance(one, types.Prompt) else "resource"
        name = str(getattr(one, "uri", None) or getattr(one, "uri_template", None) or one.name)
        item = Item(kind, name, one.title or spoken(one.name), one.description or "")
        item.add(NAME, one.name, item.title)
        item.add(DESCRIPTION, item.description)
        yield item
