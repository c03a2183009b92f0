"""Who speaks: windows and origins, as a real browser tells them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import cast

import pytest
from mcp.server import MCPServer
from playwright.sync_api import Frame, Route
from transom import connect_out, serve
from transom.handshake import OuterTransport
from transom.handshake.machine import Drop, Fail, Received, Send, Started
from transom.origins import AllowList
from transom.protocol import TransportHandshake
from transom.windows import InnerPage

from tests.conftest import wait_until

from .labs import Failed, InnerLab, Lab, alone, page_file

case = pytest.mark.case
GROUP = "Identity and origin"
APP = "https://app.example.com"
LOOK_ALIKES = (
    "https://app.example.com.evil.test",
    "https://evil-app.example.com",
    "https://app.example.com.",
    "https://app.example.com:8443",
    "http://app.example.com",
    "https://аpp.example.com",  # noqa: RUF001
)
SAME = ("https://APP.example.com", "https://app.example.com:443", "HTTPS://app.example.com")
PORT = "offer=heartbeat+port"


@pytest.fixture
def elsewhere(lab: Lab) -> Iterator[None]:
    """Pages at every address under example.com and .test: `?peer` as an honest page, `?sandbox` without an origin."""
    pages = {name: f"<!doctype html><script>{page_file(name)}</script>" for name in ("peer.js", "evil.js")}

    def fulfil(route: Route) -> None:
        sandboxed = "sandbox" in route.request.url
        headers = {"content-security-policy": "sandbox allow-scripts"} if sandboxed else {}
        body = pages["evil.js" if "evil=" in route.request.url else "peer.js"]
        if go := re.search(r"go=([^&#]+)", route.request.url):
            body = f"<script>location.replace(decodeURIComponent('{go[1]}'))</script>"
        route.fulfill(body=body, content_type="text/html; charset=utf-8", headers=headers)

    pattern = re.compile(r"^https?://[^/]*(example\.com|\.test)[.:/]")
    lab.context.route(pattern, fulfil)
    yield
    lab.context.unroute(pattern)


@pytest.fixture
def pending(lab: Lab) -> Iterator[None]:
    """The call that is under way meanwhile has its own result at the end, not a forged one."""
    lab.begin("under way", "good", "wait_for", word="go")
    yield
    lab.good_frame.evaluate("document.documentElement.dataset.word = 'go'")
    assert lab.run("finish", key="under way") == "go"
    lab.good_frame.evaluate("delete document.documentElement.dataset.word")


@case(GROUP, "message from a wrong origin")
@pytest.mark.parametrize("hostname", ["localhost", "127.0.0.1"])
@pytest.mark.usefixtures("pending")
def test_forgeries_from_another_port_and_another_site_are_dropped(lab: Lab, hostname: str) -> None:
    attacker = lab.add_frame(lab.evil_url.replace("localhost", hostname))
    lab.attack(attacker)
    lab.attack(attacker, "parent.frames[0]")


@case(GROUP, "message from a wrong origin")
@pytest.mark.usefixtures("pending", "elsewhere")
def test_forgeries_from_another_scheme_are_dropped(lab: Lab) -> None:
    attacker = lab.add_frame("https://evil.test/?evil=1")
    assert attacker.evaluate("origin") == "https://evil.test"
    lab.attack(attacker)


@case(GROUP, "message from a wrong origin")
def test_forgeries_do_not_reach_a_session_over_the_window(lab: Lab) -> None:
    frame = lab.peer("plain", "offer=heartbeat")
    request = lab.begin_wait("plain", frame)
    attacker = lab.add_frame(lab.evil_url)
    lab.attack(attacker, ids=[request["id"]], sessionId=frame.evaluate("peer.sessionId"))
    assert lab.dropped("plain")["source"] > 0
    answer = {"jsonrpc": "2.0", "id": request["id"], "result": {"content": [{"type": "text", "text": "honest"}]}}
    frame.evaluate("(answer) => peer.send(answer)", answer)
    assert lab.run("finish", key="under way") == "honest"


@case(GROUP, "look-alike origins")
@pytest.mark.parametrize("look_alike", LOOK_ALIKES)
@pytest.mark.usefixtures("elsewhere")
def test_a_look_alike_of_the_origin_is_not_the_origin(lab: Lab, look_alike: str) -> None:
    with pytest.raises(Failed) as failed:
        lab.connect("look-alike", f"{APP}/?go={look_alike}/?{PORT}")
    assert failed.value.code == "PEER_NAVIGATED"
    ascii_form = look_alike.replace("аpp", "xn--pp-6kc")  # noqa: RUF001
    assert f"from {APP}, but its window now shows one from {ascii_form}" in failed.value.text


@case(GROUP, "look-alike origins")
@pytest.mark.parametrize("same", SAME)
@pytest.mark.usefixtures("elsewhere")
def test_other_spellings_of_the_same_origin_are_the_same_to_a_browser(lab: Lab, same: str) -> None:
    lab.connect("same", f"{APP}/?go={same}/?{PORT}")
    assert lab.run("call", name="same", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"


@case(GROUP, "look-alike origins")
@pytest.mark.parametrize("origin", [*LOOK_ALIKES, *SAME, "https://app.example.com@evil.test", "null", "", f"{APP}/"])
def test_origins_are_compared_as_texts(origin: str) -> None:
    machine = OuterTransport(AllowList.of(APP), "a secret")
    machine.receive(Started())
    offer = TransportHandshake(protocol_version="1.0")
    actions = machine.receive(Received(offer, origin))
    assert actions[0] == Drop("origin", offer)
    assert [type(action) for action in actions if isinstance(action, Fail | Send)] == [Fail]


@case(GROUP, "right origin, wrong window")
@pytest.mark.usefixtures("pending")
def test_a_sibling_of_the_servers_origin_is_not_the_server(lab: Lab) -> None:
    sibling = lab.add_frame(f"{lab.good_url}evil.html")
    lab.attack(sibling)
    lab.attack(sibling, "parent.frames[0]")


@case(GROUP, "right origin, wrong window")
@pytest.mark.usefixtures("pending")
def test_a_grandchild_of_the_servers_origin_is_not_the_server(lab: Lab) -> None:
    good = lab.good_frame
    grandchild = open_inside(good, f"{lab.good_url}evil.html")
    lab.attack(grandchild, "top")
    lab.attack(grandchild, "parent.parent.frames[0]")
    good.evaluate("document.querySelector('iframe[data-evil]').remove()")


def open_inside(frame: Frame, url: str) -> Frame:
    frame.evaluate(
        """(url) => new Promise((loaded) => {
            const frame = Object.assign(document.createElement("iframe"), { src: url, onload: loaded, hidden: true });
            frame.dataset.evil = "";
            document.body.append(frame);
        })""",
        url,
    )
    return next(child for child in frame.child_frames if child.url == url)


@case(GROUP, "right origin, wrong window")
@pytest.mark.usefixtures("pending")
def test_a_popup_of_the_server_is_not_the_server(lab: Lab) -> None:
    with lab.context.expect_page() as opened:
        lab.good_frame.evaluate("(url) => void open(url)", f"{lab.good_url}evil.html")
    popup = opened.value
    wait_until(popup, "window.attack !== undefined")
    lab.attack(popup, "opener.parent")
    lab.attack(popup, "opener.parent.frames[0]")
    popup.close()


@case(GROUP, "right origin, wrong window")
@pytest.mark.usefixtures("pending")
def test_an_opener_of_the_servers_origin_is_not_the_server(lab: Lab) -> None:
    lab.move_opener(f"{lab.good_url}evil.html")
    lab.attack(lab.opener, "w")
    lab.attack(lab.opener, "w.frames[0]")
    lab.move_opener(lab.evil_url)


@case(GROUP, "right window, wrong origin")
@pytest.mark.parametrize("query", [PORT, "offer=heartbeat", ""])
def test_a_frame_that_navigated_speaks_for_nobody(lab: Lab, query: str) -> None:
    frame = lab.peer("gone", query)
    lab.begin_wait("gone", frame)
    attack_at_once = f"{lab.evil_url}?attack"
    frame.evaluate("(url) => void setTimeout(() => (location.href = url))", attack_at_once)
    ended = lab.run("ended", name="gone")
    assert ended["code"] == "PEER_NAVIGATED"
    assert lab.evil_url.rstrip("/") in ended["text"]
    with pytest.raises(Failed) as failed:
        lab.run("finish", key="under way")
    assert failed.value.code == "PEER_NAVIGATED"
    assert lab.dropped("gone")["origin"] == 1
    attacker = lab.frame(attack_at_once)
    assert attacker.evaluate("received") == []


@case(GROUP, "no window, or a closed one")
def test_a_message_from_a_frame_that_is_gone_is_dropped(lab: Lab) -> None:
    attacker = lab.add_frame(lab.evil_url)
    lab.page.evaluate("addEventListener('message', (e) => { if (e.data?.last) window.last = e.source })")
    before = lab.dropped().get("source", 0)
    forge_and_vanish = """() => {
        const frame = document.body.appendChild(document.createElement("iframe"));
        const forge = new frame.contentWindow.Function("target", "message", "target.postMessage(message, '*')");
        forge(parent, { type: "TRANSOM_GOODBYE", reason: "closed", last: true });
        frame.remove();
    }"""
    attacker.evaluate(forge_and_vanish)
    assert lab.wait_dropped("source", before + 1) == before + 1
    assert lab.page.evaluate("window.last") is None


@case(GROUP, "no window, or a closed one")
def test_a_message_from_a_popup_that_closed_itself_is_dropped(lab: Lab) -> None:
    before = lab.dropped().get("source", 0)
    with lab.context.expect_page() as opened:
        lab.page.evaluate("(url) => void open(url)", lab.evil_url)
    wait_until(opened.value, "window.attack !== undefined")
    sent = opened.value.evaluate("setTimeout(() => { attack(opener); window.close() }), forgeries().length")
    assert lab.wait_dropped("source", before + sent) == before + sent


@case(GROUP, "synthetic event")
def test_an_event_that_a_script_made_is_dropped(lab: Lab) -> None:
    forge = """([origin, sessionId]) => {
        const source = document.querySelector("iframe").contentWindow;
        const dispatch = (data) => dispatchEvent(new MessageEvent("message", { data, origin, source }));
        dispatch({ type: "TRANSOM_GOODBYE", reason: "closed" });
        dispatch({ type: "MCP_TRANSPORT_HANDSHAKE", protocolVersion: "1.0" });
        dispatch({ type: "MCP_MESSAGE", payload: { jsonrpc: "2.0", method: "x" } });
        dispatchEvent(new MessageEvent("message", { data: { type: "TRANSOM_GOODBYE", reason: "closed" }, origin }));
    }"""
    before = lab.dropped()
    lab.page.evaluate(forge, [lab.good_url.rstrip("/"), lab.good_session])
    after = lab.dropped()
    assert after["untrusted"] == before.get("untrusted", 0) + 3
    assert after["source"] == before.get("source", 0) + 1


@case(GROUP, "opaque peer")
@pytest.mark.usefixtures("elsewhere")
def test_a_page_without_an_origin_is_refused_unless_declared(lab: Lab) -> None:
    with pytest.raises(Failed) as failed:
        lab.connect("opaque", f"{APP}/?sandbox&{PORT}")
    assert failed.value.code == "PEER_NAVIGATED"
    assert "shows one from null" in failed.value.text


@case(GROUP, "opaque peer")
@pytest.mark.usefixtures("elsewhere")
def test_a_page_that_was_declared_opaque_gets_a_port_and_no_other_window_does(lab: Lab) -> None:
    url = f"{APP}/?{PORT}"
    connected = lab.connect("opaque", url, opaque=True)
    assert connected["port"]
    assert lab.frame(url).evaluate("origin") == "null"
    other = lab.add_frame(f"{APP}/?sandbox&evil=1")
    assert other.evaluate("origin") == "null"
    lab.secrets.append(connected["session_id"])
    lab.attack(other)
    assert lab.dropped("opaque")["source"] == other.evaluate("forgeries().length")
    assert lab.run("call", name="opaque", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"


@case(GROUP, "opaque peer")
@pytest.mark.usefixtures("elsewhere")
def test_an_opaque_page_without_a_port_is_refused(lab: Lab) -> None:
    with pytest.raises(Failed, match="needs a message port") as failed:
        lab.connect("opaque", f"{APP}/?offer=heartbeat", opaque=True)
    assert failed.value.code == "REFUSED"


@case(GROUP, 'origin "*"')
def test_any_origin_needs_a_second_word_and_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValueError, match="any_origin=True"):
        AllowList.of("*")
    with pytest.raises(ValueError, match="any_origin=True"):
        AllowList.of(["*", APP])
    with pytest.raises(ValueError, match="goes with"):
        AllowList.of(APP, any_origin=True)
    with caplog.at_level(logging.WARNING):
        allow = AllowList.of("*", any_origin=True)
        assert allow.allows(APP)
        assert allow.allows("http://localhost:1")
        assert not allow.allows("null")
    assert [record.message for record in caplog.records] == ["Every origin is allowed to connect to this page."]


@case(GROUP, 'origin "*"')
def test_any_origin_is_that_of_the_first_who_answers_from_then_on(inner: InnerLab) -> None:
    inner.listen(None, auto=False, allow="*")
    outcome = inner.run("outcome")
    assert outcome["type"] == "ValueError"
    assert "any_origin=True" in outcome["text"]
    inner.listen(["port"], allow="*", any_origin=True)
    assert inner.call(1, "count") == "1"
    assert inner.run("warned") == ["Every origin is allowed to connect to this page."]


BAD_ORIGINS = ("", "null", f"{APP}/page", f"{APP}/", "https://APP.example.com", f"{APP}:443", "app.example.com")


@case(GROUP, "invalid configured origin")
@pytest.mark.parametrize("origin", BAD_ORIGINS)
def test_a_bad_origin_is_an_error_before_anything_is_heard(origin: str) -> None:
    page = cast(InnerPage, object())  # nothing is asked of it
    with pytest.raises(ValueError, match="origin"):
        alone(serve(MCPServer("Server"), allow=[APP, origin], page=page))
    with pytest.raises(ValueError, match="origin"):
        alone(connect_out([origin], page=page).__aenter__())


@case(GROUP, "invalid configured origin")
def test_an_empty_list_is_an_error() -> None:
    with pytest.raises(ValueError, match="allow is empty"):
        AllowList.of([])


@case(GROUP, "invalid configured origin")
@pytest.mark.parametrize("url", ["data:text/html,hello", "javascript:alert(1)", "about:blank", "file:///etc/passwd"])
def test_an_address_without_an_origin_is_an_error_at_once(lab: Lab, url: str) -> None:
    before = lab.page.evaluate("frames.length")
    with pytest.raises(Failed) as failed:
        lab.connect("none", url)
    assert failed.value.kind == "ValueError"
    assert lab.page.evaluate("frames.length") == before


@case(GROUP, "allow list changed later")
def test_a_list_that_is_changed_after_the_start_has_no_effect() -> None:
    origins = [APP]
    allow = AllowList.of(origins)
    origins.append("https://evil.test")
    assert not allow.allows("https://evil.test")
    origins.clear()
    assert allow.allows(APP)
    with pytest.raises(AttributeError):
        allow.origins.add("https://evil.test")  # type: ignore[attr-defined]


@case(GROUP, "host embedded by an attacker")
def test_a_server_refuses_a_parent_that_is_not_in_its_list(inner: InnerLab) -> None:
    inner.listen(["heartbeat", "port"], auto=False, allow=[APP])
    wait_until(inner.page, "host.offers > 0")
    inner.host("host.reply()")
    outcome = inner.run("outcome")
    assert outcome["type"] == "OriginNotAllowed"
    assert f"is from {inner.origin}, which is not in the allow list ({APP})" in outcome["text"]
    received = inner.host("return host.received")
    assert {message["type"] for message in received} <= {"MCP_TRANSPORT_HANDSHAKE", "TRANSOM_FAILURE"}
    assert APP not in str(received)


@case(GROUP, "host embedded by an attacker")
def test_a_server_answers_nothing_to_a_parent_that_is_not_in_its_list(inner: InnerLab) -> None:
    inner.listen(None, auto=False, allow=[APP])
    inner.host("host.sendPayload({jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name: 'count'}})")
    inner.host("host.post({type: 'MCP_TRANSPORT_ACCEPTED', sessionId: host.sessionId})")
    inner.host("host.post({type: 'TRANSOM_GOODBYE', reason: 'closed'})")
    inner.host("host.reply()")
    assert inner.run("outcome")["type"] == "OriginNotAllowed"
    assert inner.counted()["ran"] == []
    assert inner.host("return host.answers.size") == 0


@case(GROUP, "our page in an attacker's popup")
@pytest.mark.usefixtures("pending")
def test_an_attacker_that_opened_the_host_reaches_nobody(lab: Lab) -> None:
    assert lab.opener.url == lab.evil_url
    lab.attack(lab.opener, "w")
    lab.attack(lab.opener, "w.frames[0]")
