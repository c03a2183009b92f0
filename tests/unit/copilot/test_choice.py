"""Which model answers, and what becomes of a key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest
from transom.storage import MemoryStore

from assistant.browser_model import BrowserModel
from assistant.choice import KEY, Choice, Models
from assistant.conversation import Turn
from assistant.endpoint import EndpointModel
from assistant.model import ModelError, Server

from .endpoints import Play, error, says
from .test_browser_model import StandIn

pytestmark = pytest.mark.anyio


class NoPlanner:
    name = "Built-in planner"

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[str]:
        yield ""


PLANNER = NoPlanner()
ENDPOINT = Choice("endpoint", "https://api.example/v1", "tiny", "secret")


def some_models(
    store: MemoryStore | None = None, *, browser: StandIn | None = None, play: Play | None = None
) -> Models:
    return Models(store or MemoryStore(), PLANNER, play or Play(), browser)


def test_the_planner_answers_as_long_as_nothing_else_is_complete() -> None:
    models = some_models()
    assert models.chosen() is PLANNER
    for choice in (
        Choice("browser"),
        Choice("endpoint"),
        Choice("endpoint", "ftp://x", "tiny"),
        Choice("endpoint", "http://x"),
    ):
        models.choose(choice)
        assert models.chosen() is PLANNER


def test_a_choice_holds_in_the_next_visit_without_its_key() -> None:
    store = MemoryStore()
    models = some_models(store)
    models.choose(ENDPOINT)
    chosen = models.chosen()
    assert isinstance(chosen, EndpointModel)
    assert (chosen.url, chosen.name, chosen.key) == ("https://api.example/v1", "tiny", "secret")
    assert "secret" not in (store.get(KEY) or "")
    later = some_models(store).choice
    assert (later.kind, later.url, later.model, later.key) == ("endpoint", ENDPOINT.url, "tiny", "")


def test_a_key_is_kept_where_the_person_wants_that_and_forgotten_when_they_do_not() -> None:
    store = MemoryStore()
    some_models(store).choose(ENDPOINT.changed(keeps_key=True))
    later = some_models(store)
    assert (later.choice.key, later.choice.keeps_key) == ("secret", True)
    later.choose(later.choice.changed(keeps_key=False))
    assert "secret" not in (store.get(KEY) or "")


@pytest.mark.parametrize(
    "url", ["https://evil.example/v1", "http://api.example/v1", "https://api.example:8443/v1", "", "x"]
)
def test_the_key_of_one_origin_is_not_for_another(url: str) -> None:
    assert ENDPOINT.changed(url=url).key == ""


@pytest.mark.parametrize("url", ["https://API.example/v2", "https://api.example:443/v1/chat/completions"])
def test_the_key_stays_with_its_origin(url: str) -> None:
    assert ENDPOINT.changed(url=url, model="large").key == "secret"


def test_a_key_that_is_given_with_an_address_is_for_that() -> None:
    assert ENDPOINT.changed(url="https://other.example", key="other").key == "other"


@pytest.mark.parametrize("text", ["{", "[]", '{"kind": "magic"}', '{"url": 5}'])
def test_what_somebody_else_wrote_is_no_choice(text: str) -> None:
    store = MemoryStore()
    store.set(KEY, text)
    assert some_models(store).choice == Choice()


async def test_trying_a_choice_says_what_came_back() -> None:
    def progress(part: float) -> None:
        pass

    models = some_models(browser=StandIn("ready"), play=Play(says("ready\n", " now"), says(), error(401, "no")))
    assert "always there" in await models.try_out(Choice(), progress)
    assert await models.try_out(ENDPOINT, progress) == "It answered: “ready now”"
    assert "without a word" in await models.try_out(ENDPOINT, progress)
    with pytest.raises(ModelError, match="refused the key"):
        await models.try_out(ENDPOINT, progress)
    assert await models.try_out(Choice("browser"), progress) == "It answered: “ready”"
    with pytest.raises(ModelError, match="Enter the name"):
        await models.try_out(Choice("endpoint", "https://api.example"), progress)
    with pytest.raises(ModelError, match="no model of its own"):
        await some_models().try_out(Choice("browser"), progress)


async def test_the_browsers_model_is_chosen_where_there_is_one() -> None:
    models = some_models(browser=StandIn(availability="downloadable"))
    models.choose(Choice("browser"))
    assert isinstance(models.chosen(), BrowserModel)
    assert "Test does that" in await models.browser_words()
    assert await some_models().browser_words() == "This browser has none."


def test_whoever_shows_the_choice_is_told_of_a_new_one_even_if_it_can_not_be_kept() -> None:
    class Full(MemoryStore):
        def set(self, key: str, value: str) -> None:
            raise OSError("There is no room.")

    told: list[str] = []
    models = some_models(Full())
    models.on_change(lambda: told.append(models.choice.kind))
    with pytest.raises(OSError, match="no room"):
        models.choose(ENDPOINT)
    assert told == ["endpoint"]
