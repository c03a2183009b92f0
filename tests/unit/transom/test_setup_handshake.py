"""The setup phase, rule by rule: what each side sends, to whom, and how it ends."""

from __future__ import annotations

import pytest
from transom.errors import (
    NoAnswer,
    OriginNotAllowed,
    PeerNavigated,
    PeerReloaded,
    PeerRemoved,
    PermissionsDenied,
    Refused,
    SetupCancelled,
    SetupFailed,
    SetupTimedOut,
    SpeaksOtherwise,
    VersionMismatch,
)
from transom.handshake.inner_setup import InnerSetup, InnerSetupState
from transom.handshake.machine import (
    ANSWER_SECONDS,
    FORM_SECONDS,
    Ask,
    Cancelled,
    Complete,
    Decided,
    Drop,
    Elapsed,
    Fail,
    Finished,
    Foreign,
    Form,
    Load,
    Loaded,
    Lost,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
)
from transom.handshake.outer_setup import RESTARTS, OuterSetup, OuterSetupState
from transom.origins import AllowList
from transom.protocol import Failure, Problem, SetupComplete, SetupReply, StageReached
from transom.versions import VersionRange

from .peers import (
    EVIL,
    FAILURE,
    HOST,
    PAGE,
    SESSION,
    SETUP_OFFER,
    SETUP_REPLY,
    SUCCESS,
    after,
    asking,
    failure,
    inner_setup,
    need,
    of,
    outer_setup,
    say,
    sent,
    timers,
)

CAMERA = need("camera")
NEEDED = need("camera", required=True)


# The inner page offers.


def test_the_page_offers_to_whoever_is_above_and_says_what_it_needs() -> None:
    machine = InnerSetup(AllowList.of(HOST), visible=True, permissions=(CAMERA,))
    (send,) = of(machine.receive(Started()), Send)
    assert send.message == asking(CAMERA)
    assert send.to == "*"


def test_the_page_repeats_its_offer_every_250_ms_for_30_seconds() -> None:
    machine = inner_setup()
    assert timers(machine.receive(Started())) == {"answer": 30.0, "repeat": 0.25}
    for _ in range(100):
        actions = machine.receive(Elapsed("repeat"))
        assert len(of(actions, Send)) == 1
        assert timers(actions) == {"repeat": 0.25}


def test_an_offer_that_asks_for_permissions_is_sent_at_most_twice() -> None:
    machine = InnerSetup(AllowList.of(HOST), permissions=(CAMERA,))
    first, second = machine.receive(Started()), machine.receive(Elapsed("repeat"))
    assert timers(first)["repeat"] == 0.25
    assert timers(second) == {"repeat": None}
    assert len(sent(first)) == len(sent(second)) == 1
    assert not machine.receive(Elapsed("repeat"))


def test_a_page_that_asks_for_permissions_gives_the_person_time_to_answer() -> None:
    machine = InnerSetup(AllowList.of(HOST), permissions=(CAMERA,))
    assert timers(machine.receive(Started()))["answer"] == FORM_SECONDS
    assert "within 900 seconds" in str(failure(machine.receive(Elapsed("answer"))))


# The outer frame answers.


def test_the_reply_has_the_session_and_goes_to_the_origin_of_the_page_alone() -> None:
    machine = after(outer_setup())
    actions = say(machine, SETUP_OFFER)
    assert of(actions, Send) == [Send(SETUP_REPLY.model_copy(update={"granted_permissions": ()}), PAGE)]
    assert of(actions, Form) == [Form(SESSION, visible=True)]
    assert of(actions, Pin) == [Pin(PAGE)]


@pytest.mark.parametrize("visible", [True, False])
def test_both_sides_hear_whether_the_form_is_visible(visible: bool) -> None:
    offer = SETUP_OFFER.model_copy(update={"requires_visible_setup": visible})
    assert of(say(after(outer_setup()), offer), Form)[0].visible == visible
    assert of(say(after(InnerSetup(AllowList.of(HOST), visible=visible)), SETUP_REPLY), Form)[0].visible == visible


