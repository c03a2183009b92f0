"""Words that an order wants to have written down somewhere: notes, reasons, titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.durations import durations
from assistant.planner.english.marks import unmarked
from assistant.planner.english.spans import QUOTED
from assistant.planner.english.vocabulary import FREE_TEXT_WORDS, wordset
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import beginning

if TYPE_CHECKING:
    from assistant.planner.filling.filling import Form

NOTE = r"(?:note|reason|comment|message|remark|text)"
TAIL = re.compile(
    r"\s*(?:,\s*)?(?:\b(?:because(?: of)?|due to|on account of|saying|stating|so that)\b"
    rf"|\b(?:with|and|giving|adding|as)(?: the| a)? {NOTE}\b(?: that| is)?\s*:?|\b{NOTE}\s*:"
    r"|:(?=\s)|(?<!\d):(?!\d)|\s[-\u2013\u2014]\s)\s*(?P<words>.+)$",
    re.IGNORECASE | re.DOTALL,
)
WHY = re.compile(r",\s*(?:for|since|as)\s+(?P<words>[^,\d]+)$", re.IGNORECASE)
"""At the end of an order: why, unless it is a time, or names something."""
SAID = "; "
"""Between an order and what was said before it."""
CALLED = re.compile(
    r"\bname(?:['\u2019]?s| is| of|:)? (?!of |is |the |an? )"
    r"(?P<name>[^\W\d][\w'\u2019-]*(?: [^\W\d][\w'\u2019-]*){0,2}?)"
    r"(?: please| pls| thanks| thx| ta)*(?=\W*$|[,.;:!?])",
    re.IGNORECASE,
)
"""Under which name, at the end of what is told."""
PART = re.compile(r"[^,;]+[,;]?\s*")
PLACED = re.compile(r"\s(?:in|at|of|for|on) [A-Za-z]{1,6}-?\d[\w-]*$")
"""At the end of what is written down: which thing it is about."""
REASONS = frozenset({"reason", "why", "cause"})
THAT = re.compile(r"\bthat\s+(?P<words>.+)$", re.IGNORECASE | re.DOTALL)
TELLING = wordset("tell inform notify note remind say write record log message report")
WRITTEN = FREE_TEXT_WORDS | wordset(
    "text problem issue fault complaint symptom damage title subject headline topic details request"
)
"""Parameters for words that are to be written down somewhere."""


def take_written(form: Form) -> None:
    """A note, a reason or a title: what stands behind its word, a colon or a dash, or within quotation marks."""
    params = [param for param in form.open("text", "any") if is_written(param)]
    params.sort(key=lambda param: not param.required)
    tail = written_tail(form.clause) or _told_why(form, params)
    tail = None if tail and _is_topic(form, tail) else tail
    if tail and tail.re is THAT and params and not params[0].required and any(one.choices for one in form.missing):
        tail = None  # `record that B-1 has been approved` says what to record, and no note on it
    if params and not tail and not form.deed.reads and (said := _quoted(form.clause.text, params)):
        take_out(form, params[0], next(part for part in said.groups() if part), *said.span())
    if not params or not tail:
        return
    told = tail["words"].partition(SAID)[0]
    if not form.deed.reads and (part := _first_part(form, tail.start("words"), told)):
        _take_part(form, params[0], part, tail.start("words"))
        return
    words = told.strip().strip("\"'“”")
    start = len(form.clause.text) - len(form.clause.text[tail.start() :])
    if words and _take_beside(form, params[0], words, start):
        return
    if words and start > form.clause.tokens[form.clause.begin].start:
        take_out(form, params[0], words, start, tail.start("words") + len(told))


def _is_topic(form: Form, tail: re.Match[str]) -> bool:
    """`hall 3: cleaning tomorrow from 6:00 to 7:00`: what stands behind the colon is what is ordered."""
    is_bare = form.clause.verb is None and tail[0].lstrip().startswith(":")
    return is_bare and bool(set(form.deed.name_words[1:]) & set(re.findall(r"[a-z]+", tail["words"].casefold())))


def takes_name(param: Slot) -> bool:
    """Whether it is what somebody is called, or under which name something is kept."""
    return param.form == "text" and not param.choices and param.all_words[-1:] == ("name",)


def take_name(form: Form) -> None:
    """`…, the name's Pell`, `under the name of Ada Bell`."""
    said = CALLED.search(form.clause.text)
    params = [param for param in form.open("text") if takes_name(param)]
    if said and params and not form.deed.reads:
        form.take(params[0], said["name"], said.start(), said.end())


def _take_beside(form: Form, param: Slot, words: str, start: int) -> bool:
    """`log a job: the light flickers in F-104, urgent`: only there is said which thing it is about, and how."""
    samples = [sample for one in form.missing if not is_written(one) for sample in one.samples]
    beginnings = {beginning(sample) for sample in samples} - {""}
    ids = [token for token in form.clause.tokens if token.is_id and beginning(token.word) in beginnings]
    if form.deed.reads or not ids or any(token.start < start for token in ids):
        return False
    told = re.sub(rf"\s*(?:\b(?:in|at|on|of|for|with) )?\b{re.escape(ids[0].text)}\b", "", words, flags=re.IGNORECASE)
    told = told.partition(",")[0].strip()
    at = form.clause.text.find(told) if told else -1
    if at < 0:
        return False
    form.take(param, told, at, at + len(told))
    return True


def take_out(form: Form, param: Slot, words: str, start: int, end: int) -> None:
    """As an argument; what is written down says nothing else: neither when, nor which thing."""
    form.take(param, words, start, end)
    clause = form.clause
    if form.deed.reads or any(token.start >= end for token in clause.tokens):
        return
    kept = tuple(token for token in clause.tokens if not start <= token.start < end)
    blank = clause.text[:start] + " " * (end - start) + clause.text[end:]
    form.used = {at for at in form.used if at < len(kept)}
    form.clause = replace(clause, tokens=kept, text=blank)


def _first_part(form: Form, start: int, told: str) -> str:
    """`kitchen light flickers in F-104, electrical, low urgency`: what stands before choices and behind no id."""
    open_ = [one for one in form.deed.params if one.choices and one.name not in form.arguments]
    end = 0
    for part in PART.finditer(told):
        here = [one for one in form.clause.tokens if part.start() <= one.start - start < part.end()]
        chosen = {at for one in spot(here, open_) for at in one.span}
        is_detail = all(at in chosen or one.is_id or not one.is_content for at, one in enumerate(here))
        if is_detail and here:
            break
        end = part.end()
    has_id = any(one.is_id for one in form.clause.tokens if one.start < start)
    placed = None if has_id else PLACED.search(told[:end].rstrip(" ,;."))
    is_whole = end == len(told) and placed is None
    return "" if is_whole else told[: placed.start() if placed else end].rstrip(" ,")


def _take_part(form: Form, param: Slot, words: str, start: int) -> None:
    """As an argument, and out of the order; what stands behind it says how, or about which thing."""
    form.arguments[param.name] = unmarked(words)
    clause, end = form.clause, start + len(words)
    kept = tuple(token for token in clause.tokens if not start <= token.start < end)
    blank = clause.text[:start] + " " * (end - start) + clause.text[end:]
    form.clause = replace(clause, tokens=kept, text=blank)


def _told_why(form: Form, params: Sequence[Slot]) -> re.Match[str] | None:
    said = WHY.search(form.clause.text) if any(REASONS & set(one.all_words) for one in params) else None
    if said is None:
        return None
    words = [one for one in form.clause.tokens if one.start >= said.start("words")]
    is_naming = any(one.is_name or one.is_known for one in words) or not any(one.is_content for one in words)
    return None if is_naming or durations(said["words"]) else said


def _quoted(text: str, params: Sequence[Slot]) -> re.Match[str] | None:
    """Words in quotation marks at the end of an order, or behind the word for what takes them."""
    for said in QUOTED.finditer(text.partition(SAID)[0]):
        before = re.findall(r"\w+", text[: said.start()].casefold())[-1:]
        is_named = any(set(before) & set(one.all_words) for one in params)
        if is_named or not re.search(r"\w", text[said.end() :]):
            return said
    return None


def written_tail(clause: Clause) -> re.Match[str] | None:
    """The end of an order that is to be written down: a reason, a note."""
    is_telling = clause.verb is not None and clause.verb.word in TELLING
    return TAIL.search(clause.text) or (THAT.search(clause.text) if is_telling else None)


def is_written(param: Slot) -> bool:
    """Whether it takes words that are to be written down somewhere."""
    return bool(set(param.all_words) & WRITTEN) and not param.choices


def written_places(clause: Clause) -> set[int]:
    """The words of an order that are to be written down as they are."""
    tail = written_tail(clause) if clause.mood == "orders" else None
    return {at for at, token in enumerate(clause.tokens) if tail and token.start >= tail.start()}
