"""Peers in JavaScript and in Python, each as a page with an origin of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Frame, Page

from tests.conftest import Site
from tests.interop.bundle import Sdk, peers

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>A peer</title>
  </head>
  <body>
    <script type="module" src="./peer.js"></script>
  </body>
</html>
"""

PYTHON_PEERS = Path(__file__).parent / "python_peers"

Channel = Literal["port", "window", "plain"]
CHANNELS: dict[Channel, dict[str, str]] = {
    "port": {"heartbeat": "true"},
    "window": {"port": "false"},
    "plain": {"plain": "true"},
}
"""What a peer's address says to have a channel: `port` with all our extensions, `plain` with none of them."""

AddPeer = Callable[..., str]


@pytest.fixture
def add_peer(site: Site) -> AddPeer:
    """Add the page of a peer (`client`, `server` or `odd`); its URL."""

    def add(name: str, sdk: Sdk = 2) -> str:
        return site.add({"index.html": PAGE, "peer.js": (peers(sdk) / f"{name}.js").read_bytes()})

    return add


@pytest.fixture
def add_python(site: Site) -> AddPeer:
    """Add the page of a peer in Python (`client` or `server`); its URL."""

    def add(name: str) -> str:
        return site.add_script((PYTHON_PEERS / f"{name}.py").read_text(encoding="utf-8"))

    return add


def with_query(url: str, **values: str) -> str:
    return f"{url}{'&' if '?' in url else '?'}{urlencode(values)}"


def origin_of(url: str) -> str:
    return url.removesuffix("/")


def frame_of(page: Page) -> Frame:
    """The frame in a page, once it is there."""
    element = page.wait_for_selector("iframe", state="attached")
    assert element is not None
    frame = element.content_frame()
    assert frame is not None
    return frame
