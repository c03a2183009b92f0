"""How a session begins, and what is not taken for its beginning."""

from __future__ import annotations

import re

import pytest
from transom import new_session_id
from transom.channel import Channel, Limits
from transom.errors import PeerReloaded
from transom.handshake import InnerTransport, OuterTransport
from transom.handshake.machine import Drop, Fail, Open, Received, Send, Started
from transom.jsonrpc import read_jsonrpc
from transom.origins import AllowList
from transom.protocol import McpMessage, Message, TransportAccepted, TransportHandshake, TransportReply
from transom.streams import ChannelStreams

from tests.conftest import wait_until

from .conftest import Measured
from .labs import Failed, InnerLab, Lab, alone

case = pytest.mark.case
GROUP = "Handshake and session"
PORT = "offer=heartbeat+port"
WAYS = pytest.mark.parametrize("query", [PORT, "offer=heartbeat", ""], ids=["port", "window", "plain"])

HOST = "https://host.example"
PAGE = "https://page.example"
EVIL = "https://evil.example"
SESSION = "the session of this test"
OFFER = TransportHandshake(protocol_version="1.0")
REPLY = TransportReply(session_id=SESSION, protocol_version="1.0")
ACCEPTED = TransportAccepted(session_id=SESSION)
MESSAGE = McpMessage(payload={"jsonrpc": "2.0", "id": 1, "method": "ping"})


