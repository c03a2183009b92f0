"""Finds a browser to test in, and gets one where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

LAUNCH_ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Playwright turns features off that people have on, storage partitioning among them, with one switch; of two such
    # switches the last one counts.
    "--disable-features=Translate",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)


class NoBrowser(Exception):
    """There is no Chromium, and none could be had."""


def _installed() -> str | None:
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return next((place for place in PLACES if Path(place).exists()), None)


def _playwrights() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _run(*command: str) -> bool:
    print(f"Installing a browser: {' '.join(command)}", file=sys.stderr, flush=True)
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def _install() -> str | None:
    """Debian's package where this is Debian and we may install it, else Playwright's download."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _run("apt-get", "update")
        if _run("apt-get", "install", "--yes", "--no-install-recommends", "chromium") and (found := _installed()):
            return found
    _run(sys.executable, "-m", "playwright", "install", "chromium")
    return _playwrights()


@cache
def find_chromium() -> str:
    """A Chromium: the one that `CHROMIUM` names, the system's, Playwright's, or one that is installed now."""
    if named := os.environ.get("CHROMIUM"):
        return named
    found = _installed() or _playwrights() or _install()
    if found is None:
        raise NoBrowser(
            "The tests need Chromium. Install it (on Debian and Ubuntu: `apt install chromium`), or set CHROMIUM to "
            "the path of a Chromium or Chrome, and start again."
        )
    return found


def find_firefox() -> str | None:
    """A Firefox, if there is one."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
