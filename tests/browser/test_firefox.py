"""The same runtime in Firefox, where one is installed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from devserver.browsers import find_firefox
from runtime.vendor import find_node
from tests.conftest import Site

FIREFOX = find_firefox()

SCRIPT = """
import json, random
from mcp import Client
from mcp.server import MCPServer
from pyscript import document
mcp = MCPServer("Test")

@mcp.tool()
def add(a: int, b: int) -> int:
    return a + b

async with Client(mcp) as client:
    result = await client.call_tool("add", {"a": 2, "b": 3})
document.documentElement.dataset.result = json.dumps([result.structured_content["result"], random.random()])
"""


def open_in_firefox(url: str) -> dict[str, Any]:
    assert FIREFOX is not None
    command = [find_node(), str(Path(__file__).with_name("firefox.mjs")), FIREFOX, url]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed (on Debian: apt install firefox-esr)")
def test_python_boots_from_the_snapshot_in_firefox(site: Site) -> None:
    url = site.add_script(SCRIPT)
    first, second = open_in_firefox(url), open_in_firefox(url)
    assert [shown["status"] for shown in (first, second)] == ["ready", "ready"], first["page"]
    results = [json.loads(shown["result"]) for shown in (first, second)]
    assert [result[0] for result in results] == [5, 5]
    assert results[0][1] != results[1][1]
    assert not any("without its memory snapshot" in text for text in first["warnings"] + second["warnings"])