@case(GROUP, "second handshake from elsewhere")
@WAYS
def test_a_handshake_of_another_window_changes_nothing(lab: Lab, query: str) -> None:
    frame = lab.peer("one", query)
    session_id = frame.evaluate("peer.sessionId")
    lab.secrets.append(session_id)
    for _ in range(3):
        attacker = lab.add_frame(f"{lab.peer_url}?silent&{query}")
        attacker.evaluate("peer.offer()")
    assert lab.wait_dropped("source", 3, "one") == 3
    assert lab.run("call", name="one", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"
    for extra in lab.page.frames:
        if "silent" in extra.url:
            assert extra.evaluate("peer.received") == []


@case(GROUP, "second handshake from elsewhere")
@pytest.mark.parametrize("origin", [EVIL, PAGE])
def test_only_the_pinned_window_and_origin_shake_hands(origin: str) -> None:
    machine = opened(PAGE)
    actions = machine.receive(Received(OFFER, origin, from_peer=False))
    assert list(actions) == [Drop("source", OFFER)]
    assert machine.origin == PAGE
    assert not machine.is_over


def opened(origin: str) -> OuterTransport:
    machine = OuterTransport(AllowList.of(origin), SESSION)
    machine.receive(Started())
    machine.receive(Received(OFFER, origin))
    assert any(isinstance(action, Open) for action in machine.receive(Received(ACCEPTED, origin)))
    return machine


@case(GROUP, "new handshake from the same window")
@WAYS
def test_a_new_handshake_ends_the_session_and_is_not_answered_in_its_name(lab: Lab, query: str) -> None:
    frame = lab.peer("one", query)
    lab.begin_wait("one", frame)
    old = frame.evaluate("peer.received.length")
    frame.evaluate("peer.offer()")
    ended = lab.run("ended", name="one")
    assert ended["code"] == "PEER_RELOADED"
    assert "was loaded again" in ended["text"]
    with pytest.raises(Failed, match="was loaded again") as failed:
        lab.run("finish", key="under way")
    assert failed.value.code == "PEER_RELOADED"
    told = [message for message in frame.evaluate("(old) => peer.received.slice(old)", old) if "type" in message]
    assert [message["type"] for message in told if message["type"] != "TRANSOM_PING"] == ["TRANSOM_FAILURE"]
    assert told[-1]["code"] == "PEER_RELOADED"
    first = frame.evaluate("peer.sessionId")
    lab.close("one")
    again = lab.peer("one", query)
    assert again.evaluate("peer.sessionId") != first
    assert lab.run("call", name="one", tool="greet", arguments={"name": "Bob"}) == "Hello, Bob!"


@case(GROUP, "reply to no handshake, or too late")
def test_a_second_reply_is_dropped(inner: InnerLab) -> None:
    inner.over("port")
    first = inner.host("return host.sessionId")
    keep_port = "const port = host.port; host.sessionId = 'another'; host.reply(); host.port = port"
    inner.host(keep_port)
    assert inner.wait_dropped("unexpected", 1) == 1
    accepted = inner.host("return host.received.filter(({ type }) => type === 'MCP_TRANSPORT_ACCEPTED')")
    assert [message["sessionId"] for message in accepted] == [first]
    assert inner.call(1, "count") == "1"


@case(GROUP, "reply to no handshake, or too late")
def test_a_reply_after_the_time_out_is_not_heard(inner: InnerLab) -> None:
    inner.listen(["port"], auto=False, answer_seconds=0.3)
    outcome = inner.run("outcome")
    assert outcome["type"] == "NoAnswer"
    offers = inner.host("return host.offers")
    inner.host("host.reply(); host.reply()")
    assert inner.frame.evaluate(
        "new Promise((done) => setTimeout(done, 100, document.documentElement.dataset.session))"
    )
    received = inner.host("return host.received.map(({ type }) => type)")
    assert received == ["MCP_TRANSPORT_HANDSHAKE"] * offers


@case(GROUP, "reply to no handshake, or too late")
def test_a_reply_that_came_before_the_handshake_is_not_kept(inner: InnerLab) -> None:
    inner.run("stop")
    inner.host("host.begin(null, false); host.reply()")
    inner.listen(None, auto=False)
    wait_until(inner.page, "host.offers > 0")
    assert inner.host("return host.received.map(({ type }) => type)") == ["MCP_TRANSPORT_HANDSHAKE"] * inner.host(
        "return host.offers"
    )


@case(GROUP, "guessed session id")
def test_session_ids_have_128_random_bits() -> None:
    ids = {new_session_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch(r"[\w-]{22}", session_id) for session_id in ids)
    assert len({session_id[n] for session_id in ids for n in [0]}) > 50


@case(GROUP, "guessed session id")
@WAYS
def test_a_wrong_session_id_opens_nothing(lab: Lab, query: str) -> None:
    lab.run("begin_connect", key="held", name="held", url=f"{lab.peer_url}?hold&{query}")
    frame = lab.frame(f"{lab.peer_url}?hold&{query}")
    wait_until(frame, "peer.received.length > 0")
    reply = frame.evaluate("peer.received[0]")
    number = reply.get("port")
    lab.secrets.append(reply["sessionId"])
    for wrong in ("guessed", "", reply["sessionId"][:-1], reply["sessionId"] + "x", "x" * 300):
        accepted = {"type": "MCP_TRANSPORT_ACCEPTED", "sessionId": wrong, **({"port": number} if number else {})}
        frame.evaluate("(accepted) => peer.post(accepted)", accepted)
    sibling = lab.add_frame(lab.evil_url)
    lab.attack(sibling, sessionId=reply["sessionId"], port=number)
    with pytest.raises(Failed) as failed:
        lab.finish_late("held")
    assert failed.value.code == "NO_ANSWER"
    assert sorted(lab.run("drops_of_last")) == ["malformed", "session", "source"]
    assert lab.run("drops_of_last")["session"] == 3
    lab.console.expect("dropped, being malformed")


@case(GROUP, "peer never answers")
def test_a_silent_page_is_an_error_that_names_its_origin_and_leaves_nothing(lab: Lab) -> None:
    listeners = lab.page.evaluate("frames.length")
    proxies = lab.run("proxies_left")
    with pytest.raises(Failed) as failed:
        lab.connect("silent", f"{lab.peer_url}?silent", answer_seconds=0.3)
    assert failed.value.code == "NO_ANSWER"
    assert f"from {lab.peer_url.rstrip('/')} did not answer within 0.3 seconds" in failed.value.text
    assert lab.page.evaluate("frames.length") == listeners
    assert lab.run("proxies_left") == proxies


@case(GROUP, "peer never answers")
def test_a_host_that_never_answers_is_an_error_that_names_the_expected_origin(inner: InnerLab) -> None:
    inner.listen(None, auto=False, answer_seconds=0.3)
    outcome = inner.run("outcome")
    assert outcome["type"] == "NoAnswer"
    assert f"expected from {inner.origin}, did not answer within 0.3 seconds" in outcome["text"]


@case(GROUP, "peer speaks something else")
@pytest.mark.parametrize(
    "words",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
        {"namespace": "penpal", "channel": None, "type": "SYN", "participantId": "x"},
        "a plain text",
        {"type": "webpackOk", "data": []},
    ],
    ids=["JSON-RPC", "Penpal", "text", "webpack"],
)
def test_a_page_that_speaks_otherwise_is_an_error_that_says_so(lab: Lab, words: object) -> None:
    url = f"{lab.peer_url}?silent"
    lab.run("begin_connect", key="other", name="other", url=url)
    lab.frame(url).evaluate("(words) => { setInterval(() => peer.post(words), 20) }", words)
    with pytest.raises(Failed, match="none of the MCP postMessage transport's") as failed:
        lab.finish_late("other")
    assert failed.value.code == "SPEAKS_OTHERWISE"


