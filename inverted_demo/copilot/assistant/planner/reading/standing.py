"""Where an answer stands: in a field of the thing that is named, in its details, or in the parts of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.planner.answers.questions import Question
from assistant.planner.answers.telling import telling_fields
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.dates import moments
from assistant.planner.english.stems import concept, content_stems, is_plural
from assistant.planner.english.vocabulary import READ_VERBS, SUPERLATIVES, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import alike
from assistant.planner.offer.records import LONG_TEXTS, Record, text_values
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.views import Place, View, views_of
from assistant.planner.reading.anchors import Anchor, anchors, beside
from assistant.planner.reading.contents import asks_contents, contents
from assistant.planner.reading.personal import is_of_others
from assistant.planner.reading.reading import read
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.asking_for import THERE, hinted
from assistant.planner.wishes.field_words import NAMED, answers, rated_by
from assistant.planner.wishes.owing import is_owed_by_us
from assistant.planner.wishes.wording import MAX_LISTED, bullet, called, sentence, spoken

ENOUGH = 0.5
APART = 0.1
"""What each step away from the thing itself costs."""
EMPTY = 0.6
MAX_BESIDE = 3
HALF = 0.5
IN_VALUES = 0.5
BY_DOERS = 0.4
NOT_ONE = frozenset(SUPERLATIVES) | wordset(
    "most least more less fewest many not no never without all every each other others else than average total "
    "before after between first previous compare both together instead who whose whom"
)
"""Words of questions for something else than what is said of one thing."""
COUNTING = wordset("many")
SAYING = wordset(
    "say says said tell tells told read reads show give get mention mentions write wrote written got know known see "
    "find search like kind sort anything something card file record profile page entry sheet about regarding been"
)
"""Words around what is asked, which are no part of it."""
AFTER_HOW = wordset("much many long far old often")
DOING_TOO = wordset("think thinks thought reckon")
BEING = wordset("keep keeps kept live lives living stored store stores stand stands sit sits located is put")
DATES = wordset("date day time")
DOING = wordset("did does do has have had")


async def told_of(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """`What does the note on 7015 say?`, `what did Ada think of Bo?`: what stands there, and nothing else."""
    question = Question(clause)
    fields = (slot for source in desk.catalog.sources for slot in source.fields)
    if not _is_plain(clause, question) or is_owed_by_us(clause.words, fields) or await is_of_others(desk, clause):
        return None
    best: tuple[Place, Anchor] | None = None
    for anchor in await anchors(desk, clause, focus):
        place = await _place(desk, clause, anchor, question)
        if place is not None and (best is None or place.score > best[0].score):
            best = place, anchor
    return _reply(best[0], best[1].thing, question) if best else None


async def told_or_read(desk: Desk, clause: Clause, focus: Focus) -> Reply:
    return await told_of(desk, clause, focus) or await read(desk, clause, focus)


def _is_plain(clause: Clause, question: Question) -> bool:
    if clause.mood not in ("asks", "reads", "states"):
        return False
    if question.is_truth and not question.is_existence:
        return False
    return not (question.opening == "how" and DOING & set(clause.words[clause.begin + 1 : clause.begin + 2]))


def _has_other_times(clause: Clause, anchor: Anchor, desk: Desk) -> bool:
    """Whether a time is named that does not say which thing is meant."""
    at = {one.start for here, one in enumerate(clause.tokens) if here in anchor.tokens}
    return any(not any(when.start <= one < when.end for one in at) for when in moments(clause.text, desk.now))


async def _place(desk: Desk, clause: Clause, anchor: Anchor, question: Question) -> Place | None:
    """The place that explains all that is asked of a thing, the nearest where several do."""
    others = {one.word for at, one in enumerate(clause.tokens) if at >= clause.begin and at not in anchor.tokens}
    if others & NOT_ONE - COUNTING or _asks_things(clause, anchor) or _has_other_times(clause, anchor, desk):
        return None
    words = _asked(clause, anchor.tokens | beside(clause, anchor))
    views = await views_of(desk, anchor.thing)
    if not words and asks_contents(clause, anchor):
        return contents(views)
    places = [place for view in views if (place := _fit(view, clause, words, anchor, question, desk)) is not None]
    if question.counted is not None:
        is_own = any(not place.view.name and any(slot.is_measure for slot in place.slots) for place in places)
        places = [place for place in places if any(slot.is_measure for slot in place.slots) and not is_own]
    elif others & NOT_ONE:
        places = []
    return max(places, key=lambda one: one.score, default=None)


def _asks_things(clause: Clause, anchor: Anchor) -> bool:
    """`which boats …`: which of them, and not what is said of one."""
    kinds = anchor.thing.source.concepts
    others = (one for at, one in enumerate(clause.tokens) if at not in anchor.tokens and at >= clause.begin)
    return any(concept(one.stem) in kinds and is_plural(one.word) for one in others)


def _asked(clause: Clause, used: Iterable[int]) -> list[int]:
    """The words that say what is asked; not who is said to have done it, where that is followed by what was done."""
    found = clause.tokens
    words = [
        at
        for at, token in enumerate(found)
        if at >= clause.begin and at not in used and token.word not in SAYING and not token.is_number
        if token.is_content or _is_deed(clause, at)
        if not (token.word in AFTER_HOW and at and found[at - 1].word == "how")
    ]
    if clause.has("much"):
        words = words if any(found[at].word not in THERE for at in words) else []
    if clause.has("where"):
        words = [at for at in words if found[at].text.casefold() not in BEING]
    doers = {at for at in words if _is_subject(found, at) and (at + 1 in words or _is_doer(found, at))}
    return [at for at in words if at not in doers] or [at for at in words if not _is_doer(found, at)]


def _is_deed(clause: Clause, at: int) -> bool:
    """`What did she report?`: what she did, and no order to report."""
    told = any(token.word in DOING for token in clause.tokens[clause.begin : at])
    return told and clause.tokens[at].word in READ_VERBS


def _has_doers(view: View, clause: Clause) -> bool:
    """`what did the testers say`: parts that tell which tester."""
    found = clause.tokens
    doers = {found[at].stem for at in range(clause.begin, len(found)) if _is_subject(found, at) and _is_doer(found, at)}
    return any(doers & set(slot.key) for slot in view.slots)


def _is_doer(found: Sequence[Token], at: int) -> bool:
    """`what did the testers say`: who said it, and no word for what was said."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    is_saying = after in SAYING or after in DOING_TOO
    return is_saying and found[at].word.removesuffix("s").endswith(("er", "or", "ist", "people"))


