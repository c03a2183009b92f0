"""What is asked of the one thing talked about by the name of one of its fields: `which dentist is she seeing?`"""

from __future__ import annotations

from collections.abc import Iterable

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import PREPOSITIONS
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.mentions import Mention, spot
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import Record
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wording import sentence

OPENINGS = frozenset({"which", "what", "who", "whose"})
SAID = frozenset({"the", "its", "their"})


async def of_its_own(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """The answer, where hardly a word but that name and a pronoun is left."""
    opening = clause.words[clause.begin : clause.begin + 1]
    if not focus.is_one or clause.mood != "asks" or opening == [] or opening[0] not in OPENINGS:
        return None
    found, thing = clause.tokens, focus.things[0]
    if any(one.is_known or one.is_id or one.is_number or one.is_quoted for one in found):
        return None
    for source in (thing.source, *_detailing(desk, thing)):
        mention = _asked(clause, source)
        if mention is None or not _is_all(clause, mention, desk):
            continue
        whole = thing if source is thing.source else await detailed(desk, thing)
        value = whole.get(mention.slot.name) if whole else None
        if whole is not None and value not in (None, "", []):
            return Reply(sentence(whole, [mention.slot]), [thing])
    return None


def _detailing(desk: Desk, thing: Record) -> Iterable[Source]:
    return (one for one in desk.catalog.sources if not one.is_list and one.needs and one.nouns & thing.source.nouns)


def _asked(clause: Clause, source: Source) -> Mention | None:
    """The field behind `which`, or behind the article of `who is the client?`."""
    found, begin = clause.tokens, clause.begin
    fields = [one for one in source.fields if _tells(one) and (is_person(one) or not set(one.key) & source.nouns)]
    for one in sorted(spot(found, fields), key=lambda one: (-one.strength, one.start)):
        is_joint = one.start == begin + 1 and found[begin].word in ("which", "what")
        is_told = one.start > begin + 1 and found[one.start - 1].word in SAID and one.end == len(found)
        is_many = is_plural(found[one.end - 1].word) and one.slot.form != "list"
        if one.choice is None and one.strength >= ALIKE and (is_joint or is_told) and not is_many:
            return one
    return None


def _tells(slot: Slot) -> bool:
    return slot.form in ("text", "list") and not slot.is_id and not slot.of_objects


def _is_all(clause: Clause, mention: Mention, desk: Desk) -> bool:
    """Whether at most a verb is left, of one that is talked about: `seeing`, which nothing here is called."""
    found, places = clause.tokens, pointing(clause, set())
    left = [one for at, one in enumerate(found) if at >= clause.begin and at not in mention.span and one.is_content]
    if any(one.word in PREPOSITIONS for one in found[mention.end :] if one is not found[-1]):
        return False
    if not left:
        return bool(places) or mention.start > clause.begin + 1
    is_verb = len(left) == 1 and bool(places) and left[0].word.endswith(("ing", "ed", "en", "s", "e", "t"))
    return is_verb and not _is_offered(left[0], desk) and not any(one.is_name for one in left)


def _is_offered(token: Token, desk: Desk) -> bool:
    catalog = desk.catalog
    return token.stem in catalog.kind_stems or any(spot([token], source.fields) for source in catalog.sources)
