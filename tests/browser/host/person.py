"""What a person does in the host, in their words: for the stories and the screenshots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, FrameLocator, Locator, Page, Route, expect

from .pages import origin_of


class Person:
    """Someone with the host open in a tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.mistakes: list[str] = []
        """Of the host itself: what it says in the console."""
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        is_own = origin_of(message.location["url"]) == origin_of(self.page.url)
        if is_own and message.type == "error" and message.text.startswith(("The host made a mistake", "Traceback")):
            self.mistakes.append(message.text)

    @classmethod
    def visiting(cls, context: BrowserContext, url: str) -> Person:
        person = cls(context.new_page())
        person.visit(url)
        return person

    def visit(self, url: str) -> None:
        self.page.goto(url)
        self.is_ready()

    def reload(self) -> None:
        self.page.reload()
        self.is_ready()

    @contextmanager
    def before_python(self) -> Iterator[None]:
        """Load the page again; its Python does not start before the end of the block."""
        held: list[Route] = []
        self.page.route("**/host.py", lambda route: held.append(route))
        self.page.reload(wait_until="commit")
        yield
        self.page.unroute("**/host.py")
        for route in held:
            route.continue_()
        self.is_ready()

    def is_ready(self) -> None:
        self.page.wait_for_selector("html[data-host]", state="attached")

    def __getitem__(self, testid: str) -> Locator:
        """What is on the page and can be seen under a test id."""
        return self.page.get_by_test_id(testid).filter(visible=True)

    @property
    def server(self) -> Locator:
        """The view of the chosen server."""
        return self["server"]

    def add(self, url: str) -> None:
        self["address"].fill(url)
        self["add"].click()

    def add_and_connect(self, url: str) -> None:
        self.add(url)
        self.sees_status("Connected")

    def sees_status(self, words: str) -> None:
        expect(self["server-status"]).to_have_text(words)

    def sees_problem(self, words: str) -> None:
        expect(self["problem"]).to_contain_text(words)

    def item(self, name: str) -> Locator:
        """A server in the list."""
        return self.page.locator("#servers > li").filter(has=self.page.locator(".server-name", has_text=name))

    def choose(self, name: str) -> None:
        self.item(name).get_by_test_id("server-select").click()

    def sees_servers(self, *names: str) -> None:
        """The names in the list, in their order."""
        expect(self["server-name"]).to_have_text(list(names))

    def sees_toast(self, words: str) -> None:
        expect(self["toast"].filter(has_text=words)).to_be_visible()

    def from_menu(self, name: str, entry: str) -> None:
        """Choose from the menu of a server in the list."""
        self.item(name).get_by_test_id("server-more").click()
        self[f"menu-{entry}"].click()

    def command(self, words: str) -> None:
        """Find a command in the palette, and run it."""
        self.press("Control+k")
        self["palette-input"].fill(words)
        self.press("Enter")

    def answers(self, question: str, answer: str) -> None:
        """Say something to a dialog of the host."""
        expect(self["dialog"]).to_contain_text(question)
        self[f"answer-{answer}"].click()

    @property
    def setup_page(self) -> FrameLocator:
        """The server's own page, in the setup."""
        return self.page.frame_locator("[data-testid=setup-page] iframe")

    @property
    def server_page(self) -> FrameLocator:
        """The server's own page, beside its tools."""
        return self.page.frame_locator("[data-testid=page-panel]:visible iframe")

    def open_tab(self, name: str) -> None:
        self[f"tab-{name}"].click()

    def open_tool(self, name: str) -> Locator:
        self[f"tool-{name}"].click()
        return self["tool"]

    def fill_json(self, arguments: str) -> None:
        self["arguments-json"].fill(arguments)

    def run(self, tool: str = "", arguments: str = "") -> Locator:
        """Run a tool with arguments as JSON; the view of the call."""
        if tool:
            self.open_tool(tool)
        if arguments:
            self.fill_json(arguments)
        self["run"].click()
        return self["call-view"]

    def sees_result(self, words: str) -> None:
        expect(self["call-view"]).to_contain_text(words)

    def sees_call(self, words: str) -> None:
        expect(self["call-status"]).to_contain_text(words)

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def axe(self, source: str, options: Mapping[str, Any] | None = None) -> list[str]:
        """What axe-core finds wrong with the page as it is: rules and elements."""
        self.page.evaluate(source)
        found = self.page.evaluate("(options) => axe.run(document, options ?? {})", options)
        return [f"{one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]
