"""What a choice is said with in other words, as a plain setting: `scrub it`, `take it out of the workshop`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.phrasal import SMALL, asked_for
from assistant.planner.english.stems import IRREGULAR, VERB_GROUPS, identifier_words, stem
from assistant.planner.english.vocabulary import CHANGE_VERBS
from assistant.planner.filling.filling import CHANGING
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.schemas import Slot
from assistant.planner.orders.matching import LIKE_VERB, match_of

FIT = frozenset({"ready", "available", "working", "operational", "ok", "good", "in service", "running", "active"})
"""What a thing is that is back from where it was mended."""
REPAIRS = frozenset({"workshop", "repair", "repairs", "garage", "maintenance", "service", "mending"})
BACK = re.compile(
    r"^(?:please |pls |can you |could you )*(?:take|get|bring|pull|fetch|have) "
    r"(?P<what>.+?) (?:back )?(?:out of|from) (?:the |its |being )?(?P<left>[\w ]+?)(?: again| now)?"
    r"(?:[\s,;]+(?:it|that|they|as|since|because|please)\b.*)?\W*$",
    re.IGNORECASE | re.DOTALL,
)
IS_BACK = re.compile(
    r"^(?P<what>.+?) (?:is|are|came|has come|got) (?:now )?(?:back |out )(?:from|of) (?:the |its |being )?"
    r"(?P<left>[\w ]+?)(?: again| now| today)?\W*$",
    re.IGNORECASE | re.DOTALL,
)
NEW_VALUE = re.compile(
    r"^(?:please )?(?:(?:the )?new )?(?P<field>\w+(?: \w+)?) (?:for|of) (?P<what>.+?)(?::| is now| is| to be| to) "
    r"(?P<value>[\w -]+?)(?:,? please)?\W*$",
    re.IGNORECASE | re.DOTALL,
)
UPDATED = re.compile(
    r"^(?:please )?(?:update|change|set|edit) (?P<what>[^:]+?)(?::|,| -) (?:the )?(?P<field>\w+)(?: is| to| =|:)? "
    r"(?P<value>[\w -]+?)\W*$",
    re.IGNORECASE | re.DOTALL,
)
OPEN = re.compile(
    r"^(?P<what>.+?) (?:needs|wants|should get|should have|gets) (?:a |an )?(?:new|different|another|other) "
    r"(?P<field>\w+)\W*$",
    re.IGNORECASE | re.DOTALL,
)
ELSE = re.compile(r" (?:in)?to (?:something|anything) (?:else|different)\b", re.IGNORECASE)


def as_setting(clause: Clause, is_noted: bool, catalog: Catalog) -> str:
    """The same as `set … to …`; nothing, where it is something else."""
    if clause.mood not in ("orders", "states") or clause.condition or clause.is_unsure:
        return ""
    ways = (_by_verb, _back, _by_field, _else) if clause.mood == "orders" else (_by_field, _open)
    told = next((text for way in ways if (text := way(clause, catalog))), "")
    return told or (_is_back(clause, catalog) if is_noted else "")


def _choosing(catalog: Catalog) -> Iterator[Slot]:
    for deed in catalog.acts:
        yield from (one for one in deed.params if one.choices and (one.required or CHANGING & deed.verbs))


def _by_verb(clause: Clause, catalog: Catalog) -> str:
    """`withdraw the offer`, `call it off`, where a tool can make it `withdrawn`, and none is called so."""
    verb, found = clause.verb, clause.tokens
    if (
        verb is None
        or verb.is_id
        or verb.start == verb.end
        or any(match_of(deed, clause) >= LIKE_VERB for deed in catalog.acts)
    ):
        return ""
    meant = asked_for(found, clause.begin) or frozenset({verb.stem})
    alike = meant.union(*(group for group in VERB_GROUPS if meant & group))
    fits = next((one for wanted in (meant, alike) if (one := _called(wanted, catalog))), set[str]())
    rest = clause.text[verb.end :]
    if asked_for(found, clause.begin):
        rest = re.sub(rf"^(.*?)\s*\b(?:{'|'.join(sorted(SMALL))})\b", r"\1", rest, count=1)
    return f"set {rest.strip()} to {min(fits)}" if len(fits) == 1 and rest.strip() else ""


def _called(wanted: frozenset[str], catalog: Catalog) -> set[str]:
    """The choices that say what is so after such a deed: `withdrawn`."""
    return {
        one
        for param in _choosing(catalog)
        for one in param.choices
        if len(identifier_words(one)) == 1 and one.isalpha() and _is_after(one.casefold(), wanted)
    }


def _is_after(choice: str, wanted: frozenset[str]) -> bool:
    is_past = choice.endswith(("ed", "en", "wn")) or choice in IRREGULAR
    return is_past and bool({stem(choice), stem(IRREGULAR.get(choice, choice))} & wanted)


def _back(clause: Clause, catalog: Catalog) -> str:
    return _mended(BACK.match(clause.text), catalog)


def _is_back(clause: Clause, catalog: Catalog) -> str:
    return _mended(IS_BACK.match(clause.text), catalog)


def _mended(said: re.Match[str] | None, catalog: Catalog) -> str:
    """`take it out of the workshop`: what it is then, where a tool can put it there and make it fit again."""
    left = set(identifier_words(said["left"])) if said else set[str]()
    for param in _choosing(catalog) if said and left & REPAIRS else ():
        names = {one: " ".join(identifier_words(one)) for one in param.choices}
        is_away = any(set(name.split()) & REPAIRS and name not in FIT for name in names.values())
        fit = [one for one, name in names.items() if name in FIT]
        if is_away and len(fit) == 1 and said:
            return f"set {said['what']} to {names[fit[0]]}"
    return ""


def _by_field(clause: Clause, catalog: Catalog) -> str:
    """`New status for P-1: done`, `update P-1: status done`."""
    for form in (NEW_VALUE, UPDATED):
        said = form.match(clause.text)
        value = " ".join(identifier_words(said["value"])) if said else ""
        for param in _choosing(catalog) if said else ():
            is_field = said is not None and stem(said["field"].split()[-1].casefold()) in param.key
            if said and is_field and any(" ".join(identifier_words(one)) == value for one in param.choices):
                return f"set {said['what']} to {said['value']}"
    return ""


def _else(clause: Clause, catalog: Catalog) -> str:
    """`set P-1 to something else`: to what is not said."""
    said = ELSE.search(clause.text)
    setting = [one for deed in catalog.acts if CHANGE_VERBS & set(deed.name_words[:1]) for one in deed.params]
    field = next((" ".join(one.all_words) for one in setting if one.choices), "")
    rest = clause.text[clause.verb.end : said.start()].strip() if said and clause.verb else ""
    return f"change the {field} of {rest}" if rest and field else ""


def _open(clause: Clause, catalog: Catalog) -> str:
    """`P-1 needs a new status`: to which is not said."""
    said = OPEN.match(clause.text)
    is_field = said and any(stem(said["field"].casefold()) in param.key for param in _choosing(catalog))
    return f"change the {said['field']} of {said['what']}" if said and is_field else ""
