"""How far a page is, as a list of steps in words."""

from __future__ import annotations

from collections.abc import Sequence

from transom_page.dom import Element, h, set_attributes

SETUP_STAGES = (("loading", "Load the page"), ("starting", "Start Python"), ("ready", "Set it up"))
SESSION_STAGES = (
    ("loading", "Load the page"),
    ("starting", "Start Python"),
    ("ready", "Open the session"),
    ("listing", "Ask what it offers"),
)


class Stages:
    def __init__(self, stages: Sequence[tuple[str, str]]) -> None:
        self._names = [name for name, _ in stages]
        self._items = [h("li", words, data_status="later") for _, words in stages]
        self.element: Element = h("ol", *self._items, class_="steps", testid="stages")
        self.reach(self._names[0])

    def reach(self, stage: str) -> None:
        """Mark a stage as the present one. A stage that is none of ours changes nothing."""
        if stage not in self._names:
            return
        now = self._names.index(stage)
        for number, item in enumerate(self._items):
            status = "done" if number < now else "now" if number == now else "later"
            set_attributes(item, data_status=status, aria_current="step" if status == "now" else None)
