"""Of the tools that set what a thing is: said in many forms, and the forms that must not act."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.copilot.drills.acts import Act, Taking, ambiguous, settings
from benchmarks.copilot.drills.drill import Drill, spoken
from benchmarks.copilot.servers import MakeServer

SAID: dict[str, Any] = json.loads(Path(__file__).with_name("orders.json").read_text(encoding="utf-8"))
FORMS: dict[str, list[str]] = SAID["forms"]
"""By template. `{x}` and `{y}` are things, `{c}` and `{d}` choices, `{f}` is what they are choices of."""
IDIOMS: dict[str, list[str]] = SAID["idioms"]
"""Forms with a verb of their own, by choice: `put it on hold`, `cancel it`."""
PLAIN = ("order set", "order wish", "order declared", "order reason", "order typos")
HARMLESS = ("order forbidden", "order asked about", "order quoted", "order of an unknown one", "order strange")
OPEN = ("order missing", "order of nothing")
CHOICES_OF_NOBODY = ("golden", "archived", "half-baked", "premium", "purple", "weekly")
MENDED = frozenset({"ready", "available", "ok", "in service", "working"})
AWAY = frozenset({"workshop", "in_workshop", "in_repair", "in repair", "faulty"})


async def of_orders(make: MakeServer, tools: Sequence[Taking], random: Random) -> AsyncIterator[Drill]:
    for tool in tools:
        acts = [act async for act in settings(make, tool, random)]
        for act in acts:
            for drill in _Orders(tool, act, acts, random).drills():
                yield drill


class _Orders:
    """All that can be said of one call."""

    def __init__(self, tool: Taking, act: Act, acts: Sequence[Act], random: Random) -> None:
        self._tool, self._act, self._acts, self._random = tool, act, acts, random
        self._thing, self._name = list(act.said)[:2]
        self._row, self._table = act.rows[self._thing], tool.things[self._thing]
        self._now, self._choice = self._row.get(self._name), act.said[self._name][0]
        left = [one for one in tool.choices[self._name] if spoken(one) not in (self._choice, spoken(str(self._now)))]
        self._words = {
            "c": self._choice, "f": spoken(self._name), "thing": self._table.thing, "things": self._table.things,
            "now": spoken(str(self._now)), "other": spoken(random.choice(left)) if left else "",
            "n": f"{self._row['id']}9", "s": random.choice(CHOICES_OF_NOBODY),
        }  # fmt: skip

    def drills(self) -> Iterator[Drill]:
        for template in PLAIN:
            yield self._drill(template, FORMS[template], self._act)
        for form in self._idioms():
            yield self._drill("order verb", [form], self._act)
        if self._now in self._tool.choices[self._name]:
            yield self._drill("order if so", FORMS["order if so"], self._act)
            if self._words["other"]:
                yield self._drill("order if not so", FORMS["order if not so"])
        for template in HARMLESS:
            yield self._drill(template, FORMS[template])
        for template in OPEN:
            yield self._drill(template, FORMS[template], is_open=True)
        if several := list(dict.fromkeys(ambiguous(self._table, self._name, self._act.arguments[self._name]))):
            self._words["n"] = self._random.choice(several)
            yield self._drill("order of which one", FORMS["order of an unknown one"], is_open=True)
        yield from self._of_two()

    def _idioms(self) -> list[str]:
        """Forms for a choice; of what is away, also that it is back."""
        is_back = self._choice in MENDED and self._now in AWAY
        forms = [one for one in IDIOMS.get(self._choice, ()) if "mended" not in one or is_back]
        return [*forms, *(SAID["mended"] if is_back else ())]

    def _of_two(self) -> Iterator[Drill]:
        act = self._act
        others = [one for one in self._acts if one.arguments[self._thing] != act.arguments[self._thing]]
        others = [one for one in others if list(one.said)[1] == self._name]
        for template, is_same in (("order several", True), ("order two", False)):
            fits = [one for one in others if (one.said[self._name] == act.said[self._name]) is is_same]
            if fits:
                second = self._random.choice(fits)
                self._words["y"] = self._random.choice(second.said[self._thing])
                self._words["d"] = second.said[self._name][0]
                yield self._drill(template, FORMS[template], act, second)

    def _drill(self, template: str, forms: Sequence[str], *acts: Act, is_open: bool = False) -> Drill:
        form = self._random.choice(forms)
        text = form.format(x=self._random.choice(self._act.said[self._thing]), **self._words)
        text = text[0].upper() + text[1:] if form[0] == "{" and form.endswith(".") else text
        outcome = "asked back" if is_open else "answered"
        return Drill(template, [text], (), calls=[one.call for one in acts], outcome=outcome)
