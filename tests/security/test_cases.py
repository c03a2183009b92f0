"""The list of cases and the tests go together."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from . import test_handshake, test_identity, test_lifecycle, test_shapes, test_volume
from .cases import CASES

MODULES = (test_identity, test_handshake, test_lifecycle, test_shapes, test_volume)


def named_in(module: ModuleType) -> Iterator[tuple[str, str]]:
    for value in vars(module).values():
        for mark in getattr(value, "pytestmark", ()):
            if mark.name == "case":
                yield mark.args


def test_every_case_has_a_test_and_every_test_a_case() -> None:
    listed = {(group, name) for group, cases in CASES.items() for name in cases}
    assert {named for module in MODULES for named in named_in(module)} == listed
