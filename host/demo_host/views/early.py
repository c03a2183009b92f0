"""What the page had from HTML and early.js: what was clicked before Python was there, and the field for an address."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from pyscript import window
from transom_page.dom import Element, add, find, h, replace, set_attributes

from ..state.addresses import AddressError


@dataclass(frozen=True, slots=True)
class Wish:
    kind: str
    """The control's `data-early`: `add`, `select`, `connect`, `palette` …"""
    value: str
    """Its `data-value`, or what stood in its form's field."""


def take_wishes() -> list[Wish]:
    """Take over from early.js, once and for all."""
    early = getattr(window, "transomEarly", None)
    if not early:
        return []
    return [Wish(str(one["kind"]), str(one["value"])) for one in json.loads(early.take())]


def show_address_error(error: AddressError | None, use: Callable[[str], object]) -> None:
    """Say at the field what is wrong with the address. `use` gets the one that was probably meant, when it is taken."""
    problem = find("#address-problem")
    set_attributes(find("#address"), aria_invalid="true" if error else None)
    replace(problem, str(error) if error else None)
    if error and error.suggestion:
        add(problem, " ", _suggestion(error.suggestion, use))


def _suggestion(meant: str, use: Callable[[str], object]) -> Element:
    def clicked(event: object) -> None:
        use(meant)

    return h(
        "button", f"Use {meant}", type="button", class_="small", testid="address-suggestion", on={"click": clicked}
    )
