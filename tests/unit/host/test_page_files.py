"""What the page of the host consists of."""

from __future__ import annotations

import json

from devserver.origins import ROOT

HOST = ROOT / "host"


def test_the_page_has_all_its_modules_and_no_others() -> None:
    listed = json.loads((HOST / "pyscript.json").read_text(encoding="utf-8"))["files"]
    found = sorted(path.relative_to(HOST).as_posix() for path in HOST.rglob("demo_host/**/*.py"))
    assert listed == {f"./{path}": path for path in found}
