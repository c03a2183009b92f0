"""`python3 serve.py test`: style, types and the whole suite, with a browser found or installed first."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from devserver.browsers import NoBrowser, find_chromium
from devserver.console import say, steps
from devserver.origins import ROOT
from runtime.build import build
from runtime.vendor import find_node, node_modules

TESTS = ROOT / "tests"


MOST_PROCESSES = 4
WAITING = 1
"""So many more than there are processors: with two the suite took 500 s with none, 442 s with one, in a run each."""


def _passes(name: str, *command: str) -> bool:
    say(f"\n{name}")
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


@contextmanager
def _beside(name: str, *command: str) -> Iterator[Callable[[], bool]]:
    """Run a check beside what follows; the function says how it went."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:

        def passes() -> bool:
            output, _ = process.communicate()
            say(f"\n{name}\n{output.rstrip()}")
            return process.returncode == 0

        try:
            yield passes
        finally:
            process.kill()


def _side_by_side() -> list[str]:
    """The files keep the order of `tests/distribution.py`."""
    processes = min((os.cpu_count() or 1) + WAITING, MOST_PROCESSES) if os.name == "posix" else 1
    return [f"--numprocesses={processes}", "--dist=loadfile", "--no-loadscope-reorder"] if processes > 1 else []


def run_suite(arguments: list[str]) -> int:
    """Run everything; with arguments, only pytest, with those."""
    with steps() as step:
        step("Looking for a browser")
        try:
            os.environ["CHROMIUM"] = find_chromium()
        except NoBrowser as error:
            step.end()
            print(error, file=sys.stderr)
            return 1
        build(step)
        step("Fetching the npm packages of the tests")
        modules = node_modules(TESTS)
    pytest = [sys.executable, "-m", "pytest", *(arguments or _side_by_side())]
    if arguments:
        return subprocess.run(pytest, cwd=ROOT, check=False).returncode
    pyright = [find_node(), str(modules / "pyright" / "index.js"), "--pythonpath", sys.executable]
    with _beside("Types", *pyright) as types_pass:
        checks = [
            _passes("Style", sys.executable, "-m", "ruff", "check"),
            _passes("Format", sys.executable, "-m", "ruff", "format", "--check"),
            _passes("Tests", *pytest),
            types_pass(),
        ]
    return 0 if all(checks) else 1
