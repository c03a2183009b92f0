"""The model that answers servers for the person: an endpoint, the browser's own, or none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import urlsplit

import mcp_types as types

from .chat import ANSWER_SECONDS, Draft, ModelError, Turn, late, turns
from .endpoint import EndpointModel, Fetch, is_endpoint
from .store import Store

KEY = "model"

Kind = Literal["none", "endpoint", "browser"]
KINDS: dict[str, Kind] = {"none": "none", "endpoint": "endpoint", "browser": "browser"}


class Model(Protocol):
    @property
    def name(self) -> str: ...

    async def complete(self, params: types.CreateMessageRequestParams) -> Draft:
        """Raises `ModelError`. Cancel the task to give it up."""
        ...


class Kept(Protocol):
    """What outlives the page: `LocalStorage`."""

    def get(self, key: str, /) -> str | None: ...
    def set(self, key: str, value: str, /) -> None: ...


Prompt = Callable[[list[Turn]], Awaitable[str]]
"""Ask the browser's model. Raises `OSError` where it can't answer."""


@dataclass(frozen=True)
class BrowserModel:
    """The model that the browser brings along."""

    prompt: Prompt
    name: str = "the browser's model"

    async def complete(self, params: types.CreateMessageRequestParams) -> Draft:
        messages = turns(params)
        if any(not isinstance(turn["content"], str) for turn in messages):
            raise ModelError("The browser's model reads text only, and this request has more.")
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return Draft(await self.prompt(messages), "browser")
        except TimeoutError:
            raise late() from None
        except OSError as error:
            raise ModelError(f"The browser's model did not answer: {error}") from error


@dataclass
class ModelChoice:
    kind: Kind = "none"
    url: str = ""
    model: str = ""


class Models:
    """Which model was chosen. Topic: `model`. The key is kept only where the person wants that."""

    def __init__(self, store: Store, kept: Kept, fetch: Fetch, prompt: Prompt | None = None) -> None:
        self._store, self._kept, self._fetch, self._prompt = store, kept, fetch, prompt
        saved = _read(kept.get(KEY))
        self.choice = ModelChoice(
            KINDS.get(saved.get("kind", ""), "none"), saved.get("url", ""), saved.get("model", "")
        )
        self.key = saved.get("key", "")
        self.keeps_key = bool(self.key)

    @property
    def has_browser(self) -> bool:
        return self._prompt is not None

    @property
    def chosen(self) -> Model | None:
        """The model to ask; `None` while there is none, or something about it is missing."""
        choice = self.choice
        if choice.kind == "browser" and self._prompt:
            return BrowserModel(self._prompt)
        if choice.kind == "endpoint" and choice.model and is_endpoint(choice.url):
            return EndpointModel(self._fetch, choice.url, choice.model, self.key)
        return None

    def choose(self, choice: ModelChoice, key: str = "", *, keep_key: bool = False) -> None:
        """Raises `OSError` where the browser has no room to keep it; it holds until the page is closed then.

        The key of one endpoint is not for another: it is emptied when the address moves to another origin.
        """
        if key == self.key and self.choice.url and _origin(choice.url) != _origin(self.choice.url):
            key = ""
        self.choice, self.key, self.keeps_key = choice, key, keep_key
        self._store.touch("model")
        kept = {"kind": choice.kind, "url": choice.url, "model": choice.model}
        self._kept.set(KEY, json.dumps(kept | ({"key": key} if keep_key and key else {})))


def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def _read(text: str | None) -> dict[str, str]:
    """What was kept; nothing of it where somebody else wrote it."""
    try:
        saved = json.loads(text or "{}")
    except ValueError:
        return {}
    return {name: value for name, value in saved.items() if isinstance(value, str)} if isinstance(saved, dict) else {}
