"""A model behind any endpoint that speaks the OpenAI API: streamed, with the server's tools, in a loop with limits."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from typing import Any

from assistant.calling import call_for, read_for
from assistant.completion import Completion, NotAnObject, Wanted
from assistant.conversation import Turn
from assistant.exchange import (
    Post,
    Refusal,
    Response,
    body_of,
    broken_off,
    completions_url,
    json_of,
    late,
    no_completion,
    unanswered,
    unreachable,
)
from assistant.limits import DEFAULT_LIMITS, Budget, Limits
from assistant.messages import Message, history, result, wishes, without_calls
from assistant.model import Server
from assistant.offer import Offer
from assistant.sse import EventReader, TooLong
from assistant.tool_specs import ToolSpecs

ENDINGS = {
    "length": "\n\n*The endpoint cut the answer short: it has reached its length limit.*",
    "content_filter": "\n\n*The endpoint held the rest of the answer back: its content filter stopped it.*",
}
TRIAL: list[Message] = [{"role": "user", "content": "Answer with one word: ready"}]


@dataclass(frozen=True)
class EndpointModel:
    post: Post
    url: str
    name: str
    key: str = ""
    limits: Limits = DEFAULT_LIMITS
    now: Callable[[], float] = time.monotonic
    """In seconds."""

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncGenerator[str]:
        asking = _Asking(self, Budget(self.limits, self.now))
        messages = history(turns, self.limits, ToolSpecs(server.offer))
        while True:
            completion, specs = Completion(), ToolSpecs(server.offer)  # tools come and go
            async with aclosing(asking.complete(messages, specs, completion)) as words:
                async for word in words:
                    yield word
            if not completion.calls:
                yield ENDINGS.get(completion.reason, "")
                return
            yield "\n\n" if completion.text else ""
            messages.append(wishes(completion))
            for call in completion.calls:
                messages.append(result(call.id, await self._result(call, specs, server, asking.budget)))

    async def _result(self, wanted: Wanted, specs: ToolSpecs, server: Server, budget: Budget) -> str:
        budget.call()
        try:
            arguments = wanted.parsed()
        except NotAnObject as error:
            return f"Error: {error}"
        if specs.reader and wanted.name == specs.reader:
            return await read_for(server, arguments, self.limits.result_characters)
        return await call_for(server, specs.tool(wanted.name), arguments, self.limits.result_characters)

    async def try_out(self) -> str:
        """A small request, to see whether it answers; the words that came back. Raises `ModelError`."""
        completion = Completion()
        words = _Asking(self, Budget(self.limits, self.now)).complete(TRIAL, ToolSpecs(Offer()), completion)
        async with aclosing(words):
            async for _ in words:
                pass
        return completion.text.strip()


@dataclass
class _Asking:
    """The requests for one answer, and what the endpoint turned out not to take."""

    model: EndpointModel
    budget: Budget
    takes_tools: bool = True
    streams: bool = True

    async def complete(
        self, messages: Sequence[Message], specs: ToolSpecs, completion: Completion
    ) -> AsyncGenerator[str]:
        """The words of one completion as they come. Raises `ModelError`."""
        self.budget.round()
        while True:
            try:
                async with aclosing(self._request(self._body(messages, specs), completion)) as words:
                    async for word in words:
                        self.budget.characters(word)
                        yield word
                return
            except Refusal as refusal:
                yield self._without(refusal, specs)

    def _without(self, refusal: Refusal, specs: ToolSpecs) -> str:
        """Go on without what the endpoint refuses, if there is a way; what the person has to know of it."""
        if self.takes_tools and specs.specs and refusal.objects_to("tool", "function"):
            self.takes_tools = False
            says = refusal.quoted()
            return (
                f"*The endpoint takes no tools{says}: nothing was looked up, this is from the conversation alone.*\n\n"
            )
        if self.streams and refusal.objects_to("stream"):
            self.streams = False
            return ""
        raise refusal.error() from refusal

    def _body(self, messages: Sequence[Message], specs: ToolSpecs) -> str:
        body: dict[str, Any] = {"model": self.model.name, "stream": self.streams}
        if self.takes_tools and specs.specs:
            body |= {"messages": messages, "tools": specs.specs}
        else:
            body["messages"] = without_calls(messages)
        return json.dumps(body)

    async def _request(self, body: str, completion: Completion) -> AsyncGenerator[str]:
        """Raises `Refusal` before any word, or `ModelError`."""
        model = self.model
        headers = {"content-type": "application/json", "accept": "text/event-stream, application/json"}
        if model.key:
            headers["authorization"] = f"Bearer {model.key}"
        async with AsyncExitStack() as stack:
            request = model.post(completions_url(model.url), headers, body)
            try:
                async with self.budget.time():
                    response = await stack.enter_async_context(request)
            except TimeoutError:
                raise unanswered(model.url) from None
            except OSError as error:
                raise unreachable(model.url) from error
            try:
                async with aclosing(self._words(response, completion)) as words:
                    async for word in words:
                        yield word
            except TimeoutError:
                raise late() from None
            except OSError as error:
                raise broken_off(model.url) from error

    async def _words(self, response: Response, completion: Completion) -> AsyncGenerator[str]:
        chunks = self.budget.timely(response.chunks())
        if response.status != 200:
            raise Refusal(response.status, await body_of(chunks), response.header("retry-after"))
        if "text/event-stream" in response.header("content-type"):
            async for word in _streamed(chunks, completion):
                yield word
        else:
            yield completion.take_whole(json_of(await body_of(chunks)))
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
