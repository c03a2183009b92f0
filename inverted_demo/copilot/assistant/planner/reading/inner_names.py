"""A name in a question about other things: `which orders hold the hand grinder`, where orders only have lines."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import ARTICLES
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import Binding, bindings, chosen
from assistant.planner.offer.naming import naming
from assistant.planner.offer.records import Record
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.ranking import Ranked, head, rank
from assistant.planner.wishes.wishes import is_naming

SURE = 0.7
PART = 0.3
MAX_SAME = 4


def fits_asked(clause: Clause, catalog: Catalog, things: Sequence[Record]) -> bool:
    """Whether things are of the kind that is asked for, or say which those are."""
    asked = asked_kind(clause, catalog)
    fields = [slot for one in things[:1] for slot in one.source.fields if slot.form in ("text", "list")]
    own = {noun for one in things[:1] for noun in one.source.concepts}
    return not asked or bool(asked & (own | {concept(key) for slot in fields for key in slot.key}))


def asked_kind(clause: Clause, catalog: Catalog) -> set[str]:
    """`Which delivery brings …`: the word for what is asked for."""
    named = [concept(clause.tokens[at].stem) for at in head(clause.tokens, clause.begin)]
    return set([one for one in named if one in catalog.concepts][-1:])


async def named_inner(desk: Desk, clause: Clause) -> tuple[range, list[Record]] | None:
    """Where the name of a thing stands that is of another kind than what is asked for, and that thing."""
    found = clause.tokens
    nouns = desk.catalog.concepts
    places = [at for at, token in enumerate(found) if at > clause.begin and is_naming(token)]
    places = [at for at in places if concept(found[at].stem) not in nouns or found[at].is_quoted]
    if not places:
        return None
    asked = asked_kind(clause, desk.catalog)
    for source in naming(desk.catalog, [found[at] for at in places]):
        if asked & source.concepts or source.needs:
            continue
        things, is_complete, _ = await desk.all(source, {})
        names = [one for one in chosen(found, bindings(found, places, things)) if _is_sure(one)]
        if not is_complete or not names or {one.tokens for one in names} != {names[0].tokens}:
            continue
        span = _span(clause, names[0], source)
        meant = [one for one in things for name in names if one.get(name.field) == name.value]
        is_one = len({name.value for name in names}) == 1 and len(meant) <= MAX_SAME
        if span and is_one and not await _is_asked_itself(desk, clause, source, span, asked, len(names[0].tokens)):
            return span, meant
    return None


def _is_sure(binding: Binding) -> bool:
    """`hand grinder` for `Pico hand grinder`, `timing belt kit` for `Timing belt kit, VW Golf`."""
    is_much = binding.coverage == 1 or (len(binding.tokens) > 1 and binding.coverage >= PART)
    return binding.is_name and binding.quality >= SURE and is_much


def _span(clause: Clause, name: Binding, source: Source) -> range | None:
    """With its article, and with the word for its kind; none where much else stands in between."""
    found = clause.tokens
    start, end = min(name.tokens), max(name.tokens) + 1
    if sum(found[at].is_content for at in range(start, end)) > len(name.tokens) + 1:
        return None
    end += end < len(found) and concept(found[end].stem) in source.concepts
    start -= start > 0 and concept(found[start - 1].stem) in source.concepts
    start -= start > 0 and found[start - 1].word in ARTICLES
    return range(start, end) if start > clause.begin else None


async def _is_asked_itself(
    desk: Desk, clause: Clause, source: Source, span: range, asked: set[str], count: int
) -> bool:
    """Whether what is asked is said of that thing, or the things asked for are called so themselves."""
    found = clause.tokens
    told = {at for at, token in enumerate(found) if at >= clause.begin and at not in span and token.is_content}
    if not told:
        return True
    ranked = rank(found, desk.catalog, clause.begin)
    own = [one for one in ranked if one.source.nouns & source.nouns]
    if not asked:
        return any(told <= one.explained for one in own) or not _others(ranked, source, told)
    for other in desk.catalog.listed():
        if asked & other.concepts:
            theirs = bindings(found, list(span), (await desk.all(other, {}))[0])
            if any(one.is_name and one.quality >= SURE and len(one.tokens & set(span)) >= count for one in theirs):
                return True
    return False


def _others(ranked: Sequence[Ranked], source: Source, told: set[int]) -> bool:
    """Whether things of another kind have words for all of it."""
    return any(told <= one.explained and not one.source.nouns & source.nouns for one in ranked)
