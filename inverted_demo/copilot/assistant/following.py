"""The server that the page above is: what it offers, as it is now, and requests to it, until the session ends."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any, Literal, Protocol

import mcp_types as types
from mcp import Client, MCPError
from pydantic import ValidationError
from transom import TransomError

from assistant.changes import Changes
from assistant.conversation import Arguments, Outcome
from assistant.listing import Kind, introduction, items_of, kinds_of
from assistant.model import Disconnected
from assistant.offer import Offer
from assistant.outcomes import (
    is_end,
    main_cause,
    outcome_of,
    outcome_of_error,
    text_of_prompt,
    text_of_resource,
    words_of,
)

INFO = types.Implementation(name="transom-copilot", title="Copilot", version="1")
CALL_SECONDS = 180.0
"""A call may wait for the person to say yes or no."""
LIST_SECONDS = 30.0

State = Literal["waiting", "connected", "disconnected"]
REQUEST_ERRORS = (MCPError, TransomError, ValidationError, RuntimeError, TimeoutError)
log = logging.getLogger(__name__)


class Session(AbstractAsyncContextManager[tuple[Any, Any]], Protocol):
    """An open session: `transom.SessionTransport`."""

    async def wait_ended(self) -> TransomError: ...


class Watcher(Protocol):
    def state_changed(self) -> None: ...
    def offer_changed(self, before: Offer, after: Offer) -> None: ...
    def resource_changed(self, uri: str) -> None: ...


class Following:
    """A `Server`, for one session."""

    def __init__(self, watcher: Watcher, *, call_seconds: float = CALL_SECONDS) -> None:
        self._watcher = watcher
        self._call_seconds = call_seconds
        self._client: Client | None = None
        self._changes = Changes(self._list_again, watcher.resource_changed)
        self._stale: set[Kind] = set()
        self._listing: asyncio.Task[None] | None = None
        self._offer = Offer()
        self.state: State = "waiting"
        self.reason = ""
        """Why it is disconnected."""

    @property
    def offer(self) -> Offer:
        return self._offer

    async def run(self, session: Session) -> None:
        """Follow the server until the session ends; `state` and `reason` say so then."""
        try:
            async with Client(session, client_info=INFO, message_handler=self._changes.hear) as client:
                self._offer = introduction(client)
                async with self._changes.followed(client):
                    self._client = client
                    self._stale.update(kinds_of(client))
                    self._listing = asyncio.ensure_future(self._list())
                    await self._listing
                    self._become("connected")
                    raise await session.wait_ended()
        except (*REQUEST_ERRORS, OSError, ExceptionGroup) as error:
            if not isinstance(main_cause(error), TransomError | MCPError):
                log.error("The session ended by a mistake.", exc_info=error)
            self._leave(words_of(error))
        finally:
            self._client = None
            if self._listing:
                self._listing.cancel()

    def _leave(self, reason: str) -> None:
        """What is not there any more is not offered, so that nothing is made of it."""
        self._client = None
        self.reason = reason
        before, self._offer = self._offer, Offer(self._offer.server)
        self._become("disconnected")
        self._watcher.offer_changed(before, self._offer)

    def _become(self, state: State) -> None:
        self.state = state
        self._watcher.state_changed()

    def _list_again(self, kind: Kind) -> None:
        self._stale.add(kind)
        if self._client and (self._listing is None or self._listing.done()):
            self._listing = asyncio.ensure_future(self._list())

    async def _list(self) -> None:
        """Bring every list up to date that has changed; those too that change meanwhile."""
        while self._stale and self._client:
            kind = self._stale.pop()
            try:
                async with asyncio.timeout(LIST_SECONDS):
                    items = await items_of(self._client, kind)
            except REQUEST_ERRORS as error:
                log.warning("The server's %s could not be listed: %s", kind, words_of(error))
                items = ()
            before, self._offer = self._offer, replace(self._offer, **{kind: items})
            self._watcher.offer_changed(before, self._offer)

    async def call(self, tool: str, arguments: Arguments) -> Outcome:
        """Cancel the task to cancel the call: the server is told."""
        client = self._connected()
        try:
            async with asyncio.timeout(self._call_seconds):
                return outcome_of(tool, await client.call_tool(tool, arguments))
        except TimeoutError:
            return Outcome("failed", f"The server did not answer within {self._call_seconds:g} seconds.")
        except (*REQUEST_ERRORS, ValueError) as error:
            self._raise_if_ended(error)
            return outcome_of_error(error)

    async def read(self, uri: str) -> str:
        client = self._connected()
        try:
            async with asyncio.timeout(LIST_SECONDS):
                text = text_of_resource(await client.read_resource(uri, cache_mode="refresh"))
                await self._changes.follow_resource(client, uri)
                return text
        except (*REQUEST_ERRORS, ValueError) as error:
            self._raise_if_ended(error)
            raise LookupError(words_of(error)) from error

    async def prompt(self, name: str, arguments: dict[str, str] | None = None) -> str:
        """What a prompt of the server asks for. Raises `LookupError` with the server's words, or `Disconnected`."""
        client = self._connected()
        try:
            async with asyncio.timeout(LIST_SECONDS):
                return text_of_prompt(await client.get_prompt(name, arguments))
        except (*REQUEST_ERRORS, ValueError) as error:
            self._raise_if_ended(error)
            raise LookupError(words_of(error)) from error

    def _connected(self) -> Client:
        if self._client is None:
            raise Disconnected(self.reason or "There is no server yet.")
        return self._client

    def _raise_if_ended(self, error: BaseException) -> None:
        if is_end(error) or self._client is None:
            raise Disconnected(str(main_cause(error))) from error
