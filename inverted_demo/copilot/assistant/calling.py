"""Calling the server for a model, and what the model is told of it."""

from __future__ import annotations

import json

from assistant.conversation import Arguments, Outcome
from assistant.model import Server
from assistant.outcomes import failure
from assistant.tool_specs import ToolSpecs


async def call_for(server: Server, specs: ToolSpecs, name: str, arguments: Arguments) -> str:
    """Call what a model knows by that name, and say to it what came of that."""
    if specs.reader and name == specs.reader:
        return await _read(server, arguments)
    tool = specs.tool(name)
    if server.offer.tool(tool) is None:
        names = ", ".join(one.name for one in server.offer.tools) or "none"
        return f"There is no tool of that name at this moment. The tools are: {names}."
    return words_for(await server.call(tool, arguments))


async def _read(server: Server, arguments: Arguments) -> str:
    uri = arguments.get("uri")
    if not isinstance(uri, str):
        return "Error: there is no `uri` in the arguments. Call again with one."
    try:
        return await server.read(uri)
    except LookupError as error:
        return words_for(failure(str(error.args[0]) if error.args else "There is no such resource."))


def words_for(outcome: Outcome) -> str:
    """An outcome as a model reads it."""
    if outcome.state == "done":
        data = "" if outcome.data is None else json.dumps(outcome.data, ensure_ascii=False)
        return outcome.text or data or "Done, without a word."
    if outcome.state == "refused":
        return f"{outcome.text} Do not try to get around it; tell the person."
    return f"Error: {outcome.text}"
