"""A dashboard whose copilot attacks it: one page for many attacks, each from a good state to a good state."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Frame, Page, ViewportSize, expect

from devserver.origins import ROOT

from ...conftest import Site, wait_until
from .person import Person

PAGES = Path(__file__).parent / "pages"

WIDE: ViewportSize = {"width": 1600, "height": 950}
"""Everything is seen at once."""

STARTS = """([id, name, given]) =>
    evil.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } })"""

Outcome = tuple[str, str]
"""What came of a request: `done`, `refused`, `failed` or `error`, and all of its words."""


def outcome_of(answer: dict[str, Any]) -> Outcome:
    if "error" in answer:
        words = answer["error"]["message"]
        return ("refused" if words.startswith("Refused: ") else "error"), words
    result = answer["result"]
    if not result.get("isError"):
        return "done", json.dumps(result, ensure_ascii=False)
    words = "".join(part["text"] for part in result["content"])
    return ("refused" if words.startswith("Refused: ") else "failed"), words


@contextmanager
def with_hostile_copilot(site: Site) -> Iterator[str]:
    """The dashboard's address, while a hostile page is in the place of its copilot."""
    folder = site.root / "inverted_demo"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "inverted_demo" / "dashboard", folder / "dashboard", ignore=ignored)
    (folder / "copilot").mkdir()
    shutil.copy(PAGES / "hostile.html", folder / "copilot" / "index.html")
    for script in PAGES.glob("*.js"):
        shutil.copy(script, folder / "copilot")
    yield f"{site.origins.roles('localhost')['dashboard']}/"
    shutil.rmtree(folder)


@dataclass
class Attack:
    person: Person
    url: str
    elsewhere: str
    """The hostile page once more, of an origin that the dashboard has not loaded."""
    foreign: list[str] = field(default_factory=list[str])
    """Requests to other machines."""
    before: list[str] = field(default_factory=list[str])
    """What a copilot could change, before any attack."""

    @classmethod
    def on(cls, page: Page, url: str, elsewhere: str) -> Attack:
        attack = cls(Person(page), url, elsewhere)
        page.context.on("request", lambda request: attack._note(request.url))
        page.on("dialog", lambda dialog: attack.foreign.append(f"dialog {dialog.message}"))
        page.set_viewport_size(WIDE)
        attack.person.visit(url)
        attack.person["pause"].click()
        attack.before = attack.state
        return attack

    def _note(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "file") and parts.hostname not in ("localhost", "127.0.0.1"):
            self.foreign.append(url)

    @property
    def page(self) -> Page:
        return self.person.page

    @property
    def frame(self) -> Frame:
        """The copilot's, with its session open."""
        self.person.sees_copilot("connected")
        element = self.page.locator("#copilot-frame iframe").element_handle()
        frame = element.content_frame()
        assert frame
        wait_until(frame, "window.evil?.open")
        return frame

    def begins(self) -> None:
        """Time has passed since the last attack, and the copilot is there."""
        self.person.rests()
        self.person.has_copilot()
        assert self.call("get_current_user")[0] == "done"

    @property
    def state(self) -> list[str]:
        """What the dashboard shows of what a copilot could change."""
        return self.page.locator("#projects-body tr, #incidents-list > li, #services > li button").evaluate_all(
            "(nodes) => nodes.map((node) => `${node.textContent} ${node.title}`)"
        )

    def check(self) -> None:
        """Nothing was done, nothing ran, nothing went elsewhere; and the page works."""
        expect(self.person["question"]).to_be_hidden()
        assert self.state == self.before
        assert self.foreign == []
        assert self.page.url == self.url
        assert self.person.mistakes == []
        for frame in self.page.frames:
            assert frame.evaluate("[window.pwned, ({}).polluted]") == [None, None], frame.url
        self.person.opens_rules()
        self.person["defaults"].click()

    # What the copilot does

    def request(self, method: str, /, **params: Any) -> Outcome:
        script = "([method, params]) => evil.request(method, params)"
        return outcome_of(self.frame.evaluate(script, [method, params]))

    def call(self, tool: str, /, **arguments: Any) -> Outcome:
        return self.request("tools/call", name=tool, arguments=arguments)

    def tells(self, script: str) -> Any:
        """Run a script in the copilot's page, and wait until the dashboard has heard what it posted."""
        told = self.frame.evaluate(script)
        assert self.request("ping")[0] == "done"
        return told

    def start(self, number: str | int, tool: str, /, **arguments: Any) -> None:
        """A call of that id, which has to wait for the person."""
        self.frame.evaluate(STARTS, [number, tool, arguments])

    def answers(self, number: str | int, times: int = 1) -> list[Outcome]:
        """What has come for that id, once it is so many answers."""
        frame = self.frame
        wait_until(frame, "evil.answersTo(given[0]).length >= given[1]", [number, times])
        return [outcome_of(one) for one in frame.evaluate("(id) => evil.answersTo(id)", number)]

    def asks(self, number: str | int = "asked") -> None:
        """The question whether an incident may be acknowledged is open, for a call of that id."""
        self.start(number, "acknowledge_incident", incident_id="I-30", note="Please.")
        self.person.sees_question("Acknowledge incident I-30")

    def outcomes(self, *attempts: str) -> list[str]:
        """What each of these scripts came to in the copilot's page: the name of an error, or its value."""
        return list(self.frame.evaluate("(attempts) => evil.outcomes(attempts)", list(attempts)).values())
