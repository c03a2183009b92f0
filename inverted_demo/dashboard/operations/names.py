"""Names as people write them: parts of them, without accents, and nearly right."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping

MOST_NEAR = 3
LONGEST_SHOWN = 40
LIKE = 0.7
"""Two letters of a short word may be wrong."""
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
"""Nobody sees these characters; some turn the direction of what follows, the sentence around a quotation as well."""


def plain(text: str) -> str:
    """Small letters without accents: Siobhán is found as siobhan."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(part for part in parts if not unicodedata.combining(part)).split())


def matching(text: str, names: Mapping[str, str]) -> list[str]:
    """The ids of those whose name is `text`, or has it as a part; the id itself counts as well."""
    wanted = plain(text)
    exact = [key for key, name in names.items() if wanted in (plain(key), plain(name))]
    return exact or [key for key, name in names.items() if wanted in plain(name)]


def nearest(text: str, names: Mapping[str, str]) -> list[str]:
    """The ids of those that were meant, perhaps: with a word in common, or nearly."""
    wanted = plain(text[:LONGEST_SHOWN])
    likeness = {key: max(_alike(wanted, plain(name)), _alike(wanted, plain(key))) for key, name in names.items()}
    near = [key for key, alike in likeness.items() if alike >= LIKE]
    return sorted(near, key=lambda key: -likeness[key])[:MOST_NEAR]


def _alike(wanted: str, name: str) -> float:
    words = [(mine, other) for mine in [wanted, *wanted.split()] for other in [name, *name.split()] if len(mine) > 1]
    return max((difflib.SequenceMatcher(None, mine, other).ratio() for mine, other in words), default=0.0)


class Foreign(str):
    """Words of the copilot in a sentence of ours."""

    __slots__ = ()


def quoted(text: str) -> Foreign:
    """Foreign text for a sentence: in one line, short, and nothing in it that is not seen."""
    line = UNSEEN.sub("\ufffd", " ".join(text.split()))
    return Foreign(f"'{line}'" if len(line) <= LONGEST_SHOWN else f"'{line[: LONGEST_SHOWN - 1]}…'")


def listed(words: Iterable[str]) -> str:
    """Ada, Bob and Cy."""
    *first, last = list(words)
    return f"{', '.join(first)} and {last}" if first else last
