"""The camera, as a person meets it in the host; with Chromium's own fake cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Playwright, expect

from devserver.browsers import LAUNCH_ARGUMENTS, find_chromium

from ...conftest import Site, prepare
from ..host.person import Person
from .frames import frame_of, violations

FAKE_CAMERA = ["--use-fake-device-for-media-stream=device-count=2", "--use-fake-ui-for-media-stream"]

WATCHED = """
    window.streams = [];
    const media = navigator.mediaDevices;
    const open = media.getUserMedia.bind(media);
    media.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        streams.push(stream);
        return stream;
    };
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["qr_code"]; }
        async detect() { return [{ format: "qr_code", rawValue: "<b>Bread</b>" }]; }
    };
"""
"""Notes which streams are open, and reads a barcode: Chromium can't on every system."""

OPEN = "streams.filter((stream) => stream.getTracks().some((track) => track.readyState === 'live')).length"
BUSY = """() => {
    navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("In use", "NotReadableError"); };
}"""
HANG = "() => { navigator.mediaDevices.getUserMedia = () => new Promise(() => {}); }"


@pytest.fixture
def visitor(playwright: Playwright, site: Site) -> Iterator[Person]:
    """Someone with two cameras."""
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*LAUNCH_ARGUMENTS, *FAKE_CAMERA])
    context = browser.new_context()
    prepare(context)
    context.add_init_script(WATCHED)
    person = Person.visiting(context, site.host())
    yield person
    assert person.mistakes == []
    browser.close()


def test_a_person_allows_the_camera_and_it_is_on_only_for_pictures(visitor: Person, app: Callable[[str], str]) -> None:
    person, url = visitor, app("camera")
    person.add(url)
    expect(person.named("permission", "camera")).to_contain_text("Optional")
    person.named("permission", "camera").locator("input[value=allow]").check()
    person["permissions-go"].click()
    form = person.setup_page
    expect(form.get_by_test_id("form-said")).to_have_text("This is fake_device_0.")
    frame = frame_of(person, url)
    assert frame.evaluate(OPEN) == 1
    assert violations(frame) == []
    frame.evaluate("document.querySelector('#preview').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))")
    expect(form.get_by_test_id("form-said")).to_contain_text("The camera was disconnected.")
    assert frame.evaluate(OPEN) == 0
    form.get_by_role("button", name="Try again").click()
    expect(form.get_by_test_id("form")).to_have_attribute("data-status", "on")
    form.get_by_label("Camera", exact=True).select_option("fake_device_1")
    expect(form.get_by_test_id("form-said")).to_have_text("This is fake_device_1.")
    assert frame.evaluate(OPEN) == 1
    form.get_by_role("button", name="Use it").click()
    person.sees_toast("fake_device_1 is off until a tool takes a picture.")
    person.sees_status("Connected")

    frame = frame_of(person, url)
    person["page-show"].click()
    person.run("take_snapshot", '{"width": 320}')
    person.sees_result("320 by 180 pixels. From fake_device_1.")
    expect(person["image"]).to_be_visible()
    expect(person.server_page.get_by_test_id("note")).to_have_text("From fake_device_1.")
    assert violations(frame) == []
    person.run("scan")
    person.sees_result("<b>Bread</b>")
    person.run("describe")
    person["ask-answer"].fill("A green clock.")
    person["ask-accept"].click()
    person.sees_result("A green clock.")
    assert frame.evaluate(f"[streams.length, {OPEN}]") == [3, 0]

    frame.evaluate(BUSY)
    person.run("take_snapshot")
    person.sees_result("Another program uses the camera, or it does not work. Close that program.")
    frame.evaluate(HANG)
    person["run"].click()
    person.sees_call("Running")
    frame.evaluate("void setTimeout(() => location.reload())")
    expect(person["call-view"]).to_have_attribute("data-status", "failed")

    person.open_tab("about")
    person.named("revoke", "camera").click()
    person["step-connect"].click()
    person.sees_status("Connected")
    person.open_tab("tools")
    person.run("take_snapshot")
    person.sees_result("The host does not let this page use the camera.")
