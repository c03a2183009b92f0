"""The main paths, as a person walks them: from the first visit to results, and through what can go wrong."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ...conftest import CLOCK, Site
from .pages import add_plain, add_server
from .person import Person


def test_a_first_visit_leads_to_a_first_result(person: Person) -> None:
    expect(person.page.get_by_role("heading", name="Meet MCP servers that live in web pages")).to_be_visible()
    person["example-hello"].click()
    person.sees_status("Connected")
    expect(person.page.locator("#welcome")).to_be_hidden()
    expect(person.item("Hello")).to_contain_text("Connected")
    tool = person.open_tool("greet")
    tool.get_by_label("name", exact=True).fill("Ada")
    person["run"].click()
    person.sees_result("Hello, Ada!")
    person.sees_call("Done")


def test_a_page_that_is_optional_is_shown_and_hidden(person: Person, site: Site) -> None:
    person.add_and_connect(f"{add_server(site, 'shown')}?optional")
    expect(person.server).to_contain_text("Shows the board, if you like.")
    person["page-show"].click()
    person.run("chalk", '{"text": "Bread at noon"}')
    expect(person.server_page.locator("#board")).to_have_text("Bread at noon")
    person["page-maximise"].click()
    expect(person["tab-tools"]).to_be_hidden()
    person["page-maximise"].click()
    person["page-hide"].click()
    expect(person["page-panel"]).to_be_hidden()
    person.reload()
    person["connect"].click()
    person.sees_status("Connected")
    expect(person["page-panel"]).to_be_hidden()


def test_a_server_with_a_form_is_set_up_and_remembers_its_person(person: Person, site: Site) -> None:
    def enter(key: str) -> None:
        person.setup_page.get_by_label("Key").fill(key)
        person.setup_page.get_by_role("button", name="Save").click()

    person.add(add_server(site, "form"))
    person.setup_page.get_by_label("Name").fill("Ada")
    enter("guessed")
    person.sees_problem("The key is wrong. Ask the owner for a new one.")
    person["step-set-up"].click()
    person.setup_page.get_by_label("Name").fill("Ada")
    enter("open sesame")
    person.sees_toast("Welcome, Ada.")
    person.sees_status("Connected")
    person.sees_servers("Form of Ada")
    person.run("who")
    person.sees_result("Ada")
    person.reload()
    expect(person.item("Form of Ada")).to_contain_text("Not connected")
    person["connect"].click()
    person.sees_status("Connected")
    person.run("who")
    person.sees_result("Ada")
    person.run("expire")
    person.sees_result("The key has expired.")
    person["step-set-up"].click()
    expect(person.setup_page.get_by_label("Name")).to_have_value("Ada")
    enter("open sesame")
    person.sees_status("Connected")
    person.open_tab("about")
    person["set-up-again"].click()
    expect(person.setup_page.get_by_label("Name")).to_have_value("Ada")
    person["setup-cancel"].click()
    person.sees_status("Not connected")


def test_a_permission_is_denied_allowed_and_taken_back_and_a_server_does_without_what_is_optional(
    person: Person, site: Site
) -> None:
    def answer(camera: str, microphone: str) -> None:
        expect(person.named("permission", "camera")).to_contain_text("To see the bread.")
        expect(person.named("permission", "camera")).to_contain_text("Required")
        expect(person.named("permission", "microphone")).to_contain_text("Optional")
        expect(person["permissions-go"]).to_be_disabled()
        person.named("permission", "camera").locator(f"input[value={camera}]").check()
        person.named("permission", "microphone").locator(f"input[value={microphone}]").check()
        person["permissions-go"].click()

    url = add_server(site, "permission")
    person.add(url)
    answer(camera="deny", microphone="allow")
    person.sees_problem("A permission is missing")
    person.sees_problem("camera")
    person["step-set-up"].click()
    answer(camera="allow", microphone="deny")
    person.sees_status("Connected")
    person.run("allowed")
    person.sees_result("camera")
    expect(person["call-view"]).not_to_contain_text("microphone")
    person.open_tab("about")
    expect(person["decisions"]).to_contain_text("camera: Allowed. To see the bread.")
    expect(person["decisions"]).to_contain_text("microphone: Not allowed. To hear the oven.")
    person.named("revoke", "camera").click()
    expect(person["decisions"]).to_contain_text("camera: Not allowed.")
    person["disconnect"].click()
    person["connect"].click()
    person.sees_status("Connected")
    person.open_tab("tools")
    person.run("allowed")
    person.sees_result("[]")
    person.open_tab("about")
    person.named("revoke", "camera").click()
    person.named("permission", "camera").get_by_label("Allow camera", exact=True).check()
    person["permissions-go"].click()
    person.sees_status("Connected")
    expect(person["decisions"]).to_contain_text("camera: Allowed.")

    person.add(f"{url}?optional")
    for name in ("camera", "microphone"):
        person.named("permission", name).locator("input[value=deny]").check()
    person["permissions-go"].click()
    person.sees_status("Connected")
    person.run("allowed")
    person.sees_result("[]")


ENDS = {
    "reload_page": "Its page was left.",
    "navigate": "Its page was left.",
    "close_session": "The other side closed the session.",
}


def test_a_server_that_goes_away_in_a_call_says_why_and_can_be_connected_again(person: Person, site: Site) -> None:
    person.add_and_connect(add_server(site, "crash"))
    for tool, reason in ENDS.items():
        person.run(tool)
        expect(person["call-view"]).to_have_attribute("data-status", "failed")
        person.sees_result(reason)
        person.sees_status("Ended")
        expect(person["notice"]).to_contain_text(reason)
        expect(person["run"]).to_be_disabled()
        person["step-connect"].click()
        person.sees_status("Connected")
    for tool in ENDS:
        person.open_tool(tool)
        expect(person["history-call"]).to_have_count(1)
    person.run("greet")
    person.sees_result("Hello, Ada!")


def test_a_call_that_hangs_leaves_the_host_usable_and_can_be_cancelled(person: Person, site: Site) -> None:
    person.add_and_connect(add_server(site, "crash"))
    person.run("hang", '{"seconds": 1.5}')
    person["cancel-call"].click()
    person.sees_call("Cancelled")
    person["disconnect"].click()
    person.sees_status("Not connected")
    person["connect"].click()
    person.sees_status("Connected")
    person.run("greet")
    person.sees_result("Hello, Ada!")


def test_a_dead_address_and_a_page_that_is_no_server_say_what_to_do(page: Page, site: Site) -> None:
    page.add_init_script(CLOCK)
    person = Person(page)
    person.visit(site.host())
    person.add("http://localhost:9/")
    page.evaluate("hurry(30)")
    person.sees_problem("The page can't be loaded")
    page.evaluate("hurry(1)")  # what can be undone is offered for a while only
    person["step-remove"].click()
    person.sees_servers()
    person["toast-action"].click()
    person.from_menu("localhost:9", "edit")
    person["edit-address"].fill(add_plain(site))
    person["answer-save"].click()
    page.evaluate("hurry(30)")
    person.sees_problem("Check its address, and that it is an MCP server page.")
    page.evaluate("hurry(1)")
    person["step-edit"].click()
    person["edit-address"].fill(site.url("hello"))
    person["answer-save"].click()
    person.sees_status("Connected")


def test_the_first_story_fits_a_telephone(person: Person) -> None:
    person.page.set_viewport_size({"width": 390, "height": 844})
    person["example-hello"].click()
    person.sees_status("Connected")
    tool = person.open_tool("greet")
    tool.get_by_label("name", exact=True).fill("Ada")
    person["run"].click()
    person.sees_result("Hello, Ada!")
    assert person.page.evaluate("document.documentElement.scrollWidth") == 390
