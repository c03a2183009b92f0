"""A text that a server sent: as it is, as Markdown, or as a tree."""

from __future__ import annotations

from transom_page.dom import Element, h, redraw, set_attributes
from transom_page.markdown import markdown

from ..state.amounts import count_words
from ..state.content import SHOWN_CHARACTERS, Mode, Text
from .copying import small_button
from .json_tree import JsonTree

MODE_WORDS: dict[Mode, str] = {"plain": "Plain text", "markdown": "Markdown", "json": "Tree"}
SCROLLED_CHARACTERS = 3000
SCROLLED_LINES = 40


class TextBlock:
    """`controls` has the ways to show it; `element` shows it in the best."""

    def __init__(self, body: Text) -> None:
        self._body = body
        self._all = False
        self._tree: JsonTree | None = None
        several = len(body.modes) > 1
        self._buttons = {mode: self._mode_button(mode) for mode in body.modes if several}
        buttons = self._buttons.values()
        self.controls = h("span", *buttons, role="group", aria_label="Show as", class_="modes") if several else None
        self.element: Element = h("div", class_="text-block")
        self._show(body.modes[0])

    def close(self) -> None:
        if self._tree is not None:
            self._tree.close()

    def _mode_button(self, mode: Mode) -> Element:
        return small_button(MODE_WORDS[mode], lambda event: self._show(mode), f"as-{mode}")

    def _show(self, mode: Mode) -> None:
        self._mode: Mode = mode
        for name, button in self._buttons.items():
            set_attributes(button, aria_pressed="true" if name == mode else "false")
        redraw(self.element, *self._parts())

    def _parts(self) -> list[Element]:
        if self._mode == "json":
            self.close()
            self._tree = JsonTree(self._body.value, "JSON in the text")
            return [self._tree.element]
        text = self._body.text if self._all else self._body.text[:SHOWN_CHARACTERS]
        shown = markdown(text) if self._mode == "markdown" else plain(text)
        return [shown, self._rest()] if self._body.is_long and not self._all else [shown]

    def _rest(self) -> Element:
        words = f"This is the beginning of {count_words(len(self._body.text), 'character')}. "
        return h("p", words, small_button("Show all", self._show_all, "show-all"), class_="note")

    def _show_all(self, event: object) -> None:
        self._all = True
        self._show(self._mode)


def plain(text: str, testid: str = "text") -> Element:
    """A text as it came. A long one has a box of its own, which the keyboard can scroll."""
    shown = h("pre", text or "(an empty text)", class_="plain-text", testid=testid)
    if len(text) > SCROLLED_CHARACTERS or text.count("\n") > SCROLLED_LINES:
        set_attributes(shown, tabindex="0", role="group", aria_label="Text", class_="plain-text scrolled")
    return shown
