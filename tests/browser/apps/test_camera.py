"""The camera, as a person meets it in the host; with Chromium's own fake cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Frame, FrameLocator, Playwright, expect

from devserver.browsers import LAUNCH_ARGUMENTS, find_chromium

from ...conftest import Site, prepare, wait_until
from ..host.person import Person
from .frames import frame_of, leave, leave_a_question, sees_sessions, violations

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
LATE = """() => {
    const media = navigator.mediaDevices;
    const open = media.getUserMedia;
    media.getUserMedia = (wanted) => new Promise((opened) => {
        window.openLate = () => opened(open.call(media, wanted));
        media.getUserMedia = open;
    });
}"""
FAIL = """() => {
    BarcodeDetector.prototype.detect = async () => { throw new DOMException("Out of order", "OperationError"); };
}"""
DARK_AT_FIRST = """() => {
    navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement("canvas");
        const pen = canvas.getContext("2d");
        let pictures = 0;
        const next = () => {
            pen.fillStyle = pictures++ < 10 ? "black" : "white";
            pen.fillRect(0, 0, canvas.width, canvas.height);
        };
        next();
        setInterval(next, 50);
        return canvas.captureStream();
    };
}"""
LIGHT = """async () => {
    const bitmap = await createImageBitmap(document.querySelector("#picture"));
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.drawImage(bitmap, 0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data[0];
}"""


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


def allow(person: Person, url: str) -> FrameLocator:
    """Add the server; its form."""
    person.add(url)
    expect(person.named("permission", "camera")).to_contain_text("Optional")
    person.named("permission", "camera").locator("input[value=allow]").check()
    person["permissions-go"].click()
    return person.setup_page


def use(form: FrameLocator, camera: str) -> None:
    expect(form.get_by_test_id("form")).to_have_attribute("data-status", "on")
    form.get_by_label("Camera", exact=True).select_option(camera)
    expect(form.get_by_test_id("form-said")).to_have_text(f"This is {camera}.")
    form.get_by_role("button", name="Use it").click()


def test_a_person_allows_the_camera_and_it_is_on_only_for_pictures(visitor: Person, app: Callable[[str], str]) -> None:
    person, url = visitor, app("camera")
    form = allow(person, url)
    expect(form.get_by_test_id("form-said")).to_have_text("This is fake_device_0.")
    frame = frame_of(person, url)
    assert frame.evaluate(OPEN) == 1
    assert violations(frame) == []
    frame.evaluate("document.querySelector('#preview').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))")
    expect(form.get_by_test_id("form-said")).to_contain_text("The camera was disconnected.")
    assert frame.evaluate(OPEN) == 0
    assert violations(frame) == []
    form.get_by_role("button", name="Look again").focus()
    person.press("Enter")
    expect(form.get_by_test_id("form")).to_have_attribute("data-status", "on")
    expect(form.get_by_role("button", name="Look again")).to_be_focused()
    assert frame.evaluate(OPEN) == 1
    use(form, "fake_device_1")
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
    expect(person["ask-answer"]).to_be_visible()
    assert frame.evaluate(f"[streams.length, {OPEN}]") == [3, 0]
    person["ask-answer"].fill("A green clock.")
    person["ask-accept"].click()
    person.sees_result("A green clock.")
    cancel_a_description(person, frame)
    frame.evaluate(FAIL)
    person.run("scan")
    person.sees_result("From fake_device_1. The browser failed to look for barcodes.")
    assert frame.evaluate(f"[streams.length, {OPEN}]") == [5, 0]

    frame.evaluate(DARK_AT_FIRST)
    person.run("take_snapshot")
    person.sees_result("300 by 150 pixels.")
    assert frame.evaluate(LIGHT) == 255
    frame.evaluate(BUSY)
    person["run"].click()
    person.sees_result("Another program uses the camera, or it does not work. Close that program.")
    assert violations(frame) == []

    person["disconnect"].click()
    person.open_tab("about")
    person.named("revoke", "camera").click()
    person["connect"].click()
    person.sees_status("Connected")
    person.open_tab("tools")
    person.run("take_snapshot")
    person.sees_result("The host does not let this page use the camera.")


def cancel_a_description(person: Person, frame: Frame) -> None:
    """While the camera is being opened: the browser opens it all the same, afterwards."""
    frame.evaluate(LATE)
    person.run("describe")
    wait_until(frame, "window.openLate")
    person["cancel-call"].click()
    person.sees_call("Cancelled")
    frame.evaluate("openLate()")
    wait_until(frame, f"streams.length === 4 && {OPEN} === 0")
    expect(person["ask"]).to_have_count(0)


def test_each_session_has_a_camera_of_its_own_which_a_reload_in_any_tool_leaves_and_a_setup_replaces(
    visitor: Person, app: Callable[[str], str]
) -> None:
    person, url = visitor, app("camera")
    use(allow(person, f"{url}?one"), "fake_device_0")
    person.sees_status("Connected")
    person.rename("Camera", "The first camera")
    use(allow(person, f"{url}?two"), "fake_device_1")
    person.sees_status("Connected")
    person.run("take_snapshot")
    person.sees_result("From fake_device_1.")
    person.choose("The first camera")
    person.run("take_snapshot")
    person.sees_result("From fake_device_0.")

    for tool in ("take_snapshot", "scan"):
        frame_of(person, f"{url}?one").evaluate(HANG)
        person.run(tool)
        person.sees_call("Running")
        assert violations(frame_of(person, f"{url}?one")) == []
        leave(person, frame_of(person, f"{url}?one"))
    person.run("describe")
    leave_a_question(person, frame_of(person, f"{url}?one"))
    person.run("take_snapshot")
    person.sees_result("From fake_device_0.")
    sees_sessions(person, 5)

    person.open_tab("about")
    person["set-up-again"].click()
    use(person.setup_page, "fake_device_1")
    person.sees_toast("The first camera: fake_device_1 is off")
    person.open_tab("tools")
    person.run("take_snapshot")
    person.sees_result("From fake_device_1.")
