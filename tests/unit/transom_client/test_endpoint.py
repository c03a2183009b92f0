"""One completion of an endpoint: streamed or whole, and every way in which an endpoint can fail."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from transom_client.models.completion import Completion
from transom_client.models.endpoint import Endpoint
from transom_client.models.exchange import MAX_BODY_BYTES, completions_url
from transom_client.models.limits import DEFAULT_LIMITS, Budget, Limits
from transom_client.models.model import TRIAL
from transom_client.models.refusals import ModelError

from .endpoints import DONE, Play, Reply, chunk, end, error, event, refuses, says

pytestmark = pytest.mark.anyio

URL = "https://api.example/v1/"


def an_endpoint(play: Play, **options: Any) -> Endpoint:
    return Endpoint(play, URL, "tiny", options.pop("key", ""), **options)


async def ask(play: Play, **options: Any) -> str:
    return (await an_endpoint(play, **options).reply(TRIAL)).text


def words_of(endpoint: Endpoint) -> AsyncIterator[str]:
    return endpoint.words({"messages": TRIAL}, Completion(), Budget(DEFAULT_LIMITS, lambda: 0.0))


async def test_words_come_as_they_are_written_and_the_size_of_the_request_is_told() -> None:
    play, sizes = Play(says("Good ", "day")), list[int]()
    words = words_of(an_endpoint(play, key="secret", sent=sizes.append))
    assert [word async for word in words if word] == ["Good ", "day"]
    assert play.urls == ["https://api.example/v1/chat/completions"]
    assert play.headers[0]["authorization"] == "Bearer secret"
    assert play.requests == [{"model": "tiny", "stream": True, "messages": TRIAL}]
    assert sizes == [len(json.dumps(play.requests[0]))]
    assert play.open == 0


async def test_without_a_key_there_is_no_authorization() -> None:
    play = Play(says("ready"))
    await ask(play)
    assert "authorization" not in play.headers[0]


async def test_a_reply_tells_what_the_model_calls_itself_and_why_it_ended() -> None:
    body = {"model": "tiny-1", "choices": [{"message": {"content": "ready"}, "finish_reason": "length"}]}
    for reply in (
        Reply(json.dumps(body).encode(), kind="application/json"),
        Reply(event({"model": "tiny-1", **json.loads(chunk(content="ready")[6:])}), end("length"), DONE),
    ):
        completion = await an_endpoint(Play(reply)).reply(TRIAL, {"max_tokens": 9})
        assert (completion.text, completion.model, completion.reason) == ("ready", "tiny-1", "length")


async def test_newer_endpoints_get_the_limit_under_its_newer_name() -> None:
    play = Play(error(400, "Use 'max_completion_tokens' instead."), says("ready"))
    await an_endpoint(play).reply(TRIAL, {"max_tokens": 9})
    assert "max_tokens" not in play.requests[1]
    assert play.requests[1]["max_completion_tokens"] == 9


async def test_an_endpoint_that_does_not_stream_is_asked_for_all_at_once() -> None:
    body = {"choices": [{"message": {"content": [{"type": "text", "text": "3."}]}}]}
    whole = Reply(json.dumps(body).encode(), kind="application/json")
    play = Play(error(422, "`stream` must be false"), whole, whole)
    endpoint = an_endpoint(play)
    assert [(await endpoint.reply(TRIAL)).text for _ in range(2)] == ["3.", "3."]
    assert [request["stream"] for request in play.requests] == [True, False, False]


@pytest.mark.parametrize("url", ["https://a/v1", "https://a/v1/", " https://a/v1/chat/completions"])
def test_an_address_is_that_of_the_api_or_of_its_completions(url: str) -> None:
    assert completions_url(url) == "https://a/v1/chat/completions"


async def test_an_answer_that_is_waited_for_can_be_given_up() -> None:
    play = Play(Reply(chunk(content="So "), None))
    begun = asyncio.Event()

    async def read() -> None:
        async for _ in words_of(an_endpoint(play)):
            begun.set()

    task = asyncio.ensure_future(read())
    await asyncio.wait_for(begun.wait(), 5)
    assert play.open == 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert play.open == 0


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (error(401, "Bad key"), "refused the key. Check it in the settings. It says: “Bad key”"),
        (error(403, "No"), "refused the key"),
        (error(404, "No model tiny"), "no such address or no such model"),
        (error(429, "Slow down", retry_after="20"), "Try again in 20 seconds."),
        (error(429, "Slow down", retry_after="Wed, 21 Oct 2026"), "Try again after Wed, 21 Oct 2026."),
        (error(429, "Slow down"), "Try again in a while."),
        (error(413, "Too long"), "Begin a new one"),
        (error(504, "Slow"), "took too long"),
        (error(500, "The tool parser crashed while streaming"), "failed (status 500)"),
        (refuses(503, "<html>Bad gateway</html>"), "failed (status 503). Try again in a while."),
        (refuses(418, '{"detail": "A teapot"}'), "status 418). Check the settings. It says: “A teapot”"),
        (OSError("Failed to fetch"), "https://api.example:443 can't be reached"),
        (Reply(b"<html>", kind="text/html"), "not with a chat completion"),
        (Reply(b'{"object": "list"}', kind="application/json"), "not with a chat completion"),
        (Reply(b'{"error": "overloaded"}', kind="application/json"), "stopped with an error: overloaded"),
        (Reply(b": nothing\n\n", DONE), "not with a chat completion"),
        (Reply(b"\x00\xff garbage \n\n data: {\n\n"), "not with a chat completion"),
        (Reply(chunk(content="So "), OSError("reset")), "broke off in the middle"),
        (Reply(chunk(content="So "), event({"error": {"message": "Full"}})), "stopped with an error: Full"),
        (Reply(b"event: error\ndata: it broke\n\n"), "stopped with an error: it broke"),
        (Reply(b"x" * (MAX_BODY_BYTES + 1), kind="application/json"), "not with a chat completion"),
        (Reply(b"data: " + b"x" * 3_000_000), "not with a chat completion"),
    ],
)
async def test_each_failure_of_an_endpoint_says_what_to_do(reply: Reply | Exception, words: str) -> None:
    with pytest.raises(ModelError, match=re.escape(words)):
        await ask(Play(reply))


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(chunk(content="So "), None), "Nothing more came"),
        (None, "https://api.example:443 was asked, and has not begun to answer"),
    ],
)
async def test_an_endpoint_that_falls_silent_is_given_up(reply: Reply | None, words: str) -> None:
    play = Play(reply)
    with pytest.raises(ModelError, match=words):
        await ask(play, limits=Limits(silent_seconds=0.02))
    assert play.open == 0


async def test_an_answer_is_over_when_the_endpoint_says_so_whether_it_closes_the_connection_or_not() -> None:
    play = Play(Reply(chunk(content="3."), DONE, None))
    assert await asyncio.wait_for(ask(play), 5) == "3."
    assert play.open == 0


async def test_an_endpoint_that_never_ends_is_given_up_by_its_total_time() -> None:
    now = iter(range(0, 10_000, 10))
    replies = Reply(*[b": still here\n\n"] * 100)
    with pytest.raises(ModelError, match="more than 100 seconds"):
        await ask(Play(replies), limits=Limits(seconds=100), now=lambda: next(now))
