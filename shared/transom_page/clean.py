"""The one gate for HTML that is not our own: DOMPurify, with lists of what may pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyscript import window
from pyscript.ffi import to_js
from transom_libraries import load

ADDRESSES = "^(?:https?:|mailto:)"


async def clean(html: str, tags: Sequence[str], attributes: Sequence[str]) -> Any:
    """A DocumentFragment with those elements and attributes alone. Its links open in a tab of their own."""
    purify = (await load("purify.js")).default
    fragment = purify.sanitize(
        html,
        to_js(
            {
                "ALLOWED_TAGS": list(tags),
                "ALLOWED_ATTR": list(attributes),
                "ALLOW_DATA_ATTR": False,
                "ALLOW_ARIA_ATTR": False,
                "ALLOWED_URI_REGEXP": window.RegExp.new(ADDRESSES, "i"),
                "RETURN_DOM_FRAGMENT": True,
            }
        ),
    )
    for anchor in fragment.querySelectorAll("a[href]"):
        anchor.setAttribute("target", "_blank")
        anchor.setAttribute("rel", "noopener noreferrer")
    return fragment
