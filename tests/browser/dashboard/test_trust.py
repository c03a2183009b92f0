"""What the copilot may do: the person decides, sees it, and takes it back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .person import Person

REASON = "The bank is silent. <img src=x onerror='window.pwned = 1'>"
HOLD = {"project_id": "P-104", "status": "on_hold", "reason": REASON}

CLICKED_AS_A_WINDOW_GOES = """() => {
    const allow = document.querySelector("[data-testid=answer-once]");
    window.dispatchEvent(new Event("focus"));
    allow.click();
    return allow.ariaDisabled;
}"""
"""The second click of two: the first was for a window that lay over the question."""


def test_each_policy_holds_and_what_was_done_is_undone(person: Person) -> None:
    copilot, row = person.copilot, person.thing("P-104")
    calls = person.page.get_by_test_id("call")
    before = calls.count()
    expect(row).to_contain_text("At risk")

    copilot.start("update_project_status", **HOLD)
    person.sees_question("Change the status of P-104 Instant refunds from at risk to on hold.")
    for words in ("P-104 Instant refunds", "Alice Moreno, Payments", "30 Oct 2026", "from At risk → to On hold"):
        expect(person["question"]).to_contain_text(words)
    expect(person["question-reason"].locator("blockquote")).to_have_text(REASON)
    person.answers("refuse")
    refused = "Refused: setting project P-104 Instant refunds to on hold. The person said no."
    assert copilot.answer()["text"].startswith(refused)
    expect(row).to_contain_text("At risk")

    copilot.start("update_project_status", **HOLD)
    person.answers("once")
    assert copilot.answer()["data"]["after"]["status"] == "on_hold"
    expect(row).to_contain_text("On hold")
    expect(row).to_have_attribute("data-flash", re.compile(r"\d"))
    person.sees_toast("The copilot did this: P-104 Instant refunds is on hold now")
    person["toast-undo"].click()
    expect(row).to_contain_text("At risk")

    copilot.start("update_project_status", **HOLD)
    person.answers("always")
    assert copilot.answer()["state"] == "done"
    row.get_by_test_id("project").focus()
    assert copilot.call("update_project_status", **{**HOLD, "status": "active"})["state"] == "done"
    expect(row).to_contain_text("Active")
    expect(row.get_by_test_id("project")).to_be_focused()

    person.opens_rules()
    expect(person.policy("update_project_status", "always")).to_be_checked()
    person.policy("update_project_status", "always").focus()
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowRight")
    expect(person.policy("update_project_status", "never")).to_be_checked()
    expect(person.policy("update_project_status", "never")).to_be_focused()
    assert "update_project_status" not in copilot.tools()
    assert "never" in copilot.call("update_project_status", **HOLD)["text"]
    person["defaults"].click()
    assert "update_project_status" in copilot.tools()

    expect(calls).to_have_count(before + 5)
    expect(calls.nth(0)).to_contain_text("Refused")
    expect(calls.nth(3)).to_contain_text("Undone")
    calls.nth(1).get_by_test_id("call-summary").click()
    expect(calls.nth(1)).to_contain_text('"status": "active"')
    calls.nth(1).get_by_test_id("undo").click()
    expect(row).to_contain_text("On hold")
    expect(calls.nth(1).get_by_test_id("call-text")).to_have_text("Undone: P-104 Instant refunds is as it was before.")
    expect(person["toast"].filter(has_text="is active now")).to_have_count(0)
    assert person.page.evaluate("[window.pwned, ({}).pwned]") == [None, None]


def test_the_copilot_takes_back_what_it_did_when_the_person_agrees(person: Person) -> None:
    copilot, row, calls = person.copilot, person.thing("P-105"), person.page.get_by_test_id("call")
    copilot.start("update_project_status", project_id="P-105", status="on_hold")
    person.answers("once")
    assert copilot.answer()["state"] == "done"

    copilot.start("undo")
    person.sees_question("Undo: set P-105 Card vault renewal back from on hold to active.")
    for words in ("Alice Moreno, Payments", "from On hold → to Active"):
        expect(person["question"]).to_contain_text(words)
    person.answers("refuse")
    assert copilot.answer()["text"].startswith("Refused: setting P-105 Card vault renewal back from on hold to active.")
    expect(row).to_contain_text("On hold")

    copilot.start("undo", target="P-105")
    person.answers("once")
    assert copilot.answer()["data"]["after"] == {"status": "active", "progress": 88}
    expect(row).to_contain_text("Active")
    person.sees_toast("The copilot did this: Undone: P-105 Card vault renewal is as it was before.")
    expect(person["toast"].filter(has_text="is on hold now")).to_have_count(0)
    person.shows("trust")
    expect(calls.nth(2)).to_contain_text("Undone")
    expect(calls.nth(0)).to_contain_text("Undone: P-105 Card vault renewal is as it was before.")
    for number in (0, 2):
        expect(calls.nth(number).get_by_test_id("undo")).to_have_count(0)

    copilot.start("update_project_status", project_id="P-105", status="done")
    person.answers("once")
    assert copilot.answer()["state"] == "done"
    calls.nth(0).get_by_test_id("undo").click()
    expect(row).to_contain_text("Active")
    assert "left to undo" in copilot.call("undo", target="P-105")["text"]

    person.opens_rules()
    person.policy("undo", "never").check()
    assert "undo" not in copilot.tools()
    assert copilot.call("undo")["text"].startswith("Refused: “Undo a change of the copilot”. The person's policy")


def test_a_question_is_answered_on_purpose_or_with_no(person: Person) -> None:
    """By a click that was meant for it, within its time; the copilot's frame can't be reached meanwhile."""
    copilot, question = person.copilot, person["question"]
    person.page.locator("#copilot-frame iframe").focus()
    copilot.start("acknowledge_incident", incident_id="I-30", note="Seen. " * 40)
    expect(question).to_contain_text("Seen. Seen.")
    expect(person["answer-refuse"]).to_be_focused()
    person.page.evaluate("document.querySelector('#copilot-frame iframe').focus()")
    expect(person["answer-refuse"]).to_be_focused()
    expect(person["answer-once"]).to_be_enabled()
    assert person.page.evaluate(CLICKED_AS_A_WINDOW_GOES) == "true"
    expect(question).to_be_visible()
    expect(person["question-left"]).to_have_text(re.compile(r"refused in 5\d seconds"))
    person.page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    assert copilot.answer()["text"].startswith("Refused: ")
    assert person.page.evaluate("document.activeElement.tagName") == "IFRAME", "Who was typing there can't go on."

    for number in (1, 2):
        copilot.start("schedule_maintenance", service_id=f"S-{number}", start="2026-11-30T10:00:00Z", minutes=30)
    person.sees_question("Plan maintenance of S-1")
    expect(person["question-more"]).to_have_text("1 more question waiting.")
    assert "Question" in person.page.title()
    person.answers("refuse")
    person.sees_question("Plan maintenance of S-2")
    expect(person["question-more"]).to_be_hidden()
    person.answers("once")
    expect(person.thing("S-2").locator("button")).to_have_attribute("title", re.compile("30 Nov, 10:00.10:30 UTC"))

    copilot.start("acknowledge_incident", incident_id="I-30")
    expect(question).to_be_visible()
    person.page.evaluate("document.querySelector('#copilot-switch').click()")  # nobody can, but keys of a screen reader
    expect(question).to_be_hidden()
    person.sees_copilot("off")
    expect(person.thing("I-30")).to_contain_text("Open")


def test_sensitive_fields_are_masked_and_reading_can_be_asked_for(person: Person) -> None:
    copilot = person.copilot
    assert copilot.call("get_project", project_id="P-104")["data"]["masked"] == ["budget", "spent", "notes"]
    person.opens_rules()
    person["field-budget"].check()
    project = copilot.call("get_project", project_id="P-104")["data"]
    assert (project["budget"], project["masked"]) == (180000, ["spent", "notes"])
    expect(person["field-budget"]).to_be_focused()

    person.policy("get_project", "ask").check()
    copilot.start("get_project", project_id="P-101")
    person.sees_question("Read the details of")
    expect(person["question"]).to_contain_text("P-101")
    person.answers("once")
    assert copilot.answer()["data"]["name"] == "Sign-in with passkeys"

    assert "30 calls in 10 seconds" in copilot.calls_at_once("get_current_user", 31)[-1]["text"]
    expect(person["limit-calls"]).to_have_attribute("data-status", "full")
    wait = person["limit-calls"].text_content() or ""
    expect(person["limit-calls"]).not_to_have_text(wait)  # it goes down by itself

    person.reload()
    person.opens_rules()
    expect(person["field-budget"]).to_be_checked()
    expect(person.policy("get_project", "ask")).to_be_checked()
    expect(person["keeping"]).to_contain_text("kept in this browser")
    expect(person["calls-count"]).to_have_text("None yet.")
