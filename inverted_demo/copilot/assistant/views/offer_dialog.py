"""What the application offers, to be read: the server's own words, as text."""

from __future__ import annotations

import mcp_types as types
from transom_page.dialogs import Modal
from transom_page.dom import Child, Element, h, replace

from assistant.offer import Offer
from assistant.suggestions import first_sentence, spoken, title_of

ABOUT = "This is all that the copilot can see and do here. Whether a call is allowed is for the application to say."


class OfferDialog:
    def __init__(self) -> None:
        self._body = h("div", class_="offer")
        self._modal = Modal("What is offered", h("p", ABOUT, class_="note"), self._body, testid="offer-dialog")

    def open(self, offer: Offer) -> None:
        self.draw(offer)
        self._modal.open()

    def draw(self, offer: Offer) -> None:
        """Also while it is open: tools come and go."""
        replace(
            self._body,
            _part("Tools", [_tool(tool, offer) for tool in offer.tools]),
            _part(
                "Resources", [_item(one.title or one.name, str(one.uri), one.description) for one in offer.resources]
            ),
            _part(
                "Prompts", [_item(one.title or spoken(one.name), one.name, one.description) for one in offer.prompts]
            ),
        )


def _part(title: str, items: list[Element]) -> Child:
    return [h("h3", title), h("ul", *items)] if items else None


def _tool(tool: types.Tool, offer: Offer) -> Element:
    reads = bool(tool.annotations and tool.annotations.read_only_hint)
    return _item(title_of(tool.name, offer), tool.name, tool.description, "reads" if reads else "acts")


def _item(title: str, name: str, description: str | None, kind: str = "") -> Element:
    mark = h("span", kind, class_="mark", data_kind=kind) if kind else None
    about = h("p", text, class_="note") if (text := first_sentence(description)) else None
    return h("li", h("p", h("b", title), " ", h("code", name), " ", mark), about)
