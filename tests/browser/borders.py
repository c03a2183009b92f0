"""border.js in a page of its own, with a frame of another origin on the other side: no Python in either."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Frame, Page

from devserver.origins import ROOT
from tests.conftest import Site, wait_until

SCRIPTS: dict[str, str | bytes] = {path.name: path.read_bytes() for path in (ROOT / "shared/transom").glob("*.js")}

OUTER = """<!doctype html><meta charset="utf-8"><title>Outer</title>
<script type="module">
  import { Border, above, mark, notJson } from "./border.js";
  const heard = [], events = [], plain = [], errors = [];
  // Before any border: what says that everything before it has arrived.
  addEventListener("message", (event) => {
    if (event.data?.flushed) [window.flushed] = [event.data.flushed, event.stopImmediatePropagation()];
    else plain.push([event.data, event.origin]);
  });
  addEventListener("error", (event) => errors.push(event.message));
  const peer = () => document.querySelector("iframe")?.contentWindow ?? null;
  const start = (limit = 1000, window = peer()) =>
    new Border(window, limit, (text) => heard.push(text), (...event) => events.push(event));
  Object.assign(window, { Border, above, mark, notJson, heard, events, plain, errors, peer, start, ready: true });
</script>
<iframe src="INNER"></iframe>"""

INNER = """<!doctype html><meta charset="utf-8"><title>Inner</title>
<script>
  const got = [], onPort = [];
  let port = null;
  addEventListener("message", (event) => {
    got.push([event.data, event.origin, event.ports.length]);
    if (!event.ports.length) return;
    port = event.ports[0];
    port.onmessage = ({ data }) => onPort.push(data);
  });
  const say = (...messages) => messages.forEach((message) => parent.postMessage(message, "*"));
  const give = (message) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => onPort.push(data);
    parent.postMessage(message, "*", [port2]);
  };
</script>"""


@dataclass
class Rig:
    """An outer page, and what its frame does. `evil` is a page of a third origin."""

    page: Page
    url: str
    origin: str
    evil: str
    _flushes: int = 0

    @classmethod
    def of(cls, site: Site, page: Page) -> Rig:
        files: dict[str, str | bytes] = {"index.html": INNER, **SCRIPTS}
        inner, evil = site.add(files), site.add(files)
        url = site.add({"index.html": OUTER.replace("INNER", inner), **SCRIPTS})
        return cls(page, url, inner.rstrip("/"), evil.rstrip("/"))

    def load(self) -> None:
        self.page.goto(self.url)
        wait_until(self.page, "window.ready")
        wait_until(self.frame, "typeof say === 'function'")

    def start(self) -> None:
        self.here("void (window.border = start())")

    def navigate(self) -> None:
        """The frame shows the evil page."""
        self.here(f"void (document.querySelector('iframe').src = '{self.evil}/')")
        self.frame.wait_for_url(f"{self.evil}/")
        wait_until(self.frame, "typeof say === 'function'")

    @property
    def frame(self) -> Frame:
        return self.page.frames[1]

    @property
    def outer_origin(self) -> str:
        return self.url.rstrip("/")

    def here(self, script: str) -> Any:
        return self.page.evaluate(script)

    def there(self, script: str) -> Any:
        """Run this in the frame, and wait until what it said has arrived."""
        result = self.frame.evaluate(script)
        self._flushes += 1
        self.frame.evaluate(f"parent.postMessage({{ flushed: {self._flushes} }}, '*')")
        wait_until(self.page, f"window.flushed === {self._flushes}")
        return result

    def open_port(self) -> None:
        """The session is open over port 1, which the frame has."""
        self.here(f"border.post('{{\"type\":\"MCP_X\"}}', '{self.origin}', 1)")
        wait_until(self.frame, "port !== null")
        assert self.here(f"border.open('{self.origin}', 1)") is True

    def open_window(self) -> None:
        assert self.here(f"border.open('{self.origin}')") is True

    def port_says(self, script: str) -> None:
        """Run this in the frame, and wait until what it said on the port has arrived."""
        self._flushes += 1
        text = f'"flush {self._flushes}"'
        self.frame.evaluate(f"{{ {script}; port.postMessage('{text}') }}")
        wait_until(self.page, f"heard.at(-1) === '{text}'")
        self.here("heard.pop()")

    @property
    def heard(self) -> list[Any]:
        return [json.loads(text) for text in self.here("heard")]

    def events(self, kind: str | None = None) -> list[tuple[str, Any, str]]:
        """What the border reported, each text parsed as Python parses it."""
        events: list[tuple[str, str, str]] = self.here("events")
        return [
            (name, json.loads(text) if text else "", origin) for name, text, origin in events if kind in (None, name)
        ]

    def dropped(self) -> list[str]:
        return [drop["reason"] for _, drop, _ in self.events("dropped")]

    def counts(self) -> dict[str, int]:
        return self.here("border.counts")

    def is_clean(self) -> bool:
        """Nothing was thrown, and no prototype was changed."""
        return self.here("[errors.length, {}.polluted ?? null]") == [0, None]
