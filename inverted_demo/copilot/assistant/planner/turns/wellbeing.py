"""`Is everything all right?`, `what's wrong with checkout?`: all that looks wrong, of whatever the server tells of."""

from __future__ import annotations

import re
from typing import NamedTuple

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import plural, stem
from assistant.planner.english.vocabulary import STOPWORDS, wordset
from assistant.planner.facts.things import folded
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.faults import STATES, can_be_faulty, can_be_wrong, faults, is_lateness, is_over, is_trouble
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.reply import Reply
from assistant.planner.wishes.wording import called, counted, joined, spoken, value_text

NOW = (
    r"(?: (?:right|just|at|for|now|the|moment|today|here|currently|overall|so|far|this|morning|generally|in|general))*"
)
SOFT = r"(?:ok|okay|fine|alright|all right|well|in order)"
WELL = (
    rf"(?:{SOFT}|good|great|healthy|normal|normally|as (?:it|they) should(?: be)?|under control|running|working|green"
    r"|up and running|up)"
)
DOING = r"(?: (?:running|doing|going|looking|working))?"
ALL = (
    r"(?:everything|all|things|all is|we|it all|(?:the |our )?systems?"
    r"|(?:all|every|each)(?: of)?(?: the| our| my)? (?P<kind>[a-z]+))"
)
WRONG = r"(?:wrong|amiss|broken|on fire|burning|off|the matter|not (?:working|ok|okay|right|fine|in order))"
MINDING = r"(?:know|know about|worry about|look at|look at first|look into|focus on|focus on first|take care of)"
TROUBLE = r"(?:problems?|trouble|troubles|issues?|fires?|incidents?)"
NEAR = r"(?: (?:with|at|in|on|about|of|for) (?P<about>.+?))?"
GOOD = re.compile(
    rf"^(?:so )?(?:is|are) {ALL}(?: still| all| currently)*{DOING}(?: {WELL})+{NEAR}{NOW}$"
    rf"|^(?:so )?(?:is|are) (?P<thing>.+?){DOING} {SOFT}{NOW}$"
)
BAD = re.compile(
    r"^(?:so )?(?:(?:is|are) there )?(?:is )?(?:(?:anything|something)(?: is)?(?: going)? "
    rf"(?:{WRONG}|(?:i|we) (?:should|need to|have to|must) {MINDING})"
    rf"|any {TROUBLE}(?: (?:i|we) (?:should|need to|have to|must) {MINDING})?|trouble){NEAR}{NOW}$"
)
OPEN = re.compile(
    rf"^(?:so )?(?:what(?: is)? {WRONG}|what needs (?:my|our|your|some|any )?(?: ?attention|looking at)"
    rf"|what (?:should|do|must) (?:i|we) (?:need to |have to )?{MINDING}"
    r"|how (?:is|are) (?:everything|things|we|it|the systems?|it all)(?: (?:going|doing|looking|running))?"
    r"|how (?:is|are) (?P<thing>.+?) (?:going|doing|looking|running)"
    r"|(?:give me |do )?(?:a )?(?:quick )?(?:health check|status report|status update|sitrep)"
    rf"|(?:what is )?(?:the |our )?(?:overall|general|current) (?:status|state|health|situation|picture)){NEAR}{NOW}$"
)
STANDING = STATES - {"overall"}
"""The fields whose values say enough without their names."""
SOUND = wordset("ok fine good great healthy normal running working green up")
MAX_NAMED = 8


class _Asked(NamedTuple):
    verdict: str
    """The word for it if something is wrong; an empty one where nobody asked for yes or no."""
    state: frozenset[str]
    """The words for how it may be."""
    kind: str = ""
    about: frozenset[str] = frozenset()
    """The words of the thing that is asked about."""


