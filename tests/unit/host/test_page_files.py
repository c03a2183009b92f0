"""What the page of the host consists of."""

from __future__ import annotations

import json

from devserver.archives import members
from devserver.origins import ROOT

HOST = ROOT / "host"


def test_the_page_has_all_its_modules_in_one_archive() -> None:
    listed = json.loads((HOST / "pyscript.json").read_text(encoding="utf-8"))["files"]
    assert listed == {"./demo_host.zip": "./demo_host/*"}
    found = sorted(path.relative_to(HOST / "demo_host").as_posix() for path in HOST.rglob("demo_host/**/*.py"))
    assert [name for name, _ in members(HOST / "demo_host")] == found
