"""All four machines, in every state, with every event: what holds whatever comes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum
from typing import get_args

import pytest
from transom.errors import PeerNavigated, TransomError
from transom.handshake.inner_setup import InnerSetup, InnerSetupState
from transom.handshake.inner_transport import InnerTransport, InnerTransportState
from transom.handshake.machine import (
    EVENTS,
    Action,
    Cancelled,
    Complete,
    Decided,
    Drop,
    Elapsed,
    Event,
    Fail,
    Finished,
    Form,
    Loaded,
    Lost,
    Machine,
    Open,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
    Timer,
)
from transom.handshake.outer_setup import OuterSetup, OuterSetupState
from transom.handshake.outer_transport import OuterTransport, OuterTransportState
from transom.protocol import (
    MESSAGES,
    Failure,
    Goodbye,
    Message,
    Ready,
    SetupComplete,
    SetupHandshake,
    SetupNeeded,
    SetupReply,
    StageReached,
    TransportAccepted,
    TransportHandshake,
    TransportReply,
)

from .peers import (
    ACCEPTED,
    EVIL,
    EXPIRED,
    FAILURE,
    GOODBYE,
    HOST,
    LOCAL_EVENTS,
    LOOK_ALIKES,
    MORE_SAMPLES,
    OFFER,
    PAGE,
    PLAIN_ACCEPTED,
    PLAIN_OFFER,
    PLAIN_REPLY,
    READY,
    REPLY,
    SESSION,
    SETUP_OFFER,
    SETUP_REPLY,
    SUCCESS,
    InnerMachine,
    after,
    asking,
    ends,
    failure,
    inner_setup,
    inner_transport,
    is_secret,
    need,
    of,
    outer_setup,
    outer_transport,
    peer_origin,
    sent,
)

ASKED = asking(need("camera"))
MACHINES: tuple[type[Machine], ...] = (InnerSetup, InnerTransport, OuterSetup, OuterTransport)

SITUATIONS: dict[str, Callable[[], Machine]] = {
    "outer setup, waiting": lambda: after(outer_setup()),
    "outer setup, asking": lambda: after(outer_setup(), ASKED),
    "outer setup, waiting for the page with its permissions": lambda: after(
        outer_setup(), ASKED, Decided(frozenset({"camera"}))
    ),
    "outer setup, form": lambda: after(outer_setup(), SETUP_OFFER),
    "outer setup, form after asking": lambda: after(outer_setup(), ASKED, Decided(frozenset())),
    "outer setup, waiting again": lambda: after(outer_setup(), SETUP_OFFER, Loaded()),
    "outer setup, complete": lambda: after(outer_setup(), SETUP_OFFER, SUCCESS),
    "outer setup, cancelled": lambda: after(outer_setup(), Cancelled()),
    "outer setup, cancelled at the form": lambda: after(outer_setup(), SETUP_OFFER, Cancelled()),
    "inner setup, offering": lambda: after(inner_setup()),
    "inner setup, offering with permissions": lambda: after(
        InnerSetup(inner_setup().allow, permissions=(need("camera"),)), Elapsed("repeat")
    ),
    "inner setup, form": lambda: after(inner_setup(), SETUP_REPLY),
    "inner setup, complete": lambda: after(inner_setup(), SETUP_REPLY, Finished(SUCCESS)),
    "inner setup, cancelled": lambda: after(inner_setup(), Cancelled()),
    "inner setup, cancelled at the form": lambda: after(inner_setup(), SETUP_REPLY, Cancelled()),
    "outer transport, waiting": lambda: after(outer_transport()),
    "outer transport, replied": lambda: after(outer_transport(), OFFER),
    "outer transport, replied to a plain page": lambda: after(outer_transport(), PLAIN_OFFER),
    "outer transport, open": lambda: after(outer_transport(), OFFER, ACCEPTED),
    "outer transport, open with a plain page": lambda: after(outer_transport(), PLAIN_OFFER, PLAIN_ACCEPTED),
    "outer transport, over": lambda: after(outer_transport(), OFFER, ACCEPTED, GOODBYE),
    "outer transport, over with nobody there": lambda: after(outer_transport(), Elapsed("answer")),
    "outer transport, over for a setup": lambda: after(outer_transport(), OFFER, ACCEPTED, EXPIRED),
    "inner transport, offering": lambda: after(inner_transport()),
    "inner transport, confirming": lambda: after(inner_transport(), REPLY),
    "inner transport, open": lambda: after(inner_transport(), REPLY, READY),
    "inner transport, open with a plain host": lambda: after(inner_transport(), PLAIN_REPLY),
    "inner transport, over": lambda: after(inner_transport(), REPLY, READY, FAILURE),
    "inner transport, over with nobody there": lambda: after(inner_transport(), Elapsed("answer")),
}
"""Each state of each machine, as events lead to it."""

EXPECTED: dict[Enum, set[type[Message]]] = {
    InnerSetupState.OFFERING: {SetupReply, Failure},
    InnerSetupState.FORM: {Failure},
    InnerTransportState.OFFERING: {TransportReply, Failure},
    InnerTransportState.CONFIRMING: {Ready, Goodbye, Failure},
    InnerTransportState.OPEN: {Goodbye, Failure},
    OuterSetupState.WAITING: {SetupHandshake, Failure, StageReached},
    OuterSetupState.ASKING: {SetupHandshake, StageReached},
    OuterSetupState.FORM: {SetupHandshake, SetupComplete, Failure, StageReached},
    OuterSetupState.OVER: {StageReached},
    OuterTransportState.WAITING: {TransportHandshake, SetupNeeded, Goodbye, Failure, StageReached},
    OuterTransportState.REPLIED: {
        TransportHandshake,
        TransportAccepted,
        SetupNeeded,
        Goodbye,
        Failure,
        StageReached,
    },
    OuterTransportState.OPEN: {TransportHandshake, SetupNeeded, Goodbye, StageReached},
    OuterTransportState.OVER: {StageReached},
}
"""The messages that a state is for; any other one is dropped there."""

each_situation = pytest.mark.parametrize("situation", SITUATIONS.values(), ids=list(SITUATIONS))

MAY_BE_UNANSWERED_FOREVER = {OuterTransportState.OPEN, InnerTransportState.OPEN}
"""A session lasts; who watches it is the driver, with its windows and signs of life."""


def every_event(machine: Machine) -> Iterator[Event]:
    yield from LOCAL_EVENTS
    for message in MORE_SAMPLES:
        yield Received(message, peer_origin(machine))


def state_of(machine: Machine) -> dict[str, object]:
    return {field.name: copy.copy(getattr(machine, field.name)) for field in fields(machine)}


def strangers(machine: Machine) -> Iterator[str]:
    """Origins that are not the other side's."""
    ours = HOST if peer_origin(machine) == PAGE else PAGE
    return (origin for origin in (*LOOK_ALIKES, ours) if origin != peer_origin(machine))


