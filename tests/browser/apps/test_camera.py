"""The camera, as a person with two of them meets it in the host."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Frame, FrameLocator, Page, expect

from ...conftest import wait_until
from ..host.person import Person
from .frames import DENIED, frame_of, leave, sees_it_alone, sees_sessions, violations

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

TOOLS = ("take_snapshot", "scan", "describe")

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
    const look = CanvasRenderingContext2D.prototype.getImageData;
    window.looks = 0;
    CanvasRenderingContext2D.prototype.getImageData = function (...where) {
        window.looks += 1;
        return look.apply(this, where);
    };
    navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement("canvas");
        const pen = canvas.getContext("2d");
        const draw = () => {
            pen.fillStyle = looks < 2 ? "black" : "white";
            pen.fillRect(0, 0, canvas.width, canvas.height);
        };
        draw();
        setInterval(draw, 50);
        return canvas.captureStream();
    };
}"""
"""Until the page has looked twice, however long that takes."""
LIGHT = """async () => {
    const bitmap = await createImageBitmap(document.querySelector("#picture"));
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.drawImage(bitmap, 0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data[0];
}"""


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


def test_a_person_allows_the_camera_and_it_is_on_only_for_pictures_until_they_set_it_up_again_or_do_not_allow_it(
    person: Person, app: Callable[[str], str]
) -> None:
    url = app("camera")
    person.page.add_init_script(WATCHED)
    look_at_the_preview(person, f"{url}?one")
    take_pictures(person, frame_of(person, f"{url}?one"))
    use_another_session(person, f"{url}?another")
    leave_in_any_tool(person, frame_of(person, f"{url}?one"))
    set_up_again(person)
    take_pictures_that_can_not_be(person, frame_of(person, f"{url}?one"))
    use_any_where_nothing_is_kept(person, f"{url}?third")
    allow_it_no_more(person)


def look_at_the_preview(person: Person, url: str) -> None:
    form = allow(person, url)
    expect(form.get_by_test_id("form-said")).to_have_text("This is fake_device_0.")
    frame = frame_of(person, url)
    assert frame.evaluate(OPEN) == 1
    assert violations(frame) == []
    frame.evaluate("document.querySelector('#preview').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))")
    expect(form.get_by_test_id("form-said")).to_contain_text("The camera was disconnected.")
    assert frame.evaluate(OPEN) == 0
    form.get_by_role("button", name="Look again").focus()
    person.press("Enter")
    expect(form.get_by_test_id("form")).to_have_attribute("data-status", "on")
    expect(form.get_by_role("button", name="Look again")).to_be_focused()
    assert frame.evaluate(OPEN) == 1
    use(form, "fake_device_1")
    person.sees_toast("fake_device_1 is off until a tool takes a picture.")
    person.sees_status("Connected")


def take_pictures(person: Person, frame: Frame) -> None:
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


def use_another_session(person: Person, url: str) -> None:
    """The choice of the first one is kept by now."""
    person.rename("Camera", "The first")
    use(allow(person, url), "fake_device_0")
    person.sees_status("Connected")
    person.run("take_snapshot")
    person.sees_result("From fake_device_0.")
    person.choose("The first")


def leave_in_any_tool(person: Person, frame: Frame) -> None:
    frame.evaluate(HANG)
    for tool in TOOLS:
        person.run(tool)
        person.sees_call("Running")
    leave(person, frame, *TOOLS)
    person.run("take_snapshot")
    person.sees_result("From fake_device_1.")
    sees_sessions(person, 3)


def set_up_again(person: Person) -> None:
    person.open_tab("about")
    person["set-up-again"].click()
    use(person.setup_page, "fake_device_0")
    person.sees_toast("The first: fake_device_0 is off")
    person.sees_status("Connected")
    person.open_tab("tools")
    person.run("take_snapshot")
    person.sees_result("From fake_device_0.")


def take_pictures_that_can_not_be(person: Person, frame: Frame) -> None:
    frame.evaluate(FAIL)
    person.run("scan")
    person.sees_result("From fake_device_0. The browser failed to look for barcodes.")
    assert frame.evaluate(f"[streams.length, {OPEN}]") == [2, 0]
    frame.evaluate(DARK_AT_FIRST)
    person.run("take_snapshot")
    person.sees_result("300 by 150 pixels.")
    assert frame.evaluate(LIGHT) == 255
    frame.evaluate(BUSY)
    person["run"].click()
    person.sees_result("Another program uses the camera, or it does not work. Close that program.")


def use_any_where_nothing_is_kept(person: Person, url: str) -> None:
    """There is no form: what is chosen would be gone in the next visit."""
    person.page.add_init_script(DENIED)
    allow(person, url)
    person.sees_status("Connected")
    person.run("take_snapshot")
    person.sees_result("From fake_device_")


def allow_it_no_more(person: Person) -> None:
    person["disconnect"].click()
    person.open_tab("about")
    person.named("revoke", "camera").click()
    person["connect"].click()
    person.sees_status("Connected")
    person.open_tab("tools")
    person.run("take_snapshot")
    person.sees_result("The host does not let this page use the camera.")
    person.sees_result("This is a drawn test picture.")


def test_alone_in_a_tab_it_says_what_it_is(page: Page, app: Callable[[str], str]) -> None:
    page.goto(app("camera"))
    sees_it_alone(page, "Camera")
    assert violations(page.main_frame) == []