def test_a_repeated_offer_is_answered_again() -> None:
    machine = after(outer_setup(), SETUP_OFFER)
    assert of(say(machine, SETUP_OFFER), Send)[0].to == PAGE
    assert machine.state is OuterSetupState.FORM


def test_a_page_of_another_origin_gets_no_session_and_ends_the_setup() -> None:
    machine = after(outer_setup())
    actions = machine.receive(Received(SETUP_OFFER, EVIL))
    assert not sent(actions)
    error = failure(actions)
    assert isinstance(error, PeerNavigated)
    assert (error.expected, error.origin) == (PAGE, EVIL)


def test_a_frame_without_an_origin_is_addressed_by_a_star_only_when_it_was_declared() -> None:
    declared = after(OuterSetup(AllowList.opaque(), SESSION))
    assert [send.to for send in of(declared.receive(Received(SETUP_OFFER, "null")), Send)] == ["*"]
    for allow in (AllowList.of(PAGE), AllowList.of("*", any_origin=True)):
        machine = after(OuterSetup(allow, SESSION))
        assert not sent(machine.receive(Received(SETUP_OFFER, "null")))
        assert machine.is_over


def test_every_origin_may_be_allowed_and_the_first_is_then_the_only_one() -> None:
    machine = after(OuterSetup(AllowList.of("*", any_origin=True), SESSION))
    assert of(machine.receive(Received(SETUP_OFFER, PAGE)), Send)[0].to == PAGE
    assert isinstance(failure(machine.receive(Received(SETUP_OFFER, EVIL))), PeerNavigated)


# They agree on a version.


@pytest.mark.parametrize("spelling", ["1.0", "1.0.0", "1"])
def test_the_version_is_answered_in_our_spelling(spelling: str) -> None:
    offer = SETUP_OFFER.model_copy(update={"min_protocol_version": spelling, "max_protocol_version": spelling})
    (reply,) = sent(say(after(outer_setup()), offer))
    assert isinstance(reply, SetupReply)
    assert reply.protocol_version == "1.0"


def test_the_highest_version_of_both_is_answered_before_and_after_the_person_was_asked() -> None:
    offer = asking(CAMERA).model_copy(update={"min_protocol_version": "1.2", "max_protocol_version": "3.0"})
    for decisions in ({"camera": False}, {}):
        machine = after(OuterSetup(AllowList.of(PAGE), SESSION, VersionRange("1.0", "2.5"), decisions=decisions))
        actions = say(machine, offer)
        if not decisions:
            actions = machine.receive(Decided(frozenset()))
        (reply,) = sent(actions)
        assert isinstance(reply, SetupReply)
        assert reply.protocol_version == "2.5"


@pytest.mark.parametrize(("lowest", "highest"), [("2.0", "3.0"), ("0.1", "0.9"), ("3.0", "2.0"), ("a", "b")])
def test_a_version_mismatch_is_told_to_the_page_at_once(lowest: str, highest: str) -> None:
    machine = after(outer_setup())
    offer = SETUP_OFFER.model_copy(update={"min_protocol_version": lowest, "max_protocol_version": highest})
    actions = say(machine, offer)
    assert isinstance(failure(actions), VersionMismatch)
    (send,) = of(actions, Send)
    assert send.to == PAGE
    assert isinstance(send.message, Failure)
    assert send.message.code == "VERSION_MISMATCH"
    assert f"{lowest} to {highest}" in send.message.message
    error = failure(say(after(inner_setup()), send.message))
    assert isinstance(error, Refused)
    assert error.reason == "VERSION_MISMATCH"


def test_a_reply_with_another_version_ends_the_setup_and_is_told_to_the_host() -> None:
    machine = after(inner_setup())
    actions = say(machine, SETUP_REPLY.model_copy(update={"protocol_version": "2.0"}))
    error = failure(actions)
    assert isinstance(error, VersionMismatch)
    assert (error.ours, error.theirs) == ("1.0", "2.0")
    (send,) = of(actions, Send)
    assert send.to == HOST
    for outer in (after(outer_setup()), after(outer_setup(), SETUP_OFFER)):
        told = failure(say(outer, send.message))
        assert isinstance(told, Refused)
        assert told.reason == "VERSION_MISMATCH"


