"""The transport phase, rule by rule: how a session opens, between whom, and how it ends."""

from __future__ import annotations

import pytest
from transom.errors import (
    ClosedHere,
    NoAnswer,
    OriginNotAllowed,
    PageFailed,
    PeerClosed,
    PeerNavigated,
    PeerReloaded,
    PeerRemoved,
    PeerSilent,
    Refused,
    SetupCancelled,
    SetupRequired,
    SpeaksOtherwise,
    VersionMismatch,
)
from transom.handshake.inner_transport import InnerTransport, InnerTransportState
from transom.handshake.machine import (
    ANSWER_SECONDS,
    Cancelled,
    Complete,
    Drop,
    Elapsed,
    Foreign,
    Loaded,
    Lost,
    NeedsSetup,
    Notice,
    Open,
    Pin,
    Received,
    Send,
    Started,
)
from transom.handshake.outer_transport import REPLIES, OuterTransport, OuterTransportState
from transom.origins import AllowList
from transom.protocol import (
    Failure,
    Goodbye,
    McpMessage,
    SetupNeeded,
    StageReached,
    TransportAccepted,
    TransportHandshake,
    TransportReply,
    write_message,
)

from .peers import (
    ACCEPTED,
    EVIL,
    EXPIRED,
    FAILURE,
    GOODBYE,
    HOST,
    OFFER,
    PAGE,
    PLAIN_ACCEPTED,
    PLAIN_OFFER,
    PLAIN_REPLY,
    READY,
    REPLY,
    SESSION,
    after,
    failure,
    inner_transport,
    of,
    outer_transport,
    say,
    sent,
    timers,
)

BOTH = frozenset({"heartbeat", "port"})


def open_outer() -> OuterTransport:
    return after(outer_transport(), OFFER, ACCEPTED)


def open_inner() -> InnerTransport:
    return after(inner_transport(), REPLY, READY)


# A session opens.


def test_a_session_opens_on_both_sides_with_the_same_id_port_and_extensions() -> None:
    inner, outer = inner_transport(), after(outer_transport())
    offered = inner.receive(Started())
    replied = say(outer, *sent(offered))
    accepted = say(inner, *sent(replied))
    confirmed = say(outer, *sent(accepted))
    say(inner, *sent(confirmed))
    assert of(accepted, Open) == [Open(SESSION, HOST, 1, BOTH)]
    assert of(confirmed, Open) == [Open(SESSION, PAGE, 1, BOTH)]
    assert sent(offered) == [OFFER]
    assert sent(replied) == [REPLY]
    assert sent(accepted) == [ACCEPTED]
    assert sent(confirmed) == [READY]
    assert (inner.state, outer.state) == (InnerTransportState.OPEN, OuterTransportState.OPEN)


def test_only_the_offer_goes_to_whoever_is_above() -> None:
    inner, outer = inner_transport(), after(outer_transport())
    (offer,) = of(inner.receive(Started()), Send)
    (reply,) = of(say(outer, OFFER), Send)
    (accepted,) = of(say(inner, REPLY), Send)
    (ready,) = of(say(outer, ACCEPTED), Send)
    assert [send.to for send in (offer, reply, accepted, ready)] == ["*", PAGE, HOST, PAGE]
    assert SESSION not in write_message(offer.message)


