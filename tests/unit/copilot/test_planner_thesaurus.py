"""Which words of general English are near each other, which never are, and that the list of them is in order."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import combinations

import pytest

from assistant.planner.english.stems import stem
from assistant.planner.english.thesaurus import (
    FILE,
    LEADS_TO,
    LONGEST,
    NEVER,
    SAID_FOR,
    lines,
    parsed,
    related,
)
from devserver.archives import members

GROUPS = lines(FILE.read_text(encoding="utf-8"))
MARKS = frozenset({"=", ">", "!", "~"})
MAX_BYTES = 110_000
WRITTEN = re.compile(r"[a-z]+(?:'[a-z]+)?(?: [a-z]+(?:'[a-z]+)?)*")


def pairs(line: str) -> list[tuple[str, str]]:
    _, sides = parsed(line)
    left, right = sides if len(sides) == 2 else (sides[0], ())
    return [(one, two) for one in left for two in right] if right else list(combinations(left, 2))


def is_in_order(line: str) -> bool:
    grade, sides = parsed(line)
    words = [word for side in sides for word in side]
    is_right = grade in (NEVER, LEADS_TO) or len(sides) == 1
    is_right = is_right and max(word.count(" ") for word in words) < LONGEST
    return is_right and all(sides) and len(set(words)) == len(words) > 1 and all(map(WRITTEN.fullmatch, words))


def test_a_group_has_words_in_lower_case_and_none_twice() -> None:
    assert not [line for line in GROUPS if not is_in_order(line) or line != " ".join(line.split())]


def test_no_group_is_there_twice_and_the_list_is_small() -> None:
    assert not [line for line, count in Counter(GROUPS).items() if count > 1]
    assert FILE.stat().st_size <= MAX_BYTES


def test_no_group_joins_what_another_line_parts() -> None:
    parted = {frozenset(pair) for line in GROUPS if parsed(line)[0] == NEVER for pair in pairs(line)}
    joined = ((line, pair) for line in GROUPS if parsed(line)[0] for pair in pairs(line))
    assert not [f"{line}: {pair}" for line, pair in joined if frozenset(pair) in parted]


def test_words_of_two_meanings_do_not_bring_these_together() -> None:
    groups: defaultdict[str, int] = defaultdict(int)
    for line in GROUPS:
        for word in set(line.split()) - MARKS:
            groups[word] += 1
    assert max(groups.values()) <= 20, max(groups.items(), key=lambda item: item[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("boss", "manager"),
        ("in charge of", "manages"),
        ("tel", "phone"),
        ("e-mail", "email"),
        ("fees", "charges"),
        ("upfront", "deposit"),
        ("owes", "balance"),
        ("outstanding", "unpaid"),
        ("money_back", "refund"),
        ("pay", "paid"),
        ("expensive", "price"),
        ("cheapest", "fee"),
        ("nationality", "citizenship"),
        ("surname", "last_name"),
        ("drives", "driver"),
        ("turned up", "checked_in"),
        ("crushed", "damaged"),
        ("being mended", "in_repair"),
        ("lent", "on_loan"),
        ("meds", "medication"),
        ("called off", "cancelled"),
        ("can't make it", "cancelled"),
        ("on ice", "on_hold"),
        ("by when", "deadline"),
        ("goes off", "expiry_date"),
        ("lorry", "truck"),
        ("heaviest", "weight"),
        ("fullest", "occupancy"),
        ("best", "rating"),
        ("adr", "hazardous"),
        ("hrs", "hours"),
        ("colour", "color"),
    ],
)
def test_what_may_be_said_for_each_other_is_related(one: str, other: str) -> None:
    assert related(one, other) >= LEADS_TO
    assert related(other, one) == related(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("expensive", "cheap"),
        ("dearest", "cheapest"),
        ("paid", "unpaid"),
        ("empty", "full"),
        ("opening", "closing"),
        ("bought", "sold"),
        ("landlord", "tenants"),
        ("early", "late"),
        ("heavier", "lighter"),
        ("arriving", "departed"),
        ("on loan", "returned"),
        ("care", "car"),
        ("wine", "won"),
        ("letter", "let"),
        ("number", "numb"),
        ("boss", "invoice"),
        ("zebra", "phone"),
    ],
)
def test_opposites_and_strangers_are_not_related(one: str, other: str) -> None:
    assert related(one, other) == related(other, one) == NEVER


def test_relations_do_not_spread_from_group_to_group() -> None:
    assert related("bill", "invoice") == SAID_FOR
    assert related("message", "email") >= LEADS_TO
    assert related("message", "mobile") == NEVER


def test_forms_of_a_word_are_the_word_and_who_does_it_is_near() -> None:
    assert related("invoices", "invoice") == 1
    assert related("invoices", "bills") == SAID_FOR > related("invoicing", "bills") > LEADS_TO
    assert related("goods", "products") == SAID_FOR > related("good", "products")
    assert related("broken", "damaged") == SAID_FOR > 0.5 > related("broken", "holiday")
    assert related("drive", "driving") > related("drive", "driver") > NEVER
    assert stem("number") == stem("numb")


def test_the_list_is_read_when_it_is_asked_and_reaches_the_page() -> None:
    program = (
        "from assistant.planner.english import thesaurus as one;"
        "assert not one.thesaurus.cache_info().currsize; one.related('boss', 'lead');"
        "assert one.thesaurus.cache_info().currsize"
    )
    folder = FILE.parents[3]
    subprocess.run([sys.executable, "-c", program], check=True, cwd=folder)
    assert "planner/english/thesaurus.txt" in [name for name, _ in members(folder / "assistant")]
