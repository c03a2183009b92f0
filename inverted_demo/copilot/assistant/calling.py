"""Calling the server for a model, and what the model is told of it."""

from __future__ import annotations

import json

from assistant.conversation import Arguments, Outcome
from assistant.model import Server
from assistant.outcomes import cut, failure


async def call_for(server: Server, tool: str, arguments: Arguments, limit: int) -> str:
    """Call a tool for a model, and say to it what came of that."""
    if server.offer.tool(tool) is None:
        names = ", ".join(one.name for one in server.offer.tools) or "none"
        return f"There is no tool of that name at this moment. The tools are: {names}."
    return words_for(await server.call(tool, arguments), limit)


async def read_for(server: Server, arguments: Arguments, limit: int) -> str:
    uri = arguments.get("uri")
    if not isinstance(uri, str):
        return "Error: there is no `uri` in the arguments. Call again with one."
    try:
        return cut(await server.read(uri), limit)
    except LookupError as error:
        return words_for(failure(str(error.args[0]) if error.args else "There is no such resource."), limit)


def words_for(outcome: Outcome, limit: int) -> str:
    """An outcome as a model reads it."""
    if outcome.state == "done":
        data = "" if outcome.data is None else json.dumps(outcome.data, ensure_ascii=False)
        return cut(outcome.text or data or "Done, without a word.", limit)
    if outcome.state == "refused":
        return cut(f"{outcome.text} Do not try to get around it; tell the person.", limit)
    return cut(f"Error: {outcome.text}", limit)
