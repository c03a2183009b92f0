"""Arguments for one tool from a clause: choices, times, numbers, free text, and the things that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from assistant.conversation import Arguments
from assistant.planner.clauses.bare_ids import DONE
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.durations import durations
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.marks import unmarked
from assistant.planner.english.numbers import figures
from assistant.planner.english.stems import VERB_GROUPS, concept, identifier_words, stem
from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.arguments import whole
from assistant.planner.filling.days_given import take_moments
from assistant.planner.filling.purposes import take_purpose
from assistant.planner.filling.stretch_given import take_stretch
from assistant.planner.filling.written import SAID, take_name, take_written
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.doers import doers_told
from assistant.planner.offer.events_told import event_told, phrased
from assistant.planner.offer.mentions import LED, Mention, is_leading, spot, without_overlaps
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import Deed
from assistant.planner.offer.verdicts import decided
from assistant.planner.wishes.meanings import told_choice
from assistant.planner.wishes.wishes import is_negated

NEEDING = re.compile(r"(?P<choice>\w+)[\s:]*\(?(?:needs|requires|takes|together with) (?:an? |the )?(?P<needed>\w+)")
NEEDED_FOR = re.compile(r"\b(?:needed|required|mandatory) (?:for|with|when|if)\W+(?:\w+ is\W+)?(\w+)", re.IGNORECASE)
AWAY = re.compile(r"\b(?:in|ago|back|forwards?)(?: by)?\s*$")
AWAY_AFTER = (
    *("ago", "from now", "later", "earlier", "sooner", "back", "forward"),
    *("after it", "after that", "after this", "before it", "before that", "before this"),
)
"""From when to when, and not how long."""
FROM_A_DAY = tuple(f"{side} {day}" for side in ("from", "after") for day in ("today", "tomorrow", *WEEKDAYS))
TO = wordset("to as into on be is at")
MEANS = wordset("in by with via")
NEAR_OFF = 3
OFF = frozenset({"off", "disable", "without", "no", "false"})
MINUTES_OF = {"seconds": 1 / 60, "second": 1 / 60, "minutes": 1.0, "minute": 1.0, "hours": 60.0, "hour": 60.0,
              "days": 1440.0, "day": 1440.0, "weeks": 10080.0}  # fmt: skip
CHANGING = frozenset(map(stem, ("update", "change", "edit", "modify", "adjust", "amend", "reschedule")))
"""Verbs of tools that make something different of what there is."""
PEOPLE = wordset("people persons person ppl folks guests adults")


@dataclass
class Form:
    """The arguments as far as they are known, and the tokens that they took."""

    deed: Deed
    clause: Clause
    arguments: Arguments = field(default_factory=dict[str, Any])
    used: set[int] = field(default_factory=set[int])
    clocks: dict[str, datetime] = field(default_factory=dict[str, datetime])
    """Of moments of which only the time of day was told: when that is next."""
    times: list[range] = field(default_factory=list[range])
    """Where in the text times are told, whatever they are for."""

    @property
    def missing(self) -> list[Slot]:
        return [param for param in self.deed.required if param.name not in self.arguments]

    def take(self, param: Slot, value: Any, start: int, end: int) -> None:
        """The words between two places of the text have become an argument."""
        self.arguments[param.name] = unmarked(value) if isinstance(value, str) else value
        self.used |= {at for at, token in enumerate(self.clause.tokens) if start <= token.start < end}

    def open(self, *forms: str) -> list[Slot]:
        return [param for param in self.deed.params if param.form in forms and param.name not in self.arguments]


def fill_plain(desk: Desk, deed: Deed, clause: Clause, used: set[int]) -> Form:
    """All arguments that the words alone give; names of things are left."""
    form = Form(deed, clause, used=set(used))
    take_written(form)
    take_name(form)
    take_purpose(form, desk.catalog)
    _choices(form, desk.catalog)
    _durations(form)
    for param in form.open("whole", "number") if not deed.reads else ():
        if unit := time_unit(param):
            take_stretch(form, desk.now, param, unit)
    take_moments(form, desk.now)
    _numbers(form)
    _truths(form)
    _implied(form)
    return form


def _implied(form: Form) -> None:
    """A choice that needs something, as its description says, or the other's, is meant where just that is given."""
    for param in (one for one in form.deed.params if one.choices and one.name not in form.arguments):
        given = [choice for choice, needed in needs_told(param) if needed in form.arguments]
        told = set[str]().union(*(needed_for(one) for one in form.deed.params if one.name in form.arguments))
        given = given or [choice for choice in param.choices if choice in told]
        if len(given) == 1:
            form.arguments[param.name] = given[0]
    if CHANGING & form.deed.verbs and not any(
        one.name in form.arguments for one in form.deed.params if not one.required
    ):
        _changes_told(form)


