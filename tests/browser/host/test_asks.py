"""What servers ask and offer besides tools, as a person meets it: in one page, with servers in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from ...conftest import Site, wait_for_status
from ..test_looks import violations
from .asks_part import OWN_MODEL, PART
from .parts import add_part


@pytest.fixture
def part(site: Site, page: Page) -> Iterator[Page]:
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.add_init_script(OWN_MODEL)
    page.goto(add_part(site, PART))
    wait_for_status(page, "ready")
    expect(page.get_by_test_id("out")).to_have_text("connected")
    yield page
    assert page.evaluate("window.pwned") is None


def test_a_person_answers_what_servers_ask(part: Page) -> None:
    answer_forms(part)
    stray_keys_and_clicks_do_not_answer(part)
    open_pages(part)
    answer_for_a_model(part)


def test_a_person_reads_what_servers_offer_besides_tools(part: Page) -> None:
    read_resources(part)
    fill_a_template(part)
    run_a_prompt(part)
    look_at_the_log(part)
    name_roots(part)
    assert violations(part) == []
    assert part.evaluate("document.documentElement.scrollWidth") <= 390
    assert part.evaluate("closeAll()") == 0


def answer_forms(part: Page) -> None:
    out, dialog, before = part.get_by_test_id("out"), part.get_by_test_id("ask"), part.get_by_test_id("before")
    before.focus()

    part.evaluate("call('order')")
    expect(dialog).to_have_attribute("data-status", "form")
    expect(dialog.get_by_role("heading", name="Shop asks you")).to_be_focused()
    expect(dialog).to_contain_text("https://shop.example")
    expect(dialog.get_by_test_id("ask-message")).to_contain_text("<img src=x")
    field = dialog.get_by_label("What", exact=False).first
    field.wait_for()
    dialog.get_by_test_id("ask-accept").click()
    expect(dialog).to_be_visible()
    field.fill("rye")
    assert violations(part) == []
    dialog.get_by_test_id("ask-accept").click()
    expect(out).to_have_text("2 rye")
    expect(dialog).to_be_hidden()
    expect(before).to_be_focused()

    part.evaluate("call('order')")
    dialog.get_by_test_id("ask-decline").click()
    expect(out).to_have_text("decline")
    part.evaluate("call('order')")
    expect(dialog.get_by_test_id("ask-decline")).to_be_enabled()
    part.keyboard.press("Escape")
    expect(out).to_have_text("cancel")
    expect(dialog).to_be_hidden()


def stray_keys_and_clicks_do_not_answer(part: Page) -> None:
    out, dialog, decline = (part.get_by_test_id(name) for name in ("out", "ask", "ask-decline"))
    part.evaluate("window.holds = true")
    part.evaluate("call('order')")
    expect(decline).to_be_disabled()
    decline.click(force=True)
    for _ in range(3):
        part.keyboard.press("Escape")
    expect(dialog.get_by_role("heading", name="Shop asks you")).to_be_focused()
    dialog.get_by_label("What", exact=False).first.fill("rye")
    part.keyboard.press("Enter")
    part.evaluate("rested()")
    expect(decline).to_be_enabled()
    expect(out).to_have_text("cancel")
    decline.click()
    expect(out).to_have_text("decline")
    part.evaluate("window.holds = false")


def open_pages(part: Page) -> None:
    out, dialog = part.get_by_test_id("out"), part.get_by_test_id("ask")
    ask(part, "shop", {"message": "Log in.", "url": "https://bank.example@login.example/a?b=1"})
    ask(part, "other", {"message": "Run this.", "url": "javascript:window.pwned=1"})
    expect(dialog.get_by_test_id("ask-host")).to_have_text("login.example")
    expect(dialog.get_by_test_id("ask-more")).to_contain_text("1 more question waiting")
    opening = dialog.get_by_test_id("ask-accept")
    expect(opening).to_have_attribute("href", "https://login.example/a?b=1")
    part.context.route("https://login.example/**", lambda route: route.fulfill(body="in"))
    with part.context.expect_page() as opened:
        opening.click()
    opened.value.close()
    expect(out).to_have_text("shop accept")
    expect(dialog.get_by_role("heading")).to_have_text(
        "Other <img src=x onerror='window.pwned = 1'> wants you to open a page"
    )
    expect(dialog.get_by_test_id("ask-accept")).to_have_count(0)
    part.evaluate("drop('other')")
    expect(dialog).to_be_hidden()
    expect(part.get_by_test_id("said")).to_contain_text("has ended, and its question with it.")

    for _ in range(5):
        ask(part, "other", {"message": "?", "requestedSchema": {"type": "object", "properties": {}}})
    dialog.get_by_test_id("ask-mute").click()
    expect(dialog).to_be_hidden()
    expect(out).to_have_text("other decline")


def ask(page: Page, server: str, params: object) -> None:
    page.evaluate("([server, params]) => ask(server, params)", [server, json.dumps(params)])


def answer_for_a_model(part: Page) -> None:
    out, dialog = part.get_by_test_id("out"), part.get_by_test_id("ask")
    part.evaluate("call('chat')")
    expect(dialog).to_have_attribute("data-status", "sampling")
    expect(dialog.get_by_test_id("ask-facts")).to_have_text(
        "At most10 tokensTemperature0.25Would liketinyCares forspeed 0.5"
    )
    expect(dialog.get_by_test_id("ask-text")).to_have_value(re.compile("Say hi <img"))
    assert violations(part) == []
    dialog.get_by_test_id("ask-answer").fill("hi")
    dialog.get_by_test_id("ask-accept").click()
    expect(out).to_have_text("written by hand: hi")

    sent: list[Any] = []

    def answer(route: Route) -> None:
        request = route.request
        allowed = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        if request.method == "OPTIONS":
            route.fulfill(headers=allowed)
            return
        sent.append(request.post_data_json)
        reply = {"model": "tiny-1", "choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}]}
        route.fulfill(headers=allowed, json=reply)

    part.context.route("https://model.example/v1/chat/completions", answer)
    part.context.route("https://nowhere.invalid/**", lambda route: route.abort())
    part.evaluate("openSettings()")
    part.get_by_test_id("kind-browser").check()
    expect(part.get_by_test_id("browser-words")).to_have_text("It is there.")
    assert tried(part) == "browser answered in SECONDS s: “0 before, Answer with one word: ready”"
    part.get_by_test_id("kind-endpoint").check()
    assert "Enter the endpoint" in tried(part)
    for name, value in (("url", "https://nowhere.invalid/v1"), ("model", "tiny"), ("key", "secret")):
        part.get_by_test_id(f"model-{name}").fill(value)
    part.get_by_test_id("model-key").blur()
    assert "CORS" in tried(part)
    part.get_by_test_id("model-url").fill("https://model.example/v1")
    part.get_by_test_id("model-url").blur()
    expect(part.get_by_test_id("model-key")).to_have_value("")
    part.get_by_test_id("model-key").fill("secret")
    part.get_by_test_id("model-key").blur()
    assert tried(part) == "tiny-1 answered in SECONDS s: “hello”"
    expect(part.get_by_test_id("endpoint-words")).to_contain_text("The last request had")
    part.get_by_test_id("model-save").click()
    expect(part.get_by_test_id("model-word")).to_have_text("It answers from now on.")
    assert "secret" not in part.evaluate("JSON.stringify(localStorage)")
    assert violations(part) == []
    part.get_by_test_id("dialog-close").click()

    part.evaluate("call('chat')")
    dialog.get_by_test_id("ask-system").fill("Be kind.")
    dialog.get_by_test_id("ask-run").click()
    expect(dialog.get_by_test_id("ask-answer")).to_have_value("hello")
    dialog.get_by_test_id("ask-answer").fill("hello you")
    dialog.get_by_test_id("ask-accept").click()
    expect(out).to_have_text("tiny-1: hello you")
    assert sent[-1]["messages"][0] == {"role": "system", "content": "Be kind."}
    part.evaluate("call('chat')")
    dialog.get_by_test_id("ask-decline").click()
    expect(out).to_have_text("User rejected sampling request")


def tried(part: Page) -> str:
    """What testing the model that is entered says, without the time that it took."""
    part.get_by_test_id("model-test").click()
    expect(part.get_by_test_id("model-test")).to_have_text("Test")
    word = part.get_by_test_id("model-word")
    expect(word).not_to_have_text("Asking …")
    return re.sub(r"[\d.]+ s:", "SECONDS s:", word.inner_text())


def read_resources(part: Page) -> None:
    view, reader = part.get_by_test_id("resources"), part.get_by_test_id("reader")
    view.get_by_test_id("resource-search").fill("stock")
    expect(view.get_by_test_id("resource-list").get_by_role("button")).to_have_count(1)
    view.locator('[data-testid=resource-item][data-name="shop://stock"]').click()
    expect(view.get_by_role("heading", name="Stock <img")).to_be_visible()
    expect(reader.get_by_test_id("contents")).to_contain_text("0 loaves")
    reader.get_by_test_id("subscribe").click()
    expect(reader.get_by_test_id("read-status")).to_contain_text("Changes will be marked here.")
    part.evaluate("call('bake')")
    expect(reader.get_by_test_id("read-status")).to_have_text("It has changed since it was read.")
    expect(view.locator('[data-testid=resource-item][data-name="shop://stock"]')).to_contain_text("Changed")
    reader.get_by_test_id("read").click()
    expect(reader.get_by_test_id("contents")).to_contain_text("1 loaves")
    reader.get_by_test_id("subscribe").click()
    expect(reader.get_by_test_id("subscribe")).to_have_text("Watch for changes")

    view.get_by_test_id("resource-search").fill("")
    view.locator('[data-testid=resource-item][data-name="shop://slow"]').click()
    reader.get_by_test_id("read-cancel").click()
    expect(reader).to_have_attribute("data-status", "cancelled")
    view.locator('[data-testid=resource-item][data-name="shop://broken"]').click()
    expect(reader.get_by_test_id("problem")).to_be_visible()


def fill_a_template(part: Page) -> None:
    view, reader = part.get_by_test_id("resources"), part.get_by_test_id("reader")
    view.locator('[data-testid=resource-item][data-name="shop://bread/{kind}/{name}"]').click()
    reader.get_by_test_id("read").click()
    kind = view.locator('[data-testid=text-field][data-name="kind"]')
    expect(kind).to_be_focused()
    expect(kind).to_have_attribute("aria-invalid", "true")
    kind.fill("rye")
    name = view.locator('[data-testid=text-field][data-name="name"]')
    name.fill("a b")
    expect(view.locator("datalist option[value='a b-kind-rye']")).to_be_attached()
    expect(view.get_by_test_id("expanded")).to_have_text("shop://bread/rye/a%20b")
    name.press("Enter")
    expect(reader.get_by_test_id("contents")).to_contain_text("rye a b")


def run_a_prompt(part: Page) -> None:
    prompts = part.get_by_test_id("prompts")
    prompts.locator('[data-testid=prompt-item][data-name="letter"]').click()
    prompts.get_by_test_id("prompt-run").click()
    expect(prompts.locator('[data-testid=text-field][data-name="what"]')).to_be_focused()
    prompts.locator('[data-testid=text-field][data-name="what"]').fill("rye")
    prompts.get_by_test_id("prompt-run").click()
    expect(prompts.get_by_test_id("messages")).to_contain_text("I want rye. <img src=x")
    expect(prompts.get_by_test_id("copy-json")).to_be_visible()


def look_at_the_log(part: Page) -> None:
    log, lines = part.get_by_test_id("log"), part.get_by_test_id("log-lines").get_by_role("listitem")
    for level, text in [("debug", "Oven on"), ("error", "Burnt <b>bread</b>")]:
        part.evaluate("([level, text]) => log(level, text)", [level, text])
    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("error")
    expect(lines.last).to_contain_text("Burnt <b>bread</b>")
    log.get_by_test_id("log-filter").select_option("warning")
    expect(lines).to_have_count(1)
    expect(log.get_by_test_id("log-status")).to_have_text("1 of 2 lines are shown.")
    log.get_by_test_id("log-level").select_option("debug")
    log.get_by_test_id("log-clear").click()
    expect(log.get_by_test_id("log-status")).to_contain_text("Nothing yet.")
    part.evaluate("log('alert', 'Fire')")
    expect(lines).to_have_count(1)


def name_roots(part: Page) -> None:
    part.get_by_test_id("root-uri").fill("https://a.example")
    part.get_by_test_id("root-add").click()
    expect(part.get_by_test_id("root-problem")).to_contain_text("file://")
    part.get_by_test_id("root-uri").fill("/home/ada")
    part.get_by_test_id("root-add").click()
    expect(part.get_by_test_id("roots")).to_contain_text("file:///home/ada")
    part.get_by_role("button", name="Remove file:///home/ada").click()
    expect(part.get_by_test_id("roots").get_by_role("listitem")).to_have_count(0)
