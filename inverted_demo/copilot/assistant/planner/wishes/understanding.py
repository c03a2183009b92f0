"""What a text wants of one source, from its words alone: conditions, an order, a number of things, fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from assistant.planner.english.dates import When, moments
from assistant.planner.english.everyday import may_mean, stands_for
from assistant.planner.english.likeness import SAME
from assistant.planner.english.numbers import Figure, figures
from assistant.planner.english.ours import says_ours
from assistant.planner.english.stems import concept, identifier_words, is_plural, stems
from assistant.planner.english.vocabulary import ME_WORDS, PREPOSITIONS, SEARCHING, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.choices import IN_CHOICE, TURNED
from assistant.planner.offer.mentions import DESCRIBED, Mention, is_part_of_choice, of_one_field, spot, without_overlaps
from assistant.planner.offer.people import doing_words, is_person
from assistant.planner.offer.prices import COSTING, asks_price, price_of
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.absences import take_lacking, take_nobody
from assistant.planner.wishes.amounts import has_unit, take_comparisons, take_ids, take_limit, take_standing, take_times
from assistant.planner.wishes.coming import take_coming, take_gone
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.flags import WANTING, take_flags
from assistant.planner.wishes.lengths import take_lengths
from assistant.planner.wishes.ongoing import take_ongoing
from assistant.planner.wishes.ordering import adjective_of, by_keys, find_order
from assistant.planner.wishes.owing import take_owing
from assistant.planner.wishes.remainders import left_words
from assistant.planner.wishes.states_said import take_states, told_elsewhere, told_states
from assistant.planner.wishes.stating import is_of_state
from assistant.planner.wishes.stocks import left_in_stock
from assistant.planner.wishes.wishes import Wish, counterpart, is_field, is_negated, kind_words, token_at

AGGREGATES = wordset("average mean avg sum total altogether combined")
DOING = frozenset({"has", "have", "had", "did"})
LIVING = frozenset({"live", "come"})
"""What people do in a city or a country that is asked for."""
DOES = frozenset({"do", "does"})
OPEN = frozenset({"what", "anything", "something", "anyone", "anybody"})
ASKING = wordset("which what any")
OUGHT = frozenset({"should", "must"})
LACKED = frozenset({"without", "exclude", "excluding", "except", "not"})
SHARE = 10
"""So many characters are at most between a number and what it is a share of: ` percent `."""
TIMING = wordset("when date day time since long late early")


def understand(
    source: Source, found: Sequence[Token], text: str, now: datetime, catalog: Catalog, skip: Iterable[int] = ()
) -> Wish:
    """What these words want; those in `skip` have been understood already as something else."""
    wish = Wish(source, found, explained=set(skip))
    wish.explained |= kind_words(found, source) | titles(found, catalog)
    told = [one for one in told_states(found, source) if not set(one.span) & set(skip)]
    wish.stated = {at for one in told for at in one.span}
    wish.explained |= wish.stated
    mentions = [one for one in _mentions(wish, catalog) if not _is_of_lacking(one, wish)]
    wish.explained |= {at for at, token in enumerate(found) if token.word in AGGREGATES}
    wish.explained |= _of_purpose(found, source) | left_words(found, source.fields)
    used = set(skip)
    wish.times = [when for when in moments(text, now) if token_at(wish, when.start) not in {*used, len(found)}]
    _cover(wish, ((when.start, when.end) for when in wish.times))
    take_states(wish, told, now)
    wish.explained |= _named_otherwise(wish, catalog)
    fields = [one for one in mentions if is_field(source, one.slot)]
    wish.order, wish.limit = find_order(source, found, fields, used | wish.stated)
    if wish.order:
        wish.explained |= wish.order.tokens
        take_coming(wish, now)
        take_gone(wish, now)
    numbers = [
        one for one in figures(text) if not _is_in(one.start, wish.times) and token_at(wish, one.start) not in used
    ]
    take_lengths(wish, text, numbers)
    take_ids(wish, numbers)
    take_standing(wish)
    mentions = [one for one in mentions if not _is_of_share(one, wish, numbers)]
    take_limit(wish, numbers)
    take_comparisons(wish, numbers, mentions)
    take_times(wish, mentions)
    wish.explained |= says_ours(found, wish.explained)
    _choose(wish, mentions)
    take_flags(wish, mentions)
    take_nobody(wish)
    take_lacking(wish)
    ordered = wish.order.tokens if wish.order else frozenset[int]()
    wish.asked = [one for one in mentions if _asks(wish, one) and not set(one.span) & ordered]
    wish.asked = [one for one in wish.asked if not _leads(wish, one)]
    wish.asked += how_much(wish)
    if asks_price(found) and price_of(source) is not None:
        wish.explained |= {at for at, token in enumerate(found) if token.word in COSTING}
    wish.asked += left_in_stock(wish) if not wish.asked else []
    take_owing(wish)
    wish.unmet = told_elsewhere(found, source, catalog.listed()) - wish.explained
    take_ongoing(wish)
    return wish


def _is_of_share(mention: Mention, wish: Wish, numbers: Sequence[Figure]) -> bool:
    """`over 80% done`: how far things are, and not that they are done, where a figure says how far."""
    if mention.choice is None or not any(has_unit(slot, "%") for slot in wish.source.fields if slot.is_measure):
        return False
    start = wish.found[mention.start].start
    return any(one.unit in ("%", "percent", "per", "pct") and 0 <= start - one.end <= SHARE for one in numbers)


def _is_of_lacking(mention: Mention, wish: Wish) -> bool:
    """`anything with nuts`, for a parameter `without`: it takes only what is not to be there, as a field shows."""
    slot = mention.slot
    is_lacking = mention.choice is not None and bool(LACKED & set(slot.all_words[:1]))
    is_shown = any(set(one.choices) == set(slot.choices) for one in wish.source.fields)
    return is_lacking and (is_shown or not _is_without(wish.found, mention))


def _is_without(found: Sequence[Token], mention: Mention) -> bool:
    """`no nuts`, `nut free`, `without nuts`."""
    before = found[mention.start - 1].word if mention.start else ""
    after = found[mention.end].word if mention.end < len(found) else ""
    is_part = mention.slot.form == "list" or bool(LACKED & set(mention.slot.all_words[:1]))
    return before == "no" or (is_part and after == "free") or is_negated(found, mention.start)


def titles(found: Sequence[Token], catalog: Catalog) -> set[int]:
    """`the data team`, `tour Old Market`: beside a name, the word for what it is the name of."""
    return {
        at
        for span, known in catalog.named(found)
        for at in (span.start - 1, span.stop)
        if 0 <= at < len(found) and not found[at].is_quoted
        if any(concept(found[at].stem) in map(concept, source.nouns) for source in known.own)
    }


def _named_otherwise(wish: Wish, catalog: Catalog) -> set[int]:
    """`which trips have no driver`, of departures of tours: an everyday word for them, or for what they are of."""
    own = wish.source.nouns | {key for slot in wish.source.fields if slot.is_id for key in slot.key}
    return {
        at
        for at, token in enumerate(wish.found)
        if at in wish.unexplained and at and wish.found[at - 1].word in ASKING and is_plural(token.word)
        if not token.is_quoted and concept(token.stem) not in catalog.concepts and stands_for(token.word, own)
    }


def _of_purpose(found: Sequence[Token], source: Source) -> set[int]:
    """Words that say that words are looked for, or that the person speaks of themselves."""
    words = set[str]()
    if source.deed.query is not None:
        words |= SEARCHING | {"people", "anybody", "somebody"}
    if ME_WORDS & set(source.deed.name_words):
        words |= ME_WORDS
    doing = set(doing_words(found)) if any(is_person(slot) for slot in source.fields) else set[int]()
    doing |= {
        at
        for at, token in enumerate(found)
        if token.text.casefold() in LIVING and DOES & {one.word for one in found[:at]}
    }
    return doing | {at for at, token in enumerate(found) if token.word in words and not token.is_quoted}


def _mentions(wish: Wish, catalog: Catalog) -> list[Mention]:
    params = [slot for slot in wish.source.deed.params if not slot.is_paging]
    nouns = catalog.concepts
    kinds = kind_words(wish.found, wish.source)
    skip = (set(wish.explained) - kinds) | wish.stated
    spotted = (
        one
        for one in spot(wish.found, wish.source.fields, params)
        if one.start not in kinds or (one.switch is None and one.strength != IN_CHOICE)
    )
    kept = without_overlaps(one for one in spotted if not set(one.span) & skip)
    result = [
        one
        for one in kept
        if one.strength > 0.5
        or concept(wish.found[one.start].stem) not in nouns
        or (one.slot.is_measure and one.start and wish.found[one.start - 1].word in WANTING)
    ]
    result = [one for one in result if not _is_thing(one, wish, nouns)]
    wide = {
        one.start
        for one in result
        if is_part_of_choice(one, wish.found) and may_mean(wish.found[one.start].word, wish.source.nouns)
    }
    wish.explained |= wide
    result = [one for one in result if one.start not in wide]
    result = of_one_field(result, wish.source.fields)
    result = [one for one in result if not is_of_state(one, result, wish.found, kinds)]
    for one in result:
        wish.explained |= set(one.span)
    return [_measured(one, wish) for one in result] if _asks_amount(wish.found) else result


def _is_thing(mention: Mention, wish: Wish, nouns: frozenset[str]) -> bool:
    """`tour` alone is a thing, and not `on_tour`; so are `orders`, and not `ordered`."""
    words = identifier_words(mention.choice or "")
    token = wish.found[mention.end - 1]
    is_bare = len(words) > 1 and words[0] in PREPOSITIONS and mention.end - mention.start == 1
    if len(words) == 1 and mention.end - mention.start == 1:
        return is_plural(token.word) and token.word != words[0] and concept(token.stem) in nouns
    return is_bare and concept(token.stem) in nouns and token.word in words[-1:]


def _asks_amount(found: Sequence[Token]) -> bool:
    return any(before.word == "how" and after.word in ("much", "long") for before, after in pairwise(found))


def _measured(mention: Mention, wish: Wish) -> Mention:
    """`How much does she owe?` asks for what is owed, and not whether she does."""
    if mention.slot.form != "truth" or mention.choice is not None:
        return mention
    words = {concept(token.stem) for token in wish.found[mention.start : mention.end]}
    slots = (one for one in wish.source.fields if one.is_measure and words & {concept(key) for key in one.key})
    measure = next(slots, None)
    return replace(mention, slot=measure) if measure else mention


def _is_in(place: int, times: Iterable[When]) -> bool:
    return any(one.start <= place < one.end for one in times)


def _cover(wish: Wish, spans: Iterable[tuple[int, int]]) -> None:
    for start, end in spans:
        wish.explained |= {at for at, token in enumerate(wish.found) if start <= token.start < end}


def _choose(wish: Wish, mentions: Sequence[Mention]) -> None:
    """Choices of the same field are alternatives."""
    groups: dict[tuple[str, bool], tuple[list[str], set[int], bool]] = {}
    for one in mentions:
        if one.choice is not None and not _is_asked_name(wish, one, mentions):
            slot = counterpart(wish.source, one.slot)
            is_lacking = bool(LACKED & set(one.slot.all_words[:1]))
            negated = _is_without(wish.found, one) and not _says_so(one) and not is_lacking
            key = (slot.name if slot else one.slot.name, negated)
            values, tokens, _ = groups.setdefault(key, ([], set(), slot is None))
            values += [one.choice] if one.choice not in values else []
            tokens |= set(one.span)
    for (name, negated), (values, tokens, settled) in groups.items():
        wish.conditions.append(
            Condition(
                name, "is", tuple(values), negated=negated, tokens=frozenset(tokens), choices=True, is_settled=settled
            )
        )


def _says_so(mention: Mention) -> bool:
    """`out of order`: the choice itself has the word that turns it round."""
    return bool(TURNED & set(stems(mention.choice or "")))


def _is_asked_name(wish: Wish, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """A word that names a field as well as a choice names the field; `on sale` is the whole of the choice."""
    words = [token.word for token in wish.found[: mention.end]]
    own = list(identifier_words(mention.choice or ""))
    return (words[-len(own) :] != own or len(own) == 1) and any(
        one.choice is None
        and one.strength >= mention.strength
        and one.span == mention.span
        and is_field(wish.source, one.slot)
        for one in mentions
    )


def _asks(wish: Wish, mention: Mention) -> bool:
    if mention.choice is not None or not is_field(wish.source, mention.slot):
        return False
    weak = SAME if len(mention.slot.all_words) > 1 else DESCRIBED + 0.01
    if mention.strength < weak and set(mention.span) <= kind_words(wish.found, wish.source):
        return False
    if is_person(mention.slot) and not _asks_who(wish, mention):
        return False
    if (mention.slot.is_moment and _is_deed(wish, mention)) or _is_joint(wish, mention):
        return False
    return mention.slot.form != "truth" or len(mention.slot.key) == 1


def _is_joint(wish: Wish, mention: Mention) -> bool:
    """`Which order is it about?` asks for the order, whatever is called `about`."""
    [first, *_] = words = [token.word for token in wish.found]
    is_told = first in ("which", "what") and len(words) > 1 and wish.found[1].is_content
    return is_told and mention.start > 1 and all(words[at] in PREPOSITIONS for at in mention.span)


def _is_deed(wish: Wish, mention: Mention) -> bool:
    """`what has she written`, `has anyone written anything`: not when it was."""
    words = [token.word for token in wish.found]
    has_done = bool(DOING & set(words[: mention.start])) and not OUGHT & set(words)
    return has_done and mention.end - mention.start == 1 and bool(OPEN & set(words)) and not TIMING & set(words)


def _leads(wish: Wish, mention: Mention) -> bool:
    """`of kind maintenance`, `with status open`: the field of the choice behind it."""
    return any(
        one.choices and one.field == mention.slot.name and mention.end in one.tokens and mention.start not in one.tokens
        for one in wish.conditions
    )


def _asks_who(wish: Wish, mention: Mention) -> bool:
    """`what needs mending` asks for no mender."""
    words = [token.word for token in wish.found]
    is_doing = all(words[at].endswith("ing") for at in mention.span)
    return not is_doing or bool({"who", "whom", "whose"} & set(words))


def how_much(wish: Wish) -> list[Mention]:
    """`how expensive`, `how heavy`: the figure that the adjective is about."""
    for at, token in enumerate(wish.found[:-1]):
        keys = adjective_of(wish.found[at + 1].word) if token.word == "how" else ""
        order = by_keys(wish.source, keys, False, set()) if keys else None
        slot = wish.source.field(order.field) if order else None
        if slot is not None:
            wish.explained.add(at + 1)
            return [Mention(slot, at + 1, at + 2, SAME)]
    return []
