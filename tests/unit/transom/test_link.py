"""A link carries out what its handshake says, and passes on what its border reports."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, field
from typing import Any

import pytest
from transom.channel import DEFAULT_LIMITS, Limits, Rejected
from transom.errors import (
    ClosedHere,
    PeerClosed,
    PeerCrashed,
    PeerNavigated,
    PeerReloaded,
    PeerRemoved,
    TransomError,
)
from transom.link import Link
from transom.protocol import CONTROL_CHARS, Message, write_message
from transom.traffic import Traffic

from tests.unit.transom.peers import (
    ACCEPTED,
    GOODBYE,
    HOST,
    OFFER,
    PAGE,
    READY,
    REPLY,
    SESSION,
    SETUP_OFFER,
    SUCCESS,
    inner_transport,
    outer_setup,
)
from tests.unit.transom.peers import outer_transport as machine


@dataclass
class Border:
    """Notes what it is told."""

    has_port: bool = True
    calls: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    pins: list[str] = field(default_factory=list[str])
    closed: int = 0

    def post(self, text: str, origin: str, port: int | None) -> None:
        self.calls.append(("post", json.loads(text)["type"], origin, port))

    def pin(self, origin: str) -> None:
        self.pins.append(origin)

    def open(self, origin: str, port: int | None) -> bool:
        self.calls.append(("open", origin, port))
        return self.has_port

    def send(self, text: str) -> None:
        self.calls.append(("send", text))

    def send_control(self, text: str) -> None:
        self.calls.append(("control", json.loads(text)["type"]))

    def say_on_leaving(self, text: str) -> None:
        self.calls.append(("on leaving", json.loads(text)["reason"]))

    def counts(self) -> dict[str, int]:
        return {"source": 2}

    def close(self) -> None:
        self.closed += 1


def say(link: Link, message: Message, origin: str = PAGE) -> None:
    link.on_event("control", write_message(message), origin)


def started(limits: Limits = DEFAULT_LIMITS, *, has_port: bool = True) -> tuple[Link, Border]:
    link, border = Link(machine(), limits), Border(has_port)
    link.use(border)
    link.start()
    return link, border


def opened(limits: Limits = DEFAULT_LIMITS) -> tuple[Link, Border]:
    link, border = started(limits)
    say(link, OFFER)
    say(link, ACCEPTED)
    border.calls.clear()
    return link, border


class Sink:
    def __init__(self) -> None:
        self.heard: list[object] = []

    def receive(self, text: str) -> None:
        self.heard.append(text)

    def reject(self, rejected: Rejected) -> None:
        self.heard.append(rejected)

    def end(self, error: TransomError) -> None:
        self.heard.append(error)


async def test_the_handshake_leads_to_an_open_session() -> None:
    link, border = started()
    say(link, OFFER)
    assert border.calls == [("post", "MCP_TRANSPORT_HANDSHAKE_REPLY", PAGE, 1)]
    assert border.pins == [PAGE]
    border.calls.clear()
    say(link, ACCEPTED)
    assert border.calls == [("post", "TRANSOM_READY", PAGE, None), ("open", PAGE, 1), ("on leaving", "unloaded")]
    assert (await link.outcome).session_id == SESSION  # pyright: ignore[reportAttributeAccessIssue]
    await link.aclose()


async def test_an_offer_from_another_origin_gets_no_answer() -> None:
    link, border = started()
    say(link, OFFER, "https://evil.example")
    assert border.calls == []
    assert isinstance(link.ended.result(), PeerNavigated)
    with pytest.raises(PeerNavigated):
        await link.outcome


async def test_a_port_that_did_not_come_ends_the_session() -> None:
    link, border = started(has_port=False)
    say(link, OFFER)
    say(link, ACCEPTED)
    with pytest.raises(PeerRemoved):
        await link.outcome
    assert border.closed == 1
    assert link.channel is not None
    assert isinstance(link.channel.error, PeerRemoved)


async def test_messages_go_from_the_border_to_the_channel_and_back() -> None:
    link, border = opened()
    sink = Sink()
    link.on_message("before")
    assert link.channel is not None
    link.channel.open(sink)
    link.on_message("after")
    link.on_event("rejected", '{"id":"x","is_request":true,"reason":"too-large"}', PAGE)
    assert sink.heard == ["before", "after", Rejected("x", True, "too-large")]
    link.channel.send("answer")
    assert border.calls == [("send", "answer")]
    await link.aclose()


async def test_messages_before_the_session_go_nowhere() -> None:
    link, _ = started()
    link.on_message("early")
    link.on_event("rejected", '{"id":1,"is_request":true,"reason":"too-large"}', PAGE)
    say(link, OFFER)
    say(link, ACCEPTED)
    assert link.channel is not None
    assert link.channel.received == 0
    await link.aclose()


@pytest.mark.parametrize(
    ("end", "error"),
    [
        (lambda link: say(link, GOODBYE), PeerClosed),
        (lambda link: say(link, OFFER), PeerReloaded),
        (lambda link: say(link, GOODBYE, "https://evil.example"), PeerNavigated),
        (lambda link: (link.on_event("loaded", "", ""), link.on_event("loaded", "", "")), PeerReloaded),
        (lambda link: link.on_event("closed", "", ""), PeerRemoved),
        (lambda link: link.cancel(), ClosedHere),
    ],
    ids=["goodbye", "handshake", "navigation", "load", "removal", "cancel"],
)
async def test_the_end_closes_everything_once(end: Any, error: type[TransomError]) -> None:
    link, border = opened()
    assert link.channel is not None
    sink = Sink()
    link.channel.open(sink)
    end(link)
    assert [type(heard) for heard in sink.heard] == [error]
    assert isinstance(link.ended.result(), error)
    said = list(border.calls)
    say(link, GOODBYE)
    link.on_event("loaded", "", "")
    link.on_event("closed", "", "")
    link.on_event("empty", "", "")
    link.on_message("late")
    link.cancel()
    await link.aclose()
    await link.aclose()
    assert (border.closed, border.calls, len(sink.heard)) == (1, said, 1)
    assert link.drops()["source"] == 2
    await asyncio.sleep(100)


async def test_the_first_load_is_that_of_the_page_itself() -> None:
    link, _ = opened()
    link.on_event("loaded", "", "")
    assert not link.ended.done()
    await link.aclose()


async def test_a_border_that_takes_the_place_of_another_closes_it() -> None:
    link, first = started()
    second = Border()
    link.on_event("loaded", "", "")
    link.use(second)
    say(link, OFFER)
    link.on_event("loaded", "", "")
    assert (first.closed, second.closed, link.ended.done()) == (1, 0, False)
    assert first.calls == []
    assert link.drops() == {"source": 4}
    await link.aclose()
    assert second.closed == 1
    assert link.drops() == {"source": 4}


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"MCP_TRANSPORT_ACCEPTED"}',
        '{"type":"MCP_TRANSPORT_ACCEPTED","sessionId":5}',
        '{"type":"MCP_SOMETHING"}',
        '{"type":"TRANSOM_STAGE","stage":"done"}',
        "[]",
        '{"type":"TRANSOM_FAILURE","code":"X","message":"\\ud800"}',
        '{"type":"TRANSOM_FAILURE","code":"X","message":"' + "\\u0001" * CONTROL_CHARS + '"}',
    ],
    ids=lambda text: text[:40],
)
async def test_a_malformed_message_is_dropped_and_reported_once(text: str, caplog: pytest.LogCaptureFixture) -> None:
    link, border = opened()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            link.on_event("control", text, PAGE)
    assert link.dropped == {"malformed": 3}
    assert len(caplog.records) == 1
    assert (border.calls, link.ended.done()) == ([], False)
    await link.aclose()


async def test_a_ping_is_answered_to_the_pinned_origin_alone() -> None:
    link, border = opened()
    link.on_event("control", '{"type":"TRANSOM_PING","id":7}', PAGE)
    assert border.calls == [("control", "TRANSOM_PONG")]
    link.on_event("control", '{"type":"TRANSOM_PING","id":7}', "https://evil.example")
    assert ("control", "TRANSOM_PONG") not in border.calls[1:]
    assert isinstance(link.ended.result(), PeerNavigated)


async def test_a_ping_before_the_session_is_not_answered() -> None:
    link, border = started()
    link.on_event("control", '{"type":"TRANSOM_PING","id":7}', PAGE)
    assert border.calls == []
    await link.aclose()


async def test_a_page_whose_sign_of_life_is_gone_has_half_a_second_to_answer() -> None:
    link, border = opened()
    link.on_event("empty", "", "")
    link.on_event("empty", "", "")
    assert border.calls == [("control", "TRANSOM_PING")]
    await asyncio.sleep(0.4)
    link.on_event("control", '{"type":"TRANSOM_PONG","id":1}', PAGE)
    await asyncio.sleep(10)
    assert not link.ended.done()
    link.on_event("empty", "", "")
    await asyncio.sleep(0.4)
    link.on_event("control", '{"type":"TRANSOM_PONG","id":1}', PAGE)
    await asyncio.sleep(0.2)
    assert isinstance(link.ended.result(), PeerCrashed)


async def test_without_a_heartbeat_a_lost_sign_of_life_means_nothing() -> None:
    link, border = started()
    say(link, OFFER.model_copy(update={"extensions": ("port",)}))
    say(link, ACCEPTED)
    border.calls.clear()
    link.on_event("empty", "", "")
    link.on_event("control", '{"type":"TRANSOM_PONG","id":1}', PAGE)
    await asyncio.sleep(10)
    assert (border.calls, link.ended.done()) == ([], False)
    await link.aclose()


async def test_a_peer_that_reads_nothing_is_noticed() -> None:
    link, border = opened(Limits(unread_messages=300))
    assert link.channel is not None
    for _ in range(300):
        link.channel.send("x")
    with pytest.raises(TransomError, match="has not read 300"):
        link.channel.send("x")
    pings = border.calls.count(("control", "TRANSOM_PING"))
    assert pings == 1
    link.on_event("control", '{"type":"TRANSOM_PONG","id":1}', PAGE)
    link.channel.send("x")
    await link.aclose()


async def test_an_inner_link_says_goodbye_and_an_outer_one_too() -> None:
    outer, outer_border = opened()
    inner, inner_border = Link(inner_transport(), DEFAULT_LIMITS), Border()
    inner.use(inner_border)
    inner.start()
    say(inner, REPLY, HOST)
    say(inner, READY, HOST)
    inner_border.calls.clear()
    for link, border in ((outer, outer_border), (inner, inner_border)):
        await link.aclose()
        assert border.calls == [("control", "TRANSOM_GOODBYE")]


async def test_timers_end_with_the_link() -> None:
    link = Link(inner_transport(), DEFAULT_LIMITS)
    border = Border()
    link.use(border)
    link.start()
    await asyncio.sleep(1.1)
    assert len(border.calls) == 5
    await link.aclose()
    await asyncio.sleep(60)
    assert len(border.calls) == 5


async def test_tasks_end_with_the_link() -> None:
    link, _ = opened()
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(100)
        finally:
            ended.append("ended")

    link.spawn(work())
    await asyncio.sleep(1)
    await link.aclose()
    assert ended == ["ended"]


async def test_an_error_in_a_task_is_that_of_the_handshake_or_reported() -> None:
    async def fail() -> None:
        raise LookupError

    link, _ = started()
    link.spawn(fail())
    with pytest.raises(LookupError):
        await link.outcome
    await link.aclose()
    reported: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
    link, _ = opened()
    link.spawn(fail())
    await asyncio.sleep(1)
    assert [type(context["exception"]) for context in reported] == [LookupError]
    await link.aclose()


async def test_a_setup_that_is_complete_closes_its_border() -> None:
    link, border = Link(outer_setup(), DEFAULT_LIMITS), Border()
    link.use(border)
    link.start()
    say(link, SETUP_OFFER)
    say(link, SUCCESS)
    assert (await link.outcome).result == SUCCESS  # pyright: ignore[reportAttributeAccessIssue]
    assert border.closed == 1
    assert isinstance(link.ended.result(), ClosedHere)
    await link.aclose()
    assert [call[1] for call in border.calls] == ["MCP_SETUP_HANDSHAKE_REPLY"]


async def test_an_inspector_is_told_what_was_dropped_and_why() -> None:
    lines: list[Traffic] = []
    link = Link(machine(), DEFAULT_LIMITS, lines.append)
    link.use(Border())
    link.start()
    link.on_event("dropped", '{"reason":"untrusted","type":"MCP_MESSAGE"}', PAGE)
    say(link, ACCEPTED)
    say(link, OFFER, "https://evil.example")
    dropped = [(line.text, line.detail) for line in lines if line.kind == "dropped"]
    assert dropped[0] == ("MCP_MESSAGE", f"untrusted {PAGE}")
    assert [detail for _, detail in dropped[1:]] == ["unexpected", "origin"]
    assert lines[-1] == Traffic(kind="state", text="PEER_NAVIGATED", detail=str(link.ended.result()))
