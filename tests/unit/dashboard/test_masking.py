"""Sensitive values: no way on which they might leave is open, unless the person allows it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client

from operations.masking import FIELDS, MARK, Field, Masking
from operations.trust import TOOLS

from .boards import COMPANY, Board, Person, call, client_of, read, trusting

pytestmark = pytest.mark.anyio

EMAILS = [person.email for person in COMPANY.people]
PHONES = [person.phone for person in COMPANY.people]
NOTES = [project.notes for project in COMPANY.projects]
AMOUNTS = {amount for project in COMPANY.projects for amount in (project.budget, project.spent) if amount >= 1000}


def masked() -> Board:
    board = Board(COMPANY, ask=Person())
    board.trust.calls = board.trust.actions = None
    for tool in TOOLS:
        board.trust.set_policy(tool, "always")
    return board


def leaks(text: str) -> list[str]:
    """Of everything that is sensitive, what is in a text."""
    numbers = {int(re.sub(r"\D", "", number)) for number in re.findall(r"\d[\d.,]*\d", text)}
    found = [one for one in (*EMAILS, *PHONES, *NOTES) if one in text]
    return [*found, *(str(amount) for amount in AMOUNTS & numbers)]


async def everything(client: Client) -> list[str]:
    """All that a copilot can get to read."""
    said: list[Any] = [await call(client, "get_current_user"), await call(client, "get_system_health")]
    said += [await call(client, "get_team_stats"), await call(client, "list_projects", limit=50)]
    said += [await call(client, "search_activity", limit=50), await call(client, "search_activity", text="budget")]
    said += [await call(client, "search_activity", since="2026-10-28", kind="comment", limit=50)]
    for project in COMPANY.projects:
        said.append(await call(client, "get_project", project_id=project.id))
        said.append(await read(client, f"dashboard://projects/{project.id}"))
    said += [await read(client, uri) for uri in ("dashboard://health", "dashboard://incidents")]
    said.append(str(await client.get_prompt("morning_briefing", {"focus": "Platform"})))
    said.append(str(await client.list_tools()))
    return [json.dumps(one, ensure_ascii=False) for one in said]


def test_there_is_something_to_hide_in_what_people_write() -> None:
    texts = " ".join(activity.text for activity in COMPANY.activities)
    assert {leak for leak in leaks(texts) if not leak.isdigit()} == {PHONES[5], EMAILS[11]}
    assert "240000" in leaks(texts)


async def test_nothing_that_the_copilot_can_read_has_a_sensitive_value() -> None:
    board = masked()
    async with client_of(board) as client:
        said = await everything(client)
    assert [leaks(one) for one in said] == [[]] * len(said)
    assert leaks(repr([call.result for call in board.trust.ledger])) == []


async def test_what_is_allowed_is_there() -> None:
    async with client_of(trusting()) as client:
        said = " ".join(await everything(client))
    assert set(leaks(said)) >= {EMAILS[13], EMAILS[11], PHONES[13], PHONES[5], *NOTES, *map(str, AMOUNTS)}


async def test_a_result_names_what_it_hides() -> None:
    board = masked()
    async with client_of(board) as client:
        user = await call(client, "get_current_user")
        assert (user["email"], user["phone"], user["masked"]) == (None, None, ["email", "phone"])
        board.trust.allow("budget")
        project = await call(client, "get_project", project_id="P-104")
        assert (project["budget"], project["spent"], project["notes"]) == (180_000, None, None)
        assert project["masked"] == ["spent", "notes"]
        board.trust.allow("budget", False)
        assert (await call(client, "get_project", project_id="P-104"))["budget"] is None


@pytest.mark.parametrize("field", FIELDS)
async def test_allowing_one_field_shows_no_other(field: Field) -> None:
    board = masked()
    board.trust.allow(field)
    async with client_of(board) as client:
        said = " ".join(await everything(client))
    hidden = {"email": EMAILS, "phone": PHONES, "notes": NOTES}
    for other, values in hidden.items():
        assert any(value in said for value in values) == (other == field)
    project = COMPANY.projects[0]
    assert (f": {project.budget}" in said) == (field == "budget")
    assert (f": {project.spent}" in said) == (field == "spent")


@pytest.mark.parametrize("text", ["240,000", "240000", "siobhan.kelly", "siobhan.kelly@northwind.example", "98765"])
async def test_what_is_hidden_is_not_found_by_searching_for_it(text: str) -> None:
    board = masked()
    async with client_of(board) as client:
        assert (await call(client, "search_activity", text=text))["total"] == 0
        for field in FIELDS:
            board.trust.allow(field)
        if text != "240000":
            assert (await call(client, "search_activity", text=text))["total"] == 1


async def test_what_the_copilot_writes_itself_comes_back_without_what_looks_sensitive() -> None:
    board = masked()
    written = f"Call {PHONES[0]} or {EMAILS[0]} about EUR 95,000"
    async with client_of(board) as client:
        await call(client, "update_project_status", project_id="P-105", status="done", reason=written)
        assert leaks(json.dumps(await call(client, "search_activity", limit=1))) == []
    assert written in board.state.activities[-1].text


GUESSES = {
    "notes": (NOTES[0], f"{NOTES[0][:-2]}x."),
    "an amount": ("240000", "240001"),
    "an amount in thousands": ("240k", "241k"),
    "a phone number": ("905 55 019", "905 55 010"),
    "an address": (EMAILS[0], f"x{EMAILS[0]}"),
}


@pytest.mark.parametrize(("right", "wrong"), GUESSES.values(), ids=GUESSES)
async def test_the_copilot_does_not_learn_from_what_becomes_of_its_guess_whether_it_is_right(
    right: str, wrong: str
) -> None:
    assert hiding().text(right) != right
    assert await echoes(right) == await echoes(wrong)


async def test_the_mark_of_foreign_words_does_not_leave() -> None:
    assert MARK not in "".join(await echoes("a reason"))


async def echoes(guess: str) -> list[str]:
    """Where the copilot meets its own words again, the guess left out."""
    plan = {"service_id": "S-5", "start": "2026-11-20T22:00:00Z", "minutes": 60}
    async with client_of(masked()) as client:
        await call(client, "update_project_status", project_id="P-105", status="done", reason=guess)
        await call(client, "schedule_maintenance", **plan, reason=guess)
        said = [
            await call(client, "search_activity", limit=2),
            await call(client, "get_system_health", service="Search"),
            await read(client, "dashboard://health"),
            str(await client.call_tool("get_project", {"project_id": guess})),
            str(await client.call_tool("search_activity", {"person": guess})),
        ]
    return [re.sub(r"\d\d:\d\d:\d\d\.\d+", "", json.dumps(one, ensure_ascii=False).replace(guess, "")) for one in said]


async def test_words_that_have_no_field_of_their_own_are_looked_through() -> None:
    board = masked()
    plan = {"service_id": "S-5", "start": "2026-11-20T22:00:00Z", "minutes": 60}
    async with client_of(board) as client:
        await call(client, "schedule_maintenance", **plan, reason=f"Questions? {PHONES[4]}")
        health = await call(client, "get_system_health", service="Search")
        assert health["services"][0]["maintenance"]["reason"] == "Questions? [phone number hidden]"
        assert leaks(await read(client, "dashboard://health")) == []


async def test_errors_say_nothing_sensitive_but_what_they_were_told() -> None:
    async with client_of(masked()) as client:
        for tool, name, told in (
            ("get_project", "project_id", EMAILS[0]),
            ("list_projects", "owner", "moreno@northwind.example"),
            ("search_activity", "person", PHONES[0]),
            ("acknowledge_incident", "incident_id", NOTES[0]),
        ):
            result = await client.call_tool(tool, {name: told})
            assert result.is_error
            assert leaks(str(result).replace(told, "")) == []


def hiding(*allowed: Field) -> Masking:
    return Masking(COMPANY, lambda field: field in allowed)


WRITTEN = [
    ("Write to ada.l+x@mail.example.org.", "Write to [e-mail address hidden]."),
    ("Call +47 905 55 019 or 0905 55 019", "Call [phone number hidden] or [phone number hidden]"),
    ("Call 0047-905-55-019", "Call [phone number hidden]"),
    ("Her number: 905 55 019", "Her number: [phone number hidden]"),
    (
        "It costs EUR 12,500 or 12 500 € or 12.5k euros",
        "It costs [amount hidden] or [amount hidden] or [amount hidden]",
    ),
    ("We have 240k, that is 240.000 or 240000", "We have [amount hidden], that is [amount hidden] or [amount hidden]"),
    ("the  hosting contract\nENDS on 31 January", "[note hidden]"),
]


@pytest.mark.parametrize(("text", "shown"), WRITTEN)
def test_however_it_is_written_it_is_hidden(text: str, shown: str) -> None:
    assert hiding().text(text) == shown
    assert hiding(*FIELDS).text(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20T22:00:00+00:00",
        "Version 4.19 is out",
        "3,100 sign-ins, 2,300 records, 5600 requests",
        "Planned for 21 November, 22:00 UTC, 90 minutes",
        "P-104, S-3 and I-30",
        "One in forty",
    ],
)
def test_what_is_not_sensitive_stays(text: str) -> None:
    assert hiding().text(text) == text


@given(st.text(max_size=200), st.sampled_from([*EMAILS, *PHONES, *NOTES]), st.text(max_size=200))
def test_no_text_around_it_brings_it_through(before: str, secret: str, after: str) -> None:
    assert secret not in hiding().text(f"{before} {secret} {after}")


@given(
    st.recursive(
        st.sampled_from([*EMAILS, 1, None, True]),
        lambda one: st.lists(one) | st.dictionaries(st.sampled_from(EMAILS), one),
    )
)
def test_no_place_in_a_value_keeps_it(value: object) -> None:
    shown = json.dumps(hiding().value(value))
    assert "northwind" not in shown
