"""A channel as the dispatcher that the SDK's server side takes, without streams in between.

The SDK's own puts each request through two streams, two tasks and a cancel scope: a third of a small call's time.
"""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import logging
import sys
from collections import deque
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import anyio
import anyio.abc
from mcp.shared.dispatcher import (
    CallOptions,
    OnNotify,
    OnNotifyIntercept,
    OnRequest,
    ProgressFnT,
    coerce_request_id,
    run_notify_intercept,
)
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import handler_exception_to_error_data, progress_token_from_params
from mcp.shared.transport_context import TransportContext
from mcp_types import (
    REQUEST_TIMEOUT,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from transom.channel import Channel
from transom.context import Context
from transom.errors import MessageRefused, TransomError
from transom.exchange import Exchange, cancelled_id, closed_by

logger = logging.getLogger(__name__)

Answer = dict[str, Any] | ErrorData


@dataclass(slots=True)
class _Waiting:
    answer: asyncio.Future[Answer]
    on_progress: ProgressFnT | None


@dataclass
class _Running:
    context: Context
    task: asyncio.Task[None] | None = None
    is_cancelled: bool = False


@dataclass
class _Handlers:
    on_request: OnRequest
    on_notify: OnNotify
    intercept: OnNotifyIntercept | None
    ended: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class ChannelDispatcher(Exchange):
    """Each request is handled in a task of its own, which starts at once where Python can do that."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        self.transport = TransportContext(kind="transom", can_send_request=True)
        self._handlers: _Handlers | None = None
        self._ids = itertools.count(1)
        self._waiting: dict[RequestId, _Waiting] = {}
        self._running: dict[RequestId, _Running] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_over = False
        self._context = contextvars.copy_context()
        """What handlers run in: that of the server's task, and not of whatever brings a message."""
        self._held: deque[JSONRPCMessage] | None = None
        """What has come while `initialize` is handled: the rest is served as what it settles."""

    async def run(
        self,
        on_request: OnRequest,
        on_notify: OnNotify,
        on_notify_intercept: OnNotifyIntercept | None = None,
        *,
        task_status: anyio.abc.TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
    ) -> None:
        """Handle what comes until the channel is closed."""
        handlers = self._handlers = _Handlers(on_request, on_notify, on_notify_intercept)
        task_status.started()
        self.channel.open(self)
        try:
            await handlers.ended
        finally:
            self._is_over = True
            self._held = None
            self.finish(closed_by(self.channel.error), ())
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def finish(self, error: ErrorData, open_ids: tuple[RequestId, ...]) -> None:
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_result(error)
        if self._handlers is not None and not self._handlers.ended.done():
            self._handlers.ended.set_result(None)

    def deliver(self, message: JSONRPCMessage) -> None:
        if self._is_over:
            if isinstance(message, JSONRPCRequest):
                self.refuse(message.id, closed_by(self.channel.error))
            return
        if self._held is not None and not isinstance(message, JSONRPCResponse | JSONRPCError):
            self._held.append(message)
            return
        match message:
            case JSONRPCRequest():
                self._start(message)
            case JSONRPCNotification():
                self._notice(message)
            case JSONRPCResponse():
                self._settle(message.id, message.result)
            case JSONRPCError():
                self._settle(message.id, message.error)

    def has_room(self) -> bool:
        return len(self._tasks) + len(self._held or ()) < self.channel.limits.queue

    def _settle(self, id: RequestId | None, answer: Answer) -> None:
        waiting = None if id is None else self._waiting.get(coerce_request_id(id))
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(answer)

    # What the other side asks

    def _start(self, request: JSONRPCRequest) -> None:
        token = progress_token_from_params(request.params)
        running = _Running(Context(self, request.id, token))
        self._running[coerce_request_id(request.id)] = running
        if request.method == "initialize":
            self._held = deque()
        task = self._spawn(self._handle(request, running))
        if not task.done():
            running.task = task
            task.add_done_callback(lambda _: self._forget(request, running))  # also one that never took a step

    async def _handle(self, request: JSONRPCRequest, running: _Running) -> None:
        assert self._handlers is not None
        answer: Answer | None = None
        try:
            answer = await self._handlers.on_request(running.context, request.method, request.params)
        except asyncio.CancelledError:
            if not running.is_cancelled:
                raise
        except (Exception, SystemExit) as error:  # the boundary between handlers and the wire
            answer = handler_exception_to_error_data(error)
            if answer is None:
                logger.exception("The handler of %r failed", request.method)
                answer = ErrorData(code=0, message=str(error))
        finally:
            running.context.is_open = False
            self._forget(request, running)
            if request.method == "initialize":
                asyncio.get_running_loop().call_soon(self._release)
        if answer is not None and not running.is_cancelled:
            self._answer(request.id, answer)

    def _forget(self, request: JSONRPCRequest, running: _Running) -> None:
        key = coerce_request_id(request.id)
        if self._running.get(key) is running:  # the id may be in use again
            del self._running[key]

    def _answer(self, id: RequestId, answer: Answer) -> None:
        with suppress(TransomError):  # nobody is there any more
            if isinstance(answer, ErrorData):
                self.send(JSONRPCError(jsonrpc="2.0", id=id, error=answer))
            else:
                self.send(JSONRPCResponse(jsonrpc="2.0", id=id, result=answer))

    def _release(self) -> None:
        held, self._held = self._held or deque(), None
        while held and self._held is None:
            self.deliver(held.popleft())
        if self._held is not None:
            self._held.extend(held)

    def _notice(self, message: JSONRPCNotification) -> None:
        assert self._handlers is not None
        if (id := cancelled_id(message)) is not None:
            self._cancel(id)
        elif message.method == "notifications/progress":
            self._progress(message.params or {})
        if not run_notify_intercept(self._handlers.intercept, message.method, message.params):
            context = Context(self)
            self._spawn(self._contained(self._handlers.on_notify(context, message.method, message.params)))

    def _cancel(self, id: RequestId) -> None:
        running = self._running.get(id)
        if running is not None:
            running.is_cancelled = True
            running.context.cancel_requested.set()
            if running.task is not None:
                running.task.cancel()

    def _progress(self, params: Mapping[str, Any]) -> None:
        token, progress = params.get("progressToken"), params.get("progress")
        if type(token) not in (str, int) or type(progress) not in (int, float):
            return
        waiting = self._waiting.get(coerce_request_id(token))  # type: ignore[arg-type]
        if waiting is not None and waiting.on_progress is not None:
            total, message = params.get("total"), params.get("message")
            shown = float(total) if isinstance(total, int | float) else None
            text = message if isinstance(message, str) else None
            self._spawn(self._contained(waiting.on_progress(float(progress), shown, text)))  # type: ignore[arg-type]

    async def _contained(self, work: Any) -> None:
        try:
            await work
        except Exception:  # the boundary between handlers and the session
            logger.exception("The handler of a notification failed")

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        loop = asyncio.get_running_loop()
        context = self._context.copy()
        if sys.version_info >= (3, 14):
            task = asyncio.Task(coroutine, loop=loop, context=context, eager_start=True)
        else:
            task = loop.create_task(coroutine, context=context)
        if not task.done():
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return task

    # What this side asks

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        opts = opts or {}
        id = opts.get("request_id")
        if id is None:
            id = next(id for id in self._ids if id not in self._waiting)
        key = coerce_request_id(id)
        if key in self._waiting:
            raise ValueError(f"request id {id!r} is already in flight")
        sent = dict(params or {})
        on_progress = opts.get("on_progress")
        if on_progress is not None:
            sent["_meta"] = {**(sent.get("_meta") or {}), "progressToken": id}
        waiting = self._waiting[key] = _Waiting(asyncio.get_running_loop().create_future(), on_progress)
        try:
            self._send_or_raise(
                JSONRPCRequest(jsonrpc="2.0", id=id, method=method, **({"params": sent} if sent else {}))
            )
            async with asyncio.timeout(opts.get("timeout")):
                answer = await waiting.answer
        except TimeoutError:
            await self._give_up(id, f"timed out after {opts.get('timeout')}s", opts)
            raise MCPError(code=REQUEST_TIMEOUT, message=f"Request {method!r} timed out") from None
        except asyncio.CancelledError:
            await self._give_up(id, "caller cancelled", opts)
            raise
        finally:
            del self._waiting[key]
        if isinstance(answer, ErrorData):
            raise MCPError.from_error_data(answer)
        return answer

    async def _give_up(self, id: RequestId, reason: str, opts: CallOptions) -> None:
        if opts.get("cancel_on_abandon", True):
            await self.notify("notifications/cancelled", {"requestId": id, "reason": reason})

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None) -> None:
        given: dict[str, Any] = {} if params is None else {"params": dict(params)}
        with suppress(MCPError):  # nobody is there any more
            self._send_or_raise(JSONRPCNotification(jsonrpc="2.0", method=method, **given))
        await asyncio.sleep(0)  # a handler that reports all the time must not keep the page, and can be cancelled

    def _send_or_raise(self, message: JSONRPCMessage) -> None:
        try:
            self.send(message)
        except TransomError as error:
            if isinstance(error, MessageRefused) and self.channel.error is None:
                raise
            raise MCPError.from_error_data(closed_by(self.channel.error)) from None