def test_the_page_repeats_its_offer_every_250_ms_for_30_seconds() -> None:
    machine = inner_transport()
    assert timers(machine.receive(Started())) == {"answer": 30.0, "repeat": 0.25}
    for _ in range(REPLIES // 2):
        actions = machine.receive(Elapsed("repeat"))
        assert sent(actions) == [OFFER]
        assert timers(actions) == {"repeat": 0.25}


def test_an_answer_stops_the_offers() -> None:
    machine = after(inner_transport())
    actions = say(machine, REPLY)
    assert timers(actions)["repeat"] is None
    assert timers(actions)["answer"] is None
    assert not machine.receive(Elapsed("repeat"))


def test_each_offer_is_answered_with_a_port_of_its_own() -> None:
    machine = after(outer_transport())
    sends = [of(say(machine, OFFER), Send)[0] for _ in range(3)]
    assert [send.port for send in sends] == [1, 2, 3]
    assert [send.message for send in sends] == [REPLY.model_copy(update={"port": number}) for number in (1, 2, 3)]


def test_the_page_says_which_port_it_took() -> None:
    machine = after(outer_transport(), OFFER, OFFER, OFFER)
    assert of(say(machine, ACCEPTED.model_copy(update={"port": 2})), Open)[0].port == 2


@pytest.mark.parametrize("port", [0, 4, 2**53 - 1, None])
def test_a_port_that_was_never_given_is_dropped(port: int | None) -> None:
    machine = after(outer_transport(), OFFER, OFFER, OFFER)
    accepted = ACCEPTED.model_copy(update={"port": port})
    assert say(machine, accepted) == (Drop("malformed", accepted),)
    assert of(say(machine, ACCEPTED), Open)


def test_offers_beyond_a_limit_are_not_answered() -> None:
    machine = after(outer_transport(), *[OFFER] * REPLIES)
    assert say(machine, OFFER) == (Drop("overload", OFFER),)
    assert of(say(machine, ACCEPTED.model_copy(update={"port": REPLIES})), Open)


def test_a_second_reply_is_dropped() -> None:
    for machine in (after(inner_transport(), REPLY), open_inner(), after(inner_transport(), PLAIN_REPLY)):
        again = REPLY.model_copy(update={"port": 2})
        assert say(machine, again) == (Drop("unexpected", again),)


def test_a_reply_after_the_time_out_is_dropped() -> None:
    machine = after(inner_transport(), Elapsed("answer"))
    assert say(machine, REPLY) == (Drop("unexpected", REPLY),)


def test_a_page_that_accepts_another_session_is_dropped() -> None:
    machine = after(outer_transport(), OFFER)
    guessed = ACCEPTED.model_copy(update={"session_id": "guessed"})
    assert say(machine, guessed) == (Drop("session", guessed),)
    assert machine.state is OuterTransportState.REPLIED


def test_an_acceptance_of_nothing_is_dropped() -> None:
    assert say(after(outer_transport()), ACCEPTED) == (Drop("unexpected", ACCEPTED),)


def test_a_session_opens_once() -> None:
    assert say(open_outer(), ACCEPTED) == (Drop("unexpected", ACCEPTED),)


def test_mcp_messages_do_not_pass_the_handshake() -> None:
    message = McpMessage(payload={"jsonrpc": "2.0", "method": "ping", "id": 1})
    for machine in (after(outer_transport()), after(outer_transport(), OFFER), after(inner_transport())):
        assert say(machine, message) == (Drop("unexpected", message),)


# Origins.


def test_a_page_of_another_origin_gets_no_session_and_ends_the_connection() -> None:
    machine = after(outer_transport())
    actions = machine.receive(Received(OFFER, EVIL))
    assert not sent(actions)
    error = failure(actions)
    assert isinstance(error, PeerNavigated)
    assert (error.expected, error.origin) == (PAGE, EVIL)


def test_a_page_that_navigates_in_a_session_ends_it() -> None:
    machine = open_outer()
    actions = machine.receive(Received(OFFER, EVIL))
    assert isinstance(failure(actions), PeerNavigated)
    assert [send.to for send in of(actions, Send)] == [PAGE]


def test_the_page_pins_the_origin_of_a_reply_from_an_allowed_one() -> None:
    for origin in (HOST, "https://other.example"):
        machine = after(InnerTransport(AllowList.of(["https://other.example", HOST])))
        actions = machine.receive(Received(REPLY, origin))
        assert of(actions, Pin) == [Pin(origin)]
        assert of(actions, Open)[0].origin == origin
        assert [send.to for send in of(actions, Send)] == [origin]
        assert machine.origin == origin


def test_no_other_message_pins_an_origin() -> None:
    for message in (READY, GOODBYE, ACCEPTED, OFFER, StageReached(stage="ready")):
        machine = after(inner_transport())
        assert say(machine, message) == (Drop("unexpected", message),)
        assert machine.origin is None


@pytest.mark.parametrize(
    "change", [{"port": None}, {"extensions": ("heartbeat",)}, {"extensions": None}, {"extensions": ("port", "magic")}]
)
def test_a_reply_that_contradicts_itself_or_the_offer_is_dropped_and_pins_nothing(change: dict[str, object]) -> None:
    machine = after(inner_transport())
    reply = REPLY.model_copy(update=change)
    assert say(machine, reply) == (Drop("malformed", reply),)
    assert machine.origin is None
    assert of(say(machine, REPLY), Open)


def test_a_page_that_knows_no_extensions_takes_none() -> None:
    machine = after(InnerTransport(AllowList.of(HOST), extensions=frozenset()))
    assert say(machine, REPLY) == (Drop("malformed", REPLY),)
    assert of(say(machine, PLAIN_REPLY), Open) == [Open(SESSION, HOST, None, frozenset())]


def test_once_pinned_another_origin_of_the_list_is_a_stranger() -> None:
    machine = after(InnerTransport(AllowList.of(["https://other.example", HOST])), REPLY)
    assert isinstance(failure(machine.receive(Received(READY, "https://other.example"))), PeerNavigated)


def test_a_reply_from_a_host_that_is_not_allowed_ends_the_connection_with_both_origins() -> None:
    actions = after(inner_transport()).receive(Received(REPLY, EVIL))
    error = failure(actions)
    assert isinstance(error, OriginNotAllowed)
    assert EVIL in str(error)
    assert HOST in str(error)
    (send,) = of(actions, Send)
    assert isinstance(send.message, Failure)
    assert (send.message.code, send.to) == ("ORIGIN_NOT_ALLOWED", EVIL)
    assert HOST not in send.message.message


def test_a_failure_from_a_host_that_is_not_allowed_is_not_believed() -> None:
    machine = after(inner_transport())
    assert machine.receive(Received(FAILURE, EVIL)) == (Drop("origin", FAILURE),)
    assert of(say(machine, REPLY), Open)


def test_a_host_without_an_origin_is_refused_even_where_every_origin_is_allowed() -> None:
    actions = after(InnerTransport(AllowList.of("*", any_origin=True))).receive(Received(REPLY, "null"))
    assert isinstance(failure(actions), OriginNotAllowed)
    assert [type(message) for message in sent(actions)] == [Failure]


# Frames without an origin.


def test_a_declared_frame_without_an_origin_is_addressed_by_a_star_and_gets_a_port() -> None:
    machine = after(OuterTransport(AllowList.opaque(), SESSION))
    (send,) = of(machine.receive(Received(OFFER, "null")), Send)
    assert (send.to, send.port) == ("*", 1)


@pytest.mark.parametrize("offer", [PLAIN_OFFER, OFFER.model_copy(update={"extensions": ("heartbeat",)})])
def test_a_declared_frame_without_an_origin_gets_no_session_without_a_port(offer: TransportHandshake) -> None:
    machine = after(OuterTransport(AllowList.opaque(), SESSION))
    actions = machine.receive(Received(offer, "null"))
    error = failure(actions)
    assert isinstance(error, Refused)
    assert error.reason == "NO_PORT"
    (told,) = sent(actions)
    assert isinstance(told, Failure)
    assert told.code == "NO_PORT"


def test_a_frame_without_an_origin_that_was_not_declared_is_refused() -> None:
    for allow in (AllowList.of(PAGE), AllowList.of("*", any_origin=True)):
        machine = after(OuterTransport(allow, SESSION))
        actions = machine.receive(Received(OFFER, "null"))
        assert isinstance(failure(actions), PeerNavigated)
        assert not sent(actions)


# Extensions.


def test_only_the_extensions_of_both_sides_are_used() -> None:
    machine = after(OuterTransport(AllowList.of(PAGE), SESSION, extensions=frozenset({"heartbeat"})))
    (reply,) = sent(say(machine, OFFER))
    assert reply == REPLY.model_copy(update={"extensions": ("heartbeat",), "port": None})
    (opened,) = of(say(machine, PLAIN_ACCEPTED), Open)
    assert (opened.port, opened.extensions) == (None, frozenset({"heartbeat"}))


def test_extensions_that_nobody_knows_are_ignored() -> None:
    machine = after(outer_transport())
    (reply,) = sent(say(machine, OFFER.model_copy(update={"extensions": ("port", "teleport")})))
    assert isinstance(reply, TransportReply)
    assert reply.extensions == ("port",)


def test_a_plain_page_is_answered_as_the_reference_expects() -> None:
    machine = after(outer_transport())
    (send,) = of(say(machine, PLAIN_OFFER), Send)
    assert write_message(send.message) == (
        f'{{"type":"MCP_TRANSPORT_HANDSHAKE_REPLY","sessionId":"{SESSION}","protocolVersion":"1.0"}}'
    )
    assert send.port is None
    actions = say(machine, PLAIN_ACCEPTED)
    assert of(actions, Open) == [Open(SESSION, PAGE, None, frozenset())]
    assert not sent(actions)


def test_a_plain_page_that_names_a_port_is_dropped() -> None:
    machine = after(outer_transport(), PLAIN_OFFER)
    assert say(machine, ACCEPTED) == (Drop("malformed", ACCEPTED),)


def test_a_plain_host_opens_the_session_with_its_reply() -> None:
    machine = after(inner_transport())
    actions = say(machine, PLAIN_REPLY)
    assert sent(actions) == [PLAIN_ACCEPTED]
    assert of(actions, Open) == [Open(SESSION, HOST, None, frozenset())]
    assert machine.state is InnerTransportState.OPEN


@pytest.mark.parametrize("version", ["1.0", "1.0.0"])
def test_the_version_is_written_exactly_so_whatever_the_peer_writes(version: str) -> None:
    machine = after(outer_transport())
    (reply,) = sent(say(machine, OFFER.model_copy(update={"protocol_version": version})))
    assert isinstance(reply, TransportReply)
    assert reply.protocol_version == "1.0"
    (offer,) = sent(inner_transport().receive(Started()))
    assert isinstance(offer, TransportHandshake)
    assert offer.protocol_version == "1.0"
    assert of(say(after(inner_transport()), REPLY.model_copy(update={"protocol_version": version})), Open)


# Versions.


@pytest.mark.parametrize("version", ["2.0", "1.1", "0.9", "x"])
def test_a_version_mismatch_is_told_to_the_page_at_once(version: str) -> None:
    actions = say(after(outer_transport()), OFFER.model_copy(update={"protocol_version": version}))
    error = failure(actions)
    assert isinstance(error, VersionMismatch)
    assert (error.ours, error.theirs) == ("1.0", version)
    (send,) = of(actions, Send)
    assert send.to == PAGE
    assert isinstance(send.message, Failure)
    assert send.message.code == "VERSION_MISMATCH"
    told = failure(say(after(inner_transport()), send.message))
    assert isinstance(told, Refused)
    assert told.reason == "VERSION_MISMATCH"


def test_a_reply_with_another_version_ends_the_connection_and_is_told_to_the_host() -> None:
    machine = after(inner_transport())
    actions = say(machine, REPLY.model_copy(update={"protocol_version": "2.0"}))
    assert isinstance(failure(actions), VersionMismatch)
    assert not of(actions, Open)
    (send,) = of(actions, Send)
    assert send.to == HOST
    for outer in (after(outer_transport()), after(outer_transport(), OFFER)):
        told = failure(say(outer, send.message))
        assert isinstance(told, Refused)
        assert told.reason == "VERSION_MISMATCH"


# Time-outs.


def test_a_page_that_never_answers_is_named_by_its_expected_origin() -> None:
    machine = outer_transport()
    assert timers(machine.receive(Started())) == {"answer": 30.0}
    actions = machine.receive(Elapsed("answer"))
    error = failure(actions)
    assert isinstance(error, NoAnswer)
    assert PAGE in str(error)
    assert not sent(actions)


def test_a_page_that_does_not_accept_in_time_is_told() -> None:
    actions = after(outer_transport(), OFFER).receive(Elapsed("answer"))
    assert isinstance(failure(actions), NoAnswer)
    (send,) = of(actions, Send)
    assert send.to == PAGE
    assert isinstance(send.message, Failure)
    assert send.message.code == "NO_ANSWER"


def test_a_host_that_never_answers_is_named_by_its_expected_origins() -> None:
    actions = after(InnerTransport(AllowList.of([HOST, "https://other.example"]))).receive(Elapsed("answer"))
    error = failure(actions)
    assert isinstance(error, NoAnswer)
    assert HOST in str(error)
    assert "https://other.example" in str(error)
    assert timers(actions)["repeat"] is None
    assert not sent(actions)


def test_a_peer_that_speaks_something_else_gets_an_error_that_says_so() -> None:
    for machine in (after(outer_transport(), Foreign()), after(inner_transport(), Foreign())):
        assert isinstance(failure(machine.receive(Elapsed("answer"))), SpeaksOtherwise)


def test_an_open_session_has_no_limit() -> None:
    outer = after(outer_transport(), OFFER)
    assert timers(say(outer, ACCEPTED)) == {"answer": None}
    inner = after(inner_transport(), REPLY)
    assert timers(say(inner, READY)) == {"confirm": None}


def test_a_page_that_is_still_starting_gets_its_whole_time_again() -> None:
    for machine in (after(outer_transport()), after(outer_transport(), OFFER)):
        assert timers(say(machine, StageReached(stage="starting"))) == {"answer": ANSWER_SECONDS}
        assert not say(machine, StageReached(stage="starting"))
    assert not say(open_outer(), StageReached(stage="ready"))


def test_a_page_that_could_not_start_ends_the_wait_for_it() -> None:
    for machine in (after(outer_transport()), after(outer_transport(), OFFER)):
        assert isinstance(failure(say(machine, StageReached(stage="failed"))), PageFailed)


def test_limits_can_be_set() -> None:
    outer = OuterTransport(AllowList.of(PAGE), SESSION, answer_seconds=2)
    assert timers(outer.receive(Started())) == {"answer": 2}
    inner = InnerTransport(AllowList.of(HOST), answer_seconds=2, confirm_seconds=3)
    assert timers(inner.receive(Started()))["answer"] == 2
    assert timers(say(inner, REPLY))["confirm"] == 3


# The host confirms.


def test_a_host_that_does_not_confirm_in_time_is_given_up_and_told() -> None:
    machine = after(inner_transport())
    assert timers(say(machine, REPLY))["confirm"] == 15.0
    actions = machine.receive(Elapsed("confirm"))
    assert isinstance(failure(actions), PeerSilent)
    (send,) = of(actions, Send)
    assert send.to == HOST
    assert isinstance(failure(say(open_outer(), send.message)), PeerClosed)


@pytest.mark.parametrize("change", [{"session_id": "another"}, {"port": 2}])
def test_a_confirmation_of_another_session_is_dropped(change: dict[str, object]) -> None:
    machine = after(inner_transport(), REPLY)
    other = READY.model_copy(update=change)
    assert say(machine, other) == (Drop("session", other),)
    assert machine.state is InnerTransportState.CONFIRMING


def test_a_confirmation_need_not_name_the_port() -> None:
    machine = after(inner_transport(), REPLY)
    say(machine, READY.model_copy(update={"port": None}))
    assert machine.state is InnerTransportState.OPEN


def test_a_confirmation_that_nobody_waits_for_is_dropped() -> None:
    for machine in (after(inner_transport()), open_inner(), after(inner_transport(), PLAIN_REPLY)):
        assert say(machine, READY) == (Drop("unexpected", READY),)


# A setup is needed.


def test_a_page_without_data_of_the_session_asks_for_its_setup() -> None:
    machine = after(InnerTransport(AllowList.of(HOST), knows=lambda session_id: session_id != SESSION))
    actions = say(machine, REPLY)
    (send,) = of(actions, Send)
    assert send.to == HOST
    assert isinstance(send.message, SetupNeeded)
    assert not send.message.can_continue
    assert not of(actions, Open)
    assert isinstance(failure(actions), SetupRequired)
    error = failure(say(after(outer_transport(), OFFER), send.message))
    assert isinstance(error, SetupRequired)
    assert error.reason == send.message.reason


def test_a_setup_that_is_required_ends_the_session_on_both_sides() -> None:
    for inner in (after(inner_transport(), REPLY), open_inner(), after(inner_transport(), PLAIN_REPLY)):
        actions = inner.receive(NeedsSetup("AUTH_EXPIRED", "Sign in again.", can_continue=False))
        assert of(actions, Send) == [Send(EXPIRED, HOST)]
        assert isinstance(failure(actions), SetupRequired)
    for outer in (after(outer_transport()), after(outer_transport(), OFFER), open_outer()):
        actions = say(outer, EXPIRED)
        error = failure(actions)
        assert isinstance(error, SetupRequired)
        assert error.reason == "AUTH_EXPIRED"
        assert "Sign in again." in str(error)
        assert not sent(actions)


def test_a_server_that_can_go_on_without_its_setup_does() -> None:
    inner, outer = open_inner(), open_outer()
    (message,) = sent(inner.receive(NeedsSetup("PERMISSIONS_CHANGED", "More to allow.", can_continue=True)))
    (notice,) = say(outer, message)
    assert isinstance(notice, Notice)
    assert isinstance(notice.error, SetupRequired)
    assert notice.error.reason == "PERMISSIONS_CHANGED"
    assert (inner.state, outer.state) == (InnerTransportState.OPEN, OuterTransportState.OPEN)


def test_a_reason_for_a_setup_is_cut_to_what_the_wire_takes() -> None:
    (message,) = sent(open_inner().receive(NeedsSetup("OTHER", "x" * 3000, can_continue=False)))
    assert isinstance(message, SetupNeeded)
    assert message.message == "x" * 2000


# Reloads.


@pytest.mark.parametrize("what", ["load", "offer"])
def test_a_reload_ends_the_session_with_an_error_that_says_so(what: str) -> None:
    machine = open_outer()
    actions = machine.receive(Loaded()) if what == "load" else say(machine, OFFER)
    assert isinstance(failure(actions), PeerReloaded)
    assert not of(actions, Open)
    (send,) = of(actions, Send)
    assert isinstance(send.message, Failure)
    assert (send.message.code, send.to) == ("PEER_RELOADED", PAGE)


def test_a_reload_between_the_reply_and_its_acceptance_ends_the_connection() -> None:
    assert isinstance(failure(after(outer_transport(), OFFER).receive(Loaded())), PeerReloaded)


def test_a_load_is_expected_while_the_page_has_not_spoken() -> None:
    machine = after(outer_transport())
    assert not machine.receive(Loaded())
    assert machine.state is OuterTransportState.WAITING


def test_a_reloaded_page_is_not_answered_under_the_old_session() -> None:
    old = after(open_outer(), Loaded())
    assert say(old, OFFER) == (Drop("unexpected", OFFER),)
    new = after(OuterTransport(AllowList.of(PAGE), "a new session"), OFFER)
    assert say(new, ACCEPTED) == (Drop("session", ACCEPTED),)
    assert of(say(new, ACCEPTED.model_copy(update={"session_id": "a new session"})), Open)


# The end.


@pytest.mark.parametrize("goodbye", [Goodbye(reason="closed", message="Enough."), Goodbye(reason="unloaded")])
def test_a_goodbye_ends_the_session_and_is_not_answered(goodbye: Goodbye) -> None:
    for machine in (
        after(outer_transport()),
        after(outer_transport(), OFFER),
        open_outer(),
        after(inner_transport(), REPLY),
        open_inner(),
    ):
        actions = say(machine, goodbye)
        error = failure(actions)
        assert isinstance(error, PeerClosed)
        assert (goodbye.message or "page was left") in str(error)
        assert not sent(actions)


def test_closing_an_open_session_says_goodbye() -> None:
    for machine, to in ((open_outer(), PAGE), (open_inner(), HOST), (after(inner_transport(), REPLY), HOST)):
        actions = machine.receive(Cancelled())
        assert isinstance(failure(actions), ClosedHere)
        (send,) = of(actions, Send)
        assert isinstance(send.message, Goodbye)
        assert (send.message.reason, send.to) == ("closed", to)


def test_closing_between_the_reply_and_its_acceptance_is_told_as_a_failure() -> None:
    actions = after(outer_transport(), OFFER).receive(Cancelled())
    (send,) = of(actions, Send)
    assert isinstance(send.message, Failure)
    for machine in (after(inner_transport()), after(inner_transport(), REPLY), after(inner_transport(), PLAIN_REPLY)):
        assert failure(say(machine, send.message))


def test_closing_before_anybody_is_known_is_told_to_nobody() -> None:
    for machine in (after(inner_transport()), after(outer_transport())):
        actions = machine.receive(Cancelled())
        assert not sent(actions)
        assert isinstance(failure(actions), ClosedHere)


def test_a_refusal_has_the_code_and_the_words_of_the_host() -> None:
    error = failure(say(after(inner_transport()), Failure(code="FULL", message="No more servers.")))
    assert isinstance(error, Refused)
    assert error.reason == "FULL"
    assert "No more servers." in str(error)


def test_a_failure_in_a_session_closes_it() -> None:
    for machine in (after(inner_transport(), REPLY), open_inner()):
        actions = say(machine, Failure(code="PEER_SILENT", message="Not heard of."))
        error = failure(actions)
        assert isinstance(error, PeerClosed)
        assert "Not heard of." in str(error)
        assert not sent(actions)


def test_a_cancelled_connection_is_told_as_one() -> None:
    assert isinstance(failure(say(after(inner_transport()), FAILURE)), SetupCancelled)


def test_a_window_that_is_gone_ends_the_session() -> None:
    for machine in (after(outer_transport()), after(outer_transport(), OFFER), open_outer(), open_inner()):
        assert isinstance(failure(machine.receive(Lost(PeerRemoved()))), PeerRemoved)


def test_a_session_is_no_setup() -> None:
    for machine in (open_outer(), open_inner()):
        assert not of(say(machine, TransportAccepted(session_id=SESSION)), Complete)