@case(GROUP, "peer speaks something else")
def test_a_host_that_speaks_otherwise_is_an_error_that_says_so(inner: InnerLab) -> None:
    inner.listen(None, auto=False)
    inner.host("host.post({jsonrpc: '2.0', id: 1, method: 'ping'})")
    assert inner.late_outcome()["type"] == "SpeaksOtherwise"


@case(GROUP, "MCP messages before the handshake")
@pytest.mark.parametrize("extensions", [["heartbeat"], None], ids=["window", "plain"])
def test_messages_before_the_reply_are_dropped(inner: InnerLab, extensions: list[str] | None) -> None:
    inner.listen(extensions, auto=False)
    wait_until(inner.page, "host.offers > 0")
    inner.host("for (let id = 0; id < 5; id++) host.call(id, 'count')")
    inner.host("host.auto = true; host.reply()")
    wait_until(inner.page, "host.open")
    assert inner.call("after", "count") == "1"
    assert inner.host("return [...host.answers.keys()]") == ["after"]
    assert inner.dropped() == {"early": 5}


@case(GROUP, "MCP messages before the handshake")
@pytest.mark.parametrize("way", ["port", "window", "plain"])
def test_messages_after_the_handshake_are_kept_in_order_up_to_a_limit(inner: InnerLab, way: str) -> None:
    inner.over(way, delay=True, limits={"queue": 6})
    inner.host("for (let id = 0; id < 9; id++) host.call(id, 'echo', { value: id })")
    assert inner.wait_dropped("overload", 3) == 3
    inner.run("go")
    assert [inner.text(number) for number in range(6)] == ["0", "1", "2", "3", "4", "5"]
    assert [inner.answer(number)["error"]["code"] for number in (6, 7, 8)] == [-32000] * 3


ROWS: list[tuple[str, list[tuple[Message, str]], bool]] = [
    ("outer, waiting", [], False),
    ("outer, replied", [(OFFER, PAGE)], False),
    ("outer, open", [(OFFER, PAGE), (ACCEPTED, PAGE)], True),
    ("inner, offering", [], False),
    ("inner, open", [(REPLY, HOST)], True),
]


@case(GROUP, "MCP messages before the handshake")
@pytest.mark.parametrize(("name", "events", "is_open"), ROWS, ids=[row[0] for row in ROWS])
@pytest.mark.parametrize("message", [MESSAGE, ACCEPTED, REPLY, OFFER], ids=["message", "accepted", "reply", "offer"])
@pytest.mark.parametrize("origin", [PAGE, HOST, EVIL, "null"])
def test_no_state_takes_what_is_not_for_it(
    name: str, events: list[tuple[Message, str]], is_open: bool, message: Message, origin: str
) -> None:
    outer = name.startswith("outer")
    expected = PAGE if outer else HOST
    machine = OuterTransport(AllowList.of(PAGE), SESSION) if outer else InnerTransport(AllowList.of(HOST))
    machine.receive(Started())
    for event, source in events:
        machine.receive(Received(event, source))
    actions = list(machine.receive(Received(message, origin)))
    sent = [action for action in actions if isinstance(action, Send)]
    if origin != expected:
        assert Drop("origin", message) in actions
        assert not any(isinstance(action, Open) for action in actions)
        assert all(SESSION not in action.message.model_dump_json() for action in sent)
    elif message is MESSAGE:
        assert actions == [Drop("unexpected", message)]
    elif is_open and outer and message is OFFER:
        assert [type(action.error) for action in actions if isinstance(action, Fail)] == [PeerReloaded]
        assert all(SESSION not in action.message.model_dump_json() for action in sent)
    elif is_open:
        assert actions == [Drop("unexpected", message)]


@case(GROUP, "MCP messages before the handshake")
def test_a_full_buffer_keeps_the_first_messages(measured: Measured) -> None:
    class Wire:
        def post(self, text: str) -> None: ...
        def ping(self, number: int) -> None: ...
        def close(self) -> None: ...

    async def kept() -> list[object]:
        channel = Channel(Wire(), Limits(queue=100))
        for number in range(250):
            channel.deliver(f'{{"jsonrpc":"2.0","method":"m{number}"}}')
        streams = ChannelStreams(channel)
        assert channel.dropped == {"overload": 150}
        return [(await streams.reader.receive()) for _ in range(100)]

    texts = [str(message) for message in alone(kept())]
    assert all(f"m{number}'" in text for number, text in enumerate(texts))
    assert read_jsonrpc('{"jsonrpc":"2.0","method":"m0"}')
    measured("100 of 250 kept")
