"""The arguments that the kitchen's tools take: every schema that pydantic writes, and some that others write."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AnyUrl, BaseModel, ConfigDict, Field, WithJsonSchema

EMAIL = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"


class Color(Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


class Address(BaseModel):
    """Where somebody lives."""

    street: str = Field(title="Street and number", description="Example: Main Street 1")
    city: str = Field(min_length=1)
    postcode: Annotated[str, Field(pattern=r"^[0-9]{5}$")] | None = None


class Person(BaseModel):
    name: str
    age: int = Field(ge=0, le=150)
    address: Address
    tags: list[str] = []


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(default=9, ge=1, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str] = []


class Circle(BaseModel):
    radius: float = Field(gt=0)


class Box(BaseModel):
    width: float
    height: float


class Tree(BaseModel):
    label: str
    children: list[Tree] = []


class Strict(BaseModel):
    """No other properties."""

    model_config = ConfigDict(extra="forbid")
    only: str


def optional(kind: Any) -> Any:
    return Annotated[kind | None, Field(default=None)]


def written(schema: dict[str, Any]) -> Any:
    """Any value, under a schema that somebody wrote by hand."""
    return Annotated[Any, WithJsonSchema(schema)]


TEXTS: dict[str, dict[str, Any]] = {
    "text": {"text": str},
    "text_limits": {"text": Annotated[str, Field(min_length=2, max_length=5)]},
    "text_pattern": {"code": Annotated[str, Field(pattern=r"^[A-Z]{3}-[0-9]+$", description="Example: ABC-1")]},
    "email": {"email": Annotated[str, Field(pattern=EMAIL, json_schema_extra={"format": "email"})]},
    "url": {"url": AnyUrl},
    "uuid": {"id": UUID},
    "bytes": {"data": bytes},
    "date": {"day": date},
    "datetime": {"moment": datetime},
    "time": {"at": time},
    "timedelta": {"duration": timedelta},
    "enum": {"color": Color},
    "literal": {"word": Literal["yes", "no", "perhaps"]},
    "literal_one": {"only": Literal["this"]},
    "literal_mixed": {"value": Literal["one", 2, True]},
}

NUMBERS: dict[str, dict[str, Any]] = {
    "integer": {"number": int},
    "integer_limits": {"number": Annotated[int, Field(ge=1, le=10)]},
    "integer_multiple": {"number": Annotated[int, Field(multiple_of=5)]},
    "integer_large": {"number": int},
    "number": {"number": float},
    "number_limits": {"number": Annotated[float, Field(gt=0, lt=1)]},
    "decimal": {"amount": Annotated[Decimal, Field(max_digits=6, decimal_places=2)]},
    "boolean": {"flag": bool},
    "enum_integer": {"size": Size},
}

LISTS: dict[str, dict[str, Any]] = {
    "list_text": {"words": list[str]},
    "list_limits": {"numbers": Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=1, max_length=3)]},
    "list_enum": {"colors": list[Color]},
    "list_models": {"people": list[Person]},
    "list_lists": {"rows": list[list[float]]},
    "set": {"words": set[str]},
    "tuple": {"point": tuple[float, float, str]},
    "tuple_any_length": {"numbers": tuple[int, ...]},
    "map_integers": {"counts": dict[str, int]},
    "map_models": {"places": dict[str, Address]},
    "map_any": {"values": dict[str, Any]},
}

MODELS: dict[str, dict[str, Any]] = {
    "model": {"person": Person},
    "model_strict": {"strict": Strict},
    "tree": {"tree": Tree},
    "union_scalars": {"value": int | str | bool},
    "union_list": {"value": str | list[str]},
    "union_discriminated": {"pet": Annotated[Cat | Dog, Field(discriminator="kind")]},
    "union_models": {"shape": Circle | Box},
    "list_union": {"pets": list[Annotated[Cat | Dog, Field(discriminator="kind")]]},
}

OPTIONALS: dict[str, dict[str, Any]] = {
    "optional": {
        "text": optional(str),
        "number": optional(int),
        "share": optional(float),
        "flag": optional(bool),
        "color": optional(Color),
        "word": optional(Literal["yes", "no"]),
        "day": optional(date),
        "words": optional(list[str]),
        "counts": optional(dict[str, int]),
        "address": optional(Address),
        "pet": optional(Annotated[Cat | Dog, Field(discriminator="kind")]),
        "tree": optional(Tree),
    },
    "nullable_required": {"text": str | None, "address": Address | None},
    "defaults": {
        "text": Annotated[str, Field(default="bread")],
        "number": Annotated[int, Field(default=3)],
        "share": Annotated[float, Field(default=0.5)],
        "flag": Annotated[bool, Field(default=True)],
        "color": Annotated[Color, Field(default=Color.GREEN)],
        "words": Annotated[list[str], Field(default=["a", "b"])],
        "address": Annotated[Address, Field(default=Address(street="Main Street 1", city="Ulm"))],
    },
}

ODD: dict[str, dict[str, Any]] = {
    "examples": {
        "name": Annotated[str, Field(examples=["Ada", "Grace"])],
        "number": Annotated[int, Field(examples=[42])],
        "city": Annotated[str, Field(description="Where it is. Example: Ulm")],
        "address": Annotated[Address, Field(examples=[{"street": "Main Street 1", "city": "Ulm"}])],
    },
    "any": {"value": Any},
    "nothing": {},
    "names": {
        "class_": Annotated[str, Field(alias="class")],
        "with_blank": Annotated[str, Field(alias="a b")],
        "umlaut": Annotated[str, Field(alias="ünï")],
        "reference": Annotated[str, Field(alias="$ref-like")],
        "dotted": Annotated[str, Field(alias="a.b[0]")],
        "slashed": Annotated[str, Field(alias="a/b~c")],
        "proto": Annotated[str, Field(alias="__proto__")],
        "maker": Annotated[str, Field(alias="constructor")],
        "quoted": Annotated[str, Field(alias="\"'<b>")],
    },
    "many": {f"argument_{number}": (str, int, bool)[number % 3] for number in range(30)},
    "written_types": {"value": written({"type": ["string", "null"]})},
    "written_one_of": {
        "value": written({"oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]})
    },
    "written_all_of": {
        "value": written(
            {
                "allOf": [
                    {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                    {"type": "object", "properties": {"b": {"type": "integer"}}},
                ]
            }
        )
    },
    "written_pattern_properties": {
        "value": written({"type": "object", "patternProperties": {"^x-": {"type": "string"}}})
    },
    "written_true": {"value": written({})},
}

ARGUMENTS: Mapping[str, Mapping[str, Any]] = {**TEXTS, **NUMBERS, **LISTS, **MODELS, **OPTIONALS, **ODD}
"""By the name of the tool, without `echo_`: its arguments and their types."""
