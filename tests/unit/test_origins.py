"""Ports: one for each role and app, kept while the server runs, in a block that nobody else has."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from devserver.origins import BLOCK, LAST_PORT, ROLES, NoFreePorts, Origins, bind_block

ADDRESS = "127.0.0.1"
FIRST = 8700
PORTS_TO_TRY = 21_000  # below those that the system gives to outgoing connections
MOST_APPS = BLOCK - len(ROLES)


def add_page(root: Path, folder: str) -> None:
    (root / folder).mkdir(parents=True, exist_ok=True)
    (root / folder / "index.html").write_text("<!doctype html>", encoding="utf-8")


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


@pytest.fixture
def origins(tmp_path: Path) -> Origins:
    """With a page for each role, and two apps."""
    for folder in (*ROLES.values(), "apps/maps", "apps/chess"):
        add_page(tmp_path, folder)
    origins = Origins(tmp_path, FIRST)
    origins.refresh()
    return origins


def test_every_role_and_app_has_a_port_of_its_own(origins: Origins) -> None:
    urls = [*origins.roles("localhost").values(), *origins.apps("localhost").values()]
    assert len({port_of(url) for url in urls}) == len(ROLES) + 2
    assert {port_of(url) for url in urls} <= set(origins.ports)


def test_a_port_serves_the_folder_of_its_role_or_app(origins: Origins) -> None:
    for role, url in origins.roles("localhost").items():
        assert origins.folder(port_of(url)) == origins.root / ROLES[role]
    for name, url in origins.apps("localhost").items():
        assert origins.folder(port_of(url)) == origins.root / "apps" / name


def test_a_port_without_a_page_serves_nothing(origins: Origins) -> None:
    used = {port_of(url) for url in (*origins.roles("x").values(), *origins.apps("x").values())}
    for port in (*set(origins.ports) - used, FIRST - 1, FIRST + BLOCK, 0):
        assert origins.folder(port) is None


def test_urls_have_the_host_name_that_was_asked_for(origins: Origins) -> None:
    assert origins.roles("[::1]") == {
        "host": "http://[::1]:8700",
        "dashboard": "http://[::1]:8701",
        "copilot": "http://[::1]:8702",
        "sandbox": "http://[::1]:8703",
    }
    assert origins.apps("127.0.0.1") == {"chess": "http://127.0.0.1:8704", "maps": "http://127.0.0.1:8705"}


def test_a_role_without_a_page_has_no_url_and_its_port_stays_free(tmp_path: Path) -> None:
    add_page(tmp_path, "inverted_demo/copilot")
    add_page(tmp_path, "apps/maps")
    (tmp_path / "host").mkdir()
    origins = Origins(tmp_path, FIRST)
    origins.refresh()
    assert origins.roles("localhost") == {"copilot": "http://localhost:8702"}
    assert origins.apps("localhost") == {"maps": "http://localhost:8704"}
    add_page(tmp_path, "host")
    assert origins.roles("localhost")["host"] == "http://localhost:8700"


def test_there_may_be_no_apps(tmp_path: Path) -> None:
    origins = Origins(tmp_path, FIRST)
    assert origins.refresh() == []
    assert origins.apps("localhost") == origins.roles("localhost") == {}


def test_what_is_no_page_is_no_app(origins: Origins) -> None:
    (origins.root / "apps" / "draft").mkdir()
    (origins.root / "apps" / "index.html").touch()
    (origins.root / "apps" / "notes.txt").touch()
    assert origins.refresh() == []
    assert list(origins.apps("localhost")) == ["chess", "maps"]


def test_an_app_that_is_added_gets_a_new_port_and_the_others_keep_theirs(origins: Origins) -> None:
    before = origins.apps("localhost")
    add_page(origins.root, "apps/atlas")
    assert origins.refresh() == ["atlas"]
    after = origins.apps("localhost")
    assert after.pop("atlas") == "http://localhost:8706"
    assert after == before
    assert origins.refresh() == []


def test_an_app_that_is_removed_gives_its_port_back_and_the_others_keep_theirs(origins: Origins) -> None:
    before = origins.apps("localhost")
    shutil.rmtree(origins.root / "apps" / "chess")
    assert origins.refresh() == []
    assert origins.apps("localhost") == {"maps": before["maps"]}
    assert origins.folder(port_of(before["chess"])) is None
    add_page(origins.root, "apps/zoo")
    assert origins.refresh() == ["zoo"]
    assert origins.apps("localhost") == {"maps": before["maps"], "zoo": before["chess"]}


def test_too_many_apps_are_an_error_that_names_the_first_without_a_port(tmp_path: Path) -> None:
    for number in range(MOST_APPS):
        add_page(tmp_path, f"apps/app{number:02}")
    origins = Origins(tmp_path, FIRST)
    assert len(origins.refresh()) == MOST_APPS
    assert {port_of(url) for url in origins.apps("localhost").values()} == set(range(FIRST + len(ROLES), FIRST + BLOCK))
    add_page(tmp_path, "apps/too_many")
    with pytest.raises(NoFreePorts) as raised:
        origins.refresh()
    assert str(raised.value) == "There is no port left for apps/too_many: 28 apps have one."


def test_an_app_may_take_the_place_of_another_when_all_ports_are_used(tmp_path: Path) -> None:
    for number in range(MOST_APPS):
        add_page(tmp_path, f"apps/app{number:02}")
    origins = Origins(tmp_path, FIRST)
    origins.refresh()
    port = origins.apps("localhost")["app07"]
    (tmp_path / "apps" / "app07").rename(tmp_path / "apps" / "renamed")
    assert origins.refresh() == ["renamed"]
    assert origins.apps("localhost")["renamed"] == port


@pytest.fixture
def anyio_backend() -> str:
    """The loop that uvicorn runs on."""
    return "asyncio"


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Closes what a test has opened."""
    with ExitStack() as stack:
        yield stack


