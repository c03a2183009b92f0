"""Permissions: who is asked for what, what comes of it, and what reaches an attribute."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transom.permissions import GRANTABLE, denied, granted, policy, undecided

from .peers import PAGE, need

HOSTILE = ("camera *; microphone", "camera https://evil.example", "*", "", "Camera", "notifications", "camera;", "üsb")

names = st.sampled_from(["camera", "microphone", "usb", *HOSTILE[:3]])
decisions = st.dictionaries(names, st.booleans())
requirements = st.lists(
    st.builds(
        lambda name, phases, required: need(name, *phases, required=required),
        names,
        st.lists(st.sampled_from(("setup", "transport")), min_size=1, max_size=2),
        st.booleans(),
    )
)


def test_the_person_is_asked_only_for_what_is_known_and_not_decided() -> None:
    camera, microphone, unknown = need("camera"), need("microphone"), need("mind-reading")
    assert undecided([camera, microphone, unknown], {"microphone": False}) == (camera,)


def test_a_permission_is_granted_in_the_phases_it_was_asked_for() -> None:
    needs = [need("camera", "setup"), need("microphone", "transport"), need("usb", "setup", "transport")]
    allowed = {"camera": True, "microphone": True, "usb": True}
    assert granted(needs, allowed, "setup") == {"camera", "usb"}
    assert granted(needs, allowed, "transport") == {"microphone", "usb"}


def test_what_was_not_asked_for_or_not_decided_is_not_granted() -> None:
    assert granted([need("camera")], {"microphone": True}, "setup") == set()
    assert granted([need("camera")], {}, "setup") == set()


def test_only_a_required_permission_can_be_missing() -> None:
    needs = [need("camera", required=True), need("microphone"), need("usb", required=True)]
    assert denied(needs, {"camera": False, "microphone": False, "usb": True}) == ("camera",)
    assert denied(needs, {}) == ("camera", "usb")


@pytest.mark.parametrize("name", ["notifications", "mind-reading", "camera *; usb"])
def test_an_unknown_name_is_never_granted_even_if_somebody_decided_so(name: str) -> None:
    assert granted([need(name)], {name: True}, "setup") == set()
    assert denied([need(name, required=True)], {name: True}) == (name,)


@given(requirements, decisions)
def test_every_required_permission_is_either_granted_in_a_phase_or_missing(
    needs: list, allowed: dict[str, bool]
) -> None:
    given = granted(needs, allowed, "setup") | granted(needs, allowed, "transport")
    assert {need.name for need in needs if need.required} - given == set(denied(needs, allowed))
    assert given <= GRANTABLE


def test_a_policy_names_the_origin_for_each_permission() -> None:
    assert policy(["microphone", "camera", "camera"], PAGE) == f"camera {PAGE}; microphone {PAGE}"
    assert policy([], PAGE) == ""


def test_a_page_without_an_origin_is_named_by_a_star() -> None:
    assert policy(["camera"], "null") == "camera *"


@pytest.mark.parametrize("name", HOSTILE)
def test_no_other_name_reaches_the_attribute(name: str) -> None:
    assert policy([name, "camera"], PAGE) == f"camera {PAGE}"


@given(st.lists(st.text() | st.sampled_from(sorted(GRANTABLE))))
def test_a_policy_has_known_names_alone(names: list[str]) -> None:
    entries = [entry for entry in policy(names, PAGE).split("; ") if entry]
    assert {entry.removesuffix(f" {PAGE}") for entry in entries} == set(names) & GRANTABLE
