"""The copilot outside of its frame: in a tab, in a window of its own, without storage, and in two tabs at once."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ...conftest import NO_STORAGE, Site, wait_for_element
from ..looks import ALL_RULES
from .endpoint import Endpoint, calls, says
from .person import Person


def above(site: Site) -> str:
    return site.origins.roles("localhost")["dashboard"]


def test_a_page_by_itself_says_what_it_is_and_where_to_see_it(harbour: Site, page: Page) -> None:
    roles = harbour.origins.roles("localhost")
    page.goto(roles["copilot"])
    wait_for_element(page, "html[data-session=alone]")
    expect(page.get_by_role("heading", name="by itself")).to_be_visible()
    expect(page.get_by_role("heading", name="Copilot", exact=True)).to_have_css("clip-path", "none")
    assert page.get_by_role("link").get_attribute("href") == roles["dashboard"]
    expect(page.get_by_test_id("question-field")).to_be_hidden()
    person = Person(page)
    assert person.axe(ALL_RULES) == []


def test_a_window_of_its_own_goes_on_with_the_conversation_and_outlives_the_page_above(
    harbour: Site, page: Page, endpoint: Endpoint
) -> None:
    person = Person(page)
    person.visit(above(harbour))
    person.chooses_endpoint(endpoint.url)
    endpoint.plays(says("Seagull."))
    person.asks("Name one.")
    person.sees_answer("Seagull.")
    page.goto(f"{above(harbour)}?popup")
    wait_for_element(page, "html[data-status=ready]")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Open").click()
    person.copilot = opened.value
    expect(person["send"]).to_be_enabled()
    person.sees_answer("Seagull.")
    endpoint.plays(calls(("wait_for_tide", "{}")))
    person.asks("Wait for the tide.")
    person.sees_calls("running")
    page.goto("about:blank")
    expect(person["state"]).to_have_text("Disconnected")
    expect(person["hint"]).to_contain_text("The application can connect again; this page can't do that by itself.")
    expect(person["send"]).to_be_disabled()
    expect(person["again"]).to_have_count(0)
    expect(person["offer"]).to_have_count(0)
    person.sees_problem("Its page was left.")
    person.asks("Name another.")
    expect(person["turn"]).to_have_count(2)
    expect(person["question-field"]).to_have_value("Name another.")
    assert person.axe(ALL_RULES) == []


def test_two_tabs_have_two_conversations(harbour: Site, page: Page, endpoint: Endpoint) -> None:
    one, other = Person(page), Person(page.context.new_page())
    for person, words in ((one, "Seagull."), (other, "Heron.")):
        person.page.bring_to_front()  # what is behind has few turns
        person.visit(above(harbour))
        expect(person["turn"]).to_have_count(0)
        if person is one:
            person.chooses_endpoint(endpoint.url)
        endpoint.plays(says(words))
        person.asks("Name one.")
        person.sees_answer(words)
    one.page.bring_to_front()
    one.reload()
    expect(one["turn"]).to_have_count(1)
    one.sees_answer("Seagull.")


def test_without_storage_the_conversation_lasts_as_long_as_the_page_which_says_so(
    harbour: Site, page: Page, endpoint: Endpoint
) -> None:
    page.add_init_script(NO_STORAGE)
    person = Person(page)
    person.visit(above(harbour))
    expect(person["news"]).to_contain_text("The browser keeps nothing for this page")
    person.chooses_endpoint(endpoint.url)
    endpoint.plays(says("Seagull."))
    person.asks("Name one.")
    person.sees_answer("Seagull.")
    assert person.mistakes == []
