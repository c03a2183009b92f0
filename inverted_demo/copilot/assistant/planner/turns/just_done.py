"""`Has she paid?`, and then `she just did`: what was asked about has happened since."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.conversation import Turn
from assistant.planner.clauses.clauses import clauses
from assistant.planner.english.stems import IRREGULAR, stem
from assistant.planner.english.vocabulary import AUXILIARIES, CHANGE_VERBS, LOOSE_VERBS, ORDER_VERBS, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog

ADVERBS = r"(?:just|now|finally|actually|since|already|both|all)"
JUST_DID = re.compile(
    rf"\b(?P<who>he|she|they|it|we|i)(?:'ve|'s)? (?P<before>(?:(?:has|have|had|{ADVERBS}) )*)"
    rf"(?P<did>did|has|have)(?: (?:so|it|that))?(?P<behind>(?: {ADVERBS})*)"
    r"(?=\s*[,.;!]|\s+(?:and|so|today|yesterday|this|last|in|at|on)\b|\s*$)",
    re.IGNORECASE,
)
PARTICLES = wordset("down up in out off over back along")
PERFECT = wordset("has have had is are was were been")
OBJECTS = wordset("it them him her that those these")
MAX_BEHIND = 2
PASTS = {base: past for past, base in reversed(IRREGULAR.items())}
VERBS = frozenset(map(stem, ORDER_VERBS | CHANGE_VERBS | LOOSE_VERBS)) | frozenset(map(stem, IRREGULAR.values()))


def with_deed(turns: Sequence[Turn], catalog: Catalog) -> str:
    """The last turn; `they just did` says what was asked in the one before: `they just paid`."""
    text = turns[-1].text if turns else ""
    said = JUST_DID.search(text) if len(turns) > 2 and turns[-3].speaker == "person" else None
    asked = clauses(turns[-3].text, catalog) if said else []
    if said is None or not asked or asked[-1].mood != "asks":
        return text
    deed = _deed_in(asked[-1].tokens[asked[-1].begin :], catalog)
    adverbs = re.sub(r"\b(?:has|have|had)\b ?", "", f"{said['before']} {said['behind']}").split()
    whole = " ".join([said["who"], *adverbs, deed])
    return f"{text[: said.start()]}{whole}{text[said.end() :]}" if deed else text


def _deed_in(found: Sequence[Token], catalog: Catalog) -> str:
    """What was asked about, as done: `did they ever bring it back`, and they brought it back."""
    start = next((at for at, token in enumerate(found) if token.word in AUXILIARIES), len(found))
    is_past = found[start].word in PERFECT if start < len(found) else False
    for at in range(start + 1, len(found)):
        token = found[at]
        if token.is_quoted or token.is_known or token.is_id or token.is_number or token.is_name:
            continue
        is_verb = token.stem in VERBS or token.stem in catalog.act_verbs
        if _is_past(token.word) or (is_verb and not (is_past and token.word not in ("to", "do")) and token.is_content):
            behind = [one.text for one in found[at + 1 : at + 1 + MAX_BEHIND] if one.word in OBJECTS | PARTICLES]
            return " ".join([past(token.word), *behind])
    return ""


def _is_past(word: str) -> bool:
    return word.endswith("ed") or word in IRREGULAR


def past(word: str) -> str:
    """The past of a verb."""
    if _is_past(word):
        return word
    if word in PASTS:
        return PASTS[word]
    return f"{word}d" if word.endswith("e") else f"{word[:-1]}ied" if word.endswith("y") else f"{word}ed"
