"""What the attacker offers: tools, questions, resources and prompts with foreign text in them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.server.mcpserver.prompts.base import AssistantMessage, Message, UserMessage
from mcp.server.mcpserver.resolve import Elicit, Resolve, Sample
from mcp.shared.exceptions import MCPError
from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    Completion,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestURLParams,
    EmbeddedResource,
    Icon,
    ImageContent,
    InputRequiredResult,
    ResourceLink,
    SamplingMessage,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from pydantic import BaseModel, ConfigDict, Field
from transom import current_session

from .eras import is_modern, log
from .media import base64
from .payloads import BIDI, DATA_URL, LONG, MANY_LINES, SCRIPT_URL, hostile, hostile_markdown

Choice = Literal['"><img src=x onerror="window.pwned=\'enum\'">', "javascript:window.pwned='enum url'"]


class Nested(BaseModel):
    model_config = ConfigDict(title=hostile("model title"), json_schema_extra={"description": hostile("model text")})
    inner: str = Field(alias=hostile("inner name"), title=hostile("inner title"), default=hostile("inner default"))


CHOICES: list[Any] = [{"const": "a", "title": hostile("choice")}, {"const": "b", "title": BIDI}]


class Question(BaseModel):
    first: str = Field(
        alias=hostile("field name"),
        title=hostile("field title"),
        description=hostile("field description"),
        default=hostile("field default"),
    )
    choice: str = Field(default="a", json_schema_extra={"oneOf": CHOICES})
    sly: Choice = "javascript:window.pwned='enum url'"


def ask_question() -> Elicit[Question]:
    return Elicit(hostile("elicitation"), Question)


def ask_model() -> Sample:
    message = SamplingMessage(role="user", content=TextContent(text=hostile_markdown("sampling")))
    return Sample([message], max_tokens=10, system_prompt=hostile("system prompt"), stop_sequences=[hostile("stop")])


def every_block() -> CallToolResult:
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' onload=\"{SCRIPT_URL}\"><script>pwned=1</script></svg>"
    text = TextResourceContents(uri=SCRIPT_URL, mime_type="text/html", text=hostile("embedded"))
    blob = BlobResourceContents(uri=DATA_URL, mime_type="text/html", blob=base64(hostile("blob").encode()))
    return CallToolResult(
        content=[
            TextContent(text=hostile("text result")),
            ImageContent(data='x" onerror="window.pwned=1', mime_type='image/png" onerror="window.pwned=1'),
            ImageContent(data=base64(svg.encode()), mime_type="image/svg+xml"),
            ImageContent(data=base64(hostile("html image").encode()), mime_type="text/html"),
            AudioContent(data="%%%", mime_type=hostile("audio type")),
            ResourceLink(name=hostile("link name"), uri=SCRIPT_URL, title=hostile("link title"), description=LONG),
            ResourceLink(name="sly link", uri="https://example.com/\u202egnp.exe", mime_type=hostile("link type")),
            EmbeddedResource(resource=text),
            EmbeddedResource(resource=blob),
        ],
        structured_content={hostile("key"): hostile("value"), "__proto__": {"polluted": True}, "constructor": BIDI},
    )


TEXTS = {
    "say_markdown": hostile_markdown("markdown"),
    "say_bidi": BIDI,
    "say_long": LONG,
    "say_lines": MANY_LINES,
    "say_json": '{"<img src=x onerror=window.pwned=1>": ["</script><script>window.pwned=1</script>"]}',
}


def add_tools(mcp: MCPServer) -> None:
    annotations = ToolAnnotations(title=hostile("annotation title"), read_only_hint=True)
    icons = [Icon(src=SCRIPT_URL)]

    @mcp.tool(
        hostile("tool name"),
        title=hostile("tool title"),
        description=hostile_markdown("tool description"),
        annotations=annotations,
        icons=icons,
    )
    async def fields(
        first: Annotated[
            str,
            Field(
                alias=hostile("property name"),
                title=hostile("property title"),
                description=hostile_markdown("property description"),
                default=hostile("default"),
                examples=[hostile("example")],
                json_schema_extra={"format": hostile("format")},
            ),
        ],
        choice: Choice,
        nested: Nested,
        long: Annotated[str, Field(alias=LONG, title=BIDI, default=LONG)],
    ) -> str:
        return hostile("call")

    @mcp.tool(LONG[:1_000], title=LONG, description=LONG)
    async def long() -> str:
        return LONG

    mcp.add_tool(lambda: every_block(), name="every_block", description="Example: " + hostile("example text"))
    for name, words in TEXTS.items():
        mcp.add_tool(_saying(words), name=name, title=BIDI)
    _add_failures(mcp)


def _saying(words: str) -> Any:
    async def tool() -> CallToolResult:
        return CallToolResult(content=[TextContent(text=words)])

    return tool


def _add_failures(mcp: MCPServer) -> None:
    @mcp.tool()
    async def fail() -> str:
        raise ToolError(hostile("tool error"))

    @mcp.tool()
    async def fail_protocol() -> str:
        raise MCPError(code=-32000, message=hostile("protocol error"), data={hostile("data key"): hostile("data")})

    @mcp.tool()
    async def speak(context: Context) -> str:
        """Log and report progress."""
        await context.report_progress(1, 2, hostile("progress"))
        await log(context, "error", hostile("log"), hostile("logger"))
        await log(context, "error", {hostile("log key"): [hostile("log value"), BIDI]})
        return "Spoken."

    @mcp.tool()
    async def require_setup() -> str:
        current_session().require_setup(hostile("setup required"), "OTHER")
        return "Required."


def add_asks(mcp: MCPServer) -> None:
    @mcp.tool()
    async def ask_form(question: Annotated[Question, Resolve(ask_question)]) -> str:
        return question.first

    @mcp.tool()
    async def ask_sampling(answer: Annotated[CreateMessageResult, Resolve(ask_model)]) -> str:
        return answer.model

    @mcp.tool()
    async def ask_page(context: Context, url: str = SCRIPT_URL) -> str | InputRequiredResult:
        if not is_modern(context):
            return (await context.elicit_url(hostile("page"), url, hostile("page id"))).action
        if context.input_responses:
            return "answered"
        request = ElicitRequest(params=ElicitRequestURLParams(message=hostile("page"), url=url))
        return InputRequiredResult(input_requests={"page": request})


def add_offers(mcp: MCPServer) -> None:
    @mcp.resource(
        SCRIPT_URL,
        name=hostile("resource name"),
        title=hostile("resource title"),
        description=hostile_markdown("resource description"),
        mime_type="text/html",
    )
    async def page() -> str:
        return hostile("resource text")

    @mcp.resource("evil://markdown", mime_type="text/markdown", title=BIDI)
    async def markdown() -> str:
        return hostile_markdown("resource markdown")

    @mcp.resource("evil://picture", mime_type='image/svg+xml" onload="window.pwned=1')
    async def picture() -> bytes:
        return hostile("picture").encode()

    @mcp.resource("evil://broken", description=LONG)
    async def broken() -> str:
        raise ResourceError(hostile("resource error"))

    @mcp.resource("evil://{word}", name=hostile("template name"), title=hostile("template title"))
    async def template(word: str) -> str:
        return hostile("template text")

    _add_prompts(mcp)


def _add_prompts(mcp: MCPServer) -> None:
    @mcp.prompt(hostile("prompt name"), title=hostile("prompt title"), description=hostile_markdown("prompt text"))
    async def prompt(
        word: Annotated[str, Field(description=hostile("argument description"))] = "",
    ) -> list[Message]:
        picture = ImageContent(data="%%%", mime_type=hostile("prompt image"))
        return [UserMessage(hostile("user message")), AssistantMessage(hostile_markdown("reply")), UserMessage(picture)]

    @mcp.completion()
    async def complete(*given: object) -> Completion:
        return Completion(values=[hostile("completion"), BIDI, LONG], total=3, has_more=False)