@pytest.mark.parametrize("version", ["1.0", "1.0.0"])
def test_a_reply_may_write_the_version_in_full(version: str) -> None:
    assert of(say(after(inner_setup()), SETUP_REPLY.model_copy(update={"protocol_version": version})), Form)


# The inner page pins.


def test_the_page_pins_the_origin_of_a_reply_from_an_allowed_one() -> None:
    for origin in (HOST, "https://other.example"):
        machine = after(InnerSetup(AllowList.of(["https://other.example", HOST])))
        actions = machine.receive(Received(SETUP_REPLY, origin))
        assert of(actions, Pin) == [Pin(origin)]
        assert of(actions, Form)[0].session_id == SESSION
        assert timers(actions) == {"repeat": None, "answer": None, "form": FORM_SECONDS}
        assert machine.origin == origin
        assert [send.to for send in of(machine.receive(Finished(SUCCESS)), Send)] == [origin]


def test_no_other_message_pins_an_origin() -> None:
    for message in (SUCCESS, SETUP_OFFER, StageReached(stage="ready")):
        machine = after(inner_setup())
        assert say(machine, message) == (Drop("unexpected", message),)
        assert machine.origin is None


def test_once_pinned_another_origin_of_the_list_is_a_stranger() -> None:
    machine = after(InnerSetup(AllowList.of(["https://other.example", HOST])), SETUP_REPLY)
    actions = machine.receive(Received(SETUP_REPLY, "https://other.example"))
    assert isinstance(failure(actions), PeerNavigated)
    assert not sent(actions)


def test_a_reply_from_a_host_that_is_not_allowed_ends_the_setup_with_both_origins() -> None:
    machine = after(inner_setup())
    actions = machine.receive(Received(SETUP_REPLY, EVIL))
    error = failure(actions)
    assert isinstance(error, OriginNotAllowed)
    assert EVIL in str(error)
    assert HOST in str(error)
    (send,) = of(actions, Send)
    assert isinstance(send.message, Failure)
    assert (send.message.code, send.to) == ("ORIGIN_NOT_ALLOWED", EVIL)
    assert HOST not in send.message.message


def test_a_failure_from_a_host_that_is_not_allowed_is_not_believed() -> None:
    machine = after(inner_setup())
    assert machine.receive(Received(FAILURE, EVIL)) == (Drop("origin", FAILURE),)
    assert of(say(machine, SETUP_REPLY), Form)


def test_a_second_reply_is_dropped() -> None:
    machine = after(inner_setup(), SETUP_REPLY)
    other = SETUP_REPLY.model_copy(update={"session_id": "another"})
    assert say(machine, other) == (Drop("unexpected", other),)


def test_a_reply_after_the_time_out_is_dropped() -> None:
    machine = after(inner_setup(), Elapsed("answer"))
    assert say(machine, SETUP_REPLY) == (Drop("unexpected", SETUP_REPLY),)


# Permissions.


def test_the_person_is_asked_once_with_the_purpose() -> None:
    machine = after(outer_setup())
    actions = say(machine, asking(CAMERA, need("usb")))
    assert of(actions, Ask) == [Ask((CAMERA, need("usb")))]
    assert not sent(actions)
    assert timers(actions) == {"answer": None, "form": FORM_SECONDS}
    assert not say(machine, asking(CAMERA, need("usb")))
    machine.receive(Decided(frozenset()))
    assert not of(say(machine, asking(CAMERA, need("usb"))), Ask)


def test_a_decision_that_was_made_before_is_not_asked_for_again() -> None:
    machine = after(OuterSetup(AllowList.of(PAGE), SESSION, decisions={"camera": False}))
    assert not of(say(machine, asking(CAMERA)), Ask)
    machine = after(OuterSetup(AllowList.of(PAGE), SESSION, decisions={"camera": False}))
    assert of(say(machine, asking(CAMERA, need("usb"))), Ask) == [Ask((need("usb"),))]


