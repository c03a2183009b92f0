"""Calls of tools: what they give, how they go, what is kept of them, and what a server asks in them."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from ...conftest import wait_until
from .person import Person

KITCHEN = ""


def test_each_kind_of_result_is_shown_as_what_it_is(kitchen: Person) -> None:
    kitchen.run("result_markdown")
    expect(kitchen["call-view"].get_by_text("Bread", exact=True)).to_be_visible()
    expect(kitchen["call-view"].get_by_role("cell", name="300")).to_be_visible()
    image = kitchen.run("result_image").get_by_test_id("image")
    expect(image).to_have_js_property("naturalWidth", 8)
    audio = kitchen.run("result_audio").locator("audio")
    expect(audio).to_have_js_property("duration", 0.1)
    kitchen.run("result_json_text")
    expect(kitchen["call-view"].locator("[data-kind=json]")).to_contain_text("wheat")
    kitchen.run("result_error_returned")
    expect(kitchen["call-view"].get_by_test_id("result")).to_have_attribute("data-status", "tool-error")
    kitchen.sees_call("The tool reported an error")
    kitchen.sees_result("The tool says that it failed:")
    expect(kitchen["masked"]).to_have_count(0)
    kitchen.run("result_error_unexpected")
    expect(kitchen["masked"]).to_contain_text("the browser's console")
    kitchen.run("result_protocol_error")
    kitchen.sees_result("I am a teapot.")
    expect(kitchen["error-code"]).to_have_text("Error code 418")
    kitchen.run("result_structured")
    kitchen.sees_result("Fits the output schema")
    kitchen.run("result_structured_misfit")
    expect(kitchen["schema-problem"]).to_contain_text("city")
    kitchen.run("result_resource_link")
    kitchen["read"].click()
    expect(kitchen["tab-resources"]).to_have_attribute("aria-selected", "true")
    expect(kitchen["contents"]).to_contain_text("Bread at noon.")


def test_a_tool_far_down_the_list_opens_beside_it_and_may_be_sent_what_is_wrong(kitchen: Person) -> None:
    tool = kitchen.open_tool("echo_tree")
    expect(tool.get_by_role("heading").first).to_be_in_viewport()
    expect(kitchen.named("tool-item", "echo_tree")).to_be_in_viewport()
    kitchen.fill_json("{")
    kitchen["run"].click()
    expect(kitchen["send-anyway"]).to_have_count(0)
    kitchen.fill_json("{}")
    kitchen["run"].click()
    expect(kitchen["call-view"]).to_have_count(0)
    kitchen["send-anyway"].click()
    kitchen.sees_call("The tool reported an error")


def test_a_call_shows_how_it_goes_and_can_be_cancelled(kitchen: Person) -> None:
    call = kitchen.run("slow")
    expect(kitchen["progress-text"]).to_contain_text("Step 1")
    kitchen.run("go_on", '{"steps": 2}')
    kitchen.open_tool("slow")
    expect(kitchen["progress-text"]).to_contain_text("Step 3")
    expect(kitchen["progress"]).to_have_js_property("value", 2 / 3)
    kitchen["cancel-call"].click()
    expect(call).to_have_attribute("data-status", "cancelled")
    kitchen.run("cancelled")
    kitchen.sees_result("slow")
    kitchen.run("log_each")
    expect(kitchen["call-log"]).to_contain_text("This is error.")
    kitchen.open_tab("log")
    expect(kitchen["log-lines"]).to_contain_text("This is critical.")
    kitchen["log-filter"].select_option("error")
    expect(kitchen["log-lines"]).not_to_contain_text("This is warning.")


TALL = "document.querySelector('.call').append(Object.assign(document.createElement('p'), { style: 'height: 60rem' }))"
PLACE = "document.querySelector('.tool-place').scrollTop"
SCROLLED = f"""async () => {{
    for (let before = -1; before !== {PLACE};) {{
        before = {PLACE};
        for (let left = 5; left; left--) await new Promise(requestAnimationFrame);
    }}
}}"""
"""Until nothing scrolls any more."""


def test_a_call_comes_into_view_where_its_person_waits_for_it(kitchen: Person) -> None:
    page, status = kitchen.page, kitchen["call-status"]
    page.set_viewport_size({"width": 1280, "height": 400})
    page.emulate_media(reduced_motion="no-preference")
    kitchen.run("echo_defaults")
    kitchen.sees_call("Done")
    page.evaluate(TALL)
    expect(status).to_be_in_viewport(ratio=1)
    expect(kitchen["run"]).to_be_focused()
    expect(kitchen["to-call"]).to_have_count(0)

    page.evaluate(SCROLLED)
    page.mouse.wheel(0, -9999)
    wait_until(page, f"{PLACE} === 0")
    page.evaluate(TALL)
    page.evaluate(SCROLLED)
    assert page.evaluate(PLACE) == 0

    page.emulate_media(reduced_motion="reduce")
    kitchen["run"].evaluate("(run) => run.form.requestSubmit()")
    expect(kitchen["history-call"]).to_have_count(2)
    kitchen.sees_call("Done")
    page.evaluate(TALL)
    page.evaluate(SCROLLED)
    assert page.evaluate(PLACE) == 0
    kitchen["to-call"].click()
    expect(status).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_tool_that_destroys_is_run_after_asking(kitchen: Person) -> None:
    tool = kitchen.open_tool("hint_destructive")
    expect(tool).to_contain_text("May destroy")
    kitchen["run"].click()
    kitchen.answers("Run Throw away?", "none")
    expect(kitchen["history-call"]).to_have_count(0)
    kitchen["run"].click()
    kitchen.answers("Run Throw away?", "run")
    kitchen.sees_result("run 1")
    kitchen.run("hint_read_only")
    kitchen.sees_result("hint_read_only bread, run 1")


def test_earlier_calls_are_run_again_compared_and_copied(kitchen: Person) -> None:
    kitchen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name in ("Ada", "Bob"):
        kitchen.run("echo_text", json.dumps({"text": name}))
        kitchen.sees_result(f'text: "{name}"')
    kitchen["compare"].nth(0).check()
    kitchen["compare"].nth(1).check()
    expect(kitchen["comparison"]).to_contain_text("Ada")
    expect(kitchen["comparison"]).to_contain_text("Bob")
    kitchen["again-call"].nth(1).click()
    expect(kitchen["history-call"]).to_have_count(3)
    expect(kitchen["arguments-json"]).to_have_value('{\n  "text": "Ada"\n}')
    kitchen.sees_result('text: "Ada"')
    kitchen["copy-json"].click()
    expect(kitchen["copy-json"]).to_have_text("Copied")
    copied = json.loads(clipboard(kitchen))
    assert copied["request"]["params"] == {"name": "echo_text", "arguments": {"text": "Ada"}}
    assert copied["result"]["structuredContent"] == {"text": "Ada"}
    kitchen["copy-python"].click()
    expect(kitchen["copy-python"]).to_have_text("Copied")
    python = clipboard(kitchen)
    compile(python, "copied", "exec", flags=0x2000)  # with await at its top
    assert "call_tool('echo_text', {'text': 'Ada'})" in python


def clipboard(person: Person) -> str:
    return person.page.evaluate("navigator.clipboard.readText()")


def test_tools_that_come_and_go_leave_a_form_as_it_is(kitchen: Person) -> None:
    tool = kitchen.open_tool("wait")
    kitchen.run("wait")
    kitchen.open_tool("add_offers")
    name = tool.get_by_label("name", exact=True)
    name.fill("first")
    name.press("Enter")
    kitchen.sees_result("Added first.")
    expect(kitchen.named("tool-item", "first")).to_be_visible()
    name.fill("half a na")
    kitchen.open_tool("remove_tool")
    kitchen.run("remove_tool", '{"name": "first"}')
    expect(kitchen.named("tool-item", "first")).to_be_hidden()
    kitchen.open_tool("add_offers")
    expect(name).to_have_value("half a na")
    kitchen.open_tool("wait")
    kitchen.sees_call("Running")


def test_what_a_server_asks_is_answered_declined_or_put_off(kitchen: Person) -> None:
    kitchen.run("ask_form")
    ask = kitchen["ask"]
    expect(ask).to_contain_text("What shall be baked?")
    for label, value in (("Your name", "Ada"), ("email", "ada@example.com"), ("day", "2024-02-29")):
        ask.get_by_label(label, exact=True).fill(value)
    ask.get_by_label("kind", exact=True).select_option("wheat")
    kitchen["ask-accept"].click()
    kitchen.sees_call("Done")
    kitchen.sees_result('"ada@example.com"')
    kitchen.sees_result('"wheat"')
    for button, action in (("ask-decline", "decline"), ("ask-cancel", "cancel")):
        kitchen.run("ask_sure", '{"what": "the bread"}')
        expect(ask).to_contain_text("Throw the bread away?")
        kitchen[button].click()
        kitchen.sees_result(f'action: "{action}"')


def test_a_server_has_a_page_opened_a_question_answered_and_folders_named(kitchen: Person) -> None:
    kitchen.page.context.route("https://example.com/**", lambda route: route.fulfill(body="Signed in"))
    kitchen.run("ask_page")
    expect(kitchen["ask-host"]).to_have_text("example.com")
    with kitchen.page.expect_popup() as popup:
        kitchen["ask-accept"].click()
    expect(popup.value).to_have_url("https://example.com/sign-in?from=kitchen")
    popup.value.close()
    kitchen.sees_result("accept")
    kitchen.run("ask_sampling", '{"question": "Which bread is best?"}')
    expect(kitchen["ask-text"]).to_have_value("Which bread is best?")
    expect(kitchen["ask-system"]).to_have_value("You are a baker.")
    kitchen["ask-answer"].fill("Rye.")
    kitchen["ask-accept"].click()
    kitchen.sees_result('"Rye."')
    kitchen.open_tab("about")
    kitchen["root-uri"].fill("/home/ada/bread")
    kitchen["root-name"].fill("Bread")
    kitchen["root-add"].click()
    expect(kitchen["roots"]).to_contain_text("file:///home/ada/bread")
    kitchen.open_tab("tools")
    kitchen.run("list_roots")
    kitchen.sees_result("Bread: file:///home/ada/bread")
