"""Names for clusters: what the host's model is asked, how its answer is read, and names where there is no model."""

from __future__ import annotations

import re

from mcp.server.mcpserver.resolve import Sample
from mcp_types import CreateMessageResult, SamplingMessage, TextContent

from clusters import Clusters
from columns import DataError
from figures import number_label

TOKENS = 200
NAME_CHARS = 40

_LEAD = re.compile(r"^\s*(?:[-*•]|\d+[.):])\s*")


def question_for(found: Clusters) -> Sample:
    lines = [
        f"{number}. {one.rows} rows, around {found.x} = {number_label(one.centre[0])} and "
        f"{found.y} = {number_label(one.centre[1])}"
        for number, one in enumerate(found.groups, 1)
    ]
    task = f"Name each of {len(lines)} groups of rows in one to three words. Answer with a name per line, in order."
    message = SamplingMessage(role="user", content=TextContent(text="\n".join([task, "", *lines])))
    return Sample([message], max_tokens=TOKENS, system_prompt="You name clusters of data. You answer with names only.")


def read_names(answer: CreateMessageResult, count: int) -> list[str]:
    """One name per line, however the lines begin."""
    if not isinstance(answer.content, TextContent):
        raise DataError("The model's answer was no text: the names say where they lie. Call again to ask again.")
    lines = [_LEAD.sub("", line).strip(" \t*_\"'“”.") for line in answer.content.text.splitlines() if line.strip()]
    names = [" ".join(line.split())[:NAME_CHARS] for line in lines]
    if len(names) != count or not all(names):
        problem = f"The model gave {len(names)} names for {count} clusters"
        raise DataError(f"{problem}: the names say where they lie instead. Call again to ask again.")
    return names


def plain_names(found: Clusters) -> list[str]:
    """By the place of their centres."""
    return [
        f"{number}: {found.x} {one.centre[0]:.3g}, {found.y} {one.centre[1]:.3g}"
        for number, one in enumerate(found.groups, 1)
    ]
