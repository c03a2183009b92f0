"""A page with the views of what servers ask and offer besides tools, and a server in it that does all of that."""

from __future__ import annotations

OWN_MODEL = """
Object.defineProperty(window, "LanguageModel", { value: {
  availability: async () => "available",
  create: async ({ initialPrompts }) => ({
    promptStreaming: (text) => new Response(`${initialPrompts.length} before, ${text}`).body
      .pipeThrough(new TextDecoderStream()),
    destroy() {},
  }),
} });
"""

PART = """
import asyncio
import json
from typing import Annotated

import mcp_types as types
from mcp import Client
from mcp.server import MCPServer
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve, Sample
from pydantic import BaseModel, Field
from pyscript import document, window
from pyscript.ffi import create_proxy

from demo_host.state.asks import AskQueue
from demo_host.state.live import LiveServer, LogLine
from demo_host.state.models import host_models
from demo_host.state.roots import RootLists
from demo_host.state.settings import Settings
from demo_host.state.store import Store
from demo_host.views.asks import AsksView
from transom_page.dom import add, find, h, handlers_left, replace, spawn
from demo_host.views.log import LogView
from demo_host.views.page import LocalStorage, now
from demo_host.views.prompts import PromptsView
from demo_host.views.resources import ResourcesView
from demo_host.views.roots import RootsView
from demo_host.views.settings import SettingsView
from transom_client.models.web import language_model, post

HOSTILE = "<img src=x onerror='window.pwned = 1'>"
mcp = MCPServer("Shop")
stock = {"bread": 0}
slow = asyncio.Event()


class Order(BaseModel):
    what: str = Field(description="Which bread")
    loaves: int = Field(default=2, ge=1)


async def ask_order() -> Elicit[Order]:
    return Elicit(f"What may it be? {HOSTILE}", Order)


async def ask_model() -> Sample:
    text = types.TextContent(type="text", text=f"Say hi {HOSTILE}")
    wishes = types.ModelPreferences(hints=[types.ModelHint(name="tiny")], speed_priority=0.5)
    return Sample(
        [types.SamplingMessage(role="user", content=text)],
        max_tokens=10,
        system_prompt="Be brief.",
        temperature=0.25,
        model_preferences=wishes,
    )


@mcp.tool()
async def order(answer: Annotated[ElicitationResult[Order], Resolve(ask_order)]) -> str:
    if isinstance(answer, AcceptedElicitation):
        return f"{answer.data.loaves} {answer.data.what}"
    return answer.action


@mcp.tool()
async def chat(answer: Annotated[types.CreateMessageResult, Resolve(ask_model)]) -> str:
    return f"{answer.model}: {answer.content.text}"


@mcp.tool()
async def bake(context: Context) -> str:
    stock["bread"] += 1
    await context.notify_resource_updated("shop://stock")
    return "baked"


@mcp.resource("shop://stock", title=f"Stock {HOSTILE}", description="How much there is", mime_type="text/plain")
def count() -> str:
    return f"{stock['bread']} loaves"


@mcp.resource("shop://slow")
async def wait() -> str:
    await slow.wait()
    return "done"


@mcp.resource("shop://broken")
def broken() -> str:
    raise ValueError("burnt")


@mcp.resource("shop://bread/{kind}/{name}")
def bread(kind: str, name: str) -> str:
    return f"{kind} {name}"


@mcp.prompt(title="Order bread", description="To the baker")
def letter(what: str, how: str = "") -> str:
    return f"I want {what}{how}. {HOSTILE}"


@mcp.completion()
async def complete(ref, argument, context):
    given = (context.arguments or {}) if context else {}
    return types.Completion(values=[f"{argument.value}-{key}-{value}" for key, value in given.items()] or ["rye"])


store = Store(asyncio.get_running_loop().call_soon)
storage = LocalStorage("test.")
roots = RootLists(store, storage)
asks = AskQueue(store, roots, now)
models = host_models(store, storage, post, language_model())
settings = SettingsView(Settings(storage, store), store, models)
live = LiveServer("shop", store)
names = {"shop": "Shop", "other": f"Other {HOSTILE}"}
new = []


def later(seconds, done):
    new.append(done)
    loop = asyncio.get_running_loop()
    return loop.call_later(3600, done) if getattr(window, "holds", False) else loop.call_soon(done)


stage, out, said = find("#stage"), h("output", testid="out"), h("p", testid="said")
asker = AsksView(
    asks,
    store,
    names.get,
    say=lambda text: replace(said, text),
    origin_of=lambda id: f"https://{id}.example",
    models=models,
    later=later,
)
views = [
    ResourcesView(live, store), PromptsView(live, store), LogView(live, store), RootsView(live, store, roots)
]
add(stage, h("h2", "Server"), h("button", "Before", testid="before"), out, said, asker.element)
add(stage, *(view.element for view in views))


async def session():
    async def elicit(context, params):
        return await asks.elicit("shop", params)

    async def sample(context, params):
        return await asks.sample("shop", params)

    async with Client(mcp, elicitation_callback=elicit, sampling_callback=sample) as client:
        live.client, live.capabilities = client, client.server_capabilities
        live.protocol_version = client.protocol_version
        live.catalog.resources = (await client.list_resources()).resources
        live.catalog.templates = (await client.list_resource_templates()).resource_templates
        live.catalog.prompts = (await client.list_prompts()).prompts
        live.set_status("connected")
        live.touch("catalog")
        replace(out, "connected")
        await asyncio.Event().wait()


def call(name):
    spawn(called(name))  # and nothing returned: a page would wait for a task


async def called(name):
    try:
        result = await live.client.call_tool(name)
        replace(out, result.content[0].text)
    except Exception as error:
        replace(out, str(error))


async def elicit(server_id, params):
    result = await asks.elicit(server_id, params)
    replace(out, f"{server_id} {result.action}")


def ask(server_id, text):
    params = json.loads(text)
    kind = types.ElicitRequestURLParams if "url" in params else types.ElicitRequestFormParams
    spawn(elicit(server_id, kind.model_validate(params)))


def log(level, text):
    live.log.append(LogLine(1_700_000_000_000.0, level, "baker", text))
    live.touch("log")


def close():
    for view in [asker, settings, *views]:
        view.close()
    return handlers_left()


functions = {"call": call, "ask": ask, "log": log, "closeAll": close, "drop": asks.drop, "rested": lambda: new[-1]()}
functions["openSettings"] = settings.open
for name, function in functions.items():
    setattr(window, name, create_proxy(function))
spawn(session())
"""
