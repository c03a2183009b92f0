"""Words that people cut in front: `copter`, `cello`, `scope`."""

from __future__ import annotations

from collections.abc import Collection

from assistant.planner.english.stems import is_plural, plural, singular
from assistant.planner.english.vocabulary import wordset

FRONTS = wordset("aero auto gyro heli hydro micro motor omni para peri stetho spectro tele thermo violon")
"""Of long words of which the rest is said alone; not those after which the rest is something else."""
MIN_REST = 4


def unclipped(word: str, known: Collection[str]) -> str | None:
    """The only long word of these that ends so, and begins as long words do: of `copters` the helicopters."""
    bare = singular(word)
    if len(bare) < MIN_REST or word in known or bare in known:
        return None
    meant = {front + bare for front in FRONTS} & {singular(one) for one in known}
    if len(meant) != 1:
        return None
    whole = meant.pop()
    return plural(whole) if is_plural(word) else whole