def _changes_told(form: Form) -> None:
    """What a thing is to be, by what is told of it, where nothing else says what is to change."""
    told = [one for param in form.deed.params if (one := event_told(form.clause.tokens, param))]
    if len(told) == 1 and not form.deed.reads:
        _take_event(form, told[0])


def _take_event(form: Form, told: Mention) -> None:
    """As an argument; in `brought B-7 back` what was brought says which thing."""
    form.arguments[told.slot.name] = told.choice
    within = ((at, form.clause.tokens[at]) for at in told.span)
    form.used |= {at for at, one in within if not (one.is_id or one.is_known or one.is_name or one.is_number)}


def needs_told(param: Slot) -> list[tuple[str, str]]:
    """The choices of which a description says what else they need: `compensation (needs amount)`."""
    said = NEEDING.finditer(param.description)
    return [(match["choice"], match["needed"]) for match in said if match["choice"] in param.choices]


def needed_for(param: Slot) -> set[str]:
    """Choices of others with which a description says that it is needed: `Who gets it. Needed for out.`"""
    return {choice for said in NEEDED_FOR.finditer(param.description) for choice in said.groups()}


def _choices(form: Form, catalog: Catalog) -> None:
    found = form.clause.tokens
    for param in (one for one in form.deed.params if one.choices):
        mentions = [one for one in spot(found, [param]) if one.choice and not set(one.span) & form.used]
        mentions = [one for one in mentions if not is_leading(found, one)]
        mentions = mentions if form.deed.reads else [one for one in mentions if not _describes(form, one, catalog)]
        told = None if form.deed.reads else told_choice(form.clause, param)
        mentions = [told] if told else mentions
        mentions = mentions if form.deed.reads else [one for one in mentions if not _is_left(found, one)]
        if not (mentions or form.deed.reads) and form.clause.verb is not None and param.required:
            mentions = [one for one in phrased(found, form.clause.begin, param) if not _goes_out(found)]
        if not mentions and param.required and not form.deed.reads and (event := _event(found, param)):
            _take_event(form, event)
            continue
        if not mentions and not form.deed.reads:
            mentions = doers_told(found, param)
        if mentions and param.form == "list":
            kept = without_overlaps(sorted(mentions, key=lambda one: one.start))
            form.arguments[param.name] = list(dict.fromkeys(one.choice for one in kept))
            form.used |= {at for one in kept for at in one.span}
        elif mentions and not _is_torn(form, mentions):
            best = _meant(form, mentions)
            form.arguments[param.name] = best.choice
            said = decided(form.clause.text, found, param) if told else None
            form.used |= said[1] if said else frozenset()
            form.used |= set(best.span) | {at for at in range(best.start - 1, best.start) if found[at].word in TO}


def _is_torn(form: Form, mentions: Sequence[Mention]) -> bool:
    """`A as open and B as shut`: of two that are aimed at, none is what one thing becomes."""
    found, said = form.clause.tokens, form.clause.text.find(SAID)
    own = [one for one in mentions if one.start and (said < 0 or found[one.start].start < said)]
    aimed = {one.choice for one in own if found[one.start - 1].word in ("to", "as")}
    return len(aimed) > 1 and not form.deed.reads


