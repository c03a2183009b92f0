"""What the person allows the copilot: a policy for each tool, sensitive fields, how often, and whether at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

from operations.ledger import Ledger
from operations.limits import ACTIONS, CALLS, Clock, Limit, Rate
from operations.masking import FIELDS, Field
from operations.observers import Observers

Policy = Literal["always", "ask", "never"]
POLICIES: tuple[Policy, ...] = get_args(Policy)

READS = (
    "get_current_user",
    "list_projects",
    "get_project",
    "get_system_health",
    "get_team_stats",
    "search_activity",
)
ACTS = ("acknowledge_incident", "update_project_status", "schedule_maintenance", "highlight", "undo")
TOOLS = (*READS, *ACTS)
DEFAULTS: Mapping[str, Policy] = {
    **dict.fromkeys(READS, "always"),
    **dict.fromkeys(ACTS, "ask"),
    "highlight": "always",
}
KNOWN_BY: Mapping[str, tuple[str, ...]] = {
    "acknowledge_incident": ("get_system_health",),
    "update_project_status": ("list_projects",),
    "schedule_maintenance": ("get_system_health",),
    "undo": ("list_projects", "get_system_health"),
}
"""Which tools read what an action is about."""

Topic = Literal["policy", "fields", "connected"]


class Refused(Exception):
    """The policy, the person, the rate limit or the switch says no. The text says who, and what would help."""

    what = ""
    """Which action on which thing; the guard knows it."""

    @property
    def words(self) -> str:
        """For the copilot."""
        return f"Refused: {self.what}. {self}"


class TurnedAway(Refused):
    """The rate limit or the switch says no, to whatever call it is."""

    def __init__(self, text: str, wait: int = 0) -> None:
        """`wait`: the seconds after which it would be let in, where only the time is in its way."""
        super().__init__(text)
        self.wait = wait


class Trust:
    def __init__(self, clock: Clock, calls: Limit | None = CALLS, actions: Limit | None = ACTIONS) -> None:
        self.ledger = Ledger(clock)
        self.is_connected = True
        self.observers: Observers[Topic] = Observers()
        self.calls = Rate(calls, clock) if calls else None
        self.actions = Rate(actions, clock) if actions else None
        self._policies: dict[str, Policy] = dict(DEFAULTS)
        self._allowed: set[Field] = set()

    def observe(self, topic: Topic, observer: Callable[[], None]) -> Callable[[], None]:
        return self.observers.add(topic, observer)

    # What the person sets

    def policy(self, tool: str) -> Policy:
        """Raises `KeyError` for what is no tool: there is nothing that is allowed without being named."""
        return self._policies[tool]

    def set_policy(self, tool: str, policy: Policy) -> None:
        if tool not in self._policies or policy not in POLICIES:
            raise ValueError(f"{policy!r} for {tool!r}: give one of {POLICIES} for one of {TOOLS}.")
        if self._policies[tool] != policy:
            self._policies[tool] = policy
            self.observers.tell("policy")

    def is_allowed(self, field: Field) -> bool:
        return field in self._allowed

    def allow(self, field: Field, is_allowed: bool = True) -> None:
        if field not in FIELDS:
            raise ValueError(f"{field!r} is no sensitive field: give one of {FIELDS}.")
        if is_allowed != (field in self._allowed):
            (self._allowed.add if is_allowed else self._allowed.remove)(field)
            self.observers.tell("fields")

    def disconnect(self) -> None:
        """Refuse everything, and whatever waits for an answer, until `connect`."""
        self._switch(False)

    def connect(self) -> None:
        self._switch(True)

    def _switch(self, is_connected: bool) -> None:
        if self.is_connected != is_connected:
            self.is_connected = is_connected
            self.observers.tell("connected")

    # What is kept

    def settings(self) -> dict[str, Any]:
        """As JSON, for `restore`."""
        return {"policies": dict(self._policies), "allowed": sorted(self._allowed)}

    def restore(self, settings: object) -> None:
        """Take what `settings` has given. What is not understood is left as it is: it comes from a storage."""
        kept: dict[Any, Any] = settings if isinstance(settings, dict) else {}
        policies, allowed = kept.get("policies"), kept.get("allowed")
        for tool, policy in policies.items() if isinstance(policies, dict) else ():
            if tool in self._policies and policy in POLICIES:
                self.set_policy(tool, policy)
        for field in FIELDS:
            if isinstance(allowed, list):
                self.allow(field, field in allowed)

    # What the server asks

    def may_know(self, tool: str) -> bool:
        """Whether the copilot may be told what an action, which was not carried out, was about."""
        return all(self.policy(reader) == "always" for reader in KNOWN_BY.get(tool, ()))

    def check_switch(self) -> None:
        """Raises `TurnedAway`."""
        if not self.is_connected:
            raise TurnedAway("The person has switched the copilot off. Only they can switch it on again.")

    def check_policy(self, tool: str) -> None:
        """Raises `Refused`."""
        if self.policy(tool) == "never":
            raise Refused(f"The person's policy for {tool} is “never”. They can change it in the dashboard.")

    def count(self, name: str) -> None:
        """Raises `TurnedAway` for a call beyond the limits; such a one does not count itself."""
        rates = [(self.calls, "calls"), (self.actions if name in ACTS else None, "actions")]
        for rate, what in rates:
            if rate and rate.wait:
                most = f"{rate.limit.calls} {what} in {rate.limit.seconds:.0f} seconds"
                raise TurnedAway(f"The dashboard takes at most {most}. Wait that long, then try again.", rate.wait)
        for rate, _ in rates:
            if rate:
                rate.count()
