"""What is made of an offer: suggestions for people, and functions for models."""

from __future__ import annotations

import mcp_types as types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.offer import Offer
from assistant.suggestions import SHOWN, Suggestion, first_sentence, spoken, suggestions, title_of
from assistant.tool_specs import NAME_CHARACTERS, ToolSpecs

from .servers import tool

READS = types.ToolAnnotations(read_only_hint=True)


def test_what_needs_something_is_begun_with_an_example_and_what_reads_comes_first() -> None:
    offer = Offer(
        tools=(
            tool("move_boat", "boat_id"),
            tool("ring_bell"),
            tool("show_boat", "boat_id", annotations=READS, description='Example: late=true, boat_id="B-2"'),
            tool("list_boats", annotations=READS, description="The boats in\nthe harbour. More.\n\nExample: boats"),
        )
    )
    assert suggestions(offer, with_prompts=False) == [
        Suggestion("List boats", "The boats in the harbour.", "List boats"),
        Suggestion("Show boat", draft="Show boat: B-2"),
        Suggestion("Ring bell", draft="Ring bell"),
        Suggestion("Move boat", draft="Move boat: "),
    ]


def test_prompts_come_first_for_who_can_follow_them_but_not_those_that_need_arguments() -> None:
    needs = types.Prompt(name="order", arguments=[types.PromptArgument(name="what", required=True)])
    briefing = types.Prompt(name="morning_briefing", description="What is new.")
    offer = Offer(prompts=(needs, briefing), tools=(tool("news", annotations=READS),))
    first, *others = suggestions(offer, with_prompts=True)
    assert first == Suggestion("Morning briefing", "What is new.", prompt="morning_briefing")
    assert [one.words for one in others] == ["News"]
    assert suggestions(offer, with_prompts=False) == others


def test_there_are_only_some_and_none_twice() -> None:
    tools = tuple(tool(f"tool_{number % 12}", title=f"Tool {number % 12}") for number in range(24))
    found = [one.words for one in suggestions(Offer(tools=tools), with_prompts=True)]
    assert len(found) == SHOWN == len(set(found))
    assert suggestions(Offer(), with_prompts=True) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [("list_projects", "List projects"), ("getUserName", "Get user name"), ("a.b/c-d", "A b c d"), ("", "")],
)
def test_names_are_said_as_people_do(name: str, words: str) -> None:
    assert spoken(name) == words


def test_a_title_is_the_servers_or_made_of_the_name_of_a_tool_that_has_gone() -> None:
    offer = Offer(tools=(tool("a", title="Of its own"), tool("b", annotations=types.ToolAnnotations(title="Noted"))))
    assert [title_of(name, offer) for name in ("a", "b", "c_d")] == ["Of its own", "Noted", "C d"]


def test_a_long_sentence_is_cut() -> None:
    assert len(first_sentence("word " * 100)) == 120
    assert first_sentence(None) == ""


def test_functions_are_named_as_the_api_wants_and_mean_the_tools_again() -> None:
    names = ["plain", "with space", "with.space", "ünïcode", "x" * 100, "x" * 101]
    specs = ToolSpecs(Offer(tools=tuple(tool(name) for name in names)))
    functions = [spec["function"]["name"] for spec in specs.specs]
    assert functions[:4] == ["plain", "with_space", "with_space_2", "_n_code"]
    assert [specs.tool(function) for function in functions] == names
    assert specs.tool("never told") == "never told"


@given(st.lists(st.text(min_size=1, max_size=80), max_size=8, unique=True))
def test_any_names_are_told_apart(names: list[str]) -> None:
    specs = ToolSpecs(Offer(tools=tuple(tool(name) for name in names)))
    functions = [spec["function"]["name"] for spec in specs.specs]
    assert len(set(functions)) == len(names)
    assert all(0 < len(function) <= NAME_CHARACTERS and function.isascii() for function in functions)
    assert [specs.tool(function) for function in functions] == names


def test_schemas_are_passed_on_and_an_empty_one_gets_what_endpoints_want() -> None:
    shaped = tool("find", "name", description="Finds.", title="Find it")
    bare = types.Tool(name="bare", input_schema={"type": "object"})
    first, second = (spec["function"] for spec in ToolSpecs(Offer(tools=(shaped, bare))).specs)
    assert first["parameters"] == shaped.input_schema
    assert first["description"] == "Find it. Finds."
    assert second["parameters"] == {"type": "object", "properties": {}}


def test_there_is_a_function_to_read_where_there_is_something_to_read() -> None:
    template = types.ResourceTemplate(uri_template="shelf://{name}", name="any", title="Anything")
    specs = ToolSpecs(Offer(templates=(template,), tools=(tool("read_resource"),)))
    assert specs.reader == "read_resource_2"
    assert "shelf://{name} (Anything)" in specs.specs[-1]["function"]["description"]
    assert ToolSpecs(Offer()).reader == ""
