"""`Which of them has more seats?`: of those that are talked about, the one with the most."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.stems import is_plural, stem
from assistant.planner.english.vocabulary import PAIRED_ADJECTIVES, SUPERLATIVES
from assistant.planner.selecting.focus import Focus

MOST = {"more": "most", "less": "least", "fewer": "fewest", "bigger": "biggest", "higher": "highest", "lower": "lowest"}
ASKING = frozenset({"which", "who", "what"})
DETERMINING = frozenset({"any", "some", "two", "of", "no"})


def most_of_them(clause: Clause, focus: Focus) -> Clause:
    """The clause with a superlative in the place of its comparative, where nothing is held against them."""
    found, begin = clause.tokens, clause.begin
    is_of_them = (len(focus.things) > 1 and bool(pointing(clause, set()))) or clause.words[begin + 1 : begin + 2] == [
        "of"
    ]
    is_asked = clause.mood == "asks" and clause.words[begin : begin + 1] != [] and clause.words[begin] in ASKING
    if not is_of_them or not is_asked or clause.has("than"):
        return clause
    for at in range(begin + 1, len(found)):
        word = found[at].word
        most = MOST.get(word) or (f"{word[:-2]}est" if word.endswith("er") else "")
        after = found[at + 1].word if at + 1 < len(found) else ""
        is_known = most in SUPERLATIVES or word in ("more", "less", "fewer", "higher", "lower", "bigger")
        is_known = is_known or most in ("latest", "earliest", "oldest", "newest")
        if is_known and not found[at].is_quoted and after not in DETERMINING and _is_measured(word, after, clause, at):
            told = replace(found[at], text=most, word=most, stem=stem(most))
            return replace(clause, tokens=(*found[:at], told, *found[at + 1 :]))
    return clause


def _is_measured(word: str, after: str, clause: Clause, at: int) -> bool:
    """`more seats`, `more expensive`; but not `which of them has more?`."""
    if word not in ("more", "less", "fewer"):
        return True
    behind = clause.tokens[at + 1 : at + 5]
    return after in PAIRED_ADJECTIVES or any(is_plural(one.word) or one.is_content for one in behind)
