"""Code and JSON in colours."""

from __future__ import annotations

from transom_libraries import load
from transom_page.clean import clean
from transom_page.dom import Element, h, spawn

COLOURED_CHARACTERS = 10_000
"""The time for colours grows with the square of this."""


def code_block(text: str, language: str = "json") -> Element:
    """An element with the text at once, and with its colours as soon as the library is there."""
    code = h("code", text)
    if len(text) <= COLOURED_CHARACTERS:
        spawn(_colour(code, text, language))
    return h("pre", code, class_="code-block", testid="code")


def json_block(text: str) -> Element:
    return code_block(text, "json")


async def _colour(code: Element, text: str, language: str) -> None:
    html = await (await load("highlight/index.js")).highlightHTML(text, language)
    code._dom_element.replaceChildren(await clean(html, ["span"], ["class"]))