@pytest.mark.parametrize("machine", MACHINES)
def test_every_state_has_a_handler_for_every_event(machine: type[Machine]) -> None:
    states = {InnerSetup: InnerSetupState, InnerTransport: InnerTransportState}
    states |= {OuterSetup: OuterSetupState, OuterTransport: OuterTransportState}
    assert set(machine.TABLE) == set(states[machine])
    for state, row in machine.TABLE.items():
        assert set(row) == set(EVENTS), state
        assert all(callable(handler) for handler in row.values())


def test_every_event_is_in_the_table_and_in_the_samples() -> None:
    local = {kind for kind in get_args(Event) if kind is not Received}
    assert local | set(MESSAGES) == set(EVENTS)
    assert {type(event) for event in LOCAL_EVENTS} == local
    assert {type(message) for message in MORE_SAMPLES} == set(MESSAGES)


def test_the_situations_are_all_states_of_all_machines() -> None:
    reached = {situation().state for situation in SITUATIONS.values()}
    assert reached == {state for machine in MACHINES for state in machine.TABLE}


@each_situation
def test_an_event_gives_known_actions_and_leads_to_a_state_of_the_machine(situation: Callable[[], Machine]) -> None:
    for event in every_event(situation()):
        machine = situation()
        actions = machine.receive(event)
        assert isinstance(actions, tuple), event
        assert all(isinstance(action, Action) for action in actions), event
        assert machine.state in machine.TABLE, event
        assert machine.is_over == (machine.state in machine.OVER)


