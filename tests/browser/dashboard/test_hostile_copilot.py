"""A copilot that wants more than it is given: it gets what the person allows, whatever it calls, posts or shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ...conftest import Profile, Site, wait_until
from ..host.servers.payloads import BIDI, hostile
from .attacks import STARTS, Attack, outcome_of, with_hostile_copilot

DETAIL = "account within a minute"
"""Of what `get_project` says about P-104."""


@pytest.fixture(scope="module")
def dashboard(served: Site, profile: Profile) -> Iterator[Attack]:
    with with_hostile_copilot(served) as url:
        elsewhere = f"{served.origins.roles('127.0.0.1')['copilot']}/"
        yield Attack.on(profile.context.new_page(), url, elsewhere)
        profile.clear()


@pytest.fixture
def attack(dashboard: Attack) -> Iterator[Attack]:
    dashboard.begins()
    yield dashboard
    dashboard.check()


NEARLY = (
    *("Get_Project", "GET_PROJECT", "getProject", " get_project", "get_project\u0000", "\uff47et_project"),
    *(
        "get_proje\u0441t",
        "operations.get_project",
        "tools/get_project",
        "permit",
        "carry_out",
        "constructor",
        "__proto__",
    ),
    "",
)
EXTRA: list[dict[str, Any]] = [
    {"approved": True},
    {"policy": "always"},
    {"_meta": {"approved": True}},
    {"__proto__": {"polluted": True}},
    {"self": None, "context": {}, "ctx": {}},
]
ADDRESSES = (
    "dashboard://projects/P-104",
    "DASHBOARD://projects/P-104",
    "dashboard://projects/P%2D104",
    "dashboard://projects/x/../P-104",
    "dashboard://projects/P-104?policy=always#P-101",
    "dashboard://projects//P-104",
    "dashboard:projects/P-104",
    "file:///data.json",
    "./data.json",
)


def test_a_tool_that_is_forbidden_is_reached_by_no_name_and_in_no_other_way(attack: Attack) -> None:
    attack.person.opens_rules()
    for tool in ("get_project", "update_project_status"):
        attack.person.policy(tool, "never").check()
    why = "The person's policy for get_project is “never”. They can change it in the dashboard."
    refused = ("refused", f"Refused: “Project details” for 'P-104'. {why}")
    listed = attack.request("tools/list")[1]
    assert '"get_project"' not in listed
    assert '"update_project_status"' not in listed

    assert attack.call("get_project", project_id="P-104") == refused
    for extra in EXTRA:
        assert attack.call("get_project", project_id="P-104", **extra) == refused
    assert attack.call("update_project_status", project_id="P-104", status="done")[0] == "refused"
    attack.person.rests()
    for name in NEARLY:
        state, words = attack.call(name, project_id="P-104")
        assert state == "failed", name
        assert "There is no tool" in words
    attack.person.rests()
    read = [attack.request("resources/read", uri=uri) for uri in ADDRESSES]
    assert read[0] == ("refused", f"Refused: the resource '{ADDRESSES[0]}'. {why}")
    for uri, (state, words) in zip(ADDRESSES, read, strict=True):
        assert state in ("refused", "error"), uri
        assert DETAIL not in words
    others = [
        attack.request("prompts/get", name="get_project", arguments={"project_id": "P-104"}),
        attack.request("prompts/get", name="morning_briefing", arguments={"focus": "P-104"}),
        attack.request("completion/complete", ref={"type": "ref/resource", "uri": ADDRESSES[0]}, argument={}),
        attack.request("tools/execute", name="get_project", arguments={"project_id": "P-104"}),
        attack.request("tools/call", name=["get_project"], arguments={"project_id": "P-104"}),
        attack.request("tools/call", name="get_project", arguments=["P-104"]),
        attack.request("TOOLS/CALL", name="get_project", arguments={"project_id": "P-104"}),
    ]
    assert {state for state, _ in others} == {"error"}
    assert DETAIL not in str(others)
    # Arguments that nobody could be shown are not taken from a tool that is allowed either.
    assert attack.call("list_projects", approved=True)[0] == "failed"


ANSWERED = """() => {
    const seen = { frames: 0, button: document.querySelector("#pause") };
    const count = () => { seen.frames += 1; requestAnimationFrame(count); };
    count();
    seen.button.addEventListener("click", () => { seen.from = seen.frames; }, { capture: true });
    const answered = new MutationObserver(() => { seen.took = seen.frames - seen.from; });
    answered.observe(seen.button, { childList: true, subtree: true });
    window.seen = seen;
}"""
"""How many frames it takes until a click is answered."""


def test_a_flood_is_turned_away_and_the_person_goes_on_with_their_work(attack: Attack) -> None:
    page, pause, frame = attack.page, attack.person["pause"], attack.frame
    page.evaluate(ANSWERED)
    begun = page.evaluate("performance.now()")
    frame.evaluate("evil.floods()")
    for words in ("Pause", "Resume"):
        pause.click()
        expect(pause).to_have_text(words)
        assert page.evaluate("seen.took") <= 3
    attack.before = attack.state  # the figures have moved between the two clicks
    frame.evaluate("evil.enough = true")  # the clicks were answered in the middle of the flood, however long they took
    wait_until(frame, "window.flooded")
    found = frame.evaluate("flooded")
    lasted = (page.evaluate("performance.now()") - begun) / 1000
    assert found["all"] == 1000
    assert found["inputSchema"] == 200
    assert found["at most 30 calls in 10 seconds"] >= 800 - 30 * (2 + lasted // 10)
    assert attack.person["call"].count() <= 50
    # A long flood lasts beyond a limit's seconds, and ends with calls that are let through again.
    assert any("times" in words for words in attack.person["call"].all_inner_texts())

    attack.person.rests()
    frame.evaluate("evil.presses()")
    for _ in range(3):
        attack.person.sees_question("Acknowledge incident I-30")
        attack.person.answers("refuse")
    wait_until(frame, "window.pressed")
    assert list(frame.evaluate("pressed").values()) == [40, 3, 3, 34]


def test_an_approval_can_not_be_forged(attack: Attack) -> None:
    attack.asks()
    attack.tells("evil.forges()")
    attack.person.sees_copilot("connected")
    expect(attack.person["question"]).to_be_visible()
    assert attack.frame.evaluate("evil.answersTo('asked')") == []
    assert attack.state == attack.before
    attack.person.answers("refuse")
    assert attack.answers("asked") == [
        (
            "refused",
            "Refused: acknowledging incident I-30 “Card payments time out”. "
            "The person said no. Ask them what they would rather have.",
        )
    ]


def test_each_call_needs_an_approval_of_its_own(attack: Attack) -> None:
    """Also the same one again, letter by letter, after the person has allowed it once."""
    plan = {"service_id": "S-1", "start": "2026-11-30T10:00:00Z", "minutes": 30}
    attack.start(77, "schedule_maintenance", **plan)
    attack.person.sees_question("Plan maintenance of S-1")
    attack.start("77", "schedule_maintenance", **plan)
    assert attack.answers("77") == [("error", "A request with this id is under way.")]
    attack.person.answers("once")
    assert attack.answers(77)[0][0] == "done"
    attack.person["toast-undo"].click()
    for number in (2, 3):
        attack.start(77, "schedule_maintenance", **plan)
        attack.person.sees_question("Plan maintenance of S-1")
        attack.person.answers("refuse")
        assert [state for state, _ in attack.answers(77, number)] == ["done", "refused", "refused"][:number]


REACHING = {
    "parent.document": "SecurityError",
    "parent.localStorage": "SecurityError",
    "parent.sessionStorage": "SecurityError",
    "parent.pyscript": "SecurityError",
    "parent.eval": "SecurityError",
    "parent.dispatchEvent(new Event('focus'))": "SecurityError",
    "parent.name = 'mine'": "SecurityError",
    "parent.history.back()": "SecurityError",
    "parent.fetch": "SecurityError",
    "top.location.href": "SecurityError",
    "top.location = 'about:blank#mine'": "SecurityError",
    "top.location.replace('javascript:window.pwned = 1')": "SecurityError",
    "open('about:blank#mine', '_top')": "nothing",
    "open('about:blank#mine', '_parent')": "nothing",
    "parent.close()": "nothing",
    "frameElement": "nothing",
    "document.domain = 'localhost'": "SecurityError",
    "document.cookie": "",
    "navigator.locks.query().then(({ held }) => held.length)": "0",
    "parent.postMessage(new Event('click'), '*')": "DataCloneError",
    "document.body.requestFullscreen()": "TypeError",
    "document.body.requestPointerLock()": "SecurityError",
    "navigator.clipboard.readText()": "NotAllowedError",
    "['camera', 'geolocation', 'fullscreen'].filter((one) => document.featurePolicy.allowsFeature(one))": "",
}


def test_the_dashboard_itself_is_out_of_reach(attack: Attack) -> None:
    frame, page = attack.frame, attack.page
    kept = page.evaluate("[JSON.stringify(localStorage), JSON.stringify(sessionStorage), window.name]")
    frame.locator("#button").click()  # the browser allows more after that
    assert dict(zip(REACHING, attack.outcomes(*REACHING), strict=True)) == REACHING
    frame.locator("#button").click()
    attack.tells(f"evil.followsLinks('{attack.elsewhere}')")
    assert page.evaluate("[JSON.stringify(localStorage), JSON.stringify(sessionStorage), window.name]") == kept
    assert page.evaluate("[document.fullscreenElement, document.pointerLockElement, document.cookie]") == [
        None,
        None,
        "",
    ]

    frame.evaluate("(url) => evil.frames(url)", attack.url)
    frame.child_frames[0].wait_for_url("chrome-error://chromewebdata/")


def test_a_link_to_the_dashboard_does_not_choose_its_copilot(attack: Attack) -> None:
    """Not even in a window that the copilot has opened."""
    frame = attack.frame
    frame.locator("#button").click()
    with attack.page.context.expect_page() as opened:
        frame.evaluate("(url) => void (window.opened = open(url))", f"{attack.url}?copilot={attack.elsewhere}")
    question = opened.value.get_by_test_id("other-copilot")
    expect(question).to_contain_text(attack.elsewhere)
    assert attack.outcomes("opened.document", "opened.localStorage") == ["SecurityError", "SecurityError"]
    frame.evaluate("for (const answer of ['named', { answer: 'named' }]) opened.postMessage(answer, '*')")
    opened.value.keyboard.press("Escape")
    expect(question).to_be_hidden()
    loaded = opened.value.locator("#copilot-frame iframe")
    expect(loaded).not_to_have_attribute("src", attack.elsewhere)
    opened.value.close()


HASTY = """() => new MutationObserver(() => {
    for (const answer of ["once", "always"]) {
        const button = document.querySelector(`[data-testid=answer-${answer}]`);
        button.focus();
        button.click();
    }
    window.hasty = true;
}).observe(document.querySelector("dialog.question"), { attributeFilter: ["open"] })"""
"""Someone presses what comes under their hand in the moment that it comes."""


def test_what_is_typed_for_the_copilot_approves_nothing(attack: Attack) -> None:
    frame, page = attack.frame, attack.page
    field = frame.locator("#field")
    field.click()
    page.keyboard.type("Please ")
    frame.evaluate("evil.steals()")
    attack.asks("typed")
    page.keyboard.type("help me")
    for key in ("Enter", "Space", "Tab", "Enter"):
        page.keyboard.press(key)
    frame.evaluate("clearInterval(stealing)")
    assert attack.state == attack.before
    if attack.person["question"].is_visible():
        attack.person.answers("refuse")
    assert attack.answers("typed")[0][0] == "refused"

    page.evaluate(f"void ({HASTY})()")
    attack.asks("hasty")
    assert page.evaluate("hasty") is True
    assert attack.tells("evil.answersTo('hasty')") == []
    expect(attack.person["question"]).to_be_visible()
    page.keyboard.press("Escape")
    assert attack.answers("hasty")[0][0] == "refused"


ENDS = {
    "it says goodbye": "evil.port.postMessage({ type: 'TRANSOM_GOODBYE', reason: 'closed' }), setInterval(evil.offer)",
    "it begins anew in the same page": "evil.offer()",
    "it reloads": "void setTimeout(() => location.reload())",
    "it takes the call back": "evil.notify('notifications/cancelled', { requestId: 'asked' })",
    "the person switches it off": "",
}

PRESSED = "() => document.querySelector('[data-testid=answer-once]').click()"


@pytest.mark.parametrize("end", ENDS)
def test_a_question_whose_copilot_is_gone_does_nothing(attack: Attack, end: str) -> None:
    attack.asks()
    expect(attack.person["answer-once"]).to_be_enabled()
    if ENDS[end]:
        attack.frame.evaluate(ENDS[end])
    else:
        attack.page.evaluate("document.querySelector('#copilot-switch').click()")
    expect(attack.person["question"]).to_be_hidden()
    attack.page.evaluate(PRESSED)
    expect(attack.person["call"].first).to_have_attribute("data-state", "stopped")
    assert attack.state == attack.before


LISTENS = """(origin) => {
    window.said = [];
    addEventListener("message", (event) => { if (event.origin === origin) said.push(event.data.type ?? event.data); });
}"""


def test_a_copilot_that_goes_elsewhere_takes_nothing_along(attack: Attack) -> None:
    """Its question is closed, its port is dead wherever it is now, and the page in its frame is told nothing."""
    page, person, frame = attack.page, attack.person, attack.frame
    frame.locator("#button").click()
    with page.context.expect_page() as opened:
        frame.evaluate("evil.handsOver()")
    helper = opened.value
    wait_until(helper, "evil.port")
    assert outcome_of(helper.evaluate("evil.request('tools/call', { name: 'get_current_user' })"))[0] == "done"
    helper.evaluate(STARTS, ["asked", "acknowledge_incident", {"incident_id": "I-30"}])
    person.sees_question("Acknowledge incident I-30")
    expect(person["call"].first).to_have_attribute("data-state", "asking")  # the list is drawn after the question

    calls = person["calls-count"].inner_text()
    page.evaluate(LISTENS, attack.elsewhere.rstrip("/"))
    frame.evaluate("(url) => void setTimeout(() => location.assign(url))", f"{attack.elsewhere}#tells")
    person.sees_copilot("stopped")
    expect(person["question"]).to_be_hidden()
    expect(person["copilot-note"]).to_contain_text("The copilot has left")
    helper.evaluate("for (const id of ['a', 'b']) evil.send({ jsonrpc: '2.0', id, method: 'tools/list' })")
    expect(person["copilot-again"]).to_be_visible()
    expect(page.locator("#copilot-frame iframe")).to_have_count(0)
    assert set(page.evaluate("said")) == {"MCP_TRANSPORT_HANDSHAKE"}
    assert helper.evaluate("evil.answers.map(({ id }) => id)") == ["evil-1"]
    assert person["calls-count"].inner_text() == calls
    assert attack.state == attack.before
    helper.close()


LONG = {"x": "y" * 100_000, "deep": [[[[[[[[[["deep"]]]]]]]]]], "z": hostile("argument"), BIDI: BIDI}


def test_what_it_says_is_text_and_bounded(attack: Attack) -> None:
    person, page = attack.person, attack.page
    note = hostile("note") + BIDI
    attack.start("note", "acknowledge_incident", incident_id="I-30", note=note)
    question = person["question"]
    expect(question).to_contain_text(note)
    assert question.locator("img, script, svg, [onload], [onerror]").count() == 0
    person.answers("refuse")
    assert attack.answers("note")[0][0] == "refused"
    state, words = attack.call("acknowledge_incident", incident_id="I-30", note="n" * 301)
    assert (state, words) == ("failed", "Mend the arguments. note: String should have at most 300 characters.")
    expect(question).to_be_hidden()

    person.opens_rules()
    person.policy("get_project", "ask").check()
    attack.start("turned", "get_project", project_id=BIDI)
    expect(question.get_by_role("heading")).to_have_text(
        "Read the details of project 'invoice\ufffdfdp.exe\ufffd \ufffdhidden\ufffd zero\ufffdwidth'."
    )
    person.answers("refuse")
    assert attack.answers("turned")[0][0] == "refused"

    for name in (hostile("name"), BIDI, "x" * 1_000_000, "a\u0000b\u2028c\ufffe"):
        state, words = attack.call(name, **LONG)
        assert state == "failed"
        assert len(words) < 600
    rows = person["call"]
    for number in range(4):
        rows.nth(number).get_by_test_id("call-summary").click()
    assert page.evaluate("document.querySelector('#calls').textContent.length") < 60_000
    assert rows.locator("img, script, svg, [onload], [onerror]").count() == 0
