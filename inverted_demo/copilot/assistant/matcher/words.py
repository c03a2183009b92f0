"""Words as people type them, and as schemas and data have them: read, stemmed, and found again in one way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from functools import cached_property, lru_cache

# All word lists of the matcher, with the few of `dates`: a hundred words at most.
_ASKING = "what whats which who whos whose when where how is are am do does did has have any"
_EMPTY = """about a an the all of to in on at by for with as i me we you be can could many there this that and one
ones show tell give list find get please pls"""
ASKING = set(_ASKING.split())
"""A question begins with one of them."""
POINTING = {"it": "thing", "its": "thing"} | dict.fromkeys(["them", "they", "their", "these", "those"], "things")
"""Words for what was told last."""
NOT, ONLY = {"not", "no", "never", "without", "except"}, {"only", "just"}
LEAST = {"least", "fewest", "lowest", "smallest"}
"""Superlatives that want the small end; all others, with “most”, want the big one."""
REASONS = re.compile(r"\b(?:why|cause|should)\b|\bcould\b(?! (?:you|u|i)\b)")
"""What takes a language model; but “could you” is only polite."""
SILENT = {*ASKING, *POINTING, *_EMPTY.split(), *NOT, *ONLY}
"""Words that select nothing."""

_WORD = re.compile(r"[^\W_]+(?:['\u2019.:-][^\W_]+)*")
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{1,200})[\"“”«»]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BREAK = re.compile(r"[,;:.!?](?=\s|$)")
_ENDINGS = ("ing", "ed", "er", "or", "ion", "ance", "ence", "ment", "ly")
LONGEST_TEXT, LONGEST_PHRASE_WORDS, CACHED = 1000, 5, 10_000
SHORTEST_TYPO, LIKENESS = 5, 0.8  # shorter words, and less like ones, are not taken for misspelt

Places = frozenset[int]  # of words in a sentence


@dataclass(frozen=True, slots=True)
class Word:
    """A word, and where it stands. Hyphens are left out of `plain`: e-mail is email."""

    text: str
    plain: str
    stem: str
    start: int
    is_quoted: bool
    is_denied: bool
    denies: bool
    """“not”, and what ends in n't."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_silent(self) -> bool:
        return self.denies or self.plain in SILENT or (len(self.plain) == 1 and not self.plain.isdigit())

    @property
    def is_name(self) -> bool:
        """As far as its letters tell: then no other thing will do."""
        return (self.start > 0 and self.text[:1].isupper()) or any(letter.isdigit() for letter in self.text)

    @property
    def is_superlative(self) -> bool:
        return self.plain in LEAST or self.plain == "most" or (self.plain.endswith("est") and len(self.plain) > 5)


@dataclass(frozen=True)
class Sentence:
    """What a person says in one step, and when."""

    text: str
    now: datetime

    @cached_property
    def words(self) -> list[Word]:
        quoted = [match.span(1) for match in _QUOTED.finditer(self.text)]
        found: list[Word] = []
        for match in _WORD.finditer(self.text):
            text, before = re.sub(r"['\u2019]s$", "", match.group()), found[-1] if found else None
            form = plain(text)
            is_quoted = any(start <= match.start() < end for start, end in quoted)
            gap = self.text[before.end : match.start()] if before else ""
            is_denied = bool(before and (before.denies or before.is_denied) and not _BREAK.search(gap))
            denies = form in NOT or (form.endswith("nt") and form[:-2] in {*ASKING, "wo", "ca", "should"})
            found.append(Word(text, form, stem(form), match.start(), is_quoted, is_denied, denies and not is_quoted))
        return found

    @cached_property
    def meant(self) -> set[int]:
        """The places of the words that say something."""
        return {at for at, word in enumerate(self.words) if not word.is_silent}

    @cached_property
    def phrases(self) -> dict[str, Places]:
        """All runs of a few words, without anything between them, also in the singular."""
        found: dict[str, Places] = {}
        for length in range(1, LONGEST_PHRASE_WORDS + 1):
            for at in range(len(self.words) - length + 1):
                run, places = self.words[at : at + length], frozenset(range(at, at + length))
                found.setdefault("".join(singular(word.plain) for word in run), places)
                found.setdefault("".join(word.plain for word in run), places)
        return found

    def says(self, value: str) -> Places:
        """Where a whole value is said: `at_risk` is “at risk”, and `comment` also “comments”."""
        wanted = squeezed(value)
        return self.phrases.get(wanted) or self.phrases.get(singular(wanted)) or frozenset()

    @property
    def is_question(self) -> bool:
        return any(word.plain in ASKING for word in self.words if not word.is_quoted)

    def clauses(self) -> list[Sentence]:
        """What stands between commas and full stops; what is quoted in it is blank."""
        return [Sentence(part, self.now) for part in _BREAK.split(without_quotes(self.text))]


def without_quotes(text: str) -> str:
    """As long as it was, with nothing in its quotations."""
    return _QUOTED.sub(lambda quote: " " * len(quote.group()), text)


def folded(text: str) -> str:
    """Small letters without accents."""
    if text.isascii():
        return text[:LONGEST_TEXT].lower()
    parts = unicodedata.normalize("NFKD", text[:LONGEST_TEXT].casefold())[:LONGEST_TEXT]
    return "".join(part for part in parts if not unicodedata.combining(part))


@lru_cache(CACHED)
def plain(text: str) -> str:
    """Also without hyphens and apostrophes."""
    return re.sub(r"['\u2019-]", "", folded(text))


def squeezed(text: str) -> str:
    return re.sub(r"[\W_]", "", plain(text))


def singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


@lru_cache(CACHED)
def stem(word: str) -> str:
    """Light: without the plural, and without the commonest endings where at least three letters stay."""
    word = singular(word)
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= 3), "")
    word = word.removesuffix(ending)
    return word[:-1] if len(word) > 3 and word[-1] in "ey" else word


def tokens(text: str) -> Iterator[str]:
    """The words of a name, a description or a value, plain; a hyphened one joined, and in its parts."""
    for token in _WORD.findall(folded(_HUMP.sub(" ", text[:LONGEST_TEXT].replace("_", " ")))):
        yield plain(token)
        if "-" in token:
            yield from (part for part in token.split("-") if part.isalpha())


def stems(*texts: str) -> set[str]:
    return {stem(one) for text in texts for one in tokens(text) if one not in SILENT}


def meant_by(known: Collection[str], *forms: str, shortest_start: int = 4) -> str | None:
    """The known word that one means, in whichever of its forms: the same, what it begins, or what it misspells."""
    exact, form = next((form for form in forms if form in known), None), forms[0]
    if exact or not form.isalpha():
        return exact
    if longer := [one for one in known if len(form) >= shortest_start and one.startswith(form)]:
        return min(longer, key=len)
    near = [one for one in known if one[:1] == form[:1] and abs(len(one) - len(form)) <= 2]
    return next(iter(get_close_matches(form, near, 1, LIKENESS) if len(form) >= SHORTEST_TYPO else ()), None)
