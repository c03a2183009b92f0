"""A drawing as a picture that stands by itself: with a size, on a ground, and with nothing in it from elsewhere.

Mermaid has cleaned it with DOMPurify. What that leaves is what only a page would mind: links, and pictures and styles
from other places, which would tell those places who looks at the diagram.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree  # what is parsed was written by the browser, which expands no entities

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XHTML = "http://www.w3.org/1999/xhtml"
NAMESPACES = {"": SVG, "xlink": XLINK, "html": XHTML}
REFUSED = {f"{{{space}}}{name}" for space in (SVG, XHTML) for name in ("script", "iframe", "object", "embed", "image")}
REFERENCES = {"href", f"{{{XLINK}}}href", "src"}
ELSEWHERE = re.compile(r"@import[^;]*;?|url\(\s*(?!['\"]?#)[^)]*\)|image-set\([^)]*\)|\\", re.IGNORECASE)
"""In styles: what is not in the picture itself; and escapes, which could spell any of it."""

GONE = "_"
"""Takes their place, so that what is on both sides does not become one."""


class NotDrawn(ValueError):
    """This is no SVG picture with a size."""


@dataclass(frozen=True, slots=True)
class Picture:
    svg: str
    width: int
    height: int


def tidy(text: str, ground: str) -> Picture:
    """A picture of its own size, on a ground of this colour."""
    for prefix, space in NAMESPACES.items():
        ElementTree.register_namespace(prefix, space)
    try:
        root = ElementTree.fromstring(text)  # noqa: S314
        _, _, width, height = map(float, root.get("viewBox", "").replace(",", " ").split())
    except (ElementTree.ParseError, ValueError) as error:
        raise NotDrawn(str(error)) from error
    for element in root.iter():
        _clean(element)
    size = {"width": max(1, round(width)), "height": max(1, round(height))}
    root.attrib.update({name: str(value) for name, value in size.items()}, style=f"background-color: {ground}")
    return Picture(ElementTree.tostring(root, encoding="unicode"), **size)


def _clean(element: ElementTree.Element) -> None:
    for child in list(element):
        if child.tag in REFUSED:
            element.remove(child)
    if element.tag == f"{{{SVG}}}style":
        element.text = ELSEWHERE.sub(GONE, element.text or "")
    for name, value in list(element.attrib.items()):
        if name.lower().startswith("on") or (name in REFERENCES and not value.startswith("#")):
            del element.attrib[name]
        elif ELSEWHERE.search(value):
            element.set(name, ELSEWHERE.sub(GONE, value))
