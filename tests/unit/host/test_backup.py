"""The list of servers as a file, and links that add one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from transom import Visibility

from demo_host.state.addresses import AddressError
from demo_host.state.backup import (
    BackupError,
    export_servers,
    known,
    link_to_add,
    merge,
    parse_link,
    read_backup,
    without_link,
)

from .test_servers import Shelf, names, open_tab

HOST = "https://host.example/"


def file_of(*servers: Any, **changes: Any) -> str:
    return json.dumps({"format": "transom-servers", "version": 1, "servers": servers, **changes})


def filled() -> Any:
    servers = open_tab(Shelf())
    a = servers.add("https://a.example/", "Mine")
    servers.update(a.id, session_id="s1", decisions={"camera": True}, visibility=Visibility(requirement="required"))
    servers.add("https://b.example/", connect_at_start=True)
    return servers


def test_a_file_brings_the_list_to_another_browser_without_sessions_and_permissions() -> None:
    text = export_servers(filled().entries, with_sessions=False)
    assert "s1" not in text
    assert "camera" not in text
    other = open_tab(Shelf())
    assert str(merge(other, read_backup(text, HOST), "keep")) == "Servers: 2 added."
    assert names(other) == ["Mine", "b.example"]
    assert [entry.connect_at_start for entry in other.entries] == [False, True]
    assert other.entries[0].session_id == ""


def test_sessions_go_along_when_they_are_wanted_but_no_permission_does() -> None:
    text = export_servers(filled().entries, with_sessions=True)
    other = open_tab(Shelf())
    merge(other, read_backup(text, HOST), "keep")
    entry = other.entries[0]
    assert (entry.session_id, entry.visibility) == ("s1", Visibility(requirement="required"))
    assert entry.decisions == {}


def test_a_server_that_is_there_is_kept_or_replaced_and_keeps_its_session() -> None:
    servers = filled()
    backup = read_backup(file_of({"url": "https://a.example/", "name": "Theirs"}, {"url": "https://c.example"}), HOST)
    assert [saved.name for saved in known(servers, backup)] == ["Theirs"]
    assert str(merge(servers, backup, "keep")) == "Servers: 1 added, 1 left as it was."
    assert str(merge(servers, backup, "replace")) == "Servers: 2 replaced."
    assert names(servers) == ["Theirs", "b.example", "c.example"]
    assert servers.entries[0].session_id == "s1"


def test_a_name_that_the_person_gave_stays_theirs_in_another_browser() -> None:
    servers = filled()
    servers.update(servers.entries[1].id, name="The server's")
    text = export_servers(servers.entries, with_sessions=False)
    other = open_tab(Shelf())
    merge(other, read_backup(text, HOST), "keep")
    assert [(entry.name, entry.own_name) for entry in other.entries] == [("Mine", True), ("The server's", False)]
    merge(other, read_backup(text, HOST), "replace")
    assert [entry.own_name for entry in other.entries] == [True, False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no list of servers"),
        ("{}", "no list of servers"),
        (file_of(version=2), "newer host"),
        (file_of(servers={}), "at most 500"),
        (file_of(*[{"url": "https://a.example"}] * 501), "at most 500"),
        (" " * 1_000_001, "too large"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(BackupError, match=said):
        read_backup(text, HOST)


def test_what_is_wrong_with_single_servers_is_told_and_the_others_are_taken() -> None:
    backup = read_backup(
        file_of(
            {"url": "javascript:alert(1)"},
            {"name": "x"},
            3,
            {"url": "https://a.example/", "name": 5},
            {"url": "https://good.example/#setup", "name": "<b>\u202egood"},
            {"url": "https://good.example/", "name": "later"},
        ),
        HOST,
    )
    assert [(saved.url, saved.name) for saved in backup.servers] == [("https://good.example/", "later")]
    assert len(backup.problems) == 4
    assert backup.problems[1] == "Number 2 is left out: url: field required."
    told = str(merge(open_tab(Shelf()), backup, "keep"))
    assert told.startswith("Servers: 1 added. Number 1 is left out: A script is no page.")


def test_many_problems_are_counted_and_not_all_told() -> None:
    told = str(merge(open_tab(Shelf()), read_backup(file_of(*range(12)), HOST), "keep"))
    assert told.startswith("Servers: none added.")
    assert told.endswith("7 more can't be read.")


def test_a_link_names_a_server_to_add() -> None:
    link = parse_link(f"{HOST}?add=http%3A%2F%2Flocalhost%3A8704&name=A%20%E2%80%AEb&x=1#f", HOST)
    assert link is not None
    assert (link.address.url, link.name) == ("http://localhost:8704/", "A b")
    assert parse_link(f"{HOST}?x=1", HOST) is None
    with pytest.raises(AddressError):
        parse_link(f"{HOST}?add=javascript:alert(1)", HOST)
    with pytest.raises(AddressError, match="more than 20"):
        parse_link(f"{HOST}?add=x{'&a=b' * 20}", HOST)


def test_the_wish_is_taken_off_the_address_of_the_page() -> None:
    assert without_link(f"{HOST}?add=x&name=y&z=1#f") == f"{HOST}?z=1#f"
    assert without_link(f"{HOST}?add=x") == HOST


def test_a_link_to_a_server_leads_to_it() -> None:
    entry = filled().entries[0]
    link = parse_link(link_to_add(entry, f"{HOST}?z=1#f"), HOST)
    assert link is not None
    assert (link.address.url, link.name) == (entry.url, "Mine")
