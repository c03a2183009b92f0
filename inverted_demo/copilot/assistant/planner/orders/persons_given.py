"""Whom an order names as who is to do it, where nobody is listed: `assigned to Nuala`, `for Joana`."""

from __future__ import annotations

from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.filling.filling import Form
from assistant.planner.filling.texts import leading
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.people import is_person
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot

AIMED = frozenset({"to", "by"})
LOOSE = frozenset({"for", "with"})
"""Words that stand before others than who does it, too."""
TAKING = wordset("takes took taking got gets borrows borrowed grabbed collects collected")
"""Words behind who gets a thing."""
GETTING = wordset("holder borrower taker recipient keeper gets receives takes borrows collects")
GIVEN = frozenset({"assign", "assigned", "assignee", "give", "given"})


def take_person(form: Form, catalog: Catalog) -> None:
    """The optional text that takes somebody's name, where one is told in its role, and is no thing that is needed."""
    takers = [param for param in form.deed.params if _takes_name(param, form, catalog)]
    if form.deed.reads or len(takers) != 1:
        return
    found, [param] = form.clause.tokens, takers
    others = {kind for one in form.deed.params for kind in kinds_of(one, form.deed, catalog)}
    spans = {at: known for span, known in catalog.named(found) for at in span}
    for run in _runs(form):
        known = spans.get(run[0])
        lead = leading(found, run[0])
        is_aimed = lead in AIMED or bool({lead, found[run[0] - 1].word} & (GIVEN | {*param.all_words}))
        is_told = lead in LOOSE and known is not None and known.is_person
        is_told = is_told or (_gets(param) and any(token.word in TAKING for token in found[run[-1] + 1 : run[-1] + 2]))
        if (is_aimed or is_told) and not (known is not None and known.own & others):
            text, start, end = form.clause.text, found[run[0]].start, found[run[-1]].end
            form.take(param, text[start:end], start, end)
            return


def _gets(param: Slot) -> bool:
    """Whether it is who has the thing afterwards."""
    return bool(GETTING & {*param.all_words, *identifier_words(param.description)})


def _takes_name(param: Slot, form: Form, catalog: Catalog) -> bool:
    is_open = param.form == "text" and not (param.choices or param.required or param.name in form.arguments)
    return is_open and not param.is_id and is_person(param) and not kinds_of(param, form.deed, catalog)


def _runs(form: Form) -> list[list[int]]:
    """Names, each with all its words."""
    found = form.clause.tokens
    runs: list[list[int]] = []
    for at in range(form.clause.begin + 1, len(found)):
        token = found[at]
        is_name = token.is_known or (token.is_name and not token.is_quoted)
        if not is_name or token.is_id or token.is_number or at in form.used:
            continue
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs
