"""The page of an app: alone in a tab; in its frame, what axe-core finds wrong with it, and what becomes of calls."""

from __future__ import annotations

import re

from playwright.sync_api import Frame, Page, expect

from ...conftest import NO_STORAGE, wait_until
from ..host.person import Person
from ..looks import ALL_RULES, findings

LEAVES = "void setTimeout(() => location.reload())"
HOLDS_BACK = """() => {
    const post = MessagePort.prototype.postMessage;
    window.heldBack = new Set();
    MessagePort.prototype.postMessage = function (message, ...more) {
        const isWord = /"result"|"error"|notifications.progress/.test(message) && !/"elicitation.create"/.test(message);
        if (!isWord) return post.call(this, message, ...more);
        const { id, params } = JSON.parse(message);
        heldBack.add(id ?? params.progressToken);
    };
}"""
"""The host hears no progress and no end of what it calls, only questions for the person: whenever the page is left,
that is in the middle of a call."""

LEFT = re.compile(r"Its page was left\.|The page was loaded again")
"""Of a reload, the page's goodbye is heard, or else that its frame has loaded again."""

DENIED = f"if (window !== top) {{ {NO_STORAGE} }}"
"""The browser keeps nothing for pages in frames."""


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


def sees_it_alone(page: Page, heading: str) -> None:
    """It says what it is, and how to add it to a host."""
    expect(page.get_by_role("status").filter(has_text="No host is connected.")).to_contain_text(
        re.compile("[Aa]dd the address of this page to an MCP host"),
        use_inner_text=True,  # the words for all states are there, and hidden
    )
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.locator(".transom-status").wait_for(state="detached")  # its contrast is low while it fades


def sees_held_back(frame: Frame, count: int) -> None:
    """So many calls have come as far as a word of theirs."""
    wait_until(frame, "heldBack.size === given", count)


def leave(person: Person, frame: Frame, *tools: str) -> None:
    """Reload the page in the middle of a call of each of these tools, and connect to it again."""
    frame.evaluate(LEAVES)
    expect(person["notice"]).to_contain_text(LEFT)
    for tool in tools:
        person.open_tool(tool)
        person.sees_call("Failed")
        expect(person["call-view"]).to_contain_text(LEFT)
    person["step-connect"].click()
    person.sees_status("Connected")


def connect_again(person: Person) -> None:
    """To a page that is loaded anew."""
    person["disconnect"].click()
    person["connect"].click()
    person.sees_status("Connected")


def sees_sessions(person: Person, count: int) -> None:
    """So many were opened on the wire."""
    person["wire-button"].click()
    person["wire-search"].fill("MCP_TRANSPORT_ACCEPTED")
    expect(person["wire-count"]).to_contain_text(re.compile(rf"^{count} of "))
    person["wire-close"].click()
