"""The border alone: what it lets in, and what it makes of the rest."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.borders import Rig
from tests.conftest import LIMIT_MS, Site, wait_until


@pytest.fixture(scope="module")
def pages(served: Site, browser: Browser) -> Iterator[Rig]:
    """One set of pages for all tests: each loads them anew."""
    page = browser.new_page()
    page.set_default_timeout(LIMIT_MS)
    yield Rig.of(served, page)
    page.close()
    for folder in (served.root / "apps").iterdir():
        shutil.rmtree(folder)
    served.origins.refresh()


@pytest.fixture
def bare(pages: Rig) -> Rig:
    pages.load()
    return pages


@pytest.fixture
def rig(bare: Rig) -> Rig:
    """With a border in front of the frame."""
    bare.start()
    return bare


def test_messages_of_other_windows_and_of_scripts_end_here(rig: Rig) -> None:
    rig.open_window()
    rig.here(
        """() => {
            const message = { type: "MCP_MESSAGE", payload: { jsonrpc: "2.0", id: 1, method: "ping" } };
            postMessage(message, "*");
            const sibling = document.createElement("iframe");
            document.body.append(sibling);
            sibling.contentWindow.eval(`parent.postMessage(${JSON.stringify(message)}, "*")`);
            const forged = { data: message, origin: ORIGIN, source: peer() };
            dispatchEvent(new MessageEvent("message", forged));
            dispatchEvent(new MessageEvent("message", { ...forged, source: null }));
        }""".replace("ORIGIN", json.dumps(rig.origin))
    )
    rig.there("say()")
    assert rig.heard == []
    assert rig.counts() == {"source": 3, "untrusted": 1}
    assert rig.events() == [("dropped", {"reason": "untrusted", "type": "MCP_MESSAGE"}, rig.origin)]


def test_a_window_that_is_gone_is_nobody(bare: Rig) -> None:
    bare.here("void (window.border = start(1000, null))")
    bare.here(
        """() => {
            const sibling = document.createElement("iframe");
            document.body.append(sibling);
            sibling.contentWindow.eval(`parent.postMessage({ type: "MCP_X" }, "*")`);
            sibling.remove();
        }"""
    )
    wait_until(bare.page, "plain.length === 1")
    assert [event for event in bare.events() if event[0] != "closed"] == []
    assert bare.here("border.counts") == {"source": 1}


def test_of_noise_it_is_told_once_that_there_is_some(rig: Rig) -> None:
    rig.there(
        """say(null, undefined, 1, "MCP_MESSAGE", [], {}, { type: 5 }, { type: null }, { type: "" }, { type: "mcp_x" },
               { type: "XMCP_A" }, { type: "MCP_" }, { type: "MCP_a" }, { type: "MCP_A\\nB" }, { type: "TRANSOM_É" },
               { type: "MCP_" + "A".repeat(41) }, { type: ["MCP_MESSAGE"] }, { type: { toString: 1 } },
               { jsonrpc: "2.0", id: 1, method: "ping" }, new Map([["type", "MCP_MESSAGE"]]), new Date(),
               { source: "react-devtools-bridge", payload: {} }, { type: "webpackOk" })"""
    )
    assert rig.events() == [("foreign", "", rig.origin)]
    assert rig.counts() == {}
    assert rig.is_clean()


def test_control_messages_come_with_their_origin(rig: Rig) -> None:
    rig.there("""say({ type: "MCP_X", a: undefined, b: [1, { c: null }], d: "é😀" }, { type: "TRANSOM_Y" })""")
    assert rig.events() == [
        ("control", {"type": "MCP_X", "b": [1, {"c": None}], "d": "é😀"}, rig.origin),
        ("control", {"type": "TRANSOM_Y"}, rig.origin),
    ]


NOT_JSON = {
    "a map": "new Map([[1, 2]])",
    "a set": "new Set([1])",
    "a date": "new Date()",
    "a big integer": "1n",
    "NaN": "NaN",
    "infinity": "Infinity",
    "minus infinity": "-Infinity",
    "minus zero": "-0",
    "undefined": "undefined",
    "an undefined entry": "[undefined]",
    "an error": "new Error('x')",
    "a pattern": "/x/",
    "a buffer": "new ArrayBuffer(8)",
    "bytes": "new Uint8Array(8)",
    "a boxed text": "Object('x')",
    "a boxed number": "Object(1)",
    "a blob": "new Blob(['x'])",
    "a circle": "(() => { const a = {}; a.a = a; return a })()",
    "a circular list": "(() => { const a = []; a.push(a, a); return a })()",
    "a hole": "[1, , 2]",
    "many holes": "new Array(1e9)",
    "a list with more": "Object.assign([1], { more: 2 })",
    "too deep": "(() => { let a = 1; for (let i = 0; i < 300; i++) a = [a]; return a })()",
}


def test_what_json_does_not_know_is_rejected_under_its_id(rig: Rig) -> None:
    rig.open_window()
    values = ", ".join(f"() => ({value})" for value in NOT_JSON.values())
    rig.there(
        f"""[{values}].forEach((value, id) =>
            say({{ type: "MCP_MESSAGE", payload: {{ id, method: "a", params: {{ x: [value()] }} }} }}))"""
    )
    rejected = {event["id"]: event for _, event, _ in rig.events("rejected")}
    missing = [name for number, name in enumerate(NOT_JSON) if number not in rejected]
    assert missing == []
    assert {event["is_request"] for event in rejected.values()} == {True}
    assert {event["reason"] for event in rejected.values()} <= {"not-json", "too-large"}
    assert rig.heard == []
    assert rig.is_clean()


def test_what_is_json_is_let_through_as_it_is(rig: Rig) -> None:
    rig.open_window()
    rig.there(
        """{
            const shared = { x: [1, "a", null, true, -1.5, ""] };
            const payload = { a: shared, b: [shared, shared], gone: undefined, "": {}, "é": "😀" };
            say({ type: "MCP_MESSAGE", payload });
            say({ type: "MCP_MESSAGE", payload: Object.assign(Object.create(null), { a: 1 }), more: 1n });
        }"""
    )
    shared = {"x": [1, "a", None, True, -1.5, ""]}
    assert rig.heard == [{"a": shared, "b": [shared, shared], "": {}, "é": "😀"}, {"a": 1}]
    assert rig.events() == []


def test_a_control_message_that_is_not_json_is_dropped(rig: Rig) -> None:
    rig.there("""say({ type: "MCP_X", a: 1n }, { type: "MCP_X", a: NaN }, { type: "MCP_X", a: "x".repeat(70000) })""")
    assert rig.dropped() == ["malformed", "malformed", "too-large"]
    assert rig.counts() == {"malformed": 2, "too-large": 1}


def test_keys_of_prototypes_are_keys_like_others(rig: Rig) -> None:
    rig.open_window()
    text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1,"toString":{}}'
    rig.there(f"say({{ type: 'MCP_MESSAGE', payload: JSON.parse('{text}') }})")
    rig.there(f"say({{ type: 'MCP_X', data: JSON.parse('{text}') }})")
    assert rig.heard == [json.loads(text)]
    assert rig.events() == [("control", {"type": "MCP_X", "data": json.loads(text)}, rig.origin)]
    assert rig.is_clean()


@pytest.mark.parametrize(
    "payload", ["null", "undefined", "1", "'text'", "[1n]", "{ id: {} , x: NaN}", "{ id: 1.5, x: 1n }"]
)
def test_a_payload_without_a_usable_id_is_only_counted(rig: Rig, payload: str) -> None:
    rig.open_window()
    rig.there(f"say({{ type: 'MCP_MESSAGE', payload: {payload} }})")
    assert (rig.heard, rig.events("rejected")) == ([], [])
    assert sum(rig.counts().values()) == 1


def test_a_payload_that_is_too_large_is_rejected_under_its_id(rig: Rig) -> None:
    rig.open_window()
    rig.there(
        """for (const id of [7, "seven", "\\ud800", "x".repeat(257), 2 ** 60])
            say({ type: "MCP_MESSAGE", payload: { jsonrpc: "2.0", id, result: { x: "x".repeat(1000) } } })"""
    )
    assert [event for _, event, _ in rig.events("rejected")] == [
        {"id": known, "is_request": False, "reason": "too-large"} for known in (7, "seven")
    ]
    assert rig.counts() == {"too-large": 5}


def test_keys_and_many_small_things_count_too(rig: Rig) -> None:
    rig.open_window()
    rig.there(
        """[{ ["k".repeat(1000)]: 1 }, Array(600).fill(0), [[], Array(998).fill("")], Object.fromEntries(
            Array.from({ length: 200 }, (_, number) => [number, 0]))].forEach((result, id) =>
            say({ type: "MCP_MESSAGE", payload: { id, result: { result } } }))"""
    )
    assert [(event["id"], event["reason"]) for _, event, _ in rig.events("rejected")] == [
        (number, "too-large") for number in range(4)
    ]
    assert rig.heard == []


def test_a_text_that_is_too_large_is_rejected_under_its_id(rig: Rig) -> None:
    rig.open_port()
    found = [
        ('{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"FILL"}}', 1, True),
        ('{"id":"é","method":"a","params":{"x":"FILL"}}', "é", True),
        ('{"jsonrpc":"2.0","id":-3,"result":{"x":"FILL"}}', -3, False),
        ('{"method":"a","params":{"x":"FILL"},"jsonrpc":"2.0","id":4}', 4, True),
        ('{"result":{"x":"FILL"},"id":"five","jsonrpc":"2.0"}', "five", False),
        ('{"jsonrpc":"2.0","id":"' + "a" * 256 + '","result":{"x":"FILL"}}', "a" * 256, False),
    ]
    hidden = [
        '{"jsonrpc":"2.0","id":007,"result":{"x":"FILL"}}',
        '{"jsonrpc":"2.0","id":99999999999999999,"result":{"x":"FILL"}}',
        '{"jsonrpc":"2.0","id":"a\nb","result":{"x":"FILL"}}',
        '{"jsonrpc":"2.0","id":"\\ud800","result":{"x":"FILL"}}',
        '{"jsonrpc":"2.0","id":null,"result":{"x":"FILL"}}',
        '{"jsonrpc":"2.0","id":{},"result":{"x":"FILL"}}',
        '{"jsonrpc":"2.0","id":"' + "a" * 257 + '","result":{"x":"FILL"}}',
        '{"result":{"id":7,"x":"FILL"}}',
        "FILL",
    ]
    texts = [text.replace("FILL", "x" * 1001) for text in [*(text for text, _, _ in found), *hidden]]
    rig.port_says(f"{json.dumps(texts)}.forEach((text) => port.postMessage(text))")
    rig.port_says('port.postMessage(`{"jsonrpc":"2.0","id":"\\ud800","result":{"x":"${"x".repeat(1000)}"}}`)')
    assert [event for _, event, _ in rig.events("rejected")] == [
        {"id": known, "is_request": is_request, "reason": "too-large"} for _, known, is_request in found
    ]
    assert rig.counts() == {"too-large": len(texts) + 1}
    assert rig.heard == []


def test_a_message_of_the_longest_length_is_let_through(rig: Rig) -> None:
    rig.open_port()
    rig.port_says("port.postMessage(JSON.stringify('x'.repeat(998)))")
    rig.port_says("port.postMessage(JSON.stringify('x'.repeat(999)))")
    assert rig.heard == ["x" * 998]
    assert rig.counts() == {"too-large": 1}


@pytest.fixture
def timed(bare: Rig) -> Rig:
    """A border whose time stands still, unless a test moves it."""
    bare.here("{ window.second = 0; performance.now = () => second * 1000; }")
    bare.start()
    return bare


def test_a_flood_is_counted_and_not_passed_on(timed: Rig) -> None:
    flood = "for (let i = 0; i < 500; i++) say({ type: 'MCP_X' }, { noise: i }, { type: 'MCP_X', a: 1n })"
    for second in (1, 2):
        timed.there(flood)
        assert len(timed.events("control")) == 100 * second
        assert len(timed.events("dropped")) == 20 * second
        assert timed.counts() == {"malformed": 100 * second, "overload": 800 * second}
        timed.here("void second++")
    assert len(timed.events("foreign")) == 1


def test_a_flood_on_the_port_is_counted_and_not_passed_on(timed: Rig) -> None:
    timed.open_port()
    timed.port_says("for (let i = 0; i < 500; i++) port.postMessage({ type: 'TRANSOM_GOODBYE', reason: 'closed' })")
    timed.port_says("for (let i = 0; i < 500; i++) port.postMessage({ type: 'TRANSOM_PING', id: i })")
    assert len(timed.events("control")) == 200
    assert timed.counts() == {"overload": 800}
    assert timed.frame.evaluate("onPort.length") == 0


def test_messages_of_the_session_are_not_limited_in_number(rig: Rig) -> None:
    rig.open_port()
    rig.port_says("for (let i = 0; i < 1000; i++) port.postMessage(String(i))")
    rig.port_says("for (let i = 0; i < 500; i++) port.postMessage({ type: 'TRANSOM_PONG', id: i })")
    assert rig.heard == list(range(1000))
    assert len(rig.events("control")) == 500


def test_messages_before_the_session_are_early(rig: Rig) -> None:
    rig.there("say({ type: 'MCP_MESSAGE', payload: { id: 1, method: 'a' } })")
    rig.here(f"border.pin('{rig.origin}')")
    rig.there("say({ type: 'MCP_MESSAGE', payload: { id: 1, method: 'a' } })")
    assert (rig.heard, rig.counts()) == ([], {"early": 2})


def test_over_a_port_messages_on_the_window_are_violations(rig: Rig) -> None:
    rig.open_port()
    rig.there("say({ type: 'MCP_MESSAGE', payload: { id: 1, method: 'a' } })")
    assert (rig.heard, rig.dropped()) == ([], ["unexpected"])
    rig.there("say({ type: 'TRANSOM_STAGE', stage: 'ready' })")
    assert rig.events("control") == [("control", {"type": "TRANSOM_STAGE", "stage": "ready"}, rig.origin)]


def test_a_port_carries_texts_pings_and_goodbyes(rig: Rig) -> None:
    rig.open_port()
    rig.here("""{ border.send('{"a":1}'); border.sendControl('{"type":"TRANSOM_GOODBYE","reason":"closed"}') }""")
    rig.port_says(
        """for (const data of [{ type: "TRANSOM_PING", id: 3 }, { type: "TRANSOM_GOODBYE", reason: "closed" },
                               { type: "MCP_TRANSPORT_HANDSHAKE" }, { type: "MCP_MESSAGE", payload: {} }, {}, null, 5,
                               new Map(), { type: "TRANSOM_GOODBYE", reason: 1n }]) port.postMessage(data)"""
    )
    wait_until(rig.frame, "onPort.length === 3")
    assert rig.frame.evaluate("onPort") == [
        '{"a":1}',
        {"type": "TRANSOM_GOODBYE", "reason": "closed"},
        {"type": "TRANSOM_PONG", "id": 3},
    ]
    assert rig.events("control") == [("control", {"type": "TRANSOM_GOODBYE", "reason": "closed"}, rig.origin)]
    assert rig.dropped() == ["malformed"] * 7
    assert (rig.heard, rig.is_clean()) == ([], True)


def test_a_script_can_not_speak_for_the_port(rig: Rig) -> None:
    rig.here(
        """() => {
            const Original = MessageChannel;
            window.MessageChannel = class extends Original {
                constructor() {
                    super();
                    window.leaked = this.port1;
                }
            };
        }"""
    )
    rig.open_port()
    rig.here("leaked.dispatchEvent(new MessageEvent('message', { data: '1' }))")
    assert (rig.heard, rig.dropped()) == ([], ["untrusted"])


def count_closed_ports(rig: Rig) -> None:
    rig.here(
        """() => {
            window.portsClosed = 0;
            const { close } = MessagePort.prototype;
            MessagePort.prototype.close = function () {
                portsClosed++;
                close.call(this);
            };
        }"""
    )


def test_closing_closes_the_ports_that_were_not_used(rig: Rig) -> None:
    count_closed_ports(rig)
    rig.there("{ give({ type: 'MCP_X', port: 1 }); give({ type: 'MCP_X', port: 2 }); }")
    rig.here("border.close()")
    assert rig.here("portsClosed") == 2


def test_a_port_is_taken_by_its_number(rig: Rig) -> None:
    count_closed_ports(rig)
    for number in (1, 2, 3):
        rig.there(f"give({{ type: 'MCP_X', port: {number} }})")
    for number in ("'4'", "1.5", "undefined", "2 ** 60"):
        rig.there(f"give({{ type: 'MCP_X', port: {number} }})")
    assert rig.here(f"border.open('{rig.origin}', 4)") is False
    assert rig.here(f"border.open('{rig.origin}', 2)") is True
    assert rig.here("portsClosed") == 6
    rig.here("border.send('\"over port 2\"')")
    wait_until(rig.frame, "onPort.length")
    assert rig.frame.evaluate("onPort") == ['"over port 2"']


def test_the_first_port_of_a_number_stays(rig: Rig) -> None:
    rig.there("give({ type: 'MCP_X', port: 1 })")
    rig.there(
        """{
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => got.push("second");
            parent.postMessage({ type: "MCP_X", port: 1 }, "*", [port2]);
        }"""
    )
    assert rig.here(f"border.open('{rig.origin}', 1)") is True
    rig.here("border.send('1')")
    wait_until(rig.frame, "onPort.length + got.length === 1")
    assert rig.frame.evaluate("[onPort, got]") == [["1"], []]


def test_so_many_ports_are_kept_and_no_more(timed: Rig) -> None:
    for second in (0, 1):
        timed.here(f"void (window.second = {second})")
        timed.there(f"for (let i = 0; i < 150; i++) give({{ type: 'MCP_X', port: i + 150 * {second} }})")
    assert timed.here(f"[299, 256, 255].map((number) => border.open('{timed.origin}', number))") == [False, False, True]


def test_a_port_from_outside_never_takes_the_place_of_one_from_here(rig: Rig) -> None:
    rig.there("for (let number = 0; number < 300; number++) give({ type: 'MCP_X', port: number })")
    rig.open_port()
    rig.here("border.send('\"secret\"')")
    wait_until(rig.frame, "onPort.length")
    assert rig.frame.evaluate("got.at(-1)[2]") == 1
    rig.port_says("port.postMessage('1')")
    assert rig.heard == [1]


def test_a_port_of_another_origin_is_never_used(rig: Rig) -> None:
    rig.there("give({ type: 'MCP_X', port: 1 })")
    rig.navigate()
    assert rig.here(f"border.open('{rig.evil}', 1)") is False
    rig.there("give({ type: 'MCP_X', port: 1 })")
    assert rig.here(f"border.open('{rig.evil}', 1)") is True


def test_once_pinned_another_origin_gives_no_port(rig: Rig) -> None:
    rig.here("border.pin('https://another.example')")
    rig.there("give({ type: 'MCP_X', port: 1 })")
    assert rig.here(f"border.open('{rig.origin}', 1)") is False


def test_after_a_navigation_nothing_goes_out_and_of_what_comes_only_the_kind(rig: Rig) -> None:
    rig.open_window()
    rig.navigate()
    rig.here("""{ border.send('{"secret":1}'); border.sendControl('{"type":"MCP_X","secret":1}') }""")
    rig.here(f"border.post('{{\"type\":\"MCP_X\"}}', '{rig.origin}')")
    rig.there("say({ type: 'MCP_MESSAGE', payload: { id: 1, method: 'a' } })")
    assert rig.frame.evaluate("got") == []
    assert rig.heard == []
    assert rig.events("control") == [("control", {"type": "MCP_MESSAGE", "payload": {}}, rig.evil)]


def test_over_the_window_messages_are_addressed(rig: Rig) -> None:
    rig.open_window()
    rig.here("""{ border.send('{"a":1}'); border.sendControl('{"type":"TRANSOM_GOODBYE"}') }""")
    wait_until(rig.frame, "got.length === 2")
    origin = rig.outer_origin
    assert rig.frame.evaluate("got") == [
        [{"type": "MCP_MESSAGE", "payload": {"a": 1}}, origin, 0],
        [{"type": "TRANSOM_GOODBYE"}, origin, 0],
    ]


def test_before_a_pin_no_control_message_goes_to_the_session(rig: Rig) -> None:
    rig.here('border.sendControl(\'{"type":"TRANSOM_GOODBYE"}\')')
    rig.there("say()")
    assert rig.frame.evaluate("got") == []


def test_closing_leaves_nothing_behind(bare: Rig) -> None:
    rig = bare
    rig.here(
        """{
            window.live = [];
            const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
            EventTarget.prototype.addEventListener = function (type, listener) {
                live.push([this, type, listener]);
                add.call(this, type, listener);
            };
            EventTarget.prototype.removeEventListener = function (type, listener) {
                live = live.filter((known) => known[0] !== this || known[1] !== type || known[2] !== listener);
                remove.call(this, type, listener);
            };
            const [set, clear] = [setInterval, clearInterval];
            window.setInterval = (...rest) => { const timer = set(...rest); live.push(timer); return timer; };
            window.clearInterval = (timer) => { live = live.filter((known) => known !== timer); clear(timer); };
            window.border = start();
            border.watchFrame(document.querySelector("iframe"));
            border.sayOnLeaving('{"type":"TRANSOM_GOODBYE"}');
        }"""
    )
    rig.open_port()
    assert rig.here("live.length") == 5
    rig.here("{ border.close(); border.close(); }")
    assert rig.here("live.length") == 0
    rig.frame.evaluate("port.postMessage('1')")
    rig.there("say({ type: 'MCP_X' }, { noise: 1 })")
    rig.here("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }))")
    assert (rig.heard, rig.events(), rig.frame.evaluate("onPort")) == ([], [], [])


def test_a_goodbye_is_said_when_a_page_is_left_for_good_only(rig: Rig) -> None:
    rig.open_window()
    rig.here(
        """{
            border.sayOnLeaving('{"type":"TRANSOM_GOODBYE"}');
            dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
        }"""
    )
    rig.there("say()")
    assert rig.frame.evaluate("got") == []
    rig.here("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }))")
    wait_until(rig.frame, "got.length === 1")


@pytest.mark.parametrize("leave", ["location.reload()", "location.href = 'about:blank'", "remove"])
def test_a_page_that_is_left_says_goodbye_to_the_one_above(bare: Rig, leave: str) -> None:
    rig = bare
    rig.frame.evaluate(
        f"""import("./border.js").then(({{ Border, above }}) => {{
            const border = new Border(above(), 1000, () => {{}}, () => {{}});
            border.open("{rig.outer_origin}");
            border.sayOnLeaving('{{"type":"TRANSOM_GOODBYE"}}');
        }})"""
    )
    if leave == "remove":
        rig.here("void (document.querySelector('iframe').src = 'about:blank')")
    else:
        rig.frame.evaluate(f"void ({leave})")
    wait_until(rig.page, "plain.length === 1")
    assert rig.here("plain") == [[{"type": "TRANSOM_GOODBYE"}, rig.origin]]


def test_signs_of_life_are_told_once_each(bare: Rig) -> None:
    """The border looks when the test says so."""
    bare.here("void (window.setInterval = (look) => void (window.look = look))")
    bare.start()
    bare.here("border.watchFrame(document.querySelector('iframe'))")
    bare.here("look(); look(); look()")
    assert bare.events() == []
    bare.frame.evaluate("import('./border.js').then(({ mark }) => { mark(); mark(); })")
    wait_until(bare.page, "peer().length === 1")
    mark = bare.frame.locator("iframe[data-transom]")
    assert (mark.get_attribute("title"), mark.get_attribute("tabindex"), mark.is_hidden()) == (
        "Sign of life",
        "-1",
        True,
    )
    bare.here("look()")
    bare.frame.evaluate("document.querySelector('iframe').remove()")
    wait_until(bare.page, "peer().length === 0")
    bare.here("look()")
    assert bare.events() == []
    bare.here("look(); look(); look()")
    assert bare.events() == [("empty", "", "")]
    bare.frame.evaluate("void location.reload()")
    wait_until(bare.page, "events.length === 2")
    bare.here("document.querySelector('iframe').remove()")
    bare.here("look()")
    assert [kind for kind, _, _ in bare.events()] == ["empty", "loaded", "closed"]


def test_the_window_above_is_the_parent_or_the_opener(rig: Rig) -> None:
    assert rig.here("above()") is None
    found = "import('./border.js').then(({ above }) => above() === (parent === window ? opener : parent))"
    assert rig.frame.evaluate(found) is True
    with rig.page.expect_popup() as popup:
        rig.here(f"void open('{rig.origin}/')")
    wait_until(popup.value, "typeof say === 'function'")
    assert popup.value.evaluate(found) is True
