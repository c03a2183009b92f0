"""Pictures of the host in its main states: `python -m tests.browser.host.screenshots FOLDER`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from devserver.browsers import LAUNCH_ARGUMENTS, find_chromium
from devserver.origins import ROOT
from runtime.build import DIST, build

from ...conftest import LIMIT_MS, Site, prepare, serving
from .pages import add_plain, add_servers
from .person import Person

SIZES = {"wide": (1280, 800), "narrow": (390, 844)}


def states(person: Person, urls: dict[str, str], plain: str) -> Iterator[str]:
    """Lead the page from state to state; the name of each."""
    yield "first-visit"
    person.add(urls["form"])
    person.page.frame_locator("[data-testid=setup-page] iframe").locator("#name").wait_for()
    yield "setup-form"
    person["setup-cancel"].click()
    person.add(urls["permission"])
    person["permissions"].wait_for()
    yield "permissions"
    person["setup-cancel"].click()
    person.add(plain)
    person["problem"].wait_for()
    yield "no-server"
    person.add_and_connect(urls["kitchen"])
    yield "connected"
    person.open_tool("echo_defaults")
    yield "form"
    for tool in ("markdown", "several", "error_raised", "structured_misfit", "protocol_error"):
        person.run(f"result_{tool}")
        person["call-actions"].wait_for()
        yield f"result-{tool}"
    person.run("slow")
    person["call-view"].locator("progress").wait_for()
    yield "running"
    for tab in ("resources", "prompts", "log", "about"):
        person.open_tab(tab)
        yield tab
    person.open_tab("tools")
    person.run("ask_form")
    expect(person["ask-decline"]).to_be_enabled()
    yield "elicitation"
    person.press("Escape")
    person.run("ask_sampling", '{"question": "Which bread is best?"}')
    expect(person["ask-decline"]).to_be_enabled()
    yield "sampling"
    person.press("Escape")
    person["wire-button"].click()
    person["wire-rows"].wait_for()
    yield "messages"
    person["wire-button"].click()
    person["palette-button"].click()
    yield "palette"
    person.press("Escape")
    person["settings-button"].click()
    yield "settings"
    person.press("Escape")
    person.add_and_connect(urls["shown"])
    yield "its-page"


@contextmanager
def site_with(*pages: str) -> Iterator[Site]:
    build()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), DIST) as site:
        for page in ("host", *pages):
            shutil.copytree(ROOT / page, site.root / page, ignore=shutil.ignore_patterns("__pycache__"))
        yield site


def take(site: Site, states: Callable[[Person], Iterator[str]], *flags: str) -> None:
    """A picture of each state, wide and narrow, light and dark, in the folder that the command line names."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=LIMIT_MS)
    with sync_playwright() as playwright:
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                # A browser for each: Chromium crashes now and then, the sooner the more pages it has had
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*LAUNCH_ARGUMENTS, *flags])
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
                prepare(context)
                person = Person.visiting(context, site.host())
                for number, state in enumerate(states(person), 1):
                    path = folder / f"{size}-{scheme}-{number:02}-{state}.png"
                    person.page.screenshot(path=path, animations="disabled")
                    print(path.name, flush=True)
                browser.close()


def main() -> None:
    with site_with("apps/hello") as site:
        urls, plain = add_servers(site), add_plain(site)
        take(site, lambda person: states(person, urls, plain))


if __name__ == "__main__":
    main()
