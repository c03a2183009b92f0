"""What differs between two calls of a tool."""

from __future__ import annotations

from transom_page.dom import Element, h

from ..state.amounts import clock_words
from ..state.calls import Call
from ..state.compare import Line, arguments_text, compare, outcome_text

MARKS = {"same": "\N{NO-BREAK SPACE}", "removed": "\N{MINUS SIGN}", "added": "+", "gap": "\N{NO-BREAK SPACE}"}
TAGS = {"same": "span", "removed": "del", "added": "ins", "gap": "span"}


def comparison(before: Call, after: Call) -> Element:
    """What differs between two calls, the earlier one first."""
    times = f"{clock_words(before.started)} and {clock_words(after.started)}"
    return h(
        "div",
        h("h4", f"The calls of {times}"),
        *_part("Arguments", arguments_text(before), arguments_text(after)),
        *_part("Result", outcome_text(before), outcome_text(after)),
        class_="comparison",
    )


def _part(title: str, before: str, after: str) -> list[Element]:
    lines = compare(before, after)
    if not lines:
        return [h("p", h("strong", title), ": the same in both.", testid="same")]
    shown = h("pre", *(_line(line) for line in lines), tabindex="0", class_="diff", testid="diff")
    return [h("p", h("strong", title), f": {_changes(lines)}"), shown]


def _changes(lines: list[Line]) -> str:
    removed, added = (sum(line.kind == kind for line in lines) for kind in ("removed", "added"))
    return f"{removed} {'line' if removed == 1 else 'lines'} only in the earlier, {added} only in the later."


def _line(line: Line) -> Element:
    return h(TAGS[line.kind], f"{MARKS[line.kind]} {line.text}\n", class_=f"diff-{line.kind}")
