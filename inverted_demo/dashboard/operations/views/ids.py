"""Ids in texts: one of them never goes on in the next line."""

from __future__ import annotations

import re

from transom_page.dom import Child, h

ID = re.compile(r"\b([A-Z]-\d{1,6})\b")


def unbroken(text: str) -> list[Child]:
    """A text for an element. Browsers break a line after each hyphen."""
    return [h("span", part, class_="id") if ID.fullmatch(part) else part for part in ID.split(text)]
