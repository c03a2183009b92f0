"""What something is to become by an order, and which tools make it that: `mark it as sent`, `make Ada the lead`."""

from __future__ import annotations

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import POINTING
from assistant.planner.english.likeness import likeness
from assistant.planner.english.vocabulary import ARTICLES, STOPWORDS, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.matching import TOLD_VERB, match_of, ordered
from assistant.planner.selecting.ranking import head

NOUN = 1.0
PROSE = 0.5
PLACING = wordset("put make set turn switch mark flag")
OWNED = frozenset({"of", "for", "in", "at", "to"})
"""Behind what somebody becomes: whose that is."""


def is_other_aim(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`mark the invoice as sent`, for a tool that makes nothing of the kind of it."""
    verb, found = clause.verb, ordered(clause)
    if verb is None or verb.word not in PLACING or match_of(deed, clause) >= TOLD_VERB:
        return False
    at = next((at for at, token in enumerate(found) if token.word == "as" and at > clause.begin + 1), None)
    aim = [here for here in head(found, (at or 0) + 1) if not found[here].is_quoted] if at else _made(clause)
    if not aim or any(says(deed, found[here]) or found[here].stem in deed.verbs for here in aim):
        return False
    fields = [slot for source in catalog.sources for slot in source.fields]
    shown = any(one.start in aim for one in spot(found, fields))
    return shown and not any(one.start in aim for one in spot(found, deed.params))


def is_nobodys(clause: Clause, catalog: Catalog) -> bool:
    """Whether what something is to become is nothing that any tool makes of it."""
    return bool(catalog.acts) and all(is_other_aim(deed, clause, catalog) for deed in catalog.acts)


def _made(clause: Clause) -> list[int]:
    """`make Ada the one on call for the ward`, `make it the home page`: what somebody or something becomes."""
    found = ordered(clause)
    places = range(clause.begin + 2, len(found) - 1)
    at = next((at for at in places if found[at].word in ARTICLES and _is_single(found[at - 1])), None)
    if clause.verb is None or clause.verb.word != "make" or at is None:
        return []
    stop = next((here for here in range(at + 1, len(found)) if found[here].word in OWNED), len(found))
    return [here for here in range(at + 1, stop) if found[here].word not in STOPWORDS or here > at + 1]


def _is_single(token: Token) -> bool:
    return token.is_known or token.is_name or token.is_id or token.word in POINTING


def says(deed: Deed, token: Token) -> float:
    if any(likeness(token.stem, noun) for noun in deed.nouns):
        return NOUN
    if any(likeness(token.stem, key) for param in deed.params for key in param.key):
        return NOUN * 0.8
    return PROSE if token.stem in deed.prose else 0.0
