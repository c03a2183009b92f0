"""What a channel's streams send, what they remember of it, and how they end."""

from __future__ import annotations

import asyncio

import anyio
import pytest
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCRequest,
)
from transom.errors import MessageTooLarge, NotJson, Overloaded, PeerReloaded

from tests.unit.transom.streaming import Peer, cancel, error, error_in, notification, request, result


async def test_calls_beyond_the_limit_fail_here() -> None:
    peer = Peer(requests=2)
    await peer.sends(request(1), request(2))
    with pytest.raises(Overloaded):
        await peer.sends(request(3))
    peer.says(result(1))
    await peer.sends(request(3))
    assert [message.id for message in peer.heard() if isinstance(message, JSONRPCRequest)] == [1, 2, 3]


async def test_a_call_that_is_cancelled_makes_room_and_its_late_answer_is_dropped() -> None:
    peer = Peer(requests=1)
    for number in range(5):
        await peer.sends(request(number), cancel(number))
        peer.says(result(number))
    assert await peer.taken() == []
    assert peer.channel.dropped == {"unknown-id": 5}


async def test_every_open_call_fails_with_the_reason_when_the_channel_ends() -> None:
    peer = Peer()
    await peer.sends(request(1), request("b"), request(3))
    peer.says(result(3), notification())
    peer.channel.close(PeerReloaded())
    taken = await peer.taken()
    assert taken[:2] == [result(3), notification()]
    data = ErrorData(code=CONNECTION_CLOSED, message=str(PeerReloaded()), data={"transom": "PEER_RELOADED"})
    assert taken[2:] == [JSONRPCError(jsonrpc="2.0", id=number, error=data) for number in (1, "b")]
    with pytest.raises(anyio.EndOfStream):
        await peer.streams.reader.receive()


async def test_the_end_wakes_the_one_that_waits() -> None:
    peer = Peer()
    waiting = asyncio.ensure_future(peer.streams.reader.receive())
    await asyncio.sleep(0)
    peer.channel.close()
    with pytest.raises(anyio.EndOfStream):
        await waiting


async def test_nothing_is_written_after_the_end() -> None:
    peer = Peer()
    peer.channel.close()
    for message in (request(1), notification(), result(1), error(1)):
        with pytest.raises(anyio.BrokenResourceError):
            await peer.sends(message)
    assert peer.texts == []


async def test_closing_the_streams_is_done_as_often_as_you_like() -> None:
    peer = Peer()
    waiting = asyncio.ensure_future(peer.streams.reader.receive())
    await asyncio.sleep(0)
    for _ in range(2):
        async with peer.streams.reader, peer.streams.writer:
            pass
    with pytest.raises(anyio.ClosedResourceError):
        await waiting
    with pytest.raises(anyio.ClosedResourceError):
        await peer.sends(notification())
    peer.says(request(1))
    with pytest.raises(anyio.ClosedResourceError):
        await peer.streams.reader.receive()


async def test_a_request_that_comes_after_the_streams_were_closed_is_turned_down() -> None:
    peer = Peer()
    await peer.sends(request(5))
    await peer.streams.reader.aclose()
    peer.heard()
    peer.says(request(1), notification(), result(5))
    assert error_in(peer.heard()).code == CONNECTION_CLOSED
    assert peer.channel.error is None


@pytest.mark.parametrize(
    "value", [float("nan"), object(), "\ud800", lambda: None], ids=["nan", "object", "surrogate", "function"]
)
async def test_a_result_that_is_not_json_becomes_an_error_of_that_call(value: object) -> None:
    peer = Peer(requests=1)
    peer.says(request(1))
    await peer.sends(result(1, x=value))
    assert error_in(peer.heard()).code == INTERNAL_ERROR
    peer.says(request(2))
    assert await peer.taken() == [request(1), request(2)]


@pytest.mark.parametrize(
    "broken",
    [error(1, data=object()), error(1, data=float("nan")), error(1, message="\ud800")],
    ids=["object", "nan", "surrogate"],
)
async def test_an_error_that_is_not_json_becomes_another_error_of_that_call(broken: JSONRPCError) -> None:
    peer = Peer(requests=1)
    peer.says(request(1))
    await peer.sends(broken)
    assert error_in(peer.heard()).code == INTERNAL_ERROR
    peer.says(request(2))
    assert await peer.taken() == [request(1), request(2)]


async def test_an_answer_that_is_too_large_becomes_an_error_of_that_call() -> None:
    peer = Peer(requests=1, message_chars=400)
    for answer in (result(1, x="x" * 500), error(1, message="x" * 500), error(1, data="x" * 500)):
        peer.says(request(1))
        await peer.sends(answer)
        refusal = error_in(peer.heard())
        assert refusal.code == INTERNAL_ERROR
        assert "400" in refusal.message


async def test_a_call_or_a_notification_that_can_not_be_sent_fails_where_it_is_made() -> None:
    peer = Peer(message_chars=400)
    for message in (request(1, x=object()), notification(x=object())):
        with pytest.raises(NotJson):
            await peer.sends(message)
    for message in (request(1, x="x" * 500), notification(x="x" * 500)):
        with pytest.raises(MessageTooLarge):
            await peer.sends(message)
    assert peer.heard() == []
    await peer.sends(request(1))
    peer.channel.close(PeerReloaded())
    assert len(await peer.taken()) == 1


@pytest.mark.parametrize("lost", [result(1), error(1), notification()], ids=["result", "error", "notification"])
async def test_a_peer_that_does_not_read_its_answers_is_given_up(lost: JSONRPCMessage) -> None:
    peer = Peer(knows_reading=True, unread_messages=2)
    await peer.sends(notification(), notification())
    with pytest.raises(anyio.BrokenResourceError):
        await peer.sends(lost)
    assert isinstance(peer.channel.error, Overloaded)


async def test_a_call_to_a_peer_that_does_not_read_fails_alone() -> None:
    peer = Peer(knows_reading=True, unread_messages=2)
    await peer.sends(notification(), notification())
    with pytest.raises(Overloaded):
        await peer.sends(request(1))
    assert peer.channel.error is None


async def test_a_refusal_that_the_peer_does_not_read_ends_the_session() -> None:
    peer = Peer(knows_reading=True, unread_messages=2)
    peer.says(*['{"jsonrpc":"2.0","id":1,"method":1}'] * 3)
    assert isinstance(peer.channel.error, Overloaded)
