"""How well the verb of an order is that of a tool."""

from __future__ import annotations

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.phrasal import asked_for
from assistant.planner.english.stems import VERB_GROUPS, stem
from assistant.planner.english.vocabulary import DELETE_VERBS, LOOSE_VERBS, wordset
from assistant.planner.english.words import PHRASE_WORDS, Token
from assistant.planner.filling.filling import SAID
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.tools import Deed

MIN_SHORT = 3
OWN_VERB = 3.0
TOLD_VERB = 2.5
LIKE_VERB = 2.0
LIKE_TOLD_VERB = 1.5
SHOWING = wordset("highlight show point outline focus scroll reveal locate navigate zoom spotlight")
SHOWN_ON = frozenset(map(stem, wordset("page screen dashboard display map scroll board chart")))
DELETING = frozenset(map(stem, DELETE_VERBS))


def asks_more(clause: Clause) -> frozenset[str]:
    """The plain verbs that the verb of an order may mean with its small word: of `take Ada off it`, to remove."""
    return asked_for(ordered(clause), clause.begin) if clause.verb is not None else frozenset()


def ordered(clause: Clause) -> tuple[Token, ...]:
    """The words of the order itself, without what was said before it."""
    said = clause.text.find(SAID)
    return tuple(token for token in clause.tokens if said < 0 or token.start < said)


def match_of(deed: Deed, clause: Clause) -> float:
    """How well the verb of an order is that of a tool; one that takes away is never another one."""
    verb = clause.verb
    if verb is None:
        return 0.0
    own = stem(deed.name_words[0]) if deed.name_words else ""
    phrase = PHRASE_WORDS.get(deed.name_words[:2])  # of a tool that is called `check_out`
    if verb.stem == own or (phrase and verb.stem == stem(phrase)):
        return OWN_VERB
    if verb.stem in deed.verbs:
        return LIKE_TOLD_VERB if verb.word in LOOSE_VERBS else TOLD_VERB
    meant = asks_more(clause) or frozenset({verb.stem})
    if meant <= DELETING and not deed.verbs & DELETING:
        return 0.0
    if own in meant or any(meant & group and own in group for group in VERB_GROUPS):
        return LIKE_VERB
    if any(meant & group and deed.verbs & group for group in (*VERB_GROUPS, meant)):
        return LIKE_TOLD_VERB
    whole = deed.name_words[0] if deed.name_words else ""
    if len(verb.word) >= MIN_SHORT and whole.startswith(verb.word):
        return LIKE_VERB
    return LIKE_TOLD_VERB if meant & deed.told_verbs else 0.0


def points_out(deed: Deed) -> bool:
    """Whether all that it does is to show where something is."""
    verb = stem(deed.name_words[0]) if deed.name_words else ""
    groups = [{verb}, *(group for group in VERB_GROUPS if verb in group)]
    return any(set(map(stem, SHOWING)) & group for group in groups) and bool(deed.prose & SHOWN_ON)


def is_no_showing(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`make Ada the lead of the team`, for a tool that only shows the team; `put it on the page`, for any other."""
    is_said = any(token.stem in SHOWN_ON for token in ordered(clause))
    if points_out(deed):
        return not match_of(deed, clause) and not is_said
    is_led = any(token.word == "on" for token in ordered(clause))
    return is_said and is_led and match_of(deed, clause) < LIKE_VERB and any(map(points_out, catalog.acts))