def _is_subject(found: Sequence[Token], at: int) -> bool:
    before = [token.word for token in found[max(0, at - 2) : at] if token.word not in ("the", "our", "a")]
    return bool(before) and before[-1] in DOING


def _fit(
    view: View, clause: Clause, words: Sequence[int], anchor: Anchor, question: Question, desk: Desk
) -> Place | None:
    """How well the fields of a view are what is asked for; nothing where words are left."""
    rated = rated_by(view, clause, words, anchor.tokens, desk)
    if view.name:
        rated = {at: slots for at, slots in rated.items() if not _is_called(clause.tokens[at], view.name)}
    sums: dict[str, float] = {}
    for slots in rated.values():
        for name, strength in slots.items():
            sums[name] = sums.get(name, 0.0) + strength
    sums = {name: total for name, total in sums.items() if answers(view, name, clause)}
    most = max(sums.values(), default=0.0)
    names = [name for name, total in sums.items() if total == most] if most >= ENOUGH else []
    for at, name, _ in hinted(clause, view.slots) if names and view.name else ():
        names += [name] if at not in anchor.tokens and name not in names else []
    left = [at for at in words if not any(name in rated.get(at, {}) for name in names)]
    is_moment = any(slot.is_moment or slot.form == "time" for slot in view.slots if slot.name in names)
    left = [at for at in left if not (is_moment and clause.tokens[at].word in DATES)]
    for at in list(left):
        sure = [name for name, strength in rated.get(at, {}).items() if strength >= NAMED]
        if sure and names:
            names += [name for name in sure if name not in names]
            left.remove(at)
    things, is_called = list(view.things), False
    if view.name:
        is_called = any(_is_called(clause.tokens[at], view.name) for at in words)
        most += is_called
        left = [at for at in left if not _is_called(clause.tokens[at], view.name)]
        told = {at for at in left if any(_says(one, clause.tokens[at]) for one in things)}
        things = [one for one in things if all(_says(one, clause.tokens[at]) for at in told)]
        left = [at for at in left if at not in told]
        most += IN_VALUES * len(told) + BY_DOERS * _has_doers(view, clause)
        if not names and not is_called and not (told and not words):
            return None
    if left or not most or not things:
        return None
    slots = [slot for slot in view.slots if slot.name in names]
    if any(clause.has(word) and not any(word in slot.all_words for slot in slots) for word in ("last", "next")):
        return None
    having = [slot for slot in slots if any(one.get(slot.name) not in (None, "", []) for one in things)]
    is_empty, slots = bool(slots) and not having, having or slots
    if is_empty and anchor.coverage < HALF and not question.is_truth:
        return None
    return Place(view, slots, most - APART * view.distance - EMPTY * is_empty + anchor.coverage / 10, things, is_called)


def _is_called(token: Token, name: str) -> bool:
    keys = {concept(key) for key in content_stems(name)}
    return concept(token.stem) in keys


def _says(part: Record, token: Token) -> bool:
    return any(alike(token, word) for _, text in text_values(part) for word in text.split())


def _reply(place: Place, thing: Record, question: Question) -> Reply:
    slots = [slot for slot in place.slots if not slot.is_id] or place.slots
    if place.view.name:
        return _of_parts(place, thing, slots)
    holder = place.things[0]
    has = any(holder.get(slot.name) not in (None, "", []) for slot in slots)
    opened = ("Yes. " if has else "No. ") if question.is_truth else ""
    return Reply(f"{opened}{sentence(holder, slots)}", [holder], has if question.is_truth else None)


def _of_parts(place: Place, thing: Record, slots: Sequence[Slot]) -> Reply:
    parts = place.things
    told = [slot for slot in telling_fields(parts[0]) if not slot.is_id or slot in place.slots]
    short = [slot for slot in told if slot.name not in LONG_TEXTS and slot.form in ("text", "list")]
    fields = list(dict.fromkeys([*slots, *(short[: max(0, MAX_BESIDE - len(slots))] if slots else told)]))
    lines = [bullet(one, fields) for one in parts[:MAX_LISTED]]
    text = f"The {spoken(place.view.name)} of {called(thing)}:\n\n" + "\n".join(lines)
    return Reply(text, parts if len(parts) == 1 and place.is_of_part and slots else [thing])
