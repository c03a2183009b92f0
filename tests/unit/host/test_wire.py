"""The wire: what is recorded, what is made of it, and what a person gets to see."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from transom.traffic import Traffic

from demo_host.state import wire as limits
from demo_host.state.amounts import short, visible
from demo_host.state.wire import Record, Wire
from demo_host.state.wire_filter import READ_RECORDS, Filter, Timeline
from demo_host.state.wire_rows import Row
from demo_host.state.wire_text import pretty
from demo_host.state.wire_words import export_lines, outcome_words, since_start, summary

ORIGIN = "https://server.example"


class Scene:
    """A wire whose clock ticks once, 10 ms, with each message."""

    def __init__(self, capacity: int = 1000, total_chars: int = 1_000_000) -> None:
        ticks = count(1000, 10)
        self.wire = Wire(lambda: float(next(ticks)), capacity, total_chars)
        self.timeline = Timeline(self.wire)

    def say(self, kind: Any, message: object, detail: str = "", server: str = "a") -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        self.wire.inspector(server)(Traffic(kind=kind, text=text, detail=detail))

    def call(self, key: object, method: str = "tools/call", params: object = None, kind: str = "sent") -> None:
        self.say(kind, {"jsonrpc": "2.0", "id": key, "method": method, "params": params or {}})

    def answer(self, key: object, result: object = None, kind: str = "received") -> None:
        self.say(kind, {"jsonrpc": "2.0", "id": key, "result": result or {}})

    def notify(self, method: str, params: object = None, kind: str = "received") -> None:
        self.say(kind, {"jsonrpc": "2.0", "method": method, "params": params or {}})

    def read(self) -> list[Row]:
        while self.timeline.step():
            pass
        return self.timeline.shown

    def titles(self) -> list[str]:
        return [row.title for row in self.read()]

    def outcomes(self) -> list[str]:
        return [row.outcome for row in self.read()]


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_response_joins_its_request_with_how_long_it_took(scene: Scene) -> None:
    scene.call(1)
    scene.call(2)
    scene.answer(2)
    scene.answer(1)
    first, second = scene.read()
    assert (first.ms, second.ms) == (30, 10)
    assert first.outcome == second.outcome == "result"


@pytest.mark.parametrize("pair", [(1, "1"), (1, True), (0, False), (0, None), ("", None), (1.5, "1.5"), ([1], "[1]")])
def test_ids_of_other_types_are_other_ids(scene: Scene, pair: tuple[object, object]) -> None:
    one, other = pair
    scene.call(one)
    scene.answer(other)
    assert scene.outcomes() == ["waiting", "orphan"]
    scene.answer(one)
    assert scene.outcomes() == ["result", "orphan"]


def test_both_directions_and_all_servers_have_their_own_ids(scene: Scene) -> None:
    scene.call(1, "tools/call")
    scene.call(1, "elicitation/create", kind="received")
    scene.say("sent", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, server="b")
    scene.answer(1, kind="sent")
    assert scene.outcomes() == ["waiting", "result", "waiting"]
    assert [row.direction for row in scene.read()] == ["out", "in", "out"]


def test_a_request_with_the_id_of_one_that_waits_leaves_that_unanswered(scene: Scene) -> None:
    scene.call(1)
    scene.call(1)
    scene.answer(1)
    scene.call(1)
    assert scene.outcomes() == ["unanswered", "result", "waiting"]


def test_errors_failed_tools_and_cancelled_requests_are_told_apart(scene: Scene) -> None:
    for key in range(3):
        scene.call(key)
    scene.say("received", {"jsonrpc": "2.0", "id": 0, "error": {"code": -32601, "message": "No such tool"}})
    scene.answer(1, {"isError": True, "content": [{"type": "text", "text": "It broke"}]})
    scene.notify("notifications/cancelled", {"requestId": 2}, kind="sent")
    error, failed, cancelled, _ = scene.read()
    assert [outcome_words(row) for row in (error, failed, cancelled)] == [
        "✗ error -32601",
        "✗ tool error",
        "⊘ cancelled",
    ]
    assert summary(error).endswith("No such tool")
    assert summary(failed).endswith("It broke")
    scene.answer(2)
    assert scene.read()[2].outcome == "cancelled"


def test_the_end_of_a_session_says_why_and_leaves_its_requests_unanswered(scene: Scene) -> None:
    scene.call(1)
    scene.say("sent", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, server="b")
    scene.say("state", "PEER_CRASHED", "The page on the other side crashed.")
    call, ping, end = scene.read()
    assert (call.outcome, ping.outcome, end.outcome) == ("unanswered", "waiting", "error")
    assert (end.title, summary(end)) == ("PEER_CRASHED", "The page on the other side crashed.")


def test_closing_a_session_here_is_no_error(scene: Scene) -> None:
    scene.say("state", "CLOSED_HERE", "The session was closed on this side.")
    assert not scene.read()[0].is_error


def test_after_a_setup_no_session_is_said_to_end(scene: Scene) -> None:
    closed = ("state", "CLOSED_HERE", "The session was closed on this side.")
    scene.say("received", {"type": "MCP_SETUP_COMPLETE", "status": "success"}, ORIGIN)
    scene.say(*closed)
    scene.say("received", {"type": "MCP_TRANSPORT_HANDSHAKE"}, ORIGIN)
    scene.say(*closed)
    assert scene.titles() == ["MCP_SETUP_COMPLETE", "MCP_TRANSPORT_HANDSHAKE", "CLOSED_HERE"]


def test_the_steps_of_a_handshake_have_words(scene: Scene) -> None:
    scene.say("received", {"type": "MCP_TRANSPORT_HANDSHAKE", "protocolVersion": "1.0"}, ORIGIN)
    scene.say("sent", {"type": "MCP_TRANSPORT_HANDSHAKE_REPLY", "sessionId": "x"}, ORIGIN)
    scene.say("received", {"type": "MCP_SETUP_COMPLETE", "status": "success", "displayName": "Notes"}, ORIGIN)
    assert [row.kind for row in scene.read()] == ["handshake"] * 3
    assert [summary(row) for row in scene.read()] == [
        "The page asks for a session",
        "The host names the session",
        "The page has been set up: Notes",
    ]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "MCP_SETUP_COMPLETE", "status": "error", "error": {"code": "AUTH_FAILED", "message": "Bad key"}},
        {"type": "MCP_SETUP_REQUIRED", "reason": "AUTH_FAILED", "message": "Bad key", "canContinue": False},
        {"type": "TRANSOM_FAILURE", "code": "AUTH_FAILED", "message": "Bad key"},
    ],
)
def test_a_handshake_that_fails_is_an_error_with_its_code(scene: Scene, message: dict[str, Any]) -> None:
    scene.say("received", message, ORIGIN)
    row = scene.read()[0]
    assert outcome_words(row) == "✗ error AUTH_FAILED"
    assert summary(row).endswith("AUTH_FAILED: Bad key")


def test_a_stage_and_the_message_that_says_it_are_one_row(scene: Scene) -> None:
    scene.say("received", {"type": "TRANSOM_STAGE", "stage": "starting"}, ORIGIN)
    scene.say("stage", "starting")
    scene.say("stage", "failed")
    assert [(row.title, row.outcome) for row in scene.read()] == [("starting", ""), ("failed", "error")]


@pytest.mark.parametrize(
    ("text", "title"),
    [("MCP_MESSAGE", "MCP_MESSAGE"), ("", "A message"), ('{"type":"TRANSOM_PONG","id":1}', "TRANSOM_PONG")],
)
def test_a_drop_has_its_reason_in_words(scene: Scene, text: str, title: str) -> None:
    scene.say("dropped", text, f"origin {ORIGIN}")
    row = scene.read()[0]
    assert (row.kind, row.title) == ("drop", title)
    assert summary(row) == f"It came from a page of another origin, {ORIGIN}"


@pytest.mark.parametrize(
    "text",
    ["", "no JSON", "[]", "12", "{", '{"a":1}', "[" * 100_000, '{"id":NaN,"result":1}', '{"method":1}', "9" * 5000],
)
def test_what_is_no_message_is_shown_as_unreadable(scene: Scene, text: str) -> None:
    scene.say("received", text)
    row = scene.read()[0]
    assert row.outcome == "unreadable"
    assert len(summary(row)) <= 301


GREET = {"name": "greet", "arguments": {"who": "Ada"}}
HOSTILE: list[object] = ["text", 1, None, [], {}, {"name": {}, "arguments": 1}, {"content": [None]}, {"tools": {}}]


@pytest.mark.parametrize("value", HOSTILE)
def test_params_results_and_errors_of_any_shape_are_summed_up(scene: Scene, value: object) -> None:
    for method in ("tools/call", "notifications/cancelled", "notifications/progress"):
        scene.say("sent", {"jsonrpc": "2.0", "method": method, "params": value})
    scene.say("sent", {"jsonrpc": "2.0", "id": value, "method": "tools/call", "params": value})
    scene.say("received", {"jsonrpc": "2.0", "id": value, "result": value})
    scene.say("received", {"jsonrpc": "2.0", "id": 9, "error": value})
    scene.say("received", {"type": "MCP_SETUP_COMPLETE", "status": "error", "error": value}, ORIGIN)
    assert len([summary(row) for row in scene.read()]) == 6


@pytest.mark.parametrize(
    ("params", "result", "said"),
    [
        (GREET, {"content": [{"type": "text", "text": "Hi"}]}, 'greet {who: "Ada"}  ⇒  Hi'),
        ({}, {"tools": [{}, {}]}, "⇒ 2 tools"),
        ({"_meta": {"progressToken": 1}}, {"prompts": [{}]}, "⇒ 1 prompt"),
        ({"uri": "file:///a"}, {"contents": [{}]}, "file:///a  ⇒  {contents: [1]}"),
        ({"level": "info"}, {}, '{level: "info"}  ⇒  {}'),
    ],
)
def test_a_summary_says_what_was_asked_and_what_came(
    scene: Scene, params: dict[str, Any], result: dict[str, Any], said: str
) -> None:
    scene.call(1, params=params)
    scene.answer(1, result)
    assert summary(scene.read()[0]) == " ".join(said.split())


def test_progress_is_a_notification(scene: Scene) -> None:
    scene.notify("notifications/progress", {"progressToken": 1, "progress": 3, "total": 10})
    row = scene.read()[0]
    assert (row.kind, summary(row)) == ("notification", "{progressToken: 1, progress: 3, total: 10}")


def test_the_oldest_messages_make_room_and_their_rows_go_with_them() -> None:
    scene = Scene(capacity=3)
    for number in range(5):
        scene.notify(f"n{number}")
        scene.read()
    assert scene.titles() == ["n2", "n3", "n4"]
    assert scene.timeline.take_removed() == 2
    assert scene.timeline.take_removed() == 0
    assert scene.wire.let_go == 2


def test_long_messages_make_room_by_their_length() -> None:
    scene = Scene(total_chars=1000)
    scene.notify("first")
    scene.say("sent", "x" * 990)
    assert len(scene.wire.records) == 1


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":"', '"}}'),
        ('{"method":"tools/call","params":{"a":"', '"},"jsonrpc":"2.0","id":1}'),
    ],
)
def test_of_a_huge_message_the_ends_are_kept_and_it_is_still_paired(scene: Scene, start: str, end: str) -> None:
    scene = Scene(total_chars=limits.TOTAL_CHARS)
    scene.say("sent", start + "x" * 16_000_000 + end)
    scene.answer(1)
    row = scene.read()[0]
    assert (row.title, row.outcome) == ("tools/call", "result")
    assert row.record.left_out > 15_000_000
    assert len(row.record.text) + len(row.record.tail) < 300_000
    line = json.loads(next(export_lines([row], 0, str)))
    assert line["charsLeftOut"] == row.record.left_out
    assert line["end"].endswith(end)


def test_a_huge_response_is_paired_and_a_huge_riddle_is_unreadable() -> None:
    scene = Scene(total_chars=limits.TOTAL_CHARS)
    scene.call("a")
    scene.say("received", '{"jsonrpc":"2.0","id":"a","result":{"x":"' + "x" * 3_000_000 + '"}}')
    scene.say("received", '{"x":"' + "x" * 3_000_000 + '"}')
    assert scene.outcomes() == ["result", "unreadable"]


def test_while_paused_nothing_changes_and_nothing_is_lost(scene: Scene) -> None:
    scene.call(1)
    scene.read()
    scene.timeline.is_paused = True
    scene.answer(1)
    scene.notify("later")
    assert scene.outcomes() == ["waiting"]
    assert scene.timeline.unread == 2
    scene.timeline.is_paused = False
    assert scene.titles() == ["tools/call", "later"]
    assert scene.timeline.unread == 0


def test_a_pause_keeps_its_rows_when_the_wire_is_full() -> None:
    scene = Scene(capacity=3)
    scene.notify("old")
    scene.read()
    scene.timeline.is_paused = True
    for number in range(5):
        scene.notify(f"n{number}")
    assert scene.titles() == ["old"]
    assert scene.timeline.unread == 3
    scene.timeline.is_paused = False
    assert scene.titles() == ["n2", "n3", "n4"]


def test_a_cleared_timeline_shows_a_request_again_when_its_response_comes(scene: Scene) -> None:
    scene.call(1, "tools/call")
    scene.call(2, "tools/call", {"text": "x" * 20_000})
    scene.read()
    scene.timeline.clear()
    assert scene.read() == []
    scene.notify("after")
    scene.answer(1)
    scene.answer(2)
    assert scene.titles() == ["after", "tools/call", "Response to 2"]
    assert scene.outcomes() == ["", "result", "orphan"]
    assert scene.timeline.index_of(scene.read()[1]) == 1


def filled() -> Scene:
    scene = Scene()
    scene.say("received", {"type": "TRANSOM_READY", "sessionId": "s"}, ORIGIN)
    scene.call(1, "tools/list")
    scene.answer(1)
    scene.say("sent", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "Grüße"}}, server="b")
    scene.say("received", {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "Broken"}}, server="b")
    scene.notify("notifications/message")
    scene.say("stage", "ready", server="b")
    scene.say("dropped", "MCP_MESSAGE", f"early {ORIGIN}")
    return scene


ALL = ["TRANSOM_READY", "tools/list", "tools/call", "notifications/message", "ready", "MCP_MESSAGE"]


@pytest.mark.parametrize(
    ("wanted", "titles"),
    [
        (Filter(), ALL),
        (Filter(server="b"), ["tools/call", "ready"]),
        (Filter(kinds=frozenset({"request", "drop"})), ["tools/list", "tools/call", "MCP_MESSAGE"]),
        (Filter(errors_only=True), ["tools/call", "MCP_MESSAGE"]),
        (Filter(search="BROKEN"), ["tools/call"]),
        (Filter(search="grüße"), ["tools/call"]),
        (Filter(search="Tools/"), ["tools/list", "tools/call"]),
        (Filter(search="early"), ["MCP_MESSAGE"]),
        (Filter(search="broken", server="a"), []),
    ],
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_filter_shows_what_fits_it(wanted: Filter, titles: list[str], when: str) -> None:
    scene = filled()
    if when == "after":
        assert scene.titles() == ALL
    scene.timeline.set_filter(wanted)
    assert scene.titles() == titles
    assert list(scene.timeline.servers) == ["a", "b"]


def test_a_row_that_comes_to_fit_the_filter_takes_its_place(scene: Scene) -> None:
    scene.call(1)
    scene.call(2)
    scene.say("dropped", "x", "early")
    scene.timeline.set_filter(Filter(errors_only=True))
    assert scene.titles() == ["x"]
    for key in (2, 1):
        scene.say("received", {"jsonrpc": "2.0", "id": key, "error": {"code": 1, "message": "no"}})
    assert scene.titles() == ["tools/call", "tools/call", "x"]
    assert [row.number for row in scene.read()] == [0, 1, 2]


def test_a_filter_can_change_while_messages_come(scene: Scene) -> None:
    scene = Scene(capacity=10_000)
    for key in range(4500):
        scene.call(key)
    scene.read()
    scene.timeline.set_filter(Filter(errors_only=True))
    scene.say("received", {"jsonrpc": "2.0", "id": 4400, "error": {"code": 1, "message": "no"}})
    assert scene.timeline.step()
    scene.say("received", {"jsonrpc": "2.0", "id": 7, "error": {"code": 1, "message": "no"}})
    assert [row.number for row in scene.read()] == [7, 4400]


def test_reading_is_done_in_slices(scene: Scene) -> None:
    for _ in range(READ_RECORDS + 1):
        scene.notify("n")
    assert scene.timeline.step()
    assert len(scene.timeline.shown) == READ_RECORDS
    assert not scene.timeline.step()


def test_somebody_who_waits_for_news_is_called_once(scene: Scene) -> None:
    calls: list[int] = []
    tell: Callable[[], None] = lambda: calls.append(scene.wire.count)  # noqa: E731
    scene.wire.when_new(tell)
    scene.notify("n")
    scene.notify("n")
    scene.wire.when_new(tell)
    scene.wire.when_new(None)
    scene.notify("n")
    assert calls == [1]


def test_an_export_has_a_line_for_each_message_with_all_that_is_known() -> None:
    scene = filled()
    scene.say("received", '{"jsonrpc":"2.0",\n"method":"x",\r\n"params":{"half":"\ud800"}}')
    scene.say("received", "no JSON \ud800")
    lines = [json.loads(line.encode()) for line in export_lines(scene.read(), 1000, "Server {}".format)]
    assert [line["part"] for line in lines[1:5]] == ["request", "response", "request", "response"]
    assert lines[4]["message"]["error"]["message"] == "Broken"
    assert lines[4]["row"] == lines[3]["number"]
    assert lines[3]["durationMs"] == 10
    assert lines[3]["serverName"] == "Server b"
    assert lines[3]["time"] == "1970-01-01T00:00:01.030+00:00"
    assert lines[-2]["message"]["params"] == {"half": "\ud800"}
    assert lines[-1]["text"] == "no JSON \ud800"


def test_an_export_has_no_session_ids() -> None:
    scene = Scene()
    scene.say("sent", '{"type":"MCP_TRANSPORT_HANDSHAKE_REPLY","sessionId":"secret","protocolVersion":"1.0"}')
    scene.say("dropped", '{"type":"MCP_TRANSPORT_ACCEPTED","sessionId": "secret"}')
    scene.say("dropped", r'{"sessionId":"a\"secret","type":"MCP_TRANSPORT_ACCEPTED"}')
    scene.say("dropped", '{"type":"MCP_TRANSPORT_ACCEPTED","sessionId":"secret\\')
    scene.call("a")
    text = "\n".join(export_lines(scene.read(), 1000, str))
    assert text.count("(left out)") == 4
    assert "secret" not in text


def test_hidden_characters_are_shown() -> None:
    assert visible("a\u202eb\x00c\ud800d\u2066\U000e0041") == r"a\u202eb\u0000c\ud800d\u2066\udb40\udc41"
    assert visible("👩‍👩‍👧 é\n\t") == "👩‍👩‍👧 é\n\t"
    assert short("a\nb\u202ec\td", 20) == r"a b\u202ec d"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"a":[1,{"b":{}}],"c":[]}', '{\n  "a": [\n    1,\n    {\n      "b": {}\n    }\n  ],\n  "c": []\n}'),
        ('{"a":1.0,"a":1e400}', '{\n  "a": 1.0,\n  "a": 1e400\n}'),
        (r'["\"]}{[,:","x"]', '[\n  "\\"]}{[,:",\n  "x"\n]'),
        ('["cut', '[\n  "cut'),
        ("}}", "}\n}"),
        ("", ""),
    ],
)
def test_json_is_laid_out_without_being_changed(text: str, shown: str) -> None:
    assert pretty(text, 1000) == (shown, True)


@pytest.mark.parametrize("text", ['"' + "x" * 1_000_000 + '"', "[" * 100_000, "[1," * 50_000, '["' + "\\" * 100_001])
def test_long_and_deep_json_is_laid_out_up_to_a_limit(text: str) -> None:
    shown, is_all = pretty(text, 1000)
    assert (len(shown), is_all) == (1000, False)


def test_times_are_counted_from_the_first_message() -> None:
    assert since_start(2345.6, 1000) == "+1.346"


def test_a_record_says_how_much_of_it_is_missing() -> None:
    assert Record(0, 0, "a", "sent", "abc", "", 10, "xyz").left_out == 4
