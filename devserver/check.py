"""`python3 serve.py test`: style, types and the whole suite, with a browser found or installed first."""

from __future__ import annotations

import os
import subprocess
import sys

from devserver.browsers import NoBrowser, find_chromium
from devserver.console import say, steps
from devserver.origins import ROOT
from runtime.build import build
from runtime.vendor import find_node, node_modules

TESTS = ROOT / "tests"


def _passes(name: str, *command: str) -> bool:
    say(f"\n{name}")
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


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
    pytest = [sys.executable, "-m", "pytest", *arguments]
    if arguments:
        return subprocess.run(pytest, cwd=ROOT, check=False).returncode
    checks = [
        _passes("Style", sys.executable, "-m", "ruff", "check"),
        _passes("Format", sys.executable, "-m", "ruff", "format", "--check"),
        _passes("Types", find_node(), str(modules / "pyright" / "index.js"), "--pythonpath", sys.executable),
        _passes("Tests", *pytest),
    ]
    return 0 if all(checks) else 1
