"""The errors: one tree, drawn as it is, each with a code and a text that helps."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from typing import get_args

import pytest
from transom import errors
from transom.errors import SetupCode, TransomError

CLASSES = [item for _, item in inspect.getmembers(errors, inspect.isclass) if issubclass(item, TransomError)]
EXAMPLES = (
    errors.NotInBrowser("serve"),
    errors.NoAnswer("The page from https://page.example", 30, "Check its address."),
    errors.SpeaksOtherwise("The page from https://page.example", 0.5),
    errors.VersionMismatch("1.0", "2.0 to 3.0"),
    errors.OriginNotAllowed("https://evil.example", ["https://host.example"]),
    errors.PageUnreachable("https://page.example"),
    errors.PopupBlocked("https://page.example"),
    errors.Refused("ANY_CODE", "no such server"),
    errors.SetupCancelled(),
    errors.SetupTimedOut(900),
    errors.PermissionsDenied(["camera", "microphone"]),
    errors.SetupFailed("AUTH_FAILED", ""),
    errors.ClosedHere(),
    errors.PeerClosed(),
    errors.NobodyAbove(),
    errors.PageFailed(),
    errors.PeerReloaded(),
    errors.PeerNavigated("https://page.example", "https://evil.example"),
    errors.PeerRemoved(),
    errors.PeerCrashed(),
    errors.PeerSilent(),
    errors.SetupRequired("AUTH_EXPIRED", "sign in again."),
    errors.NotJson("Infinity at result.value"),
    errors.MessageTooLarge(300, 200),
    errors.Overloaded("100 calls are under way."),
)

UNSHOWN = ("AUTH_EXPIRED",)
"""The text that comes with this reason says it in words."""


def drawn_tree(text: str) -> dict[str, str | None]:
    """Each class that is drawn, with the one that it hangs under."""
    above: dict[str, str | None] = {}
    path: list[str] = []
    for line in text.splitlines():
        if match := re.fullmatch(r"([│├└─ ]+)([A-Z]\w+) .*|()(TransomError)", line):
            depth, name = len(match[1] or "") // 4, match[2] or match[4]
            path[depth:] = [name]
            above[name] = path[depth - 1] if depth else None
    return above


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    above = {item.__name__: item.__mro__[1].__name__ for item in CLASSES}
    assert drawn_tree(errors.__doc__ or "") == {**above, "TransomError": None}
    assert TransomError.__mro__[1] is Exception


def test_no_code_stands_for_two_errors() -> None:
    codes = Counter(vars(item)["code"] for item in CLASSES if "code" in vars(item))
    assert codes.most_common(1)[0][1] == 1


def test_every_code_is_a_word_in_capitals() -> None:
    assert all(re.fullmatch("[A-Z]+(_[A-Z]+)*", item.code) for item in CLASSES)


def test_the_codes_of_the_wire_are_those_of_the_setup_and_of_versions() -> None:
    ours = {item.code for item in CLASSES if issubclass(item, errors.SetupError)} | {errors.VersionMismatch.code}
    assert set(get_args(SetupCode)) == ours | {"AUTH_FAILED"}


def test_every_situation_has_an_example_here() -> None:
    leaves = {item for item in CLASSES if not item.__subclasses__()}
    assert {type(example) for example in EXAMPLES} == leaves


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: type(example).__name__)
def test_a_text_is_whole_sentences_with_what_is_known(example: TransomError) -> None:
    text = str(example)
    assert text.endswith((".", ")", "`"))
    for value in vars(example).values():
        shown = ", ".join(value) if isinstance(value, tuple) else str(value)
        assert shown in text or value in UNSHOWN


def test_an_empty_allow_list_is_said_to_be_empty() -> None:
    assert "(empty)" in str(errors.OriginNotAllowed("https://evil.example", []))
