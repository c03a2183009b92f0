"""What most demos do: the tool with the most words in common, called with the enums in sight."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

import mcp_types as types

from assistant.conversation import Arguments, Turn
from assistant.model import Server

_COMMON = """a about all an and any are as at be by can do does for from get give has have how i in is it its list me my
of on or our please show so tell that the their them there these they this to us was we what when where which who will
with would you your"""
COMMON = frozenset(_COMMON.split())
"""Words that say nothing of what is meant."""


class KeywordMatcher:
    """Knows nothing of a server but its lists, and makes one call for each question."""

    @property
    def name(self) -> str:
        return "Keyword matcher"

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[str]:
        asked = turns[-1].text
        tool = best_tool(asked, [tool for tool in server.offer.tools if _can_be_filled(tool, asked)])
        if tool is None:
            yield "I can't help with that."
            return
        outcome = await server.call(tool.name, enums_in(asked, tool.input_schema))
        yield outcome.text


def _can_be_filled(tool: types.Tool, asked: str) -> bool:
    return set(tool.input_schema.get("required", [])) <= set(enums_in(asked, tool.input_schema))


def words_of(text: str) -> set[str]:
    """The words that say something, in the singular."""
    words = re.findall(r"[a-z]+", text.casefold().replace("_", " "))
    return {word.removesuffix("s") for word in words if word not in COMMON}


def best_tool(asked: str, tools: Sequence[types.Tool]) -> types.Tool | None:
    """The tool that shares the most words with the question; those of its name and title count twice."""
    wanted = words_of(asked)

    def score(tool: types.Tool) -> int:
        named = words_of(tool.name) | words_of(tool.title or "")
        return 2 * len(wanted & named) + len(wanted & words_of(tool.description or "") - named)

    best = max(tools, key=score, default=None)
    return best if best and score(best) else None


def enums_in(asked: str, schema: dict[str, Any]) -> Arguments:
    """The arguments whose closed sets have a value that is in the question."""
    text = " ".join(re.findall(r"\w+", asked.casefold()))
    found: Arguments = {}
    for name, one in schema.get("properties", {}).items():
        values = [value for value in _values(one, schema) if isinstance(value, str)]
        seen = [value for value in values if re.search(rf"\b{re.escape(value.replace('_', ' '))}\b", text)]
        if seen:
            found[name] = max(seen, key=len)
    return found


def _values(schema: dict[str, Any], root: dict[str, Any]) -> list[Any]:
    """All values of an enum, also where it may be left out."""
    if "$ref" in schema:
        schema = root.get("$defs", {}).get(schema["$ref"].rpartition("/")[2], {})
    branches = [value for one in schema.get("anyOf", []) for value in _values(one, root)]
    return [*schema.get("enum", []), *branches]
