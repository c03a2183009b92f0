"""Models that answer for the person, behind a fetch that tests write."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import mcp_types as types
import pytest

from demo_host.state.chat import ModelError, texts_of, trial, turns, with_texts
from demo_host.state.endpoint import EndpointModel, Reply, completions_url
from demo_host.state.models import BrowserModel, ModelChoice, Models

from .sessions import new_store

pytestmark = pytest.mark.anyio

GOOD = {"model": "tiny-1", "choices": [{"message": {"content": "ready"}, "finish_reason": "length"}]}


class Endpoint:
    """Gives replies one after the other, and keeps what it was sent."""

    def __init__(self, *replies: Reply | Exception) -> None:
        self.replies = list(replies)
        self.sent: list[tuple[str, Mapping[str, str], dict[str, Any]]] = []

    async def __call__(self, url: str, headers: Mapping[str, str], body: str) -> Reply:
        self.sent.append((url, headers, json.loads(body)))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


class Kept(dict[str, str]):
    def set(self, key: str, value: str) -> None:
        self[key] = value


def reply(status: int, body: object) -> Reply:
    return Reply(status, json.dumps(body))


def request(**more: Any) -> types.CreateMessageRequestParams:
    content = types.TextContent(type="text", text="Hello")
    messages = [types.SamplingMessage(role="user", content=content)]
    return types.CreateMessageRequestParams.model_validate({"messages": messages, "max_tokens": 9, **more})


async def test_a_request_becomes_a_chat_completion_and_its_answer_a_draft() -> None:
    endpoint = Endpoint(reply(200, GOOD))
    model = EndpointModel(endpoint, "http://localhost:1234/v1/", "tiny", "secret")
    draft = await model.complete(request(system_prompt="Be brief.", temperature=0.5, stop_sequences=["x"]))
    assert (draft.text, draft.model, draft.stop_reason) == ("ready", "tiny-1", "maxTokens")
    url, headers, body = endpoint.sent[0]
    assert url == "http://localhost:1234/v1/chat/completions"
    assert headers["authorization"] == "Bearer secret"
    assert body == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}],
        "max_tokens": 9,
        "temperature": 0.5,
        "stop": ["x"],
    }


async def test_no_key_sends_no_authorization() -> None:
    endpoint = Endpoint(reply(200, GOOD))
    await EndpointModel(endpoint, "http://a.example", "tiny").complete(trial())
    assert "authorization" not in endpoint.sent[0][1]


async def test_newer_endpoints_get_the_limit_under_its_newer_name() -> None:
    refusal = {"error": {"message": "Use 'max_completion_tokens' instead."}}
    endpoint = Endpoint(reply(400, refusal), reply(200, GOOD))
    await EndpointModel(endpoint, "http://a.example", "tiny").complete(request())
    assert "max_tokens" not in endpoint.sent[1][2]
    assert endpoint.sent[1][2]["max_completion_tokens"] == 9


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (reply(401, {"error": {"message": "bad key"}}), "refused the key.*It says: bad key"),
        (reply(404, {"error": "model missing"}), "no such model.*It says: model missing"),
        (reply(429, {}), "enough requests"),
        (reply(503, "<html>"), "failed .status 503."),
        (reply(418, []), "status 418"),
        (OSError("network"), "CORS"),
        (TimeoutError(), "No answer within"),
        (Reply(200, "<html>"), "not with a chat completion"),
        (reply(200, {"choices": []}), "not with a chat completion"),
        (reply(200, {"choices": [{"message": {"content": None}}]}), "not with a chat completion"),
        (reply(200, [1]), "not with a chat completion"),
    ],
)
async def test_what_goes_wrong_is_said_in_plain_words(answer: Reply | Exception, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        await EndpointModel(Endpoint(answer), "http://a.example", "tiny").complete(trial())


async def test_an_answer_that_is_waited_for_can_be_given_up() -> None:
    started = asyncio.Event()

    async def never(url: str, headers: Mapping[str, str], body: str) -> Reply:
        started.set()
        return await asyncio.get_running_loop().create_future()

    task = asyncio.ensure_future(EndpointModel(never, "http://a.example", "tiny").complete(trial()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


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
    async def prompt(messages: list[dict[str, Any]]) -> str:
        return f"{len(messages)} messages"

    draft = await BrowserModel(prompt).complete(request(system_prompt="Be brief."))
    assert (draft.text, draft.model) == ("2 messages", "browser")
    image = types.ImageContent(type="image", data="aaaa", mime_type="image/png")
    with pytest.raises(ModelError, match="text only"):
        await BrowserModel(prompt).complete(request(messages=[types.SamplingMessage(role="user", content=image)]))


async def test_a_browser_that_can_not_answer_says_so() -> None:
    async def prompt(messages: list[dict[str, Any]]) -> str:
        raise OSError("no room")

    with pytest.raises(ModelError, match="did not answer: no room"):
        await BrowserModel(prompt).complete(trial())


async def test_a_choice_outlives_the_page_and_its_key_only_where_that_is_wanted() -> None:
    kept = Kept()
    models = Models(new_store(), kept, Endpoint())
    assert models.chosen is None
    chosen = ModelChoice("endpoint", "https://api.example/v1", "tiny")
    models.choose(chosen, "secret")
    assert models.chosen is not None
    assert models.chosen.name == "tiny"
    assert "secret" not in kept["model"]
    again = Models(new_store(), kept, Endpoint())
    assert (again.choice, again.key) == (chosen, "")
    again.choose(chosen, "secret", keep_key=True)
    assert Models(new_store(), kept, Endpoint()).key == "secret"
    again.choose(ModelChoice("none"), "")
    assert Models(new_store(), kept, Endpoint()).chosen is None


async def test_a_key_does_not_go_along_to_another_endpoint() -> None:
    models = Models(new_store(), Kept(), Endpoint())
    models.choose(ModelChoice("endpoint", "", "tiny"), "secret")
    models.choose(ModelChoice("endpoint", "https://api.example/v1", "tiny"), "secret")
    models.choose(ModelChoice("endpoint", "https://api.example/v2", "tiny"), "secret")
    assert models.key == "secret"
    models.choose(ModelChoice("endpoint", "https://api.example:8443/v2", "tiny"), "secret")
    assert models.key == ""
    models.choose(ModelChoice("endpoint", "http://[", "tiny"), "new")
    assert models.key == "new"


@pytest.mark.parametrize("text", ["{", "[]", '{"kind": 5}', '{"kind": "other", "url": 1}'])
async def test_what_somebody_else_wrote_into_the_storage_is_no_choice(text: str) -> None:
    models = Models(new_store(), Kept(model=text), Endpoint())
    assert models.choice == ModelChoice()


async def test_a_choice_without_what_it_needs_is_none() -> None:
    models = Models(new_store(), Kept(), Endpoint())
    for choice in [
        ModelChoice("endpoint", "", "tiny"),
        ModelChoice("endpoint", "ftp://a", "tiny"),
        ModelChoice("browser"),
    ]:
        models.choose(choice)
        assert models.chosen is None
    assert completions_url("https://a/chat/completions") == "https://a/chat/completions"
