"""Questions made from a server's own data: what its fields alone allow to be asked, with what the answer is.

Whoever writes questions writes what people say; this asks, over and over, what every planner has to be able to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.copilot.drills.acts import taking
from benchmarks.copilot.drills.chains import of_chains
from benchmarks.copilot.drills.choices import of_choices
from benchmarks.copilot.drills.days import of_days
from benchmarks.copilot.drills.drill import Drill
from benchmarks.copilot.drills.figures import of_figures
from benchmarks.copilot.drills.lengths import of_lengths
from benchmarks.copilot.drills.orders import of_orders
from benchmarks.copilot.drills.otherwise import otherwise
from benchmarks.copilot.drills.tables import Table, tables
from benchmarks.copilot.drills.talks import of_talks
from benchmarks.copilot.questions import Question
from benchmarks.copilot.servers import MakeServer, connected

SEED = 7
EACH = 2
"""So many questions of each template at most, for a server; half of that where there are many templates."""


async def drills(make: MakeServer) -> list[Question]:
    """Some of each template, the same each time."""
    random = Random(SEED)  # noqa: S311 (the same questions each time)
    async with connected(make({})) as connection:
        found = await tables(connection)
        acting = list(taking(connection.offer.tools, connection.reading, found))
    made: dict[str, list[Question]] = {}
    plain = list(_of_tables(found, random))
    said = otherwise(plain, Random(SEED))  # noqa: S311
    for drill in (*plain, *of_chains(found, random), *said):
        of = made.setdefault(drill.template, [])
        of.append(drill.question(f"{drill.template}-{len(of)}"))
    async for drill in of_orders(make, acting, Random(SEED)):  # noqa: S311
        of = made.setdefault(drill.template, [])
        of.append(drill.question(f"{drill.template}-{len(of)}"))
    sizes = {template: EACH // 2 if template.startswith(("order", "said")) else EACH for template in made}
    return [one for template, each in made.items() for one in random.sample(each, min(sizes[template], len(each)))]


def _of_tables(found: Sequence[Table], random: Random) -> Iterator[Drill]:
    for table in found:
        yield from of_figures(table)
        yield from of_days(table)
        yield from of_choices(table, random)
        yield from of_lengths(table, random)
        yield from of_talks(table, found, random)
