"""The page of an app in its frame, and what axe-core finds wrong with it."""

from __future__ import annotations

from playwright.sync_api import Frame

from ..host.person import Person
from ..host.test_host_looks import ALL_RULES, AXE_SOURCE


def own_frame(person: Person) -> Frame:
    """The frame of the server that is shown beside its tools."""
    frame = person.server_page.locator("html").element_handle().owner_frame()
    assert frame
    return frame


def frame_of(person: Person, url: str) -> Frame:
    """The frame of a server, shown or hidden."""
    return next(frame for frame in person.page.frames if frame.url.startswith(url))


def violations(frame: Frame) -> list[str]:
    frame.evaluate(AXE_SOURCE)
    found = frame.evaluate("(tags) => axe.run(document, { runOnly: tags })", ALL_RULES)
    return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in found["violations"]]
