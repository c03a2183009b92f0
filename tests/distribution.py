"""Which tests come first, and which process runs them: what is long early, what shares a page in one process."""

from __future__ import annotations

import gc

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling, LoadScopeScheduling

DEAREST_FIRST = (
    "tests/browser/test_failures.py",
    "tests/security",
    "tests/browser/host/test_stories.py",
    "tests/browser/host/test_stories_list.py",
    "tests/browser/dashboard/test_sessions.py",
    "tests/browser/test_ends.py",
    "tests/browser/host/test_host_looks.py",
    "tests/browser/host/test_stories_more.py",
    "tests/browser/apps/test_camera.py",
    "tests/browser/apps/test_mermaid.py",
    "tests/browser/test_sessions.py",
    "tests/browser/apps/test_notebook.py",
    "tests/browser/copilot/test_copilot_alone.py",
    "tests/browser/test_boot.py",
    "tests/browser/apps/test_json_analyzer.py",
    "tests/browser/host/test_schemas_through_the_form.py",
)
"""By the processor's time, from 50 seconds down to 15: at the end no process is left alone with a long one."""

LAST = "tests/security/test_volume.py"
"""Nothing runs beside most of it."""

IN_ONE_PROCESS = ("tests/security",)
"""Folders in which the tests of all files share what takes long to make."""


def scope_of(nodeid: str) -> str:
    file = nodeid.partition("::")[0]
    folder = next((one for one in IN_ONE_PROCESS if file.startswith(f"{one}/") and file != LAST), None)
    return folder or file


def place_of(item: pytest.Item) -> tuple[bool, bool, int, bool]:
    """Unit tests first: they are quick, and Playwright's synchronous form keeps an event loop running."""
    scope = scope_of(item.nodeid)
    rank = DEAREST_FIRST.index(scope) if scope in DEAREST_FIRST else len(DEAREST_FIRST)
    return not scope.startswith("tests/unit/"), scope == LAST, rank, bool(item.get_closest_marker("alone"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=place_of)


def pytest_collection_finish() -> None:
    """What is there now stays to the end, and nobody has to look again and again for garbage in it."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class Scheduling(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    return Scheduling(config, log) if config.getoption("dist") == "loadfile" else None
