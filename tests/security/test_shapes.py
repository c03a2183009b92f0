"""What a message may look like, and what becomes of the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest
from playwright.sync_api import Browser
from transom.channel import Channel
from transom.errors import NotJson
from transom.jsonrpc import NotJsonRpc, read_jsonrpc
from transom.storage import MemoryStore, SessionStorage
from transom.streams import ChannelStreams

from tests.conftest import Site, wait_for_element

from .conftest import Measured, new_context
from .labs import Failed, InnerLab, Lab, alone, until

case = pytest.mark.case
GROUP = "Message shape"
WAYS = pytest.mark.parametrize("way", ["port", "window", "plain"])
RESULT = {"content": [{"type": "text", "text": "forged"}]}

NOISE: tuple[object, ...] = (
    {"source": "react-devtools-bridge", "payload": {"event": "init"}},
    {"source": "react-devtools-content-script", "hello": True},
    {"type": "webpackHotUpdate3f2a", "data": None},
    {"type": "webpackInvalid"},
    "webpackHotUpdate3f2a",
    {"type": "vite:beforeUpdate"},
    {"target": "metamask-inpage", "data": {"name": "metamask-provider"}},
    {"wappalyzer": {"technologies": []}},
    {"jsonrpc": "2.0", "id": 1, "method": "ui/initialize", "params": {}},
    {"jsonrpc": "2.0", "id": 1, "result": {}},
    {"type": "mcp_message", "payload": {}},
    {"type": "MCP", "payload": {}},
    {"type": "MCP_lower", "payload": {}},
    {"type": ["MCP_MESSAGE"], "payload": {}},
    {"type": {"toString": "MCP_MESSAGE"}},
    {"type": 1},
    {"type": None},
    None,
    True,
    0,
    "",
    [],
    [{"type": "MCP_MESSAGE"}],
    {},
)


@case(GROUP, "ambient noise")
@pytest.mark.parametrize("way", ["offer=heartbeat+port", "offer=heartbeat", ""], ids=["port", "window", "plain"])
def test_noise_from_everywhere_is_silently_ignored(lab: Lab, way: str) -> None:
    frame = lab.peer("one", way)
    other = lab.add_frame(lab.evil_url)
    before = lab.dropped("one")
    noise = list(NOISE) * 20
    frame.evaluate("(all) => { for (const noise of all) peer.post(noise) }", noise)
    other.evaluate("(all) => { for (const noise of all) parent.postMessage(noise, '*') }", noise)
    assert lab.run("call", name="one", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"
    assert lab.dropped("one") == before
    assert lab.run("warned") == []
    goodbye = "{ type: 'TRANSOM_GOODBYE', reason: 'closed', message: 'Heard all the same.' }"
    frame.evaluate(f"void setTimeout(() => peer.post({goodbye}))")  # the frame goes with it
    assert "Heard all the same." in lab.run("ended", name="one")["text"]


@case(GROUP, "ambient noise")
def test_noise_does_not_disturb_a_server(inner: InnerLab) -> None:
    inner.over("window")
    inner.host("for (let n = 0; n < 20; n++) for (const noise of a) host.post(noise)", list(NOISE))
    assert inner.call(1, "count") == "1"
    assert inner.dropped() == {}
    assert inner.run("warned") == []


CALL = {"method": "tools/call", "params": {"name": "count", "arguments": {}}}
MALFORMED: dict[str, Any] = {
    "no version": {"id": 7, **CALL},
    "another version": {"jsonrpc": "1.0", "id": 7, **CALL},
    "a number as version": {"jsonrpc": 2.0, "id": 7, **CALL},
    "params as a list": {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": ["count"]},
    "params as a text": {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": "count"},
    "params as null": {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": None},
    "method as a number": {"jsonrpc": "2.0", "id": 7, "method": 1},
    "method as nothing": {"jsonrpc": "2.0", "id": 7, "method": ""},
    "a long method": {"jsonrpc": "2.0", "id": 7, "method": "m" * 257},
    "method and result": {"jsonrpc": "2.0", "id": 7, **CALL, "result": RESULT},
    "method and error": {"jsonrpc": "2.0", "id": 7, **CALL, "error": {"code": 1, "message": "x"}},
}
NOT_ANSWERED: dict[str, Any] = {
    "nothing": {},
    "only an id": {"jsonrpc": "2.0", "id": 99},
    "result and error": {"jsonrpc": "2.0", "id": 99, "result": {}, "error": {"code": 1, "message": "x"}},
    "a batch": [{"jsonrpc": "2.0", "id": 99, **CALL}],
    "an empty batch": [],
    "a result that is a list": {"jsonrpc": "2.0", "id": 99, "result": []},
    "an error without a code": {"jsonrpc": "2.0", "id": 99, "error": {"message": "x"}},
    "a result without an id": {"jsonrpc": "2.0", "result": {}},
}
TEXTS: dict[str, str] = {
    "not JSON": "hello",
    "half a message": '{"jsonrpc":"2.0","id":7,"met',
    "nothing at all": "",
    "NaN": '{"jsonrpc":"2.0","method":"x","params":{"a":NaN}}',
    "infinity": '{"jsonrpc":"2.0","method":"x","params":{"a":1e999}}',
    "a key twice": '{"jsonrpc":"2.0","id":7,"id":8,"method":"tools/call","params":{"name":"count"}}',
    "a key twice, deeper": '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait","name":"count"}}',
    "too deep": '{"jsonrpc":"2.0","method":"x","params":{"a":' + "[" * 5000 + "]" * 5000 + "}}",
    "a lone surrogate": '{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call","params":{"name":"count"}}',
}
IDS: dict[str, Any] = {
    "null": None,
    "a fraction": 1.5,
    "true": True,
    "an object": {},
    "a list": [1],
    "a long text": "x" * 257,
    "a huge number": 2**60,
}


@case(GROUP, "malformed payload")
@WAYS
def test_a_malformed_payload_is_counted_and_answered_where_it_has_an_id(
    inner: InnerLab, way: str, measured: Measured
) -> None:
    inner.over(way)
    for number, (name, payload) in enumerate(MALFORMED.items(), 1):
        inner.host("host.answers.delete(7); host.send(a)", payload)
        error = inner.answer(7).get("error")
        assert error is not None, name
        assert (error["code"], error["message"].startswith("The message was refused:")) == (-32600, True), name
        assert inner.dropped()["malformed"] == number, name
    for payload in NOT_ANSWERED.values():
        inner.host("host.send(a)", payload)
    total = len(MALFORMED) + len(NOT_ANSWERED)
    assert inner.wait_dropped("malformed", total) == total
    assert inner.counted()["ran"] == []
    assert inner.call("after", "count") == "1"
    assert inner.host("return [...host.answers.keys()]") == [7, "after"]
    assert len(inner.run("warned")) == 1
    if way == "port":
        measured(f"{total} kinds")


@case(GROUP, "request with an unusable id")
@WAYS
def test_a_request_with_an_unusable_id_never_runs(inner: InnerLab, way: str) -> None:
    inner.over(way)
    for unusable in IDS.values():
        inner.host("host.send(a)", {"jsonrpc": "2.0", "id": unusable, **CALL})
    assert inner.wait_dropped("malformed", len(IDS)) == len(IDS)
    assert inner.call("after", "count") == "1"
    assert inner.counted()["ran"] == ["count"]
    assert inner.host("return [...host.answers.keys()]") == ["after"]
    inner.run("warned")


@case(GROUP, "request with an unusable id")
@pytest.mark.parametrize("unusable", [*IDS.values(), float("nan")], ids=[*IDS, "NaN"])
def test_an_unusable_id_is_no_message(unusable: object) -> None:
    with pytest.raises(NotJsonRpc) as refused:
        read_jsonrpc(json.dumps({"jsonrpc": "2.0", "id": unusable, **CALL}))
    assert refused.value.id is None


@case(GROUP, "not one kind of message")
@pytest.mark.parametrize("payload", [*MALFORMED.values(), *NOT_ANSWERED.values()], ids=[*MALFORMED, *NOT_ANSWERED])
def test_what_is_not_exactly_one_message_is_none(payload: object) -> None:
    with pytest.raises(NotJsonRpc):
        read_jsonrpc(json.dumps(payload))


@case(GROUP, "not one kind of message")
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_that_is_no_strict_json_is_no_message(text: str) -> None:
    with pytest.raises(NotJsonRpc):
        read_jsonrpc(text)


@case(GROUP, "not one kind of message")
def test_texts_that_are_no_messages_are_dropped_on_the_port(inner: InnerLab) -> None:
    inner.over("port")
    inner.host("for (const text of a) host.port.postMessage(text)", list(TEXTS.values()))
    assert inner.wait_dropped("malformed", len(TEXTS)) == len(TEXTS)
    objects = (
        "for (const it of [null, 1, {}, { type: 'MCP_MESSAGE' }, new Map(), { type: {} }]) host.port.postMessage(it)"
    )
    inner.host(objects)
    assert inner.wait_dropped("malformed", len(TEXTS) + 6) == len(TEXTS) + 6
    assert inner.counted()["ran"] == []
    assert inner.call("after", "count") == "1"
    inner.run("warned")


POLLUTING: tuple[str, ...] = (
    '{"__proto__": {"polluted": true}}',
    '{"constructor": {"prototype": {"polluted": true}}}',
    '{"hasOwnProperty": 1, "toString": 2, "valueOf": {}, "then": 3}',
    '{"a": {"__proto__": {"__proto__": {"polluted": true}}}}',
    '{"__class__": {"polluted": true}, "__dict__": {}, "__init__": {"__globals__": {"polluted": true}}}',
)


@case(GROUP, "prototype pollution")
@WAYS
@pytest.mark.parametrize("shape", POLLUTING)
def test_polluting_arguments_arrive_as_plain_keys(inner: InnerLab, way: str, shape: str) -> None:
    inner.over(way)
    call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"value":%s}}}'
    inner.host("host.sendText(a)", call % shape)
    assert json.loads(inner.answer(1)["result"]["content"][0]["text"]) == json.loads(shape)


@case(GROUP, "prototype pollution")
@WAYS
def test_polluting_messages_do_not_pollute(inner: InnerLab, way: str) -> None:
    inner.over(way)
    for number, shape in enumerate(POLLUTING, 1):
        rest = shape.lstrip("{").rstrip().removesuffix("}")
        call = f'{{{rest},"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{{"name":"count",{rest}}}}}'
        inner.host("host.sendText(a)", call)
        assert "result" in inner.answer(number), shape
        inner.host("host.post(JSON.parse(a))", f'{{{rest}, "type": "TRANSOM_STAGE", "stage": "ready"}}')
        inner.host("host.post(JSON.parse(a))", f'{{{rest}, "type": "__proto__"}}')
    for frame in inner.page.frames:
        assert frame.evaluate("({}).polluted === undefined")


@case(GROUP, "prototype pollution")
def test_polluting_results_arrive_as_plain_keys(lab: Lab) -> None:
    for shape in POLLUTING:
        value = json.loads(shape)
        text = lab.run("call", name="good", tool="echo", arguments={"value": value})
        assert json.loads(text) == value


@case(GROUP, "prototype pollution")
@pytest.mark.parametrize("name", ["__proto__", "constructor", "__class__", "../other", "transom:x:is-set-up", ""])
def test_polluting_names_in_the_storage_are_names(name: str) -> None:
    store = MemoryStore()
    mine, other = SessionStorage(store, "mine"), SessionStorage(store, "other")
    mine[name] = {"__proto__": {"polluted": True}}
    assert mine[name] == {"__proto__": {"polluted": True}}
    assert list(mine) == [name]
    assert dict(other) == {}
    assert not hasattr(mine, "polluted")


CLONEABLE = """[
  new Map([["a", 1]]), new Set([1]), new Date(0), 10n, NaN, Infinity, -0, new Error("x"), new ArrayBuffer(8),
  new Uint8Array(2), /x/, Object(1), [1, , 3], Object.assign([1], { extra: 1 }), [undefined], new Blob(["x"]),
  (() => { const cycle = {}; cycle.self = cycle; return cycle; })(),
  (() => { const deep = []; let at = deep; for (let n = 0; n < 300; n++) at.push(at = []); return deep; })(),
]"""


@case(GROUP, "cloneable, but no JSON")
@pytest.mark.parametrize("way", ["window", "plain"])
def test_incoming_values_that_are_no_json_are_dropped(inner: InnerLab, way: str, measured: Measured) -> None:
    inner.over(way)
    sent = inner.host(f"""
        const values = {CLONEABLE};
        const call = {{ jsonrpc: "2.0", method: "tools/call" }};
        values.forEach((value, n) => host.sendPayload({{ ...call, id: `bad${{n}}`, params: {{ name: "x", value }} }}));
        return values.length;
    """)
    assert inner.wait_dropped("not-json", sent) == sent
    for number in range(sent):
        assert inner.answer(f"bad{number}")["error"]["code"] == -32600
    assert inner.counted()["ran"] == []
    inner.host(f"for (const value of {CLONEABLE}) host.sendPayload(value)")
    inner.host(f"for (const value of {CLONEABLE}) host.post({{ type: 'TRANSOM_FAILURE', code: 'X', message: value }})")
    assert inner.call("after", "count") == "1"
    assert inner.run("is_open")
    measured(f"{sent} kinds")


@case(GROUP, "cloneable, but no JSON")
def test_missing_values_are_missing_keys(inner: InnerLab) -> None:
    inner.over("plain")
    inner.host("host.sendPayload({ jsonrpc: '2.0', id: 1, method: 'ping', params: undefined, other: undefined })")
    assert inner.answer(1)["result"] == {}


@case(GROUP, "cloneable, but no JSON")
@pytest.mark.parametrize(("what", "becomes"), [("nan", None), ("infinity", None), ("set", [1])])
def test_what_the_sdk_makes_json_of_arrives_as_json(lab: Lab, what: str, becomes: object) -> None:
    """Its models write such values as others; the wire never carries what JSON does not know."""
    frame = lab.peer("one", "offer=heartbeat+port")
    lab.run("call_with", name="one", tool="greet", what=what)
    assert frame.evaluate("peer.requests.findLast(({ params }) => params?.name).params.arguments") == {"value": becomes}


CYCLE: list[object] = []
CYCLE.append(CYCLE)


@case(GROUP, "cloneable, but no JSON")
@pytest.mark.parametrize("value", [float("nan"), float("-inf"), b"\xff", object(), CYCLE, "\ud800", print])
def test_no_channel_sends_what_is_no_json(value: object) -> None:
    async def send() -> int:
        wire = NoWire()
        streams = ChannelStreams(Channel(wire))
        request = JSONRPCRequest(jsonrpc="2.0", id=1, method="x", params={"value": value})
        with pytest.raises(NotJson, match="A message was not sent"):
            await streams.writer.send(SessionMessage(request))
        await streams.writer.send(SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=2, method="x")))
        return wire.posted

    assert alone(send()) == 1


class NoWire:
    posted = 0

    def post(self, text: str) -> None:
        self.posted += 1

    def ping(self, number: int) -> None: ...
    def close(self) -> None: ...


@case(GROUP, "cloneable, but no JSON")
@pytest.mark.parametrize("what", ["cycle", "bytes"])
def test_outgoing_values_that_are_no_json_are_an_error_before_sending(lab: Lab, what: str) -> None:
    refused_before_sending(lab, what)


@case(GROUP, "not cloneable")
@pytest.mark.parametrize("what", ["object", "function", "node", "js function", "proxy", "map"])
def test_a_call_with_a_thing_fails_and_the_session_lives(lab: Lab, what: str) -> None:
    refused_before_sending(lab, what)


def refused_before_sending(lab: Lab, what: str) -> None:
    frame = lab.peer("one", "offer=heartbeat+port")
    before = frame.evaluate("peer.requests.length")
    with pytest.raises(Failed) as failed:
        lab.run("call_with", name="one", tool="greet", what=what)
    assert failed.value.kind in ("NotJson", "ValueError", "UnicodeDecodeError", "PydanticSerializationError")
    assert frame.evaluate("peer.requests.length") == before
    assert lab.run("call", name="one", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"


MARKUP = "<img src=x onerror='window.polluted = true'><script>window.polluted = true</script>"
SHOWS = """
import asyncio
from mcp import Client
from pyscript import document
from transom import OuterFrame

