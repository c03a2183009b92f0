"""Too much of it: giant messages, floods, peers that do not read."""

from __future__ import annotations

import asyncio
import tracemalloc
from typing import Any

import pytest
from playwright.sync_api import CDPSession
from transom.channel import Channel, Limits
from transom.errors import MessageTooLarge, Overloaded
from transom.streams import ChannelStreams

from tests.conftest import wait_until

from .conftest import Measured
from .labs import Failed, InnerLab, Lab, alone, until

case = pytest.mark.case
GROUP = "Volume"
MIB = 1024 * 1024
FLOOD = 20_000
STALL_MS = 800
"""A machine that runs tests is not quiet. The figure in the table is what counts: near 100, as the browser draws ten
times a second however many messages wait."""

WATCH_FRAMES = """() => {
    window.longest = 0;
    let last = performance.now();
    window.notice = () => {
        const now = performance.now();
        window.longest = Math.max(window.longest, now - last);
        last = now;
    };
    const drawn = () => {
        notice();
        window.watching = requestAnimationFrame(drawn);
    };
    drawn();
}"""


def longest_without_a_frame(inner: InnerLab) -> float:
    """How long the page stood still: what a person would see of a flood, in milliseconds."""
    return inner.frame.evaluate("cancelAnimationFrame(watching), notice(), longest")


def used_by(debugger: CDPSession) -> float:
    """The heap of a page's JavaScript in MiB, without what is garbage."""
    debugger.send("HeapProfiler.collectGarbage")
    metrics = {metric["name"]: metric["value"] for metric in debugger.send("Performance.getMetrics")["metrics"]}
    return metrics["JSHeapUsedSize"] / MIB


def does_not_stall(longest: float) -> None:
    assert longest < STALL_MS


@case(GROUP, "giant message")
@pytest.mark.parametrize("way", ["port", "window"])
@pytest.mark.parametrize("size", [16, 256])
def test_a_giant_message_is_refused_by_its_length(inner: InnerLab, way: str, size: int, measured: Measured) -> None:
    inner.over(way)
    assert inner.call("before", "count") == "1"
    debugger = inner.context.new_cdp_session(inner.frame)
    debugger.send("Performance.enable")
    heap, memory = used_by(debugger), inner.run("heap")
    send = """
        const giant = { jsonrpc: "2.0", id: 5, method: "tools/call",
                        params: { name: "echo", arguments: { value: "x".repeat(a) } } };
        host.send(giant);
    """
    inner.host(send, size * MIB)
    error = inner.answer(5)["error"]
    assert (error["code"], error["message"]) == (-32600, "The message was refused: too-large.")
    assert inner.dropped() == {"too-large": 1}
    assert inner.run("heap") == memory
    more = until(inner.page, lambda: used_by(debugger) - heap, lambda more: more < 8)
    assert more < 8
    debugger.detach()
    measured(f"{size} MiB by {way}: {more:+.1f} MiB")


