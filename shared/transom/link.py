"""A link runs one handshake over one border: events go in, actions are carried out, and what comes of it is awaited."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Literal

from transom.border_wire import Border, BorderWire
from transom.channel import Channel, Limits, Rejected
from transom.errors import ClosedHere, PeerCrashed, PeerRemoved, TransomError
from transom.handshake.machine import (
    Action,
    Ask,
    Cancelled,
    Complete,
    Drop,
    Elapsed,
    Event,
    Fail,
    Foreign,
    Form,
    Load,
    Loaded,
    Lost,
    Machine,
    Notice,
    Open,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
    Timer,
)
from transom.protocol import Goodbye, Ping, Pong, read_message, write_message
from transom.pulse import Pulse
from transom.traffic import Inspector, Traffic

logger = logging.getLogger(__name__)

BorderEvent = Literal["control", "rejected", "dropped", "foreign", "loaded", "closed", "empty"]
Driver = Callable[[Any], None]


class Link:
    """One machine, one border. `outcome` is what the handshake comes to, `ended` why it is all over."""

    def __init__(self, machine: Machine, limits: Limits, inspector: Inspector | None = None) -> None:
        self.machine = machine
        self.limits = limits
        self.inspector = inspector
        self.dropped: Counter[str] = Counter()
        self.channel: Channel | None = None
        self.pulse: Pulse | None = None
        """Whether the other page lives; with pages that answer pings."""
        self.on: dict[type[Any], Driver] = {}
        """What the owner does for some actions, for a `StageReached`, and for the first `Loaded`."""
        self.heard = False
        """Whether the other page has said anything of ours."""
        loop = asyncio.get_running_loop()
        self.outcome: asyncio.Future[Open | Complete] = loop.create_future()
        self.ended: asyncio.Future[TransomError] = loop.create_future()
        self._loop = loop
        self._border: Border | None = None
        self._timers: dict[Timer, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loads = 0

    # Driving

    def use(self, border: Border) -> None:
        """The border of a freshly loaded page takes the place of the one before."""
        if self._border is not None:
            self.dropped.update(self._border.counts())
            self._border.close()
        self._border = border
        self._loads = 0
        self.heard = False

    def start(self) -> None:
        self.feed(Started())

    def feed(self, event: Event) -> None:
        for action in self.machine.receive(event):
            self._perform(action)

    def _perform(self, action: Action) -> None:
        match action:
            case Send():
                self._send(action)
            case SetTimer():
                self._set_timer(action.timer, action.seconds)
            case Pin():
                if self._border is not None:
                    self._border.pin(action.origin)
            case Open():
                self._open(action)
            case Complete():
                self._settle(action)
                self._end(ClosedHere())
            case Fail():
                self._fail(action.error)
            case Drop():
                self._drop(action.reason, action.message.model_dump_json(by_alias=True, exclude_none=True))
            case Ask() | Load() | Form() | Notice():
                handler = self.on.get(type(action))
                if handler is not None:
                    handler(action)

    def _send(self, action: Send) -> None:
        if self._border is None:
            return
        text = write_message(action.message)
        if isinstance(action.message, Goodbye):
            self._border.send_control(text)
        else:
            self._border.post(text, action.to, action.port)
        self._tell("sent", text, action.to)

    def _set_timer(self, timer: Timer, seconds: float | None) -> None:
        running = self._timers.pop(timer, None)
        if running is not None:
            running.cancel()
        if seconds is not None:
            self._timers[timer] = self._loop.call_later(seconds, self.feed, Elapsed(timer))

    def _open(self, action: Open) -> None:
        assert self._border is not None
        if "heartbeat" in action.extensions:
            self.pulse = Pulse(self._border, lambda: self.feed(Lost(PeerCrashed())))
        self.channel = Channel(BorderWire(self._border, self), self.limits, knows_reading=self.pulse is not None)
        self.channel.on_close = lambda error: self.feed(Lost(error))
        if self.inspector is not None:
            self.channel.watcher = self._tell
        if not self._border.open(action.origin, action.port):
            self.feed(Lost(PeerRemoved()))
            return
        self._border.say_on_leaving(write_message(Goodbye(reason="unloaded")))
        self._settle(action)

    def _settle(self, outcome: Open | Complete) -> None:
        if not self.outcome.done():
            self.outcome.set_result(outcome)

    def _fail(self, error: TransomError) -> None:
        if not self.outcome.done():
            self.outcome.set_exception(error)
            self.outcome.exception()  # whoever waits hears of it; if nobody does, that is no error of its own
        self._end(error)

    def _end(self, error: TransomError) -> None:
        for timer in tuple(self._timers):
            self._set_timer(timer, None)
        if self.pulse is not None:
            self.pulse.stop()
        if self.ended.done():
            return
        self.ended.set_result(error)
        self._tell("state", error.code, str(error))
        if self.channel is not None:
            self.channel.close(error)
        if self._border is not None:
            self.dropped.update(self._border.counts())
            self._border.close()
            self._border = None

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """A task that ends with the link."""
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        """An error in a task is that of whoever waits for the handshake."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not self.outcome.done():
            self.outcome.set_exception(error)
            self.outcome.exception()
        elif error is not None:
            self._loop.call_exception_handler({"message": "A link's task failed.", "exception": error, "task": task})

    async def aclose(self) -> None:
        """End the session, if it has not ended, and leave nothing behind."""
        self.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cancel(self) -> None:
        if not self.machine.is_over:
            self.feed(Cancelled())
        self._end(ClosedHere())

    # What the border reports

    def on_message(self, text: str) -> None:
        if self.channel is not None:
            self.channel.deliver(text)

    def on_event(self, kind: BorderEvent, text: str, origin: str) -> None:
        match kind:
            case "control":
                self._receive(text, origin)
            case "rejected":
                if self.channel is not None:
                    self.channel.deliver(Rejected(**json.loads(text)))
            case "dropped":
                drop = json.loads(text)
                self._tell("dropped", drop["type"], f"{drop['reason']} {origin}".strip())
            case "foreign":
                self.feed(Foreign())
            case "loaded":
                self._loads += 1
                if self._loads > 1:
                    self.feed(Loaded())
                elif handler := self.on.get(Loaded):
                    handler(Loaded())
            case "closed":
                self.feed(Lost(PeerRemoved()))
            case "empty":
                self._suspect_crash()

    def _receive(self, text: str, origin: str) -> None:
        try:
            message = read_message(text)
        except ValueError as problem:
            self._drop("malformed", text, str(problem))
            return
        self._tell("received", text, origin)
        match message:
            case Pong() if origin == self.machine.origin:
                if self.pulse is not None:
                    self.pulse.hear(message.id)
            case Ping() if origin == self.machine.origin:
                if self._border is not None:
                    self._border.send_control(write_message(Pong(id=message.id)))
            case _:
                if self.machine.accepts(origin):
                    self.heard = True
                    if handler := self.on.get(type(message)):
                        handler(message)
                self.feed(Received(message, origin))

    def _drop(self, reason: str, text: str, problem: str = "") -> None:
        self.dropped[reason] += 1
        self._tell("dropped", text, reason)
        if reason == "malformed" and self.dropped[reason] == 1:
            logger.warning("A message of the MCP transport was dropped, being malformed: %s", problem or text[:200])

    def _tell(self, kind: Literal["sent", "received", "dropped", "state"], text: str, detail: str = "") -> None:
        if self.inspector is not None:
            self.call(self.inspector, Traffic(kind=kind, text=text, detail=detail))

    def call(self, callback: Callable[[Any], None], argument: object) -> None:
        """An error in what the user gave us is reported, and harms nothing else."""
        try:
            callback(argument)
        except Exception as error:  # the boundary to the user's code
            self._loop.call_exception_handler({"message": f"{callback} failed.", "exception": error})

    def drops(self) -> Counter[str]:
        """What was dropped, by reason: here, at the border, and in the channel."""
        at_border = Counter(self._border.counts()) if self._border is not None else Counter[str]()
        return self.dropped + at_border + (self.channel.dropped if self.channel is not None else Counter[str]())

    def _suspect_crash(self) -> None:
        if self.pulse is not None and not self.machine.is_over:
            self.pulse.suspect()
