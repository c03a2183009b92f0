"""What an action does to the state: one thing as it was, and as it will be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from operations.company import ActivityKind, Incident, Project, Record, Window

Table = Literal["projects", "incidents", "maintenance", "highlight"]


class Planned(Window):
    """A window of maintenance under an id of its own, so that it can be taken back alone."""

    id: str
    service: str
    by_copilot: bool = False
    """Whether its reason is the copilot's."""


class Highlight(Record):
    """What the page shows to the person."""

    target: str
    name: str


Thing = Project | Incident | Planned | Highlight
Value = str | int | None
Values = dict[str, Value]


class Outdated(Exception):
    """The thing is not any more what it was when the change was made up; the text says so in plain words."""


@dataclass(frozen=True, slots=True)
class Change:
    table: Table
    key: str
    name: str
    """What the person calls the thing, for sentences."""
    before: Thing | None
    after: Thing | None
    summary: str
    """What it does, as an order: "Put P-104 Instant refunds on hold."."""
    doing: str
    """The same for a sentence about it: "setting project P-104 Instant refunds to on hold"."""
    done: str
    """The same when it has happened: "P-104 Instant refunds is on hold now."."""
    shown_before: Values
    shown_after: Values
    kind: ActivityKind | None = None
    """As what it is told in the activity; `None` is not told."""
    told: str = ""
    by_copilot: bool = False
    undoes: Change | None = None
    """What this takes back."""

    @property
    def subject(self) -> str:
        """The id of what it is about: of the service, where a window of maintenance is planned."""
        thing = self.after or self.before
        match thing:
            case Planned():
                return thing.service
            case Highlight():
                return thing.target
            case _:
                return self.key

    @property
    def undone(self) -> str:
        """A sentence for when it was taken back."""
        how = "is not planned any more" if self.table == "maintenance" else "is as it was before"
        return f"Undone: {self.name} {how}."

    def of_copilot(self) -> Change:
        """The same as what the copilot does, so that its words are known as its own from then on."""
        after = self.after
        if isinstance(after, Planned):
            after = after.model_copy(update={"by_copilot": True})
        return replace(self, after=after, told=f"By the copilot. {self.told}", by_copilot=True)
