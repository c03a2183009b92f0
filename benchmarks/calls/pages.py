"""The pages that are measured: what is in each, and which two make a row."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tests.interop.bundle import bundle

HERE = Path(__file__).parent
SCRIPTS = ("transom_js_host", "typescript_host", "typescript_server", "floor_host", "floor_server")
PYTHON = {"transom_host": ("host.py", ["measure.py", "plan.json"]), "transom_server": ("server.py", ["echo.py"])}

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bench</title>
    <script src="./report.js"></script>
    {head}
  </head>
  <body>
    {body}
  </body>
</html>
"""


@dataclass(frozen=True)
class Pair:
    """An outer page, the page in its frame, and what the outer page's address says besides.

    What it reports carries the `run` of its address.
    """

    outer: str
    inner: str
    query: dict[str, str] = field(default_factory=dict)

    def url(self, origins: dict[str, str], run: int) -> str:
        inner = f"{origins[self.inner]}/?{urlencode({'allow': origins[self.outer]})}"
        return f"{origins[self.outer]}/?{urlencode({'frame': inner, 'run': run, **self.query})}"


def write_pages(root: Path) -> None:
    """Each page into a folder of its own below `root`, and so on an origin of its own."""
    bundles = bundle([HERE / f"{name}.js" for name in SCRIPTS], sdk=2)
    for name in SCRIPTS:
        folder = _folder(root, name, head=f'<script type="module" src="./{name}.js"></script>')
        shutil.copy2(bundles / f"{name}.js", folder)
    for name, (script, files) in PYTHON.items():
        config = json.dumps({"files": {f"./{file}": f"./{file}" for file in files}})
        runtime = '<script type="module" src="/runtime/page.js"></script>'
        body = f'<script type="py" src="./{script}" config=\'{config}\'></script>'
        folder = _folder(root, name, head=runtime, body=body)
        for file in (script, *files):
            shutil.copy2(HERE / file, folder)


def _folder(root: Path, name: str, *, head: str = "", body: str = "") -> Path:
    folder = root / "apps" / name
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(PAGE.format(head=head, body=body))
    shutil.copy2(HERE / "report.js", folder)
    return folder