def test_the_page_is_loaded_again_with_what_was_granted_before_it_gets_a_reply() -> None:
    machine = after(outer_setup(), asking(CAMERA, need("usb")))
    actions = machine.receive(Decided(frozenset({"camera"})))
    assert of(actions, Load) == [Load(frozenset({"camera"}))]
    assert not sent(actions)
    assert timers(actions) == {"form": None, "answer": ANSWER_SECONDS}
    actions = say(machine, asking(CAMERA, need("usb")))
    assert sent(actions) == [SETUP_REPLY.model_copy(update={"granted_permissions": ("camera",)})]
    assert of(actions, Form)[0].granted == ("camera",)


def test_a_known_decision_also_loads_the_page_again_but_only_once() -> None:
    machine = after(OuterSetup(AllowList.of(PAGE), SESSION, decisions={"camera": True}))
    assert of(say(machine, asking(CAMERA)), Load) == [Load(frozenset({"camera"}))]
    assert not of(say(machine, asking(CAMERA)), Load)


def test_a_page_that_was_loaded_with_its_permissions_is_not_loaded_again() -> None:
    machine = OuterSetup(
        AllowList.of(PAGE), SESSION, decisions={"camera": True}, loaded_with=frozenset({"camera", "usb"})
    )
    assert sent(say(after(machine), asking(CAMERA)))


def test_a_popup_is_not_loaded_again() -> None:
    machine = after(OuterSetup(AllowList.of(PAGE), SESSION, reloads=False), asking(CAMERA))
    actions = machine.receive(Decided(frozenset({"camera"})))
    assert not of(actions, Load)
    assert sent(actions) == [SETUP_REPLY.model_copy(update={"granted_permissions": ("camera",)})]


def test_a_permission_for_sessions_alone_does_not_load_the_setup_again() -> None:
    machine = after(outer_setup(), asking(need("camera", "transport")))
    actions = machine.receive(Decided(frozenset({"camera"})))
    assert not of(actions, Load)
    assert len(sent(actions)) == 1


def test_the_setup_goes_on_without_an_optional_permission() -> None:
    machine = after(outer_setup(), asking(CAMERA))
    actions = machine.receive(Decided(frozenset()))
    assert sent(actions) == [SETUP_REPLY.model_copy(update={"granted_permissions": ()})]
    assert machine.decisions == {"camera": False}


def test_the_setup_goes_on_without_an_optional_permission_that_nobody_knows() -> None:
    actions = say(after(outer_setup()), asking(need("mind-reading")))
    assert not of(actions, Ask)
    assert sent(actions) == [SETUP_REPLY.model_copy(update={"granted_permissions": ()})]


@pytest.mark.parametrize("known", [True, False])
def test_a_required_permission_that_is_denied_ends_the_setup_and_the_page_is_told(known: bool) -> None:
    name = "camera" if known else "mind-reading"
    machine = after(OuterSetup(AllowList.of(PAGE), SESSION, decisions={} if known else {name: True}))
    actions = say(machine, asking(need(name, required=True)))
    if known:
        actions = machine.receive(Decided(frozenset({"microphone"})))
    error = failure(actions)
    assert isinstance(error, PermissionsDenied)
    assert error.names == (name,)
    (send,) = of(actions, Send)
    assert isinstance(send.message, Failure)
    assert (send.message.code, send.to) == ("INSUFFICIENT_PERMISSIONS", PAGE)
    told = failure(say(after(inner_setup()), send.message))
    assert isinstance(told, SetupFailed)
    assert told.reason == "INSUFFICIENT_PERMISSIONS"


def test_only_what_the_page_has_asked_for_is_decided() -> None:
    machine = after(outer_setup(), asking(CAMERA))
    machine.receive(Decided(frozenset({"camera", "microphone", "*", "mind-reading"})))
    assert machine.decisions == {"camera": True}
    assert machine.loaded_with == {"camera"}


def test_an_answer_changes_no_decision_that_was_not_asked_for() -> None:
    machine = OuterSetup(AllowList.of(PAGE), SESSION, decisions={"camera": False})
    after(machine, asking(CAMERA, need("usb")), Decided(frozenset({"camera", "usb"})))
    assert machine.decisions == {"camera": False, "usb": True}


