"""The peers in JavaScript with each other: what they do is right before they are held against Transom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Frame, Page

from tests.conftest import wait_until
from tests.interop.bundle import Sdk
from tests.interop.conftest import CHANNELS, AddPeer, Channel, frame_of, origin_of, with_query

Architecture = Literal["standard", "inverted"]


@dataclass
class Pair:
    client: Page | Frame
    server: Page | Frame


def open_pair(
    page: Page,
    add_peer: AddPeer,
    sdk: Sdk,
    architecture: Architecture = "standard",
    *,
    outer: Channel = "port",
    inner: Channel = "port",
    mode: str = "legacy",
) -> Pair:
    names = ("client", "server") if architecture == "standard" else ("server", "client")
    outer_url, inner_url = (add_peer(name, sdk) for name in names)
    inner_url = with_query(inner_url, allow=origin_of(outer_url), mode=mode, **CHANNELS[inner])
    page.goto(with_query(outer_url, frame=inner_url, mode=mode, **CHANNELS[outer]))
    frame = frame_of(page)
    for side in (page, frame):
        wait_until(side, "window.peer")
    return Pair(page, frame) if architecture == "standard" else Pair(frame, page)


@pytest.mark.parametrize(
    ("sdk", "mode", "version", "architecture", "channel"),
    [
        (1, "legacy", "2025-11-25", "standard", "plain"),
        (2, "legacy", "2025-11-25", "inverted", "window"),
        (2, "auto", "2026-07-28", "standard", "port"),
    ],
)
def test_a_client_calls_the_tools_of_a_server(
    page: Page, add_peer: AddPeer, sdk: Sdk, mode: str, version: str, architecture: Architecture, channel: Channel
) -> None:
    pair = open_pair(page, add_peer, sdk, architecture, outer=channel, inner=channel, mode=mode)
    assert pair.client.evaluate("peer.version()") == version
    assert pair.client.evaluate("peer.tools()") == ["greet", "echo", "count", "wait", "ask_age", "ask_model"]
    assert text_of(pair, "greet", {"name": "Ada"}) == "Hello, Ada!"
    assert text_of(pair, "count", {"to": 3}) == "Counted to 3"
    assert pair.client.evaluate("peer.progress.map(({ progress }) => progress)") == [1, 2, 3]
    assert text_of(pair, "ask_age") == "accept: 36"
    assert text_of(pair, "ask_model") == "A model's answer"
    assert pair.client.evaluate("peer.asked.length") == 2


def text_of(pair: Pair, name: str, arguments: dict[str, object] | None = None) -> str:
    return pair.client.evaluate(
        "async ([name, args]) => (await peer.call(name, args)).content.map(({ text }) => text).join()",
        [name, arguments or {}],
    )


@pytest.mark.parametrize(("sdk", "mode"), [(1, "legacy"), (2, "auto")])
def test_a_cancelled_call_ends_on_both_sides(page: Page, add_peer: AddPeer, sdk: Sdk, mode: str) -> None:
    pair = open_pair(page, add_peer, sdk, mode=mode)
    pair.client.evaluate("() => void peer.call('wait').catch((error) => (peer.failure = String(error)))")
    wait_until(pair.client, "peer.progress.length")
    pair.client.evaluate("peer.cancel()")
    wait_until(pair.client, "peer.failure")
    wait_until(pair.server, "peer.cancelled.length")


@pytest.mark.parametrize(("outer", "inner"), [("port", "plain"), ("plain", "port")])
def test_a_peer_that_wants_less_is_enough(page: Page, add_peer: AddPeer, outer: Channel, inner: Channel) -> None:
    pair = open_pair(page, add_peer, 2, outer=outer, inner=inner)
    assert text_of(pair, "greet", {"name": "Ada"}) == "Hello, Ada!"


@pytest.mark.parametrize("channel", ["port", "window"])
def test_the_end_of_a_client_is_the_end_of_its_server(page: Page, add_peer: AddPeer, channel: Channel) -> None:
    pair = open_pair(page, add_peer, 2, outer=channel, inner="port")
    assert text_of(pair, "greet", {"name": "Ada"}) == "Hello, Ada!"
    assert pair.server.evaluate("peer.controls()") == ["TRANSOM_READY"]
    pair.client.evaluate("peer.close()")
    wait_until(pair.server, "peer.closed")


def test_a_reload_of_the_inner_page_ends_the_session(page: Page, add_peer: AddPeer) -> None:
    pair = open_pair(page, add_peer, 2)
    assert text_of(pair, "greet", {"name": "Ada"}) == "Hello, Ada!"
    pair.server.evaluate("void setTimeout(() => location.reload())")
    wait_until(pair.client, "peer.closed")


@pytest.mark.parametrize("architecture", ["standard", "inverted"])
def test_a_setup_comes_before_the_connection(page: Page, add_peer: AddPeer, architecture: Architecture) -> None:
    outer_name, inner_name = ("client", "server") if architecture == "standard" else ("server", "client")
    outer = add_peer(outer_name)
    inner = with_query(add_peer(inner_name), allow=origin_of(outer))
    page.goto(with_query(outer, frame=inner, setup="true"))
    wait_until(page, "peer.setup")
    setup = page.evaluate("peer.setup")
    assert setup["handshake"]["requiresVisibleSetup"] is False
    assert setup["complete"]["displayName"] == f"A {inner_name}"
    client = page if architecture == "standard" else frame_of(page)
    wait_until(client, "window.peer")
    assert client.evaluate("peer.call('greet', { name: 'Ada' })")["content"][0]["text"] == "Hello, Ada!"


def test_a_plain_inner_page_takes_a_host_that_listens_late(page: Page, add_peer: AddPeer) -> None:
    outer = add_peer("odd")
    page.goto(with_query(outer, odd="late", frame=with_query(add_peer("odd"), odd="strict")))
    assert page.evaluate("peer.done")["result"] == {"tools": []}
    assert page.evaluate("peer.accepted")


def test_a_server_takes_a_client_that_never_initializes(page: Page, add_peer: AddPeer) -> None:
    outer = add_peer("odd")
    inner = with_query(add_peer("server"), allow=origin_of(outer))
    page.goto(with_query(outer, odd="early", plain="true", frame=inner))
    assert page.evaluate("peer.done")["result"]["content"][0]["text"] == "Hello, Ada!"
