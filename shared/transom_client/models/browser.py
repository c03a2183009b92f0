"""The browser's own model (the Prompt API): text alone, on this device."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from .choice import Choice, State
from .completion import Completion
from .limits import DEFAULT_LIMITS, Budget, Limits
from .model import Message, Progress
from .refusals import ModelError

Availability = Literal["unavailable", "downloadable", "downloading", "available"]

WORDS: dict[Availability, str] = {
    "available": "It is there.",
    "downloadable": "It has to be downloaded first, which takes some gigabytes: Test does that.",
    "downloading": "It is being downloaded. Test waits for it.",
    "unavailable": "This browser can't run it on this device, or not inside of another page.",
}
NONE = "This browser has none."


class Talk(Protocol):
    """A session with a model: it remembers what was said in it."""

    def prompt(self, text: str, form: dict[str, Any] | None = None) -> AsyncIterator[str]:
        """The words of its answer, which is JSON of a form (a JSON schema) if one is given. Raises `OSError`."""
        ...


class LanguageModel(Protocol):
    """The browser's `LanguageModel`."""

    async def availability(self) -> Availability: ...
    def talk(self, messages: Sequence[Message], progress: Progress | None = None) -> AbstractAsyncContextManager[Talk]:
        """Open a session, after a download if one is needed. Raises `OSError`. Cancel the task to give it up."""
        ...


@dataclass(frozen=True)
class BrowserModel:
    api: LanguageModel
    limits: Limits = DEFAULT_LIMITS
    now: Callable[[], float] = time.monotonic
    """In seconds."""
    name: str = "the browser's model"

    async def reply(
        self, messages: Sequence[Message], options: Mapping[str, Any] | None = None, progress: Progress | None = None
    ) -> Completion:
        """A `Model`'s. The browser has none of the options."""
        if any(not isinstance(message["content"], str) for message in messages):
            raise ModelError("The browser's model reads text only, and this request has more.")
        budget = Budget(self.limits, self.now)
        async with self.talk(messages[:-1], progress) as talk:
            words = budget.timely(talk.prompt(messages[-1]["content"]))
            return Completion("".join([word async for word in words]), model="browser", reason="stop")

    @asynccontextmanager
    async def talk(self, messages: Sequence[Message], progress: Progress | None = None) -> AsyncGenerator[Talk]:
        """A session, and every failure in it as a `ModelError`. A download needs a `progress`: it takes minutes."""
        await self._check(progress)
        try:
            async with self.api.talk(messages, progress) as talk:
                yield talk
        except TimeoutError:
            raise ModelError("The browser's model took too long. Ask for less at once.") from None
        except OSError as error:
            raise ModelError(f"The browser's model did not answer: {error}") from error

    async def _check(self, progress: Progress | None) -> None:
        match await self.api.availability():
            case "unavailable":
                raise ModelError(
                    "This browser has no model of its own for this page. Try a window of its own, or another model."
                )
            case "downloadable" | "downloading" if progress is None:
                raise ModelError("The browser's model has to be downloaded first. Open the settings, and choose Test.")
            case _:
                return


class BrowserModels:
    """A `Source`: the one model of the browser, where there is one."""

    has_address = False

    def __init__(self, api: LanguageModel | None) -> None:
        self._api = api

    def missing(self, choice: Choice) -> str:
        return "" if self._api else "This browser has no model of its own. Choose another one."

    async def state(self) -> State:
        if self._api is None:
            return State(NONE, is_there=False)
        found = await self._api.availability()
        return State(WORDS[found], is_there=found != "unavailable")

    def model(self, choice: Choice) -> BrowserModel:
        if self._api is None:
            raise ModelError(self.missing(choice))
        return BrowserModel(self._api)
