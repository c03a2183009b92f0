"""A model behind an endpoint, which calls the server's tools itself: in a loop with limits."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from transom_client.models.completion import Completion, NotAnObject, Wanted
from transom_client.models.endpoint import Endpoint
from transom_client.models.limits import Budget
from transom_client.models.refusals import Refusal

from assistant.calling import call_for
from assistant.conversation import Turn
from assistant.limits import DEFAULT_LIMITS, Limits
from assistant.model import Server
from assistant.request import Request, Result
from assistant.tool_specs import ToolSpecs

ENDINGS = {
    "length": "\n\n*The endpoint cut the answer short: it has reached its length limit.*",
    "content_filter": "\n\n*The endpoint held the rest of the answer back: its content filter stopped it.*",
}
NO_TOOLS = "*The endpoint takes no tools{}: nothing was looked up, this is from the conversation alone.*\n\n"


@dataclass(frozen=True)
class ToolLoop:
    """A `Model`."""

    endpoint: Endpoint
    limits: Limits = DEFAULT_LIMITS
    now: Callable[[], float] = time.monotonic
    """In seconds."""

    @property
    def name(self) -> str:
        return self.endpoint.name

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncGenerator[str]:
        asking = _Asking(self.endpoint, server, Request(turns, self.limits), Budget(self.limits, self.now))
        while True:
            completion, specs = Completion(), ToolSpecs(server.offer)  # tools come and go
            async with aclosing(asking.words(specs, completion)) as words:
                async for word in words:
                    yield word
            if not completion.calls:
                yield ENDINGS.get(completion.reason, "")
                return
            yield "\n\n" if completion.text else ""
            results = [await asking.result(call, specs) for call in completion.calls]
            asking.request.add(completion, results)


@dataclass
class _Asking:
    """The requests for one answer."""

    endpoint: Endpoint
    server: Server
    request: Request
    budget: Budget
    takes_tools: bool = True
    """As long as the endpoint has not refused to."""

    async def words(self, specs: ToolSpecs, completion: Completion) -> AsyncGenerator[str]:
        """Of one completion, as they come. Raises `ModelError`."""
        self.budget.round()
        if self.takes_tools and specs.specs:
            try:
                request = self.request.with_tools(specs)
                async with aclosing(self.endpoint.words(request, completion, self.budget)) as words:
                    async for word in words:
                        yield word
                return
            except Refusal as refusal:
                if not refusal.objects_to("tool", "function"):
                    raise
                self.takes_tools = False
                yield NO_TOOLS.format(refusal.quoted())
        async with aclosing(self.endpoint.words(self.request.without_tools(), completion, self.budget)) as words:
            async for word in words:
                yield word

    async def result(self, wanted: Wanted, specs: ToolSpecs) -> Result:
        self.budget.call()
        try:
            arguments = wanted.parsed()
        except NotAnObject as error:
            return self.request.result(wanted.id, f"Error: {error}")
        if wanted.name == specs.rest:
            return self.request.rest(wanted.id, arguments)
        return self.request.result(wanted.id, await call_for(self.server, specs, wanted.name, arguments))
