"""What has happened, the newest first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from transom_page.dom import Element, find, h, on, set_attributes

from operations.company import Activity
from operations.state import State
from operations.views.marks import Changes
from operations.views.rows import Rows
from operations.views.words import clip, moment_words, spaced

MOST_SHOWN = 40
TEXT_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Line:
    activity: Activity
    person: str
    subject: str


class ActivityView:
    def __init__(self, state: State) -> None:
        self._state = state
        self._rows = Rows(find("#feed"), self._row, lambda line: line.activity.id)
        self._changes = Changes()
        self._kind = find("#activity-kind")
        on(self._kind, "change", lambda event: self.draw())
        set_attributes(self._kind, disabled=False)
        self.draw()

    def draw(self) -> None:
        kind = self._kind.value
        fitting = (one for one in reversed(self._state.activities) if kind in ("", one.kind))
        shown = list(islice(fitting, MOST_SHOWN))
        self._rows.draw([self._line(activity) for activity in shown])
        self._changes.see({activity.id: activity for activity in self._state.activities})

    def _line(self, activity: Activity) -> Line:
        return Line(activity, self._state.name(activity.person), self._state.name(activity.subject))

    def _row(self, line: Line) -> Element:
        activity = line.activity
        return h(
            "li",
            h("time", moment_words(activity.time), datetime=activity.time.isoformat()),
            h(
                "div",
                h("strong", line.person),
                h("span", f" · {spaced(activity.kind)} · {activity.subject} {line.subject}", class_="note"),
                h("div", clip(activity.text, TEXT_CHARACTERS)),
            ),
            testid="activity",
            data_id=activity.id,
        )
