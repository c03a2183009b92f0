"""Which model was chosen, and its key: where that is kept, and for whom it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, ValidationError

from assistant.browser_model import Availability, Browser, BrowserModel, Progress
from assistant.endpoint import EndpointModel
from assistant.exchange import Post, is_endpoint, origin_of
from assistant.memory import Kept
from assistant.model import Model, ModelError

KEY = "copilot.model"

Kind = Literal["planner", "endpoint", "browser"]
BROWSER_WORDS: dict[Availability, str] = {
    "available": "It is there. Nothing leaves this device.",
    "downloadable": "It has to be downloaded first, which takes some gigabytes: Test does that.",
    "downloading": "It is being downloaded. Test waits for it.",
    "unavailable": "This browser can't run it on this device, or not in a frame. Try a window of its own.",
}


class Saved(BaseModel):
    """What is kept. The key is only where the person wants that."""

    kind: Kind = "planner"
    url: str = ""
    model: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    kind: Kind = "planner"
    url: str = ""
    model: str = ""
    key: str = ""
    keeps_key: bool = False
    """Whether the key outlives the page, where anybody who uses the browser can read it."""

    @property
    def problem(self) -> str:
        """What is missing, for the person."""
        if self.kind != "endpoint":
            return ""
        if not is_endpoint(self.url):
            return "Enter the endpoint's address, with http:// or https://."
        return "" if self.model.strip() else "Enter the name of the model."

    def changed(self, **fields: str | bool) -> Choice:
        """With other values. The key of one endpoint is not for another: it is emptied when the origin changes."""
        after = replace(self, **fields)
        if "key" not in fields and origin_of(after.url) != origin_of(self.url):
            return replace(after, key="", keeps_key=False)
        return after


class Models:
    """The models that can be chosen, and the one that is."""

    def __init__(self, kept: Kept, planner: Model, post: Post, browser: Browser | None = None) -> None:
        self._kept = kept
        self._planner = planner
        self._post = post
        self._browser = browser
        self._changed: list[Callable[[], None]] = []
        saved = _read(kept.get(KEY))
        self.choice = Choice(saved.kind, saved.url, saved.model, saved.key, bool(saved.key))

    @property
    def has_browser(self) -> bool:
        return self._browser is not None

    def choose(self, choice: Choice) -> None:
        """From the next question on. Raises `OSError` where the browser can't keep it; it holds until then."""
        self.choice = choice
        for changed in self._changed:
            changed()
        key = choice.key if choice.keeps_key else ""
        saved = Saved(kind=choice.kind, url=choice.url, model=choice.model, key=key)
        self._kept.set(KEY, saved.model_dump_json())

    def on_change(self, changed: Callable[[], None]) -> None:
        self._changed.append(changed)

    def chosen(self) -> Model:
        return self.of(self.choice)

    def of(self, choice: Choice) -> Model:
        """What a choice comes to. One that lacks something is the planner, as long as it does."""
        if choice.kind == "endpoint" and not choice.problem:
            return self._endpoint(choice)
        if choice.kind == "browser" and self._browser:
            return BrowserModel(self._browser)
        return self._planner

    async def try_out(self, choice: Choice, progress: Progress) -> str:
        """See whether a choice answers; what came back, for the person. Raises `ModelError`."""
        if choice.problem:
            raise ModelError(choice.problem)
        if choice.kind == "planner":
            return "The planner is a part of this page: it is always there."
        if choice.kind == "endpoint":
            words = await self._endpoint(choice).try_out()
        elif self._browser:
            words = await BrowserModel(self._browser).try_out(progress)
        else:
            raise ModelError("This browser has no model of its own. Choose another one.")
        return f"It answered: “{' '.join(words.split())[:100]}”" if words else "It answered, but without a word."

    async def browser_words(self) -> str:
        """What there is to say about the browser's own model."""
        if not self._browser:
            return "This browser has none."
        return BROWSER_WORDS[await self._browser.availability()]

    def _endpoint(self, choice: Choice) -> EndpointModel:
        return EndpointModel(self._post, choice.url, choice.model.strip(), choice.key.strip())


def _read(text: str | None) -> Saved:
    """Nothing of it where somebody else wrote it."""
    try:
        return Saved.model_validate_json(text or "{}")
    except ValidationError:
        return Saved()