def _describes(form: Form, said: Mention, catalog: Catalog) -> bool:
    """`the open order`, `Ada's late invoices`: which of the things that the tool takes, and not what they become."""
    found = form.clause.tokens
    words, start = identifier_words(said.choice or ""), said.start
    while start and found[start - 1].word in words:
        start -= 1
    before, after = found[start - 1] if start else None, found[said.end] if said.end < len(found) else None
    is_led = before is not None and (before.owns or before.word in LED)
    if not is_led or (start > 1 and found[start - 2].word in TO):
        return False
    taken = {kind for param in form.deed.params for kind in kinds_of(param, form.deed, catalog)}
    noun = concept(found[said.start].stem)
    if found[said.start].word not in words and any(noun in kind.concepts for kind in taken):
        return True  # `the filing`, of a thing that can be filed
    if after is None:
        return False
    kinds = [kind for kind in taken if concept(after.stem) in kind.concepts]
    return any(said.choice in slot.choices for kind in kinds for slot in kind.fields)


def _event(found: Sequence[Token], param: Slot) -> Mention | None:
    event = event_told(found, param)
    if event is None or _is_left(found, event):
        return None
    is_out = "out" in identifier_words(event.choice or "") or any(found[at].word == "out" for at in event.span)
    return None if _goes_out(found) and is_out else event


def _goes_out(found: Sequence[Token]) -> bool:
    """`take it out of the shed`: where it is, and not that it goes out."""
    return any((one.word, after.word) == ("out", "of") for one, after in pairwise(found))


def _is_left(found: Sequence[Token], said: Mention) -> bool:
    """`out of the workshop`, `from planned to …`, `back from repair`: what it is no more."""
    before = [token.word for token in found[max(0, said.start - NEAR_OFF) : said.start] if token.word not in ARTICLES]
    while before and before[-1] in TO - {"is"}:  # `is not on hold any more`
        before = before[:-1] if "not" in before else [""]
    if [token.word for token in found[said.start : said.end + 1]] == ["out", "of"]:
        return True
    return before[-1:] in (["from"], ["not"]) or before[-2:] == ["out", "of"] or before[-2:] == ["no", "longer"]


def _meant(form: Form, mentions: Sequence[Mention]) -> Mention:
    """Of several choices the one behind `to` or `as`; else the last, as the others say which things."""
    found = form.clause.tokens
    aimed = [
        one
        for one in mentions
        if one.start and any(token.word in TO for token in found[max(0, one.start - 2) : one.start])
    ]
    return max(aimed or mentions, key=lambda one: (one.end - one.start if not aimed else 0, one.start))


def _durations(form: Form) -> None:
    params = [param for param in form.open("whole", "number") if time_unit(param)]
    own = form.clause.text.partition(SAID)[0]
    for minutes, start, end in durations(own) or durations(form.clause.text):
        behind = form.clause.text[end:].lstrip()
        if behind.startswith(FROM_A_DAY):
            continue  # which is when, and not how long
        if AWAY.search(form.clause.text[:start].casefold()) or behind.startswith(AWAY_AFTER):
            form.used |= {
                at for at, one in enumerate(form.clause.tokens) if start <= one.start < end and not form.deed.reads
            }
        elif params:
            param = params.pop(0)
            form.take(param, whole(round(minutes / time_unit(param), 4), param), start, end)


def time_unit(param: Slot) -> float:
    """How many minutes its unit has; 0 where it is no length of time."""
    words = (*param.all_words, *re.findall(r"[a-z]+", param.description.casefold()))
    named = next((MINUTES_OF[word] for word in words if word in MINUTES_OF), 0.0)
    return named or (1.0 if "duration" in param.all_words else 0.0)


