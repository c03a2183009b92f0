"""Parts of the host in a page of their own: for what a view does by itself."""

from __future__ import annotations

from devserver.origins import ROOT

from ...conftest import Site

VIEW_PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Part of the host</title>
    <link rel="stylesheet" href="/runtime/page.css" />
    <link rel="stylesheet" href="./host.css" />
    <link rel="stylesheet" href="./styles/server.css" />
    <link rel="stylesheet" href="./styles/wire.css" />
    <link rel="stylesheet" href="./styles/offers.css" />
    <link rel="stylesheet" href="./styles/forms.css" />
    <link rel="stylesheet" href="./styles/calls.css" />
    <link rel="stylesheet" href="./styles/list.css" />
    <script type="module" src="/runtime/page.js"></script>
  </head>
  <body>
    <main id="stage"><h1>Part of the host</h1></main>
    <script type="py" src="./part.py" config="./pyscript.json"></script>
  </body>
</html>
"""


def add_part(site: Site, script: str, **files: str) -> str:
    """A page of its own with the host's modules and styles, which runs a script; its URL.

    The script mounts what it wants in `#stage`, and gives tests functions by `window.name = create_proxy(function)`.
    """
    host = ROOT / "host"
    own = {
        path.relative_to(host).as_posix(): path.read_bytes()
        for path in host.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name not in ("index.html", "host.py")
    }
    return site.add({**own, "index.html": VIEW_PAGE, "part.py": script, **files})
