"""The kinds of models that can answer in the copilot, and what it tells of each."""

from __future__ import annotations

from transom_client.models.browser import BrowserModels, LanguageModel
from transom_client.models.choice import Kept, Kind, Models
from transom_client.models.endpoint import Endpoints
from transom_client.models.exchange import Post

from assistant.model import Model
from assistant.step_loop import StepLoop
from assistant.tool_loop import ToolLoop

KEY = "copilot.model"

MATCHER = (
    ("Does", "Matches your words with the application's tools: finds, filters, counts and sorts."),
    ("Doesn't", "Reason, sum up or explain."),
    ("Needs", "Nothing: no key, no network."),
    ("Who sees it", "Nobody: nothing leaves this page."),
)
ENDPOINT = (
    ("Does", "Understands, reasons and explains, as well as its model does."),
    ("Needs", "The address of an API like OpenAI's, on the network or on your computer; perhaps a key."),
    ("Who sees it", "Its operator: your questions, the answers, and the results of calls."),
)
BROWSER = (
    ("Does", "Understands and explains, within the reach of a small model."),
    ("Needs", "A browser with a model, which has some gigabytes and is downloaded once."),
    ("Who sees it", "Nobody: nothing leaves this device."),
)


def copilot_models(kept: Kept, matcher: Model, post: Post, api: LanguageModel | None = None) -> Models[Model]:
    endpoints, browser = Endpoints(post), BrowserModels(api)
    return Models(
        kept,
        KEY,
        [
            Kind("matcher", "Built-in matcher", MATCHER, lambda choice: matcher),
            Kind(
                "endpoint",
                "A model behind an endpoint",
                ENDPOINT,
                lambda choice: ToolLoop(endpoints.model(choice)),
                endpoints,
            ),
            Kind("browser", "The browser's model", BROWSER, lambda choice: StepLoop(browser.model(choice)), browser),
        ],
    )
