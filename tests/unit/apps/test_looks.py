"""What apps may use of the stylesheet that all pages share, and where their authors read of it."""

from __future__ import annotations

import re

from devserver.origins import ROOT

from .loading import APPS

SHARED = (ROOT / "runtime/web/page.css").read_text(encoding="utf-8")
README = (APPS / "README.md").read_text(encoding="utf-8")
LISTED = " ".join(re.findall(r"^\| (`.*?) \|", README, re.MULTILINE))
"""The first column of its tables."""


def defined(css: str) -> set[str]:
    return set(re.findall(r"^\s+(--[a-z-]+):", css, re.MULTILINE))


def test_authors_read_of_every_property_and_class_and_of_no_other() -> None:
    assert set(re.findall(r"`(--[a-z-]+)`", LISTED)) == defined(SHARED)
    assert set(re.findall(r"`(\.transom[a-z-]*)`", LISTED)) == set(re.findall(r"\.[a-z][a-z-]+(?=[^;{}]*\{)", SHARED))


def test_authors_read_of_every_state_of_a_session() -> None:
    states = re.findall(r'data-session="([a-z]+)"', SHARED)
    assert [state for state in states if f"`{state}`" not in README] == []


def test_no_app_uses_a_property_that_nobody_defines() -> None:
    for path in APPS.glob("*/*.css"):
        css = path.read_text(encoding="utf-8")
        assert set(re.findall(r"var\((--[a-z-]+)", css)) <= defined(SHARED) | defined(css), path
