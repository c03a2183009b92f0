"""The card of a problem: what went wrong, and what to do, as buttons."""

from __future__ import annotations

from collections.abc import Mapping

from transom_page.dom import Element, Handler, h

from ..state.problems import Problem, Step

STEP_WORDS: dict[Step, str] = {
    "connect": "Try again",
    "set-up": "Set it up again",
    "edit": "Change the address",
    "open-page": "Open the page in a tab",
    "remove": "Remove it from the list",
}


def problem_card(problem: Problem, steps: Mapping[Step, Handler]) -> Element:
    """Buttons for those of the problem's steps that `steps` can take."""
    buttons = [
        h("button", STEP_WORDS[step], type="button", class_="small", testid=f"step-{step}", on={"click": steps[step]})
        for step in problem.steps
        if step in steps
    ]
    return h(
        "div",
        h("h3", problem.title),
        h("p", problem.text),
        h("div", *buttons, class_="buttons") if buttons else None,
        class_="problem",
        role="alert",
        testid="problem",
        data_code=problem.code,
    )
