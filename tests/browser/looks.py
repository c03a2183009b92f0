"""What axe-core finds in a page as it is, and until when a page is not as it will be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from playwright.sync_api import Frame, Page

from .test_looks import AXE

AXE_SOURCE = AXE.read_text(encoding="utf-8")
ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES_FOR_LOOKS = ["color-contrast", "scrollable-region-focusable", "target-size"]
"""Those that depend on the size and the colours, not on the elements alone."""

SETTLED = """async () => {
    let transitions;
    do {
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
        await Promise.allSettled(transitions.map((one) => one.finished));
    } while (transitions.length);
}"""
"""Until a new size and new colours are on the page: an element's colour may wait for that of the one around it."""

TOO_WIDE = """(selector) => [...document.querySelectorAll(selector)]
    .filter((node) => node.scrollWidth > node.clientWidth + 1)
    .map((node) => node.cloneNode().outerHTML)"""

Scheme = Literal["light", "dark"]


def findings(side: Page | Frame, rules: Sequence[str], **options: Any) -> list[str]:
    """Elements and reasons."""
    if not side.evaluate("'axe' in window"):
        side.evaluate(AXE_SOURCE)
    script = "(options) => axe.run(document, { resultTypes: ['violations'], ...options })"
    found: Mapping[str, Any] = side.evaluate(script, {"runOnly": rules, **options})
    nodes = [(one["id"], node) for one in found["violations"] for node in one["nodes"]]
    return [f"{rule}: {node['html'][:200]} {node['failureSummary']}" for rule, node in nodes]
