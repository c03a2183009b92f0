"""What the README shows works as it stands there."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from devserver.origins import ROOT
from tests.browser.pairs import Pair, origin_of
from tests.conftest import Site


def snippet(language: str) -> str:
    """The README's one snippet in a language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(found) == 1
    return found[0]


def test_the_smallest_page_is_a_server_that_answers(site: Site, page: Page) -> None:
    outer = """
frame = OuterFrame(URL)
async with frame.connect() as transport, Client(transport) as client:
    show((await client.call_tool("greet", {"name": "Ada"})).content[0].text)
"""
    inner = site.add({"index.html": snippet("html"), "server.py": ""})
    pair = Pair.of(site, page, outer=outer, inner_url=inner)
    folder = next(name for name, url in site.origins.apps("localhost").items() if f"{url}/" == inner)
    script = snippet("python").replace('await served_origin("host")', repr(origin_of(pair.outer)))
    (site.root / "apps" / folder / "server.py").write_text(script)
    assert pair.run() == "Hello, Ada!"
