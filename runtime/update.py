"""`python3 serve.py update`: resolves what pins.toml names, and writes the lock files."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name, parse_wheel_filename

from runtime.pins import RUNTIME, WHEELS_LOCK, Pins, check, load_pins, requirements_of
from runtime.vendor import download_wheels, node_modules, npm, pip_download, run

ROOT = RUNTIME.parent
UV = "uv>=0.9"


def _resolve(pins: Pins, folder: Path) -> list[Path]:
    """Download what the pinned wheels need in the page, and what that needs, the newest that fits.

    pip can't resolve this by itself: it evaluates markers for the machine that it runs on.
    """
    wanted = {canonicalize_name(name): SpecifierSet(f"=={version}") for name, version in pins.wheels.items()}
    found: dict[str, Path] = {}
    while missing := [name for name in sorted(wanted) if name not in found]:
        for name in missing:
            pip_download([f"{name}{wanted[name]}"], folder, pins)
            found[name] = next(p for p in folder.iterdir() if parse_wheel_filename(p.name)[0] == name)
            for need in requirements_of(found[name], pins):
                key = canonicalize_name(need.name)
                if key in pins.stand_ins:
                    continue
                wanted[key] = wanted.get(key, SpecifierSet()) & need.specifier
                if key in found and parse_wheel_filename(found[key].name)[1] not in wanted[key]:
                    found.pop(key).unlink()
    return [found[name] for name in sorted(found)]


def _lock_wheels(pins: Pins) -> None:
    with tempfile.TemporaryDirectory() as folder:
        wheels = _resolve(pins, Path(folder))
        lines = ["# Written by `python3 serve.py update` from pins.toml."]
        for wheel in wheels:
            name, version, *_ = parse_wheel_filename(wheel.name)
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            lines.append(f"{name}=={version} --hash=sha256:{digest}")
    WHEELS_LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _lock_npm(pins: Pins) -> None:
    package = {"name": "transom-runtime", "private": True, "type": "module", "dependencies": dict(pins.npm)}
    (RUNTIME / "package.json").write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")
    npm(["install", "--package-lock-only", "--ignore-scripts", "--omit-lockfile-registry-resolved"], RUNTIME)


def _lock_requirements() -> None:
    """The packages of .venv, for every platform: which uv can resolve and pip can't."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV]
    run(pip, ROOT, "Installing uv failed.")
    options = ["--universal", "--generate-hashes", "--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    for name, groups in (("serve", ["serve"]), ("dev", ["serve", "dev"])):
        chosen = [part for group in groups for part in ("--group", group)]
        output = ["--python-version", "3.11", "--upgrade", "--quiet", "--output-file", f"requirements/{name}.txt"]
        run(
            [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *chosen, *options, *output],
            ROOT,
            "uv failed.",
        )


def main(step: Callable[[str], None]) -> int:
    pins = load_pins()
    step("Resolving the npm packages")
    _lock_npm(pins)
    step("Resolving the wheels for the page")
    _lock_wheels(pins)
    check(pins, download_wheels(pins), node_modules() / "pyodide" / "pyodide-lock.json")
    step("Resolving the packages of the development server and the tests")
    _lock_requirements()
    return 0
