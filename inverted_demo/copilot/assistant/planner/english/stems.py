"""What forms of one word, and words of one meaning, have in common; and the parts of an identifier."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from assistant.planner.english.synonyms import SYNONYMS, VERB_SYNONYMS
from assistant.planner.english.vocabulary import STOPWORDS, wordset

MIN_STEM = 3
MIN_BRITISH = 5
BRITISH = re.compile(r"(tre|our)(s?)$")
MAX_KEPT = 8192
VOWEL = re.compile(r"[aeiouy]")
KEEP = wordset("status news bus gas this series species process always does uses")
IRREGULAR = {
    "paid": "pay", "held": "hold", "sent": "send", "gave": "give", "given": "give", "took": "take", "taken": "take",
    "brought": "bring", "bought": "buy", "sold": "sell", "wrote": "write", "written": "write", "chose": "choose",
    "chosen": "choose", "drove": "drive", "driven": "drive", "broke": "break", "broken": "break", "made": "make",
    "kept": "keep", "built": "build", "grew": "grow", "grown": "grow", "rang": "ring", "rung": "ring", "ran": "run",
    "came": "come", "won": "win", "flew": "fly", "flown": "fly", "children": "child", "men": "man", "women": "woman",
    "mice": "mouse", "lost": "lose", "drew": "draw", "drawn": "draw", "spent": "spend", "began": "begin",
    "begun": "begin", "stole": "steal", "stolen": "steal", "rode": "ride", "ridden": "ride", "ate": "eat",
    "eaten": "eat", "forgot": "forget", "forgotten": "forget", "woke": "wake", "woken": "wake", "led": "lead",
    "fed": "feed", "lent": "lend", "caught": "catch", "fell": "fall", "fallen": "fall", "swam": "swim",
    "withdrawn": "withdraw", "withdrew": "withdraw", "forgiven": "forgive", "undone": "undo", "redone": "redo",
}  # fmt: skip
WHOLE = frozenset({"off"})
"""Words of their own, and no beginnings of longer ones: an offer is not off."""
SUFFIXES = ("ements", "ement", "ments", "ment", "ings", "ing", "ied", "ed", "iers", "ier", "ers", "er")
ROOTS = wordset(
    "department apartment dinner supper summer letter litter matter hammer butter pepper corner manner banner rubber "
    "ladder copper gutter shutter shower tower flower counter trailer batter cancer"
)
"""What only looks like a form of another word: of `depart`, `apart`, `dine`, `show`."""
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
UNCOUNTED = ("staff", "equipment", "news", "information", "personnel", "stock", "series")


@cache
def stem(word: str) -> str:
    """What forms of one word have in common: not a word, only a key."""
    word = IRREGULAR.get(word, word)
    if len(word) <= MIN_STEM or word in KEEP or not word.isalpha():
        return word
    if len(word) > MIN_BRITISH:
        word = BRITISH.sub(_american, word)
    bare = _without_suffix(_without_suffix(_without_plural(word).removesuffix("ship")))
    if len(bare) <= MIN_STEM:
        return bare
    return bare[:-1] + "i" if bare.endswith("y") else bare.removesuffix("e")


def _american(match: re.Match[str]) -> str:
    """`centre`, `colour`: one key for either spelling."""
    return {"tre": "ter", "our": "or"}[match[1]] + match[2]


def _without_suffix(word: str) -> str:
    if word in ROOTS:
        return word
    for suffix in SUFFIXES:
        rest = word.removesuffix(suffix)
        if rest != word and len(rest) >= MIN_STEM and VOWEL.search(rest) and rest not in WHOLE:
            return f"{rest}y" if suffix in ("ied", "ier", "iers") else _undoubled(rest)
    return word


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _undoubled(word: str) -> str:
    is_doubled = len(word) > MIN_STEM and word[-1] == word[-2] and word[-1] not in "aeiousl"
    return word[:-1] if is_doubled else word


def is_plural(word: str) -> bool:
    return word in ("people", "them", "those", "these", "they") or (len(word) > 3 and _without_plural(word) != word)


VERB_GROUPS = tuple(frozenset(map(stem, group)) for group in VERB_SYNONYMS)
CONCEPTS = {stem(word): stem(group[0]) for group in SYNONYMS for word in group}


def concept(key: str) -> str:
    """The stem that stands for all stems of the same meaning."""
    return CONCEPTS.get(key, key)


@lru_cache(MAX_KEPT)
def identifier_words(name: str) -> tuple[str, ...]:
    """The words in `snake_case`, `camelCase` and `with-hyphens`, in lower case."""
    return tuple(re.findall(r"[^\W_]+", CAMEL.sub(" ", name).casefold()))


@lru_cache(MAX_KEPT)
def stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in identifier_words(text))


@lru_cache(MAX_KEPT)
def content_stems(text: str) -> tuple[str, ...]:
    """Those that say something; all of them where none does."""
    return tuple(stem(word) for word in identifier_words(text) if word not in STOPWORDS) or stems(text)


def plural(noun: str) -> str:
    if noun.endswith(UNCOUNTED):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def singular(name: str) -> str:
    """Of the last word of a name, for people to read."""
    words = " ".join(identifier_words(name))
    if words.endswith("people"):
        return f"{words.removesuffix('people')}person"
    if words.endswith("ies"):
        return f"{words[:-3]}y"
    if words.endswith(("sses", "shes", "ches", "xes")):
        return words[:-2]
    return words[:-1] if words.endswith("s") and not words.endswith(("ss", "us", "is")) else words
