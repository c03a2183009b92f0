"""Two pages with Python, each on its own origin: an outer one that runs a test's script, and an inner one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Frame, Page

from tests.conftest import Site, result_of, wait_for_element

OUTER = """
import asyncio, json
from mcp import Client, MCPError
from pyscript import document
from transom import OuterFrame, reason_of, serve
from transom.errors import *

def show(value):
    document.documentElement.dataset.result = json.dumps(value)

def say(word):
    document.documentElement.dataset.said = word
"""

INNER = """
from mcp import Client
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from transom import InnerOptions, SetupDone, Visibility, connect_out, current_session, serve
from transom.errors import *

mcp = MCPServer("Test")

@mcp.tool()
def greet(name: str) -> str:
    return f"Hello, {name}!"
"""


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


@dataclass
class Pair:
    site: Site
    page: Page
    outer: str
    inner: str

    @classmethod
    def of(
        cls,
        site: Site,
        page: Page,
        *,
        outer: str,
        inner: str = "await serve(mcp, allow=[HOST])",
        hostname: str = "localhost",
        inner_url: str = "",
    ) -> Pair:
        """The scripts know each other as URL and HOST; `show(value)` in the outer one is the result."""
        outer_url = site.add_script("")
        if not inner_url:
            inner_url = site.add_script(f"HOST = {origin_of(outer_url)!r}\n{INNER}\n{inner}", hostname=hostname)
        folder = next(name for name, url in site.origins.apps("localhost").items() if f"{url}/" == outer_url)
        script = f"URL = {inner_url!r}\n{OUTER}\n{outer}"
        (site.root / "apps" / folder / "server.py").write_text(script)
        return cls(site, page, outer_url, inner_url)

    def open(self) -> None:
        self.page.goto(self.outer)

    def run(self) -> Any:
        self.open()
        return result_of(self.page)

    def wait_for(self, word: str) -> None:
        wait_for_element(self.page, f"html[data-said={word}], html[data-status=failed]")
        failed = self.page.locator(".transom-card pre")
        assert failed.count() == 0, failed.text_content()

    def result(self) -> Any:
        return result_of(self.page)

    def frame(self) -> Frame:
        """The inner page, in its iframe."""
        element = self.page.wait_for_selector("iframe.transom-frame", state="attached")
        frame = element and element.content_frame()
        assert frame
        return frame
