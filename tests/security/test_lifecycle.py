"""How sessions end when the other page leaves, vanishes or dies."""

from __future__ import annotations

import asyncio
import time

import pytest
from playwright.sync_api import Browser
from transom.pulse import ANSWER_SECONDS, Pulse

from tests.conftest import crash, wait_for_element, wait_until

from .conftest import Measured, new_context
from .labs import Failed, InnerLab, Lab, alone, run, until

case = pytest.mark.case
GROUP = "Lifecycle"
WAYS = pytest.mark.parametrize(
    "query", ["offer=heartbeat+port", "offer=heartbeat", ""], ids=["port", "window", "plain"]
)
AT_ONCE_SECONDS = 2


def fails_at_once(lab: Lab, name: str, codes: set[str]) -> str:
    """The call that is under way fails with the session, and so does the next one."""
    since = time.monotonic()
    with pytest.raises(Failed) as failed:
        lab.run("finish", key="under way")
    assert time.monotonic() - since < AT_ONCE_SECONDS
    assert failed.value.code in codes
    assert lab.run("ended", name=name)["code"] == failed.value.code
    with pytest.raises(Failed):
        lab.run("call", name=name, tool="greet", arguments={"name": "Bob"})
    return failed.value.code


@case(GROUP, "iframe navigates away")
@WAYS
def test_nothing_reaches_the_page_that_came_instead(lab: Lab, query: str) -> None:
    frame = lab.peer("one", query)
    lab.secrets.append(frame.evaluate("peer.sessionId"))
    lab.begin_wait("one", frame)
    frame.evaluate("(url) => void setTimeout(() => (location.href = url))", f"{lab.evil_url}?quiet")
    fails_at_once(lab, "one", {"PEER_RELOADED"})
    attacker = lab.frame(f"{lab.evil_url}?quiet")
    lab.run("call", name="good", tool="greet", arguments={"name": "Ada"})
    assert attacker.evaluate("received") == []


@case(GROUP, "iframe navigates away")
def test_a_server_in_python_that_is_navigated_away_ends_the_session(lab: Lab) -> None:
    lab.connect("second", f"{lab.good_url}?second", mode="auto")
    frame = lab.frame(f"{lab.good_url}?second")
    lab.begin("under way", "second", "wait")
    wait_for_element(frame, "html[data-waiting]")
    frame.evaluate("(url) => void setTimeout(() => (location.href = url))", f"{lab.evil_url}?quiet")
    fails_at_once(lab, "second", {"PEER_CLOSED", "PEER_RELOADED"})  # by its goodbye, or by what loaded after it
    assert lab.frame(f"{lab.evil_url}?quiet").evaluate("received") == []


@case(GROUP, "iframe reloads in a call")
@WAYS
def test_a_reload_fails_the_pending_call_at_once(lab: Lab, query: str) -> None:
    frame = lab.peer("one", query)
    first = frame.evaluate("peer.sessionId")
    lab.secrets.append(first)
    lab.begin_wait("one", frame)
    frame.evaluate("void setTimeout(() => location.reload())")
    fails_at_once(lab, "one", {"PEER_RELOADED"})
    wait_until(frame, "window.peer !== undefined")
    assert first not in str(frame.evaluate("peer.received"))


@case(GROUP, "iframe removed")
@WAYS
def test_a_removed_frame_fails_the_pending_call_at_once(lab: Lab, query: str) -> None:
    lab.begin_wait("one", lab.peer("one", query))
    lab.page.evaluate("document.querySelectorAll('iframe')[1].remove()")
    fails_at_once(lab, "one", {"PEER_REMOVED"})


@case(GROUP, "process crashes")
def test_a_crash_fails_the_pending_call(lab_pages: tuple[str, ...], browser: Browser, measured: Measured) -> None:
    """In a browser context of its own: Playwright takes the whole page for crashed, so it tells another tab."""
    host_url, _, peer_url, _ = lab_pages
    context = new_context(browser)
    page, witness = context.new_page(), context.new_page()
    witness.goto(f"{host_url}page.css")
    page.goto(host_url)
    wait_for_element(page, "html[data-lab=ready]")
    url = f"{peer_url}?mark&offer=heartbeat+port"
    run(page, "connect", name="doomed", url=url)
    run(page, "begin", key="under way", name="doomed", tool="wait", arguments={})
    page.evaluate(
        """() => {
            const finish = () => lab("finish", JSON.stringify({ key: "under way", seconds: 20 }));
            finish().then((text) => { localStorage.crash = JSON.stringify([Date.now(), JSON.parse(text)]) });
        }"""
    )
    # Long enough for the border to have seen the sign of life.
    until(page, lambda: page.evaluate("performance.now()"), lambda now: now > 1500)
    since = witness.evaluate("Date.now()")
    crash(browser, url)
    wait_until(witness, "localStorage.crash")
    at, outcome = witness.evaluate("JSON.parse(localStorage.crash)")
    context.close()
    assert outcome["code"] == "PEER_CRASHED"
    assert "crashed" in outcome["text"]
    measured(f"after {(at - since) / 1000:.1f} s")


