"""The rules for the copilot: a policy for each tool, sensitive fields, how often it may call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from transom_page.dom import Element, find, h, on, redraw, replace, set_attributes

from operations.limits import Limit, Rate
from operations.masking import FIELDS, Field
from operations.trust import ACTS, DEFAULTS, POLICIES, READS, TOOLS, Policy, Trust
from operations.views.words import spaced

FIELD_WORDS: dict[Field, str] = {
    "email": "E-mail addresses",
    "phone": "Phone numbers",
    "budget": "Budgets of projects",
    "spent": "What projects have spent",
    "notes": "Notes on projects",
}


class RulesView:
    """`titles` are what the tools are called for people. `keeping` says how long the rules last."""

    def __init__(self, trust: Trust, titles: Mapping[str, str], keeping: str) -> None:
        self._trust, self._titles, self._keeping = trust, titles, keeping
        self._place = find("#rules-body")
        on(self._place, "change", self._change)
        for topic in ("policy", "fields"):
            trust.observe(topic, self.draw)
        self.draw()

    def draw(self) -> None:
        counts = Counter(self._trust.policy(tool) for tool in TOOLS)
        find("#rules-sum").textContent = ", ".join(f"{counts[policy]} {policy}" for policy in POLICIES)
        redraw(
            self._place,
            h(
                "p",
                "Always: at once. Ask: you decide each time. Never: the copilot does not even see it.",
                class_="note",
            ),
            h("h3", "Reading"),
            *(self._rule(tool) for tool in READS),
            h("h3", "Acting"),
            *(self._rule(tool) for tool in ACTS),
            self._fields(),
            h(
                "button",
                "Back to the defaults",
                type="button",
                class_="small",
                testid="defaults",
                on={"click": self._reset},
            ),
            h("p", self._keeping, class_="note", testid="keeping"),
        )

    def _rule(self, tool: str) -> Element:
        choices = [self._choice(tool, policy) for policy in POLICIES]
        legend = h("legend", self._titles.get(tool, tool))
        return h("fieldset", legend, h("div", *choices, class_="choices"), class_="rule", data_tool=tool)

    def _choice(self, tool: str, policy: Policy) -> Element:
        radio = h(
            "input",
            type="radio",
            name=f"policy-{tool}",
            value=policy,
            checked=self._trust.policy(tool) == policy,
            testid=f"policy-{tool}",
            data_name=policy,
        )
        return h("label", radio, h("span", spaced(policy)))

    def _fields(self) -> Element:
        legend = h("legend", "Sensitive fields that the copilot may see")
        return h("fieldset", legend, *(self._field(field) for field in FIELDS), class_="fields")

    def _field(self, field: Field) -> Element:
        allowed = self._trust.is_allowed(field)
        box = h("input", type="checkbox", value=field, checked=allowed, testid=f"field-{field}")
        return h("label", box, f" {FIELD_WORDS[field]}")

    def _change(self, event: Any) -> None:
        node = event.target
        if node.type == "checkbox":
            self._trust.allow(cast(Field, str(node.value)), bool(node.checked))
        else:
            tool = str(node.closest("[data-tool]").dataset.tool)
            self._trust.set_policy(tool, cast(Policy, str(node.value)))

    def _reset(self, event: Any) -> None:
        self._trust.restore({"policies": dict(DEFAULTS), "allowed": []})


class Meter:
    """The limits, and whether there is room for more."""

    def __init__(self, trust: Trust) -> None:
        self._rates = [(trust.calls, "calls"), (trust.actions, "actions")]
        self.draw()

    def draw(self) -> None:
        replace(find("#meter"), *(_limit_words(rate, what) for rate, what in self._rates if rate))


def _limit_words(rate: Rate, what: str) -> Element:
    limit: Limit = rate.limit
    room = h("span", f"full for {rate.wait} s", class_="bad") if rate.wait else h("span", "room for more")
    words = h(
        "p", h("span", f"At most {limit.calls} {what} in {limit.seconds:g} seconds"), room, testid=f"limit-{what}"
    )
    set_attributes(words, data_status="full" if rate.wait else "room")
    return words
