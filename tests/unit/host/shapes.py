"""Models as authors of tools write them, at random: their schemas, and values that fit."""

from __future__ import annotations

import json
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from ipaddress import IPv4Address
from typing import Annotated, Any, Literal
from uuid import UUID

from annotated_types import Ge, Interval, Len
from hypothesis import strategies as st
from pydantic import BaseModel, Field, create_model


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"] = "dog"
    name: str
    tricks: list[str] = []


class Tree(BaseModel):
    value: int
    left: Tree | None = None
    rest: list[Tree] = []


class Shape(BaseModel):
    """A description with <b>markup</b>."""

    width: Annotated[float, Ge(0)]
    label: str | None = None


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]


class Arguments(BaseModel):
    """What a tool with a bit of everything takes."""

    name: str = Field(min_length=1, description="Who it is for")
    count: Annotated[float, Ge(0)]
    agree: bool
    ratio: float = 0.5
    colour: Colour = Colour.RED
    day: date | None = None
    tags: list[str]
    pet: Pet
    counts: dict[str, int] = {}
    place: tuple[float, float] | None = None
    tree: Tree | None = None
    key: int | str = 0
    anything: Any = None


PLAIN: list[Any] = [
    int,
    float,
    str,
    bool,
    date,
    time,
    datetime,
    UUID,
    Decimal,
    IPv4Address,
    Colour,
    Literal["a", "b", 3],
    Literal["only"],
    Annotated[int, Interval(ge=-5, le=2**60)],
    Annotated[str, Len(1, 20)],
    Tree,
    Shape,
    Cat,
]
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def _around(kinds: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        kinds.map(lambda kind: list[kind]),
        kinds.map(lambda kind: dict[str, kind]),
        kinds.map(lambda kind: kind | None),
        st.tuples(kinds, kinds).map(lambda pair: tuple[pair[0], pair[1]]),
        st.tuples(kinds, kinds).map(lambda pair: pair[0] | pair[1]),
    )


KINDS = st.recursive(st.sampled_from([*PLAIN, Pet]), _around, max_leaves=3)
NAMES = st.sampled_from(["name", "count", "__proto__", "constructor", "a b", "7", "x", "p0", "größe", "{{ value }}"])
CHILDREN = st.deferred(lambda: st.builds(Tree, value=st.integers(), left=st.none() | CHILDREN))
st.register_type_strategy(Tree, st.builds(Tree, value=st.integers(), rest=st.lists(CHILDREN, max_size=1)))
st.register_type_strategy(str, TEXT)
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(Decimal, st.decimals(allow_nan=False, allow_infinity=False, places=3))


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a model, and arguments for it as they would be sent."""
    kinds = draw(st.dictionaries(NAMES, KINDS, min_size=1, max_size=4))
    fields: dict[str, Any] = {}
    values: dict[str, Any] = {}
    for number, (name, kind) in enumerate(kinds.items()):
        is_optional = draw(st.booleans())
        fields[f"f{number}"] = (kind | None, Field(None, alias=name)) if is_optional else (kind, Field(alias=name))
        if not is_optional or draw(st.booleans()):
            values[name] = draw(st.from_type(kind))
    model = create_model("Arguments", **fields)
    dumped = model(**values).model_dump_json(by_alias=True, exclude_unset=True)
    return model.model_json_schema(), json.loads(dumped)
