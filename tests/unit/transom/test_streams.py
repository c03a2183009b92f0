"""What a channel's streams let through of what comes, and what they answer themselves."""

from __future__ import annotations

import asyncio
import logging

import pytest
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCMessage,
)
from transom.channel import Rejected
from transom.exchange import OVERLOADED
from transom.jsonrpc import INVALID_REQUEST

from tests.unit.transom.streaming import Peer, cancel, error, error_in, notification, request, result

LIST = '{"jsonrpc":"2.0","id":0,"method":"tools/list"}'


async def test_messages_are_taken_in_their_order() -> None:
    peer = Peer()
    said = [request(1), notification(), request(2), notification("notifications/roots/list_changed")]
    peer.says(*said)
    assert await peer.taken() == said


async def test_a_message_wakes_the_one_that_waits() -> None:
    peer = Peer()
    waiting = asyncio.ensure_future(peer.streams.reader.receive())
    await asyncio.sleep(0)
    peer.says(request(1))
    taken = await waiting
    assert isinstance(taken, SessionMessage)
    assert taken.message == request(1)


async def test_a_malformed_request_is_answered_under_its_id(caplog: pytest.LogCaptureFixture) -> None:
    peer = Peer()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            peer.says('{"jsonrpc":"2.0","id":"a","method":"tools/list","params":[]}')
    assert [(answer.id, answer.error.code) for answer in peer.heard() if isinstance(answer, JSONRPCError)] == [
        ("a", INVALID_REQUEST)
    ] * 3
    assert await peer.taken() == []
    assert peer.channel.dropped == {"malformed": 3}
    assert len(caplog.records) == 1
    peer.says(request("a"))
    assert await peer.taken() == [request("a")]


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"jsonrpc":"2.0","id":null,"method":"a"}', '{"jsonrpc":"2.0","id":true,"method":"a"}', "\ud800"],
)
async def test_a_malformed_message_without_an_id_is_only_counted(text: str) -> None:
    peer = Peer()
    peer.says(text)
    assert peer.heard() == []
    assert await peer.taken() == []
    assert peer.channel.dropped == {"malformed": 1}


async def test_a_malformed_answer_fails_the_call_that_waits_for_it() -> None:
    peer = Peer()
    await peer.sends(request(1), request(2))
    peer.says('{"jsonrpc":"2.0","id":1,"result":[]}', '{"jsonrpc":"2.0","id":3,"result":[]}', result(2))
    refused, fine = await peer.taken()
    assert isinstance(refused, JSONRPCError)
    assert (refused.id, refused.error.code) == (1, INVALID_REQUEST)
    assert fine == result(2)
    assert peer.channel.dropped == {"malformed": 2, "unknown-id": 1}


async def test_what_the_border_rejects_is_answered_or_fails_the_call() -> None:
    peer = Peer()
    await peer.sends(request(5))
    peer.heard()
    peer.channel.deliver(Rejected("a", is_request=True, reason="too-large"))
    peer.channel.deliver(Rejected(5, is_request=False, reason="not-json"))
    assert "too-large" in error_in(peer.heard()).message
    assert "not-json" in error_in(await peer.taken()).message


@pytest.mark.parametrize("number", [None, 1, "1", "one", 0])
async def test_an_answer_to_no_request_is_dropped(number: int | str | None) -> None:
    peer = Peer()
    peer.says(error(number))
    if number is not None:
        peer.says(result(number))
    assert await peer.taken() == []
    assert set(peer.channel.dropped) == {"unknown-id"}


@pytest.mark.parametrize(("asked", "answered"), [(1, 1), ("a", "a"), (1, "1"), ("7", 7), (0, 0), ("", "")])
async def test_a_request_is_answered_once(asked: int | str, answered: int | str) -> None:
    peer = Peer()
    await peer.sends(request(asked))
    peer.says(result(answered, first=True), result(answered, first=False), error(answered))
    assert await peer.taken() == [result(answered, first=True)]
    assert peer.channel.dropped == {"unknown-id": 2}


@pytest.mark.parametrize("again", [7, "7"])
async def test_an_id_that_is_under_way_is_not_taken_twice(again: int | str) -> None:
    peer = Peer()
    peer.says(request(7), request(again))
    assert await peer.taken() == [request(7)]
    assert error_in(peer.heard()).code == INVALID_REQUEST
    await peer.sends(result(7))
    peer.says(request(again))
    assert await peer.taken() == [request(again)]


async def test_requests_beyond_the_limit_are_answered_with_an_overload() -> None:
    peer = Peer(requests=2)
    peer.says(request(1), request(2), request(3))
    assert await peer.taken() == [request(1), request(2)]
    answer = peer.heard()
    assert error_in(answer).code == OVERLOADED
    assert isinstance(answer[0], JSONRPCError)
    assert answer[0].id == 3
    await peer.sends(result(1))
    peer.says(request(4))
    assert await peer.taken() == [request(4)]


async def test_a_flood_of_requests_is_answered_and_not_kept() -> None:
    peer = Peer()
    for number in range(20_000):
        peer.says(f'{{"jsonrpc":"2.0","id":{number},"method":"tools/list"}}')
    assert len(await peer.taken()) == 2_000
    assert len(peer.texts) == peer.channel.dropped["overload"] == 18_000
    assert peer.channel.error is None


@pytest.mark.parametrize("settles", [result(1), error(1), result("1")])
async def test_an_answer_makes_room_for_another_request(settles: JSONRPCMessage) -> None:
    peer = Peer(requests=1)
    for _ in range(5):
        peer.says(request(1))
        assert await peer.taken() == [request(1)]
        await peer.sends(settles)


@pytest.mark.parametrize("number", [1, "1"])
async def test_a_request_that_its_sender_cancels_makes_room_for_another(number: int | str) -> None:
    peer = Peer(requests=1)
    for _ in range(5):
        peer.says(request(1), cancel(number))
        assert await peer.taken() == [request(1), cancel(number)]


@pytest.mark.parametrize("number", [None, True, 1.5, [], {}, "other"])
async def test_a_cancel_of_nothing_makes_no_room(number: object) -> None:
    peer = Peer(requests=1)
    peer.says(request(1), cancel(number), request(2))
    assert error_in(peer.heard()).code == OVERLOADED


async def test_the_queue_is_bounded_for_notifications() -> None:
    peer = Peer(queue=3)
    peer.says(*(notification(number=number) for number in range(10)))
    assert len(await peer.taken()) == 3
    assert peer.channel.dropped == {"overload": 7}


async def test_the_queue_is_bounded_for_cancels_of_nothing() -> None:
    peer = Peer(queue=3)
    peer.says(*(cancel(number) for number in range(100)))
    assert len(await peer.taken()) == 3


async def test_the_queue_is_bounded_for_requests_that_are_cancelled_at_once() -> None:
    peer = Peer(queue=5, requests=2)
    for number in range(100):
        peer.says(request(number), cancel(number))
    assert len(await peer.taken()) <= 5 + 2
    assert peer.channel.dropped["overload"] > 0


async def test_a_full_queue_still_takes_answers_and_cancels() -> None:
    peer = Peer(queue=2)
    await peer.sends(request(1))
    peer.says(request("a"), notification(), notification(), cancel("a"), result(1))
    assert await peer.taken() == [request("a"), notification(), cancel("a"), result(1)]
