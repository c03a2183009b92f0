"""What people see of the copilot: accessible in each state, in a window and in a narrow panel, dark and light."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import ViewportSize, expect

from assistant.conversation import Candidate, Row, Turn

from ...conftest import wait_until
from ..looks import ALL_RULES, RULES_FOR_LOOKS, SETTLED, TOO_WIDE, Scheme
from .endpoint import Act, Endpoint, calls, delta, refuses, says
from .person import Person

PARTS = "html, #log, dialog[open], .call"
LAID_OUT = "!document.querySelector('[data-testid=markdown][data-status=plain]')"

LOOKS: list[tuple[ViewportSize, Scheme, list[str]]] = [
    ({"width": 320, "height": 700}, "dark", RULES_FOR_LOOKS),
    ({"width": 390, "height": 844}, "light", ALL_RULES),
    ({"width": 1280, "height": 800}, "dark", RULES_FOR_LOOKS),
]
IDS = "#log span:not([class], [data-testid])"
BROKEN = f"[...document.querySelectorAll('{IDS}')].filter((id) => id.getClientRects().length > 1).length"
"""How many ids are on two lines: there are enough of them that some would be."""
TABLE = f"""
{" ".join(f"B-{number}" for number in range(10, 60))}

| Boat | Berth | Days late | Captain |
| --- | --- | --- | --- |
| Heron | South pier, second berth | 3 | A-very-long-name-that-does-not-fit-into-a-panel |

```
a line of code that is much longer than a narrow panel is wide, and has to be reached all the same
```
"""

LONG = "A-name-without-any-space-that-is-longer-than-a-narrow-panel-has-room-for-by-far"
ROWS = [
    Row(f"B-{number} {LONG}", {"berth": "South pier", "days_late": "3"}, {"crew": [{"name": LONG}], "captain": LONG})
    for number in range(12)
]
MOVE = Candidate("tool", "move_boat", {"boat_id": "B-1"}, "the one that is late")
THINGS = (
    Turn("person", "Which?"),
    Turn("copilot", "Which do you mean?", candidates=[MOVE, Candidate("tool", "list_boats")]),
    Turn("person", "Move a boat: B-1", picked=MOVE),
    Turn("copilot", "All of these.", rows=[*ROWS, Row("Nothing more to show", {"berth": "North"})]),
    Turn("person", "And now?"),
    Turn(
        "copilot",
        "Which do you mean?",
        candidates=[Candidate("tool", "list_boats"), Candidate("tool", "show_boat"), MOVE],
    ),
)


def states(person: Person, endpoint: Endpoint) -> Iterator[str]:
    """Lead the copilot from state to state; the name of each."""
    yield "empty"
    person["model"].click()
    person["kind-endpoint"].check()
    yield "settings"
    person["dialog-close"].click()
    person.chooses_endpoint(endpoint.url)
    person["offer"].click()
    yield "offer"
    person["dialog-close"].click()
    endpoint.plays(
        calls(("move_boat", '{"boat_id": "B-1", "berth": "x"}'), ("show_boat", "{}"), ("list_boats", "{}")), says(TABLE)
    )
    person.asks("Which boats are late? " * 5)
    person.sees_answer("Heron")
    expect(person["answer"].last.locator("span").first).to_have_text("B-10")
    person["call"].last.locator("summary").click()
    yield "answer"
    endpoint.plays(calls(*[("list_boats", "{}")] * 8), says("None."))
    person.asks("Which are not?")
    person.sees_answer("None.")
    person["calls-title"].last.click()
    person["call"].nth(-8).locator("summary").click()
    yield "calls"
    endpoint.plays(calls(("list_boats", "{}")), Act([delta(content="So far, so "), endpoint.waits]))
    person.asks("And now?")
    expect(person["answer"].last).to_contain_text("So far")
    yield "writing"
    person["stop"].click()
    expect(person["stopped"]).to_be_visible()
    yield "stopped"
    endpoint.plays(refuses(429, "x" * 200))
    person.asks("And then?")
    person.sees_problem("enough requests")
    yield "failed"
    person.comes_back_to(*THINGS)
    person["row"].first.locator("summary").click()
    yield "things, and what was picked"
    person["candidate"].nth(1).click()
    person["form-send"].click()
    person["form-more"].locator("summary").click() if person["form-more"].count() else None
    yield "a form with problems"


def test_every_state_is_accessible_and_fits_a_panel(person: Person, endpoint: Endpoint) -> None:
    for state in states(person, endpoint):
        for size, scheme, rules in LOOKS:
            person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            wait_until(person.copilot, LAID_OUT)
            person.has_window(size)
            where = f"{state}, {scheme}, {size['width']} pixels wide"
            wide = person.copilot.evaluate(TOO_WIDE, PARTS)
            assert not wide, f"{where}: {wide}"
            assert person.copilot.evaluate(BROKEN) == 0, where
            found = person.axe(rules)
            assert not found, f"{where}: {found}"


def is_not_moved(person: Person, endpoint: Endpoint, by: int) -> None:
    """Who has scrolled by so many pixels while an answer is written, and then the rest comes."""
    above = "document.querySelector('[data-testid=question]').getBoundingClientRect().top"
    person.copilot.evaluate("(by) => void document.querySelector('#log').scrollBy(0, by)", by)
    place = person.copilot.evaluate(above)
    endpoint.go_on.set()
    person.sees_answer("More.")
    person.copilot.evaluate(SETTLED)
    assert abs(person.copilot.evaluate(above) - place) < 30


def test_nobody_is_moved_who_reads_on_in_a_long_answer_while_it_comes(asking: Person, endpoint: Endpoint) -> None:
    asking.has_window({"width": 390, "height": 600})
    endpoint.plays(Act([delta(content="Line.\n\n" * 60), endpoint.waits, delta(content="More.\n\n" * 60)]))
    asking.asks("Tell me everything.")
    expect(asking["answer"]).to_contain_text("Line.")
    expect(asking["question"]).to_be_in_viewport()
    is_not_moved(asking, endpoint, 300)


def test_nobody_is_moved_who_reads_what_was_before_while_an_answer_comes(asking: Person, endpoint: Endpoint) -> None:
    asking.has_window({"width": 390, "height": 600})
    endpoint.plays(
        says("Line.\n\n" * 60), Act([delta(content="So far."), endpoint.waits, delta(content="More.\n\n" * 60)])
    )
    asking.asks("Tell me everything.")
    asking.sees_answer("Line.")
    asking.asks("And now?")
    expect(asking["answer"].last).to_contain_text("So far.")
    is_not_moved(asking, endpoint, -300)


def test_a_table_is_read_from_its_beginning_though_it_gets_longer_when_it_is_laid_out(
    asking: Person, endpoint: Endpoint
) -> None:
    """As plain text it still fits: a line of that has 25 pixels, a row of a table 34."""
    asking.has_window({"width": 390, "height": 1200})
    log = asking.copilot.locator("#log")
    count = (log.evaluate("(log) => log.clientHeight") - 130) // 29
    rows = "\n".join(f"| B-{number} | South pier |" for number in range(count))
    endpoint.plays(Act([delta(content=f"| Boat | Berth |\n| --- | --- |\n{rows}"), endpoint.waits]))
    asking.asks("Where are they?")
    expect(asking["answer"]).to_contain_text(f"B-{count - 1}")
    expect(log).not_to_have_attribute("data-held", "")
    endpoint.go_on.set()
    expect(asking["markdown"]).to_have_attribute("data-status", "rendered")
    expect(log).to_have_attribute("data-held", "")
    expect(asking["question"]).to_be_in_viewport(ratio=1)
