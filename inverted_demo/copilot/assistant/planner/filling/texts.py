"""Texts that name nothing that could be looked up: a city, a title, whom a message is for."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.english.spans import QUOTED
from assistant.planner.english.stems import concept, identifier_words, stem
from assistant.planner.english.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    FREE_TEXT_WORDS,
    SEARCHING,
    SUPERLATIVES,
    wordset,
)
from assistant.planner.english.words import Token, tokens
from assistant.planner.filling.filling import Form
from assistant.planner.offer.people import is_person
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.understanding import AGGREGATES
from assistant.planner.wishes.wishes import is_naming

LEADING = wordset("in to for at with on of from by as named called into")
PLAIN = frozenset(concept(stem(word)) for word in (*AGGREGATES, *SUPERLATIVES, "degree", "degrees", "percent"))
"""Words that are no names."""
TELLING = FREE_TEXT_WORDS | wordset(
    "problem problems issue fault defect damage complaint symptom symptoms broken wrong happened details request words"
)
TELLING_VERBS = frozenset({"tell", "inform", "notify", "let"})
WHERE = wordset("to from in at room city place location destination where station address target")


def take_text(form: Form, param: Slot) -> None:
    """Words for a text that names nothing that could be looked up: quoted, behind its preposition, or what is left."""
    if param.form not in ("text", "any"):
        return
    _take_words(form, param)
    if not param.takes(form.arguments.get(param.name)):
        del form.arguments[param.name]


def _take_words(form: Form, param: Slot) -> None:
    found, text = form.clause.tokens, form.clause.text
    if (match := QUOTED.search(text)) and not any(found[at].is_quoted and not found[at].is_known for at in form.used):
        form.take(param, next(part for part in match.groups() if part), *match.span())
        return
    if said := _said(form, param):
        form.take(param, said, text.index(said), text.index(said) + len(said))
        return
    run = _whole_run(form, param) if is_telling(param) else next(iter(_runs(form, param)), [])
    if run:
        is_text = bool(set(param.all_words) & FREE_TEXT_WORDS)
        last = len(found) - 1 if is_text else run[-1]
        form.take(param, text[found[run[0]].start : found[last].end], found[run[0]].start, found[last].end)


def _whole_run(form: Form, param: Slot) -> list[int]:
    """All that an order tells: `the lamp in 12 is broken`, behind whom it is told."""
    found, verb = form.clause.tokens, form.clause.verb
    runs = sorted(_runs(form, param, is_prose=True), key=lambda run: run[0])
    is_told = verb is not None and verb.word in TELLING_VERBS and len(runs) > 1 and runs[0][0] == form.clause.begin + 1
    runs = runs[1:] if is_told else runs
    if not runs:
        return []
    start, end = runs[0][0], runs[-1][-1]
    has_verb = any(token.word in AUXILIARIES for token in found[start:end])
    return list(range(start, end + 1)) if has_verb else runs[0]


def _said(form: Form, param: Slot) -> str:
    """What was told before an order, as it was told: `The shower in 12 leaks. Report it.`"""
    found, text = form.clause.tokens, form.clause.text
    at = text.find("; ")
    words = tokens(text[at + 2 :]) if at >= 0 else ()
    own = [run for run in _runs(form, param) if found[run[-1]].start < at]
    tells = any(one.is_content and not (one.is_number or one.is_id) for one in words)
    return text[at + 2 :].strip(" .!") if tells and not own and is_telling(param) else ""


def is_telling(param: Slot) -> bool:
    """Whether it takes what somebody has to tell, in any words."""
    words = {*param.all_words, *identifier_words(param.description)}
    return param.form in ("text", "any") and not param.choices and not param.is_id and bool(TELLING & words)


def take_led(form: Form, param: Slot, others: Collection[int] = ()) -> None:
    """A person or a place behind its preposition: `… to Lena`; what is left, or in `others`, names other things."""
    found, text = form.clause.tokens, form.clause.text
    if param.form in ("text", "any") and not param.choices and _is_place(param):
        for run in _runs(form, param):
            if leading(found, run[0]) in LEADING and not set(run) & set(others):
                form.take(
                    param, text[found[run[0]].start : found[run[-1]].end], found[run[0]].start, found[run[-1]].end
                )
                return


def _is_place(param: Slot) -> bool:
    return is_person(param) or bool(WHERE & set(param.all_words))


def _runs(form: Form, param: Slot, is_prose: bool = False) -> list[list[int]]:
    """The words that nothing has taken: those beside the parameter's name first, then those behind a preposition."""
    found = form.clause.tokens
    prose = frozenset[str]() if is_prose else form.deed.prose
    own = form.deed.nouns | form.deed.verbs | prose | {key for one in form.deed.params for key in one.key}
    own = {concept(key) for key in own} | PLAIN
    aside = SEARCHING if form.deed.reads else frozenset[str]()
    runs: list[list[int]] = []
    for at in range(form.clause.begin, len(found)):
        is_free = at not in form.used and is_naming(found[at]) and not found[at].is_id and not _is_verb(form, at)
        is_free = is_free and found[at].word not in aside
        if is_free and (found[at].is_name or concept(found[at].stem) not in own):
            if runs and at == runs[-1][-1] + 1:
                runs[-1].append(at)
            else:
                runs.append([at])
    named = [run for run in runs if run[0] and found[run[0] - 1].stem in param.key]
    led = [run for run in runs if leading(found, run[0]) in (LEADING & set(param.all_words) or LEADING)]
    return named + (led + runs if _is_place(param) else runs)


def leading(found: Sequence[Token], at: int) -> str:
    """The preposition before a word, if there is one; articles are passed over."""
    words = [token.word for token in found[max(0, at - 2) : at]]
    return words[-1] if words and words[-1] not in ARTICLES else words[0] if words else ""


def _is_verb(form: Form, at: int) -> bool:
    return form.clause.verb is not None and at == form.clause.begin
