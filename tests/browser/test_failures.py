"""What goes wrong on the way to Python ends in a page that works, or in a card that says what to do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Route

from runtime.build import DIST
from tests.conftest import Site, html, result_of, serving, wait_for_status

SHOW_ADDITION = """
from mcp import Client
from mcp.server import MCPServer
from pyscript import document
mcp = MCPServer("Test")

@mcp.tool()
def add(a: int, b: int) -> int:
    return a + b

async with Client(mcp) as client:
    result = await client.call_tool("add", {"a": 2, "b": 3})
document.documentElement.dataset.result = str(result.structured_content["result"])
"""


def card(page: Page) -> tuple[str, str, str]:
    """The kind, title and advice of the card; the page says that it failed."""
    wait_for_status(page, "failed")
    shown = page.locator(".transom-card")
    kind = shown.get_attribute("data-kind")
    assert kind is not None
    return kind, shown.locator("h2").inner_text(), shown.locator("p").inner_text()


def details(page: Page) -> str:
    page.locator(".transom-card summary").click()
    return page.locator(".transom-card pre").inner_text()


def warnings_of(page: Page) -> list[str]:
    messages: list[str] = []

    def keep(message: ConsoleMessage) -> None:
        if message.type == "warning":
            messages.append(message.text)

    page.on("console", keep)
    return messages


@pytest.mark.parametrize(
    "damage",
    [{"body": b"garbage"}, {"status": 404, "body": b""}],
    ids=["garbage", "missing"],
)
def test_a_bad_snapshot_boots_the_plain_way_and_says_so(site: Site, page: Page, damage: dict[str, object]) -> None:
    warnings = warnings_of(page)
    page.route("**/snapshot.bin", lambda route: route.fulfill(**damage))  # type: ignore[arg-type]
    page.goto(site.add_script(SHOW_ADDITION))
    assert result_of(page) == 5
    assert any("without its memory snapshot" in text and "snapshot.bin" in text for text in warnings)


PARSE = """async ([image, snapshot]) => {
    const { parse } = await import(image);
    const whole = await (await fetch(snapshot)).arrayBuffer();
    const zeros = new Uint8Array(100_000);
    const magic = Uint8Array.from("TRM1", (letter) => letter.charCodeAt());
    const outcomes = [whole, whole.slice(0, -1), zeros.buffer, magic.buffer, new ArrayBuffer(0)].map((buffer) => {
        try { return parse(buffer).pages.length > 0 } catch (error) { return error.message }
    });
    return outcomes;
}"""


def test_a_snapshot_is_checked_as_a_whole_before_anything_of_it_is_used(site: Site, page: Page, runtime: Path) -> None:
    page.goto(site.add({"index.html": "<!doctype html><title>No Python</title>"}))
    names = [f"/runtime/{runtime.name}/{name}" for name in ("image.js", "snapshot.bin")]
    whole, short, *others = page.evaluate(PARSE, names)
    assert whole is True
    size = (DIST / runtime.name / "snapshot.bin").stat().st_size
    assert short == f"The memory snapshot has {size - 1} bytes, not {size}."
    assert all(isinstance(other, str) and other.startswith("The memory snapshot") for other in others)


@pytest.fixture
def damaged(tmp_path: Path, runtime: Path) -> Iterator[tuple[Site, Path]]:
    """A server with a runtime of its own; the folder of its build, whose files are links: replace, don't write."""
    dist = tmp_path / "dist"
    shutil.copytree(DIST, dist, copy_function=os.link)
    with serving(tmp_path, dist) as site:
        yield site, dist / runtime.name


def test_a_snapshot_that_was_damaged_on_disk_boots_the_plain_way(damaged: tuple[Site, Path], page: Page) -> None:
    site, build = damaged
    warnings = warnings_of(page)
    path = build / "snapshot.bin.zst"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.unlink()
    path.write_bytes(data)
    page.goto(site.add_script(SHOW_ADDITION))
    assert result_of(page) == 5
    assert any("without its memory snapshot" in text for text in warnings)


