"""Single words: none is taken for another that it only looks like, and one word says one thing."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.planner.english.common import is_common_word
from assistant.planner.english.everyday import known_instead
from assistant.planner.english.families import relative
from assistant.planner.english.hurried import spelled
from assistant.planner.english.stems import stem
from assistant.planner.english.words import tokens

from .test_planner import talk

READS = ToolAnnotations(read_only_hint=True)


class Horse(BaseModel):
    id: Annotated[str, Field(description="For example H-1")]
    name: str
    kind: Literal["pony", "cob", "donkey"]
    gets_on_with: Annotated[list[Literal["ponies", "donkeys", "children"]], Field(description="Whose company it likes")]
    status: Literal["available", "hired", "resting"]


class Helper(BaseModel):
    id: Annotated[str, Field(description="For example HE-1")]
    name: str
    craft: Literal["saddlery", "carpentry", "electrical"]
    phone: str


HORSES = [
    Horse(id="H-1", name="Bramble", kind="donkey", gets_on_with=["children"], status="available"),
    Horse(id="H-2", name="Clover", kind="donkey", gets_on_with=["donkeys"], status="hired"),
    Horse(id="H-3", name="Dapple", kind="cob", gets_on_with=["donkeys", "ponies"], status="available"),
]
HELPERS = [
    Helper(id="HE-1", name="Edith Marlow", craft="saddlery", phone="01632 960001"),
    Helper(id="HE-2", name="Ravi Stone", craft="carpentry", phone="01632 960002"),
    Helper(id="HE-3", name="Nell Okoro", craft="electrical", phone="01632 960003"),
]


def riding_yard() -> MCPServer:
    server = MCPServer("Riding yard")

    @server.tool(annotations=READS)
    def list_horses() -> list[Horse]:
        """All horses of the yard."""
        return HORSES

    @server.tool(annotations=READS)
    def list_helpers() -> list[Helper]:
        """Who helps at the yard, and with which craft."""
        return HELPERS

    return server


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("question", "told", "left"),
    [
        ("Which donkeys do we have?", {"Bramble", "Clover"}, {"Dapple"}),
        ("Which horses get on with donkeys?", {"Clover", "Dapple"}, {"Bramble"}),
        ("Which cobs get on with donkeys?", {"Dapple"}, {"Bramble", "Clover"}),
        ("which donkeys can be hired", {"Bramble"}, {"Clover", "Dapple"}),
        ("horses for hire?", {"Bramble", "Dapple"}, {"Clover"}),
        ("Which horses are hired?", {"Clover"}, {"Bramble", "Dapple"}),
        ("sorry to bother you, which donkeys are available?", {"Bramble"}, {"Clover"}),
        ("who's our carpenter?", {"Ravi Stone"}, {"Nell Okoro", "Edith Marlow"}),
        ("got an electrician?", {"Nell Okoro"}, {"Ravi Stone"}),
        ("Could you give me Mrs Marlow's phone number?", {"01632 960001"}, {"960002", "can't"}),
    ],
)
async def test_a_word_says_one_thing(question: str, told: set[str], left: set[str]) -> None:
    answer, _ = await talk(riding_yard(), question)
    assert all(one in answer for one in told), answer
    assert not any(one in answer for one in left), answer


@pytest.mark.parametrize("word", ["stuck", "leaking", "fever", "live", "grace", "house", "bother", "froze", "sailed"])
def test_a_common_word_is_not_misspelt(word: str) -> None:
    assert is_common_word(word)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("lodge", {"tenant"}),
        ("open", {"job"}),
        ("booking", {"title"}),
        ("job", {"posters"}),
        ("customer", {"requests"}),
        ("closed", {"sort"}),
        ("sitting", {"location"}),
        ("good", {"item"}),
        ("take", {"occupied"}),
    ],
)
def test_an_everyday_word_is_not_replaced_by_what_another_form_of_it_means(word: str, words: set[str]) -> None:
    assert known_instead(word, words, set(), set()) is None


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("lodgers", {"tenant"}),
        ("bookings", {"reservation"}),
        ("jobs", {"post"}),
        ("goods", {"item"}),
        ("taken", {"occupied"}),
    ],
)
def test_an_everyday_word_is_replaced_by_what_it_means(word: str, words: set[str]) -> None:
    assert known_instead(word, words, set(), set()) in words


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("cookery", "cooking"),
        ("electrician", "electrical"),
        ("pianist", "piano"),
        ("dentist", "dental"),
        ("librarian", "library"),
        ("historic", "history"),
    ],
)
def test_words_of_one_family_are_relatives(word: str, other: str) -> None:
    assert relative(stem(word), {stem(other), stem("tent")}) == stem(other)


@pytest.mark.parametrize(("word", "other"), [("story", "store"), ("party", "part"), ("guardian", "guard")])
def test_words_that_only_look_alike_are_no_relatives(word: str, other: str) -> None:
    assert relative(stem(word), {stem(other)}) is None


def test_short_forms_are_written_out() -> None:
    assert spelled("a tent w/ 2 beds, w/o a porch") == "a tent with 2 beds, without a porch"
    assert [one.word for one in tokens("they shouldve come til noon")] == ["they", "overdue", "until", "noon"]


class Sail(BaseModel):
    id: Annotated[str, Field(description="For example S-1")]
    title: str
    kind: Literal["day_sail", "weekend_trip", "regatta"]
    price: Annotated[int, Field(description="In pounds")]


class Skipper(BaseModel):
    id: Annotated[str, Field(description="For example SK-1")]
    name: str
    town: str
    address: str
    teaches: list[str]
    status: Literal["active", "away"]


SAILS = [
    Sail(id="S-1", title="Round the island", kind="day_sail", price=40),
    Sail(id="S-2", title="Seal watching", kind="weekend_trip", price=180),
]
SKIPPERS = [
    Skipper(id="SK-1", name="Ada Finn", town="Cowes", address="2 Ryde Road, Cowes", teaches=["voice"], status="active"),
    Skipper(id="SK-2", name="Bo Crane", town="Ryde", address="9 Quay Street, Ryde", teaches=["knots"], status="away"),
]


def sailing_school() -> MCPServer:
    server = MCPServer("Sailing school")

    @server.tool(annotations=READS)
    def find_tours() -> list[Sail]:
        """The tours that the school sails."""
        return SAILS

    @server.tool(annotations=READS)
    def find_skippers(
        text: Annotated[str, Field(description="Words that are all in one of the fields")] = "",
    ) -> list[Skipper]:
        """Who sails, and where they live. Example: text="Ada" """
        return [one for one in SKIPPERS if text.casefold() in f"{one.name} {one.town} {one.address}".casefold()]

    return server


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("question", "told", "left"),
    [
        ("Which skippers are in Ryde?", {"Bo Crane"}, {"Ada Finn"}),
        ("Which skipper lives in Ryde?", {"Bo Crane"}, {"Ada Finn"}),
        ("which trips do we have", {"Round the island", "Seal watching"}, set[str]()),
        ("Which weekend trips are there?", {"Seal watching"}, {"Round the island"}),
        ("any tours under 50 quid?", {"Round the island"}, {"Seal watching"}),
        ("Who is our singing skipper?", {"Ada Finn"}, {"Bo Crane"}),
    ],
)
async def test_a_word_means_the_widest_kind_and_the_most_exact_field(
    question: str, told: set[str], left: set[str]
) -> None:
    answer, _ = await talk(sailing_school(), question)
    assert all(one in answer for one in told), answer
    assert not any(one in answer for one in left), answer