def test_an_unknown_permission_that_somebody_decided_reaches_nobody() -> None:
    decisions = {"mind-reading": True} | {f"made-up-{number}": True for number in range(40)}
    machine = after(OuterSetup(AllowList.of(PAGE), SESSION, decisions=decisions))
    actions = say(machine, asking(need("mind-reading")))
    assert not of(actions, Load)
    assert sent(actions) == [SETUP_REPLY.model_copy(update={"granted_permissions": ()})]


# The form, and how it ends.


def test_a_result_goes_to_the_pinned_host_and_ends_both_sides() -> None:
    inner, outer = after(inner_setup(), SETUP_REPLY), after(outer_setup(), SETUP_OFFER)
    actions = inner.receive(Finished(SUCCESS))
    assert of(actions, Send) == [Send(SUCCESS, HOST)]
    assert of(actions, Complete) == [Complete(SUCCESS)]
    assert of(say(outer, SUCCESS), Complete) == [Complete(SUCCESS)]
    assert inner.is_over
    assert outer.is_over


@pytest.mark.parametrize("code", ["AUTH_FAILED", "CONFIG_ERROR", "TIMEOUT", "INSUFFICIENT_PERMISSIONS"])
def test_a_setup_that_fails_is_an_error_with_its_code_on_both_sides(code: str) -> None:
    result = SetupComplete(status="error", error=Problem(code=code, message="The reason."))
    inner, outer = after(inner_setup(), SETUP_REPLY), after(outer_setup(), SETUP_OFFER)
    for actions in (inner.receive(Finished(result)), say(outer, result)):
        error = failure(actions)
        assert isinstance(error, SetupFailed)
        assert error.reason == code
        assert str(error) == "The reason."


@pytest.mark.parametrize("problem", [None, Problem(code="SOMETHING_ELSE", message="")])
def test_an_error_without_a_known_code_is_one_of_the_configuration(problem: Problem | None) -> None:
    error = failure(say(after(outer_setup(), SETUP_OFFER), SetupComplete(status="error", error=problem)))
    assert isinstance(error, SetupFailed)
    assert error.reason == "CONFIG_ERROR"
    assert str(error)


def test_a_cancel_in_the_page_is_told_to_the_host() -> None:
    actions = after(inner_setup(), SETUP_REPLY).receive(Cancelled())
    assert isinstance(failure(actions), SetupCancelled)
    (send,) = of(actions, Send)
    assert send.to == HOST
    assert isinstance(failure(say(after(outer_setup(), SETUP_OFFER), send.message)), SetupCancelled)


def test_a_cancel_in_the_host_is_told_to_the_page() -> None:
    for offer in (SETUP_OFFER, asking(NEEDED)):
        actions = after(outer_setup(), offer).receive(Cancelled())
        assert isinstance(failure(actions), SetupCancelled)
        (send,) = of(actions, Send)
        assert send.to == PAGE
        for page in (after(inner_setup()), after(inner_setup(), SETUP_REPLY)):
            assert isinstance(failure(say(page, send.message)), SetupCancelled)


def test_a_cancel_before_anybody_is_known_is_told_to_nobody() -> None:
    for machine in (after(inner_setup()), after(outer_setup())):
        actions = machine.receive(Cancelled())
        assert not sent(actions)
        assert isinstance(failure(actions), SetupCancelled)


def test_a_form_that_is_not_finished_in_time_ends_on_both_sides() -> None:
    actions = after(inner_setup(), SETUP_REPLY).receive(Elapsed("form"))
    assert isinstance(failure(actions), SetupTimedOut)
    told = failure(say(after(outer_setup(), SETUP_OFFER), *sent(actions)))
    assert isinstance(told, SetupFailed)
    assert told.reason == "TIMEOUT"

    for offer in (SETUP_OFFER, asking(CAMERA)):
        actions = after(outer_setup(), offer).receive(Elapsed("form"))
        assert isinstance(failure(actions), SetupTimedOut)
        told = failure(say(after(inner_setup(), SETUP_REPLY), *sent(actions)))
        assert isinstance(told, SetupFailed)
        assert told.reason == "TIMEOUT"


