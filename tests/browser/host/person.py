"""What a person does in the host, in their words: for the stories and the screenshots."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, ConsoleMessage, FrameLocator, Locator, expect

from ..visitor import Visitor
from .pages import origin_of


class Person(Visitor):
    """Someone with the host open in a tab."""

    def is_own(self, message: ConsoleMessage) -> bool:
        return origin_of(message.location["url"]) == origin_of(self.page.url)

    @classmethod
    def visiting(cls, context: BrowserContext, url: str) -> Person:
        person = cls(context.new_page())
        person.visit(url)
        return person

    def is_ready(self) -> None:
        self.page.wait_for_selector("html[data-host]", state="attached")

    def named(self, testid: str, name: str) -> Locator:
        """The one of several under a test id that bears a name which a server gave."""
        return self.page.locator(f'[data-testid="{testid}"][data-name="{name}"]').filter(visible=True)

    @property
    def server(self) -> Locator:
        """The view of the chosen server."""
        return self["server"]

    def add(self, url: str) -> None:
        self["address"].click()  # waits for dialogs to be gone
        self["address"].fill(url)
        self["add"].click()

    def add_and_cancel(self, url: str) -> None:
        """Have a server in the list that is not set up."""
        self.add(url)
        self["setup-cancel"].click()
        self.sees_status("Not set up")

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

    def from_menu(self, name: str, entry: str) -> None:
        """Choose from the menu of a server in the list."""
        self.item(name).get_by_test_id("server-more").click()
        self[f"menu-{entry}"].click()

    def rename(self, name: str, new: str) -> None:
        self.from_menu(name, "rename")
        self["server-rename"].fill(new)
        self.press("Enter")
        expect(self.item(new)).to_be_visible()

    def command(self, words: str) -> None:
        """Find a command in the palette, and run it."""
        self.press("Control+k")
        self["palette-input"].fill(words)
        self.press("Enter")
        expect(self.page.get_by_test_id("palette")).to_have_count(0)

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
        self.named("tool-item", name).click()
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
