"""What is asked of another time, where only is known how it stands now: `what was the uptime in March?`."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.planner.english.dates import When
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading
from assistant.planner.wishes.wording import plain

DAY = re.compile(r"\d{4}-\d\d-\d\d")


def as_it_stands(reply: Reply, phrase: Phrase, best: Reading | None) -> Reply:
    """The same, as what is so now, where a figure, a state or a name is told of a day that is another one."""
    atoms = best.atoms if best is not None and best.things else []  # else it is not this reading that is told
    said = {at for one in atoms for at in one.span if best is not None and not _is_of_others(one, best)}
    unsaid = [(span, when) for span, when in phrase.times if span and not said & set(span)]
    other = [(span, when) for span, when in unsaid if not when.first <= phrase.now <= when.last]
    if len(reply.things) != 1 or not other or any(_tells(reply.text, when) for _, when in other):
        return reply
    span = other[0][0]
    then = plain(" ".join(phrase.tokens[at].text for at in span))
    return replace(reply, text=f"I can't tell that for \u201c{then}\u201d, only how it stands now. {reply.text}")


def _tells(text: str, when: When) -> bool:
    return any(str(when.first.date()) <= day <= str(when.last.date()) for day in DAY.findall(text))


def _is_of_others(atom: Atom, best: Reading) -> bool:
    """`the latency of Search yesterday`: that something was written of it on that day says nothing of its latency."""
    near = [one for one in best.atoms if one is not atom and one.kind is atom.kind]
    return atom.side == "time" and atom.kind is not best.target and bool(best.asked) and not near
