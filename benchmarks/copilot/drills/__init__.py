"""Questions made from a server's own data: what its fields alone allow to be asked, with what the answer is.

Whoever writes questions writes what people say; this asks, over and over, what every planner has to be able to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from benchmarks.copilot.drills.acts import taking
from benchmarks.copilot.drills.calendar import of_calendar
from benchmarks.copilot.drills.chains import of_chains
from benchmarks.copilot.drills.choices import of_choices
from benchmarks.copilot.drills.days import of_days
from benchmarks.copilot.drills.drill import Drill
from benchmarks.copilot.drills.figures import of_figures
from benchmarks.copilot.drills.flags import of_flags
from benchmarks.copilot.drills.lengths import of_lengths
from benchmarks.copilot.drills.orders import of_orders
from benchmarks.copilot.drills.otherwise import otherwise
from benchmarks.copilot.drills.picked import of_picked
from benchmarks.copilot.drills.rankings import of_rankings
from benchmarks.copilot.drills.tables import Table, tables
from benchmarks.copilot.drills.talks import of_talks
from benchmarks.copilot.drills.thresholds import of_thresholds
from benchmarks.copilot.questions import Question
from benchmarks.copilot.servers import MakeServer, connected

SEED = 7
WORDING = re.compile(r" \d+$")
"""The number of a wording, of the same template."""
EACH = 2
"""So many questions of each template at most, for a server; half of that where there are many templates."""
SOME = 5
"""So many of those that have many wordings, of each sort."""
WORDED = (of_picked, of_thresholds, of_rankings, of_calendar, of_flags)


async def drills(make: MakeServer) -> list[Question]:
    """Some of each template, the same each time."""
    random = Random(SEED)  # noqa: S311 (the same questions each time)
    async with connected(make({})) as connection:
        found = await tables(connection)
        acting = list(taking(connection.offer.tools, connection.reading, found))
    plain = list(_of_tables(found, random))
    said = otherwise(plain, Random(SEED))  # noqa: S311
    orders = [one async for one in of_orders(make, acting, Random(SEED))]  # noqa: S311
    made = _by_template([*plain, *of_chains(found, random), *said, *orders])
    sizes = {template: EACH // 2 if template.startswith(("order", "said")) else EACH for template in made}
    chosen = [one for at, each in made.items() for one in random.sample(each, min(sizes[at], len(each)))]
    for worded in WORDED:
        several = _by_template(drill for table in found for drill in worded(table, random))
        chosen += [random.choice(several[one]) for one in random.sample(sorted(several), min(SOME, len(several)))]
    return chosen


def _by_template(found: Iterable[Drill]) -> dict[str, list[Question]]:
    made: dict[str, list[Question]] = {}
    for drill in found:
        same = made.setdefault(WORDING.sub("", drill.template), [])
        same.append(drill.question(f"{drill.template}-{len(same)}"))
    return made


def _of_tables(found: Sequence[Table], random: Random) -> Iterator[Drill]:
    for table in found:
        yield from of_figures(table)
        yield from of_days(table)
        yield from of_choices(table, random)
        yield from of_lengths(table, random)
        yield from of_talks(table, found, random)
