"""Which copilot is loaded: the one beside this dashboard, or for a trial another one that the person agrees to."""

from __future__ import annotations

from pyodide.ffi import JsException
from pyscript import window
from transom import served_origin
from transom_page.dialogs import ask
from transom_page.dom import h

from operations.views.words import clip

PARAMETER = "copilot"
ADDRESS_CHARACTERS = 300


class NoCopilot(Exception):
    """The address that was named can't be that of a copilot; the text says why."""


async def usual() -> str:
    return f"{await served_origin('copilot')}/"


def named_in_address() -> str | None:
    """The address in this page's own, checked. Raises `NoCopilot`."""
    found = window.URLSearchParams.new(window.location.search).get(PARAMETER)
    if not isinstance(found, str) or not found.strip():
        return None
    try:
        url = window.URL.new(found.strip())
    except JsException as error:
        raise NoCopilot(f"“{clip(found, ADDRESS_CHARACTERS)}” is not an address. Write it as http://…") from error
    if url.protocol not in ("http:", "https:"):
        raise NoCopilot(f"A copilot is a web page, and its address starts with http: or https:, not {url.protocol}")
    if url.origin == window.location.origin:
        raise NoCopilot("A copilot has an origin of its own: a page of this one could read and do everything here.")
    return str(url.href)


async def is_wanted(address: str) -> bool:
    """Ask the person about a copilot that somebody's link has named."""
    body = h(
        "div",
        h("p", "The address of this page names another copilot than the usual one:"),
        h("p", h("code", clip(address, ADDRESS_CHARACTERS))),
        h(
            "p",
            "It would read what the rules allow, and could send that anywhere. Load it only if you know whose it is.",
        ),
    )
    answers = [("usual", "Use the usual copilot"), ("named", "Load this one")]
    return await ask("Load another copilot?", body, answers, testid="other-copilot") == "named"
