"""Persons: the fields that name them, and the words of a question that stand for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.planner.english.days import CALENDAR
from assistant.planner.english.stems import concept, singular, stem
from assistant.planner.english.vocabulary import (
    ARTICLES,
    CHANGE_VERBS,
    ORDER_VERBS,
    PERSON_WORDS,
    PERSONAL,
    READ_VERBS,
    wordset,
)
from assistant.planner.english.words import Token
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source

MIN_AGENT = 5
THINGS = wordset(
    "number order color folder server paper water letter layer header footer filter answer corner border floor "
    "sector weather error monitor sensor container trailer power chapter cover motor river sister tower poster "
    "newsletter identifier parameter center quarter marker router folder locker freezer printer computer "
    "offer transfer voucher flavor mirror door drawer timer buffer wrapper starter matter"
)
OWNING = stem("owner")
IN_HAND = wordset(
    "technician assignee mechanic owner responsible engineer agent handler repairer worker assigned developer carer "
    "keeper"
)
RUNNING = wordset(
    "run runs running handle handles operate operates serve serves maintain maintains support supports cover covers "
    "host hosts"
)
"""What those do who have something in hand."""
SALUTATIONS = wordset("mr mrs ms miss mx dr prof professor sir madam")
NO_NAMES = PERSONAL | CALENDAR | SALUTATIONS | READ_VERBS | ORDER_VERBS | CHANGE_VERBS
MAKERS = wordset(
    "author writer composer artist director publisher sender reporter translator photographer builder "
    "maker creator designer founder inventor"
)
"""Those who have made or sent a thing, and so are not the ones who have it."""
HOLDING = wordset("has have holds keeps got")
RECEIVING = wordset(
    "customer client guest patient tenant owner buyer member candidate applicant pupil student attendee borrower "
    "passenger subscriber contact recipient payer renter visitor resident participant donor author writer reporter "
    "requester"
)
"""Those for whom things are done, or from whom they come."""
OCCUPATIONS = wordset(
    "vet guide cook judge groom midwife physio referee warden steward attendant assistant consultant accountant "
    "apprentice trainee deputy surgeon tutor mentor nanny secretary hygienist anaesthetist barista usher chaplain "
    "chauffeur custodian librarian musician magician beautician electrician"
)
"""Those who do something for others, and are called by no word for that."""
DOING = wordset(
    "doing handling fixing repairing servicing mending sorting treating covering building making preparing cleaning "
    "washing teaching leading running hosting serving delivering driving coaching giving taking inspecting checking "
    "installing painting cooking"
)
WORKING = frozenset({"member"})
"""For what `working on` is read."""
NAMED = re.compile(r"\bnames? of (?:who|whom|whoever)\b|^whom?\b", re.IGNORECASE)
"""In the description of a field for somebody."""
PERSON_KEYS = frozenset(map(stem, PERSON_WORDS)) - {stem("call")}


def is_person(slot: Slot) -> bool:
    """Whether it is for the name of a person: by its name, by its description, or as a word for who does something."""
    if slot.form not in ("text", "list", "any"):
        return False
    words = {singular(word) for word in slot.all_words} if slot.form == "list" else set(slot.all_words)
    if (PERSON_WORDS | RECEIVING | OCCUPATIONS) & words or "person" in slot.description.casefold() or is_agent(slot):
        return True
    if NAMED.search(slot.description) and not slot.choices:
        return True
    word = slot.all_words[-1] if slot.all_words else ""
    word = word.removesuffix("s") if slot.form == "list" else word
    is_doer = word.endswith(("er", "or", "ist", "ian")) and len(word) >= MIN_AGENT and word not in THINGS
    return is_doer and slot.form != "any" and not slot.choices and not slot.parts


def are_people(source: Source) -> bool:
    """Whether such things are persons: they are called so, or can be rung or written to."""
    words = {word for field in source.fields for word in field.all_words}
    reached = bool(words & {"phone", "telephone", "mobile", "email", "extension"})
    return bool(PERSON_KEYS & source.nouns) or (reached and "name" in words)


def are_called_persons(source: Source) -> bool:
    """Whether the word for such things is one for persons: members, drivers."""
    return source.is_list and any(is_person(Slot(word, "text")) for word in source.noun.split()[-1:])


def is_agent(slot: Slot) -> bool:
    """Whether it names who has something in hand."""
    return slot.form == "text" and bool(set(slot.all_words) & IN_HAND)


def asks_person(found: Sequence[Token]) -> bool:
    return any(not one.is_quoted and (one.word == "who" or concept(one.stem) == OWNING) for one in found)


def asks_holder(found: Sequence[Token]) -> bool:
    """`Who has the blue lamp?`, `who's got Apollo?`; but not `who has written it`, `who has the most`."""
    for at, token in enumerate(found):
        if token.word in ("who", "whoever") and not token.is_quoted:
            after = [one for one in found[at + 1 : at + 5] if one.word not in ("is", "currently", "now")]
            held = next((here for here, one in enumerate(after) if one.word not in HOLDING), 0)
            thing = after[held : held + 1]
            is_told = any(one.word in ARTICLES | {"it", "this", "that"} or one.is_known or one.is_id for one in thing)
            return bool(held) and is_told and not any(one.word in ("most", "fewest", "least") for one in after)
    return False


def asks_doer(found: Sequence[Token]) -> bool:
    """`Who's doing the boiler?`: who has it in hand, and not whose it is."""
    for at, token in enumerate(found[:-1]):
        if token.word == "who" and not token.is_quoted:
            after = [one for one in found[at + 1 : at + 5] if one.word not in ("is", "are", "was", "currently", "now")]
            return len(after) > 1 and (after[0].word in DOING or after[0].text in WORKING)
    return False


def may_have(slot: Slot, found: Sequence[Token]) -> bool:
    """Whether it names whom a text asks for with `who`."""
    if asks_doer(found) and RECEIVING & set(slot.all_words):
        return False
    return is_person(slot) and not (asks_holder(found) and MAKERS & set(slot.all_words))


def doing_words(found: Sequence[Token]) -> list[int]:
    """The verb of `who tends …`, whichever it is, and all words for owning."""
    owning = [at for at, token in enumerate(found) if concept(token.stem) == OWNING and not token.is_quoted]
    who = next((at for at, token in enumerate(found) if token.word == "who"), len(found))
    after = found[who + 1 : who + 2]
    if who + 3 < len(found) and found[who + 1].word in ("is", "was") and found[who + 3].word in ("it", "that", "this"):
        owning += [who + 2] if found[who + 2].word.endswith("ing") else []
    is_verb = bool(after) and after[0].is_content and not after[0].is_name and who + 2 < len(found)
    running = [at for at, token in enumerate(found) if token.word in RUNNING and _has_subject(found, at)]
    return [*owning, *running, who + 1] if is_verb else [*owning, *running]


def _has_subject(found: Sequence[Token], at: int) -> bool:
    """`which team runs …`, `the team which runs …`."""
    return any(token.word in ("which", "what", "that", "who") for token in found[max(0, at - 2) : at])


def names_told(found: Sequence[Token]) -> list[str]:
    """Names, each with the words of it that stand together; within quotation marks not every word is one."""
    runs: list[list[int]] = []
    for at in (at for at, one in enumerate(found) if _may_be_name(one)):
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return [" ".join(found[at].text for at in run) for run in runs]


def _may_be_name(token: Token) -> bool:
    is_written = token.is_known or not token.is_quoted or token.text[:1].isupper()
    return token.is_name and is_written and (token.is_known or token.word not in NO_NAMES)