async def wellbeing(desk: Desk, clause: Clause, is_about_something: bool) -> Reply | None:
    """The answer to a question for how it all is; none where the server tells of nothing that could be wrong."""
    asked = _asked(clause)
    if asked is None or (is_about_something and asked.verdict != "No" and not asked.about):
        return None
    every = [source for source in desk.catalog.sources if not source.needs]
    if any(asked.state & {*slot.choices} for source in every for slot in source.fields):
        return None  # `are all jobs running?`, of which some are: that is a state of theirs
    sources = [one for one in every if can_be_wrong(one) and (not asked.kind or stem(asked.kind) in one.nouns)]
    read = {source: await desk.all(source, {}) for source in (every if asked.about else sources)}
    named = [one for things, *_ in read.values() for one in things if _is_called(one, asked.about)]
    if not sources or (asked.about and not named):
        return None
    lines, wrong, looked, unread = list[str](), list[Record](), list[str](), list[str]()
    for source in sources:
        things = [one for one in read[source][0] if not named or one in named or _names(one, named)]
        faulty = [one for one in things if faults(one) or (is_trouble(source) and not is_over(one))]
        looked += [counted(len(things), source)] if source.is_list and things else []
        unread += [] if read[source][1] and not any(map(_is_hidden, things)) else [plural(source.noun)]
        wrong += faulty if source.is_list else []
        if faulty:
            lines.append(_named(faulty, len(things)) if source.is_list else f"- {joined(_said(faulty[0]))}")
    missing = f"I could not see all of the {joined(sorted({*unread}))}." if unread else ""
    subjects = [one for one in named if one.source in sources]
    if lines:
        return _wrong(asked.verdict, lines, wrong, missing)
    if missing or not looked or (asked.about and (not subjects or not asked.verdict)):
        return Reply(f"I can't tell: {missing}") if missing and not asked.about else None
    opposite = {"No": "Yes: nothing", "Yes": "No: nothing", "": "Nothing"}[asked.verdict]
    about = f" with {called(subjects[0])}" if len(subjects) == 1 else f". I have looked at {joined(looked)}"
    return Reply(f"{opposite} looks wrong{about}.", subjects)


def _wrong(verdict: str, lines: list[str], wrong: list[Record], missing: str) -> Reply:
    if len(wrong) == len(lines) == 1:
        text = f"{verdict}. ".removeprefix(". ") + f"{_told(wrong[0])}."
    else:
        text = (f"{verdict}: this" if verdict else "This") + " looks wrong:\n\n" + "\n".join(lines)
    return Reply(f"{text}\n\n{missing}".rstrip(), wrong)


def _is_hidden(thing: Record) -> bool:
    return any(slot.name in thing.masked for slot in thing.source.fields if can_be_faulty(slot) or is_lateness(slot))


def _asked(clause: Clause) -> _Asked | None:
    tokens = clause.tokens[clause.begin :]
    text = " ".join(re.findall(r"[a-z0-9'-]+", " ".join(token.text.casefold() for token in tokens)))
    text = re.sub(r"\bwhat's\b", "what is", re.sub(r"\bhow's\b", "how is", text))
    for verdict, pattern in (("No", GOOD), ("Yes", BAD), ("", OPEN)):
        if said := pattern.match(text):
            found = said.groupdict()
            about = found.get("about") or found.get("thing") or ""
            words = frozenset(folded(about)) - STOPWORDS
            is_all = not about or bool(words)
            state = SOUND & {*text.split()} if pattern is GOOD else frozenset[str]()
            return _Asked(verdict, state, found.get("kind") or "", words) if is_all else None
    return None


def _is_called(thing: Record, words: frozenset[str]) -> bool:
    """`the data team`: Data, which is a team."""
    own = {*folded(thing.label), *folded(thing.label.replace("-", "")), *folded(str(thing.id))}
    return bool(words & own) and all(word in own or stem(word) in thing.source.nouns for word in words)


def _names(thing: Record, others: list[Record]) -> bool:
    """Whether it is one of these, or says that it belongs to one."""
    own = {str(value).casefold() for one in others for value in (one.label, one.id) if value}
    return any(isinstance(value, str) and value.casefold() in own for value in thing.data.values())


def _said(thing: Record) -> list[str]:
    """What is wrong with it, in words; what state it is in needs no more."""
    said: list[str] = []
    for slot in faults(thing):
        value = value_text(thing.get(slot.name), slot)
        is_state = slot.choices and STANDING & {*slot.all_words}
        told = f"{spoken(slot.name)} {value}" if slot.choices else f"{value} {spoken(slot.name)}"
        said.append(value if is_state else told)
    return said


def _standing(thing: Record) -> list[str]:
    """What tells how bad a trouble is, and how far it is dealt with."""
    slots = [slot for slot in fields_of(thing) if slot.choices and thing.get(slot.name) is not None]
    return [value_text(thing.get(slot.name), slot) for slot in slots]


def _told(thing: Record) -> str:
    return f"{called(thing)}: {joined(_said(thing) or _standing(thing))}"


def _named(faulty: list[Record], total: int) -> str:
    source = faulty[0].source
    number = counted(len(faulty), source) if len(faulty) == total else f"{len(faulty)} of {counted(total, source)}"
    names = [f"  - {_told(one)}" for one in faulty[:MAX_NAMED]]
    more = [f"  - and {len(faulty) - MAX_NAMED} more"] if len(faulty) > MAX_NAMED else []
    return "\n".join([f"- {number}:", *names, *more])
