"""Both sides of a handshake over a network that Hypothesis controls, with an attacker in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st
from transom.errors import PeerCrashed
from transom.handshake import InnerSetup, InnerTransport, OuterSetup, OuterTransport
from transom.handshake.inner_setup import InnerSetupState
from transom.handshake.inner_transport import InnerTransportState
from transom.handshake.machine import (
    EXTENSIONS,
    Action,
    Ask,
    Cancelled,
    Complete,
    Decided,
    Drop,
    Elapsed,
    Event,
    Fail,
    Finished,
    Foreign,
    Form,
    Load,
    Loaded,
    Lost,
    NeedsSetup,
    Open,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
    Timer,
)
from transom.handshake.outer_setup import OuterSetupState
from transom.handshake.outer_transport import OuterTransportState
from transom.origins import AllowList
from transom.protocol import Message, SetupComplete, write_message

from .peers import (
    EVIL,
    HOST,
    LOOK_ALIKES,
    MORE_SAMPLES,
    PAGE,
    SESSION,
    SUCCESS,
    TIMERS,
    InnerMachine,
    OuterMachine,
    ends,
    is_secret,
    need,
    of,
)

SETTINGS = settings(max_examples=400, derandomize=True)
MOST_TURNS = 2000
"""More than two machines need for all their time-outs."""

Name = Literal["outer", "inner"]
Phase = Literal["setup", "transport", "plain"]
NAMES: tuple[Name, Name] = ("outer", "inner")

OPEN_STATES = {OuterTransportState.OPEN, InnerTransportState.OPEN}


@dataclass
class Side:
    """One window: the machine of the page that is in it, and what the machine has set and done."""

    machine: OuterMachine | InnerMachine
    origin: str
    timers: dict[Timer, float] = field(default_factory=dict[Timer, float])
    done: Counter[type[Action]] = field(default_factory=Counter[type[Action]])
    opened: Open | None = None
    drops: Counter[str] = field(default_factory=Counter[str])


@dataclass(frozen=True)
class Packet:
    to: Name
    message: Message
    origin: str
    """Of the page that sent it."""
    address: str
    """Of the pages that may read it."""


class World:
    """Two windows, and messages under way between them."""

    def __init__(self, phase: Phase, *, opaque: bool = False, granted: frozenset[str] = frozenset({"camera"})) -> None:
        self.phase: Phase = phase
        self.granted = granted
        self.page_origin = "null" if opaque else PAGE
        self.now = 0.0
        self.packets: list[Packet] = []
        self.earlier: list[Message] = []
        self.read: list[tuple[str, Message]] = []
        self.forms: dict[Name, Form] = {}
        pages = AllowList.opaque() if opaque else AllowList.of(PAGE)
        outer = OuterSetup(pages, SESSION) if phase == "setup" else OuterTransport(pages, SESSION)
        self.sides: dict[Name, Side] = {
            "outer": Side(outer, HOST),
            "inner": Side(self._new_page(), self.page_origin),
        }
        for name in NAMES:
            self.feed(name, Started())

    def _new_page(self) -> InnerMachine:
        if self.phase == "setup":
            return InnerSetup(AllowList.of(HOST), visible=True, permissions=(need("camera"), need("usb")))
        return InnerTransport(AllowList.of(HOST), extensions=EXTENSIONS if self.phase == "transport" else frozenset())

    def machine(self, name: Name) -> OuterMachine | InnerMachine:
        return self.sides[name].machine

    def feed(self, name: Name, event: Event) -> None:
        side = self.sides[name]
        was_over = side.machine.is_over
        actions = tuple(side.machine.receive(event))
        self._check(name, event, actions, was_over)
        for action in actions:
            self._perform(name, side, action)

    def _check(self, name: Name, event: Event, actions: tuple[Action, ...], was_over: bool) -> None:
        side = self.sides[name]
        allowed = self.page_origin if name == "outer" else HOST
        side.done.update(type(action) for action in actions)
        assert side.done[Fail] + side.done[Complete] == side.machine.is_over
        assert side.done[Open] <= 1
        assert not (was_over and any(not isinstance(action, Drop) for action in actions)), event
        assert side.machine.origin in (None, allowed)
        assert {pin.origin for pin in of(actions, Pin)} <= {allowed}
        for send in of(actions, Send):
            if is_secret(send.message) or SESSION in write_message(send.message):
                assert send.to == ("*" if allowed == "null" else allowed)
        for action in actions:
            if isinstance(action, Open | Form):
                assert action.session_id == SESSION
        if ends(actions):
            assert not set(side.timers) - {action.timer for action in of(actions, SetTimer)}

    def _perform(self, name: Name, side: Side, action: Action) -> None:
        if isinstance(action, Send):
            self.earlier.append(action.message)
            other: Name = "inner" if name == "outer" else "outer"
            self.packets.append(Packet(other, action.message, side.origin, action.to))
        elif isinstance(action, SetTimer):
            side.timers.pop(action.timer, None)
            if action.seconds is not None:
                side.timers[action.timer] = self.now + action.seconds
        elif isinstance(action, Open):
            side.opened = action
        elif isinstance(action, Form):
            self.forms[name] = action
        elif isinstance(action, Drop):
            side.drops[action.reason] += 1
        elif isinstance(action, Load):
            self.reload()

    # What happens in the network, in the windows, and to people.

    def deliver(self, index: int, *, keep: bool = False, lose: bool = False) -> None:
        if not self.packets:
            return
        packet = self.packets[index % len(self.packets)]
        if not keep:
            self.packets.remove(packet)
        side = self.sides[packet.to]
        if not lose and packet.address in ("*", side.origin):
            self.read.append((side.origin, packet.message))
            self.feed(packet.to, Received(packet.message, packet.origin))

    def deliver_next(self, name: Name) -> None:
        """In the order in which they were sent, as a browser does."""
        ours = [packet for packet in self.packets if packet.to == name]
        if ours:
            self.deliver(self.packets.index(ours[0]))

    def fire(self, name: Name, index: int) -> None:
        side = self.sides[name]
        if side.timers:
            timer = sorted(side.timers)[index % len(side.timers)]
            self.now = max(self.now, side.timers.pop(timer))
            self.feed(name, Elapsed(timer))

    def feed_late(self, name: Name, timer: Timer) -> None:
        """A timer that was stopped had fired already: its event comes after all."""
        side = self.sides[name]
        if timer not in side.timers:
            state = side.machine.state
            self.feed(name, Elapsed(timer))
            assert side.machine.state is state

    def repeat(self) -> None:
        """The inner page offers once more, if it still does."""
        if "repeat" in self.sides["inner"].timers:
            self.fire("inner", sorted(self.sides["inner"].timers).index("repeat"))

    def reload(self, *, is_seen: bool = True) -> None:
        """Another page of the same origin takes the inner window; the outer frame may see it load."""
        self.sides["inner"] = Side(self._new_page(), self.page_origin)
        if is_seen:
            self.feed("outer", Loaded())
        self.feed("inner", Started())

    def attack(self, name: Name, index: int, origin: str) -> None:
        """A message from another window: whatever it says, only the count of drops changes."""
        side = self.sides[name]
        before = {item.name: copy(getattr(side.machine, item.name)) for item in fields(side.machine)}
        said = [*MORE_SAMPLES, *self.earlier]
        message = said[index % len(said)]
        packets, drops = list(self.packets), side.drops.copy()
        self.feed(name, Received(message, origin, from_peer=False))
        assert {item.name: getattr(side.machine, item.name) for item in fields(side.machine)} == before
        assert self.packets == packets
        assert side.drops == drops + Counter(source=1)

    def navigate(self, name: Name, index: int, origin: str) -> None:
        """A message from the right window, which shows a page of another origin just now."""
        said = [*MORE_SAMPLES, *self.earlier]
        was_open = self.sides[name].done[Open]
        if origin != (self.page_origin if name == "outer" else HOST):
            self.feed(name, Received(said[index % len(said)], origin))
            assert self.sides[name].done[Open] == was_open

    def settle(self, *, watched: bool) -> None:
        """What is under way arrives, then timers fire in their order, until nothing happens any more. Where sessions
        are `watched`, a side hears that the other one is gone, as a driver does by windows and signs of life."""
        for _ in range(MOST_TURNS):
            if self.packets:
                self.deliver(0)
                continue
            due: list[tuple[float, Name, Timer]] = [
                (when, name, timer) for name in NAMES for timer, when in self.sides[name].timers.items()
            ]
            if due:
                when, name, timer = min(due)
                self.now = max(self.now, when)
                del self.sides[name].timers[timer]
                self.feed(name, Elapsed(timer))
                continue
            alone: list[Name] = [name for name in NAMES if self.machine(name).state in OPEN_STATES]
            if watched and len(alone) == 1:
                self.feed(alone[0], Lost(PeerCrashed()))
                continue
            return
        raise AssertionError("The machines did not come to rest.")

    def live(self) -> None:
        """Everything arrives, and people do what they are asked for."""
        for _ in range(MOST_TURNS):
            if not self.go_on():
                return
        raise AssertionError("The machines did not come to rest.")

    def go_on(self) -> bool:
        """The next thing happens as it should, if there is any."""
        if self.packets:
            self.deliver(0)
        elif self.machine("outer").state is OuterSetupState.ASKING:
            self.feed("outer", Decided(self.granted))
        elif self.machine("inner").state is InnerSetupState.FORM:
            self.feed("inner", Finished(SUCCESS))
        else:
            return False
        return True

    def read_by(self, origin: str) -> list[Message]:
        """What pages of an origin were given to read."""
        return [message for reader, message in self.read if reader == origin]

    def check_ports(self) -> None:
        outer, inner = self.sides["outer"], self.sides["inner"]
        if not outer.machine.is_over and outer.opened is not None and inner.opened is not None:
            assert outer.opened.port == inner.opened.port

    def check_end(self) -> None:
        """Nobody is ready for a peer that is not."""
        outer, inner = self.sides["outer"], self.sides["inner"]
        if outer.machine.is_over or inner.machine.is_over:
            assert outer.machine.is_over
            assert inner.machine.is_over
        else:
            assert {outer.machine.state, inner.machine.state} == OPEN_STATES
            assert outer.opened is not None
            assert inner.opened is not None
            assert outer.opened.session_id == inner.opened.session_id
            assert outer.opened.extensions == inner.opened.extensions


Step = Callable[[World], None]


def step(name: str, *arguments: object, **more: object) -> Step:
    def run(world: World) -> None:
        getattr(world, name)(*arguments, **more)

    run.__name__ = f"{name}{arguments}{more or ''}"
    return run


names = st.sampled_from(NAMES)
numbers = st.integers(0, 60)
phases = st.sampled_from(("setup", "transport", "plain"))
grants = st.frozensets(st.sampled_from(["camera", "usb", "mind-reading"]))
results = st.sampled_from([SUCCESS, SetupComplete(status="error")])

in_order = st.builds(lambda name: step("deliver_next", name), names)
in_any_order = st.builds(lambda index: step("deliver", index), numbers)
duplicates = st.builds(lambda index: step("deliver", index, keep=True), numbers)
losses = st.builds(lambda index: step("deliver", index, lose=True), numbers)
elapsed = st.builds(lambda name, index: step("fire", name, index), names, numbers)
repeats = st.just(step("repeat"))
late_timers = st.builds(lambda name, timer: step("feed_late", name, timer), names, st.sampled_from(TIMERS))
reloads = st.builds(lambda is_seen: step("reload", is_seen=is_seen), st.booleans())
people = st.builds(
    lambda name, event: step("feed", name, event),
    names,
    st.sampled_from([Cancelled(), Foreign()])
    | st.builds(Finished, results)
    | st.builds(Decided, grants)
    | st.builds(NeedsSetup, st.just("AUTH_EXPIRED"), st.just("Sign in again."), st.booleans()),
)
attacks = st.builds(
    lambda name, index, origin: step("attack", name, index, origin),
    names,
    numbers,
    st.sampled_from([HOST, PAGE, EVIL, "null"]),
)
navigations = st.builds(
    lambda name, index, origin: step("navigate", name, index, origin), names, numbers, st.sampled_from(LOOK_ALIKES)
)
progress = st.just(step("go_on"))
disturbances = (elapsed, late_timers, reloads, people, attacks, navigations)


def schedules(deliveries: st.SearchStrategy[Step], *kinds: st.SearchStrategy[Step]) -> st.SearchStrategy[list[Step]]:
    """Some time of peace, so that something comes about, and then everything."""
    steps = st.one_of(deliveries, deliveries, deliveries, progress, progress, repeats, *kinds)
    return st.builds(list[Step].__add__, st.lists(progress, max_size=10), st.lists(steps, max_size=30))


def run(world: World, schedule: list[Step]) -> World:
    for each in schedule:
        each(world)
    return world


@SETTINGS
@given(phases, st.booleans(), schedules(in_any_order, duplicates, losses, *disturbances))
def test_whatever_happens_nobody_stays_ready_for_a_peer_that_is_not(
    phase: Phase, opaque: bool, schedule: list[Step]
) -> None:
    """Any message can be lost here, also the last one: that an open session's peer is gone, the driver tells then.
    Every other state ends by itself."""
    world = run(World(phase, opaque=opaque), schedule)
    world.settle(watched=True)
    world.check_end()


@SETTINGS
@given(st.sampled_from(("setup", "transport")), st.booleans(), schedules(in_any_order, duplicates, *disturbances))
def test_without_losses_two_transom_pages_end_together_with_nobody_watching(
    phase: Phase, opaque: bool, schedule: list[Step]
) -> None:
    world = run(World(phase, opaque=opaque), schedule)
    world.settle(watched=False)
    world.check_end()


@SETTINGS
@given(phases, schedules(in_order, *disturbances))
def test_in_the_order_of_a_browser_a_plain_page_ends_together_with_its_host_too(
    phase: Phase, schedule: list[Step]
) -> None:
    """A plain page is ready when it has answered, and is told no more. If a reply to the page before a reload could
    reach the page after it, and later than the failure that followed, that page would wait for ever."""
    world = run(World(phase), schedule)
    world.settle(watched=False)
    world.check_end()
    world.check_ports()


@SETTINGS
@given(phases, st.booleans(), grants, schedules(in_order, attacks))
def test_in_a_quiet_network_both_sides_get_together_whatever_other_windows_say(
    phase: Phase, opaque: bool, granted: frozenset[str], schedule: list[Step]
) -> None:
    world = run(World(phase, opaque=opaque and phase != "plain", granted=granted), schedule)
    world.live()
    outer, inner = world.sides["outer"], world.sides["inner"]
    if phase == "setup":
        known = granted - {"mind-reading"}
        assert outer.done[Complete] == inner.done[Complete] == 1
        assert outer.done[Ask] == 1
        assert outer.done[Load] == bool(known)
        assert world.forms["outer"] == world.forms["inner"]
        assert set(world.forms["inner"].granted) == known
    else:
        assert {outer.machine.state, inner.machine.state} == OPEN_STATES
        world.check_end()
        world.check_ports()
        assert outer.opened is not None
        assert (outer.opened.port is None) == (phase == "plain")


@settings(SETTINGS, max_examples=40)
@given(phases, schedules(in_order, attacks))
def test_nobody_gets_together_with_a_page_of_another_origin(phase: Phase, schedule: list[Step]) -> None:
    """The inner window shows another page from the start; it says the right words."""
    world = World(phase)
    world.sides["inner"].origin = EVIL
    world.packets = [replace(packet, origin=EVIL) for packet in world.packets]
    run(world, schedule)
    world.settle(watched=False)
    assert world.machine("outer").is_over
    assert not any(is_secret(message) for message in world.read_by(EVIL))


@settings(SETTINGS, max_examples=40)
@given(phases, st.sampled_from(LOOK_ALIKES[:2]), schedules(in_order, attacks))
def test_a_page_tells_no_session_to_a_host_that_it_does_not_allow(
    phase: Phase, origin: str, schedule: list[Step]
) -> None:
    """The outer window shows another page from the start; it replies as a host does."""
    world = World(phase)
    world.sides["outer"].origin = origin
    run(world, schedule)
    world.settle(watched=False)
    assert world.machine("inner").is_over
    assert not world.sides["inner"].done[Open]
    assert not any(is_secret(message) for message in world.read_by(origin))