def test_a_page_that_never_answers_is_named_by_its_expected_origin() -> None:
    machine = outer_setup()
    assert timers(machine.receive(Started())) == {"answer": 30.0}
    error = failure(machine.receive(Elapsed("answer")))
    assert isinstance(error, NoAnswer)
    assert PAGE in str(error)
    assert "30 seconds" in str(error)


def test_a_host_that_never_answers_is_named_by_its_expected_origins() -> None:
    machine = after(InnerSetup(AllowList.of([HOST, "https://other.example"])))
    error = failure(machine.receive(Elapsed("answer")))
    assert isinstance(error, NoAnswer)
    assert HOST in str(error)
    assert "https://other.example" in str(error)


@pytest.mark.parametrize("make", [outer_setup, inner_setup])
def test_a_peer_that_speaks_something_else_gets_an_error_that_says_so(
    make: type[OuterSetup] | type[InnerSetup],
) -> None:
    machine = after(make(), Foreign())  # type: ignore[call-arg]
    assert isinstance(failure(machine.receive(Elapsed("answer"))), SpeaksOtherwise)


def test_a_page_that_is_still_starting_gets_its_whole_time_again() -> None:
    machine = after(outer_setup())
    for stage in ("loading", "starting"):
        assert timers(say(machine, StageReached(stage=stage))) == {"answer": 30.0}
        assert not say(machine, StageReached(stage=stage))


def test_stages_say_nothing_once_the_person_is_busy() -> None:
    for offer in (SETUP_OFFER, asking(CAMERA)):
        assert not say(after(outer_setup(), offer), StageReached(stage="ready"))


def test_a_page_that_reloads_at_the_form_starts_anew() -> None:
    machine = after(outer_setup(), SETUP_OFFER)
    assert timers(machine.receive(Loaded())) == {"form": None, "answer": 30.0}
    assert machine.state is OuterSetupState.WAITING
    assert say(machine, SUCCESS) == (Drop("unexpected", SUCCESS),)
    assert of(say(machine, SETUP_OFFER), Form)
    assert of(say(machine, SUCCESS), Complete)


def test_a_page_that_reloads_for_ever_is_given_up_and_told() -> None:
    machine = after(outer_setup())
    for _ in range(RESTARTS):
        say(machine, SETUP_OFFER)
        assert not of(machine.receive(Loaded()), Fail)
    say(machine, SETUP_OFFER)
    actions = machine.receive(Loaded())
    assert isinstance(failure(actions), PeerReloaded)
    assert [send.to for send in of(actions, Send)] == [PAGE]


def test_a_result_before_the_reply_is_dropped() -> None:
    for events in ((), (asking(CAMERA),)):
        machine = after(outer_setup(), *events)
        assert say(machine, SUCCESS) == (Drop("unexpected", SUCCESS),)


def test_a_window_that_is_gone_ends_the_setup() -> None:
    assert isinstance(failure(after(inner_setup(), SETUP_REPLY).receive(Lost(PeerRemoved()))), PeerRemoved)
    for machine in (after(outer_setup(), SETUP_OFFER), after(outer_setup())):
        assert isinstance(failure(machine.receive(Lost(PeerRemoved()))), SetupCancelled)


def test_what_the_person_does_too_early_or_too_late_is_ignored() -> None:
    page = after(inner_setup())
    assert not page.receive(Finished(SUCCESS))
    assert page.state is InnerSetupState.OFFERING
    for machine in (after(outer_setup()), after(outer_setup(), SETUP_OFFER)):
        assert not machine.receive(Decided(frozenset({"camera"})))
    done = after(inner_setup(), SETUP_REPLY, Finished(SUCCESS))
    assert not done.receive(Finished(SUCCESS))


def test_limits_can_be_set() -> None:
    machine = OuterSetup(AllowList.of(PAGE), SESSION, answer_seconds=2, form_seconds=3)
    assert timers(machine.receive(Started())) == {"answer": 2}
    assert timers(say(machine, SETUP_OFFER)) == {"answer": None, "form": 3}
    page = InnerSetup(AllowList.of(HOST), answer_seconds=2, form_seconds=3)
    assert SetTimer("answer", 2) in page.receive(Started())
    assert timers(say(page, SETUP_REPLY))["form"] == 3
