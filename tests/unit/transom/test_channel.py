"""A channel keeps the order, its limits and its counts, and ends once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Literal

import pytest
from transom.channel import PING_EVERY_CHARS, PING_EVERY_MESSAGES, Channel, Limits, Rejected
from transom.errors import ClosedHere, MessageTooLarge, Overloaded, PeerClosed, PeerReloaded, TransomError
from transom.memory import memory_channels

REJECTED = Rejected(1, is_request=True, reason="too-large")


@dataclass
class Sink:
    """Keeps what a channel hands over."""

    heard: list[str | Rejected | TransomError] = field(default_factory=list)

    def receive(self, text: str) -> None:
        self.heard.append(text)

    def reject(self, rejected: Rejected) -> None:
        self.heard.append(rejected)

    def end(self, error: TransomError) -> None:
        self.heard.append(error)


@dataclass
class Drain:
    """A wire that nobody reads at the other end."""

    posted: list[str] = field(default_factory=list)
    pings: list[int] = field(default_factory=list)
    closed: int = 0

    def post(self, text: str) -> None:
        self.posted.append(text)

    def ping(self, number: int) -> None:
        self.pings.append(number)

    def close(self) -> None:
        self.closed += 1


async def turns(count: int = 10) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_messages_arrive_in_order_whenever_the_receiver_comes() -> None:
    one, other = memory_channels()
    sink = Sink()
    for number in range(3):
        one.send(f"early {number}")
    await turns()
    other.deliver(REJECTED)
    other.open(sink)
    one.send("late")
    await turns()
    assert sink.heard == ["early 0", "early 1", "early 2", REJECTED, "late"]
    assert (one.sent, other.received) == (4, 5)


async def test_early_messages_are_kept_up_to_the_limit() -> None:
    channel, sink = Channel(Drain(), Limits(queue=2)), Sink()
    for text in "abcd":
        channel.deliver(text)
    channel.open(sink)
    assert sink.heard == ["a", "b"]
    assert channel.dropped == {"overload": 2}


async def test_early_messages_are_kept_up_to_the_limit_of_characters() -> None:
    channel, sink = Channel(Drain(), Limits(unread_chars=5)), Sink()
    for text in ("abc", "def", "gh", "i"):
        channel.deliver(text)
    channel.open(sink)
    assert sink.heard == ["abc", "gh"]
    assert channel.dropped == {"overload": 2}


def test_a_channel_that_has_ended_tells_a_late_receiver_why() -> None:
    channel, sink = Channel(Drain()), Sink()
    channel.deliver("unheard")
    channel.close(PeerReloaded())
    channel.open(sink)
    assert [type(heard) for heard in sink.heard] == [PeerReloaded]


def test_closing_is_done_once_with_the_first_error() -> None:
    wire, sink = Drain(), Sink()
    channel = Channel(wire)
    seen: list[TransomError] = []
    channel.on_close = seen.append
    channel.open(sink)
    first = PeerReloaded()
    channel.close(first)
    channel.close(PeerClosed())
    channel.close()
    assert sink.heard == seen == [first]
    assert (channel.error, wire.closed) == (first, 1)


def test_nothing_goes_in_or_out_after_the_end() -> None:
    wire, sink = Drain(), Sink()
    channel = Channel(wire)
    channel.open(sink)
    channel.close()
    with pytest.raises(ClosedHere):
        channel.send("late")
    channel.deliver("late")
    assert wire.posted == []
    assert [type(heard) for heard in sink.heard] == [ClosedHere]
    assert (channel.sent, channel.received) == (0, 0)


async def test_closing_one_end_closes_the_other() -> None:
    one, other = memory_channels()
    one.close()
    await turns()
    assert isinstance(one.error, ClosedHere)
    assert isinstance(other.error, PeerClosed)


def test_a_message_that_is_too_large_is_not_sent() -> None:
    wire = Drain()
    channel = Channel(wire, Limits(message_chars=5))
    channel.send("12345")
    with pytest.raises(MessageTooLarge) as caught:
        channel.send("123456")
    assert (caught.value.chars, caught.value.limit) == (6, 5)
    channel.send("1")
    assert wire.posted == ["12345", "1"]


def test_a_peer_that_stops_reading_is_noticed_by_the_count() -> None:
    wire = Drain()
    channel = Channel(wire, Limits(unread_messages=300), knows_reading=True)
    for _ in range(300):
        channel.send("x")
    with pytest.raises(Overloaded):
        channel.send("x")
    assert len(wire.posted) == channel.sent == 300
    channel.read_up_to(wire.pings[-1])
    for _ in range(PING_EVERY_MESSAGES):
        channel.send("x")
    with pytest.raises(Overloaded):
        channel.send("x")


def test_a_peer_that_stops_reading_is_noticed_by_the_characters() -> None:
    wire = Drain()
    channel = Channel(wire, Limits(unread_chars=2 * PING_EVERY_CHARS), knows_reading=True)
    chunk = "x" * (PING_EVERY_CHARS // 2)
    for _ in range(4):
        channel.send(chunk)
    with pytest.raises(Overloaded):
        channel.send("x")
    channel.read_up_to(wire.pings[0])
    channel.send(chunk)
    channel.send(chunk)
    with pytest.raises(Overloaded):
        channel.send("x")


def test_what_was_read_is_counted_once() -> None:
    wire = Drain()
    channel = Channel(wire, Limits(unread_messages=2 * PING_EVERY_MESSAGES), knows_reading=True)
    for _ in range(2 * PING_EVERY_MESSAGES):
        channel.send("x")
    for number in (wire.pings[0], wire.pings[0], wire.pings[0] - 1):
        channel.read_up_to(number)
    for _ in range(PING_EVERY_MESSAGES):
        channel.send("x")
    with pytest.raises(Overloaded):
        channel.send("x")


def test_without_word_of_reading_there_is_no_limit_to_it() -> None:
    wire = Drain()
    channel = Channel(wire, Limits(unread_messages=1))
    for _ in range(2 * PING_EVERY_MESSAGES):
        channel.send("x")
    assert wire.pings == []


async def test_a_peer_that_reads_takes_any_number_of_messages() -> None:
    one, other = memory_channels(Limits(unread_messages=PING_EVERY_MESSAGES + 1))
    other.open(Sink())
    for _ in range(20):
        for _ in range(PING_EVERY_MESSAGES):
            one.send("x")
        await turns()
    assert other.received == 20 * PING_EVERY_MESSAGES


async def test_a_watcher_sees_what_is_sent_and_what_comes() -> None:
    one, other = memory_channels()
    seen: list[tuple[Literal["sent", "received"], str]] = []
    one.watcher = lambda kind, text: seen.append((kind, text))
    one.open(Sink())
    one.send("question")
    other.send("answer")
    one.deliver(REJECTED)
    await turns()
    assert seen == [("sent", "question"), ("received", "answer")]
