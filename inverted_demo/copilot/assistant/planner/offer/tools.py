"""A tool with its words: what it does, to what, and what it takes."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise

import mcp_types as types

from assistant.planner.english.stems import content_stems, identifier_words, stem
from assistant.planner.english.vocabulary import (
    ARTICLES,
    CHANGE_VERBS,
    LIMIT_WORDS,
    ORDER_VERBS,
    QUERY_WORDS,
    READ_VERBS,
    STOPWORDS,
)
from assistant.planner.offer.schemas import Slot, slots_of

MASKS = frozenset({"masked", "hidden", "redacted", "withheld"})
"""Lists of the fields that a server keeps to itself."""
PAGES = (("page",), ("page", "number"))
"""Parameters that say which page, and not how much is on it."""
READING_WORDS = READ_VERBS | {"which", "what", "who", "when", "how", "is", "has", "my", "whoami"}
NEVER = re.compile(r"\b(?:nobody|no one|nothing|not|never|without|unless|until)\b.*", re.IGNORECASE | re.DOTALL)
"""What a description says that does not happen."""
BEFORE_NOUNS = ARTICLES | {"of", "its", "their", "new", "open"}
EXAMPLE = re.compile(r"\bexamples?:(.*)", re.IGNORECASE | re.DOTALL)


class Deed:
    """A tool, with its words."""

    def __init__(self, tool: types.Tool, is_hinted: bool = False) -> None:
        self.tool = tool
        self._is_hinted = is_hinted
        self.name = tool.name
        self.title = tool.title or (tool.annotations.title if tool.annotations else None) or _spoken(tool.name)
        self.description = tool.description or ""
        self.params = slots_of(tool.input_schema)
        self.name_words = identifier_words(tool.name)

    def without_params(self) -> Deed:
        """The same as what tells of the parts of its things: what it takes is not said of these."""
        bare = Deed(self.tool, self._is_hinted)
        bare.params = ()
        return bare

    @cached_property
    def reads(self) -> bool:
        """Whether it changes nothing: by its hint, else by its name where no tool of the server has a hint."""
        hints = self.tool.annotations
        if hints is not None and hints.read_only_hint is not None:
            return hints.read_only_hint
        return not self._is_hinted and bool(self.name_words) and self.name_words[0] in READING_WORDS

    @cached_property
    def required(self) -> tuple[Slot, ...]:
        return tuple(param for param in self.params if param.required)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The stems of what it does: the first words of its name, title and description."""
        texts = (self.tool.name, self.title, self.description)
        return frozenset(stem(words[0]) for text in texts if (words := identifier_words(text)))

    @cached_property
    def told_verbs(self) -> frozenset[str]:
        """Other verbs in the first sentence of its description: `Dim or brighten the light`."""
        first = EXAMPLE.sub("", self.description).split(".")[0]
        told = identifier_words(NEVER.sub("", first))
        known = {stem(word) for word in ORDER_VERBS - CHANGE_VERBS}
        words = [stem(word) for word in told]
        either = [after for before, after in pairwise(words) if before == "or"]
        verbs = [stem(word) for before, word in pairwise(("", *told)) if before not in BEFORE_NOUNS]
        return frozenset([*either[:2], *(word for word in verbs if word in known)])

    @cached_property
    def nouns(self) -> frozenset[str]:
        """The stems of what it does it to."""
        words = (*self.name_words[1:], *identifier_words(self.title)[1:])
        return frozenset(stem(word) for word in words if word not in STOPWORDS)

    @cached_property
    def prose(self) -> frozenset[str]:
        texts = [self.description, *(param.description for param in self.params)]
        return frozenset(key for text in texts for key in content_stems(EXAMPLE.sub("", text)))

    @cached_property
    def examples(self) -> frozenset[str]:
        found = EXAMPLE.search(self.description)
        return frozenset(content_stems(found[1])) if found else frozenset()

    @cached_property
    def outputs(self) -> tuple[Slot, ...]:
        slots = slots_of(self.tool.output_schema) if self.tool.output_schema else ()
        return tuple(slot for slot in slots if slot.name not in MASKS)

    def param(self, words: frozenset[str], *forms: str) -> Slot | None:
        """The parameter with such a name."""
        found = (one for one in self.params if not forms or one.form in forms)
        return next((one for one in found if words & set(one.all_words[-1:] + one.all_words[:1])), None)

    @cached_property
    def limit(self) -> Slot | None:
        sizes = (one for one in self.params if one.form == "whole" and one.all_words not in PAGES)
        return next((one for one in sizes if LIMIT_WORDS & set(one.all_words[-1:] + one.all_words[:1])), None)

    @cached_property
    def query(self) -> Slot | None:
        """The parameter that takes any words to look for."""
        found = self.param(QUERY_WORDS, "text")
        return None if found is None or found.choices or found.is_id else found


def _spoken(name: str) -> str:
    return " ".join(identifier_words(name)).capitalize()
