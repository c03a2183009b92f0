"""What one could ask, made of what the server offers: nothing here knows any server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import cleandoc

import mcp_types as types

from assistant.offer import Offer

SHOWN = 6
WORDS_CHARACTERS = 60
ABOUT_CHARACTERS = 120
LONGEST_EXAMPLE = 1000
EXAMPLE_VALUE = re.compile(r"""(\w+)=["']([^"'\n]{1,60})["']""")


@dataclass(frozen=True, slots=True)
class Suggestion:
    words: str
    about: str = ""
    draft: str = ""
    """What is put where the person writes, for them to complete and send."""
    prompt: str = ""
    """The prompt of the server whose words are put there instead."""


def suggestions(offer: Offer, *, with_prompts: bool) -> list[Suggestion]:
    """First prompts, which only a language model can follow; then tools that read and need nothing; then others."""
    prompts = [_of_prompt(prompt) for prompt in offer.prompts if with_prompts and not _needed(prompt)]
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
    words = (prompt.title or spoken(prompt.name))[:WORDS_CHARACTERS]
    return Suggestion(words, first_sentence(prompt.description), prompt=prompt.name)


def _of_tool(tool: types.Tool) -> Suggestion:
    words = title_of(tool.name, Offer(tools=(tool,)))
    draft = f"{words}: {_example(tool)}" if _required(tool) else words
    return Suggestion(words, first_sentence(tool.description), draft)


def _example(tool: types.Tool) -> str:
    """Of the values that have to be given, as the description has them: `Example: project_id="P-104"`."""
    given = dict(EXAMPLE_VALUE.findall((tool.description or "").partition("Example:")[2][:LONGEST_EXAMPLE]))
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