@case(GROUP, "giant message")
@pytest.mark.parametrize("query", ["offer=heartbeat+port", ""], ids=["port", "plain"])
def test_a_giant_answer_fails_its_call(lab: Lab, query: str) -> None:
    frame = lab.peer("one", query)
    request = lab.begin_wait("one", frame)
    answer = """({ id }) => {
        peer.send({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "x".repeat(16_000_000) }] } });
    }"""
    frame.evaluate(answer, request)
    with pytest.raises(Failed, match="refused: too-large") as failed:
        lab.run("finish", key="under way")
    assert failed.value.kind == "MCPError"
    assert lab.dropped("one") == {"too-large": 1}
    assert lab.run("call", name="one", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"


@case(GROUP, "giant message")
def test_a_giant_message_is_not_sent(lab: Lab) -> None:
    lab.peer("one", "offer=heartbeat+port", limits={"message_chars": 100_000})
    with pytest.raises(Failed, match="100000 is the limit") as failed:
        lab.run("call", name="one", tool="greet", arguments={"name": "x" * 200_000})
    assert failed.value.code == "MESSAGE_TOO_LARGE"
    assert lab.run("call", name="one", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"


@case(GROUP, "flood of requests")
@pytest.mark.alone
@pytest.mark.parametrize("way", ["port", "window"])
def test_a_flood_is_answered_with_an_overload_error(inner: InnerLab, way: str, measured: Measured) -> None:
    """Each request waits for ever, so all of them are under way at once."""
    inner.over(way)
    inner.frame.evaluate(WATCH_FRAMES)
    inner.host("for (let id = 0; id < a; id++) host.call(id, 'wait')", FLOOD)
    limit = Limits().requests
    wait_until(inner.page, "host.answers.size >= given", FLOOD - limit)
    longest = longest_without_a_frame(inner)
    codes = inner.host("return [...host.answers.values()].map(({ error }) => error.code)")
    assert set(codes) == {-32000}
    assert len(codes) == FLOOD - limit
    assert "requests are under way. Wait for some to finish" in inner.answer(FLOOD - 1)["error"]["message"]
    assert inner.dropped()["overload"] == FLOOD - limit
    measured(f"{way}: longest stall {longest:.0f} ms")
    does_not_stall(longest)


@case(GROUP, "flood of requests")
@pytest.mark.alone
@pytest.mark.parametrize("way", ["port", "window"])
def test_a_flood_of_notifications_and_controls_leaves_the_session_alive(
    inner: InnerLab, way: str, measured: Measured
) -> None:
    inner.over(way)
    assert inner.call("before", "count") == "1"
    inner.frame.evaluate(WATCH_FRAMES)
    inner.host(
        """for (let n = 0; n < a; n++) {
            host.send({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: n, progress: 1 } });
            if (n % 10 === 0) host.control({ type: "TRANSOM_PING", id: n });
            if (n % 10 === 5) host.post({ type: "TRANSOM_NONSENSE", n });
        }""",
        FLOOD // 2,
    )
    settled = until(inner.page, lambda: still_answers(inner), bool, 15)
    assert settled
    longest = longest_without_a_frame(inner)
    measured(f"{way}: notifications {longest:.0f} ms")
    does_not_stall(longest)


def still_answers(inner: InnerLab) -> bool:
    """Whether a request gets through; while the queue is full it gets an error."""
    inner.host("host.answers.delete('after'); host.call('after', 'count')")
    return "result" in inner.answer("after")


@case(GROUP, "slow consumer")
def test_a_peer_that_does_not_read_is_an_error_for_the_caller(lab: Lab) -> None:
    """It answers no ping: what was sent to it counts as unread."""
    frame = lab.peer("one", "offer=heartbeat+port", limits={"unread_messages": 300, "requests": 1000})
    frame.evaluate("peer.mute = true")
    outcomes = lab.run("many", name="one", tool="greet", arguments={"name": "Bob"}, times=400)
    assert outcomes["Overloaded"] >= 100
    assert outcomes["pending"] <= 300
    assert sum(outcomes.values()) == 400


@case(GROUP, "slow consumer")
@pytest.mark.parametrize("extensions", [["heartbeat", "port"], ["heartbeat"]], ids=["port", "window"])
def test_a_client_that_reads_no_answers_loses_its_session(inner: InnerLab, extensions: list[str]) -> None:
    """The answers to a client that asks on and reads nothing are not kept for ever."""
    inner.listen(extensions, limits={"unread_messages": 50})
    inner.host("for (let id = 0; id < 100; id++) host.call(id, 'count')")
    outcome = inner.run("outcome")
    assert outcome["type"] == "Overloaded"
    assert "has not read" in outcome["text"]
    goodbyes = "return host.received.some(({ type }) => type === 'TRANSOM_GOODBYE')"
    assert until(inner.page, lambda: inner.host(goodbyes), bool)


class Wire:
    """Nobody reads what goes into it."""

    def __init__(self) -> None:
        self.posted = 0
        self.pings = 0

    def post(self, text: str) -> None:
        self.posted += 1

    def ping(self, number: int) -> None:
        self.pings += 1

    def close(self) -> None: ...


@case(GROUP, "slow consumer")
@pytest.mark.parametrize("limits", [Limits(unread_messages=1000), Limits(unread_chars=100_000)], ids=["number", "size"])
def test_what_was_not_read_is_capped(limits: Limits) -> None:
    wire = Wire()
    channel = Channel(wire, limits, knows_reading=True)
    for _ in range(1000):
        channel.send("x" * 100)
    with pytest.raises(Overloaded, match="has not read"):
        channel.send("x" * 100)
    assert wire.posted == 1000
    channel.read_up_to(wire.pings)
    channel.send("x")


@case(GROUP, "giant message")
def test_refusing_costs_no_memory() -> None:
    async def refuse() -> tuple[int, Any]:
        channel = Channel(Wire(), Limits(queue=10, unread_chars=1_000_000))
        tracemalloc.start()
        for _ in range(100):
            channel.deliver("x" * 500_000)
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        with pytest.raises(MessageTooLarge):
            channel.send("x" * 9_000_000)
        return size, channel.dropped

    size, dropped = alone(refuse())
    assert dropped == {"overload": 98}
    assert size < 3 * MIB


@case(GROUP, "flood of requests")
def test_requests_and_notifications_are_bounded() -> None:
    async def flood() -> tuple[dict[str, int], int]:
        wire = Wire()
        channel = Channel(wire, Limits(requests=20, queue=30))
        streams = ChannelStreams(channel)
        for number in range(100):
            channel.deliver(f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}')
            channel.deliver('{"jsonrpc":"2.0","method":"notifications/x"}')
        taken = 0
        while True:
            try:
                await asyncio.wait_for(streams.reader.receive(), 0.05)
            except TimeoutError:
                return dict(channel.dropped), taken
            taken += 1

    dropped, taken = alone(flood())
    assert taken == 30
    assert dropped == {"overload": 170}


@case(GROUP, "forged goodbye or failure")
@pytest.mark.parametrize("query", ["offer=heartbeat+port", "offer=heartbeat"], ids=["port", "window"])
def test_a_forged_goodbye_is_dropped_and_the_real_one_heard(lab: Lab, query: str) -> None:
    frame = lab.peer("one", query)
    lab.secrets.append(frame.evaluate("peer.sessionId"))
    farewells = [
        {"type": "TRANSOM_GOODBYE", "reason": "closed", "message": "Forged"},
        {"type": "TRANSOM_FAILURE", "code": "TIMEOUT", "message": "Forged"},
        {"type": "MCP_SETUP_REQUIRED", "reason": "OTHER", "message": "Forged", "canContinue": False},
    ]
    post = "(all) => { for (const one of all) parent.postMessage(one, '*') }"
    lab.add_frame(lab.evil_url).evaluate(post, farewells)
    lab.add_frame(f"{lab.peer_url}?silent").evaluate(post, farewells)
    assert lab.wait_dropped("source", 6, "one") == 6
    assert lab.run("is_open", name="one")
    frame.evaluate(post, farewells[:1])
    ended = lab.run("ended", name="one")
    assert (ended["code"], "Forged" in ended["text"]) == ("PEER_CLOSED", True)


@case(GROUP, "forged goodbye or failure")
def test_a_forged_failure_does_not_end_a_server(inner: InnerLab) -> None:
    inner.over("window")
    forge = """(url) => new Promise((done) => {
        const frame = document.body.appendChild(document.createElement("iframe"));
        frame.src = url;
        frame.onload = done;
    })"""
    inner.page.evaluate(forge, f"{inner.host_url}evil.html")
    sibling = inner.page.frames[-1]
    sent = sibling.evaluate(
        "(known) => attack(parent.frames[0], known)", {"sessionId": inner.host("return host.sessionId")}
    )
    assert inner.wait_dropped("source", sent) == sent
    assert inner.call(1, "count") == "1"
    inner.page.evaluate("document.querySelectorAll('iframe')[1].remove()")
    inner.host("host.post({ type: 'TRANSOM_FAILURE', code: 'TIMEOUT', message: 'The real one.' })")
    assert "The real one." in inner.run("outcome")["text"]
