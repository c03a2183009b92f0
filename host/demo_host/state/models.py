"""The model that answers servers for the person: none, an endpoint, or the browser's own."""

from __future__ import annotations

from dataclasses import dataclass

import mcp_types as types
from transom_client.models.browser import BrowserModels, LanguageModel
from transom_client.models.choice import Choice, Kept, Kind, Models, Source
from transom_client.models.endpoint import Endpoints
from transom_client.models.exchange import Post
from transom_client.models.model import Model

from .chat import Draft, draft, options, turns
from .store import Store

KEY = "model"

NONE = (
    ("Does", "Nothing: you write each answer by hand, or refuse."),
    ("Who sees it", "The server, when you send your answer."),
)
ENDPOINT = (
    ("Does", "Writes an answer, which you can change before it is sent to the server."),
    ("Needs", "The address of an API like OpenAI's, on the network or on your computer; perhaps a key."),
    ("Who sees it", "Its operator: each request that you have it answer."),
)
BROWSER = (
    ("Does", "Writes an answer to text, within the reach of a small model."),
    ("Needs", "A browser with a model, which has some gigabytes and is downloaded once."),
    ("Who sees it", "Nobody, until you send the answer: nothing leaves this device."),
)


@dataclass(frozen=True)
class SamplingModel:
    """A model, for requests of servers."""

    model: Model

    @property
    def name(self) -> str:
        return self.model.name

    async def complete(self, params: types.CreateMessageRequestParams) -> Draft:
        """Raises `ModelError`. Cancel the task to give it up."""
        return draft(await self.model.reply(turns(params), options(params)), self.name)


HostModels = Models[SamplingModel | None]


def host_models(store: Store, kept: Kept, post: Post, api: LanguageModel | None = None) -> HostModels:
    """Topic: `model`."""

    def of(name: str, title: str, facts: tuple[tuple[str, str], ...], source: Source) -> Kind[SamplingModel | None]:
        def make(choice: Choice) -> SamplingModel | None:
            return SamplingModel(source.model(choice))

        return Kind(name, title, facts, make, source)

    kinds = [
        Kind[SamplingModel | None]("none", "None: I answer by hand", NONE, lambda choice: None),
        of("endpoint", "A model behind an endpoint", ENDPOINT, Endpoints(post)),
        of("browser", "The browser's model", BROWSER, BrowserModels(api)),
    ]
    models = Models(kept, KEY, kinds)
    models.on_change(lambda: store.touch("model"))
    return models