@each_situation
def test_a_machine_ends_with_one_failure_or_result_that_comes_last(situation: Callable[[], Machine]) -> None:
    for event in every_event(situation()):
        machine = situation()
        was_over = machine.is_over
        actions = machine.receive(event)
        assert len(ends(actions)) == (machine.is_over and not was_over), event
        if ends(actions):
            assert isinstance(actions[-1], Fail | Complete), event


@each_situation
def test_whatever_comes_after_the_end_leads_to_nothing(situation: Callable[[], Machine]) -> None:
    for event in every_event(situation()):
        machine = situation()
        machine.receive(event)
        if not machine.is_over:
            machine.receive(Cancelled())
        before = state_of(machine)
        for later in every_event(machine):
            assert all(isinstance(action, Drop) for action in machine.receive(later)), (event, later)
        for message in MORE_SAMPLES:
            for origin in ("null", EVIL):
                assert machine.receive(Received(message, origin)) == (Drop("origin", message),)
        assert state_of(machine) == before


@each_situation
def test_a_message_that_a_state_is_not_for_is_dropped_and_changes_nothing(situation: Callable[[], Machine]) -> None:
    machine = situation()
    before = state_of(machine)
    for message in MORE_SAMPLES:
        if type(message) not in EXPECTED.get(machine.state, set()):
            actions = machine.receive(Received(message, peer_origin(machine)))
            assert actions == (Drop("unexpected", message),)
    assert state_of(machine) == before


@each_situation
def test_a_message_from_another_window_changes_nothing(situation: Callable[[], Machine]) -> None:
    machine = situation()
    before = state_of(machine)
    for message in MORE_SAMPLES:
        for origin in (peer_origin(machine), *strangers(machine)):
            assert machine.receive(Received(message, origin, from_peer=False)) == (Drop("source", message),)
    assert state_of(machine) == before


def test_the_window_is_checked_before_the_origin() -> None:
    for situation in SITUATIONS.values():
        machine = situation()
        actions = machine.receive(Received(GOODBYE, EVIL, from_peer=False))
        assert actions == (Drop("source", GOODBYE),)


def ends_with_a_stranger(machine: Machine, message: Message) -> bool:
    """Whether a message from the peer's window, but of another origin, ends this machine."""
    if machine.is_over:
        return False
    if isinstance(machine, InnerMachine) and machine.origin is None:
        # A page that looks for its host hears strangers; one that answers in the host's place is no host of its.
        return isinstance(message, SetupReply if isinstance(machine, InnerSetup) else TransportReply)
    return True


@each_situation
def test_another_origin_in_the_window_is_dropped_and_ends_what_had_begun(situation: Callable[[], Machine]) -> None:
    for origin in strangers(situation()):
        for message in MORE_SAMPLES:
            machine = situation()
            before = state_of(machine)
            expected = ends_with_a_stranger(machine, message)
            first, *rest = machine.receive(Received(message, origin))
            assert first == Drop("origin", message)
            if not expected:
                assert not rest
                assert state_of(machine) == before
                continue
            assert machine.is_over
            error = failure(rest)
            assert isinstance(error, TransomError)
            assert error.code == ("PEER_NAVIGATED" if outer_or_pinned(before, machine) else "ORIGIN_NOT_ALLOWED")
            assert origin in str(error)
            assert {"state"} == {key for key, value in state_of(machine).items() if before[key] != value}
            assert not any(is_secret(told) for told in sent(rest))
            turned_down = "*" if origin == "null" else origin
            assert {action.to for action in of(rest, Send)} <= {before["origin"] or turned_down}


