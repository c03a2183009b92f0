"""What a server sent, as what a person sees: text, pictures, sound, links, files, and JSON for all else."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any, Literal

import mcp_types as types
from pydantic import BaseModel
from transom_page.markdown_weight import has_markdown, is_light_markdown

from .amounts import short, size_words

SHOWN_CHARACTERS = 50_000
"""Of a text, before the person asks for more."""
READ_CHARACTERS = 2_000_000
"""A longer text is not looked into: neither JSON nor Markdown."""
FILE_NAME_CHARACTERS = 80

IMAGES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/avif": "avif",
    "image/bmp": "bmp",
    "image/svg+xml": "svg",
}
SOUNDS = {
    "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
    "audio/mp4": "m4a",
    "audio/aac": "aac",
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/ogg": "ogg",
    "audio/webm": "weba",
    "audio/flac": "flac",
}

Mode = Literal["plain", "markdown", "json"]


@dataclass(frozen=True, slots=True)
class Text:
    text: str
    modes: tuple[Mode, ...] = ("plain",)
    """The ways to show it, the best first."""
    value: Any = None
    """What it says, if it is JSON."""

    @property
    def is_long(self) -> bool:
        return len(self.text) > SHOWN_CHARACTERS


@dataclass(frozen=True, slots=True)
class Media:
    """A picture, a sound, or bytes that can only be kept as a file."""

    kind: Literal["image", "audio", "file"]
    data: bytes
    media_type: str
    """As the server says; one that is known, for pictures and sounds."""


@dataclass(frozen=True, slots=True)
class Link:
    uri: str
    name: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """What can't be shown, and why."""

    reason: str
    raw: str


@dataclass(frozen=True, slots=True)
class Other:
    kind: str
    value: Any


Body = Text | Media | Link | Broken | Other


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a result, of a message, or of a resource."""

    title: str
    body: Body
    uri: str = ""
    notes: tuple[str, ...] = ()


def block_of(content: object) -> Block:
    """A content block, of whatever kind."""
    notes = notes_of(getattr(content, "annotations", None))
    match content:
        case types.TextContent():
            return Block("Text", text_body(content.text), notes=notes)
        case types.ImageContent():
            return Block("Image", media_body(content.data, content.mime_type), notes=notes)
        case types.AudioContent():
            return Block("Audio", media_body(content.data, content.mime_type), notes=notes)
        case types.ResourceLink():
            return Block("Link to a resource", _link(content), notes=notes)
        case types.EmbeddedResource():
            inner = block_of_contents(content.resource)
            return Block("Resource", inner.body, inner.uri, (*inner.notes, *notes))
        case _:
            return Block("Other content", _other(content))


def block_of_contents(contents: types.TextResourceContents | types.BlobResourceContents) -> Block:
    """What was read from a resource."""
    media_type = contents.mime_type or ""
    if isinstance(contents, types.TextResourceContents):
        notes = (media_type,) if media_type else ()
        return Block("Resource", text_body(contents.text, media_type), contents.uri, notes)
    return Block("Resource", media_body(contents.blob, media_type or "application/octet-stream"), contents.uri)


def text_body(text: str, media_type: str = "") -> Text:
    base = _base_type(media_type)
    if len(text) > READ_CHARACTERS:
        return Text(text)
    if (base == "application/json" or base.endswith("+json") or not base) and text.lstrip()[:1] in ("{", "["):
        try:
            return Text(text, ("json", "plain"), json.loads(text))
        except (ValueError, RecursionError):
            pass
    if (base == "text/markdown" or (not base and has_markdown(text))) and is_light_markdown(text):
        return Text(text, ("markdown", "plain"))
    return Text(text)


def media_body(data: str, media_type: str) -> Media | Broken:
    try:
        content = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        return Broken(f"The server sent this as base64, which it is not: {error}.", data)
    if not content:
        return Broken("The server sent no bytes for this.", data)
    base = _base_type(media_type)
    if base in IMAGES:
        return Media("image", content, base)
    if base in SOUNDS:
        return Media("audio", content, base)
    return Media("file", content, media_type)


def _base_type(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()


def _link(link: types.ResourceLink) -> Link:
    size = size_words(link.size) if link.size is not None else ""
    about = (link.description or "", link.mime_type or "", size)
    return Link(link.uri, link.title or link.name or link.uri, tuple(part for part in about if part))


def _other(content: object) -> Other:
    value: Any = content
    if isinstance(content, BaseModel):
        value = content.model_dump(mode="json", by_alias=True, exclude_none=True)
    kind = value.get("type") if isinstance(value, dict) else None
    return Other(kind if isinstance(kind, str) else type(content).__name__, value)


def notes_of(annotations: types.Annotations | None) -> tuple[str, ...]:
    """What a server says about a block besides its content."""
    if annotations is None:
        return ()
    notes = [f"for the {role}" for role in annotations.audience or ()]
    if annotations.priority is not None:
        notes.append(f"priority {annotations.priority:g}")
    if annotations.last_modified:
        notes.append(f"changed {annotations.last_modified}")
    return tuple(notes)


def repeats_structured(block: Block, structured: object) -> bool:
    """Whether a text says once more what the structured content says."""
    return isinstance(block.body, Text) and block.body.value is not None and block.body.value == structured


def wraps_one(structured: object) -> bool:
    """Whether it is a plain value that the SDK has put into an object."""
    return isinstance(structured, dict) and list(structured) == ["result"]


def file_name(block: Block) -> str:
    """A name to save it under, from its address or its kind."""
    stem = re.sub(r"[^\w.-]+", "-", block.uri.rstrip("/").rpartition("/")[2]).strip(".-")[:FILE_NAME_CHARACTERS]
    stem = stem or block.title.lower().replace(" ", "-")
    return stem if "." in stem else f"{stem}.{_ending(block.body)}"


def _ending(body: Body) -> str:
    if isinstance(body, Media):
        return (IMAGES | SOUNDS).get(body.media_type, "bin")
    if isinstance(body, Text):
        return {"json": "json", "markdown": "md", "plain": "txt"}[body.modes[0]]
    return "json"


WRAPPED = re.compile(r"(?<!\n)\n(?=[^\s\d*+#>|-])(?!\w+:)")
"""A line's end within a sentence; not before a list, a heading, or words such as `Example:`."""


def unwrap(text: str) -> str:
    """A docstring without the line ends that its author's editor made; the page makes its own."""
    return WRAPPED.sub(" ", cleandoc(text))


def one_line(value: dict[str, Any], limit: int = 120) -> str:
    """Arguments in one line: `city: "Rome", days: 3`."""
    return short(", ".join(_pairs(value)), limit) or "No arguments"


def _pairs(value: dict[str, Any]) -> Iterable[str]:
    for key, part in list(value.items())[:20]:
        text = part[:300] if isinstance(part, str) else part
        yield f"{key}: {json.dumps(text, ensure_ascii=False)[:300]}"
