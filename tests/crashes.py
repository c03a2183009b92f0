"""Runs a test again when the browser itself crashed in it, and says so.

Chromium 156 does: it was seen twice in some fifteen runs of the suite. One left a dump: a segmentation fault at the end
of one of the stacks that WebAssembly switches to (JSPI), in the browser's own code. Tests that crash a page on purpose
do not fail by it.
"""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol

SIGNS = ("Target crashed", "Page crashed")
AGAIN = "run again, as the browser had crashed"


def has_crashed(report: pytest.TestReport) -> bool:
    return report.failed and any(sign in report.longreprtext for sign in SIGNS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if any(has_crashed(report) for report in reports):
        if isinstance(item, pytest.Function):
            item._initrequest()
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        reports[-1].user_properties.append((AGAIN, item.nodeid))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == AGAIN:
                    terminalreporter.write_line(f"{value}: {AGAIN}")
