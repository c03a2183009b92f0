"""What Python logs in a page, with a console that remembers."""

from __future__ import annotations

import logging
import sys
from types import SimpleNamespace

import pytest

from runtime.pins import RUNTIME
from tests.unit.loading import load

Said = list[tuple[str, str]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    said: Said = []
    kinds = ("error", "warn", "info")
    console = {kind: lambda text, kind=kind: said.append((kind, text)) for kind in kinds}
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(console=SimpleNamespace(**console)))
    return said


@pytest.fixture
def log() -> logging.Logger:
    log = logging.Logger("page")
    log.addHandler(load(RUNTIME / "python" / "transom_log.py", "transom_log_in_test").ConsoleHandler())
    return log


def test_each_record_has_its_own_level(log: logging.Logger, said: Said) -> None:
    log.info("Tool %r failed", "add")
    log.warning("dropped")
    log.error("broken")
    assert said == [("info", "Tool 'add' failed"), ("warn", "dropped"), ("error", "broken")]


def test_a_mistake_is_one_error_with_its_traceback(log: logging.Logger, said: Said) -> None:
    try:
        raise LookupError("gone")
    except LookupError:
        log.exception("The page made a mistake.")
    [(kind, text)] = said
    assert kind == "error"
    assert text.startswith("The page made a mistake.\nTraceback")
    assert text.endswith("LookupError: gone")
