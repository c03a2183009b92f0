"""What one could ask, made of what the server offers: nothing here knows any server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import cleandoc
from typing import Literal

import mcp_types as types

from assistant.offer import Offer

SHOWN = 6
WORDS_CHARACTERS = 60
ABOUT_CHARACTERS = 120
EXAMPLE_VALUE = re.compile(r"""(\w+)=["']([^"'\n]{1,60})["']""")

Act = Literal["ask", "begin", "prompt"]
"""Ask it as it is; begin the question, which lacks something; or get the words from a prompt of the server."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    act: Act
    words: str
    about: str = ""
    prompt: str = ""
    """The name of the prompt."""
    example: str = ""
    """How what it begins could go on."""


def suggestions(offer: Offer) -> list[Suggestion]:
    """First the prompts, which are made for this; then tools that need nothing else, and read; then what begins."""
    prompts = [_of_prompt(prompt) for prompt in offer.prompts if not _needed(prompt)]
    tools = [_of_tool(tool) for tool in sorted(offer.tools, key=_rank)]
    found = {one.words.casefold(): one for one in reversed(prompts[: SHOWN // 2] + tools)}
    return list(reversed(found.values()))[:SHOWN]


def title_of(tool: str, offer: Offer) -> str:
    """The name for people, also of a tool that has gone."""
    known = offer.tool(tool)
    title = known and (known.title or (known.annotations.title if known.annotations else None))
    return (title or spoken(tool))[:WORDS_CHARACTERS]


def spoken(name: str) -> str:
    """`list_projects` as a person says it."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", re.sub(r"[_\-./:]+", " ", name)).strip().lower()
    return words[:1].upper() + words[1:]


def first_sentence(description: str | None) -> str:
    text = " ".join(cleandoc(description or "").partition("Example:")[0].split())
    sentence = re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]
    return sentence if len(sentence) <= ABOUT_CHARACTERS else f"{sentence[: ABOUT_CHARACTERS - 1]}…"


def _of_prompt(prompt: types.Prompt) -> Suggestion:
    return Suggestion(
        "prompt",
        (prompt.title or spoken(prompt.name))[:WORDS_CHARACTERS],
        first_sentence(prompt.description),
        prompt.name,
    )


def _of_tool(tool: types.Tool) -> Suggestion:
    words = title_of(tool.name, Offer(tools=(tool,)))
    is_ready = only_reads(tool) and not _required(tool)
    about = first_sentence(tool.description)
    return Suggestion("ask", words, about) if is_ready else Suggestion("begin", words, about, example=_example(tool))


def _example(tool: types.Tool) -> str:
    """Of the values that have to be given, as the description has them: `Example: project_id="P-104"`."""
    given = dict(EXAMPLE_VALUE.findall((tool.description or "").partition("Example:")[2]))
    return ", ".join(given[name] for name in _required(tool) if name in given)


def _rank(tool: types.Tool) -> tuple[bool, bool]:
    return not only_reads(tool), bool(_required(tool))


def only_reads(tool: types.Tool | None) -> bool:
    """By the server's own word; of a tool that has gone there is none."""
    return bool(tool and tool.annotations and tool.annotations.read_only_hint)


def _required(tool: types.Tool) -> list[str]:
    required = (tool.input_schema or {}).get("required")
    return required if isinstance(required, list) else []


def _needed(prompt: types.Prompt) -> list[str]:
    return [one.name for one in prompt.arguments or [] if one.required]
