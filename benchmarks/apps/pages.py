"""The pages that are measured: the apps, each with a script that answers messages at once, and large files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from devserver.origins import ROOT

HERE = Path(__file__).parent
APPS = ("json_analyzer", "notebook", "pi")
JSON_BYTES = 50_000_000
ROWS = 200_000

HOST = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bench</title>
    <script src="./waits.js"></script>
    <script src="./reference.js"></script>
    <script type="module" src="/runtime/page.js"></script>
  </head>
  <body>
    <script type="py" src="./host.py" config='{"files": {"./steps.py": ""}}'></script>
  </body>
</html>
"""
START = '<!doctype html><html lang="en"><title>Bench</title><script type="module" src="./start.js"></script></html>'
FEEDS = {
    "json_analyzer": '<script src="./feed.js" data-file="big.json" data-input="#first" data-press="#use"></script>',
    "notebook": '<script src="./feed.js" data-file="big.json" data-input="#file"></script>',
}


def write_pages(root: Path) -> None:
    """Everything below `root`, each page on an origin of its own; the host where the apps look for theirs."""
    host, start = root / "host", root / "apps" / "start"
    for folder in (host, start):
        folder.mkdir(parents=True)
    (host / "index.html").write_text(HOST, encoding="utf-8")
    for name in ("waits.js", "beat.js", "host.py", "reference.js", "steps.py"):
        shutil.copy2(HERE / name, host)
    (start / "index.html").write_text(START, encoding="utf-8")
    shutil.copy2(HERE.parent / "host" / "start.js", start)
    for name in APPS:
        _add_app(root / "apps" / name)
    write_json(root / "apps" / "json_analyzer" / "big.json")
    write_rows(host / "big.csv", root / "apps" / "notebook" / "big.json")


def _add_app(folder: Path) -> None:
    shutil.copytree(ROOT / "apps" / folder.name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for script in ("waits.js", "feed.js"):
        shutil.copy2(HERE / script, folder)
    page = (folder / "index.html").read_text(encoding="utf-8")
    scripts = f'<script src="./waits.js"></script>{FEEDS.get(folder.name, "")}</head>'
    (folder / "index.html").write_text(page.replace("</head>", scripts), encoding="utf-8")


def write_json(path: Path) -> None:
    """A list of records, nearly as large as the analyzer takes."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        number = 0
        while file.tell() < JSON_BYTES - 1000:
            record = {"id": number, "name": f"name {number}", "tags": ["a", "b"], "at": {"x": number / 7, "y": None}}
            file.write(("," if number else "") + json.dumps(record))
            number += 1
        file.write("]")


def write_rows(csv: Path, objects: Path) -> None:
    """The same rows as CSV, and as JSON."""
    rows: list[dict[str, object]] = []
    for number in range(ROWS):
        day = f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}"
        town = ("Oslo", "Rome", "Lima")[number % 3]
        rows.append({"day": day, "town": town, "degrees": number * 37 % 400 / 10, "visitors": number * 7919 % 5000})
    lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
    csv.write_text("\n".join(lines) + "\n", encoding="utf-8")
    objects.write_text(json.dumps(rows), encoding="utf-8")
