"""A question that is put in an idiom, in the plain words that the server has for it: `at the helm of`, the lead of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.english.idioms import SLOT, Hit, hits
from assistant.planner.english.marks import unmarked
from assistant.planner.english.stems import identifier_words, stem
from assistant.planner.facts.things import Kind
from assistant.planner.offer.desk import Desk
from assistant.planner.readings.grasping import Grasp, Surety
from assistant.planner.readings.values import Values
from assistant.planner.selecting.focus import Focus

Words = tuple[str, ...]

OPEN = re.compile(r"(?P<mark>[\[<])(?P<names>[^\]>]*)[\]>]")
PLACE = re.compile(rf"(?<!\S){SLOT}(?!\S)")
MAX_READ = 8
"""So many ways to put a question are read at most."""
TWICE = 2
FIRM = 3
"""So many words of its own has an idiom by which a question is doubted that seems to be plain."""
MARGIN = 0.2
PER_WORD = 0.1
KNOWN = 0.9
NEARLY = 0.5


async def put_plainly(desk: Desk, clause: Clause, focus: Focus, grasp: Grasp) -> tuple[Clause, Grasp]:
    """The question in the words of which the planner is surest; as it is, where it has no idiom, or none helps."""
    for _ in range(TWICE):
        better: list[tuple[Clause, Grasp]] = []
        for text, length in islice(_texts(clause.text, grasp), MAX_READ):
            found = clauses(unmarked(text), desk.catalog)
            other = Grasp(desk, found[0], focus) if len(found) == 1 else None
            if other is not None and await other.read() and _is_better(other, grasp, length):
                better.append((found[0], other))
        if not better:
            break
        best = max(one[1].surety for one in better)
        clause, grasp = next(one for one in better if _is_near(one[1].surety, best))
        if grasp.is_sure:
            break
    return clause, grasp


def is_asked_so(clause: Clause) -> bool:
    """`how do I get hold of Ada?`: how it begins belongs to an idiom."""
    return any(hit.start <= clause.tokens[clause.begin].start for hit in hits(clause.text))


def _is_better(other: Grasp, grasp: Grasp, length: int) -> bool:
    """Whether it is sure, and says more; or at least says something to a word more.

    The longer an idiom is, the less its words are likely to be meant as they stand.
    """
    if other.is_sure and grasp.is_sure:
        is_more = other.surety.score > grasp.surety.score + MARGIN - (length - FIRM) * PER_WORD
        return other.surety.said >= grasp.surety.said and is_more
    return other.is_sure or (not grasp.is_sure and other.surety.said >= grasp.surety.said + 1)


def _is_near(one: Surety, best: Surety) -> bool:
    """What is said first in the file goes first, where it explains nearly as much."""
    return one[:2] == best[:2] and one.score > best.score - NEARLY


def _texts(text: str, grasp: Grasp) -> Iterator[tuple[str, int]]:
    """Each way to put it, with how many words are said otherwise there."""
    found = [hit for hit in hits(text) if not grasp.is_sure or hit.length >= FIRM]
    found = [hit for hit in found if not _is_known(hit, grasp)]
    names = Names.of(grasp.world.kinds) if found else Names()
    told = ((hit, plain) for hit in found for plain in in_words_of(hit, names))
    return iter({put(text, hit, plain): hit.length for hit, plain in told}.items())


def _is_known(hit: Hit, grasp: Grasp) -> bool:
    """Whether half of it is what the phrasebook of states has, which knows more of what is so then."""
    told = grasp.phrase.tokens
    known = [one.span for one in grasp.atoms if one.side == "state" and one.strength >= KNOWN]
    near = [one for one in known if hit.start < told[one.stop - 1].end and told[one.start].start < hit.end]
    return any(2 * len(one) + 1 >= hit.length for one in near)


def put(text: str, hit: Hit, plain: str) -> str:
    return f"{text[: hit.start]}{plain}{text[hit.end :]}"


def in_words_of(hit: Hit, names: Names) -> Iterator[str]:
    """What may be said for it in the server's own words."""
    for plain in hit.plain:
        whole, is_put = PLACE.subn(lambda _: hit.said, plain)
        whole = whole if is_put else f"{plain} {hit.said}".strip()
        asked = OPEN.search(whole)
        if asked is None:
            yield whole
            continue
        found = names.states if asked["mark"] == "<" else names.fields
        for name in _called(asked["names"].split("|"), found):
            yield f"{whole[: asked.start()]}{name}{whole[asked.end() :]}"


@dataclass(frozen=True)
class Names:
    """What a server calls things, and what is told of them."""

    fields: Sequence[Words] = ()
    states: Sequence[Words] = ()

    @classmethod
    def of(cls, kinds: Iterable[Kind]) -> Names:
        kinds = list(kinds)
        told = [field for kind in kinds for field in kind.fields]
        fields = [identifier_words(field.path[-1]) for field in told]
        nouns = [identifier_words(kind.source.noun) for kind in kinds]
        states = [value.words for value in Values(kinds).all if value.sort == "choice"]
        truths = [identifier_words(field.path[-1]) for field in told if field.slot.form == "truth"]
        return cls([*dict.fromkeys((*fields, *nouns))], [*dict.fromkeys((*states, *truths))])


def _called(wanted: Sequence[str], names: Sequence[Words]) -> list[str]:
    """The names that are any of these, and then those that have one of them in them."""
    keys = [tuple(map(stem, one.split())) for one in wanted]
    by_key = {name: tuple(map(stem, name)) for name in names}
    whole = [name for key in keys for name, own in by_key.items() if own == key]
    partly = [name for key in keys for name, own in by_key.items() if _has(own, key) and key not in by_key.values()]
    return [" ".join(name) for name in dict.fromkeys((*whole, *partly))]


def _has(own: Words, key: Words) -> bool:
    return any(own[at : at + len(key)] == key for at in range(len(own) - len(key) + 1))
