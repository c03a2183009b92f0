"""The models of the copilot: the matcher as long as nothing else is complete, and what each tells of itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest
from transom.storage import MemoryStore
from transom_client.models.choice import Choice, Models

from assistant.conversation import Turn
from assistant.kinds import KEY, copilot_models
from assistant.model import Model, Server
from assistant.step_loop import StepLoop
from assistant.tool_loop import ToolLoop

from ..transom_client.browsers import StandIn
from ..transom_client.endpoints import Play, says
from .servers import Shelf, question, whole

pytestmark = pytest.mark.anyio


class NoMatcher:
    name = "Built-in matcher"

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[str]:
        yield ""


MATCHER = NoMatcher()


def some_models(store: MemoryStore, play: Play | None = None, browser: StandIn | None = None) -> Models[Model]:
    return copilot_models(store, MATCHER, play or Play(), browser)


def test_the_matcher_answers_until_something_else_is_chosen() -> None:
    models = some_models(MemoryStore(), browser=StandIn())
    assert models.chosen() is MATCHER
    models.choose(Choice("endpoint", "https://api.example/v1", " tiny "))
    assert isinstance(models.chosen(), ToolLoop)
    assert models.chosen().name == "tiny"
    models.choose(Choice("browser"))
    assert isinstance(models.chosen(), StepLoop)
    assert models.chosen().name == "The browser's model"


def test_who_had_a_kind_that_is_gone_has_the_matcher() -> None:
    store = MemoryStore()
    store.set(KEY, '{"kind": "oracle", "url": "https://api.example/v1", "model": "tiny", "key": ""}')
    models = some_models(store)
    assert models.chosen() is MATCHER
    assert models.choice == Choice("matcher", "https://api.example/v1", "tiny")


async def test_the_dialog_can_tell_how_large_the_last_request_was() -> None:
    play = Play(says("Hello."))
    models = some_models(MemoryStore(), play)
    models.choose(Choice("endpoint", "https://api.example/v1", "tiny"))
    source = models.kind("endpoint").source
    assert source
    assert (await source.state()).words == ""
    await whole(models.chosen().answer(question("Hello?"), Shelf()))
    assert (await source.state()).words == "The last request had 964 bytes."


def test_each_kind_says_what_it_does_needs_and_who_sees_what() -> None:
    for kind in some_models(MemoryStore()).kinds:
        assert {"Does", "Needs", "Who sees it"} <= {word for word, _ in kind.facts}
