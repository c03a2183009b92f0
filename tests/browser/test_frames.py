"""Pages inside frames: on other origins and sites, in sandboxes, with storage denied."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Frame, Page, Playwright, Route

from devserver.browsers import LAUNCH_ARGUMENTS, find_chromium
from tests.conftest import LIMIT_MS, Site, html, wait_for_element, wait_for_status, wait_until

SHOW_STORAGE = """
import json
from pyscript import document, storage, window
stored = await storage("test")
stored["key"] = "value"
await stored.sync()
window.localStorage.setItem("key", "local")
values = [stored["key"], window.localStorage.getItem("key")]
document.documentElement.dataset.result = json.dumps(values)
"""

HOST = """<!doctype html>
<title>Host</title>
<script>
  window.stages = [];
  addEventListener("message", ({{ data, origin }}) => stages.push([data, origin]));
</script>
{frames}
"""


def host(site: Site, *urls: str, sandbox: str | None = None) -> str:
    """A page that has others in frames."""
    attribute = "" if sandbox is None else f'sandbox="{sandbox}"'
    frames = "".join(f'<iframe src="{url}" {attribute}></iframe>' for url in urls)
    return site.add({"index.html": HOST.format(frames=frames)})


def frame_in(page: Page, number: int, status: str) -> Frame:
    """The frame, once it has come to a status."""
    element = page.locator("iframe").nth(number).element_handle()
    assert element is not None
    frame = element.content_frame()
    assert frame is not None
    wait_for_status(frame, status)
    return frame


def result_in(frame: Frame) -> str | None:
    wait_for_element(frame, "html[data-result]")
    return frame.locator("html").get_attribute("data-result")


def storage_of(frame: Frame) -> str | None:
    return frame.locator("html").get_attribute("data-storage")


def test_a_page_keeps_what_it_stores(site: Site, page: Page) -> None:
    page.goto(site.add_script(SHOW_STORAGE))
    assert result_in(page.main_frame) == '["value", "local"]'
    assert storage_of(page.main_frame) == "persistent"
    assert page.evaluate("indexedDB.databases().then((all) => all.length > 0)")


@pytest.fixture
def denying_page(playwright: Playwright) -> Iterator[Page]:
    """A browser in which a frame of another site has no storage, as in private windows."""
    arguments = [argument for argument in LAUNCH_ARGUMENTS if not argument.startswith("--disable-features")]
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=arguments)
    page = browser.new_page()
    page.set_default_timeout(LIMIT_MS)
    yield page
    browser.close()


def test_a_frame_of_another_site_works_with_storage_denied(site: Site, denying_page: Page) -> None:
    inner = site.add_script(SHOW_STORAGE)
    denying_page.goto(host(site, inner).replace("localhost", "127.0.0.1"))
    frame = frame_in(denying_page, 0, "ready")
    assert result_in(frame) == '["value", "local"]'
    assert storage_of(frame) == "memory"


def test_a_frame_of_another_site_works_with_storage_partitioned(site: Site, page: Page) -> None:
    inner = site.add_script(SHOW_STORAGE)
    page.goto(host(site, inner).replace("localhost", "127.0.0.1"))
    frame = frame_in(page, 0, "ready")
    assert result_in(frame) == '["value", "local"]'


def test_an_opaque_sandbox_works_with_its_script_in_the_page(site: Site, page: Page) -> None:
    inner = site.add({"index.html": html(f'<script type="py">{SHOW_STORAGE}</script>')})
    page.goto(host(site, inner, sandbox="allow-scripts"))
    frame = frame_in(page, 0, "ready")
    assert frame.evaluate("origin") == "null"
    assert result_in(frame) == '["value", "local"]'
    assert storage_of(frame) == "memory"


def test_an_opaque_sandbox_may_not_read_sources(site: Site, page: Page) -> None:
    page.goto(host(site, site.add_script("pass"), sandbox="allow-scripts"))
    frame = frame_in(page, 0, "failed")
    card = frame.locator(".transom-card")
    assert card.get_attribute("data-kind") == "script"
    assert "sandbox without allow-same-origin" in card.inner_text()


def test_a_sandbox_with_its_origin_works(site: Site, page: Page) -> None:
    page.goto(host(site, site.add_script(SHOW_STORAGE), sandbox="allow-scripts allow-same-origin"))
    frame = frame_in(page, 0, "ready")
    assert result_in(frame) == '["value", "local"]'
    assert storage_of(frame) == "persistent"


def test_two_frames_boot_side_by_side(site: Site, page: Page) -> None:
    source = "from pyscript import document\ndocument.documentElement.dataset.result = {!r}"
    urls = [site.add_script(source.format(name)) for name in ("one", "two")]
    page.goto(host(site, *urls))
    assert [result_in(frame_in(page, number, "ready")) for number in (0, 1)] == ["one", "two"]


def test_a_frame_tells_its_stages_to_the_window_above_and_nothing_else(site: Site, page: Page) -> None:
    inner = site.add_script("pass")
    page.goto(host(site, inner))
    frame_in(page, 0, "ready")
    wait_until(page, "stages.some(([{ stage }]) => stage === 'ready')")
    stages = page.evaluate("stages")
    origin = inner.rstrip("/")
    assert stages == [[{"type": "TRANSOM_STAGE", "stage": stage}, origin] for stage in ("loading", "starting", "ready")]


def test_a_frame_tells_that_it_failed(site: Site, page: Page) -> None:
    page.goto(host(site, site.add_script("1 / 0")))
    frame_in(page, 0, "failed")
    wait_until(page, "stages.some(([{ stage }]) => stage === 'failed')")
    assert "ready" not in [data["stage"] for data, _ in page.evaluate("stages")]


def test_a_reload_boots_again_in_a_frame(site: Site, page: Page) -> None:
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        """The first load gets no further. A route that ends by itself may leave a request of the next one waiting."""
        if held:
            route.continue_()
        held.append(route)

    page.route("**/snapshot.bin", hold_first)
    page.goto(host(site, site.url("hello")))
    frame = frame_in(page, 0, "loading")
    frame.evaluate("void setTimeout(() => location.reload())")
    wait_until(page, "stages.filter(([{ stage }]) => stage === 'loading').length === 2")
    wait_until(page, "stages.at(-1)[0].stage === 'ready'")
    frame_in(page, 0, "ready").get_by_text("Waiting for the host").wait_for()


def test_other_origins_read_the_runtime_and_nothing_else(site: Site, browser: Browser, page: Page) -> None:
    app, other = site.add_script("secret = 1"), site.add_script("pass")
    page.goto(other)
    fetches = """async ([app]) => {
        const get = (path) => fetch(app + path).then((r) => r.ok, () => false);
        return [await get("runtime/page.js"), await get("server.py"), await get("origins.json"), await get("")];
    }"""
    assert page.evaluate(fetches, [app]) == [True, False, False, False]