def outer_or_pinned(before: dict[str, object], machine: Machine) -> bool:
    return not isinstance(machine, InnerMachine) or before["origin"] is not None


@each_situation
def test_a_navigation_names_the_expected_origin(situation: Callable[[], Machine]) -> None:
    machine = situation()
    for error in (action.error for action in of(machine.receive(Received(GOODBYE, "null")), Fail)):
        assert isinstance(error, PeerNavigated)
        assert peer_origin(machine) in str(error)


@each_situation
def test_only_the_other_sides_origin_is_pinned_and_addressed_with_a_session(
    situation: Callable[[], Machine],
) -> None:
    for event in every_event(situation()):
        machine = situation()
        actions = machine.receive(event)
        assert {action.origin for action in of(actions, Pin)} <= {peer_origin(machine)}, event
        for action in of(actions, Send):
            assert action.to == peer_origin(machine) or (machine.origin is None and not is_secret(action.message))
        for action in actions:
            if isinstance(action, Open | Form):
                assert action.session_id in (SESSION, "another")
            if isinstance(action, Open):
                assert action.origin == peer_origin(machine)


@each_situation
def test_a_timer_runs_in_every_state_that_waits_and_none_after_the_end(situation: Callable[[], Machine]) -> None:
    running = running_timers(situation)
    machine = situation()
    if machine.is_over:
        assert not running
    elif machine.state not in MAY_BE_UNANSWERED_FOREVER:
        assert running - {"repeat"}
    for event in every_event(machine):
        machine = situation()
        left = (running - {event.timer} if isinstance(event, Elapsed) else running) | set()
        update(left, machine.receive(event))
        if machine.is_over:
            assert not left, event
        elif machine.state not in MAY_BE_UNANSWERED_FOREVER and not isinstance(event, Elapsed):
            assert left - {"repeat"}, event


def running_timers(situation: Callable[[], Machine]) -> set[Timer]:
    """The timers that run in a situation: those that its events have set."""
    running: set[Timer] = set()
    original = Machine.receive

    def receive(self: Machine, event: Event) -> object:
        if isinstance(event, Elapsed):
            running.discard(event.timer)
        actions = original(self, event)
        update(running, actions)
        return actions

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "receive", receive)
        situation()
    return running


def update(running: set[Timer], actions: object) -> None:
    assert isinstance(actions, tuple)
    for action in actions:
        if isinstance(action, SetTimer):
            (running.discard if action.seconds is None else running.add)(action.timer)


@each_situation
def test_a_timer_that_does_not_run_changes_nothing_when_it_fires_late(situation: Callable[[], Machine]) -> None:
    running = running_timers(situation)
    for timer in get_args(Timer):
        if timer not in running:
            machine = situation()
            before = state_of(machine)
            assert not machine.receive(Elapsed(timer)), timer
            assert state_of(machine) == before


@each_situation
def test_a_limit_that_runs_out_ends_the_machine(situation: Callable[[], Machine]) -> None:
    for timer in running_timers(situation) - {"repeat"}:
        machine = situation()
        failure(machine.receive(Elapsed(timer)))
        assert machine.is_over


@each_situation
def test_cancelling_and_losing_the_other_side_end_the_machine_from_everywhere(
    situation: Callable[[], Machine],
) -> None:
    error = TransomError("It is gone.")
    for event in (Cancelled(), Lost(error)):
        machine = situation()
        if machine.is_over:
            continue
        actions = machine.receive(event)
        assert machine.is_over
        assert failure(actions) is error or isinstance(event, Cancelled)


@each_situation
def test_starting_twice_gives_no_second_session(situation: Callable[[], Machine]) -> None:
    machine = situation()
    state = machine.state
    assert not of(machine.receive(Started()), Open)
    assert machine.state is state
