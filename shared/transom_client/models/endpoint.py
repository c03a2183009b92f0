"""A model behind any endpoint that speaks the OpenAI API, streamed where the endpoint does that."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from typing import Any

from .choice import Choice, State
from .completion import Completion
from .exchange import Post, Response, body_of, completions_url, is_endpoint, origin_of
from .limits import DEFAULT_LIMITS, Budget, Limits
from .model import Message, Progress
from .refusals import Refusal, broken_off, json_or_none, late, no_completion, unanswered, unreachable
from .sse import EventReader, TooLong


@dataclass
class Endpoint:
    post: Post
    url: str
    name: str
    key: str = ""
    limits: Limits = DEFAULT_LIMITS
    now: Callable[[], float] = time.monotonic
    """In seconds."""
    sent: Callable[[int], object] = lambda size: None
    """Called with the size of each request, in bytes."""
    streams: bool = True
    """As long as the endpoint has not refused to."""

    async def reply(
        self, messages: Sequence[Message], options: Mapping[str, Any] | None = None, progress: Progress | None = None
    ) -> Completion:
        """A `Model`'s."""
        completion = Completion()
        request = {"messages": messages, **(options or {})}
        async with aclosing(self.words(request, completion, Budget(self.limits, self.now))) as words:
            async for _ in words:
                pass
        return completion

    async def words(self, request: Mapping[str, Any], completion: Completion, budget: Budget) -> AsyncGenerator[str]:
        """The words of one completion as they come. `request` has its `messages`, and what else is asked for.

        Raises `Refusal` before any word, or another `ModelError`. Close it to give the request up.
        """
        while True:
            try:
                async with aclosing(self._request(self.body(request), completion, budget)) as words:
                    async for word in words:
                        budget.characters(word)
                        yield word
                return
            except Refusal as refusal:
                request = self._without(refusal, request)

    def body(self, request: Mapping[str, Any]) -> str:
        """What is sent."""
        return json.dumps({"model": self.name, "stream": self.streams, **request}, ensure_ascii=False)

    def _without(self, refusal: Refusal, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same request as the endpoint may take it."""
        if self.streams and refusal.objects_to("stream"):
            self.streams = False
            return request
        if "max_tokens" in request and refusal.objects_to("max_completion_tokens"):  # what newer models call it
            rest = {name: value for name, value in request.items() if name != "max_tokens"}
            return {**rest, "max_completion_tokens": request["max_tokens"]}
        raise refusal

    async def _request(self, body: str, completion: Completion, budget: Budget) -> AsyncGenerator[str]:
        headers = {"content-type": "application/json", "accept": "text/event-stream, application/json"}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        self.sent(len(body.encode("utf-8", "replace")))
        async with AsyncExitStack() as stack:
            request = self.post(completions_url(self.url), headers, body)
            try:
                async with budget.time():
                    response = await stack.enter_async_context(request)
            except TimeoutError:
                raise unanswered(origin_of(self.url)) from None
            except OSError as error:
                raise unreachable(origin_of(self.url)) from error
            try:
                async with aclosing(_words(response, completion, budget)) as words:
                    async for word in words:
                        yield word
            except TimeoutError:
                raise late() from None
            except OSError as error:
                raise broken_off(origin_of(self.url)) from error


async def _words(response: Response, completion: Completion, budget: Budget) -> AsyncGenerator[str]:
    chunks = budget.timely(response.chunks())
    if response.status != 200:
        raise Refusal(response.status, await body_of(chunks), response.header("retry-after"))
    if "text/event-stream" in response.header("content-type"):
        async for word in _streamed(chunks, completion):
            yield word
    else:
        yield completion.take_whole(json_or_none(await body_of(chunks)))
    if not completion.is_real:
        raise no_completion()


async def _streamed(chunks: AsyncIterator[bytes], completion: Completion) -> AsyncGenerator[str]:
    reader = EventReader()
    try:
        async for chunk in chunks:
            for event in reader.feed(chunk):
                yield completion.take(event)
            if completion.is_over:
                return
    except TooLong as error:
        raise no_completion() from error
    for event in reader.finish():
        yield completion.take(event)


class Endpoints:
    """A `Source`: the endpoints that a person may enter."""

    has_address = True

    def __init__(self, post: Post) -> None:
        self._post = post
        self.last_bytes = 0
        """The size of the last request."""

    def missing(self, choice: Choice) -> str:
        if not is_endpoint(choice.url):
            return "Enter the endpoint's address, with http:// or https://."
        return "" if choice.model.strip() else "Enter the name of the model."

    async def state(self) -> State:
        size = f"{self.last_bytes / 1000:.0f} kB" if self.last_bytes >= 1000 else f"{self.last_bytes} bytes"
        return State(f"The last request had {size}." if self.last_bytes else "")

    def model(self, choice: Choice) -> Endpoint:
        name, key = choice.model.strip(), choice.key.strip()
        return Endpoint(self._post, choice.url, name, key, sent=lambda size: setattr(self, "last_bytes", size))
