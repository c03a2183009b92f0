"""Resources and prompts, the messages between the pages, the keyboard, and a page in a window of its own."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from ...conftest import Site
from .pages import add_server
from .person import Person


def test_resources_are_read_completed_and_watched_and_prompts_are_run(person: Person, site: Site) -> None:
    person.add_and_connect(f"{add_server(site, 'kitchen')}?offers")
    person.open_tab("resources")
    person.named("resource-item", "kitchen://recipe").click()
    expect(person["contents"].get_by_text("Bread", exact=True)).to_be_visible()
    person.named("resource-item", "kitchen://shelf/{place}/{item}").click()
    person.named("text-field", "place").fill("fr")
    expect(person["template"].locator("datalist option[value=fridge]")).to_be_attached()
    person.named("text-field", "place").fill("fridge")
    person.named("text-field", "item").fill("m")
    expect(person["template"].locator("datalist option[value=milk]")).to_be_attached()
    person.named("text-field", "item").fill("milk")
    expect(person["expanded"]).to_have_text("kitchen://shelf/fridge/milk")
    person.named("text-field", "item").press("Enter")
    expect(person["contents"]).to_contain_text("milk in the fridge")
    person.named("resource-item", "kitchen://counter").click()
    person["subscribe"].click()
    expect(person["subscribe"]).to_have_text("Stop watching")
    person.open_tab("tools")
    person.run("count_up")
    person.sees_call("Done")
    person.open_tab("resources")
    expect(person.named("resource-item", "kitchen://counter")).to_contain_text("Changed")
    person["read"].click()
    expect(person["contents"]).to_contain_text("1")
    person.named("resource-item", "kitchen://broken").click()
    expect(person["reader"]).to_contain_text("The drawer is stuck.")
    person.open_tab("prompts")
    person.named("prompt-item", "order").click()
    person.named("text-field", "what").fill("bread")
    person.named("text-field", "flavour").press_sequentially("so")
    expect(person["prompt"].locator("datalist option[value=sour]")).to_be_attached()
    person.named("text-field", "flavour").fill("sour")
    person.named("text-field", "flavour").press("Enter")
    expect(person["messages"]).to_contain_text("I want 1 sour bread.")
    expect(person["messages"]).to_contain_text("With butter?")


def test_the_messages_show_what_was_before_and_are_searched_opened_and_saved(
    person: Person, site: Site, tmp_path: Path
) -> None:
    person.add_and_connect(site.url("hello"))
    person.run("greet", '{"name": "Ada"}')
    person.sees_result("Hello, Ada!")
    person["wire-button"].click()
    rows = person["wire-rows"]
    expect(rows).to_contain_text("tools/call")
    expect(rows).to_contain_text("tools/list")
    person["wire-search"].fill("greet")
    expect(rows).to_contain_text("tools/call")
    person["wire-search"].fill("tools/call")
    expect(rows.get_by_text("tools/list").filter(visible=True)).to_have_count(0)
    rows.get_by_text("tools/call").first.dblclick()
    expect(person["wire-message"]).to_contain_text('"name": "Ada"')
    expect(person["wire-message"]).to_contain_text("Hello, Ada!")
    with person.page.expect_download() as download:
        person["wire-export"].click()
    saved = tmp_path / "messages.jsonl"
    download.value.save_as(saved)
    lines = [json.loads(line) for line in saved.read_text().splitlines()]
    assert lines
    assert all("tools/call" in json.dumps(line) for line in lines)
    person.reload()
    expect(person["wire"]).to_be_visible()
    person["wire-close"].click()
    expect(person["wire"]).to_be_hidden()
    expect(person["wire-button"]).to_be_focused()


FOCUS = """() => {
    const it = document.activeElement;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(it);
    const { width, top, bottom } = it.getBoundingClientRect();
    const isMarked = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    return [it.textContent.trim() || it.id, isMarked && width > 0 && bottom > 0 && top < innerHeight];
}"""
"""What has the focus, and whether that can be seen."""


def tab_to(person: Person, testid: str, key: str = "Tab") -> None:
    """Go on with the Tab key until something has the focus, which can be seen on the whole way."""
    wanted = f"document.activeElement.dataset.testid === {json.dumps(testid)}"
    for _ in range(40):
        person.press(key)
        name, is_seen = person.page.evaluate(FOCUS)
        assert is_seen, f"The focus can't be seen on {name!r}."
        if person.page.evaluate(wanted):
            return
    raise AssertionError(f"The Tab key does not lead to {testid}.")


def test_the_first_story_needs_no_mouse(person: Person) -> None:
    tab_to(person, "example-hello")
    person.press("Enter")
    person.sees_status("Connected")
    tab_to(person, "tab-tools")
    tab_to(person, "tool-item")
    person.press("Enter")
    person.press("Tab")
    person["tool"].get_by_label("name", exact=True).wait_for()
    expect(person["tool"].get_by_label("name", exact=True)).to_be_focused()
    person.page.keyboard.type("Ada")
    person.press("Enter")
    person.sees_result("Hello, Ada!")
    tab_to(person, "again")
    person.press("Enter")
    expect(person["history-call"]).to_have_count(2)


def test_commands_and_the_list_need_no_mouse(person: Person, site: Site) -> None:
    hello = site.url("hello")
    for name in ("one", "two"):
        person.press("a") if name == "one" else person.command("Add a server")
        expect(person["address"]).to_be_focused()
        person.page.keyboard.type(f"{hello}?{name}")
        person.press("Enter")
        person.sees_status("Connected")
        person.press("F2")
        expect(person["server-rename"]).to_be_focused()
        person.page.keyboard.type(name.title())
        person.press("Enter")
        expect(person.item(name.title()).get_by_test_id("server-select")).to_be_focused()
    person.press("ArrowUp")
    expect(person.item("One").get_by_test_id("server-select")).to_be_focused()
    person.press("Alt+ArrowDown")
    person.sees_servers("Two", "One")
    expect(person.item("One").get_by_test_id("server-select")).to_be_focused()
    person.press("Tab")
    person.press("Enter")
    expect(person["menu-rename"]).to_be_focused()
    person.press("End")
    person.press("Enter")
    person.sees_servers("Two")
    expect(person.item("Two").get_by_test_id("server-select")).to_be_focused()
    person.command("greet")
    expect(person["tool-form"].get_by_label("Name").first).to_be_focused()
    expect(person["tool"]).to_contain_text("Greet someone.")
    person["tab-tools"].focus()  # out of the field, which would take the keys as text
    person.press("?")
    expect(person["shortcuts"]).to_be_visible()
    person.press("Escape")
    person.press("2")
    expect(person["tab-resources"]).to_have_attribute("aria-selected", "true")
    person.press("Control+,")
    person["setting-theme"].select_option("dark")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    person["setting-plain_keys"].uncheck()
    person.press("Escape")
    expect(person["settings"]).to_be_hidden()
    person.press("3")
    person.press("Control+k")
    expect(person["palette"]).to_be_visible()
    expect(person["tab-resources"]).to_have_attribute("aria-selected", "true")


def test_a_page_moves_into_a_window_and_back_and_a_window_that_is_blocked_is_said_so(
    person: Person, site: Site
) -> None:
    person.add_and_connect(add_server(site, "shown"))
    with person.page.expect_popup() as popup:
        person["page-move"].click()
    person.sees_status("Connected")
    person.run("chalk", '{"text": "out here"}')
    expect(popup.value.locator("#board")).to_have_text("out here")
    expect(person["page-panel"]).to_be_hidden()
    person["page-back"].click()
    person.sees_status("Connected")
    person.run("chalk", '{"text": "back"}')
    expect(person.server_page.locator("#board")).to_have_text("back")
    assert popup.value.is_closed()

    person.page.evaluate("window.open = () => null")
    person["page-move"].click()
    person.sees_problem("The window was blocked")
    person["page-back"].click()
    person.sees_status("Connected")
