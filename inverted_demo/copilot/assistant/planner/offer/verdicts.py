"""What somebody has decided, as a choice of a tool: `said yes to it`, `turned it down`, `want changes`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from assistant.planner.english.stems import identifier_words, stem
from assistant.planner.english.vocabulary import NEGATIONS
from assistant.planner.english.words import Token
from assistant.planner.offer.schemas import Slot

IT = r"(?:it|that|this|them|those|[\w-]*\d+|(?:the|that|this|their|his|her|our|its)(?: [\w'-]+){1,4}?)"
OK = r"(?:yes|yeah|yep|ok|okay|aye|go ahead)"
GIVEN = r"(?:gave|given|gives?|got|had|have|has)(?: us| me| you)?"
SEVERAL = r"(?:some|a few|a couple of|several|more|other|small|minor|two|three|a|one)"


@dataclass(frozen=True)
class _Verdict:
    """A decision: the stems of what choices call it, and what people say for it."""

    called: frozenset[str]
    said: re.Pattern[str]


def _verdict(called: str, *said: str) -> _Verdict:
    return _Verdict(frozenset(map(stem, called.split())), re.compile(rf"\b(?:{'|'.join(said)})\b", re.IGNORECASE))


YES = _verdict(
    "accepted accept approved approve agreed agree confirmed confirm granted passed yes",
    rf"(?:said|says?|saying|answered|it(?:'s| is) an?) {OK}(?: to)?|{OK} to|the answer (?:is|was) {OK}",
    r"agree[sd]?(?: (?:to|with))?|okay(?:ed|s)|green-?lit|greenlighted|accept(?:s|ed)?|approve[sd]?|confirm(?:s|ed)",
    r"(?:is|are|was|were) (?:very |really |quite |perfectly |all )?(?:happy|fine|ok|okay|pleased) with",
    r"(?:is|are|was|were|am) in favou?r",
    rf"{GIVEN} (?:it |them |{IT} )?(?:the|their|his|her|a|its) "
    r"(?:ok|okay|nod|go-?ahead|green light|blessing|thumbs up|all clear|all-clear)",
    rf"thumbs up|sign(?:s|ed)? {IT} off|sign(?:s|ed)? off(?: on)?|wave[sd]? {IT} through",
    rf"(?:want|wants|wanted|would like|decided|(?:is|are)(?: happy)?)(?: to)? (?:go|going) (?:ahead|for it)"
    rf"|went (?:ahead|for it)|took {IT} up|tak(?:ing|e) {IT} up|(?:love|like)[sd] it",
)
NO = _verdict(
    "declined decline rejected reject refused refuse denied deny no",
    r"(?:said|says?|saying|answered|it(?:'s| is) an?) (?:no|nope)(?: thanks)?(?: to)?|no to|the answer (?:is|was) no",
    rf"(?:turn(?:s|ed)?|knock(?:s|ed)?) (?:{IT} )?(?:down|back)|(?:declin|refus)e[sd]|reject(?:s|ed)?|den(?:y|ies|ied)",
    r"(?:is|are|was|were) not interested|do(?:es)? not want (?:it|that|this|them)|thumbs down",
    r"(?:is|are) not going (?:ahead|for it)|decided against(?: it)?|pass(?:ed|es) on it",
)
CHANGES = _verdict(
    "change changes revise revision revisions rework amend amendments corrections",
    rf"(?:want|wants|wanted|need|needs|needed|asks?|asked|requests?|requested|would like|has|have)(?: for)? "
    rf"(?:{SEVERAL} )*(?:changes?|changed|alterations?|amendments?|corrections?|tweaks?|revisions?)(?: made)?"
    r"(?: (?:to|on|in))?",
    rf"(?:want|wants|wanted|needs?) {IT} (?:changed|altered|corrected|amended|redone|revised|different)",
)
VERDICTS = (CHANGES, NO, YES)
FAR = 3
DOUBTS = frozenset({"if", "whether", "should", "might", "may", "will", "would", "until", "once", "before", "unless"})


def is_verdict(param: Slot) -> bool:
    """Whether its choices are what somebody may decide: `accepted` or `declined`."""
    return bool(param.choices) and len(param.choices) <= len(VERDICTS) + 1 and len(_called(param)) > 1


def decided(text: str, found: Sequence[Token], param: Slot) -> tuple[str, frozenset[int]] | None:
    """The choice that the words are for, and which of them are; none where they say the opposite, or two things."""
    if not is_verdict(param):
        return None
    hits = [(choice, said) for verdict, choice in _called(param) for said in verdict.said.finditer(text)]
    wide = [one for one in hits if not any(_is_in(one[1], other) for _, other in hits)]
    places = {at for _, said in wide for at in _own(found, said)}
    if len({choice for choice, _ in wide}) != 1 or not places:
        return None
    before = [token.word for token in found[max(0, min(places) - FAR) : min(places)]]
    is_denied = any(word in NEGATIONS | DOUBTS for word in before)
    return None if is_denied or any(found[at].is_quoted for at in places) else (wide[0][0], frozenset(places))


def _is_in(said: re.Match[str], other: re.Match[str]) -> bool:
    """`not happy with` has `happy with` in it."""
    return said.span() != other.span() and other.start() <= said.start() and said.end() <= other.end()


def _own(found: Sequence[Token], said: re.Match[str]) -> list[int]:
    """The words that say so, without what they say it of: of `sign the flyers off` not the flyers."""
    words = set(re.findall(r"[a-z]+", said.re.pattern))
    within = [at for at, token in enumerate(found) if said.start() <= token.start < said.end()]
    return [at for at in within if at in (within[0], within[-1]) or set(re.findall(r"[a-z]+", found[at].word)) & words]


def _called(param: Slot) -> list[tuple[_Verdict, str]]:
    """The verdicts that are choices, each by the only choice that is called so."""
    words = {one: set(map(stem, identifier_words(one))) for one in param.choices}
    fits = ((verdict, [one for one in param.choices if words[one] & verdict.called]) for verdict in VERDICTS)
    return list(chain.from_iterable([(verdict, one)] for verdict, ones in fits for one in ones[:1] if len(ones) == 1))


def asks_changes(param: Slot, choice: object) -> bool:
    """Whether it is the choice that something is to be changed, which says nothing without what."""
    return is_verdict(param) and any(verdict is CHANGES and choice == one for verdict, one in _called(param))
