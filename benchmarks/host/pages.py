"""The pages that are measured: the demo host as it is, with a script that drives it; servers; and the floor."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from devserver.origins import ROOT

HERE = Path(__file__).parent
SERVERS = 10

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bench</title>
    {head}
    <script type="module" src="/runtime/page.js"></script>
  </head>
  <body>
    <script type="py" src="./{script}" config="./pyscript.json"></script>
  </body>
</html>
"""
START = '<!doctype html><html lang="en"><title>Bench</title><script type="module" src="./start.js"></script></html>'


def server_name(number: int) -> str:
    return f"server-{number}"


def write_pages(root: Path) -> None:
    """Everything below `root`, each page on an origin of its own."""
    _host(root / "host")
    for number in range(SERVERS):
        _page(root / "apps" / server_name(number), "server.py", ["tools.py"])
    _page(root / "apps" / "bare", "host.py", [], _tag("drive_bare.js"))
    start = root / "apps" / "start"
    start.mkdir()
    (start / "index.html").write_text(START)
    shutil.copy2(HERE / "start.js", start)


def _tag(script: str) -> str:
    return f'<script type="module" async src="./{script}" data-report="/report"></script>'


def _host(folder: Path) -> None:
    shutil.copytree(ROOT / "host", folder, ignore=shutil.ignore_patterns("__pycache__"))
    page = (folder / "index.html").read_text(encoding="utf-8")
    driven = page.replace("</body>", f"  {_tag('drive_host.js')}\n  </body>")
    (folder / "index.html").write_text(driven, encoding="utf-8")
    for script in ("drive.js", "drive_host.js"):
        shutil.copy2(HERE / script, folder)


def _page(folder: Path, script: str, files: list[str], head: str = "") -> None:
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(PAGE.format(head=head, script=script))
    (folder / "pyscript.json").write_text(json.dumps({"files": {f"./{file}": file for file in files}}))
    for file in [script, *files, "drive.js", "drive_bare.js"]:
        shutil.copy2(HERE / file, folder)
