"""`what is Ada working on?`, where a server tells of projects: which of these, and not only those that are hers."""

from __future__ import annotations

import re

from assistant.planner.english.stems import stem
from assistant.planner.offer.catalog import Catalog

PROJECT = stem("project")
WORKED_ON = re.compile(
    r"^(?P<before>\W*(?:and |so |but )?)what(?:'s| is| are| am| does| do) "
    r"(?P<who>(?!the\b|this\b|that\b|we\b|you\b)[\w' -]{1,40}?) (?:currently |now )?(?:work|working) on"
    r"(?= ?\W*$| (?:now|today|at the moment|right now|currently|these days)\b)",
    re.IGNORECASE,
)


def with_projects(text: str, catalog: Catalog) -> str:
    if not any(PROJECT in source.nouns for source in catalog.sources):
        return text
    return WORKED_ON.sub(r"\g<before>which projects does \g<who> work on", text)
