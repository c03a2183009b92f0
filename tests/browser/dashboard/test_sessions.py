"""The copilot comes, leaves and comes back: with the switch, by reloads, in a window, in two tabs."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from ...conftest import NO_STORAGE, Site
from .conftest import write_copilot
from .person import Person


def test_the_switch_ends_everything_at_once_and_a_reload_of_either_side_is_survived(person: Person) -> None:
    copilot = person.copilot
    session = copilot.session
    copilot.start("acknowledge_incident", incident_id="I-30")
    expect(person["question"]).to_be_visible()
    copilot.side.evaluate("void setTimeout(() => location.reload())")
    expect(person["question"]).to_be_hidden()
    expect(person["strip"]).to_contain_text("The copilot was loaded again.")
    assert person.copilot.session == session
    assert person.copilot.call("acknowledge_incident", incident_id="I-99")["state"] == "failed"

    person["copilot-switch"].click()
    person.sees_copilot("off")
    expect(person.page.locator("#copilot-frame iframe")).to_have_count(0)
    expect(person["copilot-note"]).to_contain_text("The copilot is disconnected.")
    person.reload()
    person.sees_copilot("off")
    person["copilot-connect"].click()
    assert person.copilot.session == session
    assert person.copilot.call("list_projects")["state"] == "done"


def test_a_copilot_that_went_elsewhere_is_loaded_again_when_the_person_says_so(person: Person, demo: Site) -> None:
    """To a page of its origin that says nothing, and to one of another origin that speaks as it would."""
    for elsewhere in ("./elsewhere.html", f"{demo.origins.roles('127.0.0.1')['copilot']}/"):
        person.copilot.side.evaluate("(url) => void setTimeout(() => location.assign(url))", elsewhere)
        person.sees_copilot("stopped")
        expect(person["copilot-note"]).to_contain_text("The copilot has left")
        expect(person["copilot-switch"]).not_to_be_checked()
        person["copilot-again"].click()
    assert person.copilot.call("list_projects")["state"] == "done"


def test_a_copilot_that_reloads_without_end_is_waited_for_no_more(person: Person, demo: Site) -> None:
    page = demo.root / "inverted_demo" / "copilot" / "page.py"
    person.copilot  # noqa: B018  # connected
    page.write_text(page.read_text().replace("await transport.wait_ended()", "window.location.reload()"))
    person.reload()
    person.sees_copilot("stopped")
    expect(person["copilot-again"]).to_be_visible()
    write_copilot(demo.root / "inverted_demo")


def test_the_copilot_has_a_window_of_its_own_and_comes_back(person: Person) -> None:
    person.copilot  # noqa: B018  # connected
    with person.page.expect_popup() as opened:
        person["copilot-move"].click()
    window = person.copilot_in(opened.value)
    expect(person["copilot-note"]).to_contain_text("in a window of its own")
    expect(person.page.locator("#copilot-frame iframe")).to_have_count(0)
    window.start("update_project_status", project_id="P-104", status="on_hold")
    person.answers("once")
    assert window.answer()["state"] == "done"

    opened.value.close()
    assert person.copilot.call("list_projects")["state"] == "done"
    with person.page.expect_popup() as opened:
        person["copilot-move"].click()
    person.copilot_in(opened.value)
    person["copilot-back"].click()
    assert person.copilot.call("list_projects")["state"] == "done"
    assert opened.value.is_closed()
    with person.page.expect_popup() as opened:
        person["copilot-move"].click()
    person.copilot_in(opened.value)
    person.reload()
    assert person.copilot.call("list_projects")["state"] == "done"
    assert opened.value.is_closed()

    person.page.evaluate("window.open = () => null")
    person["copilot-move"].click()
    person.sees_copilot("stopped")
    expect(person["copilot-note"]).to_contain_text("The browser opened no window. Allow pop-ups for this page")
    person["copilot-again"].click()
    assert person.copilot.call("list_projects")["state"] == "done"
    person.reload()  # so that windows open again


def test_two_tabs_have_a_session_each_and_one_set_of_rules(person: Person) -> None:
    first = person.copilot
    with person.page.expect_popup() as opened:
        person.page.evaluate("void window.open(location.href)")  # which gets a copy of what this tab keeps
    other = Person(opened.value)
    other.is_ready()
    second = other.copilot
    assert first.session != second.session

    person.opens_rules()
    person.policy("get_project", "never").check()
    other.sees_toast("The rules were changed in another tab.")
    assert "get_project" not in second.tools()
    other.opens_rules()
    expect(other.policy("get_project", "never")).to_be_checked()
    expect(other["calls-count"]).to_have_text("None yet.")

    other.shows("copilot")
    other["copilot-switch"].click()
    other.sees_copilot("off")
    assert first.call("list_projects")["state"] == "done"
    assert other.mistakes == []
    other.page.close()


def test_another_copilot_is_loaded_when_the_person_agrees_and_under_rules_of_its_own(
    person: Person, demo: Site
) -> None:
    usual = person.page.url
    person.copilot  # noqa: B018  # connected
    person.opens_rules()
    person.policy("acknowledge_incident", "always").check()
    other = demo.origins.roles("127.0.0.1")["copilot"]

    person.page.goto(f"{usual}?copilot={other}/")
    expect(person["other-copilot"]).to_contain_text(other)
    expect(person.page.locator("#copilot-frame iframe")).to_have_count(0)
    person["answer-named"].click()
    expect(person.page.get_by_role("heading", name=f"Copilot from {other}")).to_be_visible()
    expect(person.page.locator("#copilot-frame iframe")).to_have_attribute("src", f"{other}/")
    person.opens_rules()
    expect(person.policy("acknowledge_incident", "ask")).to_be_checked()

    for named, words in (
        (usual, "a page of this one could read and do everything here"),
        ("no address", "is not an address"),
    ):
        person.visit(f"{usual}?copilot={named}")
        person.sees_toast(words)
        expect(person.page.locator("#copilot-frame iframe")).to_have_attribute("src", re.compile(r"localhost:\d+/$"))


def test_without_storage_the_rules_last_as_long_as_the_page_and_it_says_so(demo: Site, page: Page) -> None:
    page.add_init_script(NO_STORAGE)
    person = Person(page)
    person.visit(f"{demo.origins.roles('localhost')['dashboard']}/")
    person.opens_rules()
    expect(person["keeping"]).to_contain_text("This browser keeps nothing for this page")
    person.policy("get_project", "never").check()
    assert "get_project" not in person.copilot.tools()
    assert person.mistakes == []
