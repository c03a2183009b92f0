"""Which acting tool an order means: by its verb, by what it is done to, and by what it takes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import HE, POINTING
from assistant.planner.english.likeness import KIN, phrases
from assistant.planner.english.phrasal import SWITCHED
from assistant.planner.english.stems import concept, identifier_words, stem
from assistant.planner.english.vocabulary import (
    ARTICLES,
    CHANGE_VERBS,
    DELETE_VERBS,
    LOOSE_VERBS,
    ORDER_VERBS,
    READ_VERBS,
    wordset,
)
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import SAID
from assistant.planner.filling.texts import leading
from assistant.planner.offer.assigning import things_told
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.events_told import events_told, phrased
from assistant.planner.offer.mentions import Mention, spot
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.aims import NOUN, PLACING, PROSE, is_other_aim, says
from assistant.planner.orders.giving import CHANGING, gives_measure, gives_moment, gives_new_moment, gives_person
from assistant.planner.orders.matching import (
    DELETING,
    LIKE_VERB,
    OWN_VERB,
    asks_more,
    is_no_showing,
    match_of,
    ordered,
)
from assistant.planner.orders.mismatches import (
    is_done_to_other_id,
    is_of_new,
    is_turned_round,
    takes_no_length,
    takes_other_ids,
    takes_other_names,
)
from assistant.planner.orders.objects import is_other_moment, is_other_object, is_other_phrase
from assistant.planner.orders.other_fields import sets_another_field
from assistant.planner.orders.reserving import says_when_and_how_long
from assistant.planner.orders.roles import takes_over
from assistant.planner.selecting.ranking import head
from assistant.planner.wishes.meanings import told_choice

CHOICE = 2.0
RESERVED = 2.0
MISSED = 0.8
"""What a word costs that says what another tool is for."""
TIME = 0.8
AIMS = frozenset({"to", "as", "into", "onto"})
WHOSE = frozenset({"the", "his", "her", "their", "its", "my", "our", "your", "this", "that"})
BECOMING = frozenset({"into", "onto", "as"})
CARRYING = frozenset({"move", "bring"})
"""Verbs that say little, unless a tool is called so."""
STEPPING = frozenset({"raise", "lower", "increase", "decrease", "reduce"})
"""By how much is nothing that a tool for what something is to be can take."""
THING = 1.0
OTHER_THING = 1.5
"""What it costs that an id is of a kind that only other tools take."""
FOCUS = 2.0
ENOUGH = 2
"""So many things that a tool takes say what is to be done, whatever the verb: `put Ada on the night shift`."""
DESCRIBED = frozenset({"whoever", "whichever"})
"""What begins a description that stands for a thing: `put whoever is free on it`."""
SWITCHING, MAKING = CARRYING | SWITCHED, frozenset(map(stem, wordset("book create add order make register log report")))
"""With the first nothing new is made, as it is by the others."""
AGAINST = DELETING | {stem(word) for word in ("unassign", "cancel", "stop", "disable", "reject", "withdraw")}
"""What is not done by saying what belongs together."""
JOINING = frozenset({"add", "include"})
"""Verbs of what is put together with something, and of what is made."""


def find_deed(clause: Clause, catalog: Catalog, nouns: Collection[str] = ()) -> Deed | None:
    """The tool that does what the verb says, to what its objects are; none, where no tool does.

    One that takes what is talked about, which is called by `nouns`, goes before those that do not.
    """
    if clause.deed:
        return next((one for one in catalog.acts if one.name == clause.deed), None)
    both = [deed for deed in catalog.acts if takes_over(deed, clause, catalog)]
    if len(both) == 1:
        return both[0]
    ranked = [(fitness(deed, clause, catalog), deed) for deed in catalog.acts]
    ranked = [(score + FOCUS * (score > 0 and _takes(deed, nouns, catalog)), deed) for score, deed in ranked]
    best = max(ranked, key=lambda one: one[0], default=(0.0, None))
    return best[1] if best[0] > 0 else None


def _takes(deed: Deed, nouns: Collection[str], catalog: Catalog) -> bool:
    kinds = (kind for param in deed.required for kind in kinds_of(param, deed, catalog))
    return any(kind.nouns & set(nouns) for kind in kinds)


def fitness(deed: Deed, clause: Clause, catalog: Catalog) -> float:
    verb = clause.verb
    if is_turned_round(deed, clause) or is_other_aim(deed, clause, catalog) or is_no_showing(deed, clause, catalog):
        return 0.0
    if sets_another_field(deed, clause, catalog) or is_aimed_elsewhere(deed, clause, catalog):
        return 0.0
    by_verb = match_of(deed, clause) or RESERVED * says_when_and_how_long(deed, clause)
    is_other = by_verb < OWN_VERB and is_done_to_other_id(deed, clause, catalog)
    if is_other or (0 < by_verb < LIKE_VERB and _foreign(deed, clause, catalog)):
        return 0.0
    named = [one for one in spot(clause.tokens, deed.params) if one.choice is not None]
    named = [one for param in deed.params if (one := told_choice(clause, param))] or named
    named = named or [one for param in deed.required for one in phrased(clause.tokens, clause.begin, param)]
    named = named or _events(deed, clause)
    choices = {at for one in named for at in one.span}
    told = things_told(deed, clause.tokens, catalog)
    by_things = THING * len(told)
    is_change = (
        verb is None
        or _is_loose(clause, named, catalog)
        or (verb.word in CHANGE_VERBS and not (_says_more(clause) and by_verb >= LIKE_VERB))
        or (verb.word in LOOSE_VERBS and not by_verb)
        or (verb.word in JOINING and by_verb < OWN_VERB and len(told) >= ENOUGH)
    )
    is_switched = verb is not None and verb.word in SWITCHING and not (named and told)
    is_of_old = verb is not None and not by_verb and (is_switched or asks_more(clause) & DELETING)
    is_of_old = is_of_old or (not by_verb and clause.has("instead"))
    if is_of_old and stem(deed.name_words[0]) in MAKING:
        return 0.0
    if verb is not None and by_verb < OWN_VERB and is_other_object(deed, clause, catalog, choices):
        return 0.0
    if is_change:
        is_pointed = clause.has(*POINTING - HE) or SAID in clause.text
        is_told_of = is_pointed or _is_described(clause)
        has_things = len(told) + bool(told and is_told_of) >= ENOUGH and not asks_more(clause) & AGAINST
        has_things = has_things or (bool(told) and not asks_more(clause) & AGAINST and gives_moment(deed, clause))
        has_things = has_things or gives_new_moment(deed, clause) or gives_person(deed, clause)
        about = _of_change(
            deed, clause, catalog, any(_is_aim(clause, _beginning(clause, one)) for one in named), has_things
        )
        by_verb = about + by_verb * 0.5
        by_verb = by_verb if about else 0.0
    elif clause.begin in choices:
        by_verb += CHOICE
    is_other = clause.begin not in choices and is_other_phrase(deed, clause, catalog)
    if is_other or is_of_new(deed, clause, catalog) or is_other_moment(deed, clause):
        return 0.0
    is_other = takes_other_ids(deed, clause, catalog) or takes_other_names(deed, clause, catalog)
    is_other = is_other or takes_no_length(deed, clause, catalog)
    by_things -= OTHER_THING * is_other
    return by_verb and max(by_verb + by_things + _objects(deed, clause, catalog, choices), 0.1)


def is_aimed_elsewhere(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """`set the night of Ada to confirmed`, for a tool that makes nothing confirmed, where another one does."""
    if clause.verb is None or clause.verb.word not in CHANGE_VERBS or match_of(deed, clause) >= OWN_VERB:
        return False
    aimed = [one for one in catalog.acts if _aims(one, clause)]
    return bool(aimed) and deed not in aimed


def _aims(deed: Deed, clause: Clause) -> bool:
    chosen = (one for one in spot(clause.tokens, deed.params) if one.choice is not None and one.strength > KIN)
    return any(clause.tokens[at - 1].word in ("to", "as") for one in chosen if (at := _beginning(clause, one)) > 0)


def _events(deed: Deed, clause: Clause) -> list[Mention]:
    """Choices that come of what is told, where the verb of the order says only that, or next to nothing."""
    found = [one for param in deed.required for one in events_told(clause.tokens, param)]
    is_plain = clause.verb is None or clause.verb.word in CHANGE_VERBS | LOOSE_VERBS
    return found if is_plain else [one for one in found if clause.begin in one.span]


def _is_described(clause: Clause) -> bool:
    after = clause.words[clause.begin + 1 : clause.begin + 2]
    return clause.verb is not None and bool(DESCRIBED.intersection(after))


def _is_loose(clause: Clause, named: Sequence[Mention], catalog: Catalog) -> bool:
    """`kick P-1 back to planned`, `record F-2 as paid`: no tool has the verb, but it says what something becomes."""
    verb = clause.verb
    if verb is None or verb.word in DELETE_VERBS | READ_VERBS or any(match_of(deed, clause) for deed in catalog.acts):
        return False
    aims = BECOMING if verb.word in ORDER_VERBS or verb.stem in catalog.act_verbs else BECOMING | {"to"}
    return any(leading(clause.tokens, _beginning(clause, one)) in aims for one in named)


def _beginning(clause: Clause, said: Mention) -> int:
    """Where a choice begins: with the `at` of `at risk`."""
    own, at = identifier_words(said.choice or ""), said.start
    while at > 0 and clause.tokens[at].word in own[1:] and clause.tokens[at - 1].word in own:
        at -= 1
    return at


def _is_aim(clause: Clause, at: int) -> bool:
    """Whether a choice is what something is to become, and not where it is: `… in the garage`."""
    before = [token.word for token in clause.tokens[max(0, at - 2) : at] if token.word not in ARTICLES]
    return before[-1:] not in (["in"], ["of"], ["from"], ["for"], ["with"]) and not _is_changed(clause, at)


def _is_changed(clause: Clause, at: int) -> bool:
    """`raise the offer to 500`, `set her open order to express`: what is to change, and not what it becomes."""
    found = ordered(clause)
    behind = [token.word for token in found[at + 1 :]]
    before = found[clause.begin + 1 : at]
    is_told = bool(before) and before[0].word in WHOSE and not any(token.word in AIMS for token in before)
    return is_told and any(word in AIMS for word in behind[:-1])


def _objects(deed: Deed, clause: Clause, catalog: Catalog, choices: Collection[int]) -> float:
    """What the words behind the verb say for a tool, and against it."""
    score = 0.5 * bool(choices)
    for at, token in enumerate(clause.tokens):
        if (at <= clause.begin and clause.verb is not None) or not token.is_content or token.is_quoted or at in choices:
            continue
        own = says(deed, token)
        others = max((says(other, token) for other in catalog.acts if other is not deed), default=0.0)
        score += own or -MISSED * (others >= NOUN)
    has_time = any(param.is_moment for param in deed.params)
    score += TIME * (_is_counted(clause) and any(one.form in ("whole", "number") for one in deed.required))
    score += TIME if has_time and clause.has("at", "tomorrow", "today", "tonight", "on", "until") else 0.0
    return score


def _is_counted(clause: Clause) -> bool:
    """`get 10 more in`, `order some of it`."""
    after = clause.tokens[clause.begin + 1 : clause.begin + 2]
    return clause.verb is not None and any(one.is_number or one.word in ("more", "some") for one in after)


def _of_change(deed: Deed, clause: Clause, catalog: Catalog, has_choice: bool, has_things: bool) -> float:
    """`put … on hold`, `set the temperature to 20`: verbs that say nothing themselves."""
    found = clause.tokens
    if clause.has("by") and clause.verb is not None and clause.verb.word in STEPPING:
        return 0.0
    foreign = _foreign(deed, clause, catalog)
    if foreign and (not has_choice or clause.has("of", "its", "their")) and not _is_described(clause):
        return 0.0
    if has_choice:
        return CHOICE
    if gives_measure(deed, found):
        return CHOICE
    if has_things:
        return 1.0
    if _is_aimed(deed, clause):
        return 1.0
    names_param = any(phrases(found, param.key) for param in deed.params)
    is_about = any(says(deed, token) >= NOUN for token in found[clause.begin :])
    is_placing = clause.verb is None or clause.verb.word in PLACING
    told = any(says(deed, token) for at, token in enumerate(found) if at > clause.begin and token.is_content)
    return 1.0 if names_param or (is_about and is_placing) or (told and is_placing and not foreign) else 0.0


def _foreign(deed: Deed, clause: Clause, catalog: Catalog) -> list[int]:
    """`the budget of P-1`, in an order for a tool that takes no such thing."""
    found = clause.tokens
    params = {concept(key) for param in deed.params for key in param.key} | {concept(noun) for noun in deed.nouns}
    objects = head(found, clause.begin + 1)
    return [at for at in objects[-1:] if _is_field(found[at], catalog) and concept(found[at].stem) not in params]


def _is_aimed(deed: Deed, clause: Clause) -> bool:
    """`move B-1 to the stop in Hull`, for a tool that changes the stop."""
    found, verb = ordered(clause), clause.verb
    to = next((at for at, token in enumerate(found) if token.word in AIMS - {"as"} and at > clause.begin + 1), None)
    if verb is None or to is None or not deed.name_words or stem(deed.name_words[0]) not in CHANGING:
        return False
    return any(says(deed, found[at]) > PROSE for at in head(found, to + 1))


def _is_field(token: Token, catalog: Catalog) -> bool:
    keys = {key for source in catalog.sources for slot in source.fields for key in slot.key}
    return token.stem in keys


def _says_more(clause: Clause) -> bool:
    return clause.verb is not None and (clause.verb.word in CARRYING or bool(asks_more(clause)))
