"""The copilot in its frame, with a model behind a real endpoint: one page for all of it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from .endpoint import Act, Endpoint, calls, delta, event, refuses, says
from .person import Person

ADDITIONS = """() => {
    window.additions = [];
    const texts = (record) => [...record.addedNodes].map((node) => node.textContent);
    const note = (records) => additions.push(...records.flatMap(texts));
    new MutationObserver(note).observe(document.querySelector("#spoken"), { childList: true });
}"""
"""What a screen reader is given to say."""

FOCUSED = "document.activeElement.dataset.testid"


def test_an_answer_streams_and_its_calls_can_be_opened(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(
        calls(
            ("list_boats", '{"late": true}'), ("move_boat", '{"boat_id": "B-3", "berth": "north"}'), ("show_boat", "{")
        ),
        Act([delta(content="Two are "), endpoint.waits, delta(content="**late**.")]),
    )
    asking.asks("Which boats are late?")
    expect(asking["answer"]).to_contain_text("Two are")
    asking.sees_calls("done", "refused")
    expect(asking["stop"]).to_be_visible()
    endpoint.go_on.set()
    asking.sees_answer("Two are late.")
    expect(asking["answer"].locator("strong")).to_have_text("late")
    asking["call"].first.locator("summary").click()
    row = asking["call"].first
    expect(row).to_contain_text("list_boats")
    expect(row.get_by_role("group", name="Arguments")).to_have_text('{\n  "late": true\n}')
    expect(row.get_by_role("group", name="Result")).to_contain_text("<b>Albatross</b>")
    expect(asking["call"].last.locator("summary")).to_contain_text("Move a boat: B-3, north")
    assert endpoint.keys == ["Bearer secret", "Bearer secret"]
    told = [one["content"] for one in endpoint.requests[1]["messages"] if one["role"] == "tool"]
    assert "Heron" in told[0]
    assert told[1].startswith("Refused: the harbour master said no.")
    assert "not JSON" in told[2]


def test_a_long_answer_is_read_from_its_beginning_and_the_next_is_seen_again(
    asking: Person, endpoint: Endpoint
) -> None:
    lines = "\n\n".join(f"Boat {number} is late." for number in range(60))
    endpoint.plays(Act([delta(content=f"First.\n\n{lines}"), endpoint.waits, delta(content=f"\n\n{lines}\n\nLast.")]))
    asking.asks("Which boats are late?")
    expect(asking["answer"].last).to_contain_text("Boat 59")
    expect(asking["question"].last).to_be_in_viewport()
    endpoint.go_on.set()
    asking.sees_answer("Last.")
    expect(asking["question"].last).to_be_in_viewport()
    expect(asking["answer"].last.get_by_text("First.")).to_be_in_viewport()
    endpoint.plays(says("None."))
    asking.asks("And now?")
    asking.sees_answer("None.")
    expect(asking["answer"].last).to_be_in_viewport()


def test_a_question_that_fills_the_view_leaves_room_for_its_answer(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(Act([delta(content="So far."), endpoint.waits, delta(content=" None.")]))
    asking.asks("\n".join(f"Is boat {number} late?" for number in range(60)))
    expect(asking["answer"]).to_be_in_viewport(ratio=1)
    endpoint.go_on.set()
    asking.sees_answer("So far. None.")
    expect(asking["answer"]).to_be_in_viewport(ratio=1)


def test_an_answer_is_plain_and_harmless_whatever_is_in_it(asking: Person, endpoint: Endpoint) -> None:
    evil = "<img src=x onerror='parent.evil=1'> <script>evil=1</script> [go](javascript:evil=1) ![p](https://evil.example/p)"
    endpoint.plays(says(evil))
    asking.asks(evil)
    asking.sees_answer("<script>")
    expect(asking["markdown"]).to_have_attribute("data-status", "rendered")
    assert asking["log"].locator("img, script, a[href^=javascript]").count() == 0
    assert asking.copilot.evaluate("typeof evil") == "undefined"


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_stopping_closes_the_request_and_gives_the_focus_back(asking: Person, endpoint: Endpoint, way: str) -> None:
    endpoint.plays(Act([delta(content="So far "), endpoint.waits]))
    asking.asks("Tell me everything.")
    expect(asking["answer"]).to_contain_text("So far")
    if way == "button":
        asking["stop"].click()
    else:
        asking.copilot.get_by_test_id("question-field").press("Escape")
    expect(asking["stopped"]).to_have_text("Stopped.")
    assert endpoint.closed.wait(10)
    assert asking.copilot.evaluate(FOCUSED) == "question-field"
    endpoint.plays(says("Everything."))
    asking["again"].click()
    asking.sees_answer("Everything.")
    expect(asking["again"]).to_have_count(0)


def test_what_was_said_before_a_call_is_laid_out_and_stopping_cancels_a_call_that_waits(
    asking: Person, endpoint: Endpoint
) -> None:
    endpoint.plays(Act([delta(content="It is **low**."), *calls(("wait_for_tide", "{}")).pieces]))
    asking.steers("close the gate")
    asking.asks("Wait for the tide.")
    asking.sees_calls("running")
    expect(asking["answer"].locator("strong")).to_have_text("low")
    expect(asking["answer"]).to_have_text("It is low.")
    asking["stop"].click()
    asking.sees_calls("stopped")
    asking.waits_for_above("html[data-made~=cancelled]")


def test_every_failure_of_the_endpoint_is_said_and_the_next_question_is_answered(
    asking: Person, endpoint: Endpoint
) -> None:
    elsewhere = f"{endpoint.url.replace('localhost', '127.0.0.1')}/chat/completions"
    failures = {
        "must not send on to another address": refuses(307, "There", location=elsewhere),
        "refused the key": refuses(401, "Bad key"),
        "Try again in 7 seconds": refuses(429, "Slow down", retry_after="7"),
        "failed (status 500)": refuses(500, "Oops"),
        "not with a chat completion": Act([b"\xff\x00<html>garbage"], type="text/html"),
        "stopped with an error: Full": Act([delta(content="So "), event({"error": {"message": "Full"}})]),
    }
    for words, act in failures.items():
        endpoint.plays(act)
        asking.asks("Well?")
        asking.sees_problem(words)
        assert endpoint.keys == ["Bearer secret"]
    endpoint.plays(says("Well."))
    asking.asks("And now?")
    asking.sees_answer("Well.")


def test_slow_bytes_cut_anywhere_make_the_same_answer(asking: Person, endpoint: Endpoint) -> None:
    whole = b"".join(piece for piece in says("Fünf ", "Boote 🛶").pieces if isinstance(piece, bytes))
    endpoint.plays(Act([bytes([byte]) for byte in whole.replace(b"\n", b"\r\n")]))
    asking.asks("Wie viele?")
    asking.sees_answer("Fünf Boote 🛶")


def test_an_endpoint_without_tools_answers_with_a_word_about_it(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(refuses(400, "this model does not support tools"), says("I can't look."))
    asking.asks("How many boats?")
    asking.sees_answer("The endpoint takes no tools")


def test_a_screen_reader_hears_each_answer_once(asking: Person, endpoint: Endpoint) -> None:
    asking.copilot.evaluate(ADDITIONS)
    endpoint.plays(says("One ", "boat, ", "**two** ", "boats."))
    asking.asks("Count.")
    asking.sees_answer("One boat, two boats.")
    assert asking.copilot.evaluate("additions") == ["One boat, two boats."]
    assert asking["log"].get_attribute("aria-live") == "off"
    endpoint.plays(calls(("move_boat", '{"boat_id": "B-3", "berth": "north"}')), says("He said no."))
    asking.asks("Move it.")
    asking.sees_answer("He said no.")
    assert asking.copilot.evaluate("additions[1]") == "Refused: Move a boat: B-3, north.\nHe said no."


def test_enter_sends_and_shift_enter_begins_a_line(asking: Person, endpoint: Endpoint) -> None:
    field = asking["question-field"]
    endpoint.plays(Act([delta(content="Hm"), endpoint.waits]))
    field.fill("One")
    field.press("Shift+Enter")
    field.press_sequentially("two")
    field.press("Enter")
    expect(asking["question"]).to_have_text("One\ntwo")
    field.fill("A draft")
    field.press("Enter")  # while an answer is being written, it stays a draft
    expect(field).to_have_value("A draft")
    endpoint.go_on.set()
    asking.sees_answer("Hm")
    expect(field).to_have_value("A draft")
    field.fill(" ")
    field.press("Enter")
    expect(asking["turn"]).to_have_count(1)


def test_the_focus_comes_back_to_where_it_was(person: Person) -> None:
    """After a question of the page above, say."""
    person["question-field"].focus()
    person.page.locator("button").focus()
    expect(person["question-field"]).not_to_be_focused()
    person.page.evaluate("document.querySelector('iframe').focus()")
    expect(person["question-field"]).to_be_focused()


def test_tools_come_and_go_while_one_talks(asking: Person, endpoint: Endpoint) -> None:
    asking.steers("offer fog")
    expect(asking["news"]).to_have_text("Offered now: Make <i>fog</i>.")
    expect(asking["offer"]).to_have_text("5 tools")
    endpoint.plays(calls(("fog", "{}")), says("Foggy."))
    asking.asks("Make fog.")
    asking.sees_answer("Foggy.")
    assert "fog" in [one["function"]["name"] for one in endpoint.requests[0]["tools"]]
    asking.steers("no fog")
    expect(asking["news"]).to_have_text("No longer offered: Make <i>fog</i>.")
    endpoint.plays(calls(("fog", "{}")), says("No fog."))
    asking.asks("Again.")
    asking.sees_answer("No fog.")
    assert "There is no tool of that name" in json.dumps(endpoint.requests[1]["messages"])
    expect(asking["turn"].first).to_contain_text("Make <i>fog</i>")


def test_a_server_that_wants_time_gets_it_in_sight(asking: Person, endpoint: Endpoint) -> None:
    asking.steers("offer the master")
    expect(asking["offer"]).to_have_text("5 tools")
    endpoint.plays(calls(("ask_the_master", "{}")), says("Never said."))
    asking.asks("May I come in?")
    asking.sees_calls("waiting 12 s")
    asking["stop"].click()
    asking.sees_calls("stopped")
    asking.steers("no master")
    expect(asking["offer"]).to_have_text("4 tools")


def test_a_resource_that_changed_since_is_marked(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(calls(("read_resource", '{"uri": "harbour://tide"}')), says("Rising."))
    asking.asks("What does the tide do?")
    asking.sees_answer("Rising.")
    expect(asking["call-stale"]).to_have_count(0)
    asking.steers("tide turns")
    expect(asking["call-stale"]).to_have_text("changed since")


def test_a_new_conversation_can_be_taken_back(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(says("Seagull."), says("Heron."))
    asking.asks("Name one.")
    asking.sees_answer("Seagull.")
    asking["new"].click()
    expect(asking["suggestion"].first).to_be_visible()
    expect(asking.copilot.locator("#spoken")).to_have_text("A new conversation.")
    expect(asking.copilot.locator("#news")).to_be_empty()
    assert asking.copilot.evaluate(FOCUSED) == "question-field"
    asking["undo"].click()
    asking.sees_answer("Seagull.")
    asking.asks("Another.")
    asking.sees_answer("Heron.")
    assert [one["role"] for one in endpoint.requests[1]["messages"]] == ["system", "user", "assistant", "user"]


def test_a_long_answer_that_comes_back_is_read_from_its_beginning(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(says("Boat.\n\n" * 60))
    asking.asks("Name all.")
    asking.sees_answer("Boat.")
    asking["new"].click()
    asking["undo"].click()
    asking.sees_answer("Boat.")
    expect(asking["question"]).to_be_in_viewport(ratio=1)
    asking.reloads_the_copilot()
    expect(asking["question"]).to_be_in_viewport(ratio=1)


def test_suggestions_are_what_the_server_offers_and_send_nothing(asking: Person, endpoint: Endpoint) -> None:
    drafts = {
        "Morning round": "Which boats are late, and where are they?",
        "Show a boat": "Show a boat: B-2",
        "List boats": "List boats",
    }
    for words, draft in drafts.items():
        asking["suggestion"].filter(has_text=words).click()
        expect(asking["question-field"]).to_have_value(draft)
        expect(asking["question-field"]).to_be_focused()
        expect(asking["turn"]).to_have_count(0)
    endpoint.plays(says("Three."))
    asking["question-field"].press("Enter")
    asking.sees_answer("Three.")
    assert endpoint.requests[0]["messages"][-1]["content"] == "List boats"


def test_a_reload_keeps_the_conversation_and_stops_what_was_being_written(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(says("**Seagull**."), Act([delta(content="So far "), endpoint.waits]))
    asking.asks("Name one.")
    asking.sees_answer("Seagull.")
    asking.asks("Another.")
    expect(asking["answer"].last).to_contain_text("So far")
    asking.reloads_the_copilot()
    expect(asking["turn"]).to_have_count(2)
    expect(asking["turn"].last).to_have_attribute("data-status", "stopped")
    expect(asking["answer"].last).to_contain_text("So far")
    expect(asking["answer"].first.locator("strong")).to_have_text("Seagull")
    expect(asking["past"]).to_contain_text("said before the page was loaded")
    assert endpoint.closed.wait(10)
    expect(asking["model"]).to_have_text("tiny")
    asking["new"].click()
    expect(asking["past"]).to_be_hidden()


def test_calls_are_one_line_that_opens_and_a_refusal_stays_in_sight(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(
        calls(*[("list_boats", "{}")] * 4, ("move_boat", '{"boat_id": "B-3", "berth": "north"}')),
        Act([*calls(*[("list_boats", "{}")] * 4).pieces]),
        says("None."),
    )
    asking.asks("Which boats are late?")
    asking.sees_answer("None.")
    asking.sees_calls(*["done"] * 8, "refused")
    expect(asking["calls-title"]).to_have_text("8 calls")
    expect(asking["call"]).to_have_count(1)
    expect(asking["call"]).to_contain_text("Move a boat: B-3, north")
    asking["calls-title"].click()
    expect(asking["call"]).to_have_count(9)
    asking["call"].nth(4).locator("summary").click()
    expect(asking["call"].nth(4).get_by_role("group", name="Result")).to_contain_text("Albatross")
    asking.reloads_the_copilot()
    expect(asking["calls-title"]).to_have_text("8 calls")
    expect(asking["call"]).to_have_attribute("data-status", "refused")


def test_a_call_that_is_looked_at_or_runs_is_not_put_away(asking: Person, endpoint: Endpoint) -> None:
    first = calls(("show_boat", '{"boat_id": "B-1"}'))
    looks = calls(("read_resource", '{"uri": "harbour://tide"}'), ("list_boats", "{}"), ("wait_for_tide", "{}"))
    endpoint.plays(first, Act([endpoint.waits, *looks.pieces]), says("Rising."))
    asking.steers("close the gate")
    asking.asks("What does the tide do?")
    boat = asking["call"].first.locator("summary")
    boat.click()
    endpoint.go_on.set()
    expect(asking["calls-title"]).to_have_text("2 calls")
    expect(asking["call-title"]).to_have_text(["Show a boat", "Wait for the tide"])
    boat.click()
    asking["question-field"].focus()
    asking.steers("open the gate")
    asking.sees_answer("Rising.")
    expect(asking["calls-title"]).to_have_text("4 calls")
    asking["calls-title"].click()
    expect(asking["call-title"]).to_have_text(["Show a boat", "Read harbour://tide", "List boats", "Wait for the tide"])
    asking["calls-title"].click()
    asking.steers("tide turns")
    expect(asking["call-stale"]).to_have_text("changed since")


def test_a_key_is_not_kept_and_not_for_another_origin(asking: Person, endpoint: Endpoint) -> None:
    asking["model"].click()
    key, keep = asking["model-key"], asking["model-keep"]
    key.fill("secret")
    key.blur()
    endpoint.plays(says("ready"))
    asking["model-test"].click()
    expect(asking["model-word"]).to_have_text(re.compile(r"^tiny answered in [\d.]+ s: “ready”$"))
    assert endpoint.keys == ["Bearer secret"]
    asking["model-url"].fill("http://localhost:9/v1")
    asking["model-url"].blur()
    expect(key).to_have_value("")
    expect(asking["model-word"]).to_contain_text("has been removed")
    asking["model-test"].click()
    expect(asking["model-word"]).to_contain_text("http://localhost:9 can't be reached")
    asking["model-url"].fill(endpoint.url)
    key.fill("other")
    keep.check()
    asking["model-save"].click()
    stored = "JSON.stringify(localStorage)"
    assert "other" in asking.copilot.evaluate(stored)
    asking["model"].click()
    keep.uncheck()
    asking["model-save"].click()
    assert "other" not in asking.copilot.evaluate(stored)


def test_the_dialog_tells_how_large_the_last_request_was(asking: Person, endpoint: Endpoint) -> None:
    endpoint.plays(says("Two."))
    asking.asks("How many boats?")
    asking.sees_answer("Two.")
    asking["model"].click()
    size = len(json.dumps(endpoint.requests[0], ensure_ascii=False).encode())
    expect(asking["endpoint-words"]).to_have_text(f"The last request had {size / 1000:.0f} kB.")
    asking["dialog-close"].click()


def test_a_long_conversation_with_large_results_stays_small_for_the_endpoint(
    asking: Person, endpoint: Endpoint
) -> None:
    asking.steers("offer the log")
    expect(asking["offer"]).to_have_text("5 tools")
    for number in range(8):
        looks = calls(*[("ships_log", "{}")] * 3)
        last = calls(("read_rest", '{"result": 1, "start": 9000}'))
        endpoint.plays(looks, looks, last, says(f"Answer {number}. " + "Words. " * 500))
        asking.asks(f"What does the log say of day {number}?")
        asking.sees_answer(f"Answer {number}.")
        sizes = [len(json.dumps(request, ensure_ascii=False).encode()) for request in endpoint.requests]
        assert len(sizes) == 4
        assert max(sizes) < 60_000
    told = [one["content"] for one in endpoint.requests[3]["messages"] if one["role"] == "tool"]
    assert "nothing" in told[-1]
    assert "call read_rest with result" in told[0]
    asking.steers("no log")
    expect(asking["offer"]).to_have_text("4 tools")


def test_the_model_is_chosen_with_the_keyboard(asking: Person) -> None:
    opener = asking.copilot.locator("#model")
    opener.focus()
    opener.press("Enter")
    asking["kind-endpoint"].focus()
    asking["kind-endpoint"].press("ArrowUp")
    expect(asking["kind-matcher"]).to_be_checked()
    expect(asking["model-url"]).to_have_count(0)
    asking["kind-matcher"].press("ArrowDown")
    asking["kind-endpoint"].press("Tab")
    expect(asking["model-url"]).to_be_focused()
    asking["model-url"].press_sequentially("/")
    asking["model-url"].press("Tab")
    expect(asking["model-model"]).to_be_focused()
    asking["model-model"].press("Escape")
    expect(asking["settings"]).to_have_count(0)
    expect(opener).to_be_focused()


def test_a_browser_without_a_model_can_not_be_chosen(person: Person) -> None:
    person.copilot.evaluate("LanguageModel.state = 'unavailable'")
    person["model"].click()
    expect(person["browser-words"]).to_contain_text("This browser can't run it")
    expect(person["kind-browser"]).to_be_disabled()
    person["dialog-close"].click()
    person.copilot.evaluate("LanguageModel.state = 'downloadable'")


def test_settings_that_lack_something_are_not_taken(asking: Person) -> None:
    asking["model"].click()
    asking["model-url"].fill("ftp://x")
    asking["model-save"].click()
    expect(asking["model-word"]).to_contain_text("Enter the endpoint's address")
    asking["dialog-close"].click()
    expect(asking["model"]).to_have_text("tiny")


def test_the_browsers_own_model_is_downloaded_and_answers(person: Person) -> None:
    person["model"].click()
    person["kind-browser"].check()
    expect(person["browser-words"]).to_contain_text("downloaded first")
    person.copilot.evaluate("void (LanguageModel.said.held = true)")
    person["model-test"].click()
    expect(person["model-word"]).to_contain_text("50%")
    expect(person["model-progress"]).to_have_attribute("value", "0.5")
    person["model-test"].click()
    expect(person["model-word"]).to_have_text("Given up.")
    expect(person["model-progress"]).to_have_count(0)
    person.copilot.evaluate("void (LanguageModel.said.held = false)")
    person["model-test"].click()
    expect(person["model-word"]).to_contain_text("s: “From the **browser**.”")
    person["model-save"].click()
    expect(person["model"]).to_have_text("The browser's model")
    person.asks("How many boats?")
    person.sees_answer("From the browser.")
    person.sees_calls("done")
    said = person.copilot.evaluate("LanguageModel.said")
    assert said["created"] == said["destroyed"] == 2


def test_the_first_visit_says_who_answers_and_offers_another(person: Person) -> None:
    person.chooses_the_matcher()
    expect(person["who"]).to_contain_text("It can't reason or explain.")
    expect(person["way-matcher"]).to_have_attribute("aria-current", "true")
    expect(person["suggestion"].filter(has_text="Morning round")).to_have_count(0)
    person["way-endpoint"].click()
    expect(person["settings"]).to_be_visible()
    person["dialog-close"].click()


def test_the_application_names_the_copilot(person: Person) -> None:
    title = person.copilot.get_by_role("heading", name="Copilot", exact=True)
    expect(title).to_have_css("clip-path", "inset(50%)")  # for a screen reader alone
    expect(person["state"]).to_have_text("Connected to Harbour office")


def test_the_matcher_is_there_without_any_choice(person: Person) -> None:
    person["model"].click()
    person["kind-matcher"].check()
    expect(person["model-test"]).to_have_count(0)
    person["model-save"].click()
    person.asks("List boats")
    expect(person["turn"].last).to_have_attribute("data-status", "done")
    expect(person["call-state"].first).to_have_text("done")
