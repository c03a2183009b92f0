"""Pages in Python with pages on the official TypeScript SDK, in every pair of roles and over every kind of channel."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from playwright.sync_api import Frame, Page

from tests.conftest import wait_for_element, wait_until
from tests.interop.bundle import Sdk
from tests.interop.conftest import CHANNELS, AddPeer, Channel, frame_of, origin_of, with_query

Mode = Literal["legacy", "auto"]

LEGACY, MODERN = "2025-11-25", "2026-07-28"

TOOLS = ["greet", "echo", "count", "wait", "ask_age", "ask_model"]

EVERYTHING = {
    "tools": TOOLS,
    "greet": "Hello, Ada!",
    "count": "Counted to 3",
    "progress": [1, 2, 3],
    "ask_age": "accept: 36",
    "ask_model": "A model's answer",
}

USE_EVERYTHING = """async () => {
  const text = async (name, args) => (await peer.call(name, args)).content[0].text;
  const found = {
    version: await peer.version(),
    tools: await peer.tools(),
    greet: await text("greet", { name: "Ada" }),
    count: await text("count", { to: 3 }),
  };
  found.progress = peer.progress.splice(0).map(({ progress }) => progress);
  found.ask_age = await text("ask_age");
  found.ask_model = await text("ask_model");
  return found;
}"""

STANDARD = [(1, "auto", "plain"), (2, "auto", "port")]
INVERTED = [(2, "legacy", "port"), (2, "auto", "window")]


def in_cases(cases: list[tuple[int, str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("sdk", "mode", "channel"), cases)


def version_of(sdk: Sdk, mode: Mode) -> str:
    return MODERN if sdk == 2 and mode == "auto" else LEGACY


def open_pair(page: Page, outer: str, inner: str, channel: Channel, mode: Mode) -> Frame:
    """Open the outer page with the inner one in its frame; both take the query that they know, and leave the rest."""
    inner = with_query(inner, allow=origin_of(outer), mode=mode, **CHANNELS[channel])
    page.goto(with_query(outer, frame=inner, mode=mode, **CHANNELS[channel]))
    return frame_of(page)


def result_of(client: Page | Frame) -> dict[str, Any]:
    wait_for_element(client, "html[data-result], html[data-status=failed]")
    shown = client.locator("html").get_attribute("data-result")
    if shown is None:
        raise AssertionError(client.locator(".transom-card pre").text_content())
    return json.loads(shown)


def check_python_client(client: Page | Frame, server: Page | Frame, version: str) -> None:
    assert result_of(client) == {"version": version, **EVERYTHING}
    wait_until(server, "peer.cancelled.length === 1")


def check_js_client(client: Page | Frame, server: Page | Frame, version: str) -> None:
    wait_until(client, "window.peer")
    assert client.evaluate(USE_EVERYTHING) == {"version": version, **EVERYTHING}
    client.evaluate("() => void peer.call('wait').catch((error) => (peer.failure = String(error)))")
    wait_until(client, "peer.progress.length")
    client.evaluate("peer.cancel()")
    wait_until(client, "peer.failure")
    wait_for_element(server, "html[data-cancelled=wait]")


@in_cases(STANDARD)
def test_a_javascript_host_uses_a_python_server(
    page: Page, add_peer: AddPeer, add_python: AddPeer, sdk: Sdk, mode: Mode, channel: Channel
) -> None:
    frame = open_pair(page, add_peer("client", sdk), add_python("server"), channel, mode)
    check_js_client(page, frame, version_of(sdk, mode))


@in_cases(STANDARD)
def test_a_python_host_uses_a_javascript_server(
    page: Page, add_peer: AddPeer, add_python: AddPeer, sdk: Sdk, mode: Mode, channel: Channel
) -> None:
    frame = open_pair(page, add_python("client"), add_peer("server", sdk), channel, mode)
    check_python_client(page, frame, version_of(sdk, mode))


@in_cases(INVERTED)
def test_a_javascript_copilot_uses_a_python_dashboard(
    page: Page, add_peer: AddPeer, add_python: AddPeer, sdk: Sdk, mode: Mode, channel: Channel
) -> None:
    frame = open_pair(page, add_python("server"), add_peer("client", sdk), channel, mode)
    check_js_client(frame, page, version_of(sdk, mode))


@in_cases(INVERTED)
def test_a_python_copilot_uses_a_javascript_dashboard(
    page: Page, add_peer: AddPeer, add_python: AddPeer, sdk: Sdk, mode: Mode, channel: Channel
) -> None:
    frame = open_pair(page, add_peer("server", sdk), add_python("client"), channel, mode)
    check_python_client(frame, page, version_of(sdk, mode))


def test_a_python_server_takes_a_client_that_never_initializes(
    page: Page, add_peer: AddPeer, add_python: AddPeer
) -> None:
    outer = add_peer("odd")
    inner = with_query(add_python("server"), allow=origin_of(outer))
    page.goto(with_query(outer, odd="early", plain="true", frame=inner))
    assert page.evaluate("peer.done")["result"]["content"][0]["text"] == "Hello, Ada!"


def test_a_python_server_takes_a_host_that_listens_late_and_answers_to_anyone(
    page: Page, add_peer: AddPeer, add_python: AddPeer
) -> None:
    outer = add_peer("odd")
    page.goto(with_query(outer, odd="late", frame=with_query(add_python("server"), allow=origin_of(outer))))
    tools = page.evaluate("peer.done")["result"]["tools"]
    assert [tool["name"] for tool in tools] == TOOLS


def test_a_python_host_says_exactly_1_0(page: Page, add_peer: AddPeer, add_python: AddPeer) -> None:
    frame = open_pair(page, add_python("client"), add_peer("odd") + "?odd=strict", "plain", "auto")
    wait_until(frame, "window.peer?.received.length")
    assert frame.evaluate("peer.done.then(() => peer.sessionId)") == "a session"
