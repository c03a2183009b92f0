"""The list of servers, kept in a storage that other tabs write as well."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from transom import PermissionRequirement, Visibility

from demo_host.state.servers import NAME_CHARS, ServerEntry, Servers
from demo_host.state.store import Store

CAMERA = PermissionRequirement(name="camera", phase=("transport",), required=True, purpose="To see you.")


class Shelf:
    """A storage in memory, with or without room."""

    def __init__(self, *, is_kept: bool = True) -> None:
        self.kept: dict[str, str] = {}
        self.is_kept = is_kept
        self.is_full = False

    def get(self, key: str) -> str | None:
        return self.kept.get(key)

    def set(self, key: str, value: str) -> None:
        if self.is_full:
            raise OSError("The browser has no room left for this site.")
        self.kept[key] = value

    def remove(self, key: str) -> None:
        self.kept.pop(key, None)

    def keys(self) -> list[str]:
        return list(self.kept)


def open_tab(shelf: Shelf, store: Store | None = None) -> Servers:
    clock = count(1)
    return Servers(shelf, store or Store(lambda work: work()), lambda: float(next(clock)))


def names(servers: Servers) -> list[str]:
    return [entry.name for entry in servers.entries]


def add_three(servers: Servers) -> list[str]:
    return [servers.add(f"https://{name}.example/", name).id for name in "abc"]


def test_the_list_survives_a_reload_with_everything_that_belongs_to_a_server() -> None:
    shelf = Shelf()
    servers = open_tab(shelf)
    entry = servers.add("https://a.example/")
    servers.update(
        entry.id,
        name="Camera",
        session_id="s1",
        visibility=Visibility(requirement="optional", description="The picture"),
        decisions={"camera": True},
        requirements=(CAMERA,),
        permissions=frozenset({"camera"}),
        connect_at_start=True,
        shown=False,
    )
    servers.add("https://b.example/x")
    again = open_tab(shelf)
    assert again.entries == servers.entries
    assert again.get(entry.id).requirements == (CAMERA,)
    assert names(again) == ["Camera", "b.example/x"]


def test_watchers_hear_of_changes_and_of_nothing_else() -> None:
    heard: list[str] = []
    soon: list[Callable[[], None]] = []
    store = Store(soon.append)
    store.watch("servers", lambda: heard.append("changed"))
    servers = open_tab(Shelf(), store)
    entry = servers.add("https://a.example/")
    soon.pop()()
    servers.reload()
    assert not soon
    servers.remove(entry.id)
    soon.pop()()
    assert heard == ["changed", "changed"]


def test_a_server_is_moved_removed_and_put_back_where_it_was() -> None:
    servers = open_tab(Shelf())
    a, b, _ = add_three(servers)
    servers.move(a, 2)
    assert names(servers) == ["b", "c", "a"]
    removed = servers.remove(b)
    assert names(servers) == ["c", "a"]
    servers.move(a, -5)
    servers.restore(removed)
    assert names(servers) == ["b", "a", "c"]
    assert servers.get(b) == removed.entry


def test_a_removed_server_is_no_longer_found() -> None:
    servers = open_tab(Shelf())
    entry = servers.add("https://a.example/")
    servers.remove(entry.id)
    with pytest.raises(LookupError):
        servers.get(entry.id)
    assert servers.find_url("https://a.example/") is None


def test_an_own_name_goes_before_the_one_of_the_server_and_can_be_taken_back() -> None:
    servers = open_tab(Shelf())
    key = servers.add("http://localhost:8704/").id
    assert servers.rename(key, "  My\nserver \u202e").name == "My server"
    assert servers.get(key).own_name
    assert servers.rename(key, " ").name == "localhost:8704"
    assert not servers.get(key).own_name
    assert len(servers.update(key, name="x" * 999).name) == 200


def test_another_address_keeps_the_session_only_on_the_same_origin() -> None:
    servers = open_tab(Shelf())
    key = servers.add("http://localhost:8704/").id
    servers.update(key, session_id="s1", decisions={"camera": True})
    entry = servers.change_url(key, "http://localhost:8704/b")
    assert (entry.session_id, entry.name) == ("s1", "localhost:8704/b")
    entry = servers.change_url(key, "http://localhost:8705/b")
    assert (entry.session_id, entry.decisions, entry.name) == ("", {}, "localhost:8705/b")


def test_two_tabs_do_not_overwrite_each_other() -> None:
    shelf = Shelf()
    one, two = open_tab(shelf), open_tab(shelf)
    a = one.add("https://a.example/", "a").id
    b = two.add("https://b.example/", "b").id
    one.update(a, session_id="s1")
    two.reload()
    two.rename(a, "A")  # with the session that the first tab has made
    one.rename(b, "B")
    two.move(b, 0)
    for tab in (one, two):
        tab.reload()
        assert names(tab) == ["B", "A"]
        assert tab.get(a).session_id == "s1"


def test_a_tab_that_has_not_heard_yet_changes_only_what_it_means_to() -> None:
    shelf = Shelf()
    one = open_tab(shelf)
    key = one.add("https://a.example/", "a").id
    two = open_tab(shelf)
    one.update(key, session_id="s1", decisions={"camera": False})
    two.update(key, connect_at_start=True)
    one.reload()
    entry = one.get(key)
    assert (entry.session_id, entry.decisions, entry.connect_at_start) == ("s1", {"camera": False}, True)


def test_what_one_tab_removed_another_does_not_bring_back() -> None:
    shelf = Shelf()
    one = open_tab(shelf)
    key = one.add("https://a.example/").id
    two = open_tab(shelf)
    one.remove(key)
    with pytest.raises(LookupError, match="another tab"):
        two.update(key, name="x")
    assert two.entries == []
    assert open_tab(shelf).entries == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        '{"v": 1, "entry": {}}',
        '{"v": 1, "entry": {"id": "0b", "url": "javascript:alert(1)", "name": "x"}}',
        '{"v": 1, "entry": {"id": "0a", "url": "https://a.example/", "name": "another id"}}',
        '{"v": 2, "entry": {"id": "0b", "url": "https://a.example/", "name": "newer"}}',
    ],
)
def test_an_entry_that_can_not_be_read_is_skipped_told_of_and_kept(text: str) -> None:
    shelf = Shelf()
    shelf.kept["server.0b"] = text
    servers = open_tab(shelf)
    servers.move(servers.add("https://a.example/", "a").id, 0)
    assert names(servers) == ["a"]
    assert "One saved server could not be read" in servers.problem
    assert "0b" in servers.problem
    assert shelf.kept["server.0b"] == text


@pytest.mark.parametrize("order", ["", "{", "[]", '{"v": 1, "ids": 3}', '{"v": 1, "ids": ["gone", 4]}', '{"v": 9}'])
def test_without_a_readable_order_the_oldest_comes_first(order: str) -> None:
    shelf = Shelf()
    add_three(open_tab(shelf))
    shelf.kept["order"] = order
    assert names(open_tab(shelf)) == ["a", "b", "c"]


def test_where_there_is_no_room_the_list_works_until_the_page_is_closed() -> None:
    shelf = Shelf()
    servers = open_tab(shelf)
    kept = servers.add("https://a.example/", "a").id
    shelf.is_full = True
    key = servers.add("https://b.example/", "b").id
    servers.update(key, session_id="s1")
    servers.rename(kept, "A")
    assert names(servers) == ["A", "b"]
    assert servers.get(key).session_id == "s1"
    assert "no room left" in servers.problem
    shelf.is_full = False
    servers.rename(key, "B")
    servers.rename(kept, "A")
    assert servers.problem == ""
    assert names(open_tab(shelf)) == ["A", "B"]


def test_what_found_no_room_is_told_until_it_is_kept_and_is_kept_once_a_server_is_removed() -> None:
    class Narrow(Shelf):
        def set(self, key: str, value: str) -> None:
            self.is_full = sum(map(len, ({**self.kept, key: value}).values())) > 1000
            super().set(key, value)

    shelf = Narrow()
    servers = open_tab(shelf)
    first = servers.add("https://a.example/", "a").id
    servers.add(f"https://b.example/{'b' * 700}", "b")
    servers.rename(first, "A")
    assert "no room left" in servers.problem
    assert names(open_tab(shelf)) == ["A"]
    servers.remove(first)
    assert servers.problem == ""
    assert names(open_tab(shelf)) == ["b"]


@pytest.mark.parametrize("path", ["a" * 2000, "a" * 180 + "%20b" * 20])
def test_a_long_address_is_kept_under_a_name_of_its_beginning(path: str) -> None:
    shelf = Shelf()
    servers = open_tab(shelf)
    entry = servers.add(f"https://a.example/{path}")
    servers.rename(entry.id, "")
    assert len(servers.get(entry.id).name) == NAME_CHARS
    servers.change_url(entry.id, "https://b.example/")
    assert names(servers) == ["b.example"]
    servers.change_url(entry.id, f"https://c.example/{path}")
    assert open_tab(shelf).entries == servers.entries


def test_where_storage_is_denied_the_person_is_told() -> None:
    servers = open_tab(Shelf(is_kept=False))
    servers.add("https://a.example/")
    assert "keeps nothing" in servers.problem


def test_each_server_has_a_key_of_its_own_with_a_version() -> None:
    shelf = Shelf()
    ids = add_three(open_tab(shelf))
    assert set(shelf.kept) == {"order", *(f"server.{key}" for key in ids)}
    assert all(json.loads(text)["v"] == 1 for text in shelf.kept.values())


class TwoTabs(RuleBasedStateMachine):
    """Whatever two tabs do, after hearing of each other they show the same, and no session is lost."""

    def __init__(self) -> None:
        super().__init__()
        shelf = Shelf()
        self.tabs = [open_tab(shelf), open_tab(shelf)]
        self.sessions: dict[str, str] = {}

    def pick(self, tab: int, number: int) -> ServerEntry | None:
        entries = self.tabs[tab].entries
        return entries[number % len(entries)] if entries else None

    @rule(tab=st.integers(0, 1))
    def add(self, tab: int) -> None:
        entry = self.tabs[tab].add(f"https://s{len(self.sessions)}.example/")
        self.sessions[entry.id] = ""

    @rule(tab=st.integers(0, 1), number=st.integers(0, 9), session=st.sampled_from("pqr"))
    def set_up(self, tab: int, number: int, session: str) -> None:
        if (entry := self.pick(tab, number)) and entry.id in self.sessions:
            self.tabs[tab].update(entry.id, session_id=session)
            self.sessions[entry.id] = session

    @rule(tab=st.integers(0, 1), number=st.integers(0, 9))
    def rename(self, tab: int, number: int) -> None:
        if (entry := self.pick(tab, number)) and entry.id in self.sessions:
            self.tabs[tab].rename(entry.id, "Mine")

    @rule(tab=st.integers(0, 1), number=st.integers(0, 9), to=st.integers(-1, 9))
    def move(self, tab: int, number: int, to: int) -> None:
        if (entry := self.pick(tab, number)) and entry.id in self.sessions:
            self.tabs[tab].move(entry.id, to)

    @rule(tab=st.integers(0, 1), number=st.integers(0, 9), undo=st.booleans())
    def remove(self, tab: int, number: int, undo: bool) -> None:
        if (entry := self.pick(tab, number)) and entry.id in self.sessions:
            removed = self.tabs[tab].remove(entry.id)
            self.tabs[1 - tab].reload()
            if undo:
                self.tabs[tab].restore(removed)
                self.sessions[entry.id] = removed.entry.session_id
            else:
                del self.sessions[entry.id]

    @rule(tab=st.integers(0, 1))
    def hear(self, tab: int) -> None:
        self.tabs[tab].reload()

    def teardown(self) -> None:
        one, two = self.tabs
        one.reload()
        two.reload()
        assert one.entries == two.entries
        assert {entry.id: entry.session_id for entry in one.entries} == self.sessions


TestTwoTabs = TwoTabs.TestCase
TestTwoTabs.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