def _numbers(form: Form) -> None:
    found = form.clause.tokens
    for figure in figures(form.clause.text):
        at = next((at for at, token in enumerate(found) if token.end > figure.start), len(found))
        params = [one for one in form.open("whole", "number") if _is_within(figure.value, one)]
        is_share = at < len(found) and found[at].word == "half"
        is_time = any(figure.start in one for one in form.times)
        if at in form.used or not params or is_share or is_time or _is_code(form, at) or _is_one(form, at):
            continue
        named = [param for param in params if _is_beside(form, param, at) or _is_unit(param, figure.unit)]
        needed = [param for param in params if param.required] or (params if len(params) == 1 else [])
        if named or needed:
            param = (named or needed)[0]
            is_letter = 0 < len(figure.unit) <= 2 and figure.unit != "%"
            after = (
                {at + 1}
                if is_letter or (figure.unit and figure.unit != "%" and _is_unit(param, figure.unit))
                else set[int]()
            )
            form.arguments[param.name] = whole(figure.value, param)
            form.used |= {at} | after


def _is_within(value: float, param: Slot) -> bool:
    lowest, highest = param.lowest, param.highest
    return (lowest is None or value >= lowest) and (highest is None or value <= highest)


def _is_code(form: Form, at: int) -> bool:
    """`room 302`: the number is what a text parameter has for its thing."""
    before = form.clause.tokens[at - 1] if 0 < at < len(form.clause.tokens) else None
    texts = [one for one in form.open("text") if not one.choices]
    if before is None or before.word in DONE or _is_by_means(form, at):
        return False
    return any(likeness(before.stem, key) for one in texts for key in one.key)


def _is_by_means(form: Form, at: int) -> bool:
    """`paid the bill, 75 in cash`, `300 by card`: how much, in what is chosen of the tool."""
    led = form.clause.tokens[at + 1 : at + 2]
    return bool(led) and led[0].word in MEANS and at + 2 in form.used


def _is_one(form: Form, at: int) -> bool:
    """`one thing is broken`, `one of them leaks`, said before an order: which it is, and not how many."""
    found, said = form.clause.tokens, form.clause.text.find(SAID)
    return at < len(found) and found[at].word == "one" and 0 <= said < found[at].start


def _is_beside(form: Form, param: Slot, at: int) -> bool:
    around = form.clause.tokens[max(0, at - 3) : at + 3]
    return any(likeness(token.stem, key) for token in around for key in param.key)


def _is_unit(param: Slot, unit: str) -> bool:
    words = {*param.all_words, *re.findall(r"[a-z]+", param.description.casefold())}
    if PEOPLE & {unit} and PEOPLE & words:
        return True
    return bool(unit) and (
        {unit, f"{unit}s", unit.removesuffix("s")} & words != set()
        or (unit == "%" and bool({"percent", "percentage"} & words))
    )


def _truths(form: Form) -> None:
    for param in form.open("truth"):
        named = [one for one in names_truth(form.clause.tokens, param) if not set(one.span) & form.used]
        if named:
            form.arguments[param.name] = not any(_is_off(form, one) for one in named)
            form.used |= {at for one in named for at in one.span}


def _is_off(form: Form, mention: Mention) -> bool:
    around = form.clause.tokens[max(0, mention.start - NEAR_OFF) : mention.end + 1]
    return is_negated(form.clause.tokens, mention.start) or any(one.word in OFF for one in around)


def names_truth(found: Sequence[Token], param: Slot) -> list[Mention]:
    """Where a switch is named; `tell` is as good for `notify`, as verbs for the same."""
    groups = [group for group in VERB_GROUPS if group & set(param.key)]
    verbs = [at for at, token in enumerate(found) if any(token.stem in group for group in groups)]
    return [*spot(found, [param]), *(Mention(param, at, at + 1, ALIKE) for at in verbs)]
