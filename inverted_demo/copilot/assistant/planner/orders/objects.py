"""What an order is to be done to, and whether a tool that is only like its verb has anything to do with that."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.moods import GIVEN
from assistant.planner.english.dates import moments
from assistant.planner.english.likeness import likeness
from assistant.planner.english.phrasal import is_firm
from assistant.planner.english.stems import concept, content_stems
from assistant.planner.english.vocabulary import CHANGE_VERBS, LOOSE_VERBS
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import SAID
from assistant.planner.filling.texts import is_telling
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.matching import LIKE_VERB, match_of, ordered
from assistant.planner.wishes.wishes import is_naming

APART = frozenset(",;:.!?")
NEW = frozenset({"a", "an", "another"})


def is_other_object(deed: Deed, clause: Clause, catalog: Catalog, choices: Collection[int]) -> bool:
    """`book Ada a table`, `withdraw the offer`: for a tool that takes nothing that is called so.

    What nobody has a word for may be a name that is not known, unless it is to be made: `book a table`.
    """
    found = clause.tokens
    at = object_of(clause)
    if at is None or not is_naming(found[at]) or _is_named(found[at]):
        return False
    key = found[at].stem
    if {at - 1, at} & set(choices) and not _is_kind(key, catalog):
        return False
    if _has_word(deed, key, catalog):
        return False
    is_new = any(token.word in NEW for token in found[clause.begin + 1 : at])
    writes = match_of(deed, clause) >= LIKE_VERB and any(is_telling(one) for one in deed.params)
    return _is_kind(key, catalog) or (is_new and not writes)


def is_other_phrase(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`set it free`, where another tool is for just that."""
    if clause.verb is None or not is_firm(ordered(clause), clause.begin) or match_of(deed, clause):
        return False
    return any(match_of(other, clause) >= LIKE_VERB for other in catalog.acts)


def is_other_moment(deed: Deed, clause: Clause) -> bool:
    """`move it to Friday`, for a tool that takes no day, no time, and no words; `move it to five`, for a day's."""
    if clause.verb is None or clause.verb.word not in CHANGE_VERBS | LOOSE_VERBS:
        return False
    if any(one.required and is_telling(one) for one in deed.params):
        return False
    takes = {one.form for one in deed.params if one.is_moment or one.form in ("time", "date", "datetime")}
    aims = {token.end for token in ordered(clause) if token.word in ("to", "till", "until")}
    text = clause.text.partition(SAID)[0]
    owners = {token.start for token in ordered(clause) if token.owns}  # of `tomorrow's show`, which is a thing
    aimed = [when for when in moments(text, datetime.now(UTC)) if when.start not in owners]
    aimed = [when for when in aimed if any(0 <= when.start - end <= 1 for end in aims)]
    return bool(aimed) and (not takes or (takes == {"date"} and any(when.has_clock for when in aimed)))


def object_of(clause: Clause) -> int | None:
    """The noun behind the verb of an order; of `book Ada a table` what is booked, and not for whom."""
    found, phrase = clause.tokens, list[int]()
    for at in range(clause.begin + 1, len(found)):
        token = found[at]
        is_apart = at > 0 and not APART.isdisjoint(clause.text[found[at - 1].end : token.start])
        if phrase and (is_apart or not token.is_content):
            is_name = _is_named(found[phrase[-1]])
            if is_apart or not is_name or token.word not in GIVEN:
                break
            phrase = []
        if token.owns and not is_apart:
            phrase = []
        elif token.is_content:
            phrase.append(at)
    return phrase[-1] if phrase else None


def _is_named(token: Token) -> bool:
    return token.is_name or token.is_known or token.is_quoted or token.is_id or token.is_number


def _is_kind(key: str, catalog: Catalog) -> bool:
    return concept(key) in catalog.concepts


def _has_word(deed: Deed, key: str, catalog: Catalog) -> bool:
    """Whether it is a word for what the tool does, for what it takes, or for a field of that."""
    kinds = [kind for param in deed.params for kind in kinds_of(param, deed, catalog)]
    own = {*deed.nouns, *(part for param in deed.params for part in param.key)}
    own |= {noun for kind in kinds for noun in kind.nouns}
    own |= {part for kind in kinds for slot in kind.fields for part in slot.key}
    own |= {part for param in deed.params for one in param.choices for part in content_stems(one)}
    if _is_kind(key, catalog):
        own -= {part for param in deed.params for one in param.choices for part in content_stems(one)}
        own |= {*deed.nouns, *(noun for kind in kinds for noun in kind.nouns)}
        own |= {part for kind in kinds for slot in kind.fields for part in slot.key}
        return any(likeness(key, one) for one in own)
    return any(likeness(key, one) for one in (*own, *deed.verbs, *deed.prose))
