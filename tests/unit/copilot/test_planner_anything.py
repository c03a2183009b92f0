"""Whatever is asked of the planner, whatever a server offers and gives: it answers, and does nothing unasked."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_types as types
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation import Outcome, Turn
from assistant.offer import Offer
from assistant.planner.planner import Planner

from .servers import Shelf

TEXT = """who what which how many is are the a most least latest all not of in for by my it them he one and then if
    pump pumps valve water_pump pressure status open on hold paused Ada Ada's P-1 3 2% tomorrow since monday 10:30
    average total per list show tell compare pause delete set mark send to as because yes no what about ? , . :"""
WORDS = TEXT.split()
ASKING = ("what is", "which", "is", "how many", "should we", "did anybody", "when does", "who can")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 10**6) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WORDS[:40], "id"]), inner, max_size=4)
    ),
    max_leaves=12,
)
questions = st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=12).map(" ".join)
SCHEMAS = st.sampled_from(
    [
        {"type": "object"},
        {"properties": {"pump_id": {"type": "string", "description": "Like P-1"}}, "required": ["pump_id"]},
        {"properties": {"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 5}}},
        {"properties": {"status": {"enum": ["open", "on_hold"]}, "until": {"type": "string", "format": "date-time"}}},
        {"properties": {"minutes": {"type": "integer"}, "note": {"type": "string"}}, "required": ["minutes", "note"]},
    ]
)
OUTPUT = {
    "properties": {
        "total": {"type": "integer"},
        "pumps": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "pressure": {"type": "number"}},
            },
        },
    }
}


def tools(schema: Any, own: Any) -> list[types.Tool]:
    reads, acts = types.ToolAnnotations(read_only_hint=True), types.ToolAnnotations(read_only_hint=False)
    return [
        types.Tool(name="list_pumps", input_schema=schema, output_schema=OUTPUT, annotations=reads),
        types.Tool(name="get_pump", input_schema=own, description="All about a pump.", annotations=reads),
        types.Tool(name="pause_pump", input_schema=own, description="Pause a pump.", annotations=acts),
        types.Tool(name="deletePump", input_schema=schema),
    ]


async def answer(server: Shelf, *texts: str) -> str:
    turns: list[Turn] = []
    for text in texts:
        turns = [*turns, Turn("person", text)]
        said = "".join([words async for words in Planner().answer(turns, server)])
        turns = [*turns, Turn("copilot", said)]
    return turns[-1].text


@given(st.lists(questions, min_size=1, max_size=3), SCHEMAS, SCHEMAS, JSON, JSON)
def test_there_is_an_answer_to_anything(texts: list[str], schema: Any, own: Any, data: Any, other: Any) -> None:
    pumps = {"pumps": [{"id": "P-1", "name": "Ada's pump", "pressure": 3}, other], "total": 2, "next_offset": data}
    results = {"list_pumps": Outcome("done", "", pumps), "get_pump": Outcome("done", "some text", data)}

    async def run() -> str:
        server = Shelf(**results)
        server.offer = Offer("Shelf", tools=tuple(tools(schema, own)))
        return await answer(server, *texts)

    assert asyncio.run(run()).strip()


def test_a_resource_is_read_out_and_one_that_is_gone_is_told() -> None:
    async def run() -> list[str]:
        server = Shelf()
        note = types.Resource(name="note", uri="shelf://note")
        gone = types.Resource(name="menu", uri="shelf://menu")
        server.offer = Offer("Shelf", resources=(note, gone))
        return [await answer(server, f"read the {name} resource") for name in ("note", "menu")]

    note, menu = asyncio.run(run())
    assert "Bread at noon." in note
    assert menu == "I can't read shelf://menu: There is no shelf://menu."


@given(st.sampled_from(ASKING), questions, SCHEMAS, SCHEMAS)
def test_a_question_never_acts(opening: str, rest: str, schema: Any, own: Any) -> None:
    plain = " ".join(word for word in rest.split() if word not in (".", ",", "and", "then", ":") and word.isalnum())

    async def run() -> Shelf:
        server = Shelf(list_pumps=Outcome("done", "", {"pumps": [{"id": "P-1", "name": "Ada", "pressure": 3}]}))
        server.offer = Offer("Shelf", tools=tuple(tools(schema, own)))
        await answer(server, f"{opening} {plain}?")
        return server

    assert [call for call in asyncio.run(run()).calls if call[0] in ("pause_pump", "deletePump")] == []
