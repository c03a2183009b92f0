"""The tools of the camera. No browser in it: what they need of one is `Camera`, and tests have another."""

from __future__ import annotations

from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import (
    CallToolResult,
    CreateMessageRequestParams,
    CreateMessageResult,
    ImageContent,
    InputRequiredResult,
    SamplingMessage,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, Field, ValidationError

from camera import Camera, CannotScan, Code, Picture, Source
from sampling import answer_of, ask_model, check_model

INSTRUCTIONS = """Each tool takes a picture when it is called; the camera is off otherwise. Where no camera can be used,
the picture is a drawn test picture: `source` says so, and `note` says why and what a person can do."""

# What is in front of the camera changes: the same call gives something else
LOOKS = ToolAnnotations(read_only_hint=True, idempotent_hint=False, destructive_hint=False, open_world_hint=True)

SYSTEM_PROMPT = "You look at a picture from a camera, and answer in a few plain sentences. Say what you can't see."
ANSWER_TOKENS = 500
ASKED_WIDTH = 768
ASKED_QUALITY = 0.8


class Taken(BaseModel):
    """Where a picture is from."""

    source: Source = Field(description="`test picture`: a drawn one, as no camera can be used; `none`: none was taken")
    note: str = Field(description="Which camera it is from, or why it is from none; what went wrong, and what to do")


class Snapshot(Taken):
    """A picture that was taken; the picture itself is beside it."""

    width: int
    height: int
    size_bytes: int


class Scan(Taken):
    """The barcodes in a picture."""

    is_supported: bool = Field(description="Whether this browser could look for barcodes: `note` says why not")
    codes: list[Code]


class PictureDescription(Taken):
    """What a model says of a picture."""

    answer: str
    model: str = Field(description="Which model has answered, as the host says")


def image_of(picture: Picture) -> ImageContent:
    return Image(data=picture.data, format="jpeg").to_image_content()


def make_server(camera: Camera) -> MCPServer:
    mcp = MCPServer("Camera", instructions=INSTRUCTIONS)

    @mcp.tool(title="Take a picture", annotations=LOOKS)
    async def take_snapshot(
        context: Context,
        width: Annotated[int, Field(description="Width in pixels at most", ge=64, le=1920)] = 640,
        quality: Annotated[float, Field(description="1 is the best JPEG, and the largest", ge=0.1, le=1)] = 0.8,
    ) -> Annotated[CallToolResult, Snapshot]:
        """Take a picture with the camera. Example: width=640, quality=0.8"""
        await context.report_progress(0, 1, "Taking a picture")
        picture = await camera.take(width, quality)
        snapshot = Snapshot(
            source=picture.source,
            note=picture.note,
            width=picture.width,
            height=picture.height,
            size_bytes=len(picture.data),
        )
        words = f"{picture.width} by {picture.height} pixels. {picture.note}"
        content = [TextContent(text=words), image_of(picture)]
        return CallToolResult(content=content, structured_content=snapshot.model_dump(mode="json"))

    @mcp.tool(title="Read barcodes", annotations=LOOKS)
    async def scan(context: Context) -> Scan:
        """Take a picture, and read the barcodes and QR codes in it. Example: hold a QR code before the camera"""
        await context.report_progress(0, 1, "Looking for barcodes")
        try:
            picture, codes = await camera.scan()
        except CannotScan as error:
            taken = error.picture
            note = f"{taken.note} {error}" if taken else str(error)
            return Scan(is_supported=False, codes=[], source=taken.source if taken else "none", note=note)
        return Scan(is_supported=True, codes=list(codes), source=picture.source, note=picture.note)

    @mcp.tool(title="Let a model describe what is seen", annotations=LOOKS)
    async def describe(
        context: Context,
        question: Annotated[str, Field(description="What to ask about the picture", min_length=1, max_length=2000)] = (
            "What is in this picture?"
        ),
    ) -> PictureDescription | InputRequiredResult:
        """Take a picture, and ask the host's model about it. Example: How many cups are on the table?"""
        # In the newer protocol the whole tool runs a second time, with the answer: it must not take a second picture
        answer = answer_of(context)
        if answer is not None:
            return _description(answer, _taken_before(context.request_state))
        check_model(context)
        await context.report_progress(0, 2, "Taking a picture")
        picture = await camera.take(ASKED_WIDTH, ASKED_QUALITY)
        await context.report_progress(1, 2, "Asking the model")
        taken = Taken(source=picture.source, note=picture.note)
        answer = await ask_model(context, _request(question, picture), taken.model_dump_json())
        return answer if isinstance(answer, InputRequiredResult) else _description(answer, taken)

    return mcp


def _taken_before(state: str | None) -> Taken:
    """What the first round of the call left for this one, which must not take another picture."""
    try:
        return Taken.model_validate_json(state or "")
    except ValidationError as error:
        raise ToolError("The host lost what belongs to the answer. Call the tool again.") from error


def _request(question: str, picture: Picture) -> CreateMessageRequestParams:
    content = [TextContent(text=f"{question}\n\n({picture.note})"), image_of(picture)]
    return CreateMessageRequestParams(
        messages=[SamplingMessage(role="user", content=content)], max_tokens=ANSWER_TOKENS, system_prompt=SYSTEM_PROMPT
    )


def _description(answer: CreateMessageResult, taken: Taken) -> PictureDescription:
    text = answer.content.text if isinstance(answer.content, TextContent) else "The model answered without words."
    return PictureDescription(answer=text, model=answer.model, source=taken.source, note=taken.note)
