"""The servers made for the tests of the host, each as a page on an origin of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from ...conftest import Site, html

SERVERS = Path(__file__).parent / "servers"
NAMES = ("attacker", "crash", "form", "kitchen", "permission", "shown")

SCRIPT = """from servers.{name} import start

await start({host!r})
"""
BODY = '<script type="py" src="./server.py" config="./pyscript.json"></script>'


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def add_server(site: Site, name: str, *, host: str = "", hostname: str = "localhost") -> str:
    """A page that serves `servers/NAME.py` to the page at `host`, by default the demo host; its URL.

    What a server's module says of `?words` in its address can be appended to that.
    """
    modules = {f"servers/{path}": (SERVERS / path).read_text(encoding="utf-8") for path in modules_of(name)}
    own = SERVERS / f"{name}.html"
    files = {
        "index.html": own.read_text(encoding="utf-8") if own.exists() else html(BODY, title=name.capitalize()),
        "server.py": SCRIPT.format(name=name, host=origin_of(host or site.host())),
        "pyscript.json": json.dumps({"files": {f"./{path}": path for path in modules}}),
        "plain.html": plain_page(),
    }
    return site.add({**modules, **files}, hostname)


def modules_of(name: str) -> set[str]:
    """The files that a server's module needs."""
    found = {"__init__.py"}
    waiting = [name]
    while waiting:
        path = f"{waiting.pop()}.py"
        if path not in found:
            found.add(path)
            waiting += re.findall(r"^from \.(\w+) import", (SERVERS / path).read_text(encoding="utf-8"), re.MULTILINE)
    return found


def add_servers(site: Site, *, host: str = "") -> dict[str, str]:
    """The URLs of all servers, by name."""
    return {name: add_server(site, name, host=host) for name in NAMES}


def plain_page() -> str:
    return (SERVERS / "plain.html").read_text(encoding="utf-8")


def add_plain(site: Site) -> str:
    """A page that is no MCP server; its URL."""
    return site.add({"index.html": plain_page()})