@pytest.mark.parametrize(
    "name",
    ["site.zip", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "pydantic_core._pydantic_core.wasm"],
)
@pytest.mark.parametrize("damage", [{"status": 404, "body": b""}, {"body": b"garbage"}], ids=["missing", "garbage"])
def test_a_runtime_file_that_is_missing_or_damaged_is_named(
    site: Site, page: Page, name: str, damage: dict[str, object]
) -> None:
    page.route(f"**/runtime/*/{name}", lambda route: route.fulfill(**damage))  # type: ignore[arg-type]
    page.goto(site.url("hello"))
    kind, title, advice = card(page)
    assert kind == "file"
    assert title == "Python could not be loaded"
    assert Path(name).name in advice


@pytest.mark.parametrize("name", ["page.js", "boot.js", "manifest.js", "pyodide/pyodide.mjs"])
def test_a_missing_script_of_the_runtime_is_a_card(site: Site, page: Page, name: str) -> None:
    page.route(f"**/runtime/*/{name}", lambda route: route.fulfill(status=404, body=""))
    page.goto(site.url("hello"))
    wait_for_status(page, "failed")
    assert "Python could not be loaded" in page.locator(".transom-card").inner_text()


@pytest.mark.parametrize("name", ["pyodide/pyodide.asm.mjs", "pyscript/core.js"])
def test_a_missing_script_of_a_package_is_named(site: Site, page: Page, name: str) -> None:
    page.route(f"**/runtime/*/{name}", lambda route: route.fulfill(status=404, body=""))
    page.goto(site.url("hello"))
    kind, _, advice = card(page)
    assert (kind, Path(name).name in advice) == ("file", True)


def test_a_policy_without_webassembly_is_explained(site: Site, page: Page) -> None:
    policy = """<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline'" />"""
    page.goto(site.add_script("pass", head=policy))
    kind, title, advice = card(page)
    assert (kind, title) == ("wasm", "This page may not run WebAssembly")
    assert "'wasm-unsafe-eval'" in advice
    assert "Content Security Policy" in details(page)


def test_offline_says_so(site: Site, context: BrowserContext) -> None:
    page = context.new_page()

    def go_offline(route: Route) -> None:
        context.set_offline(True)
        route.abort("internetdisconnected")

    page.route("**/site.zip", go_offline)
    page.goto(site.url("hello"))
    kind, title, _ = card(page)
    assert (kind, title) == ("offline", "You are offline")


def test_an_exception_is_shown_with_file_and_line(site: Site, page: Page) -> None:
    page.goto(site.add_script("value = 1\nvalue.missing\n"))
    kind, title, advice = card(page)
    assert (kind, title) == ("python", "The page's Python stopped with an error")
    assert "'int' object has no attribute 'missing'" in advice
    assert "(server.py, line 2)" in advice
    assert details(page).startswith('Traceback (most recent call last):\n  File "server.py", line 2, in <module>\n')
    assert "value.missing" in page.locator(".transom-card pre").inner_text()


def test_an_exception_after_an_await_is_shown_too(site: Site, page: Page) -> None:
    page.goto(site.add_script("import asyncio\nawait asyncio.sleep(0.01)\n1 / 0\n"))
    assert "division by zero (server.py, line 3)" in card(page)[2]


def test_a_syntax_error_is_shown_with_file_and_line(site: Site, page: Page) -> None:
    page.goto(site.add_script("x = 1\ndef broken(:\n    pass\n"))
    kind, _, advice = card(page)
    assert kind == "python"
    assert "SyntaxError: invalid syntax (server.py, line 2)" in advice


def test_an_exception_in_a_pages_own_module_names_that_module(site: Site, page: Page) -> None:
    url = site.add_script(
        "import helper",
        attributes="""config='{"files": {"./helper.py": ""}}'""",
        **{"helper.py": "a = 1\nraise RuntimeError('no luck')\n"},
    )
    page.goto(url)
    assert "RuntimeError: no luck (helper.py, line 2)" in card(page)[2]


def test_a_script_in_the_page_is_named_as_such(site: Site, page: Page) -> None:
    page.goto(site.add({"index.html": html('<script type="py">\nundefined_name\n</script>')}))
    assert "(script in the page, line 1)" in card(page)[2]


