"""Which model was chosen, and what becomes of a key."""

from __future__ import annotations

import re
from typing import Any

import pytest
from transom.storage import MemoryStore
from transom_client.models.browser import BrowserModel, BrowserModels
from transom_client.models.choice import Choice, Kept, Kind, Models
from transom_client.models.endpoint import Endpoint, Endpoints
from transom_client.models.refusals import ModelError

from .browsers import StandIn
from .endpoints import Play, error, says

pytestmark = pytest.mark.anyio

KEY = "model"
ENDPOINT = Choice("endpoint", "https://api.example/v1", "tiny", "secret")


def some_models(store: Kept | None = None, *, browser: StandIn | None = None, play: Play | None = None) -> Models[Any]:
    endpoints, own = Endpoints(play or Play()), BrowserModels(browser)
    kinds = [
        Kind("none", "None", (), lambda choice: None),
        Kind[Any]("endpoint", "An endpoint", (), endpoints.model, endpoints),
        Kind[Any]("browser", "The browser's", (), own.model, own),
    ]
    return Models(store or MemoryStore(), KEY, kinds)


def progress(part: float) -> None:
    pass


def test_the_first_kind_holds_as_long_as_nothing_else_is_complete() -> None:
    models = some_models()
    assert models.chosen() is None
    for choice in (
        Choice("browser"),
        Choice("endpoint"),
        Choice("endpoint", "ftp://x", "tiny"),
        Choice("endpoint", "http://x", " "),
    ):
        models.choose(choice)
        assert models.chosen() is None
        assert models.missing(choice)


def test_a_choice_holds_in_the_next_visit_without_its_key() -> None:
    store = MemoryStore()
    models = some_models(store)
    models.choose(ENDPOINT)
    chosen = models.chosen()
    assert isinstance(chosen, Endpoint)
    assert (chosen.url, chosen.name, chosen.key) == ("https://api.example/v1", "tiny", "secret")
    assert "secret" not in (store.get(KEY) or "")
    assert some_models(store).choice == Choice("endpoint", ENDPOINT.url, "tiny")


def test_a_key_is_kept_where_the_person_wants_that_and_forgotten_when_they_do_not() -> None:
    store = MemoryStore()
    some_models(store).choose(ENDPOINT.changed(keeps_key=True))
    later = some_models(store)
    assert (later.choice.key, later.choice.keeps_key) == ("secret", True)
    later.choose(later.choice.changed(keeps_key=False))
    assert "secret" not in (store.get(KEY) or "")


@pytest.mark.parametrize(
    "url", ["https://evil.example/v1", "http://api.example/v1", "https://api.example:8443/v1", "", "x", "http://["]
)
def test_the_key_of_one_origin_is_not_for_another(url: str) -> None:
    assert ENDPOINT.changed(url=url).key == ""


@pytest.mark.parametrize("url", ["https://API.example/v2", "https://api.example:443/v1/chat/completions"])
def test_the_key_stays_with_its_origin(url: str) -> None:
    assert ENDPOINT.changed(url=url, model="large").key == "secret"


def test_a_key_that_is_given_with_an_address_or_before_it_is_for_that() -> None:
    assert ENDPOINT.changed(url="https://other.example", key="other").key == "other"
    assert Choice("endpoint", "", "tiny", "secret").changed(url="https://api.example/v1").key == "secret"


@pytest.mark.parametrize("text", ["{", "[]", "5", '{"kind": "oracle"}', '{"kind": 5}', '{"url": 5}', "[" * 99_999])
def test_what_somebody_else_wrote_is_no_choice(text: str) -> None:
    store = MemoryStore()
    store.set(KEY, text)
    assert some_models(store).choice == Choice("none")


async def test_trying_a_choice_says_what_came_back() -> None:
    models = some_models(browser=StandIn("ready"), play=Play(says("ready\n", " now"), says(), error(401, "no")))
    assert "always there" in await models.try_out(Choice("none"), progress)
    assert re.fullmatch(r"tiny answered in \d+\.\d s: “ready now”", await models.try_out(ENDPOINT, progress))
    assert "without a word" in await models.try_out(ENDPOINT, progress)
    with pytest.raises(ModelError, match="refused the key"):
        await models.try_out(ENDPOINT, progress)
    assert "browser answered in" in await models.try_out(Choice("browser"), progress)
    with pytest.raises(ModelError, match="Enter the name"):
        await models.try_out(Choice("endpoint", "https://api.example"), progress)
    with pytest.raises(ModelError, match="no model of its own"):
        await some_models().try_out(Choice("browser"), progress)


async def test_the_browsers_model_can_be_chosen_where_there_is_one() -> None:
    models = some_models(browser=StandIn(availability="downloadable"))
    models.choose(Choice("browser"))
    assert isinstance(models.chosen(), BrowserModel)
    state = await BrowserModels(StandIn(availability="downloadable")).state()
    assert ("Test does that" in state.words, state.is_there) == (True, True)
    assert not (await BrowserModels(StandIn(availability="unavailable")).state()).is_there
    none = await BrowserModels(None).state()
    assert (none.words, none.is_there) == ("This browser has none.", False)


async def test_an_endpoint_tells_the_size_of_its_last_request() -> None:
    endpoints = Endpoints(Play(says("ready"), says("ready")))
    assert (await endpoints.state()).words == ""
    await endpoints.model(ENDPOINT).reply([])
    assert (await endpoints.state()).words == "The last request had 49 bytes."
    await endpoints.model(ENDPOINT).reply([{"role": "user", "content": "ü" * 6000}])
    assert (await endpoints.state()).words == "The last request had 12 kB."


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
