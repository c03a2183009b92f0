"""What servers ask of the person: one queue of questions, first come, first shown."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

import mcp_types as types
from pydantic import ValidationError

from .addresses import DEFAULT_PORTS, ascii_host, ascii_rest
from .chat import Draft
from .roots import RootLists
from .store import Store

MAX_WAITING = 20
"""Questions of one server; what it asks beyond them is declined."""
MANY = 3
"""After so many questions a person may want to hear no more of them."""

REFUSED_BY_PERSON = -1
"""The code that the specification gives in its example."""

Withdrawal = Literal["taken back", "session ended"]

Outcome = types.ElicitResult | types.CreateMessageResult | types.ErrorData


class Misfit(ValueError):
    """An answer that can't be sent; its text says why."""


@dataclass(eq=False)
class Ask:
    """A question that waits for its answer."""

    server_id: str
    time: float
    """Milliseconds since 1970."""
    params: types.ElicitRequestParams | types.CreateMessageRequestParams
    answer: asyncio.Future[Any] = field(repr=False)
    withdrawal: Withdrawal | None = None
    """Why nobody waits for its answer any more."""


class AskQueue:
    """Topic: `asks`. The methods `elicit`, `sample` and `roots` are what a connection calls."""

    def __init__(self, store: Store, roots: RootLists, now: Callable[[], float]) -> None:
        """`now` gives milliseconds since 1970."""
        self.waiting: list[Ask] = []
        self.withdrawn: Ask | None = None
        """The last question that went without an answer, with the reason in it."""
        self.declined: Counter[str] = Counter()
        """How many questions of each server were declined without being shown."""
        self.muted: set[str] = set()
        self._asked: Counter[str] = Counter()
        self.store = store
        self.root_lists = roots
        self._now = now

    async def elicit(self, server_id: str, params: types.ElicitRequestParams) -> types.ElicitResult:
        return await self._wait(server_id, params, types.ElicitResult(action="decline"))

    async def sample(
        self, server_id: str, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        if params.tools or params.tool_choice:
            return types.ErrorData(
                code=types.INVALID_PARAMS, message="This host has not declared sampling.tools: ask without tools."
            )
        refused = types.ErrorData(code=REFUSED_BY_PERSON, message="Too many requests wait for the person.")
        return await self._wait(server_id, params, refused)

    async def roots(self, server_id: str) -> types.ListRootsResult:
        return types.ListRootsResult(roots=self.root_lists.of(server_id))

    @property
    def first(self) -> Ask | None:
        return self.waiting[0] if self.waiting else None

    def of(self, server_id: str) -> list[Ask]:
        return [ask for ask in self.waiting if ask.server_id == server_id]

    def asks_much(self, server_id: str) -> bool:
        return self._asked[server_id] > MANY

    def accept(self, ask: Ask, content: Mapping[str, Any] | None = None) -> None:
        """Answer an elicitation. Raises `Misfit` for what the protocol has no place for."""
        try:
            result = types.ElicitResult(action="accept", content=None if content is None else dict(content))
        except ValidationError as error:
            place = error.errors()[0]["loc"]
            name = place[1] if len(place) > 1 else "The answer"
            raise Misfit(f"{name} can only be a text, a number, yes or no, or a list of texts.") from error
        self._settle(ask, result)

    def respond(self, ask: Ask, draft: Draft) -> None:
        """Answer a request for a model's message."""
        content = types.TextContent(type="text", text=draft.text)
        self._settle(
            ask,
            types.CreateMessageResult(
                role="assistant", content=content, model=draft.model, stop_reason=draft.stop_reason
            ),
        )

    def decline(self, ask: Ask) -> None:
        """Say no."""
        if isinstance(ask.params, types.CreateMessageRequestParams):
            self._settle(ask, types.ErrorData(code=REFUSED_BY_PERSON, message="User rejected sampling request"))
        else:
            self._settle(ask, types.ElicitResult(action="decline"))

    def cancel(self, ask: Ask) -> None:
        """Close a question without a choice."""
        if isinstance(ask.params, types.CreateMessageRequestParams):
            self.decline(ask)
        else:
            self._settle(ask, types.ElicitResult(action="cancel"))

    def mute(self, server_id: str) -> None:
        """Decline what a server asks, now and until its session ends."""
        self.muted.add(server_id)
        for ask in self.of(server_id):
            self.decline(ask)
        self.store.touch("asks")

    def drop(self, server_id: str) -> None:
        """A session ends: nobody waits for the answers."""
        for ask in self.of(server_id):
            self._withdraw(ask, "session ended")
            if isinstance(ask.params, types.CreateMessageRequestParams):
                self._settle(ask, types.ErrorData(code=types.CONNECTION_CLOSED, message="Connection closed"))
        self.forget(server_id)

    def forget(self, server_id: str) -> None:
        """Its server has left the list: what it asked goes without a word."""
        self.muted.discard(server_id)
        self._asked.pop(server_id, None)
        self.declined.pop(server_id, None)
        for ask in self.of(server_id):
            self.cancel(ask)

    async def _wait(
        self, server_id: str, params: types.ElicitRequestParams | types.CreateMessageRequestParams, full: Outcome
    ) -> Any:
        if server_id in self.muted or len(self.of(server_id)) >= MAX_WAITING:
            self.declined[server_id] += 1
            self.store.touch("asks")
            return full
        self._asked[server_id] += 1
        ask = Ask(server_id, self._now(), params, asyncio.get_running_loop().create_future())
        self.waiting.append(ask)
        self.store.touch("asks")
        try:
            return await ask.answer
        finally:
            if ask in self.waiting:
                self.waiting.remove(ask)
                self._withdraw(ask, "taken back")

    def _withdraw(self, ask: Ask, why: Withdrawal) -> None:
        ask.withdrawal = why
        self.withdrawn = ask
        self.store.touch("asks")

    def _settle(self, ask: Ask, outcome: Outcome) -> None:
        if ask in self.waiting:
            self.waiting.remove(ask)
            ask.answer.set_result(outcome)
            self.store.touch("asks")


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address for the person to judge: what comes before the host, the host, and the rest.

    `whole` is what is opened: a browser reads it as it is shown.
    """

    before: str
    host: str
    after: str

    @property
    def whole(self) -> str:
        return self.before + self.host + self.after


def web_address(url: str) -> Address | None:
    """The parts of an address that may be opened, or `None`: browsers may read it as another, or as none."""
    if any(char <= " " or char == "\\" for char in url):
        return None
    try:
        parts = urlsplit(url)
        if parts.scheme not in DEFAULT_PORTS:
            return None
        return Address(f"{parts.scheme}://", ascii_host(parts), ascii_rest(parts))
    except ValueError:  # also an `AddressError`
        return None
