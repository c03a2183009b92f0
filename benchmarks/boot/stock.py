"""Stock PyScript at its best: the same vendored files, a lock file of its own, and no installer in the page."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name, parse_wheel_filename

from runtime.build import compress
from runtime.pins import RUNTIME, load_pins, requirements_of
from runtime.vendor import download_wheels, node_modules

STAND_INS = "transom_stand_ins-1.0-py3-none-any.whl"


def make_stock(dist: Path, built: Path) -> tuple[dict[str, Any], str]:
    """A copy of the built runtime with stock PyScript in it; the configuration, and the address of its core."""
    shutil.copytree(built, dist)
    folder = dist / "stock"
    modules = node_modules()
    no_maps = shutil.ignore_patterns("*.map")
    shutil.copytree(modules / "@pyscript" / "core" / "dist", folder / "pyscript", ignore=no_maps)
    shutil.copytree(modules / "pyodide", folder / "pyodide", ignore=no_maps)
    names = _write_lock(folder / "pyodide")
    compress(folder)
    config = {
        "interpreter": "/runtime/stock/pyodide/pyodide.mjs",
        "packages": names,
        "packages_cache": "passthrough",  # to Pyodide, which takes them from the lock file
        "index_urls": ["/"],  # spares PyScript its list of the packages that it knows
    }
    return config, "/runtime/stock/pyscript/core.js"


def _write_stand_ins(folder: Path) -> Path:
    """What has no wheel for the browser, as a wheel."""
    path = folder / STAND_INS
    root = RUNTIME / "python"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for source in [root / "rpds.py", *sorted((root / "cryptography").rglob("*.py"))]:
            archive.write(source, source.relative_to(root).as_posix())
        info = "transom_stand_ins-1.0.dist-info"
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: transom-stand-ins\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def _write_lock(folder: Path) -> list[str]:
    pins = load_pins()
    copies = [Path(shutil.copy2(wheel, folder / wheel.name)) for wheel in download_wheels(pins)]
    wheels = [_write_stand_ins(folder), *copies]
    lock_file = folder / "pyodide-lock.json"
    lock = json.loads(lock_file.read_text(encoding="utf-8"))
    known = {parse_wheel_filename(wheel.name)[0] for wheel in wheels}
    lock["packages"] = {}
    for wheel in wheels:
        name, version, *_ = parse_wheel_filename(wheel.name)
        needs = [] if wheel.name == STAND_INS else [canonicalize_name(r.name) for r in requirements_of(wheel, pins)]
        lock["packages"][name] = {
            "name": name,
            "version": str(version),
            "file_name": wheel.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": [],
            "depends": sorted(set(needs) & known),
            "unvendored_tests": False,
        }
    lock_file.write_text(json.dumps(lock), encoding="utf-8")
    return sorted(known)