frame = OuterFrame({url!r}, title={title!r})
async with frame.connect() as transport, Client(transport, mode="legacy") as client:
    tools = await client.list_tools()
    document.querySelector("h1").textContent = tools.tools[0].description
    document.documentElement.dataset.result = "connected"
    error = await transport.wait_ended()
raise error
"""


@case(GROUP, "HTML in names and errors")
def test_markup_is_shown_as_text(served: Site, lab_pages: tuple[str, ...], browser: Browser) -> None:
    """On the card that a page shows when its script fails, and in a frame's title."""
    context = new_context(browser)
    page = context.new_page()
    page.goto(served.add_script(SHOWS.format(url=f"{lab_pages[2]}?offer=port&markup", title=MARKUP)))
    wait_for_element(page, "html[data-result]")
    peer = until(page, lambda: [frame for frame in page.frames if "markup" in frame.url], bool)[0]
    assert page.locator("h1").inner_text() == MARKUP
    assert page.locator("iframe").get_attribute("title") == MARKUP
    goodbye = {"type": "TRANSOM_GOODBYE", "reason": "closed", "message": MARKUP}
    # Later, as the frame goes with it, and then nobody would answer this call.
    peer.evaluate("(goodbye) => void setTimeout(() => peer.port.postMessage(goodbye))", goodbye)
    card = page.locator(".transom-card")
    card.wait_for()
    assert MARKUP in card.inner_text()
    assert page.locator(".transom-card img, .transom-card script, h1 img").count() == 0
    assert page.evaluate("[({}).polluted, window.polluted]") == [None, None]
    context.close()


@case(GROUP, "HTML in names and errors")
def test_markup_in_a_servers_error_stays_text(lab: Lab) -> None:
    with pytest.raises(Failed) as failed:
        lab.run("call", name="good", tool=MARKUP, arguments={})
    assert MARKUP in failed.value.text
    assert lab.page.evaluate("[document.querySelectorAll('img').length, window.polluted]") == [0, None]
