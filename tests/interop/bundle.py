"""JavaScript for a page, with the npm packages that it imports: bundled once, and again when an input has changed."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from runtime.vendor import find_node, node_modules, run

TESTS = Path(__file__).parent.parent
PEERS = TESTS / "interop" / "peers"

Sdk = Literal[1, 2]
"""The official SDK's major version: 1 speaks the protocol up to 2025-11-25, 2 also 2026-07-28."""


def bundle(entries: Sequence[Path], sdk: Sdk) -> Path:
    """The folder with a bundle for each entry, under its own name; `#sdk` in them is `sdk1.js` or `sdk2.js`."""
    modules = node_modules(TESTS)
    kind = f"{entries[0].parent.name}-sdk{sdk}"
    folder = modules / ".transom" / f"{kind}-{_digest(entries, sdk)}"
    if not folder.exists():
        for old in folder.parent.glob(f"{kind}-*"):
            shutil.rmtree(old, ignore_errors=True)
        _build(entries, sdk, modules, folder)
    return folder


def peers(sdk: Sdk) -> Path:
    """The folder with `client.js`, `server.js` and `odd.js`."""
    return bundle([PEERS / "client.js", PEERS / "server.js", PEERS / "odd.js"], sdk)


def _digest(entries: Sequence[Path], sdk: Sdk) -> str:
    folders = sorted({PEERS, *(entry.parent for entry in entries)})
    sources = [path for folder in folders for path in sorted(folder.glob("*.js*"))]
    digest = hashlib.sha256(f"{sdk} {[str(entry) for entry in entries]}".encode())
    for path in [Path(__file__), TESTS / "package-lock.json", *sources]:
        digest.update(f"{path}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _build(entries: Sequence[Path], sdk: Sdk, modules: Path, folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        made = Path(temporary) / "made"
        command = [find_node(), str(modules / "esbuild" / "bin" / "esbuild"), *map(str, entries)]
        command += ["--bundle", "--format=esm", "--platform=browser", "--target=es2022", "--log-level=warning"]
        command += [f"--alias:#sdk={PEERS / f'sdk{sdk}.js'}", f"--outdir={made}"]
        # A benchmark's pages are not below the folder that has the packages.
        run(command, TESTS, "Bundling JavaScript failed.", {**os.environ, "NODE_PATH": str(modules)})
        try:
            made.rename(folder)
        except OSError:
            if not folder.exists():  # another process made the same in the meantime
                raise
            shutil.rmtree(made)
