"""Where an answer stands: in a field of the thing that is named, in its details, or in the parts of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from assistant.planner.anchors import Anchor, anchors, beside
from assistant.planner.asking_for import hinted
from assistant.planner.clauses import Clause
from assistant.planner.dates import moments
from assistant.planner.desk import Desk
from assistant.planner.focus import Focus
from assistant.planner.mentions import spot
from assistant.planner.names import alike
from assistant.planner.owing import is_owed_by_us
from assistant.planner.personal import is_of_others
from assistant.planner.questions import Question
from assistant.planner.records import Record, text_values
from assistant.planner.reply import Reply
from assistant.planner.schemas import Slot
from assistant.planner.sources import NO_KINDS
from assistant.planner.stems import concept, content_stems, identifier_words, is_plural
from assistant.planner.telling import telling_fields
from assistant.planner.views import View, views_of
from assistant.planner.vocabulary import READ_VERBS, SUPERLATIVES, wordset
from assistant.planner.wording import MAX_LISTED, bullet, called, sentence, spoken
from assistant.planner.words import Token

NAMED = 0.75
"""How sure a word has to be called like a field where nothing but that says that it is meant."""
ENOUGH = 0.5
APART = 0.1
"""What each step away from the thing itself costs."""
EMPTY = 0.6
IN_VALUES = 0.5
NOT_ONE = frozenset(SUPERLATIVES) | wordset(
    "most least more less fewest many not no never without all every each other others else than average total "
    "before after between next last first previous compare both together instead who whose whom"
)
"""Words of questions for something else than what is said of one thing."""
SAYING = wordset(
    "say says said tell tells told read reads show give get mention mentions write wrote written got know known see "
    "find search like kind sort anything something card file record profile page entry sheet about regarding been"
)
"""Words around what is asked, which are no part of it."""
AFTER_HOW = wordset("much many long far old often")
LASTING = wordset("minute minutes hour hours day days week weeks month months year years age duration length long")
DOING = wordset("did does do has have had")


@dataclass
class Place:
    """Fields of a view that words of a question are about."""

    view: View
    slots: list[Slot]
    score: float
    things: list[Record] = field(default_factory=list[Record])


async def told_of(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """`What does the note on 7015 say?`, `what did Ada think of Bo?`: what stands there, and nothing else."""
    question = Question(clause)
    fields = (slot for source in desk.catalog.sources for slot in source.fields)
    if not _is_plain(clause, question, desk) or is_owed_by_us(clause.words, fields) or await is_of_others(desk, clause):
        return None
    best: tuple[Place, Anchor] | None = None
    for anchor in await anchors(desk, clause, focus):
        place = await _place(desk, clause, anchor, question)
        if place is not None and (best is None or place.score > best[0].score):
            best = place, anchor
    return _reply(best[0], best[1].thing, question) if best else None


def _is_plain(clause: Clause, question: Question, desk: Desk) -> bool:
    if clause.mood not in ("asks", "reads", "states") or question.counted is not None:
        return False
    if question.is_truth and not question.is_existence:
        return False
    words = {token.word for token in clause.tokens[clause.begin :] if not token.is_quoted}
    return not words & NOT_ONE and not moments(clause.text, desk.now)


async def _place(desk: Desk, clause: Clause, anchor: Anchor, question: Question) -> Place | None:
    """The place that explains all that is asked of a thing, the nearest where several do."""
    if _asks_things(clause, anchor):
        return None
    words = _asked(clause, anchor.tokens | beside(clause, anchor))
    places = [
        place
        for view in await views_of(desk, anchor.thing)
        if (place := _fit(view, clause, words, anchor, question, desk)) is not None
    ]
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
    return [at for at in words if not (_is_subject(found, at) and at + 1 in words)] or words


def _is_deed(clause: Clause, at: int) -> bool:
    """`What did she report?`: what she did, and no order to report."""
    told = any(token.word in DOING for token in clause.tokens[clause.begin : at])
    return told and clause.tokens[at].word in READ_VERBS


def _is_subject(found: Sequence[Token], at: int) -> bool:
    before = [token.word for token in found[max(0, at - 2) : at] if token.word not in ("the", "our", "a")]
    return bool(before) and before[-1] in DOING


def _fit(
    view: View, clause: Clause, words: Sequence[int], anchor: Anchor, question: Question, desk: Desk
) -> Place | None:
    """How well the fields of a view are what is asked for; nothing where words are left."""
    rated = _rated(view, clause, words, desk)
    sums: dict[str, float] = {}
    for slots in rated.values():
        for name, strength in slots.items():
            sums[name] = sums.get(name, 0.0) + strength
    sums = {name: total for name, total in sums.items() if _answers(view, name, clause)}
    most = max(sums.values(), default=0.0)
    names = [name for name, total in sums.items() if total == most] if most >= ENOUGH else []
    left = [at for at in words if not any(name in rated.get(at, {}) for name in names)]
    for at in list(left):
        sure = [name for name, strength in rated.get(at, {}).items() if strength >= NAMED]
        if sure and names:
            names += [name for name in sure if name not in names]
            left.remove(at)
    things = list(view.things)
    if view.name:
        is_called = any(_is_called(clause.tokens[at], view.name) for at in words)
        most += is_called
        left = [at for at in left if not _is_called(clause.tokens[at], view.name)]
        told = {at for at in left if any(_says(one, clause.tokens[at]) for one in things)}
        things = [one for one in things if all(_says(one, clause.tokens[at]) for at in told)]
        left = [at for at in left if at not in told]
        most += IN_VALUES * len(told)
        if not names and not is_called and not (told and not words):
            return None
    if left or not most or not things:
        return None
    slots = [slot for slot in view.slots if slot.name in names]
    having = [slot for slot in slots if any(one.get(slot.name) not in (None, "", []) for one in things)]
    is_empty, slots = bool(slots) and not having, having or slots
    return Place(view, slots, most - APART * view.distance - EMPTY * is_empty + anchor.coverage / 10, things)


def _rated(view: View, clause: Clause, words: Sequence[int], desk: Desk) -> dict[int, dict[str, float]]:
    """How much each word is what a field is called, or described by."""
    rated: dict[int, dict[str, float]] = {}
    asked = set(words)
    found = [replace(token, is_noun=True) if at in asked else token for at, token in enumerate(clause.tokens)]
    kinds = {noun for source in desk.catalog.listed() for noun in source.concepts}
    for one in spot(found, view.slots):
        for at in one.span if one.choice is None and one.switch is None else ():
            is_kind = concept(found[at].stem) in kinds
            is_many = is_plural(found[at].word) and not view.name and not is_plural(one.slot.name)
            if at in asked and not (is_kind and (is_many or one.strength < NAMED)):
                known = rated.setdefault(at, {})
                known[one.slot.name] = max(known.get(one.slot.name, 0.0), one.strength)
    for at, name, strength in (*hinted(clause, view.slots), *_referring(found, view.slots)):
        known = rated.setdefault(at, {})
        known[name] = max(known.get(name, 0.0), strength)
    return rated


def _referring(found: Sequence[Token], slots: Sequence[Slot]) -> Iterable[tuple[int, str, float]]:
    """`in which bins`, where a field is called `bin_id`."""
    for slot in slots:
        keys = {concept(key) for key in slot.key} - NO_KINDS if slot.is_id else set[str]()
        if len(keys) == 1:
            yield from ((at, slot.name, NAMED) for at, token in enumerate(found) if concept(token.stem) in keys)


def _answers(view: View, name: str, clause: Clause) -> bool:
    """Whether what a field holds is what `when` and `how long` ask for."""
    slot = next(slot for slot in view.slots if slot.name == name)
    words = clause.words[clause.begin :]
    if "when" in words:
        return slot.is_moment or slot.form == "time"
    if words[:1] == ["how"] and words[1:2] in (["much"], ["long"], ["old"]):
        is_time = bool(LASTING & {*identifier_words(slot.name), *identifier_words(slot.description)})
        return slot.is_measure if words[1] == "much" else slot.is_moment or (slot.is_measure and is_time)
    return True


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
    fields = list(dict.fromkeys([*slots, *told]))
    lines = [bullet(one, fields) for one in parts[:MAX_LISTED]]
    return Reply(
        f"The {spoken(place.view.name)} of {called(thing)}:\n\n" + "\n".join(lines),
        parts if len(parts) == 1 else [thing],
    )