def test_a_missing_script_is_named(site: Site, page: Page) -> None:
    page.goto(site.add({"index.html": html('<script type="py" src="./gone.py"></script>')}))
    kind, title, advice = card(page)
    assert (kind, title) == ("script", "A file of the page could not be loaded")
    assert "gone.py" in advice


@pytest.mark.parametrize("config", ["{broken", "./gone.json", "./broken.json"])
def test_a_bad_configuration_is_named(site: Site, page: Page, config: str) -> None:
    body = f'<script type="py" src="./server.py" config="{config}"></script>'
    page.goto(site.add({"index.html": html(body), "server.py": "pass", "broken.json": "{"}))
    kind, _, advice = card(page)
    assert kind == "config"
    assert config.removeprefix("./") in advice or "The configuration" in advice


@pytest.mark.parametrize("package", ["./gone-1.0-py3-none-any.whl", "not-a-package"])
def test_a_package_that_can_not_be_had_is_named(site: Site, page: Page, package: str) -> None:
    page.goto(site.add_script("pass", attributes=f"""config='{{"packages": ["{package}"]}}'"""))
    kind, title, advice = card(page)
    assert (kind, title) == ("package", "A package could not be installed")
    assert package.removeprefix("./") in advice


def test_a_file_of_the_configuration_that_is_not_there_is_named(site: Site, page: Page) -> None:
    page.goto(site.add_script("pass", attributes="""config='{"files": {"./gone.txt": ""}}'"""))
    kind, _, advice = card(page)
    assert (kind, "gone.txt" in advice) == ("script", True)


@pytest.mark.parametrize("files", [{}, {"shapes.zip": "no archive"}], ids=["not there", "no archive"])
def test_an_archive_that_can_not_be_unpacked_is_named(site: Site, page: Page, files: dict[str, str]) -> None:
    page.goto(site.add_script("pass", attributes="""config='{"files": {"./shapes.zip": "./shapes/*"}}'""", **files))
    kind, _, advice = card(page)
    assert (kind, "shapes.zip" in advice) == ("script", True)


def test_an_error_in_a_running_page_is_shown_and_the_page_goes_on(site: Site, page: Page) -> None:
    source = """
from pyscript import document, when

@when("click", "#go")
def go(event):
    document.title = "clicked"
    raise ValueError("not this time")
"""
    body = '<button id="go" type="button">Go</button><script type="py" src="./server.py"></script>'
    page.goto(site.add({"index.html": html(body), "server.py": source}))
    wait_for_status(page, "ready")
    page.click("#go")
    shown = page.locator(".transom-card")
    assert "ValueError: not this time" in shown.inner_text()
    assert page.locator("html").get_attribute("data-status") == "ready"
    shown.get_by_role("button", name="Dismiss").click()
    assert shown.count() == 0


def test_foreign_text_in_an_error_stays_text(site: Site, page: Page) -> None:
    page.goto(site.add_script("raise ValueError('<img src=x onerror=document.title=1>')"))
    assert "<img src=x" in card(page)[2]
    assert page.locator(".transom-card img").count() == 0


def test_the_details_can_be_copied(site: Site, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(site.add_script("1 / 0"))
    wait_for_status(page, "failed")
    page.locator(".transom-card summary").click()
    page.get_by_role("button", name="Copy the details").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert "ZeroDivisionError" in page.evaluate("navigator.clipboard.readText()")


def test_a_start_that_stops_ends_with_a_card(site: Site, context: BrowserContext) -> None:
    context.clock.install()  # in all of its pages, and for good
    page = context.new_page()
    page.route("**/snapshot.bin", lambda route: None)
    with page.expect_request("**/snapshot.bin"):
        page.goto(site.url("hello"))
    page.locator("html[data-status=loading]").wait_for(state="attached")
    page.clock.run_for(10_000)
    page.get_by_text("MB").wait_for()
    page.clock.run_for(61_000)
    assert card(page)[:2] == ("stalled", "Loading Python has stopped")


def test_an_error_in_a_group_is_named(site: Site, page: Page) -> None:
    page.goto(site.add_script("raise ExceptionGroup('several', [ValueError('the first of them')])"))
    card = page.locator(".transom-card")
    card.wait_for()
    assert "ValueError: the first of them (server.py, line 1)" in (card.locator("p").text_content() or "")
