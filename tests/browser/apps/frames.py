"""The page of an app in its frame: what axe-core finds wrong with it, and what becomes of a call when it is left."""

from __future__ import annotations

import re

from playwright.sync_api import Frame, expect

from ..host.person import Person
from ..looks import ALL_RULES, findings

LEAVES = "void setTimeout(() => location.reload())"
LEAVES_AT_A_WORD = """() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message, ...more) {
        if (/"result"|"error"|notifications.progress/.test(message)) location.reload();
        else post.call(this, message, ...more);
    };
}"""

LEFT = re.compile(r"Its page was left\.|The page was loaded again")
"""Of a reload, the page's goodbye is heard, or else that its frame has loaded again."""


def own_frame(person: Person) -> Frame:
    """The frame of the server that is shown beside its tools."""
    frame = person.server_page.locator("html").element_handle().owner_frame()
    assert frame
    return frame


def frame_of(person: Person, url: str) -> Frame:
    """The frame of a server, shown or hidden."""
    return next(frame for frame in person.page.frames if frame.url.startswith(url))


def violations(frame: Frame) -> list[str]:
    return findings(frame, ALL_RULES)


def leave(person: Person, frame: Frame) -> None:
    """Reload the page in the middle of a call, and connect to it again."""
    person.sees_call("Running")
    frame.evaluate(LEAVES)
    expect(person["call-view"]).to_contain_text(LEFT)
    _connects_again(person)


def leave_a_question(person: Person, frame: Frame) -> None:
    """The same while the person answers a question of the tool."""
    expect(person["ask"]).to_be_visible()
    frame.evaluate(LEAVES)
    expect(person["notice"]).to_contain_text(LEFT)
    _connects_again(person)
    expect(person["ask"]).to_have_count(0)


def leave_at_a_word(person: Person, frame: Frame, tool: str, arguments: str = "", *, is_asked: bool = False) -> None:
    """The same for a tool that is quick: in place of the first word of its progress, or else of its answer."""
    frame.evaluate(LEAVES_AT_A_WORD)
    person.run(tool, arguments)
    if is_asked:
        person["answer-run"].click()
    expect(person["call-view"]).to_contain_text(LEFT)
    _connects_again(person)


def _connects_again(person: Person) -> None:
    person.sees_call("Failed")
    person["step-connect"].click()
    person.sees_status("Connected")


def sees_sessions(person: Person, count: int) -> None:
    """So many were opened on the wire."""
    person["wire-button"].click()
    person["wire-search"].fill("MCP_TRANSPORT_ACCEPTED")
    expect(person["wire-count"]).to_contain_text(re.compile(rf"^{count} of "))
    person["wire-close"].click()
