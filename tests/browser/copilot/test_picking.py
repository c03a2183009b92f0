"""What an answer gives to choose from, and the things it tells of: with the mouse, and with the keyboard alone.

The conversations are kept ones that come back, so that nothing here depends on what a model says.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from assistant.conversation import Candidate, Row, Turn

from .endpoint import Endpoint, says
from .person import Person

ASKED = Turn("person", "What about it?")
SHOW = Candidate("tool", "show_boat")
MOVE = Candidate("tool", "move_boat", {"boat_id": "B-3"})
LIST = Candidate("tool", "list_boats")
HERON = Candidate("tool", "show_boat", {"boat_id": "B-2"}, "Heron")


def which(*candidates: Candidate) -> Turn:
    return Turn("copilot", "Which do you mean?", candidates=[*candidates])


def test_the_only_candidate_is_a_form_that_is_filled_and_sent_with_the_keyboard(person: Person) -> None:
    person.comes_back_to(ASKED, which(SHOW))
    field = person["field"]
    expect(person.copilot.get_by_label("Boat id (needed)")).to_have_attribute("aria-required", "true")
    expect(person["form"]).to_contain_text("The id of a boat, such as B-1")
    field.focus()
    field.press("Enter")
    expect(person["field-problem"]).to_have_text("This is needed.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    field.press_sequentially("B-2")
    field.press("Enter")
    expect(person["question"].last).to_have_text("Show a boat: B-2")
    expect(person["turn"].last).to_have_attribute("data-status", "done")
    expect(person["turn"].last).to_contain_text("Heron")
    expect(person["past-candidate"]).to_have_text("Show a boat picked")
    expect(person["form"]).to_have_count(0)
    expect(person["question-field"]).to_be_focused()
    person.reloads_the_copilot()
    expect(person["past-candidate"]).to_have_text("Show a boat picked")


def test_one_of_several_things_is_read_at_once(person: Person) -> None:
    person.comes_back_to(ASKED, which(HERON, SHOW))
    expect(person["candidate"].first).to_contain_text("Show a boat: Heron")
    person["candidate"].first.press("Enter")
    expect(person["past-candidate"].first).to_have_text("Show a boat: Heron picked")
    person.sees_answer("From “Show a boat” (boat id: B-2)")


def test_candidates_open_one_at_a_time_and_escape_gives_the_focus_back(person: Person) -> None:
    person.comes_back_to(ASKED, which(LIST, SHOW, MOVE))
    expect(person["form"]).to_have_count(0)
    first, second, third = (person["candidate"].nth(number) for number in range(3))
    expect(first).to_contain_text("List boats reads")
    expect(first).to_contain_text("The boats in the harbour.")
    expect(third).to_contain_text("Move a boat acts")
    expect(third).to_contain_text("B-3")
    second.press("Enter")
    expect(person["field"]).to_be_focused()
    person["field"].press("Escape")
    expect(person["form"]).to_have_count(0)
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-expanded", "false")
    second.click()
    third.click()
    expect(person["form"]).to_have_count(1)
    expect(person["form-send"]).to_have_text("Do it: Move a boat")
    expect(person["field"].first).to_have_value("B-3")
    expect(person["field"].last).to_be_focused()
    first.click()
    expect(person["form-send"]).to_have_text("Run")
    person["form-more"].locator("summary").click()
    person["field"].select_option("yes")
    person["form-send"].click()
    expect(person["question"].last).to_have_text("List boats: late: yes")
    expect(person["turn"].last).to_contain_text("Heron")
    expect(person["past-candidate"]).to_have_text(["List boats picked", "Show a boat ", "Move a boat "])


def test_a_refused_action_names_its_thing(person: Person) -> None:
    person.comes_back_to(ASKED, which(MOVE))
    person["field"].last.fill("north_pier")
    person["field"].last.press("Enter")
    expect(person["question"].last).to_have_text("Move a boat: B-3, north pier")
    person.sees_calls("refused")
    expect(person["call"].last).to_contain_text("Move a boat: B-3, north pier")
    expect(person.copilot.locator("#spoken")).to_contain_text("Refused: Move a boat: B-3, north pier.")


def test_a_resource_is_read_when_it_is_picked(person: Person) -> None:
    person.comes_back_to(ASKED, which(Candidate("resource", "harbour://tide"), SHOW))
    person["candidate"].first.click()
    person["form-send"].click()
    expect(person["question"].last).to_have_text("The tide")
    expect(person["past-candidate"]).to_have_text(["The tide picked", "Show a boat "])


def test_the_words_of_a_prompt_that_is_picked_are_a_draft(person: Person) -> None:
    person.comes_back_to(ASKED, which(Candidate("prompt", "morning_round")))
    person["form-send"].click()
    expect(person["question-field"]).to_have_value("Which boats are late, and where are they?")
    expect(person["question"]).to_have_count(1)
    person["question-field"].fill("")


def test_a_choice_is_over_when_the_conversation_goes_on(asking: Person, endpoint: Endpoint) -> None:
    asking.comes_back_to(ASKED, which(SHOW, Candidate("tool", "gone")))
    expect(asking["candidate"].last).to_be_disabled()
    expect(asking["candidate"].last).to_contain_text("Not offered at this moment.")
    asking["candidate"].first.click()
    endpoint.plays(says("Never mind."))
    asking.asks("Something else.")
    asking.sees_answer("Never mind.")
    expect(asking["candidate"]).to_have_count(0)
    expect(asking["form"]).to_have_count(0)
    expect(asking["past-candidate"]).to_have_text(["Show a boat ", "Gone "])
    asking.chooses_the_matcher()


def test_what_the_matcher_offers_can_be_used_at_once(person: Person) -> None:
    person.chooses_the_matcher()
    person.asks("Move a boat")
    expect(person["candidate"].first).to_contain_text("Move a boat")
    expect(person.copilot.locator("#spoken")).to_contain_text("choice")


@pytest.mark.parametrize("count", [3, 25])
def test_things_are_lines_that_open(person: Person, count: int) -> None:
    rest = {"crew": [{"name": "<b>Ada</b>"}], "is_late": True, "note": None}
    rows = [Row(f"Boat {number}", {"berth": "South pier"}, rest) for number in range(count - 1)]
    person.comes_back_to(ASKED, Turn("copilot", "All boats.", rows=[Row("<i>None</i>", {"days_late": "0"}), *rows]))
    expect(person["row"]).to_have_count(min(count, 20))
    expect(person["row"].first).to_have_text("<i>None</i>Days late 0")
    expect(person["row"].first.locator("summary")).to_have_count(0)
    row = person["row"].nth(1)
    row.locator("summary").press("Enter")
    expect(row).to_contain_text("Berth South pier")
    expect(row.locator("dt")).to_have_text(["Crew", "Is late", "Note"])
    expect(row.locator("dd").first).to_contain_text('"name": "<b>Ada</b>"')
    expect(row.locator("dd").nth(1)).to_have_text("yes")
    if count > 20:
        person["rows-all"].press("Enter")
        expect(person["row"]).to_have_count(count)
        expect(person["row"].nth(20).locator("summary")).to_be_focused()
    expect(person["rows-all"]).to_have_count(0)


def test_what_takes_a_language_model_leads_to_the_choice_of_one(person: Person) -> None:
    person.comes_back_to(ASKED, Turn("copilot", "That takes a language model.", needs_language_model=True))
    person["choose-model"].click()
    expect(person["settings"]).to_be_visible()
    person["dialog-close"].click()
    expect(person["choose-model"]).to_be_focused()