@case(GROUP, "host closes while the child answers")
def test_closing_leaves_no_proxies_and_no_errors(lab: Lab) -> None:
    before = lab.run("proxies_left")
    lab.connect("second", f"{lab.good_url}?second", mode="auto")
    lab.begin("under way", "second", "wait")
    wait_for_element(lab.frame(f"{lab.good_url}?second"), "html[data-waiting]")
    assert lab.run("proxies_left") == before + 2
    lab.close("second")
    with pytest.raises(Failed) as failed:
        lab.run("finish", key="under way")
    assert failed.value.kind == "MCPError"
    assert lab.run("proxies_left") == before
    assert until(lab.page, lambda: [f.url for f in lab.page.frames if "second" in f.url], lambda left: not left) == []


@case(GROUP, "host closes while the child answers")
@pytest.mark.parametrize("way", ["port", "window"])
def test_a_goodbye_cancels_the_tool_that_runs(inner: InnerLab, way: str) -> None:
    inner.over(way)
    inner.host("host.call(1, 'wait')")
    assert until(inner.page, inner.counted, lambda counted: counted["ran"] == ["wait"])["ran"] == ["wait"]
    inner.host("host.control({ type: 'TRANSOM_GOODBYE', reason: 'closed', message: 'Enough.' })")
    outcome = inner.run("outcome")
    assert outcome["type"] == "PeerClosed"
    assert outcome["text"].startswith("The other side closed the session. Enough.")
    assert inner.counted() == {"ran": ["wait"], "cancelled": ["wait"]}


@case(GROUP, "port handed on")
def test_a_port_carries_no_more_than_its_own_session(lab: Lab) -> None:
    """Handing it on can't be seen; it gives the other window that session, and nothing besides."""
    frame = lab.peer("one", "offer=heartbeat+port")
    attacker = lab.add_frame(f"{lab.evil_url}?fence")
    attacker.evaluate("addEventListener('message', ({ ports }) => { if (ports[0]) window.port = ports[0] })")
    hand_on = "peer.port.onmessage = null; parent.frames[parent.length - 1].postMessage('take', '*', [peer.port])"
    frame.evaluate(hand_on)
    wait_until(attacker, "window.port !== undefined")
    before = lab.dropped("one").get("malformed", 0)
    sent = attacker.evaluate("""() => {
        const types = forgeries().filter(({ type }) => !["TRANSOM_PING", "TRANSOM_GOODBYE"].includes(type));
        for (const message of types) port.postMessage(message);
        return types.length;
    }""")
    assert lab.wait_dropped("malformed", before + sent, "one") == before + sent
    assert lab.run("is_open", name="one")
    attacker.evaluate("port.postMessage({ type: 'TRANSOM_GOODBYE', reason: 'closed' })")
    assert lab.run("ended", name="one")["code"] == "PEER_CLOSED"
    assert lab.run("is_open", name="good")


@case(GROUP, "hidden tab")
def test_a_frozen_tab_keeps_its_sessions(lab: Lab, measured: Measured) -> None:
    lab.begin("under way", "good", "wait_for", word="awake")
    controls = lab.context.new_cdp_session(lab.page)
    controls.send("Page.setWebLifecycleState", {"state": "frozen"})
    frozen = (ANSWER_SECONDS + 1) * 1000
    lab.opener.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", frozen)
    controls.send("Page.setWebLifecycleState", {"state": "active"})
    controls.detach()
    lab.good_frame.evaluate("document.documentElement.dataset.word = 'awake'")
    assert lab.run("finish", key="under way") == "awake"
    measured(f"frozen for {frozen / 1000:.1f} s")


@case(GROUP, "hidden tab")
def test_silence_alone_is_no_sign_of_death() -> None:
    """No timer runs unless the sign of life is gone; then the answer may come as late as the pause was long."""

    class Control:
        sent = 0

        def send_control(self, text: str) -> None:
            self.sent += 1

    async def crashes() -> tuple[int, list[str]]:
        control, crashed = Control(), list[str]()
        pulse = Pulse(control, lambda: crashed.append("crashed"))
        await asyncio.sleep(ANSWER_SECONDS * 1.2)
        quiet = control.sent
        pulse.suspect()
        pulse.hear(1)
        await asyncio.sleep(ANSWER_SECONDS * 1.2)
        return quiet, crashed

    assert alone(crashes()) == (0, [])