def bind(opened: ExitStack, first_port: int, address: str = ADDRESS) -> list[int]:
    """Listen on a block of ports; which they are."""
    sockets = [opened.enter_context(one) for one in bind_block(address, first_port)]
    return [one.getsockname()[1] for one in sockets]


@pytest.fixture
def first() -> int:
    """The first port of a block that is free."""
    with ExitStack() as opened:
        return bind(opened, PORTS_TO_TRY)[0]


def take(opened: ExitStack, port: int) -> None:
    """Listen on a port, as another program would."""
    taken = opened.enter_context(socket.socket())
    if os.name != "nt":
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # not to wait for the connections of other tests
    taken.bind((ADDRESS, port))
    taken.listen()


def test_a_block_has_all_of_its_ports_in_a_row(opened: ExitStack, first: int) -> None:
    assert bind(opened, first) == list(range(first, first + BLOCK))


def test_connections_to_a_block_are_kept_until_a_server_takes_them(opened: ExitStack, first: int) -> None:
    for port in bind(opened, first):
        opened.enter_context(socket.create_connection((ADDRESS, port)))


@pytest.mark.anyio
async def test_an_answer_in_parts_is_sent_without_waiting_for_the_client(opened: ExitStack, first: int) -> None:
    sockets = [opened.enter_context(one) for one in bind_block(ADDRESS, first)]
    nodelay: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nodelay.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(answer, sock=sockets[0]):
        opened.enter_context(socket.create_connection((ADDRESS, first)))
        assert await nodelay


@pytest.mark.parametrize("place", [0, 17, BLOCK - 1])
def test_a_taken_port_leads_to_the_next_free_block_and_the_others_are_closed(
    opened: ExitStack, first: int, place: int
) -> None:
    take(opened, first + place)
    ports = bind(opened, first)
    assert ports == list(range(ports[0], ports[0] + BLOCK))
    assert ports[0] in range(first + BLOCK, LAST_PORT, BLOCK)
    for port in range(first, first + BLOCK):
        if port != first + place:
            take(opened, port)


def test_two_servers_have_a_block_each(opened: ExitStack, first: int) -> None:
    one, other = bind(opened, first), bind(opened, first)
    assert not set(one) & set(other)


def test_a_block_that_was_closed_is_free_again_at_once(opened: ExitStack, first: int) -> None:
    """Although connections to it were open a moment ago."""
    with ExitStack() as before:
        sockets = [before.enter_context(one) for one in bind_block(ADDRESS, first)]
        with socket.create_connection((ADDRESS, first)):
            accepted, _ = sockets[0].accept()
            accepted.close()  # the side that closes first is the one that waits
    assert bind(opened, first)[0] == first


def test_without_a_free_block_a_person_reads_what_to_choose(opened: ExitStack) -> None:
    last = LAST_PORT - BLOCK + 1
    take(opened, last + 1)
    with pytest.raises(NoFreePorts) as raised:
        bind(opened, last)
    assert str(raised.value) == f"No block of 32 ports from {last} on is free. Choose another start with --port."


def test_a_block_ends_at_the_last_port(opened: ExitStack) -> None:
    with pytest.raises(NoFreePorts, match=str(LAST_PORT - BLOCK + 2)):
        bind(opened, LAST_PORT - BLOCK + 2)
    assert bind(opened, LAST_PORT - BLOCK + 1)[-1] == LAST_PORT


def test_an_address_of_another_machine_is_an_error_and_no_taken_port(opened: ExitStack, first: int) -> None:
    with pytest.raises(OSError) as raised:  # noqa: PT011
        bind(opened, first, "192.0.2.1")
    assert raised.value.errno == errno.EADDRNOTAVAIL


def has_ipv6() -> bool:
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


@pytest.mark.skipif(not socket.has_ipv6 or not has_ipv6(), reason="this machine has no IPv6")
def test_a_block_may_be_of_ipv6(opened: ExitStack, first: int) -> None:
    port = bind(opened, first, "::1")[0]
    opened.enter_context(socket.create_connection(("::1", port)))
