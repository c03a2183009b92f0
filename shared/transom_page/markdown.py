"""Foreign text as Markdown. Nothing in it can load anything, or run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from .clean import clean
from .dom import Child, Element, h, spawn
from .markdown_weight import is_light_markdown
from .wholes import in_wholes

TAGS = (
    *("p", "b", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "br", "hr", "a", "img"),
    *("table", "thead", "tbody", "tr", "th", "td", "span"),
)
ATTRIBUTES = ("href", "src", "alt", "title", "start")


def markdown(text: str, laid_out: Callable[[], None] = lambda: None) -> Element:
    """An element with the text, which is laid out when the libraries for that are there, unless it is too much.

    `laid_out` is called then: the element may be higher.
    """
    element = h("div", h("p", text, class_="plain-text"), class_="md", data_status="plain", testid="markdown")
    if is_light_markdown(text):
        spawn(_lay_out(element, text, laid_out))
    return element


async def _lay_out(element: Element, text: str, laid_out: Callable[[], None]) -> None:
    fragment = await clean(html_of(text), TAGS, ATTRIBUTES)
    for image in fragment.querySelectorAll('img:not([src^="data:image/"])'):
        image.remove()
    for table in fragment.querySelectorAll("table"):
        place = h("div", role="group", aria_label="Table", tabindex="0")._dom_element
        table.replaceWith(place)
        place.append(table)
    element._dom_element.replaceChildren(fragment)
    element._dom_element.setAttribute("data-status", "rendered")
    laid_out()


def html_of(text: str) -> str:
    """Not to be shown before it has been through the gate."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("js-default")
    for name, rule in RULES.items():
        parser.add_render_rule(name, rule)
    return parser.render(text)


def pieces(text: str) -> list[Child]:
    """A text whose ids, dates and amounts stay whole: each is a `span`, for a style sheet that has it not break."""
    return [h("span", part) if is_whole else part for part, is_whole in in_wholes(text)]


def _text(renderer: Any, tokens: Sequence[Any], index: int, options: Any, env: Any) -> str:
    parts = in_wholes(tokens[index].content)
    return "".join(f"<span>{escape(part)}</span>" if is_whole else escape(part) for part, is_whole in parts)


# Headings of a foreign text would get among those of the page.
def _heading(renderer: Any, tokens: Sequence[Any], index: int, options: Any, env: Any) -> str:
    return "<p><b>"


def _heading_end(renderer: Any, tokens: Sequence[Any], index: int, options: Any, env: Any) -> str:
    return "</b></p>\n"


def _image(renderer: Any, tokens: Sequence[Any], index: int, options: Any, env: Any) -> str:
    """A picture from elsewhere would tell that elsewhere who looks at it: it becomes a link."""
    source, words = str(tokens[index].attrs.get("src", "")), tokens[index].content
    if source.startswith("data:image/"):
        return f'<img src="{escape(source)}" alt="{escape(words)}">'
    return f'<a href="{escape(source)}">Image: {escape(words or source)}</a>'


RULES = {"heading_open": _heading, "heading_close": _heading_end, "image": _image, "text": _text}
