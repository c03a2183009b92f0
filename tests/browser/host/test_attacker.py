"""A server with foreign text in every place where one can put some: it shows as text, and runs nowhere."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from ...conftest import Site, html
from .pages import add_server
from .person import Person
from .servers.payloads import hostile

SAID = {
    "every_block": ("text result", "link title", "embedded", "value"),
    "fail": ("tool error",),
    "fail_protocol": ("protocol error", "data key"),
    "say_markdown": ("markdown",),
    "say_json": ("<img src=x onerror=window.pwned=1>",),
    "say_bidi": ("fdp.exe",),
    "say_long": ("WWWW",),
    "say_lines": ("line",),
    "speak": ("Spoken.", "log"),
}
"""What can be read in the call of each tool."""

ACTS = ("parent.document.title = 'mine'", "top.location = 'https://evil.example/'", "parent.pwned = 'parent'")


class Watched:
    """A page whose every request and frame is looked at."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.foreign: list[str] = []
        page.context.on("request", lambda request: self._note(request.url))
        page.on("dialog", lambda dialog: self.foreign.append(f"dialog {dialog.message}"))

    def _note(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "file") and parts.hostname != "localhost":
            self.foreign.append(url)

    def check(self, host: str) -> None:
        """Nothing ran in any frame, nothing was asked of anybody, and the page has become nothing else."""
        assert self.foreign == []
        for page in self._page.context.pages:
            for frame in page.frames:
                assert frame.evaluate("[window.pwned, ({}).polluted]") == [None, None], frame.url
        assert self._page.url.startswith(host)
        assert (
            self._page.locator("main img[src=x], main script, main base, main style, [onerror], [onload]").count() == 0
        )


def test_foreign_text_is_text_in_every_place(person: Person, site: Site) -> None:
    watched = Watched(person.page)
    person.add(add_server(site, "attacker"))
    expect(person.named("permission", "camera")).to_contain_text('permission "><img src=x')
    answer(person)
    person.sees_status("Connected")
    watched.check(site.host())
    person.sees_toast("setup message")
    expect(person.item("display name")).to_contain_text("<script>")
    expect(person.server).to_contain_text('visibility "><img src=x')
    see_tools(person)
    watched.check(site.host())
    see_questions(person)
    watched.check(site.host())
    see_offers(person)
    see_page(person)
    watched.check(site.host())
    see_reload(person)
    watched.check(site.host())


def answer(person: Person) -> None:
    person["permissions"].wait_for()
    choices = person["permissions"].locator("input[value=deny]")
    for number in range(choices.count()):
        choices.nth(number).check()
    person["permissions-go"].click()


def see_tools(person: Person) -> None:
    first = person.page.locator("[data-testid='tools'] button").first
    expect(first).to_contain_text('tool title "><img src=x')
    first.click()
    expect(person["description"]).to_contain_text("tool description")
    form = person["arguments-form"]
    for words in ("property title", "property description", "inner title"):
        expect(form).to_contain_text(f'{words} "><img src=x')
    form.locator("[data-name=choice] select").select_option(index=1)
    person["run"].click()
    person.sees_result('Error executing tool tool name "><img src=x')
    for name, words in SAID.items():
        person.run(name)
        expect(person["call-actions"]).to_be_visible()
        for word in words:
            person.sees_result(word)
    person["again-call"].first.scroll_into_view_if_needed()


def see_questions(person: Person) -> None:
    ask = person["ask"]
    person.run("ask_form")
    for words in ("elicitation", "field title", "field description", "choice"):
        expect(ask).to_contain_text(f'{words} "><img src=x')
    person["ask-accept"].click()
    expect(ask).to_be_hidden()
    person.run("ask_sampling")
    expect(person["ask-system"]).to_have_value(hostile("system prompt"))
    person["ask-decline"].click()
    person.run("ask_page")
    expect(person["ask-address"]).to_have_text("javascript:window.pwned='url'")
    expect(person["ask-accept"]).to_have_count(0)
    person["ask-cancel"].click()
    person.sees_call("after")


def see_offers(person: Person) -> None:
    person.open_tab("resources")
    resources = person.page.get_by_test_id("resource-list").locator("button")
    expect(resources.first).to_be_visible()
    for number in range(resources.count()):
        resources.nth(number).click()
        expect(person["reader"]).to_be_visible()
        expect(person["reader"]).not_to_have_attribute("data-status", "running")
    person.open_tab("prompts")
    person.page.get_by_test_id("prompt-list").locator("button").first.click()
    person["prompt"].locator("input").fill("a")
    person["prompt"].locator("input").press("Enter")
    expect(person["messages"]).to_contain_text('user message "><img src=x')
    person.open_tab("log")
    expect(person["log-lines"]).to_contain_text('logger "><img src=x')
    person.open_tab("about")
    expect(person["about"]).to_contain_text('instructions "><img src=x')
    expect(person["about"]).to_contain_text('server title "><img src=x')


def see_page(person: Person) -> None:
    """The parts of the page around the server."""
    person["wire-button"].click()
    expect(person["wire-rows"]).to_contain_text("<img src=x")
    row = person["wire-rows"].get_by_role("row").filter(visible=True).last
    row.dblclick()
    expect(person["wire-message"]).to_be_visible()
    person["wire-button"].click()
    person["palette-button"].click()
    person["palette-input"].fill("tool title")
    expect(person["palette-list"]).to_contain_text("<img src=x")
    person.press("Escape")


def see_reload(person: Person) -> None:
    """What early.js draws from what is stored."""
    person.page.route("**/host.py", lambda route: route.abort())
    person.page.reload(wait_until="domcontentloaded")
    expect(person.item("display name")).to_contain_text("<script>")


def test_what_a_server_says_of_a_failed_setup_is_text(person: Person, site: Site) -> None:
    watched = Watched(person.page)
    person.add(f"{add_server(site, 'attacker')}?refuse")
    answer(person)
    person.sees_problem('setup error "><img src=x')
    watched.check(site.host())
    person["step-set-up"].click()
    person["permissions"].wait_for()


def test_a_page_that_is_its_own_host_gets_nothing(person: Person, site: Site) -> None:
    """A page that takes itself for the host's own dialog reaches no further than its frame."""
    watched = Watched(person.page)
    script = "\n".join(f"try {{ {act} }} catch {{}}" for act in ACTS)
    person.add(site.add({"index.html": html("", head=f"<script>{script}</script>")}))
    person["setup"].wait_for()
    person["setup-cancel"].click()
    person.sees_status("Not set up")
    watched.check(site.host())
