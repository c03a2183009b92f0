"""Models that answer servers for the person, behind a request that tests write."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import mcp_types as types
import pytest
from transom_client.models.choice import Choice
from transom_client.models.endpoint import Endpoint
from transom_client.models.refusals import ModelError

from demo_host.state.chat import Draft, texts_of, turns, with_texts
from demo_host.state.models import KEY, SamplingModel, host_models

from ..transom_client.browsers import StandIn
from ..transom_client.endpoints import DONE, Play, Reply, chunk, end, error, refuses, says
from .sessions import new_store
from .storage import MemoryStorage

pytestmark = pytest.mark.anyio

URL = "http://localhost:1234/v1/"
GOOD = {"model": "tiny-1", "choices": [{"message": {"content": "ready"}, "finish_reason": "length"}]}


def request(**more: Any) -> types.CreateMessageRequestParams:
    content = types.TextContent(type="text", text="Hello")
    messages = [types.SamplingMessage(role="user", content=content)]
    return types.CreateMessageRequestParams.model_validate({"messages": messages, "max_tokens": 9, **more})


async def draft(play: Play, **more: Any) -> Draft:
    return await SamplingModel(Endpoint(play, URL, "tiny")).complete(request(**more))


async def test_a_request_becomes_a_chat_completion_and_its_answer_a_draft() -> None:
    play = Play(Reply(json.dumps(GOOD).encode(), kind="application/json"))
    found = await draft(play, system_prompt="Be brief.", temperature=0.5, stop_sequences=["x"])
    assert (found.text, found.model, found.stop_reason) == ("ready", "tiny-1", "maxTokens")
    assert play.requests[0] == {
        "model": "tiny",
        "stream": True,
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}],
        "max_tokens": 9,
        "temperature": 0.5,
        "stop": ["x"],
    }


@pytest.mark.parametrize(
    ("reason", "told"),
    [("stop", "endTurn"), ("length", "maxTokens"), ("content_filter", "content_filter"), ("", None)],
)
async def test_why_an_answer_ended_is_told_in_the_words_of_mcp(reason: str, told: str | None) -> None:
    found = await draft(Play(Reply(chunk(content="So"), *([end(reason)] if reason else []), DONE)))
    assert (found.model, found.stop_reason) == ("tiny", told)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (error(401, "bad key"), "refused the key.*It says: “bad key”"),
        (refuses(404, '{"error": "model missing"}'), "no such model.*It says: “model missing”"),
        (refuses(429, "{}"), "enough requests"),
        (refuses(503, "<html>"), "failed .status 503."),
        (refuses(418, "[]"), "status 418"),
        (OSError("network"), "CORS"),
        (Reply(b"<html>", kind="text/html"), "not with a chat completion"),
        (Reply(b'{"choices": []}', kind="application/json"), "not with a chat completion"),
        (Reply(b"[1]", kind="application/json"), "not with a chat completion"),
        (Reply(b'{"choices": [{"message": {"content": null}}]}', kind="application/json"), "wrote nothing"),
        (Reply(end("length"), DONE), "wrote nothing .it says why it ended: length."),
    ],
)
async def test_what_goes_wrong_is_said_in_plain_words(answer: Reply | Exception, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        await draft(Play(answer))


def test_pictures_and_sounds_go_along_and_tool_results_do_not() -> None:
    content = [
        types.TextContent(type="text", text="What is it?"),
        types.ImageContent(type="image", data="aaaa", mime_type="image/png"),
        types.AudioContent(type="audio", data="bbbb", mime_type="audio/x-wav"),
    ]
    messages = [types.SamplingMessage(role="user", content=list(content))]
    assert turns(request(messages=messages))[0]["content"] == [
        {"type": "text", "text": "What is it?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,aaaa"}},
        {"type": "input_audio", "input_audio": {"data": "bbbb", "format": "wav"}},
    ]
    use = types.ToolUseContent(type="tool_use", id="1", name="a", input={})
    with pytest.raises(ModelError, match="by hand"):
        turns(request(messages=[types.SamplingMessage(role="assistant", content=use)]))


def test_a_person_may_change_the_texts_of_a_request_before_a_model_sees_them() -> None:
    image = types.ImageContent(type="image", data="aaaa", mime_type="image/png")
    text = types.TextContent(type="text", text="What is it?")
    asked = request(messages=[types.SamplingMessage(role="user", content=[image, text])], system_prompt="Be long.")
    assert texts_of(asked) == ["What is it?"]
    changed = with_texts(asked, "Be brief.", ["Which bird?"])
    assert (changed.system_prompt, texts_of(changed)) == ("Be brief.", ["Which bird?"])
    assert (asked.system_prompt, texts_of(asked)) == ("Be long.", ["What is it?"])


async def test_the_browsers_model_answers_text() -> None:
    models = host_models(new_store(), MemoryStorage(), Play(), StandIn("Hi."))
    models.choose(Choice("browser"))
    model = models.chosen()
    assert model
    assert model.name == "the browser's model"
    assert await model.complete(request()) == Draft("Hi.", "browser", "endTurn")
    image = types.ImageContent(type="image", data="aaaa", mime_type="image/png")
    with pytest.raises(ModelError, match="text only"):
        await model.complete(request(messages=[types.SamplingMessage(role="user", content=image)]))


async def test_what_an_earlier_visit_kept_is_read_and_a_choice_is_said_to_the_store() -> None:
    store, kept = new_store(), MemoryStorage({KEY: '{"kind": "endpoint", "url": "http://a/v1", "model": "tiny"}'})
    told: list[str] = []
    store.watch("model", lambda: told.append("changed"))
    models = host_models(store, kept, Play(says("ready")))
    assert (model := models.chosen())
    assert model.name == "tiny"
    models.choose(Choice("none"))
    assert models.chosen() is None
    await asyncio.sleep(0)
    assert told == ["changed"]
