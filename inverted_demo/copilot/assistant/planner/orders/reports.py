"""What a person tells has happened, where a tool writes that down: `Ada has paid 40 in cash`, `… put it in, please`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import REPORTING, Clause, clauses
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.spans import uncapitalized
from assistant.planner.english.stems import IRREGULAR, concept, identifier_words, stem
from assistant.planner.english.vocabulary import NEGATIONS, PRONOUNS, WH, wordset
from assistant.planner.offer.assigning import things_told
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.events_told import happened
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import Deed
from assistant.planner.offer.verdicts import decided, is_verdict
from assistant.planner.orders.happened import FRESH, is_past, made_so
from assistant.planner.orders.said import merged

RECORDING = wordset("record log mark note enter add report write register")
"""With what tools begin that write down what has happened."""
WRITE_IT = re.compile(
    r"^(?:(?:and|so|then|please|pls|(?:can|could|would|will) (?:you|u|ya)|just|now)[\s,]+)*"
    r"(?:put|record|log|note|enter|add|book|register|mark|write|get|do|set|change|update)\s+(?:it|that|this)"
    r"(?:\s+(?:in|down|on|through|up|so|accordingly|for me|please|pls|now|thanks|thank you))*\W*$"
    r"|^(?:please|pls|can you|could you)\s+(?:record|log|note|register)\W*$",
    re.IGNORECASE,
)
NOTE_THAT = re.compile(
    r"^(?:(?:and|so|then|please|pls|(?:can|could|would|will) (?:you|u|ya)|just|now)[\s,]+)*"
    r"(?:record|log|note|enter|register|mark|write|put)(?: it)?(?: down| in)? that (?P<told>.+)$",
    re.IGNORECASE | re.DOTALL,
)
TAKING = wordset("take collect receive accept")
"""With what others begin that take in what has come."""
RETURN, PAY = stem("return"), concept(stem("pay"))
BACK = r"(?:back|in)(?: (?:today|now|this (?:morning|afternoon|evening)))?"
CAME_BACK = re.compile(
    rf"\b(?:(?:has|have|is|are|was|were|been|just|finally|now|got) )*"
    rf"(?:(?:came|come|brought|handed|given|sent|dropped|gave|put) {BACK}|back|dropped off|returned)\b(?! to\b| for\b)",
    re.IGNORECASE,
)
WISHING = wordset("wants want wishes wanting")
MAYBE = wordset("if will going would maybe perhaps probably tomorrow")
DOUBTFUL = (REPORTING - {"wants", "wanted"}) | NEGATIONS | WH | MAYBE


def with_reports(found: Sequence[Clause], catalog: Catalog) -> list[Clause]:
    """The clauses, with what is told to be written down as orders to do so."""
    result: list[Clause] = []
    for at, clause in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        is_ordered = after is not None and WRITE_IT.match(after.text) is not None
        before = found[at - 1] if at else None
        if before is not None and WRITE_IT.match(clause.text) and _told(before, catalog, True):
            continue
        is_before = not is_ordered and after is not None and bool(pointing(after, set()))
        is_before = is_before and after is not None and after.mood in ("orders", "asks")
        told = None if is_before else _told(clause, catalog, is_ordered)
        noted = _noted(clause, catalog)
        if told:
            result.append(replace(_order(clause, told[0], catalog), is_unsure=not told[1]))
        else:
            result.append(noted or clause)
    return result


def _noted(clause: Clause, catalog: Catalog) -> Clause | None:
    """`log that B-7 was called off`, where a tool makes it so."""
    said = NOTE_THAT.match(clause.text) if clause.mood == "orders" and not clause.condition else None
    parts = clauses(said["told"], catalog) if said else []
    told = made_so(parts[0], catalog, DOUBTFUL, True) if len(parts) == 1 and parts[0].mood == "states" else None
    return _order(parts[0], told[0], catalog) if told else None


def _told(clause: Clause, catalog: Catalog, is_ordered: bool) -> tuple[Deed, bool] | None:
    """The only tool that writes down what was told, and whether it may do so without asking.

    Unless that was ordered, all that it takes must be told.
    """
    if clause.mood != "states" or clause.condition or clause.is_unsure:
        return None
    if deed := _told_verdict(clause, catalog, is_ordered):
        return deed, True
    is_sure = not DOUBTFUL & set(clause.words)
    able = [one for one in catalog.acts if _happened(clause, one) and _is_named(clause, one, catalog, is_ordered)]
    if not able or not is_sure:
        able = []
        if told := made_so(clause, catalog, DOUBTFUL, is_ordered):
            return told
    if not able and is_ordered and is_sure:
        able = [one for one in catalog.acts if _is_for_record(clause, one, catalog)]
    return (able[0], True) if len(able) == 1 else None


def _is_for_record(clause: Clause, deed: Deed, catalog: Catalog) -> bool:
    """`INV-3 came in, note it`: whether a tool writes down that what has this id has come."""
    came = any("arrived" in one for one in happened(clause.tokens)) and any(token.is_id for token in clause.tokens)
    needed = {one.name for one in deed.required if not (one.is_moment or one.is_measure)}
    is_writing = bool(deed.name_words) and deed.name_words[0] in RECORDING
    return came and is_writing and needed <= things_told(deed, clause.tokens, catalog)


def _told_verdict(clause: Clause, catalog: Catalog, is_ordered: bool) -> Deed | None:
    """The only tool that records a decision, of those that are about what was decided on."""
    found: list[Deed] = []
    for deed in catalog.acts:
        said = [one for param in deed.required if (one := _decision(clause, param))]
        places = {at for _, own in said for at in own}
        left = {token.word for at, token in enumerate(clause.tokens) if at not in places}
        if said and not left & DOUBTFUL and (is_ordered or _is_told_of(clause, deed, catalog)):
            found.append(deed)
    named = [one for one in found if {concept(token.stem) for token in clause.tokens} & _kinds(one, catalog)]
    found = named or found
    return found[0] if len(found) == 1 else None


def _decision(clause: Clause, param: Slot) -> tuple[str, frozenset[int]] | None:
    """What was decided, in any words, or in those of the choice itself: `the quote is accepted`."""
    if said := decided(clause.text, clause.tokens, param):
        return said
    spans = [one for one in spot(clause.tokens, [param]) if one.choice] if is_verdict(param) else []
    return (spans[0].choice or "", frozenset(spans[0].span)) if len({one.choice for one in spans}) == 1 else None


def _kinds(deed: Deed, catalog: Catalog) -> set[str]:
    return {one for param in deed.required for kind in kinds_of(param, deed, catalog) for one in kind.concepts}


def _is_told_of(clause: Clause, deed: Deed, catalog: Catalog) -> bool:
    """Whether what was decided on is said by its id."""
    return any(token.is_id for token in clause.tokens) and bool(things_told(deed, clause.tokens, catalog))


def _happened(clause: Clause, deed: Deed) -> bool:
    """Whether what is told was done, or is wanted, is what the tool makes a record of: `just paid`, `came back`."""
    found, (verb, *objects) = clause.tokens, deed.name_words or ("",)
    done = {concept(token.stem) for token in found if is_past(token)}
    done |= {concept(found[at].stem) for at in _wished(clause)}
    taken = set(map(concept, map(stem, objects))) & {PAY} if verb in TAKING else set[str]()
    done |= {concept(stem(word)) for one in happened(clause.tokens) for word in one}
    told = {stem(word) for word in identifier_words(deed.description) if word.endswith("ed") or word in IRREGULAR}
    own = set(map(concept, {*deed.nouns, *told})) if verb in RECORDING else taken
    is_back = stem(verb) == RETURN and CAME_BACK.search(clause.text) is not None
    return bool(done & own) or is_back


def _wished(clause: Clause) -> list[int]:
    """What somebody else `wants to settle`."""
    found = clause.tokens
    return [at + 2 for at, one in enumerate(found[:-2]) if one.word in WISHING and found[at + 1].word == "to"]


def _is_named(clause: Clause, deed: Deed, catalog: Catalog, is_ordered: bool) -> bool:
    is_known = bool(things_told(deed, clause.tokens, catalog))
    if is_ordered:
        return is_known or bool(PRONOUNS & set(clause.words)) or _has_name(clause)
    if is_known and any(token.is_number for token in clause.tokens):
        return True
    if FRESH & set(clause.words):
        return is_known or any(token.is_known or token.is_name or token.owns for token in clause.tokens)
    return bool(_wished(clause)) and is_known and any(token.is_id for token in clause.tokens)


def _has_name(clause: Clause) -> bool:
    return any(token.is_content and token.text[:1].isalpha() for token in clause.tokens[:2])


def _order(clause: Clause, deed: Deed, catalog: Catalog) -> Clause:
    text = clause.text
    came = CAME_BACK.search(text) if stem(deed.name_words[0]) == RETURN else None
    if came is not None:
        text = f"{text[: came.start()].rstrip()}{text[came.end() :]}"
    main, _, rest = text.partition(", ") if came else (text, "", "")
    [first, *_] = clauses(f"{deed.name_words[0]} {uncapitalized(main.replace(', ', ' '))}", catalog)
    verb = first.tokens[0]
    order = replace(first, mood="orders", verb=replace(verb, stem=stem(verb.word)), begin=0, deed=deed.name)
    return merged(order, clauses(rest, catalog)[0]) if rest else order
